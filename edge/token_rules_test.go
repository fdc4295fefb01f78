package edge_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/getkin/kin-openapi/openapi3"
	"github.com/google/uuid"

	"upslope"
	"upslope/edge"
)

// A token may do what the contract allows, for every operation.
func TestTokensMayDoWhatTheContractSaysAndNothingElse(t *testing.T) {
	spec, err := openapi3.NewLoader().LoadFromData(edge.Contract)
	if err != nil {
		t.Fatal(err)
	}
	r, _ := withCompanion(t)
	ana := r.signIn("ana@example.com")
	ana.addSite("example.com")
	_, reads := ana.newToken("read")
	_, writes := ana.newToken("write")
	id, revoked := ana.newToken("write")
	ana.do("DELETE", "/api/tokens/"+id, "").want(http.StatusNoContent)
	seen := map[string]int{}
	for path, item := range spec.Paths.Map() {
		for method, operation := range item.Operations() {
			security := spec.Security
			if operation.Security != nil {
				security = *operation.Security
			}
			if len(security) == 0 {
				continue
			}
			address := strings.NewReplacer("{provider}", "gsc", "{id}", uuid.NewString(), "{changeId}", uuid.NewString(), "{commentId}", uuid.NewString(), "{type}", "x", "{uploadId}", "x", "{partNumber}", "1").Replace(path)
			if operation.OperationID == "streamEvents" {
				method = http.MethodHead // same check, but ends
			}
			ask := func(token string) answer { return r.visitor().do(method, address, "{}", token) }
			if ask(reads).StatusCode == http.StatusMethodNotAllowed {
				continue // another test checks that every operation exists
			}
			if res := ask(revoked); res.StatusCode != http.StatusUnauthorized || res.Header.Get("WWW-Authenticate") != `Bearer realm="Upslope"` ||
				method != http.MethodHead && !strings.Contains(res.text, `"detail":"Unauthorized"`) {
				t.Errorf("%s %s with a revoked token: %d %s", method, path, res.StatusCode, res.text)
			}
			isRead := method == http.MethodGet || method == http.MethodHead
			switch forTokens := slices.ContainsFunc(security, func(way openapi3.SecurityRequirement) bool { _, is := way["token"]; return is }); {
			case !forTokens:
				seen["people"]++
				ask(reads).wantProblem(http.StatusForbidden, "API tokens cannot do this. Sign in to the app instead.", "")
				ask(writes).wantProblem(http.StatusForbidden, "API tokens cannot do this. Sign in to the app instead.", "")
				continue
			case !isRead:
				seen["writes"]++
				ask(reads).wantProblem(http.StatusForbidden, "This API token is read-only. Create one with write access in Settings under API.", "")
			default:
				seen["reads"]++
				if status := ask(reads).StatusCode; status == http.StatusUnauthorized || status == http.StatusForbidden {
					t.Errorf("%s %s: %d to a token that may read", method, path, status)
				}
			}
			if status := ask(writes).StatusCode; status == http.StatusUnauthorized || status == http.StatusForbidden {
				t.Errorf("%s %s: %d to a token that may write", method, path, status)
			}
		}
	}
	if seen["people"] < 6 || seen["reads"] < 40 || seen["writes"] < 20 {
		t.Errorf("saw %v: the walk is broken", seen)
	}
}

func TestTheTokenCountsAndNoCookieBesideIt(t *testing.T) {
	r := start(t)
	ana, bo := r.signIn("ana@example.com"), r.signIn("bo@example.com")
	ana.addSite("example.com")
	_, token := ana.newToken("write")
	if sites := decode[[]upslope.Site](bo.do("GET", "/api/sites", "", token)); len(sites) != 1 {
		t.Errorf("bo's browser with ana's token sees %v", sites)
	}
	bo.do("GET", "/api/sites", "", "Authorization: Bearer nonsense").wantProblem(http.StatusUnauthorized, "Unauthorized", "")
	bo.do("GET", "/api/sites", "", "Authorization: Basic Ym86Ym8=").want(http.StatusOK) // from a proxy
	program := r.visitor()
	program.do("POST", "/api/sites", `{"name":"Other","domain":"example.org"}`, token, "Origin: https://tools.example", "Sec-Fetch-Site: cross-site").want(http.StatusCreated)
	session := "Cookie: __session=" + bo.cookie()
	bo.do("POST", "/api/logout", "", "Authorization: Bearer nonsense", "Origin: https://evil.example").want(http.StatusNoContent)
	r.visitor().do("GET", "/api/sites", "", session).want(http.StatusOK) // it was ignored, so it did not end
	if res := program.do("OPTIONS", "/api/sites", "", "Origin: https://evil.example", "Access-Control-Request-Headers: authorization"); res.StatusCode < 400 || res.Header.Get("Access-Control-Allow-Origin") != "" {
		t.Errorf("another site is told %d %v", res.StatusCode, res.Header)
	}
}

func TestASpreadsheetReadsFilesByAnAddressWithAToken(t *testing.T) {
	r := start(t)
	ana, bo := r.signIn("ana@example.com"), r.signIn("bo@example.com")
	_, reads := ana.newToken("read")
	_, writes := ana.newToken("write")
	in := func(header string) string { return "token=" + strings.TrimPrefix(header, "Authorization: Bearer ") }
	sheet := r.visitor()
	const file = "/api/technical/sf-issues.csv?"
	sheet.do("GET", file+in(reads), "").want(http.StatusOK)
	sheet.do("GET", file+"severity=high&"+in(reads), "").want(http.StatusOK)
	sheet.do("GET", file+in(writes), "").wantProblem(http.StatusForbidden, "Use a read-only API token in an address: addresses end up in histories and logs. Create one in Settings under API.", "")
	sheet.do("GET", file+"token=nonsense", "").want(http.StatusUnauthorized)
	sheet.do("GET", file+"token=", "").want(http.StatusUnauthorized)
	bo.do("GET", file+"token=nonsense", "").want(http.StatusUnauthorized) // the session beside it is ignored
	for _, address := range []string{"/api/technical/sf-issues?", "/api/sites?", "/api/account/export?"} {
		if status := sheet.do("GET", address+in(reads), "").StatusCode; status != http.StatusUnauthorized && status != http.StatusBadRequest && status != http.StatusNotFound {
			t.Errorf("%s takes a token in its address: %d", address, status)
		}
	}
	sheet.do("HEAD", file+in(reads), "").want(http.StatusUnauthorized)
}

func TestWithATokenPeoplesRulesHold(t *testing.T) {
	r := start(t)
	ana := r.signIn("ana@example.com")
	_, token := ana.newToken("write")
	program := r.visitor()
	if user := decode[struct{ Email string }](program.do("GET", "/api/auth/user", "", token)); user.Email != "ana@example.com" {
		t.Errorf("it acts for %q", user.Email)
	}
	r.goTo(15 * 24 * time.Hour) // the trial has ended
	program.do("GET", "/api/insights", "", token).want(http.StatusOK)
	settings, err := json.Marshal(map[string]any{"title": "Report", "dateRange": "28d", "includeKpis": true, "includeInsights": true, "includeRecommendations": true, "notes": ""})
	if err != nil {
		t.Fatal(err)
	}
	if people, it := ana.do("POST", "/api/reports/generate-pdf", string(settings)), program.do("POST", "/api/reports/generate-pdf", string(settings), token); people.StatusCode != it.StatusCode {
		t.Errorf("people are told %d, a token %d %s", people.StatusCode, it.StatusCode, it.text)
	}
	clear(r.users) // the account is deleted
	program.do("GET", "/api/insights", "", token).wantProblem(http.StatusUnauthorized, "Unauthorized", "")
	if res := program.do("GET", "/api/technical/sf-issues.csv", "", token); res.StatusCode != http.StatusUnauthorized {
		t.Error(fmt.Sprint(res.StatusCode))
	}
}
