package edge_test

import (
	"net/http"
	"strings"
	"testing"
	"time"

	"upslope"
)

// change changes the account's insights; raise controls whether the version changes.
func (r *running) change(account, title string, raise bool) {
	defer r.lock()()
	r.insights[account] = []upslope.Insight{{ID: "00000000-0000-0000-0000-000000000001", Title: title, Evidence: map[string]any{}}}
	if raise {
		r.version++
	}
}

func TestAnswerIsRememberedUntilTheVersionRises(t *testing.T) {
	r := start(t)
	ana := r.signIn("ana@example.com")
	r.steady = true
	r.change(ana.account, "first", true)
	first := ana.do("GET", "/api/insights", "")
	if !strings.Contains(first.text, "first") || first.Header.Get("X-Total-Count") != "1" {
		t.Fatalf("%d %s", first.StatusCode, first.text)
	}
	r.change(ana.account, "second", false)
	again := ana.do("GET", "/api/insights", "")
	if !strings.Contains(again.text, "first") || again.Header.Get("X-Total-Count") != "1" || again.Header.Get("Content-Type") != first.Header.Get("Content-Type") {
		t.Errorf("%s %v: want what is remembered, with its headers", again.text, again.Header)
	}
	if other := ana.do("GET", "/api/insights?limit=5", ""); !strings.Contains(other.text, "second") {
		t.Errorf("%s: another question has another answer", other.text)
	}
	r.change(ana.account, "third", true)
	if got := ana.do("GET", "/api/insights", ""); !strings.Contains(got.text, "third") {
		t.Errorf("%s: want the answer of the new version", got.text)
	}
}

func TestWhoHasTheAnswerIsToldThatItHolds(t *testing.T) {
	r := start(t)
	ana := r.signIn("ana@example.com")
	r.steady = true
	r.change(ana.account, "first", true)
	tag := ana.do("GET", "/api/insights", "").Header.Get("ETag")
	if held := ana.do("GET", "/api/insights", "", "If-None-Match: "+tag); held.StatusCode != http.StatusNotModified || held.text != "" {
		t.Errorf("%d %q, want 304 without a body", held.StatusCode, held.text)
	}
	r.change(ana.account, "second", true)
	if held := ana.do("GET", "/api/insights", "", "If-None-Match: "+tag); held.StatusCode != http.StatusOK || !strings.Contains(held.text, "second") {
		t.Errorf("%d %s, want the new answer", held.StatusCode, held.text)
	}
}

// A snoozed insight returns without any write.
func TestWhatChangesWithTheTimeIsRememberedForAMinute(t *testing.T) {
	r := start(t)
	ana := r.signIn("ana@example.com")
	r.steady = true
	r.change(ana.account, "asleep", true)
	tag := ana.do("GET", "/api/insights", "").Header.Get("ETag")
	r.change(ana.account, "awake", false)
	r.goTo(50 * time.Second)
	if held := ana.do("GET", "/api/insights", "", "If-None-Match: "+tag); held.StatusCode != http.StatusNotModified {
		t.Errorf("%d within the minute, want 304", held.StatusCode)
	}
	r.goTo(61 * time.Second)
	if got := ana.do("GET", "/api/insights", "", "If-None-Match: "+tag); got.StatusCode != http.StatusOK || !strings.Contains(got.text, "awake") {
		t.Errorf("%d %s a minute later", got.StatusCode, got.text)
	}
}

func TestRememberedAnswersAreTheAccountsOwn(t *testing.T) {
	r := start(t)
	ana, bo := r.signIn("ana@example.com"), r.signIn("bo@example.com")
	r.steady = true
	r.change(ana.account, "of ana", true)
	tag := ana.do("GET", "/api/insights", "").Header.Get("ETag")
	if got := bo.do("GET", "/api/insights", ""); got.text != "[]" {
		t.Errorf("bo reads %s", got.text)
	}
	// Both accounts have the same version here.
	if got := bo.do("GET", "/api/insights", "", "If-None-Match: "+tag); got.StatusCode != http.StatusOK || got.text != "[]" || got.Header.Get("Vary") != "Cookie, Authorization" {
		t.Errorf("bo is told %d %s (Vary: %s) about what ana has", got.StatusCode, got.text, got.Header.Get("Vary"))
	}
	if got := r.visitor().do("GET", "/api/insights", "", "If-None-Match: "+tag); got.StatusCode != http.StatusUnauthorized {
		t.Errorf("nobody is answered %d %s", got.StatusCode, got.text)
	}
}

func TestErrorsAreNotRemembered(t *testing.T) {
	r := start(t)
	ana := r.signIn("ana@example.com")
	r.steady = true
	ana.do("GET", "/api/insights?status=nonsense", "").wantProblem(http.StatusBadRequest, "", "status")
	r.down = upslope.Errorf(upslope.Unavailable, "The database is unavailable right now. Try again in a moment.")
	ana.do("GET", "/api/insights", "").wantProblem(http.StatusServiceUnavailable, "", "")
	r.down = nil
	if got := ana.do("GET", "/api/insights", ""); got.StatusCode != http.StatusOK {
		t.Errorf("%d %s", got.StatusCode, got.text)
	}
}
