package edge_test

import (
	"context"
	"errors"
	"net/http"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/getkin/kin-openapi/openapi3"

	"upslope"
	"upslope/edge"
	"upslope/edge/feed"
	"upslope/edge/health"
)

func TestWithTheOriginAwayTheLastAnswerIsGivenAndSaysSo(t *testing.T) {
	r, ana := remembering(t)
	seen := ana.reads("first").Header.Get("X-Version")
	r.fail(upslope.Errorf(upslope.Unavailable, "The database is unavailable right now. Try again in a moment."))
	r.silent = true
	r.goTo(5 * time.Minute)
	stale := ana.reads("first")
	if stale.Header.Get("X-Stale") != "true" || stale.Header.Get("X-Age") != "300" || !strings.HasPrefix(stale.Header.Get("Warning"), "110 ") || stale.Header.Get("X-Version") != seen {
		t.Errorf("headers %v", stale.Header)
	}
	ana.do("GET", "/api/insights", "", "X-Version: "+above(seen)).wantProblem(http.StatusServiceUnavailable, "", "")
	ana.do("GET", "/api/insights?limit=9", "").wantProblem(http.StatusServiceUnavailable, "", "")
	r.fail(nil)
	r.silent = false
	r.goTo(5*time.Minute + 5*time.Second)
	r.changeAndTell(ana.account, "second")
	if fresh := ana.reads("second"); fresh.Header.Get("X-Stale") != "" {
		t.Errorf("headers %v", fresh.Header)
	}
}

// While the check of the database fails and nothing is heard, the last answer costs no trip and no wait.
func TestUnreachableOriginIsSkipped(t *testing.T) {
	var away atomic.Bool
	r, ana := remembering(t, func(_ *edge.Config, deps *edge.Deps) {
		deps.Checks = map[string]func(context.Context) error{health.Postgres: func(context.Context) error {
			if away.Load() {
				return errors.New("away")
			}
			return nil
		}}
	})
	check := func(isAway bool, later time.Duration) {
		away.Store(isAway)
		r.goTo(later)
		r.visitor().do("GET", "/readyz", "")
		r.trips = 0
	}
	r.silent = true
	check(true, time.Minute)
	for range 3 {
		if stale := ana.reads("first"); stale.Header.Get("X-Stale") != "true" || r.trips != 0 {
			t.Errorf("%d trips, headers %v", r.trips, stale.Header)
		}
	}
	check(false, 2*time.Minute)
	if fresh := ana.reads("first"); fresh.Header.Get("X-Stale") != "" || r.trips == 0 {
		t.Errorf("%d trips, headers %v", r.trips, fresh.Header)
	}
}

func TestNobodyReadsForLongWithoutBeingAskedFor(t *testing.T) {
	r, ana := remembering(t)
	r.fail(upslope.Errorf(upslope.Unavailable, "The database is unavailable right now. Try again in a moment."))
	r.silent = true
	r.goTo(14 * time.Minute)
	ana.reads("first")
	r.goTo(16 * time.Minute)
	ana.do("GET", "/api/insights", "").wantProblem(http.StatusServiceUnavailable, "", "")
}

func TestARemovedMemberReadsNothingAlthoughTheOriginIsAway(t *testing.T) {
	r, ana := remembering(t)
	r.hear(feed.User(r.userOf("ana@example.com").ID))
	r.fail(upslope.Errorf(upslope.Unavailable, "The database is unavailable right now. Try again in a moment."))
	ana.do("GET", "/api/insights", "").wantProblem(http.StatusServiceUnavailable, "", "")
}

func TestFiguresOfOtherDaysAreOtherAnswers(t *testing.T) {
	_, ana := remembering(t)
	const path = "/api/kpis/overview"
	usual := ana.do("GET", path, "").want(http.StatusOK).text
	if strings.Contains(usual, "period") {
		t.Errorf("%s: no days were asked for", usual)
	}
	for range 2 { // made, then remembered
		for _, from := range []string{"2026-10-22", "2026-10-23"} {
			if got := ana.do("GET", path+"?from="+from+"&to=2026-11-18", "").want(http.StatusOK).text; !strings.Contains(got, `"from":"`+from+`"`) {
				t.Errorf("from %s: %s", from, got)
			}
		}
		if got := ana.do("GET", path, "").text; got != usual {
			t.Errorf("got %s, then %s", usual, got)
		}
	}
}

// What people read on a normal day costs no trip, and the contract is the only place that lists it.
func TestEveryReadOfTheAppIsMarkedAsCached(t *testing.T) {
	spec, err := openapi3.NewLoader().LoadFromData(edge.Contract)
	if err != nil {
		t.Fatal(err)
	}
	// Each is asked of the origin for a reason.
	asked := map[string]string{
		"/api/auth/user": "is remembered with the session", "/api/integrations/{provider}/properties": "asks the provider",
		"/api/technical/fields": "is constant", "/api/technical/uploads/{id}": "is asked for while it changes", "/api/jobs/{id}": "is asked for while it changes",
		"/api/companion/sources": "is constant", "/api/storage/s3/params": "uploads", "/api/storage/s3/sts": "uploads", "/api/storage/s3/multipart/{uploadId}": "uploads",
		"/api/storage/s3/multipart/{uploadId}/{partNumber}": "uploads", "/api/reports/preview": "is made to order", "/api/billing": "asks the payment provider",
		"/api/members": "administers", "/api/members/{id}/work": "administers", "/api/invitations": "administers", "/api/tokens": "administers", "/api/audit": "administers", "/api/companion/ticket": "is new each time",
		"/api/trackers": "administers", "/api/insights/{id}/issues": "changes without a word", "/api/webhooks/outgoing": "administers", "/api/webhooks/outgoing/{id}/deliveries": "changes without a word",
		"/api/alerts": "is the reader's own and changes often", "/api/alert-rules": "administers", "/api/notification-settings": "administers", "/api/notification-settings/preview": "is made to order",
		"/api/technical/crawl": "is asked for while it changes", "/api/account/branding/link-domain": "asks DNS", "/api/clients/{id}": "administers",
	}
	for path, item := range spec.Paths.Map() {
		get := item.Get
		if get == nil || get.Security != nil && len(*get.Security) == 0 || get.Responses.Value("200") == nil || get.Responses.Value("200").Value.Content["application/json"] == nil {
			continue
		}
		_, cached := get.Extensions["x-cache"]
		if _, known := asked[path]; cached == known {
			t.Errorf("%s: x-cache is %v, listed here as asked of the origin is %v", path, cached, known)
		}
	}
}
