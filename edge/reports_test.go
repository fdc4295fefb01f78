package edge_test

import (
	"context"
	"net/http"
	"strings"
	"testing"
	"time"

	"upslope"
)

const asJSON = "Content-Type: application/json"

func TestAPDFIsAFileNamedAfterItsTitle(t *testing.T) {
	ana := start(t).signIn("ana@example.com")
	file := ana.do("POST", "/api/reports/generate-pdf", `{"title":"Q3 Review","dateRange":"last-90-days","includeKPIs":true,"includeInsights":true,"includeRecommendations":false,"notes":""}`, asJSON).want(http.StatusOK)
	if file.Header.Get("Content-Type") != "application/pdf" || file.Header.Get("Content-Disposition") != "attachment; filename=Q3_Review_2026-11-21.pdf" || file.text != "%PDF-1.7" {
		t.Errorf("%v %q", file.Header, file.text)
	}
	ana.do("POST", "/api/reports/generate-pdf", `{}`, asJSON).want(http.StatusOK) // all defaults of the form
}

func TestAReportThatCannotBeIsRefusedByField(t *testing.T) {
	ana := start(t).signIn("ana@example.com")
	for field, body := range map[string]string{
		"title": `{"title":" "}`, "dateRange": `{"dateRange":"last-3-days"}`, "notes": `{"notes":"a\u202eb"}`,
		"includeKPIs":      `{"includeKPIs":false,"includeInsights":false,"includeRecommendations":false}`,
		"insights":         `{"insights":[{"id":"8d3c1b52-7f4e-4c7c-9a52-0d8c6f1c0f11"},{"id":"8d3c1b52-7f4e-4c7c-9a52-0d8c6f1c0f11"}]}`,
		"insights.0.title": `{"insights":[{"id":"8d3c1b52-7f4e-4c7c-9a52-0d8c6f1c0f11","title":7}]}`,
	} {
		for _, path := range []string{"/api/reports/generate-pdf", "/api/reports/preview"} {
			ana.do("POST", path, body, asJSON).wantProblem(http.StatusBadRequest, "", field)
		}
	}
	for _, path := range []string{"/api/reports/generate-pdf", "/api/reports/preview"} {
		ana.do("POST", path, `{"siteId":"8d3c1b52-7f4e-4c7c-9a52-0d8c6f1c0f11"}`, asJSON).wantProblem(http.StatusNotFound, "This site does not exist.", "")
	}
}

func TestAfterTheTrialAReportIsShownButNotPrinted(t *testing.T) {
	ana := start(t).signIn("ana@example.com")
	ana.goTo(15 * 24 * time.Hour)
	ana.do("POST", "/api/reports/generate-pdf", `{}`, asJSON).wantProblem(http.StatusPaymentRequired, "", "")
	if shown := ana.do("POST", "/api/reports/preview", `{"title":"Mine"}`, asJSON).want(http.StatusOK); !strings.Contains(shown.text, "Mine") {
		t.Error(shown.text)
	}
}

// domainsHere says that reports.agency.com and www.agency.com lead here; moved.agency.com only at first.
type domainsHere struct{ moved *bool }

func (d domainsHere) Look(_ context.Context, domain string) upslope.LinkDomain {
	here := upslope.LinkDomain{Domain: domain, State: upslope.DomainHere, Target: "app.example.com", Message: domain + " points here."}
	switch domain {
	case "reports.agency.com", "www.agency.com":
		return here
	case "moved.agency.com":
		if !*d.moved {
			*d.moved = true
			return here
		}
	case "slow.com":
		return upslope.LinkDomain{Domain: domain, State: upslope.DomainUnknown, Message: "Try again in a minute."}
	}
	return upslope.LinkDomain{Domain: domain, State: upslope.DomainElsewhere, Message: domain + " leads elsewhere."}
}

func TestADomainOfLinksMustLeadHere(t *testing.T) {
	ana := start(t).signIn("ana@example.com")
	for given, want := range map[string]string{"elsewhere.com": "elsewhere.com leads elsewhere.", "http://x": "Enter a domain of your own, such as reports.example.com."} {
		ana.do("PATCH", "/api/account/branding", `{"linkDomain":"`+given+`"}`, asJSON).wantProblem(http.StatusBadRequest, want, "linkDomain")
		ana.do("POST", "/api/clients", `{"name":"Acme","branding":{"linkDomain":"`+given+`"}}`, asJSON).wantProblem(http.StatusBadRequest, want, "linkDomain")
	}
	for _, reserved := range []string{"postgres.internal", "printer.local", "a.localhost", "10.0.0.1"} {
		ana.do("PATCH", "/api/account/branding", `{"linkDomain":"`+reserved+`"}`, asJSON).wantProblem(http.StatusBadRequest, "Enter a domain of your own, such as reports.example.com.", "linkDomain")
	}
	ana.do("PATCH", "/api/account/branding", `{"linkDomain":"slow.com"}`, asJSON).wantProblem(http.StatusServiceUnavailable, "Try again in a minute.", "")
	// One that stays is not looked up again.
	for _, given := range []string{" Reports.Agency.com ", "www.agency.com", "moved.agency.com", "moved.agency.com", ""} {
		ana.do("PATCH", "/api/account/branding", `{"linkDomain":"`+given+`"}`, asJSON).want(http.StatusOK)
	}
}

func TestAdminsAreToldWhereADomainLeads(t *testing.T) {
	ana := start(t).signIn("ana@example.com")
	path := "/api/account/branding/link-domain?domain="
	want := `{"domain":"reports.agency.com","state":"here","target":"app.example.com","message":"reports.agency.com points here."}`
	if got := ana.do("GET", path+"Reports.Agency.com", "").want(http.StatusOK).text; got != want {
		t.Error(got)
	}
	if got := ana.do("GET", path+"elsewhere.com", "").want(http.StatusOK).text; !strings.Contains(got, `"state":"elsewhere"`) {
		t.Error(got)
	}
	for _, given := range []string{"postgres.internal", "http%3A%2F%2Fx", "127.0.0.1"} {
		ana.do("GET", path+given, "").wantProblem(http.StatusBadRequest, "Enter a domain of your own, such as reports.example.com.", "linkDomain")
	}
}

func TestBrandingIsTheAccountsOwn(t *testing.T) {
	r := start(t)
	ana, bo := r.signIn("ana@example.com"), r.signIn("bo@example.com")
	ana.do("PATCH", "/api/account/branding", `{"name":" Acme ","color":"#3B5BDB","logo":"aGk="}`, asJSON).want(http.StatusOK)
	if got := ana.do("GET", "/api/account/branding", "").text; got != `{"color":"#3b5bdb","linkDomain":"","logo":"data:image/png;base64,aGk=","name":"Acme"}` {
		t.Error(got)
	}
	if got := bo.do("GET", "/api/account/branding", "").text; got != `{"color":"","linkDomain":"","logo":null,"name":""}` {
		t.Errorf("a stranger sees %s", got)
	}
	ana.do("PATCH", "/api/account/branding", `{"logo":null}`, asJSON).want(http.StatusOK)
	if got := ana.do("GET", "/api/account/branding", "").text; !strings.Contains(got, `"logo":null`) || !strings.Contains(got, "Acme") {
		t.Error(got)
	}
	for field, body := range map[string]string{"color": `{"color":"red"}`, "logo": `{"logo":"not base64!"}`, "name": `{"name":"a\u202eb"}`} {
		ana.do("PATCH", "/api/account/branding", body, asJSON).wantProblem(http.StatusBadRequest, "", field)
	}
}
