package connections_test

import (
	"encoding/base64"
	"encoding/json"
	"net/http"
	"strings"
	"testing"

	"upslope"
	"upslope/ingest/connections"
	"upslope/simulator"
)

// An unticked box must not replace an earlier sign-in with more access.
func TestASignInThatOpensLessReplacesNothing(t *testing.T) {
	w := bench(t, signingIn)
	w.signIn(upslope.GSC)
	w.result(true, "")(w.Test(t.Context(), w.account, w.site.ID, upslope.GA4))
	stored := w.secretsKept()
	simulated := w.url
	for provider, scope := range map[string]string{upslope.GSC: "webmasters.readonly", upslope.GAds: "adwords webmasters.readonly"} {
		mux := http.NewServeMux()
		mux.HandleFunc("/token", func(out http.ResponseWriter, r *http.Request) {
			passToken(t, out, r, simulated, `{"scope": "openid https://www.googleapis.com/auth/`+strings.ReplaceAll(scope, " ", " https://www.googleapis.com/auth/")+`", "id_token": "`+ownersIDToken()+`"}`)
		})
		mux.Handle("/", w.provider.Handler())
		w.deps.Settings.GoogleOAuthBaseURL = w.serve(t, mux)
		w.Service = connections.New(w.deps)
		for _, site := range []string{w.site.ID, ""} {
			address, err := w.Begin(t.Context(), w.account, site, provider, browser)
			if err != nil {
				t.Fatal(err)
			}
			back := w.visit(address, true)
			result, err := w.Finish(t.Context(), w.account, browser, upslope.GoogleCallback{State: back.Get("state"), Code: back.Get("code")})
			if w.note(result, err); err != nil || !strings.Contains(result.Failure, "Google Analytics 4, which your sites read through the same Google account") {
				t.Errorf("%s: %+v, %v", provider, result, err)
			}
		}
	}
	if now := w.secretsKept(); now != stored {
		t.Error("the sign-in that others use was replaced")
	}
	w.wantStatus(upslope.GSC, upslope.Connected, "")
	w.wantStatus(upslope.GA4, upslope.Connected, "")
	w.wantStatus(upslope.GAds, upslope.Pending, "")
}

// ownersIDToken is an ID token that names the account's owner.
func ownersIDToken() string {
	return "e30." + base64.RawURLEncoding.EncodeToString([]byte(`{"sub": "1", "email": "`+simulator.Owner+`"}`)) + ".c2ln"
}

// A valid sign-in is stored even when no property is readable yet: the user then picks one of its properties.
func TestASignInIsKeptForChoosingAProperty(t *testing.T) {
	w := bench(t, signingIn)
	w.signIn(upslope.GSC)
	before := w.secretsKept()
	second := w.addSite(w.account, "no-property.example")
	w.site = second
	result, err := w.Finish(t.Context(), w.account, browser, w.begin(upslope.GA4, true))
	if w.note(result, err); err != nil || !strings.Contains(result.Failure, "Choose which property") {
		t.Errorf("%+v, %v", result, err)
	}
	w.wantStatus(upslope.GA4, upslope.Failing, "Choose which property")
	if w.secretsKept() == before {
		t.Error("the newer sign-in was not kept")
	}
	if properties, err := w.Properties(t.Context(), w.account, second.ID, upslope.GA4); err != nil || len(properties) == 0 {
		t.Errorf("%d properties to choose from, %v", len(properties), err)
	}
}

// Two unnamed Google accounts must not replace each other, and a new sign-in must not end its replacement.
func TestGoogleAccountsWithoutAnAddressAreToldApart(t *testing.T) {
	w := bench(t, signingIn)
	simulated := w.url
	withdrawn := 0
	tokens := func(more string) string {
		mux := http.NewServeMux()
		mux.HandleFunc("/revoke", func(http.ResponseWriter, *http.Request) { withdrawn++ })
		mux.HandleFunc("/token", func(out http.ResponseWriter, r *http.Request) { passToken(t, out, r, simulated, more) })
		mux.Handle("/", w.provider.Handler())
		return w.serve(t, mux)
	}
	second := w.addSite(w.account, w.provider.World("demo").Domain)
	first := w.site
	for _, one := range []struct {
		site   upslope.Site
		more   string // fields of the code's token response
		stored int
	}{
		{first, `{}`, 1},
		{second, `{}`, 2}, // may or may not be another account
		{second, `{}`, 2}, // replaces the previous one
		{first, `{"id_token": "e30.` + base64.RawURLEncoding.EncodeToString([]byte(`{"sub": "1"}`)) + `.c2ln"}`, 2},
		{first, `{"id_token": "e30.` + base64.RawURLEncoding.EncodeToString([]byte(`{"sub": "1"}`)) + `.c2ln"}`, 2},
		{second, `{"id_token": "e30.` + base64.RawURLEncoding.EncodeToString([]byte(`{"sub": "2"}`)) + `.c2ln"}`, 2},
	} {
		w.site, w.deps.Settings.GoogleOAuthBaseURL = one.site, tokens(one.more)
		w.Service = connections.New(w.deps)
		w.signIn(upslope.GSC)
		if stored := w.count("select count(*) from credentials where account_id = @account"); stored != one.stored {
			t.Errorf("after %+v %d credentials are kept, want %d", one, stored, one.stored)
		}
		if loaded := w.wantStatus(upslope.GSC, upslope.Connected, ""); loaded.SignedInAs != "a Google account" {
			t.Errorf("signed in as %q", loaded.SignedInAs)
		}
	}
	if withdrawn != 0 {
		t.Errorf("%d sign-ins were ended that may be of an account that has another", withdrawn)
	}
}

// passToken replies like the simulator, without its ID token but with more.
func passToken(t *testing.T, out http.ResponseWriter, r *http.Request, simulated, more string) {
	t.Helper()
	answered, err := http.Post(simulated+"/token", r.Header.Get("Content-Type"), r.Body)
	if err != nil {
		t.Error(err)
		return
	}
	defer answered.Body.Close()
	answer := map[string]any{}
	if err := json.NewDecoder(answered.Body).Decode(&answer); err != nil {
		t.Error(err)
	}
	delete(answer, "id_token")
	if err := json.Unmarshal([]byte(more), &answer); err != nil {
		t.Error(err)
	}
	out.Header().Set("Content-Type", "application/json")
	out.WriteHeader(answered.StatusCode)
	_ = json.NewEncoder(out).Encode(answer)
}
