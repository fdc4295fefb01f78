package edge_test

import (
	"io"
	"net/http"
	"strings"
	"testing"
	"time"

	"upslope"
	"upslope/edge"
)

func TestALinkIsMadeOnTheTermsOfItsRequest(t *testing.T) {
	ana := start(t).signIn("ana@example.com")
	made := ana.do("POST", "/api/reports/create-shareable-link", `{"title":"Q3 Review"}`, asJSON).want(http.StatusCreated)
	link := decode[upslope.SharedReport](made)
	if days := link.ExpiresAt.Sub(link.CreatedAt).Hours() / 24; link.Title != "Q3 Review" || days < 29.9 || days > 30.1 || link.HasPassword || made.Header.Get("X-Version") == "" {
		t.Errorf("%+v, version %q", link, made.Header.Get("X-Version"))
	}
	link = decode[upslope.SharedReport](ana.do("POST", "/api/reports/create-shareable-link", `{"expirationDays":365,"password":"correct horse"}`, asJSON).want(http.StatusCreated))
	if days := link.ExpiresAt.Sub(link.CreatedAt).Hours() / 24; days < 364.9 || days > 365.1 || !link.HasPassword {
		t.Errorf("%+v", link)
	}
	list := ana.do("GET", "/api/reports?limit=1", "").want(http.StatusOK)
	if found := decode[[]upslope.SharedReport](list); len(found) != 1 || found[0].ID != link.ID || list.Header.Get("X-Total-Count") != "2" || list.Header.Get("Link") == "" {
		t.Errorf("%s %v", list.text, list.Header)
	}
}

func TestALinkThatCannotBeIsRefusedByField(t *testing.T) {
	ana := start(t).signIn("ana@example.com")
	for body, field := range map[string]string{
		`{"expirationDays":0}`: "expirationDays", `{"expirationDays":366}`: "expirationDays", `{"expirationDays":1.5}`: "expirationDays",
		`{"password":"seven77"}`: "password", `{"title":" "}`: "title", `{"dateRange":"ever"}`: "dateRange", `{"pasword":"correct horse"}`: "pasword",
	} {
		ana.do("POST", "/api/reports/create-shareable-link", body, asJSON).wantProblem(http.StatusBadRequest, "", field)
	}
	ana.do("POST", "/api/reports/create-shareable-link", `{"siteId":"8d3c1b52-7f4e-4c7c-9a52-0d8c6f1c0f11"}`, asJSON).wantProblem(http.StatusNotFound, "This site does not exist.", "")
}

func TestAfterTheTrialLinksAreListedAndRevokedButNotMade(t *testing.T) {
	ana := start(t).signIn("ana@example.com")
	link := decode[upslope.SharedReport](ana.do("POST", "/api/reports/create-shareable-link", `{}`, asJSON).want(http.StatusCreated))
	ana.goTo(15 * 24 * time.Hour)
	ana.do("POST", "/api/reports/create-shareable-link", `{}`, asJSON).wantProblem(http.StatusPaymentRequired, "", "")
	ana.do("GET", "/api/reports", "").want(http.StatusOK)
	ana.do("DELETE", "/api/reports/"+link.ID, "").want(http.StatusNoContent)
}

func TestALinkIsItsOwnersToChange(t *testing.T) {
	r := start(t)
	ana, bo := r.signIn("ana@example.com"), r.signIn("bo@example.com")
	link := decode[upslope.SharedReport](ana.do("POST", "/api/reports/create-shareable-link", `{}`, asJSON).want(http.StatusCreated))
	for _, id := range []string{link.ID, "none"} {
		bo.do("PATCH", "/api/reports/"+id, `{"expirationDays":90}`, asJSON).wantProblem(http.StatusNotFound, "This report does not exist.", "")
		bo.do("DELETE", "/api/reports/"+id, "").wantProblem(http.StatusNotFound, "This report does not exist.", "")
	}
	if got := bo.do("GET", "/api/reports", "").text; got != "[]" {
		t.Errorf("a stranger sees %s", got)
	}
	extended := decode[upslope.SharedReport](ana.do("PATCH", "/api/reports/"+link.ID, `{"expirationDays":90}`, asJSON).want(http.StatusOK))
	if !extended.ExpiresAt.After(link.ExpiresAt) {
		t.Errorf("%+v", extended)
	}
	ana.do("PATCH", "/api/reports/"+link.ID, `{"expirationDays":0}`, asJSON).wantProblem(http.StatusBadRequest, "", "expirationDays")
	ana.do("PATCH", "/api/reports/"+link.ID, `{}`, asJSON).wantProblem(http.StatusBadRequest, "", "expirationDays")
}

func TestALinkOpensUnderDomainsOfItsAccountOnly(t *testing.T) {
	r := start(t, func(config *edge.Config, deps *edge.Deps) {
		config.PublicURL = "https://app.example.com"
		deps.Local, deps.Verifier = nil, refuseAll{}
	})
	ask := func(method, host, path, body string) (int, string) {
		t.Helper()
		request, err := http.NewRequestWithContext(t.Context(), method, r.url+path, strings.NewReader(body))
		if err != nil {
			t.Fatal(err)
		}
		request.Host = host
		request.Header.Set("Content-Type", "application/x-www-form-urlencoded")
		answer, err := http.DefaultClient.Do(request)
		if err != nil {
			t.Fatal(err)
		}
		defer func() { _ = answer.Body.Close() }()
		text, _ := io.ReadAll(answer.Body)
		return answer.StatusCode, string(text)
	}
	_, missing := ask("GET", "app.example.com", "/r/nothing", "")
	for host, opens := range map[string]bool{
		"app.example.com": true, "APP.example.com.:443": true, "127.0.0.1": true, "app.internal": true,
		"reports.agency.com": true, "Reports.Agency.com.:443": true, "reports.another.com": false, "agency.com": false,
	} {
		for _, c := range []struct {
			method, path, body string
			status             int
		}{
			{"GET", "/r/open", "", http.StatusOK}, {"GET", "/r/locked", "", http.StatusUnauthorized},
			{"POST", "/r/locked", "password=correct+horse", http.StatusOK}, {"POST", "/r/locked", "password=no", http.StatusUnauthorized},
		} {
			status, text := ask(c.method, host, c.path, c.body)
			if opens && status != c.status || !opens && (status != http.StatusNotFound || text != missing) {
				t.Errorf("%s %s at %s: %d %.80s", c.method, c.path, host, status, text)
			}
		}
	}
}
