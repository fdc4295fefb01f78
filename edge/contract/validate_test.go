package contract

import "testing"

func TestNounOfAnIDIsThePathSegmentBeforeIt(t *testing.T) {
	for path, want := range map[string]string{
		"/api/sites/{id}": "site", "/api/insights/{id}/status": "opportunity", "/api/technical/sf-issues/{id}": "issue",
		"/api/technical/uploads/{id}/rejected.csv": "upload", "/api/jobs/{id}": "job",
	} {
		if got := nounOf(path); got != want {
			t.Errorf("%s: %q, want %q", path, got, want)
		}
	}
}
