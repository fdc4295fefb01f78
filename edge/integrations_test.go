package edge_test

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"net/url"
	"strings"
	"testing"
	"time"

	"upslope"
	"upslope/edge"
)

func TestIntegrationsAreAskedForTheAccountAndTheSite(t *testing.T) {
	ana := start(t).signIn("ana@example.com")
	if res := ana.do("GET", "/api/integrations", "").want(http.StatusOK); res.text != "[]" {
		t.Errorf("without a site: %s", res.text)
	}
	site := ana.addSite("example.com")
	of := `{"siteId":"` + site.ID + `"}`
	if all := decode[[]upslope.Integration](ana.do("GET", "/api/integrations?siteId="+site.ID, "").want(http.StatusOK)); len(all) != 1 || all[0].SiteID != site.ID {
		t.Errorf("%+v", all)
	}
	if one := decode[upslope.Integration](ana.do("GET", "/api/integrations/pagespeed?siteId="+site.ID, "").want(http.StatusOK)); one.Provider != upslope.PageSpeed {
		t.Errorf("%+v", one)
	}
	failed := ana.do("POST", "/api/integrations/gsc/test", of).want(http.StatusOK) // a regular response
	if failed.text != `{"success":false,"message":"Google says no."}` || !failed.versionAfter(0) {
		t.Errorf("%s at version %q", failed.text, failed.Header.Get("X-Version"))
	}
	ana.do("POST", "/api/integrations/gads/connect", of).want(http.StatusOK)
	ana.do("POST", "/api/integrations/gads/connect", `{"siteId":"`+site.ID+`","property":"","credentials":{"customerId":"1234567890","n":1}}`).want(http.StatusOK)
	ana.do("POST", "/api/integrations/gads/disconnect", of).want(http.StatusOK)
	if properties := ana.do("GET", "/api/integrations/gsc/properties?siteId="+site.ID, "").want(http.StatusOK); properties.Header.Get("X-Total-Count") != "1" {
		t.Errorf("X-Total-Count %q", properties.Header.Get("X-Total-Count"))
	}
	added := ana.do("POST", "/api/integrations/gsc/sites", `{"properties":["sc-domain:a.example","https://b.example/"],"timeZone":"Europe/Paris"}`).want(http.StatusOK)
	if added.text != `{"added":[],"skipped":[]}` {
		t.Errorf("added %s", added.text)
	}
	want := "list, list, look pagespeed, test gsc, connect gads as before null, connect gads  {\"customerId\":\"1234567890\",\"n\":1}, disconnect gads, properties gsc, " +
		"add [sc-domain:a.example https://b.example/] USD Europe/Paris"
	if got := strings.Join(ana.tried, ", "); got != want {
		t.Errorf("asked: %s\nwant:  %s", got, want)
	}
}

func TestWhatIsNoCallToAProviderIsRefused(t *testing.T) {
	ana := start(t).signIn("ana@example.com")
	site := ana.addSite("example.com")
	for _, c := range []struct{ method, path, body, field string }{
		{"POST", "/api/integrations/yandex/test", `{"siteId":"` + site.ID + `"}`, "provider"},
		{"GET", "/api/integrations/yandex?siteId=" + site.ID, "", "provider"},
		{"GET", "/api/integrations/google/authorize?provider=semrush", "", "provider"},
		{"GET", "/api/integrations/google/authorize", "", "provider"},
		{"GET", "/api/integrations/gsc", "", "siteId"},
		{"POST", "/api/integrations/gsc/test", `{}`, "siteId"},
		{"POST", "/api/integrations/gsc/test", `{"siteId":7}`, "siteId"},
		{"POST", "/api/integrations/gsc/connect", `{"siteId":"` + site.ID + `","credentials":"{}"}`, "credentials"},
		{"POST", "/api/integrations/gsc/connect", `{"siteId":"` + site.ID + `","property":"` + strings.Repeat("p", 501) + `"}`, "property"},
		{"POST", "/api/integrations/gsc/sites", `{"properties":[]}`, "properties"},
		{"POST", "/api/integrations/gsc/sites", `{"properties":["a"],"currency":"Euro"}`, "currency"},
	} {
		ana.do(c.method, c.path, c.body).wantProblem(http.StatusBadRequest, "", c.field)
	}
	if len(ana.tried) > 0 {
		t.Errorf("asked all the same: %v", ana.tried)
	}
}

func TestAfterTheTrialNothingNewIsConnected(t *testing.T) {
	ana := start(t).signIn("ana@example.com")
	site := ana.addSite("example.com")
	ana.goTo(15 * 24 * time.Hour)
	of := `{"siteId":"` + site.ID + `"}`
	for _, c := range []struct{ method, path, body string }{
		{"POST", "/api/integrations/gsc/connect", of},
		{"POST", "/api/integrations/gsc/test", of}, // success connects
		{"POST", "/api/integrations/gsc/sites", `{"properties":["sc-domain:a.example"]}`},
		{"GET", "/api/integrations/google/authorize?provider=gsc&siteId=" + site.ID, ""},
	} {
		ana.do(c.method, c.path, c.body).wantProblem(http.StatusPaymentRequired, "", "")
	}
	ana.do("POST", "/api/integrations/gsc/disconnect", of).want(http.StatusOK)
	ana.do("GET", "/api/integrations?siteId="+site.ID, "").want(http.StatusOK)
}

func TestSignInWithGoogleIsTiedToTheBrowserThatBeganIt(t *testing.T) {
	r := start(t)
	ana := r.signIn("ana@example.com")
	const callback = "/api/integrations/google/callback"
	begun := ana.do("GET", "/api/integrations/google/authorize?provider=gsc", "").want(http.StatusSeeOther)
	to, err := url.Parse(begun.Header.Get("Location"))
	if err != nil || to.Host != "accounts.google.com" {
		t.Fatalf("sent to %q, %v", begun.Header.Get("Location"), err)
	}
	cookie := strings.Join(begun.Header.Values("Set-Cookie"), "\n")
	for _, attribute := range []string{"__upslope_google=", "; max-age=600; path=/api/integrations/google; HttpOnly; SameSite=Lax"} {
		if !strings.Contains(cookie, attribute) {
			t.Errorf("cookie %q has no %s", cookie, attribute)
		}
	}
	state := "?state=" + to.Query().Get("state")
	landed := func(p *person, query string) url.Values {
		t.Helper()
		res := p.do("GET", callback+query, "").want(http.StatusSeeOther)
		to, err := url.Parse(res.Header.Get("Location"))
		if err != nil || to.Host != "" || to.Path != "/settings" || to.Query().Get("tab") != "integrations" || res.Header.Get("Cache-Control") != "no-store" {
			t.Errorf("%s leads to %q", query, res.Header.Get("Location"))
		}
		return to.Query()
	}
	for _, other := range []*person{r.visitor(), r.signIn("eve@example.com")} {
		if came := landed(other, state+"&code=c"); came.Get("google") != "failed" || came.Get("message") != "Sign in again." {
			t.Errorf("another browser: %v", came)
		}
	}
	if came := landed(ana, state+"&code=c"); came.Get("google") != "connected" || came.Get("provider") != "gsc" || came.Get("siteId") != "a site" || came.Has("message") {
		t.Errorf("%v", came)
	}
	if came := landed(ana, state+"&code=c"); came.Get("google") != "failed" { // the cookie is gone
		t.Errorf("a second time: %v", came)
	}
	again, err := url.Parse(ana.do("GET", "/api/integrations/google/authorize?provider=gsc", "").Header.Get("Location"))
	if err != nil {
		t.Fatal(err)
	}
	if came := landed(ana, "?state="+again.Query().Get("state")+"&error=access_denied"); came.Get("google") != "failed" || came.Get("message") != "access_denied" {
		t.Errorf("denied: %v", came)
	}
}

func TestWithoutAClientNobodySignsInWithGoogle(t *testing.T) {
	ana := start(t, func(_ *edge.Config, deps *edge.Deps) { deps.Google = nil }).signIn("ana@example.com")
	ana.do("GET", "/api/integrations/google/authorize?provider=gsc", "").wantProblem(http.StatusConflict, "", "")
	if to := ana.do("GET", "/api/integrations/google/callback?state=s&code=c", "").want(http.StatusSeeOther).Header.Get("Location"); !strings.Contains(to, "google=failed") {
		t.Error(to)
	}
}

func TestRunsOfASiteComeInPages(t *testing.T) {
	ana := start(t).signIn("ana@example.com")
	site := ana.addSite("example.com")
	ana.syncs = map[string][]upslope.SyncRun{site.ID: {{ID: "1", Provider: "gsc"}, {ID: "2", Provider: "ga4"}, {ID: "3", Provider: "gsc"}}}
	first := ana.do("GET", "/api/sites/"+site.ID+"/syncs?limit=2", "").want(http.StatusOK)
	if runs := decode[[]upslope.SyncRun](first); len(runs) != 2 || first.Header.Get("X-Total-Count") != "3" {
		t.Fatalf("%s of %s", first.text, first.Header.Get("X-Total-Count"))
	}
	link, _, _ := strings.Cut(strings.TrimPrefix(first.Header.Get("Link"), "<"), ">")
	next, err := url.Parse(link)
	if err != nil {
		t.Fatal(err)
	}
	if runs := decode[[]upslope.SyncRun](ana.do("GET", next.RequestURI(), "").want(http.StatusOK)); len(runs) != 1 || runs[0].ID != "3" {
		t.Errorf("the next page: %+v", runs)
	}
}

func TestDemoAnswersItsSiteOrWhereToAskForIt(t *testing.T) {
	ana := start(t).signIn("ana@example.com")
	if loaded := ana.do("POST", "/api/insights/load-demo", "").want(http.StatusOK); !strings.Contains(loaded.text, `"siteId"`) || !loaded.versionAfter(0) {
		t.Errorf("%s", loaded.text)
	}
	ana.problem = upslope.Errorf(upslope.Conflict, "You already have a site with this domain.")
	ana.do("POST", "/api/insights/load-demo", "").wantProblem(http.StatusConflict, "You already have a site with this domain.", "")
}

func TestPeopleAreToldWhoToWriteTo(t *testing.T) {
	ana := start(t, func(config *edge.Config, _ *edge.Deps) { config.SupportEmail = "help@upslope.example" }).signIn("ana@example.com")
	if user := ana.do("GET", "/api/auth/user", "").want(http.StatusOK); !strings.Contains(user.text, `"supportEmail":"help@upslope.example"`) {
		t.Error(user.text)
	}
}

// providers fakes integrations and records its calls.
type providers struct{ *memory }

// ask records a call and fails with NotFound for another account's site.
func (p providers) ask(ctx context.Context, accountID, siteID, call string) error {
	if siteID != "" {
		if _, err := p.Site(ctx, accountID, siteID); err != nil {
			return err
		}
	}
	defer p.lock()()
	p.tried = append(p.tried, call)
	return p.down
}

func (p providers) List(ctx context.Context, accountID, siteID string) ([]upslope.Integration, error) {
	if siteID == "" {
		return nil, p.ask(ctx, accountID, siteID, "list")
	}
	return []upslope.Integration{{Provider: upslope.GA4, SiteID: siteID}}, p.ask(ctx, accountID, siteID, "list")
}

func (p providers) Integration(ctx context.Context, accountID, siteID, provider string) (upslope.Integration, error) {
	return upslope.Integration{Provider: provider, SiteID: siteID}, p.ask(ctx, accountID, siteID, "look "+provider)
}

func (p providers) Test(ctx context.Context, accountID, siteID, provider string) (upslope.IntegrationResult, error) {
	return upslope.IntegrationResult{Message: "Google says no."}, p.ask(ctx, accountID, siteID, "test "+provider)
}

func (p providers) Connect(ctx context.Context, accountID, siteID, provider string, property *string, credentials map[string]any) (upslope.IntegrationResult, error) {
	given, err := json.Marshal(credentials)
	if err != nil {
		return upslope.IntegrationResult{}, err
	}
	chosen := "as before"
	if property != nil {
		chosen = *property
	}
	return upslope.IntegrationResult{Success: true, Message: "Connected."}, p.ask(ctx, accountID, siteID, fmt.Sprintf("connect %s %s %s", provider, chosen, given))
}

func (p providers) Disconnect(ctx context.Context, accountID, siteID, provider string) (upslope.IntegrationResult, error) {
	return upslope.IntegrationResult{Success: true, Message: "Disconnected."}, p.ask(ctx, accountID, siteID, "disconnect "+provider)
}

func (p providers) Properties(ctx context.Context, accountID, siteID, provider string) ([]upslope.Property, error) {
	return []upslope.Property{{ID: "sc-domain:example.com"}}, p.ask(ctx, accountID, siteID, "properties "+provider)
}

func (p providers) AddSites(ctx context.Context, accountID string, properties []string, currency, timeZone string) (upslope.AddedSites, error) {
	return upslope.AddedSites{}, p.ask(ctx, accountID, "", fmt.Sprintf("add %v %s %s", properties, currency, timeZone))
}

// google fakes a Google sign-in with one valid state.
type google struct{ *memory }

func (g google) Begin(ctx context.Context, accountID, siteID, provider, browser string) (string, error) {
	return "https://accounts.google.com/consent?state=" + browser, providers(g).ask(ctx, accountID, siteID, "begin "+provider)
}

func (g google) Finish(_ context.Context, _, browser string, answer upslope.GoogleCallback) (upslope.SignInResult, error) {
	if browser == "" || answer.State != browser {
		return upslope.SignInResult{}, upslope.Errorf(upslope.Invalid, "Sign in again.")
	}
	return upslope.SignInResult{Provider: upslope.GSC, SiteID: "a site", Failure: answer.Failure}, nil
}
