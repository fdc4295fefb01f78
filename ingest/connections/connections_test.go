package connections_test

import (
	"encoding/json"
	"strings"
	"testing"
	"time"

	"upslope"
	"upslope/ingest/connections"
	"upslope/simulator"
)

func TestANewAccountHasNoIntegrationsAndASiteHasEachProvider(t *testing.T) {
	w := bench(t, func(deps *connections.Deps) { deps.Settings = connections.Settings{BackfillDays: 480} })
	all, err := w.List(t.Context(), w.account, "")
	if text, _ := json.Marshal(all); err != nil || string(text) != "[]" {
		t.Errorf("without a site: %s, %v", text, err)
	}
	of, err := w.List(t.Context(), w.account, w.site.ID)
	if err != nil {
		t.Fatal(err)
	}
	want := []struct{ provider, property, missing string }{
		{"ga4", "", "GOOGLE_APPLICATION_CREDENTIALS"},
		{"gsc", "sc-domain:" + smallShop, "GOOGLE_APPLICATION_CREDENTIALS"},
		{"gads", "", "GOOGLE_APPLICATION_CREDENTIALS GOOGLE_ADS_CUSTOMER_ID"},
		{"bing", smallShop, "BING_API_KEY"},
		{"semrush", smallShop, "SEMRUSH_API_KEY"},
	}
	if len(of) != len(want) {
		t.Fatalf("%d integrations", len(of))
	}
	for i, one := range of {
		missing, required := strings.Join(one.MissingEnvVars, " "), strings.Join(one.RequiredEnvVars, " ")
		if one.Provider != want[i].provider || one.Property != want[i].property || missing != want[i].missing || required != want[i].missing ||
			one.Status != upslope.Disconnected || one.Name == "" || one.Description == "" || one.SignIn {
			t.Errorf("integration %d: %+v", i, one)
		}
	}
	w.result(false, "Ask your administrator")(w.Test(t.Context(), w.account, w.site.ID, upslope.GSC))
	w.wantStatus(upslope.GSC, upslope.Disconnected, "") // nothing to try
}

func TestConnectWithoutCredentialsTakesThoseOfTheSettings(t *testing.T) {
	w := bench(t)
	w.result(true, "can be read")(w.Connect(t.Context(), w.account, w.site.ID, upslope.GSC, nil, map[string]any{}))
	w.wantStatus(upslope.GSC, upslope.Connected, "")
}

func TestCredentialsOfTheSettingsArePendingUntilATestConnects(t *testing.T) {
	w := bench(t)
	w.wantStatus(upslope.GSC, upslope.Pending, "")
	w.wantStatus(upslope.GAds, upslope.Disconnected, "") // no customer
	if all, err := w.List(t.Context(), w.account, ""); err != nil || len(all) != 0 {
		t.Errorf("what nobody tried exists: %+v, %v", all, err)
	}
	w.result(true, "can be read")(w.Test(t.Context(), w.account, w.site.ID, upslope.GSC))
	connected := w.wantStatus(upslope.GSC, upslope.Connected, "")
	if connected.Property != "sc-domain:"+smallShop || connected.PropertyName == "" || connected.Warning != nil || connected.DaysWanted != 480 || connected.DaysRead != 0 {
		t.Errorf("%+v", connected)
	}
	if all, err := w.List(t.Context(), w.account, ""); err != nil || len(all) != 1 || all[0].SiteID != w.site.ID {
		t.Errorf("all that exist: %+v, %v", all, err)
	}
	if w.syncs() != 1 {
		t.Errorf("%d syncs wait", w.syncs())
	}
	w.result(true, "can be read")(w.Test(t.Context(), w.account, w.site.ID, upslope.GSC))
	if activity := w.count("select count(*) from activity where account_id = @account and kind = 'integration.connected'"); activity != 1 {
		t.Errorf("told %d times that it was connected", activity)
	}
	w.result(true, "disconnected")(w.Disconnect(t.Context(), w.account, w.site.ID, upslope.GSC))
	w.wantStatus(upslope.GSC, upslope.Disconnected, "")
	w.result(true, "disconnected")(w.Disconnect(t.Context(), w.account, w.site.ID, upslope.GSC))
	if activity := w.count("select count(*) from activity where account_id = @account and kind = 'integration.disconnected'"); activity != 1 {
		t.Errorf("told %d times that it was disconnected", activity)
	}
}

func TestAFailureSaysWhyAndASuccessForgetsIt(t *testing.T) {
	w := bench(t)
	if err := w.provider.SetFaults([]simulator.Fault{{Source: "token", Kind: simulator.InvalidGrant}}); err != nil {
		t.Fatal(err)
	}
	w.result(false, "Connect it again")(w.Test(t.Context(), w.account, w.site.ID, upslope.GSC))
	w.wantStatus(upslope.GSC, upslope.Failing, "Connect it again")
	if w.syncs() != 0 {
		t.Error("a failure starts a sync")
	}
	if err := w.provider.SetFaults(nil); err != nil {
		t.Fatal(err)
	}
	w.result(true, "")(w.Test(t.Context(), w.account, w.site.ID, upslope.GSC))
	w.wantStatus(upslope.GSC, upslope.Connected, "")

	stranger := w.addSite(w.account, "not-shared.example")
	w.result(false, "sc-domain:not-shared.example")(w.Test(t.Context(), w.account, stranger.ID, upslope.GSC))
}

func TestNobodyWaitsLongForAProvider(t *testing.T) {
	if testing.Short() {
		t.Skip("waits for as long as a person does")
	}
	w := bench(t)
	began := time.Now()
	w.result(false, "did not answer within 20 seconds")(w.Connect(t.Context(), w.account, w.site.ID, upslope.Semrush, nil, map[string]any{"apiKey": slowKey}))
	if took := time.Since(began); took < 15*time.Second || took > 40*time.Second {
		t.Errorf("it took %v", took)
	}
}

func TestAnotherPropertyIsAnotherConnection(t *testing.T) {
	w := bench(t)
	small := w.provider.World("small")
	demo := w.provider.World("demo")
	choose := func(property string) { // and sync one day
		t.Helper()
		w.result(true, "")(w.Connect(t.Context(), w.account, w.site.ID, upslope.GA4, &property, nil))
	}
	choose("properties/" + small.GA4ID)
	first := w.connection(upslope.GA4)
	if first.Property != small.GA4ID || first.Currency == "" || first.TimeZone == "" {
		t.Errorf("%+v", first)
	}
	choose(small.GA4ID)
	if again := w.connection(upslope.GA4); again.ID != first.ID {
		t.Error("the same property is another connection")
	}
	choose(demo.GA4ID)
	second := w.connection(upslope.GA4)
	if second.ID == first.ID {
		t.Error("another property is the same connection: its figures would mix with the old ones")
	}
	if shown := w.shown(upslope.GA4); shown.Warning == nil || !strings.Contains(*shown.Warning, demo.Domain) {
		t.Errorf("no warning that the property is of another domain: %+v", shown)
	}
	erased := w.count("select count(*) from outbox where account_id = @account and topic = 'job.erase-connection' and payload ->> 'connectionId' = '" + first.ID + "'")
	if erased != 1 {
		t.Errorf("%d orders to erase what was read of the first", erased)
	}

	unreadable := "999999999"
	w.result(false, "")(w.Connect(t.Context(), w.account, w.site.ID, upslope.GA4, &unreadable, nil))
	if stored := w.connection(upslope.GA4); stored.ID != second.ID || stored.Property != second.Property || stored.Status != upslope.Connected {
		t.Errorf("a property that cannot be read took the place of one that can: %+v", stored)
	}
	malformed := "G-12345"
	w.result(false, "property ID, such as")(w.Connect(t.Context(), w.account, w.site.ID, upslope.GA4, &malformed, nil))
}

func TestASiteThatChangesReadsItsNewProperties(t *testing.T) {
	w := bench(t)
	id, cleared := w.provider.World("small").GA4ID, ""
	if _, _, err := w.db.EditSite(t.Context(), w.account, w.site.ID, upslope.SiteEdit{GA4PropertyID: &id}); err != nil {
		t.Fatal(err)
	}
	for _, provider := range []string{upslope.GA4, upslope.GSC} {
		w.result(true, "")(w.Test(t.Context(), w.account, w.site.ID, provider))
	}
	ga4, gsc := w.connection(upslope.GA4), w.connection(upslope.GSC)
	if ga4.Property != "" || gsc.Property != "" {
		t.Errorf("what follows from the site is written down: %+v, %+v", ga4, gsc)
	}
	name := "Another name"
	if _, _, err := w.db.EditSite(t.Context(), w.account, w.site.ID, upslope.SiteEdit{GA4PropertyID: &cleared, Name: &name}); err != nil {
		t.Fatal(err)
	}
	if after := w.connection(upslope.GA4); after.ID == ga4.ID || after.Status != upslope.Pending {
		t.Errorf("the old property's connection is still there: %+v", after)
	}
	if after := w.connection(upslope.GSC); after.ID != gsc.ID || after.Status != upslope.Connected {
		t.Errorf("a connection that has nothing to do with it was replaced: %+v", after)
	}
}

func TestNothingIsTriedWhereNothingSaysWhatToRead(t *testing.T) {
	w := bench(t)
	w.result(false, "Choose which customer")(w.Test(t.Context(), w.account, w.site.ID, upslope.GAds))
	w.wantStatus(upslope.GAds, upslope.Disconnected, "") // GOOGLE_ADS_CUSTOMER_ID is missing
	other := w.addSite(w.account, "no-property.example")
	w.result(false, "GA4 Property ID")(w.Test(t.Context(), w.account, other.ID, upslope.GA4))
	if shown, err := w.Integration(t.Context(), w.account, other.ID, upslope.GA4); err != nil || shown.Status != upslope.Failing {
		t.Errorf("%+v, %v", shown, err)
	}
}

func TestACustomerOfAdsIsRememberedWhenTheSettingsChange(t *testing.T) {
	w := bench(t)
	customer := w.provider.World("small").AdsID
	w.deps.Settings.Providers["GOOGLE_ADS_CUSTOMER_ID"] = customer[:3] + "-" + customer[3:6] + "-" + customer[6:]
	w.Service = connections.New(w.deps)
	w.wantStatus(upslope.GAds, upslope.Pending, "")
	w.result(true, "")(w.Test(t.Context(), w.account, w.site.ID, upslope.GAds))
	if stored := w.connection(upslope.GAds); stored.Property != customer {
		t.Errorf("%+v", stored)
	}
}

func TestAStrangersSiteIsNotThere(t *testing.T) {
	w := bench(t, signingIn)
	eve := w.signUp("eve")
	property := "sc-domain:" + smallShop
	for name, call := range map[string]func() error{
		"list": func() error { _, err := w.List(t.Context(), eve, w.site.ID); return err },
		"look": func() error { _, err := w.Integration(t.Context(), eve, w.site.ID, upslope.PageSpeed); return err },
		"test": func() error { _, err := w.Test(t.Context(), eve, w.site.ID, upslope.GSC); return err },
		"connect": func() error {
			_, err := w.Connect(t.Context(), eve, w.site.ID, upslope.GSC, &property, nil)
			return err
		},
		"disconnect": func() error { _, err := w.Disconnect(t.Context(), eve, w.site.ID, upslope.GSC); return err },
		"properties": func() error { _, err := w.Properties(t.Context(), eve, w.site.ID, upslope.GSC); return err },
		"sign in":    func() error { _, err := w.Begin(t.Context(), eve, w.site.ID, upslope.GSC, "browser"); return err },
	} {
		if err := call(); upslope.CodeOf(err) != upslope.NotFound {
			t.Errorf("%s: %v", name, err)
		}
	}
	_, err := w.Test(t.Context(), w.account, w.site.ID, "yandex")
	wantCode(t, err, upslope.Invalid)
}
