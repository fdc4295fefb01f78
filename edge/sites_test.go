package edge_test

import (
	"context"
	"net/http"
	"strings"
	"testing"

	"github.com/google/uuid"

	"upslope"
	"upslope/edge"
)

func TestSiteIsAddedWithWhatIsLeftOut(t *testing.T) {
	ana := start(t).signIn("ana@example.com")
	res := ana.do("POST", "/api/sites", `{"name":" Shop ","domain":" Example.COM ","ga4PropertyId":null}`).want(http.StatusCreated)
	site := decode[upslope.Site](res)
	if site.Name != "Shop" || site.Domain != "example.com" || site.Currency != "USD" || site.TimeZone != "UTC" || res.Header.Get("X-Version") != "7" ||
		strings.Contains(res.text, "ga4PropertyId") {
		t.Errorf("%s, version %s", res.text, res.Header.Get("X-Version"))
	}
	ana.do("POST", "/api/sites", `{"name":"Again","domain":"example.com"}`).
		wantProblem(http.StatusConflict, "You already have a site with this domain.", "")
}

func TestSiteIsValidatedInTheWordsOfTheProduct(t *testing.T) {
	ana := start(t).signIn("ana@example.com")
	for _, c := range []struct{ body, detail, field string }{
		{`{}`, "Site name is required", "name"},
		{`{"name":"  ","domain":"example.com"}`, "Site name is required", "name"},
		{`{"name":"` + strings.Repeat("n", 101) + `","domain":"example.com"}`, "Site name is too long", "name"},
		{`{"name":"Shop"}`, "Domain is required", "domain"},
		{`{"name":"Shop","domain":"https://example.com"}`, "Invalid domain format", "domain"},
		{`{"name":"Shop","domain":"localhost"}`, "Invalid domain format", "domain"},
		{`{"name":"Shop","domain":"example.com","ga4PropertyId":"G-1"}`, "GA4 Property ID must be numeric", "ga4PropertyId"},
		{`{"name":"Shop","domain":"example.com","timeZone":"Mars/Base"}`, "", "timeZone"},
		{`{"name":"Shop","domain":"example.com","currency":"Euro"}`, "", "currency"},
	} {
		ana.do("POST", "/api/sites", c.body).wantProblem(http.StatusBadRequest, c.detail, c.field)
	}
}

func TestEditChangesOnlyWhatIsThere(t *testing.T) {
	ana := start(t).signIn("ana@example.com")
	site := decode[upslope.Site](ana.do("POST", "/api/sites", `{"name":"Shop","domain":"example.com","ga4PropertyId":"123","currency":"EUR"}`))
	address := "/api/sites/" + site.ID
	site.Name = "Store"
	if got := decode[upslope.Site](ana.do("PATCH", address, `{"name":"Store"}`).want(http.StatusOK)); !got.CreatedAt.Equal(site.CreatedAt) || got.GA4PropertyID != "123" || got.Name != "Store" {
		t.Errorf("renamed: %+v", got)
	}
	if got := decode[upslope.Site](ana.do("PATCH", address, `{"ga4PropertyId":null}`)); got.GA4PropertyID != "" || got.Currency != "EUR" {
		t.Errorf("cleared: %+v", got)
	}
	edits := ana.edits
	if res := ana.do("PATCH", address, `{}`).want(http.StatusOK); decode[upslope.Site](res).Name != "Store" || !res.versionAfter(0) || ana.edits != edits {
		t.Errorf("nothing to change: %s at version %q, %d writes", res.text, res.Header.Get("X-Version"), ana.edits-edits)
	}
	ana.do("PATCH", "/api/sites/"+uuid.NewString(), `{}`).wantProblem(http.StatusNotFound, "This site does not exist.", "")
	ana.do("PATCH", address, `{"domain":""}`).wantProblem(http.StatusBadRequest, "Domain is required", "domain")
	if res := ana.do("DELETE", address, "").want(http.StatusNoContent); res.Header.Get("X-Version") != "9" || res.text != "" {
		t.Errorf("deleted: version %s, body %q", res.Header.Get("X-Version"), res.text)
	}
	ana.do("DELETE", address, "").wantProblem(http.StatusNotFound, "", "")
}

func TestFiguresNobodyMeasuredAreUnknown(t *testing.T) {
	ana := start(t).signIn("ana@example.com")
	for name, figure := range decode[map[string]any](ana.do("GET", "/api/kpis/overview", "").want(http.StatusOK)) {
		if figure != nil {
			t.Errorf("%s is %v", name, figure)
		}
	}
}

// overviews notes which sites' figures are prepared.
type overviews struct{ prepared chan string }

func (o overviews) Prepare(_ context.Context, _, siteID string) { o.prepared <- siteID }

func TestFiguresArePreparedForAPersonWithOneSite(t *testing.T) {
	prepares := overviews{make(chan string, 10)}
	r := start(t, func(_ *edge.Config, deps *edge.Deps) { deps.Overviews = prepares })
	ana := r.signIn("ana@example.com")
	next := func() string {
		select {
		case id := <-prepares.prepared:
			return id
		default:
			return ""
		}
	}
	ana.do("GET", "/api/sites", "").want(http.StatusOK)
	if id := next(); id != "" {
		t.Errorf("without a site: %s", id)
	}
	site := decode[upslope.Site](ana.do("POST", "/api/sites", `{"name":"Shop","domain":"example.com"}`))
	ana.do("GET", "/api/sites", "").want(http.StatusOK)
	if id := next(); id != site.ID {
		t.Errorf("with one site: %q", id)
	}
	_, token := ana.newToken("read")
	r.visitor().do("GET", "/api/sites", "", token).want(http.StatusOK)
	if id := next(); id != "" {
		t.Errorf("for a program: %s", id)
	}
	ana.do("POST", "/api/sites", `{"name":"Blog","domain":"blog.example"}`).want(http.StatusCreated)
	ana.do("GET", "/api/sites", "").want(http.StatusOK)
	if id := next(); id != "" {
		t.Errorf("with two sites, of which one is yet to be chosen: %s", id)
	}
}
