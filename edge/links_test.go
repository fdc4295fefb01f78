package edge_test

import (
	"net/http"
	"testing"
	"time"

	"upslope"
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
