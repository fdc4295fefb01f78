package edge_test

import (
	"context"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/getkin/kin-openapi/openapi3"

	"upslope"
	"upslope/edge"
	"upslope/edge/api"
)

// demoAccount is the account of the demo in these tests.
type demoAccount string

func (d demoAccount) DemoAccount(context.Context, time.Time) (string, error) { return string(d), nil }

const demo = "00000000-0000-0000-0000-0000000000de"

func TestWithoutADemoItsAddressSaysWhatToDo(t *testing.T) {
	r := start(t, func(_ *edge.Config, d *edge.Deps) { d.Demo = nil })
	r.visitor().do("GET", "/api/demo", "").wantProblem(http.StatusNotFound, "There is no demo here. Sign in to start your free trial.", "")
	if page := r.visitor().do("GET", "/", ""); !strings.Contains(page.text, "without a demo") {
		t.Errorf("the landing page offers a demo that there is not: %s", page.text)
	}
	r.visitor().do("GET", "/api/sites", "", "Cookie: demo=1").wantProblem(http.StatusUnauthorized, "Unauthorized", "")
}

func TestAVisitorReadsTheDemoAndNothingElse(t *testing.T) {
	r := start(t)
	ana := r.signIn("ana@example.com")
	hers := ana.addInsight()
	visitor := r.visitor()
	visitor.do("GET", "/api/insights", "").wantProblem(http.StatusUnauthorized, "", "")

	first := visitor.do("GET", "/api/demo", "").want(http.StatusSeeOther)
	if to := first.Header.Get("Location"); !strings.HasPrefix(to, "/overview?preparing=") {
		t.Errorf("the first visitor is sent to %s, want to where the demo is being prepared", to)
	}
	r.mu.Lock()
	r.insights[demo] = []upslope.Insight{{ID: "00000000-0000-0000-0000-000000000001", Title: "Of the demo", Evidence: map[string]any{}}}
	r.mu.Unlock()
	if to := visitor.do("GET", "/api/demo", "").want(http.StatusSeeOther).Header.Get("Location"); to != "/overview" {
		t.Errorf("a visitor of a filled demo is sent to %s", to)
	}
	user := decode[api.User](visitor.do("GET", "/api/auth/user", "").want(http.StatusOK))
	if !user.Demo || user.Role != upslope.Viewer || user.Id != "" || user.Email != "" || user.AccountId != demo {
		t.Errorf("the visitor is %+v", user)
	}
	if list := visitor.do("GET", "/api/insights", "").want(http.StatusOK); !strings.Contains(list.text, "Of the demo") || strings.Contains(list.text, hers.ID) {
		t.Errorf("the visitor sees %s", list.text)
	}
	visitor.do("GET", "/api/insights", "", "X-Account: "+ana.account).want(http.StatusOK)
	if page := visitor.do("GET", "/", "").want(http.StatusOK); !strings.Contains(page.text, "Landing") {
		t.Errorf("/ is no longer the landing page for a visitor: %s", page.text)
	}
	if ours := decode[api.User](ana.do("GET", "/api/auth/user", "").want(http.StatusOK)); ours.Demo {
		t.Error("a user who is signed in visits the demo")
	}
}

func TestTheAddressesThatPeopleTypeLeadToTheDemoAndToSigningIn(t *testing.T) {
	visitor := start(t).visitor()
	for address, want := range map[string]string{"/demo": "/api/demo", "/demo/": "/api/demo", "/login": "/api/login", "/login/": "/api/login"} {
		if to := visitor.do("GET", address, "").want(http.StatusSeeOther).Header.Get("Location"); to != want {
			t.Errorf("%s leads to %q", address, to)
		}
	}
	visitor.do("HEAD", "/demo", "").want(http.StatusSeeOther)
	visitor.do("POST", "/demo", "").want(http.StatusMethodNotAllowed)
	without := start(t, func(_ *edge.Config, d *edge.Deps) { d.Demo = nil }).visitor()
	without.do("GET", "/demo", "").want(http.StatusNotFound)
	without.do("GET", "/login", "").want(http.StatusSeeOther)
}

func TestAVisitOfTheDemoEndsWithSigningInOrOut(t *testing.T) {
	r := start(t)
	for _, leave := range []struct{ method, path string }{{"POST", "/api/logout"}, {"GET", "/api/login?as=bo@example.com"}} {
		visitor := r.visitor()
		visitor.do("GET", "/api/demo", "").want(http.StatusSeeOther)
		visitor.do(leave.method, leave.path, "")
		if strings.Contains(visitor.do("GET", "/api/auth/user", "").text, `"demo":true`) {
			t.Errorf("after %s %s the browser still visits the demo", leave.method, leave.path)
		}
	}
}

func TestAVisitorOfTheDemoWritesNothing(t *testing.T) {
	r := start(t)
	visitor := r.visitor()
	visitor.do("GET", "/api/demo", "").want(http.StatusSeeOther)
	contract, err := openapi3.NewLoader().LoadFromData(edge.Contract)
	if err != nil {
		t.Fatal(err)
	}
	ids := strings.NewReplacer("{provider}", "gsc", "{partNumber}", "1", "{type}", "slow_page")
	refused := 0
	for path, item := range contract.Paths.Map() {
		for method, operation := range item.Operations() {
			public := operation.Security != nil && len(*operation.Security) == 0
			if public || method == http.MethodGet || operation.OperationID == "previewReport" {
				continue
			}
			refused++
			answer := visitor.do(method, ids.Replace(path), "{}", "Content-Type: application/json")
			if answer.StatusCode != http.StatusForbidden || !strings.Contains(answer.text, "This demo is read-only.") {
				t.Errorf("%s (%s %s) answers a visitor %d %s", operation.OperationID, method, path, answer.StatusCode, answer.text)
			}
		}
	}
	if refused < 50 {
		t.Errorf("%d writes were tried: the walk is broken", refused)
	}
	for _, path := range []string{"/api/events", "/api/billing", "/api/tokens", "/api/audit", "/api/account/export", "/api/members"} {
		visitor.do("GET", path, "").want(http.StatusForbidden)
	}
	visitor.do("POST", "/api/reports/preview", `{"title":"A report"}`, "Content-Type: application/json").want(http.StatusOK)
}

func TestVisitorsOfTheDemoAreLimitedByNetwork(t *testing.T) {
	r := start(t, func(c *edge.Config, _ *edge.Deps) { c.ClientAddressHeader = "Fly-Client-IP" })
	visitor := r.visitor()
	visitor.do("GET", "/api/demo", "", "Fly-Client-IP: 192.0.2.1").want(http.StatusSeeOther)
	limited := false
	for range 400 {
		if visitor.do("GET", "/api/sites", "", "Fly-Client-IP: 192.0.2.1").StatusCode == http.StatusTooManyRequests {
			limited = true
			break
		}
	}
	if !limited {
		t.Error("400 reads in a row were not too many")
	}
	visitor.do("GET", "/api/sites", "", "Fly-Client-IP: 198.51.100.1").want(http.StatusOK)
}
