package edge_test

import (
	"net/http"
	"strings"
	"testing"

	"upslope/edge/auth"
	"upslope/edge/feed"
)

// The first request of a session takes one trip: it says who that is, and brings what was asked.
func TestASessionIsIntroducedByTheOtherEdge(t *testing.T) {
	near, far, between, own, ana := remote(t)
	near.change(ana.account, "first")
	between.trips.Store(0)
	again := far.signIn("ana@example.com")
	if between.trips.Load() != 1 || again.account != ana.account {
		t.Errorf("%d trips to learn who signs in, want 1", between.trips.Load())
	}
	third := far.visitor()
	third.do("GET", "/api/login?as=ana@example.com", "")
	between.trips.Store(0)
	if got := third.do("GET", "/api/insights?limit=1", "").want(http.StatusOK); !strings.Contains(got.text, "first") || got.Header.Get(auth.CallerHeader) != "" {
		t.Errorf("the first read is %s with %v", got.text, got.Header)
	}
	third.do("GET", "/api/insights?limit=1", "").want(http.StatusOK)
	third.do("GET", "/api/auth/user", "").want(http.StatusOK)
	if between.trips.Load() != 1 {
		t.Errorf("%d trips for a session's first read, want 1", between.trips.Load())
	}
	third.do("POST", "/api/logout", "").want(http.StatusNoContent)
	third.do("GET", "/api/insights?limit=1", "").wantProblem(http.StatusUnauthorized, "Unauthorized", "")
	own.Touch(feed.People(ana.account))
	between.Close()
	again.do("GET", "/api/auth/user", "").want(http.StatusOK)
}

// What people do all day does not change who they are: nobody is asked again who calls.
func TestWorkLeavesWhoCallsRemembered(t *testing.T) {
	near, _, between, _, ana := remote(t)
	near.change(ana.account, "first")
	ana.reads("first")
	signIns := near.signIns
	between.trips.Store(0)
	ana.do("PUT", "/api/views", `{"views":[]}`).want(http.StatusOK)
	near.change(ana.account, "second")
	ana.reads("second")
	if between.trips.Load() != 2 || near.signIns != signIns {
		t.Errorf("a write and a read take %d trips and %d sign-ins, want 2 and none", between.trips.Load(), near.signIns-signIns)
	}
	ana.addSite("shop.example")
	between.trips.Store(0)
	if ana.reads("second"); between.trips.Load() != 1 || near.signIns == signIns {
		t.Errorf("after a change of sites a read takes %d trips, and nobody asks who calls", between.trips.Load())
	}
}
