package edge_test

import (
	"fmt"
	"net/http"
	"regexp"
	"strings"
	"testing"

	"github.com/getkin/kin-openapi/openapi3"
	"github.com/google/uuid"

	"upslope/edge"
)

func TestEveryOperationOfTheContractIsThere(t *testing.T) {
	spec, err := openapi3.NewLoader().LoadFromData(edge.Contract)
	if err != nil {
		t.Fatal(err)
	}
	r, _ := withCompanion(t)
	visitor, ana := r.visitor(), r.signIn("ana@example.com")
	ana.addSite("example.com")
	operations := 0
	for path, item := range spec.Paths.Map() {
		for method, operation := range item.Operations() {
			operations++
			path := strings.ReplaceAll(path, "{provider}", "gsc")
			path = strings.ReplaceAll(path, "{deliveryId}", "0190b6a0-0000-7000-8000-000000000001")
			address := strings.ReplaceAll(path, "{id}", uuid.NewString())
			ticketed := operation.OperationID == "receiveFromCompanion"
			public := operation.Security != nil && len(*operation.Security) == 0 && !ticketed
			if strings.HasPrefix(path, "/api/storage/local/") { // authenticated by its signed address
				signed := strings.NewReplacer("{uploadId}", uuid.NewString(), "{partNumber}", "1").Replace(path)
				visitor.do(method, signed+"?key=k&expires=9999999999&signature=s", "x").wantProblem(http.StatusForbidden, "", "")
				continue
			}
			if strings.Contains(path, "{token}") && public { // authenticated by the token
				if status := r.visitor().do(method, path, "").StatusCode; status != http.StatusNotFound {
					t.Errorf("%s %s answers %d to a made-up token", method, path, status)
				}
				continue
			}
			if strings.HasPrefix(path, "/api/webhooks/") && public { // authenticated by the signature
				visitor.do(method, path, "{}").wantProblem(http.StatusBadRequest, "", "")
				visitor.do(method, path, "{}", "Stripe-Signature: good", "svix-signature: good").want(http.StatusOK)
				continue
			}
			if strings.HasPrefix(path, "/r/") { // a page for visitors: an unknown token is simply not found
				visitor.do(method, path, "").want(http.StatusNotFound)
				continue
			}
			if public {
				if status := r.visitor().do(method, address, "").StatusCode; status >= 400 {
					t.Errorf("%s %s is public, but answers %d", method, path, status)
				}
				continue
			}
			visitor.do(method, address, "").wantProblem(http.StatusUnauthorized, "Unauthorized", "")
			if strings.Contains(path, "{id}") {
				ana.do(method, address, `{}`, "Content-Type: application/json").wantNotThere(operation.RequestBody != nil)
				malformed := ana.do(method, strings.ReplaceAll(path, "{id}", "no-id"), `{}`)
				malformed.wantProblem(http.StatusNotFound, "", "")
				if detail := regexp.MustCompile(`"This (site|opportunity|issue|upload|report|schedule|job|token|crawl|member|invitation|webhook|tracker|delivery|client|comment|alert|rule) does not exist\."`); !detail.MatchString(malformed.text) {
					t.Errorf("%s %s: %s", method, path, malformed.text)
				}
			}
			others := "&"
			for _, parameter := range operation.Parameters {
				if schema := parameter.Value.Schema.Value; parameter.Value.Required && schema.Enum != nil {
					others += fmt.Sprint(parameter.Value.Name, "=", schema.Enum[0])
				} else if parameter.Value.Required && schema.Min != nil {
					others += fmt.Sprint(parameter.Value.Name, "=", *schema.Min)
				}
			}
			for _, parameter := range operation.Parameters {
				if parameter.Value.Name == "siteId" && method == http.MethodGet {
					ana.do(method, address+"?siteId="+uuid.NewString()+others, "").wantProblem(http.StatusNotFound, "This site does not exist.", "")
					ana.do(method, address+"?siteId=1%20or%201"+others, "").wantProblem(http.StatusNotFound, "This site does not exist.", "")
				}
				if parameter.Value.Name == "clientId" && method == http.MethodGet {
					ana.do(method, address+"?clientId=no-id"+others, "").wantProblem(http.StatusNotFound, "This client does not exist.", "")
				}
			}
		}
	}
	if operations < 20 {
		t.Errorf("saw %d operations: the walk is broken", operations)
	}
}

func TestListsSayHowManyThereAreAndWritesWhichVersionTheyMade(t *testing.T) {
	spec, err := openapi3.NewLoader().LoadFromData(edge.Contract)
	if err != nil {
		t.Fatal(err)
	}
	ana := start(t).signIn("ana@example.com")
	for path, item := range spec.Paths.Map() {
		for method, operation := range item.Operations() {
			for status, response := range operation.Responses.Map() {
				media := response.Value.Content["application/json"]
				switch {
				case media == nil:
				case media.Schema.Value.Type.Is(openapi3.TypeArray):
					if response.Value.Headers["X-Total-Count"] == nil {
						t.Errorf("%s %s answers a list without its total", method, path)
					}
					if strings.Contains(path, "{") || path == "/api/alert-rules" { // which has the defaults
						continue
					}
					if total := ana.do(method, path, "").want(http.StatusOK).Header.Get("X-Total-Count"); total != "0" {
						t.Errorf("%s %s: X-Total-Count %q of an empty list", method, path, total)
					}
				case method != http.MethodGet && operation.OperationID != "beginParts" && operation.Extensions["x-changes"] == nil && response.Value.Headers["X-Version"] == nil:
					t.Errorf("%s %s answers %s without the version", method, path, status)
				}
			}
		}
	}
}

// wantNotThere accepts a 400 where an empty object is not a valid body: that is checked before the id.
func (a answer) wantNotThere(hasBody bool) {
	a.t.Helper()
	if a.StatusCode != http.StatusNotFound && (!hasBody || a.StatusCode != http.StatusBadRequest) {
		a.t.Errorf("%s %s with nobody's id: %d %s, want 404", a.Request.Method, a.Request.URL.Path, a.StatusCode, a.text)
	}
}

func TestAStrangersThingsAreNotThere(t *testing.T) {
	r := start(t)
	ana, bob := r.signIn("ana@example.com"), r.signIn("bob@example.com")
	site, insight := ana.addSite("example.com"), ana.addInsight()
	bob.addSite("example.org")
	for _, call := range []struct{ method, path, body string }{
		{"PATCH", "/api/sites/" + site.ID, `{"name":"Mine"}`},
		{"DELETE", "/api/sites/" + site.ID, ""},
		{"GET", "/api/insights/" + insight.ID, ""},
		{"GET", "/api/insights/" + insight.ID + "/evidence", ""},
		{"PATCH", "/api/insights/" + insight.ID + "/status", `{"status":"done"}`},
		{"GET", "/api/insights?siteId=" + site.ID, ""},
		{"POST", "/api/insights/recompute?siteId=" + site.ID, ""},
		{"GET", "/api/technical/sf-issues?siteId=" + site.ID, ""},
		{"GET", "/api/sites/" + site.ID + "/syncs", ""},
		{"GET", "/api/integrations?siteId=" + site.ID, ""},
		{"GET", "/api/integrations/gsc?siteId=" + site.ID, ""},
		{"GET", "/api/integrations/gsc/properties?siteId=" + site.ID, ""},
		{"GET", "/api/integrations/google/authorize?provider=gsc&siteId=" + site.ID, ""},
		{"POST", "/api/integrations/gsc/test", `{"siteId":"` + site.ID + `"}`},
		{"POST", "/api/integrations/gsc/connect", `{"siteId":"` + site.ID + `"}`},
		{"POST", "/api/integrations/gsc/disconnect", `{"siteId":"` + site.ID + `"}`},
	} {
		bob.do(call.method, call.path, call.body).wantProblem(http.StatusNotFound, "", "")
	}
	ana.do("GET", "/api/insights/"+insight.ID, "").want(http.StatusOK)
}

func TestWhatAnswersGETAnswersHEAD(t *testing.T) {
	ana := start(t).signIn("ana@example.com")
	for _, path := range []string{"/api/sites", "/api/insights?limit=5", "/healthz", "/readyz", "/"} {
		head, get := ana.do("HEAD", path, "").want(http.StatusOK), ana.do("GET", path, "")
		if head.text != "" || head.ContentLength != int64(len(get.text)) || head.Header.Get("Content-Type") != get.Header.Get("Content-Type") {
			t.Errorf("HEAD %s: %d bytes of %s", path, head.ContentLength, head.Header.Get("Content-Type"))
		}
	}
	start(t).visitor().do("HEAD", "/api/sites", "").want(http.StatusUnauthorized)
}

func TestUnknownCallsAreProblemsNotPages(t *testing.T) {
	visitor := start(t).visitor()
	visitor.do("GET", "/api/nothing", "").wantProblem(http.StatusNotFound, "Not found.", "")
	visitor.do("POST", "/api/nothing", "").wantProblem(http.StatusNotFound, "", "")
	res := visitor.do("DELETE", "/api/sites", "")
	res.wantProblem(http.StatusMethodNotAllowed, "Method not allowed.", "")
	if allow := res.Header.Get("Allow"); allow != "GET, POST" {
		t.Errorf("Allow: %q", allow)
	}
	visitor.do("POST", "/overview", "").wantProblem(http.StatusMethodNotAllowed, "", "")
}
