package edge_test

import (
	"fmt"
	"net/http"
	"net/url"
	"strings"
	"testing"

	"github.com/google/uuid"

	"upslope"
)

func (p *person) addInsight() upslope.Insight {
	insight := upslope.Insight{ID: uuid.NewString(), SiteID: uuid.NewString(), Title: "Title", Status: upslope.Open, Evidence: map[string]any{}}
	defer p.lock()()
	p.insights[p.account] = append(p.insights[p.account], insight)
	return insight
}

func TestListOfInsightsGoesOnInTheLinkHeader(t *testing.T) {
	ana := start(t).signIn("ana@example.com")
	for range 5 {
		ana.addInsight()
	}
	seen, address := map[string]bool{}, "/api/insights?limit=2&status=open"
	for pages := 1; address != ""; pages++ {
		res := ana.do("GET", address, "").want(http.StatusOK)
		if res.Header.Get("X-Total-Count") != "5" {
			t.Fatalf("X-Total-Count %q", res.Header.Get("X-Total-Count"))
		}
		for _, insight := range decode[[]upslope.Insight](res) {
			seen[insight.ID] = true
		}
		link := res.Header.Get("Link")
		if link == "" {
			if pages != 3 {
				t.Errorf("%d pages of 2 for 5", pages)
			}
			break
		}
		target, found := strings.CutSuffix(link, `>; rel="next"`)
		next, err := url.Parse(strings.TrimPrefix(target, "<"))
		if err != nil || !found || next.Query().Get("status") != "open" || next.Scheme+"://"+next.Host != ana.url {
			t.Fatalf("Link: %s", link)
		}
		address = next.RequestURI()
	}
	if len(seen) != 5 {
		t.Errorf("%d different insights on all pages, want 5", len(seen))
	}
}

func TestStatusOfTheListIsOneOfTheProducts(t *testing.T) {
	ana := start(t).signIn("ana@example.com")
	for query, want := range map[string]upslope.Status{"": "", "?status=": "", "?status=all": "", "?status=open": "open", "?status=in_progress": "in_progress"} {
		ana.do("GET", "/api/insights"+query, "").want(http.StatusOK)
		if got := ana.filter.(upslope.InsightFilter); got.Status != want || got.Limit != 1000 {
			t.Errorf("%q lists %+v", query, got)
		}
	}
	ana.do("GET", "/api/insights?status=opened", "").wantProblem(http.StatusBadRequest, "", "status")
	if res := ana.do("GET", "/api/insights", ""); res.text != "[]" {
		t.Errorf("an empty list is %s", res.text)
	}
}

func TestParametersThatDoNotFitAreNamed(t *testing.T) {
	ana := start(t).signIn("ana@example.com")
	for _, c := range []struct{ path, field, detail string }{
		{"/api/insights?limit=0", "limit", "limit must be a whole number from 1 to 1000."},
		{"/api/insights?limit=1001", "limit", "limit must be a whole number from 1 to 1000."},
		{"/api/insights?limit=ten", "limit", "limit must be a whole number from 1 to 1000."},
		{"/api/insights?limit=", "limit", ""},
		{"/api/insights?limit=1&limit=2", "limit", "limit is given more than once."},
		{"/api/insights?limit=99999999999999999999", "limit", ""},
		{"/api/insights?cursor=nonsense", "cursor", ""},
		{"/api/insights?cursor=ZnJvbSAtMQ", "cursor", ""},
		{"/api/insights?q=%00", "q", "q has characters that cannot be used."},
		{"/api/insights?q=%ff", "q", ""},
		{"/api/insights?q=" + strings.Repeat("a", 501), "q", "q is too long: at most 500 characters."},
		{"/api/technical/sf-issues?severity=worst", "severity", "severity must be one of critical, high, medium or low."},
		{"/api/technical/sf-issues?sort=random", "sort", ""},
		{"/api/technical/sf-issues?status=done", "status", "status must be one of open, fixed or all."},
	} {
		ana.do("GET", c.path, "").wantProblem(http.StatusBadRequest, c.detail, c.field)
	}
	ana.do("GET", "/api/insights?q=%zz", "").wantProblem(http.StatusBadRequest, "", "")
}

func TestStatusChangeFollowsTheRules(t *testing.T) {
	ana := start(t).signIn("ana@example.com")
	address := "/api/insights/" + ana.addInsight().ID + "/status"
	res := ana.do("PATCH", address, `{"status":"done"}`).want(http.StatusOK)
	if got := decode[upslope.Insight](res); got.Status != upslope.Done || res.Header.Get("X-Version") != "10" {
		t.Errorf("status %s, version %s", got.Status, res.Header.Get("X-Version"))
	}
	ana.do("PATCH", address, `{"status":"in_progress"}`).wantProblem(http.StatusConflict, "", "")
	ana.do("PATCH", address, `{"status":"opened"}`).wantProblem(http.StatusBadRequest, "", "status")
	ana.do("PATCH", address, `{}`).wantProblem(http.StatusBadRequest, "status is required.", "status")
}

func TestRecomputeAnswersWhenDone(t *testing.T) {
	r := start(t)
	ana := r.signIn("ana@example.com")
	ana.do("POST", "/api/insights/recompute", "").wantProblem(http.StatusConflict, "Add a site first.", "")
	for i := range 2 {
		ana.addSite(fmt.Sprintf("example%d.com", i))
	}
	res := ana.do("POST", "/api/insights/recompute", "").want(http.StatusOK)
	if res.text != `{"message":"The opportunities of 2 sites are up to date."}` {
		t.Errorf("answer %s", res.text)
	}
	ana.do("POST", "/api/insights/recompute", `{}`).want(http.StatusOK)
	r.problem = upslope.Errorf(upslope.Unavailable, "The database is away.")
	res = ana.do("POST", "/api/insights/recompute", "")
	res.wantProblem(http.StatusServiceUnavailable, "The database is away.", "")
	if res.Header.Get("Retry-After") == "" {
		t.Error("a 503 says when to try again")
	}
}
