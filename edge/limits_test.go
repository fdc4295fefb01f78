package edge_test

import (
	"bufio"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/getkin/kin-openapi/openapi3"

	"upslope"
	"upslope/edge"
)

// until429 repeats ask until it is throttled, and returns the number of calls before that.
func until429(t *testing.T, most int, ask func(n int) answer) (before int, refused answer) {
	t.Helper()
	for before = range most {
		if res := ask(before); res.StatusCode == http.StatusTooManyRequests {
			if wait, err := strconv.Atoi(res.Header.Get("Retry-After")); err != nil || wait < 1 {
				t.Errorf("Retry-After %q", res.Header.Get("Retry-After"))
			}
			res.wantProblem(http.StatusTooManyRequests, "", "")
			return before, res
		}
	}
	t.Fatalf("%d in a row were not too many", most)
	return
}

func TestEveryOperationSaysHowOftenItMayBeAskedFor(t *testing.T) {
	spec, err := openapi3.NewLoader().LoadFromData(edge.Contract)
	if err != nil {
		t.Fatal(err)
	}
	for path, item := range spec.Paths.Map() {
		for method, operation := range item.Operations() {
			limit, _ := operation.Extensions["x-limit"].(string)
			may := []string{"read", "query", "costly"}
			switch {
			case operation.Security != nil && len(*operation.Security) == 0:
				may = []string{"none"}
				if operation.OperationID == "openDemo" {
					may = []string{"visit"}
				}
			case slices.Contains(operation.Tags, "table"):
				may = []string{"query"}
			case method != http.MethodGet:
				may = []string{"write", "costly"}
			}
			if !slices.Contains(may, limit) {
				t.Errorf("%s %s has x-limit %q, want one of %q", method, path, limit, may)
			}
		}
	}
}

func TestWrongTokensAreLimitedAndRightOnesAreNot(t *testing.T) {
	r := start(t, func(c *edge.Config, _ *edge.Deps) { c.ClientAddressHeader = "Fly-Client-IP" })
	ana := r.signIn("ana@example.com")
	_, right := ana.newToken("read")
	_, unseen := ana.newToken("read")
	var wrong []string
	for range 60 {
		id, token := ana.newToken("read")
		ana.do("DELETE", "/api/tokens/"+id, "").want(http.StatusNoContent)
		wrong = append(wrong, token)
	}
	const here = "Fly-Client-IP: 192.0.2.1"
	ask := func(token string) answer { return r.visitor().do("GET", "/api/sites", "", token, here) }
	ask(right).want(http.StatusOK)
	for range 100 {
		// A forgotten program is not guessing.
		ask(wrong[0]).wantProblem(http.StatusUnauthorized, "Unauthorized", "")
	}
	if r.tokens.asked != 2 {
		t.Errorf("the database was asked %d times about two tokens", r.tokens.asked)
	}
	tried, refused := until429(t, 60, func(n int) answer { return ask(wrong[n]) })
	if tried < 30 || !strings.Contains(refused.text, "too many wrong API tokens") {
		t.Errorf("%d wrong ones were tried: %s", tried, refused.text)
	}
	asked := r.tokens.asked
	for range 20 {
		ask(wrong[59])
	}
	if r.tokens.asked > asked+1 { // one may have been refilled meanwhile
		t.Error("who is out of tries still has the database asked")
	}
	ask(right).want(http.StatusOK)
	ask(unseen).want(http.StatusOK) // others' wrong ones are not its fault
	ask(wrong[59]).wantProblem(http.StatusUnauthorized, "Unauthorized", "")
	ana.do("GET", "/api/sites", "", here).want(http.StatusOK)
}

func TestForgedSessionsAreLimitedAndOldOnesAreNot(t *testing.T) {
	r := start(t)
	ana := r.signIn("ana@example.com")
	old := ana.cookie()
	r.goTo(40 * 24 * time.Hour)
	payload := strings.Split(old, ".")
	for n := range 100 {
		once := payload[0] + "." + payload[1] + "." + payload[2][:len(payload[2])-4] + strconv.Itoa(1000+n)
		r.visitor().do("GET", "/api/sites", "", "Cookie: __session="+once).wantProblem(http.StatusUnauthorized, "Unauthorized", "")
	}
	tried, _ := until429(t, 60, func(n int) answer {
		return r.visitor().do("GET", "/api/sites", "", "Cookie: __session=forged"+strconv.Itoa(n))
	})
	if tried < 30 {
		t.Errorf("only %d were tried", tried)
	}
	r.signIn("ana@example.com").do("GET", "/api/sites", "").want(http.StatusOK)
	// Open to anyone.
	r.visitor().do("POST", "/api/logout", "", "Cookie: __session=forged-once-more").want(http.StatusNoContent)
}

func TestStrangersWhoAskForNothingThatIsThereAreLimited(t *testing.T) {
	r := start(t)
	ana, visitor := r.signIn("ana@example.com"), r.visitor()
	until429(t, 3000, func(n int) answer {
		return visitor.do("GET", []string{"/api/sites", "/api/nothing"}[n%2], "")
	})
	ana.do("GET", "/api/sites", "").want(http.StatusOK)
	ana.do("GET", "/api/sites/none/rules", "").wantProblem(http.StatusNotFound, "This site does not exist.", "")
	visitor.do("POST", "/api/logout", "").want(http.StatusNoContent)
	visitor.do("GET", "/overview", "").want(http.StatusOK)
}

func TestCostlyWorkIsLimitedForAnAccountAndMistakesAreNot(t *testing.T) {
	r := start(t)
	ana, bo := r.signIn("ana@example.com"), r.signIn("bo@example.com")
	_, token := ana.newToken("write")
	for range 400 {
		ana.do("POST", "/api/stripe/create-checkout-session", `{"planType":7}`).wantProblem(http.StatusBadRequest, "", "planType")
	}
	tried, _ := until429(t, 1000, func(int) answer { return ana.do("POST", "/api/stripe/create-checkout-session", `{"planType":"seo"}`) })
	if tried < 300 {
		t.Errorf("only %d were let through", tried)
	}
	// Per account, whoever calls.
	until429(t, 10, func(int) answer { return r.visitor().do("POST", "/api/insights/recompute", "", token) })
	bo.do("POST", "/api/stripe/create-checkout-session", `{"planType":"seo"}`).want(http.StatusOK)
	ana.do("GET", "/api/sites", "").want(http.StatusOK)
	ana.addSite("example.com")
}

func TestFiveHundredSitesCanBeAddedInOneGo(t *testing.T) {
	r := start(t)
	ana := r.signIn("ana@example.com")
	for n := range 500 {
		ana.addSite("site-" + strconv.Itoa(n) + ".example")
	}
	until429(t, 6000, func(int) answer { return ana.do("PATCH", "/api/account/branding", `{"name":"Agency"}`) })
	ana.do("GET", "/api/sites", "").want(http.StatusOK)
}

func TestReadingIsLimitedForATokenAndNotForPeople(t *testing.T) {
	r := start(t)
	ana, program := r.signIn("ana@example.com"), r.visitor()
	_, token := ana.newToken("read")
	_, other := ana.newToken("read")
	first := program.do("GET", "/api/insights", "", token).want(http.StatusOK)
	if first.Header.Get("RateLimit-Limit") != "1000" || first.Header.Get("RateLimit-Remaining") != "999" || first.Header.Get("RateLimit-Reset") != "1" {
		t.Errorf("headers %v", first.Header)
	}
	_, refused := until429(t, 4000, func(int) answer { return program.do("GET", "/api/insights", "", token) })
	if refused.Header.Get("RateLimit-Remaining") != "0" {
		t.Errorf("headers %v", refused.Header)
	}
	program.do("GET", "/api/insights", "", other).want(http.StatusOK)
	for range 1500 {
		if res := ana.do("GET", "/api/insights", ""); res.StatusCode != http.StatusOK || res.Header.Get("RateLimit-Limit") != "" {
			t.Fatalf("%d %v", res.StatusCode, res.Header)
		}
	}
}

// An unread download occupies one of the account's query slots; disconnecting or closing it frees the slot.
func TestOneAccountRunsAFewQueriesAtOnce(t *testing.T) {
	r := start(t)
	ana, bo := r.signIn("ana@example.com"), r.signIn("bo@example.com")
	r.endless = true
	for _, person := range []*person{ana, bo} {
		r.issues[person.account] = []upslope.TechnicalIssue{{ID: "1", URL: "https://example.com/" + strings.Repeat("a", 500)}}
	}
	open := func(who *person) *http.Response {
		t.Helper()
		res, err := who.Get(r.url + "/api/technical/sf-issues.csv")
		if err != nil {
			t.Fatal(err)
		}
		if _, err := bufio.NewReader(res.Body).ReadString('\n'); err != nil {
			t.Fatal(err)
		}
		return res
	}
	var files []*http.Response
	for range 8 {
		files = append(files, open(ana))
	}
	ninth := make(chan int, 1)
	go func() {
		res, err := ana.Get(r.url + "/api/kpis/overview")
		if err == nil {
			ninth <- res.StatusCode
			_ = res.Body.Close()
		}
		close(ninth)
	}()
	defer open(bo).Body.Close()
	ana.do("GET", "/api/insights", "").want(http.StatusOK) // which runs no query
	select {
	case status := <-ninth:
		t.Errorf("a ninth query was answered %d while eight ran", status)
	default:
	}
	for _, file := range files {
		_ = file.Body.Close()
	}
	if status := <-ninth; status != http.StatusOK {
		t.Errorf("the ninth was answered %d after the others had ended", status)
	}
}
