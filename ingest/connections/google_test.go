package connections_test

import (
	"net/http"
	"net/url"
	"strings"
	"testing"
	"time"

	"upslope"
	"upslope/ingest/connections"
	"upslope/simulator"
)

const browser = "the browser's cookie"

// begin starts a sign-in for the site and returns the parameters of Google's callback.
func (w *workbench) begin(provider string, allow bool) upslope.GoogleCallback {
	w.t.Helper()
	address, err := w.Begin(w.t.Context(), w.account, w.site.ID, provider, browser)
	if err != nil {
		w.t.Fatal(err)
	}
	back := w.visit(address, allow)
	if code := back.Get("code"); code != "" {
		w.secrets = append(w.secrets, code)
	}
	return upslope.GoogleCallback{State: back.Get("state"), Code: back.Get("code"), Failure: back.Get("error")}
}

// signIn completes a Google sign-in with all permissions.
func (w *workbench) signIn(provider string) {
	w.t.Helper()
	result, err := w.Finish(w.t.Context(), w.account, browser, w.begin(provider, true))
	w.note(result, err)
	if err != nil || result.Failure != "" || result.Provider != provider || result.SiteID != w.site.ID {
		w.t.Fatalf("%+v, %v", result, err)
	}
}

func TestSigningInWithGoogleConnects(t *testing.T) {
	w := bench(t, signingIn)
	if shown := w.wantStatus(upslope.GSC, upslope.Disconnected, ""); !shown.SignIn || strings.Join(shown.RequiredEnvVars, " ") != "GOOGLE_CLIENT_ID GOOGLE_CLIENT_SECRET" || len(shown.MissingEnvVars) != 0 {
		t.Errorf("%+v", shown)
	}
	// The service account has no access here.
	w.result(false, "Sign in with Google")(w.Test(t.Context(), w.account, w.site.ID, upslope.GSC))
	w.signIn(upslope.GSC)
	if shown := w.wantStatus(upslope.GSC, upslope.Connected, ""); shown.SignedInAs != simulator.Owner {
		t.Errorf("signed in as %q", shown.SignedInAs)
	}
	w.wantStatus(upslope.GA4, upslope.Pending, "") // the same sign-in has access
	w.result(true, "")(w.Test(t.Context(), w.account, w.site.ID, upslope.GA4))
	if found := w.connection(upslope.GA4); found.Property != w.provider.World("small").GA4ID {
		t.Errorf("the property of the site's domain was not found: %+v", found)
	}
	if plain := w.count("select count(*) from credentials where position('1//0'::bytea in secret) > 0 and account_id = @account"); plain != 0 {
		t.Error("the refresh token lies there in the clear")
	}
}

func TestConsentIsAskedForAsGoogleWantsIt(t *testing.T) {
	w := bench(t, signingIn)
	address, err := w.Begin(t.Context(), w.account, "", upslope.GAds, browser)
	if err != nil {
		t.Fatal(err)
	}
	parsed, err := url.Parse(address)
	if err != nil {
		t.Fatal(err)
	}
	query := parsed.Query()
	for name, want := range map[string]string{
		"response_type": "code", "client_id": "client-of-upslope", "redirect_uri": "https://upslope.example/api/integrations/google/callback",
		"access_type": "offline", "prompt": "consent", "code_challenge_method": "S256",
		"scope": "openid email https://www.googleapis.com/auth/analytics.readonly https://www.googleapis.com/auth/webmasters.readonly https://www.googleapis.com/auth/adwords",
	} {
		if query.Get(name) != want {
			t.Errorf("%s is %q, want %q", name, query.Get(name), want)
		}
	}
	if !strings.HasPrefix(address, w.url+"/o/oauth2/v2/auth?") || len(query.Get("state")) < 20 || len(query.Get("code_challenge")) != 43 || query.Has("client_secret") {
		t.Error(address)
	}
	unset := connections.New(connections.Deps{Records: w.db, Keys: w.deps.Keys, Providers: w.deps.Providers, Now: w.deps.Now, Settings: connections.Settings{GoogleClientID: "c"}})
	if address, err = unset.Begin(t.Context(), w.account, "", upslope.GSC, browser); err != nil || !strings.HasPrefix(address, "https://accounts.google.com/o/oauth2/v2/auth?") {
		t.Errorf("%s, %v", address, err)
	}
}

func TestAStateIsGoodOnceForTenMinutesInItsBrowserAndAccount(t *testing.T) {
	w := bench(t, signingIn)
	eve := w.signUp("eve")
	finish := func(account, cookie string, answer upslope.GoogleCallback) {
		t.Helper()
		result, err := w.Finish(t.Context(), account, cookie, answer)
		w.note(result, err)
		wantCode(t, err, upslope.Invalid)
	}
	good := func() upslope.GoogleCallback { return w.begin(upslope.GSC, true) }
	forged := good()
	forged.State = strings.Repeat("A", len(forged.State))
	finish(w.account, browser, forged)
	finish(w.account, browser, upslope.GoogleCallback{Code: "4/0A-anything"})
	finish(w.account, "another browser", good())
	finish("", "", good())
	finish(eve, browser, good())

	late := good()
	w.at = w.at.Add(10 * time.Minute)
	finish(w.account, browser, late)

	tried := good()
	finish(w.account, "another browser", tried)
	finish(w.account, browser, tried) // a tried state is spent
	if stored := w.count("select count(*) from credentials"); stored != 0 {
		t.Errorf("%d credentials are kept", stored)
	}
	used := good()
	// The session expired meanwhile.
	if result, err := w.Finish(t.Context(), "", browser, used); err != nil || result.Failure != "" {
		t.Errorf("%+v, %v", result, err)
	}
	finish(w.account, browser, used)
}

func TestWhatGoogleDoesNotShareIsSaid(t *testing.T) {
	w := bench(t, signingIn)
	failure := func(words string, answer upslope.GoogleCallback) {
		t.Helper()
		result, err := w.Finish(t.Context(), w.account, browser, answer)
		w.note(result, err)
		if err != nil || result.Provider != upslope.GSC || result.SiteID != w.site.ID || !strings.Contains(result.Failure, words) {
			t.Errorf("%+v, %v; want %q", result, err, words)
		}
	}
	failure("Google shared nothing", w.begin(upslope.GSC, false))
	wrong := w.begin(upslope.GSC, true)
	wrong.Code = "4/0A-another-hush"
	failure("did not complete the sign-in", wrong)

	ticked := w.base(t, `{"access_token": "ya29.hush", "refresh_token": "1//hush", "expires_in": 3600, "scope": "openid https://www.googleapis.com/auth/adwords"}`)
	w.deps.Settings.GoogleOAuthBaseURL = ticked
	unticked := connections.New(w.deps)
	result, err := unticked.Finish(t.Context(), w.account, browser, w.begin(upslope.GSC, true))
	if w.note(result, err); err != nil || !strings.Contains(result.Failure, "tick its box") {
		t.Errorf("%+v, %v", result, err)
	}
	w.deps.Settings.GoogleOAuthBaseURL = w.base(t, `{"access_token": "ya29.hush", "expires_in": 3600}`)
	result, err = connections.New(w.deps).Finish(t.Context(), w.account, browser, w.begin(upslope.GSC, true))
	if w.note(result, err); err != nil || !strings.Contains(result.Failure, "for an hour only") {
		t.Errorf("%+v, %v", result, err)
	}
	if stored := w.count("select count(*) from credentials where account_id = @account"); stored != 0 {
		t.Errorf("%d credentials are kept", stored)
	}
}

func TestAnEndedSignInIsAskedForAgainOnAllItsConnections(t *testing.T) {
	w := bench(t, signingIn)
	w.signIn(upslope.GSC)
	w.result(true, "")(w.Test(t.Context(), w.account, w.site.ID, upslope.GA4))
	if err := w.provider.SetFaults([]simulator.Fault{{Source: "token", Kind: simulator.InvalidGrant}}); err != nil {
		t.Fatal(err)
	}
	later := connections.New(w.deps) // another process, without a cached access token
	source, access, err := later.Open(t.Context(), w.site, w.connection(upslope.GSC))
	if err != nil {
		t.Fatal(err)
	}
	_, err = source.Properties(t.Context(), access)
	if w.note(nil, err); err == nil {
		t.Fatal("the simulator still gives tokens")
	}
	for _, provider := range []string{upslope.GSC, upslope.GA4} {
		w.wantStatus(provider, upslope.Failing, "Sign in with Google again")
	}
	if err := w.provider.SetFaults(nil); err != nil {
		t.Fatal(err)
	}
	// It stays revoked until the user signs in again.
	w.result(false, "Sign in with Google")(w.Test(t.Context(), w.account, w.site.ID, upslope.GSC))
	w.signIn(upslope.GSC)
	w.wantStatus(upslope.GSC, upslope.Connected, "")
	w.result(true, "")(w.Test(t.Context(), w.account, w.site.ID, upslope.GA4)) // of the same Google account
	if stored := w.count("select count(*) from credentials where account_id = @account"); stored != 1 {
		t.Errorf("%d credentials are kept of one Google account", stored)
	}
}

func TestTheLastToDisconnectWithdrawsTheSignIn(t *testing.T) {
	w := bench(t, signingIn)
	var withdrawn []string
	watch := http.NewServeMux()
	watch.HandleFunc("/revoke", func(_ http.ResponseWriter, r *http.Request) { withdrawn = append(withdrawn, r.PostFormValue("token")) })
	w.signIn(upslope.GSC)
	w.result(true, "")(w.Test(t.Context(), w.account, w.site.ID, upslope.GA4))
	w.deps.Settings.GoogleOAuthBaseURL = w.serve(t, watch)
	watched := connections.New(w.deps)
	w.result(true, "")(watched.Disconnect(t.Context(), w.account, w.site.ID, upslope.GSC))
	if len(withdrawn) != 0 {
		t.Errorf("withdrawn while Analytics uses it: %d", len(withdrawn))
	}
	w.result(true, "")(watched.Disconnect(t.Context(), w.account, w.site.ID, upslope.GA4))
	if len(withdrawn) != 1 || !strings.HasPrefix(withdrawn[0], "1//0") {
		t.Errorf("%d sign-ins were withdrawn", len(withdrawn))
	}
	w.wantStatus(upslope.GSC, upslope.Disconnected, "")
	if stored := w.count("select count(*) from credentials where account_id = @account"); stored != 0 {
		t.Errorf("%d credentials are kept", stored)
	}
}

func TestASignInThatNothingUsesIsForgottenAfterADay(t *testing.T) {
	w := bench(t, signingIn)
	w.signIn(upslope.GSC)
	if _, err := w.db.DeleteSite(t.Context(), w.account, w.site.ID); err != nil {
		t.Fatal(err)
	}
	for later, want := range []int{1, 0} {
		w.at = time.Now().Add(time.Duration(later)*24*time.Hour + time.Minute)
		if err := w.Sweep(t.Context()); err != nil {
			t.Fatal(err)
		}
		if stored := w.count("select count(*) from credentials where account_id = @account"); stored != want {
			t.Errorf("%d credentials are kept after %d days", stored, later)
		}
	}
}
