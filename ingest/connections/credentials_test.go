package connections_test

import (
	"testing"

	"upslope"
	"upslope/ingest/connections"
	"upslope/simulator"
)

func TestHandedKeysAreKeptEncryptedAndShownByTheirEnd(t *testing.T) {
	w := bench(t)
	w.result(false, "Send the API key")(w.Connect(t.Context(), w.account, w.site.ID, upslope.Semrush, nil, map[string]any{"apiKey": "short"}))
	w.result(false, "Send the API key")(w.Connect(t.Context(), w.account, w.site.ID, upslope.Semrush, nil, map[string]any{"key": goodKey}))
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
	w.result(false, "token address that is not Google's")(w.Connect(t.Context(), w.account, w.site.ID, upslope.GSC, nil, w.handedOver("http://169.254.169.254/token")))
	// No fields select the credentials of the settings.
	w.result(false, "Ask your administrator")(w.Connect(t.Context(), w.account, w.site.ID, upslope.GSC, nil, map[string]any{}))
	for _, wrong := range []map[string]any{{"type": "service_account"}, {"type": "authorized_user", "refresh_token": "hush-refresh"}, {"type": "service_account", "client_email": "a@b", "private_key": "hush-none"}} {
		w.result(false, "not a Google service account key file")(w.Connect(t.Context(), w.account, w.site.ID, upslope.GSC, nil, wrong))
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

// An outdated key file, or one without access, must not replace the working key file of other connections.
func TestAKeyFileThatFailsReplacesNoneThatOthersUse(t *testing.T) {
	w := bench(t, func(deps *connections.Deps) { deps.Settings.ServiceAccountFile = "" })
	w.result(true, "can be read")(w.Connect(t.Context(), w.account, w.site.ID, upslope.GSC, nil, w.handedOver("")))
	stored, first := w.secretsKept(), w.connection(upslope.GSC)
	second := w.addSite(w.account, w.provider.World("demo").Domain)
	w.outdate(true)
	w.Service = connections.New(w.deps) // without a cached access token
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

// outdate makes Google refuse service account keys, or accept them again.
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
