package connections_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"
	"time"

	"upslope"
	"upslope/infra/clickhouse"
	"upslope/ingest/connections"
	"upslope/ingest/providers"
	"upslope/ingest/simulator"
)

func TestANewAccountHasNoIntegrationsAndASiteHasFour(t *testing.T) {
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
	w.result(false, "GOOGLE_APPLICATION_CREDENTIALS")(w.Test(t.Context(), w.account, w.site.ID, upslope.GSC))
	w.wantStatus(upslope.GSC, upslope.Disconnected, "") // there was nothing to try
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

func TestHandedKeysAreKeptEncryptedAndShownByTheirEnd(t *testing.T) {
	w := bench(t)
	w.result(false, "its API key")(w.Connect(t.Context(), w.account, w.site.ID, upslope.Semrush, nil, map[string]any{"apiKey": "short"}))
	w.result(false, "its API key")(w.Connect(t.Context(), w.account, w.site.ID, upslope.Semrush, nil, map[string]any{"key": goodKey}))
	w.result(false, "no longer accepts")(w.Connect(t.Context(), w.account, w.site.ID, upslope.Semrush, nil, map[string]any{"apiKey": "hush-wrong-key-0000"}))
	w.wantStatus(upslope.Semrush, upslope.Failing, "no longer accepts")
	w.result(true, "The key works.")(w.Connect(t.Context(), w.account, w.site.ID, upslope.Semrush, nil, map[string]any{"apiKey": goodKey}))
	if shown := w.wantStatus(upslope.Semrush, upslope.Connected, ""); shown.SignedInAs != "key ending in 1234" {
		t.Errorf("signed in as %q", shown.SignedInAs)
	}
	if stored := w.count("select count(*) from credentials where account_id = @account"); stored != 1 {
		t.Errorf("%d credentials are kept: the wrong key serves nobody", stored)
	}
	if plain := w.count("select count(*) from credentials where position('hush'::bytea in secret) > 0 and account_id = @account"); plain != 0 {
		t.Error("the key lies there in the clear")
	}
	_, access, err := w.Open(t.Context(), w.site, w.connection(upslope.Semrush))
	if err != nil || access.Key != goodKey {
		t.Errorf("opened with %q, %v", access.Key, err)
	}
	w.result(false, "no longer accepts")(w.Connect(t.Context(), w.account, w.site.ID, upslope.Semrush, nil, map[string]any{"apiKey": "hush-wrong-key-0000"}))
	if shown := w.wantStatus(upslope.Semrush, upslope.Connected, ""); shown.SignedInAs != "key ending in 1234" {
		t.Errorf("a key that does not work took the place of one that does: signed in as %q", shown.SignedInAs)
	}
	w.result(true, "disconnected")(w.Disconnect(t.Context(), w.account, w.site.ID, upslope.Semrush))
	if stored := w.count("select count(*) from credentials where account_id = @account"); stored != 0 {
		t.Errorf("%d credentials are kept of what was disconnected", stored)
	}
}

func TestACredentialThatIsCopiedToAnotherAccountOpensNothing(t *testing.T) {
	w := bench(t)
	w.result(true, "The key works.")(w.Connect(t.Context(), w.account, w.site.ID, upslope.Semrush, nil, map[string]any{"apiKey": goodKey}))
	thief := w.signUp("eve")
	theirs := w.addSite(thief, "eve.example")
	if _, err := w.rows.Exec(t.Context(), `
		with copied as (insert into credentials (account_id, kind, label, secret, key_id) select $2, kind, label, secret, key_id from credentials where account_id = $1 returning id)
		insert into connections (account_id, site_id, provider, credential_id, status) select $2, $3, 'semrush', id, 'connected' from copied`,
		w.account, thief, theirs.ID); err != nil {
		t.Fatal(err)
	}
	w.result(false, "cannot be decrypted")(w.Test(t.Context(), thief, theirs.ID, upslope.Semrush))
}

func TestAServiceAccountOfACustomerReachesGoogleOnly(t *testing.T) {
	w := bench(t, func(deps *connections.Deps) { deps.Settings.ServiceAccountFile = "" })
	w.result(false, "address of tokens that is not Google's")(w.Connect(t.Context(), w.account, w.site.ID, upslope.GSC, nil, w.handedOver("http://169.254.169.254/token")))
	w.result(false, "GOOGLE_APPLICATION_CREDENTIALS")(w.Connect(t.Context(), w.account, w.site.ID, upslope.GSC, nil, map[string]any{})) // none are those of the settings
	for _, wrong := range []map[string]any{{"type": "service_account"}, {"type": "authorized_user", "refresh_token": "hush-refresh"}, {"type": "service_account", "client_email": "a@b", "private_key": "hush-none"}} {
		w.result(false, "key file of a Google service account")(w.Connect(t.Context(), w.account, w.site.ID, upslope.GSC, nil, wrong))
	}
	if made := w.connection(upslope.GSC); made.ID != "" {
		t.Errorf("a connection was made of nothing: %+v", made)
	}
	for _, address := range []string{"https://oauth2.googleapis.com/token", w.url + "/token", ""} {
		w.result(true, "can be read")(w.Connect(t.Context(), w.account, w.site.ID, upslope.GSC, nil, w.handedOver(address)))
	}
	if shown := w.wantStatus(upslope.GSC, upslope.Connected, ""); shown.SignedInAs != simulator.ServiceAccount {
		t.Errorf("signed in as %q", shown.SignedInAs)
	}
}

// An outdated key file, or one for what it does not open, must not cost what the key before it opens.
func TestAKeyFileThatFailsReplacesNoneThatOthersUse(t *testing.T) {
	w := bench(t, func(deps *connections.Deps) { deps.Settings.ServiceAccountFile = "" })
	w.result(true, "can be read")(w.Connect(t.Context(), w.account, w.site.ID, upslope.GSC, nil, w.handedOver("")))
	stored, first := w.secretsKept(), w.connection(upslope.GSC)
	second := w.addSite(w.account, w.provider.World("demo").Domain)
	w.outdate(true)
	w.Service = connections.New(w.deps) // that has no access token yet
	for _, site := range []upslope.Site{second, w.site} {
		w.result(false, "")(w.Connect(t.Context(), w.account, site.ID, upslope.GSC, nil, w.handedOver("")))
	}
	if w.secretsKept() != stored {
		t.Error("a key file that fails took the place of the one that is used")
	}
	if now := w.connection(upslope.GSC); now.Status != upslope.Connected || now.CredentialID != first.CredentialID {
		t.Errorf("the connection that works is %+v", now)
	}
	if all, err := w.db.Connections(t.Context(), w.account, second.ID); err != nil || len(all) != 0 {
		t.Errorf("something was connected: %+v, %v", all, err)
	}
	w.outdate(false)
	w.result(true, "can be read")(w.Connect(t.Context(), w.account, second.ID, upslope.GSC, nil, w.handedOver("")))
	if w.secretsKept() == stored {
		t.Error("a key file that works did not take the place of the one before")
	}
	if credentials := w.count("select count(*) from credentials where account_id = @account"); credentials != 1 {
		t.Errorf("%d credentials are kept of one service account", credentials)
	}
}

// outdate has Google refuse the keys of service accounts, or take them again.
func (w *workbench) outdate(outdated bool) {
	w.t.Helper()
	var faults []simulator.Fault
	if outdated {
		faults = []simulator.Fault{{Source: "token", Kind: simulator.InvalidGrant}}
	}
	if err := w.provider.SetFaults(faults); err != nil {
		w.t.Fatal(err)
	}
}

func TestTheFileOfTheSettingsMayNameItsOwnAddressOfTokens(t *testing.T) {
	w := bench(t, func(deps *connections.Deps) { deps.Settings.GoogleOAuthBaseURL = "http://127.0.0.1:1" })
	w.result(true, "can be read")(w.Test(t.Context(), w.account, w.site.ID, upslope.GSC))
	w.deps.Settings.GoogleOAuthBaseURL, w.deps.Settings.ServiceAccountFile = w.url, w.keyFile("https://oauth2.googleapis.com/token")
	replaced := connections.New(w.deps)
	w.result(true, "can be read")(replaced.Test(t.Context(), w.account, w.site.ID, upslope.GSC))
}

func TestWithoutAKeysetNothingIsKept(t *testing.T) {
	w := bench(t, signingIn, func(deps *connections.Deps) { deps.Keys = nil })
	w.result(false, "ENCRYPTION_KEYSET is not set")(w.Connect(t.Context(), w.account, w.site.ID, upslope.Semrush, nil, map[string]any{"apiKey": goodKey}))
	_, err := w.Begin(t.Context(), w.account, w.site.ID, upslope.GSC, "browser")
	wantCode(t, err, upslope.Conflict)
}

func TestAnotherPropertyIsAnotherConnection(t *testing.T) {
	w := bench(t)
	small := w.provider.World("small")
	demo := w.provider.World("demo")
	choose := func(property string) { // and read a day of it
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
	w.result(false, "named by its number")(w.Connect(t.Context(), w.account, w.site.ID, upslope.GA4, &malformed, nil))
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
	_, err := w.Test(t.Context(), w.account, w.site.ID, "bing")
	wantCode(t, err, upslope.Invalid)
}

func TestHowFarAHistoryWasReadIsShown(t *testing.T) {
	w := bench(t)
	w.result(true, "")(w.Test(t.Context(), w.account, w.site.ID, upslope.GSC))
	connection := w.connection(upslope.GSC)
	newest := w.at.Truncate(24*time.Hour).AddDate(0, 0, -3)
	days := map[time.Time][]string{newest: {string(providers.Truncated)}, newest.AddDate(0, 0, -1): nil, newest.AddDate(0, 0, -2): nil}
	for day, notes := range days {
		for report, rows := range map[string]uint64{"gsc_query_pages": 2, "gsc_totals": 1} { // of which one is counted
			readDay(t, w.facts, connection, report, day, rows, notes)
			readDay(t, w.facts, connection, report, day, rows, notes) // once more
		}
	}
	shown := w.shown(upslope.GSC)
	if shown.DaysRead != 3 || shown.TruncatedDays != 1 || shown.DaysWanted != 478 || shown.NewestDay == nil || *shown.NewestDay != newest.Format(time.DateOnly) ||
		*shown.OldestDay != newest.AddDate(0, 0, -2).Format(time.DateOnly) {
		t.Errorf("%+v, newest %v, oldest %v", shown, *shown.NewestDay, *shown.OldestDay)
	}
}

func readDay(t *testing.T, facts *clickhouse.DB, connection upslope.Connection, report string, day time.Time, rows uint64, notes []string) {
	t.Helper()
	readAs(t, facts, connection, report, day, uint64(time.Now().UnixNano()), rows, notes)
}

func readAs(t *testing.T, facts *clickhouse.DB, connection upslope.Connection, report string, day time.Time, syncID, rows uint64, notes []string) {
	t.Helper()
	err := facts.Exec(t.Context(), fmt.Sprintf(`insert into current_days
		select {account:UUID}, {site:UUID}, {connection:UUID}, {report:String}, {day:Date}, %d, %d, true, {day:Date}, {notes:Array(String)}`, syncID, rows),
		map[string]any{"account": connection.AccountID, "site": connection.SiteID, "connection": connection.ID, "report": report, "day": day, "notes": append([]string{}, notes...)})
	if err != nil {
		t.Fatal(err)
	}
}

func TestPathsBelongToTheHostThatGoogleShows(t *testing.T) {
	w := bench(t)
	wantOrigin := func(want string) {
		t.Helper()
		_, access, err := w.Open(t.Context(), w.site, upslope.Connection{AccountID: w.account, SiteID: w.site.ID, Provider: upslope.GA4})
		if err != nil || access.Origin != want {
			t.Errorf("origin %q, %v; want %q", access.Origin, err, want)
		}
	}
	wantOrigin("https://" + smallShop)
	w.result(true, "")(w.Test(t.Context(), w.account, w.site.ID, upslope.GSC))
	connection, day := w.connection(upslope.GSC), w.at.Truncate(24*time.Hour).AddDate(0, 0, -3)
	for syncID, pages := range map[uint64][]string{7: {"https://www." + smallShop + "/a", "https://www." + smallShop + "/b"}, 6: {"https://old." + smallShop + "/"}} { // 6 was replaced
		for _, page := range pages {
			if err := w.facts.Exec(t.Context(), fmt.Sprintf("insert into gsc_pages (account_id, site_id, connection_id, day, sync_id, page, clicks, impressions, position) select {account:UUID}, {site:UUID}, {connection:UUID}, {day:Date}, %d, {page:String}, 1, %d, 1", syncID, 1000/syncID),
				map[string]any{"account": w.account, "site": w.site.ID, "connection": connection.ID, "day": day, "page": page}); err != nil {
				t.Fatal(err)
			}
		}
	}
	readAs(t, w.facts, connection, "gsc_pages", day, 7, 2, nil)
	wantOrigin("https://www." + smallShop)
	property := "http://shop." + smallShop
	if _, err := w.rows.Exec(t.Context(), "update connections set property = $1 where id = $2", property+"/", connection.ID); err != nil {
		t.Fatal(err)
	}
	wantOrigin(property)
}
