package intent_test

import (
	"strings"
	"testing"

	"upslope/analytics/features/intent"
)

// A site with docs or integrations sells software: visitors sign up instead of ordering.
func TestSoftwareIsKnownByTheFoldersOfItsSite(t *testing.T) {
	t.Parallel()
	for folders, want := range map[string]bool{"/docs /integrations": true, "/product /docs /compare": true, "/docs /product": false, "/docs /docs/api": false} {
		if got := intent.IsSoftware(append(strings.Fields(folders), "", "/blog")); got != want {
			t.Errorf("%s: %v", folders, got)
		}
	}
}
