package edge_test

import (
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"

	"upslope"
	"upslope/edge/api"
)

func (p *person) addInsight() upslope.Insight {
	insight := upslope.Insight{ID: uuid.NewString(), SiteID: uuid.NewString(), Title: "Title", Status: upslope.Open, Evidence: map[string]any{}}
	defer p.lock()()
	p.insights[p.account] = append(p.insights[p.account], insight)
	return insight
}

func TestListsGoOnInTheLinkHeader(t *testing.T) {
	ana := start(t).signIn("ana@example.com")
	for i := range 5 {
		ana.addInsight()
		ana.crawls = append(ana.crawls, upslope.Crawl{ID: fmt.Sprint(i)})
		ana.activity = append(ana.activity, upslope.Activity{ID: fmt.Sprint(i)})
	}
	for _, address := range []string{"/api/insights?limit=2&status=open", "/api/technical/crawls?limit=2", "/api/activity?limit=2"} {
		if seen, pages := ana.walk(address, "5"); len(seen) != 5 || pages != 3 {
			t.Errorf("%s: %d different items on %d pages of 2, want 5 on 3", address, len(seen), pages)
		}
	}
	for _, path := range []string{"/api/technical/crawls", "/api/activity"} {
		ana.do("GET", path+"?cursor=nonsense", "").wantProblem(http.StatusBadRequest, "", "cursor")
	}
}

// walk follows a list to its end and returns its ids and its number of pages.
func (p *person) walk(address, total string) (seen map[string]bool, pages int) {
	p.t.Helper()
	first, err := url.Parse(address)
	if err != nil {
		p.t.Fatal(err)
	}
	for seen = map[string]bool{}; ; {
		pages++
		res := p.do("GET", address, "").want(http.StatusOK)
		if res.Header.Get("X-Total-Count") != total {
			p.t.Fatalf("%s: X-Total-Count %q", address, res.Header.Get("X-Total-Count"))
		}
		for _, item := range decode[[]struct{ ID string }](res) {
			seen[item.ID] = true
		}
		link := res.Header.Get("Link")
		if link == "" {
			return seen, pages
		}
		target, found := strings.CutSuffix(link, `>; rel="next"`)
		next, err := url.Parse(strings.TrimPrefix(target, "<"))
		if err != nil || !found || next.Query().Get("status") != first.Query().Get("status") || next.Scheme+"://"+next.Host != p.url {
			p.t.Fatalf("Link: %s", link)
		}
		address = next.RequestURI()
	}
}

func TestStatusOfTheListIsOneOfTheProducts(t *testing.T) {
	ana := start(t).signIn("ana@example.com")
	for query, want := range map[string][]upslope.Status{"": nil, "?status=": nil, "?status=all": nil, "?status=open": {"open"}, "?status=open,in_progress": {"open", "in_progress"}} {
		ana.do("GET", "/api/insights"+query, "").want(http.StatusOK)
		if got := ana.filter.(upslope.InsightFilter); !slices.Equal(got.Statuses, want) || got.Limit != 1000 {
			t.Errorf("%q lists %+v", query, got)
		}
	}
	ana.do("GET", "/api/insights?status=opened", "").wantProblem(http.StatusBadRequest, "", "status")
	if res := ana.do("GET", "/api/insights", ""); res.text != "[]" {
		t.Errorf("an empty list is %s", res.text)
	}
}

func TestInsightsAreSortedByAColumnEitherWay(t *testing.T) {
	ana := start(t).signIn("ana@example.com")
	for query, want := range map[string]upslope.InsightSort{"": {}, "?sort=effort": {Key: "effort"}, "?sort=-value": {Key: "value", Descending: true}} {
		ana.do("GET", "/api/insights"+query, "").want(http.StatusOK)
		if got := ana.filter.(upslope.InsightFilter).Sort; got != want {
			t.Errorf("%q sorts by %+v", query, got)
		}
	}
	ana.do("GET", "/api/insights?sort=-money", "").wantProblem(http.StatusBadRequest, "", "sort")
	ana.do("GET", "/api/insights?sort=--value", "").wantProblem(http.StatusBadRequest, "", "sort")
}

func TestManyInsightsAreChangedAtOnceAndRefusalsSayWhy(t *testing.T) {
	r := start(t)
	ana, ben := r.signIn("ana@example.com"), r.signIn("ben@example.com")
	open, closed, stranger := ana.addInsight().ID, ana.addInsight().ID, ben.addInsight().ID
	ana.do("PATCH", "/api/insights/"+closed+"/status", `{"status":"done"}`).want(http.StatusOK)
	body := fmt.Sprintf(`{"ids":[%q,%q,%q,%q],"status":"in_progress"}`, open, closed, stranger, open)
	got := decode[api.InsightsEdited](ana.do("PATCH", "/api/insights", body).want(http.StatusOK))
	if !slices.Equal(got.Changed, []string{open}) || len(got.Failed) != 2 || got.Failed[0].Id != closed || got.Failed[1].Id != stranger ||
		!strings.Contains(got.Failed[0].Detail, "in_progress") || got.Failed[1].Detail == "" {
		t.Errorf("%+v", got)
	}
	many := strings.TrimSuffix(strings.Repeat(`"a",`, 1001), ",")
	for body, field := range map[string]string{
		`{"status":"done"}`: "ids", `{"ids":[],"status":"done"}`: "ids", `{"ids":["a"],"status":"gone"}`: "status",
		`{"ids":["a"],"snoozedUntil":"2020-01-01T00:00:00Z"}`: "snoozedUntil", `{"ids":[` + many + `],"status":"done"}`: "ids",
	} {
		ana.do("PATCH", "/api/insights", body).wantProblem(http.StatusBadRequest, "", field)
	}
	ana.do("PATCH", "/api/insights", `{"ids":["a"]}`).wantProblem(http.StatusBadRequest, "", "")
}

func TestStepsAreMarkedAsDoneOneByOne(t *testing.T) {
	ana := start(t).signIn("ana@example.com")
	address := "/api/insights/" + ana.addInsight().ID
	got := decode[upslope.Insight](ana.do("PATCH", address, `{"doneSteps":["Open the template."]}`).want(http.StatusOK))
	if !slices.Equal(got.DoneSteps, []string{"Open the template."}) {
		t.Errorf("%v", got.DoneSteps)
	}
	many := strings.TrimSuffix(strings.Repeat(`"a",`, 51), ",")
	ana.do("PATCH", address, `{"doneSteps":[`+many+`]}`).wantProblem(http.StatusBadRequest, "", "doneSteps")
}

func TestSingleStepsHaveAnOwnerAndADueDate(t *testing.T) {
	ana := start(t).signIn("ana@example.com")
	address := "/api/insights/" + ana.addInsight().ID
	got := decode[upslope.Insight](ana.do("PATCH", address, `{"stepPlans":[{"step":"One","assignee":" Bo ","dueDate":"2026-12-01"},{"step":"Two"}]}`).want(http.StatusOK))
	if !slices.Equal(got.StepPlans, []upslope.StepPlan{{Step: "One", Assignee: "Bo", DueDate: "2026-12-01"}}) {
		t.Errorf("%+v", got.StepPlans)
	}
	if res := ana.do("PATCH", address, `{"stepPlans":[]}`).want(http.StatusOK); strings.Contains(res.text, "stepPlans") {
		t.Error(res.text)
	}
	many := strings.TrimSuffix(strings.Repeat(`{"step":"a"},`, 51), ",")
	for plans, field := range map[string]string{
		`{"step":"One"},{"step":"One"}`: "stepPlans", `{"step":"One","dueDate":"soon"}`: "stepPlans", many: "stepPlans",
		`{"step":"One","assignee":"` + strings.Repeat("a", 101) + `"}`: "stepPlans", `{"step":"One","owner":"Bo"}`: "owner", `{"assignee":"Bo"}`: "stepPlans.0.step",
	} {
		ana.do("PATCH", address, `{"stepPlans":[`+plans+`]}`).wantProblem(http.StatusBadRequest, "", field)
	}
}

func TestSavedViewsBelongToTheirUser(t *testing.T) {
	r := start(t)
	ana, ben := r.signIn("ana@example.com"), r.signIn("ben@example.com")
	body := `{"views":[{"name":"Mine","screen":"/opportunities","query":"sort=-value","columns":["title","value"]},{"name":"","screen":"/opportunities"}]}`
	ana.do("PUT", "/api/views", body).want(http.StatusOK)
	got := decode[[]upslope.View](ana.do("GET", "/api/views", "").want(http.StatusOK))
	if len(got) != 2 || got[0].Name != "Mine" || got[0].Query != "sort=-value" || got[1].Columns == nil {
		t.Errorf("%+v", got)
	}
	if res := ben.do("GET", "/api/views", ""); res.text != "[]" {
		t.Errorf("another user reads %s", res.text)
	}
	for body, field := range map[string]string{
		`[{"name":"A","screen":"/a"},{"name":"A","screen":"/a"}]`: "name", `[{"name":"A","screen":"a"}]`: "screen",
		`[{"name":"` + strings.Repeat("a", 61) + `","screen":"/a"}]`: "name",
	} {
		ana.do("PUT", "/api/views", `{"views":`+body+`}`).wantProblem(http.StatusBadRequest, "", field)
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

func TestTheTotalIsThatOfTheOwnInsights(t *testing.T) {
	r := start(t)
	ana, ben := r.signIn("ana@example.com"), r.signIn("ben@example.com")
	ana.addInsight()
	for who, want := range map[*person]int{ana: 1, ben: 0} {
		if got := decode[upslope.InsightTotal](who.do("GET", "/api/insights/total", "").want(http.StatusOK)); got.Insights != want || got.Values == nil {
			t.Errorf("%+v, want %d insights", got, want)
		}
	}
	ana.do("GET", "/api/insights/total?siteId="+uuid.NewString(), "").wantProblem(http.StatusNotFound, "", "")
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
	if res.text != `{"message":"The opportunities of 2 sites are up to date."}` || !res.versionAfter(0) {
		t.Errorf("answer %s at version %q", res.text, res.Header.Get("X-Version"))
	}
	ana.do("POST", "/api/insights/recompute", `{}`).want(http.StatusOK)
	r.problem = upslope.Errorf(upslope.Unavailable, "The database is away.")
	res = ana.do("POST", "/api/insights/recompute", "")
	res.wantProblem(http.StatusServiceUnavailable, "The database is away.", "")
	if res.Header.Get("Retry-After") == "" {
		t.Error("a 503 says when to try again")
	}
}

func TestRecomputeOfSeveralSitesAnswersTheLastThatIsNotDone(t *testing.T) {
	r := start(t)
	ana := r.signIn("ana@example.com")
	for i := range 3 {
		ana.addSite(fmt.Sprintf("example%d.com", i))
	}
	r.finish = false
	go func() {
		for r.queued() < 3 {
			time.Sleep(10 * time.Millisecond)
		}
		func() { defer r.lock()(); r.end(r.order[2]) }()
		r.stop()
	}()
	res := ana.do("POST", "/api/insights/recompute", "").want(http.StatusAccepted)
	if job := decode[upslope.Job](res); job.ID != r.order[1] || res.Header.Get("Location") != "/api/jobs/"+r.order[1] ||
		job.Message != "The opportunities of 1 of 3 sites are up to date." || !res.versionAfter(0) {
		t.Errorf("answered %s at %s, version %q, of the jobs %v", res.text, res.Header.Get("Location"), res.Header.Get("X-Version"), r.order)
	}
}

func (m *memory) queued() int { defer m.lock()(); return len(m.order) }

// The list, a single insight and the response to a change must agree.
func TestEveryReaderOfAnInsightHearsWhichOneItStandsUnder(t *testing.T) {
	ana := start(t).signIn("ana@example.com")
	lead, follower := ana.addInsight(), ana.addInsight()
	type said struct {
		ID, LeadID  string
		FollowerIDs []string
	}
	list := decode[[]said](ana.do("GET", "/api/insights", "").want(http.StatusOK))
	if len(list) != 2 || list[0].LeadID != "" || len(list[0].FollowerIDs) != 1 || list[0].FollowerIDs[0] != follower.ID || list[1].LeadID != lead.ID || list[1].FollowerIDs != nil {
		t.Errorf("the list says %+v", list)
	}
	address := "/api/insights/" + follower.ID
	for _, res := range []answer{
		ana.do("GET", "/api/insights?rank=portfolio&limit=1&cursor=ZnJvbSAx", ""),
		ana.do("GET", address, ""), ana.do("PATCH", address, `{"assignee":"Bo"}`), ana.do("PATCH", address+"/status", `{"status":"in_progress"}`),
	} {
		if text := res.want(http.StatusOK).text; strings.Count(text, `"leadId":"`+lead.ID+`"`) != 1 || strings.Contains(text, "followerIds") {
			t.Errorf("%s", text)
		}
	}
	if fixes := ana.do("GET", "/api/insights/"+lead.ID+"/fixes", "").want(http.StatusOK); !strings.Contains(fixes.text, follower.ID) {
		t.Errorf("what is ready to paste leaves out what stands under it: %s", fixes.text)
	}
}
