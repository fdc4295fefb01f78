package simulator

import (
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"net/http"
	"net/url"
	"strings"
	"testing"
	"time"

	"golang.org/x/oauth2/google"
)

// exchange sends a form to the token address.
func (b *workbench) exchange(t *testing.T, form url.Values) (int, tokenAnswer, tokenError) {
	t.Helper()
	status, text, _ := b.request(t, http.DefaultClient, "POST", "/token", form.Encode())
	var answer tokenAnswer
	var fault tokenError
	if err := json.Unmarshal([]byte(text), &answer); err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal([]byte(text), &fault); err != nil {
		t.Fatal(err)
	}
	return status, answer, fault
}

// consentTo goes through the consent page and returns the code.
func (b *workbench) consentTo(t *testing.T, query url.Values) string {
	t.Helper()
	client := &http.Client{CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}
	status, _, header := b.request(t, client, "GET", "/o/oauth2/v2/auth?"+query.Encode(), "")
	back, err := url.Parse(header.Get("Location"))
	if status != http.StatusFound || err != nil || back.Query().Get("state") != query.Get("state") {
		t.Fatalf("%d, back to %v, %v", status, back, err)
	}
	return back.Query().Get("code")
}

func TestSignInGivesTokensForTheCodeAndItsVerifierOnce(t *testing.T) {
	b := start(t, Config{})
	sum := sha256.Sum256([]byte("the-verifier-the-verifier-the-verifier-the-verifier"))
	query := url.Values{
		"client_id": {"app"}, "redirect_uri": {"http://127.0.0.1:9/back?x=1"}, "response_type": {"code"}, "scope": {"openid email https://www.googleapis.com/auth/webmasters.readonly"}, "state": {"s t"},
		"access_type": {"offline"}, "code_challenge": {base64.RawURLEncoding.EncodeToString(sum[:])}, "code_challenge_method": {"S256"},
	}
	status, page, _ := b.request(t, http.DefaultClient, "GET", "/o/oauth2/v2/auth?"+query.Encode(), "")
	if status != http.StatusOK || !strings.Contains(page, Owner) || !strings.Contains(page, "state=s&#43;t") {
		t.Fatalf("consent page: %d %s", status, page)
	}
	query.Set("login_hint", Owner)
	form := url.Values{"grant_type": {"authorization_code"}, "client_id": {"app"}, "client_secret": {"secret"}, "redirect_uri": query["redirect_uri"], "code_verifier": {"another"}}
	form.Set("code", b.consentTo(t, query))
	if status, _, fault := b.exchange(t, form); status != 400 || fault.Error != "invalid_grant" {
		t.Fatalf("wrong verifier: %d %+v", status, fault)
	}
	form.Set("code", b.consentTo(t, query))
	form.Set("code_verifier", "the-verifier-the-verifier-the-verifier-the-verifier")
	status, answer, _ := b.exchange(t, form)
	if status != 200 || answer.RefreshToken == "" || answer.ExpiresIn != 3600 || answer.TokenType != "Bearer" || strings.Count(answer.IDToken, ".") != 2 {
		t.Fatalf("exchange: %d %+v", status, answer)
	}
	if status, _, fault := b.exchange(t, form); status != 400 || fault.Error != "invalid_grant" {
		t.Fatalf("second exchange of one code: %d %+v", status, fault)
	}
	refresh := url.Values{"grant_type": {"refresh_token"}, "client_id": {"app"}, "client_secret": {"secret"}, "refresh_token": {answer.RefreshToken}}
	if status, again, _ := b.exchange(t, refresh); status != 200 || again.AccessToken == answer.AccessToken || again.RefreshToken != "" {
		t.Fatalf("refresh: %d %+v", status, again)
	}
	if status, _, _ := b.request(t, http.DefaultClient, "POST", "/revoke", url.Values{"token": {answer.RefreshToken}}.Encode()); status != 200 {
		t.Fatalf("revoke: %d", status)
	}
	if status, _, fault := b.exchange(t, refresh); status != 400 || fault.Error != "invalid_grant" {
		t.Fatalf("refresh after it was revoked: %d %+v", status, fault)
	}
}

func TestOnlyTheKeyOfTheServiceAccountSigns(t *testing.T) {
	b, other := start(t, Config{}), start(t, Config{})
	file, err := other.ServiceAccountJSON(b.url + "/token")
	if err != nil {
		t.Fatal(err)
	}
	account, err := google.JWTConfigFromJSON(file, "scope")
	if err != nil {
		t.Fatal(err)
	}
	if _, err = account.TokenSource(t.Context()).Token(); err == nil || !strings.Contains(err.Error(), "invalid_grant") {
		t.Fatalf("token of another key: %v", err)
	}
}

func TestRestartedServerKeepsItsKey(t *testing.T) {
	first := start(t, Config{})
	file, err := first.ServiceAccountJSON("http://127.0.0.1:9/token")
	if err != nil {
		t.Fatal(err)
	}
	key, err := ReadKey(file)
	if err != nil {
		t.Fatal(err)
	}
	again := start(t, Config{Key: key})
	account, err := google.JWTConfigFromJSON(file, "scope")
	if err != nil {
		t.Fatal(err)
	}
	account.TokenURL = again.url + "/token"
	if _, err := account.TokenSource(t.Context()).Token(); err != nil {
		t.Error(err)
	}
	for _, broken := range []string{"{", "{}", `{"private_key":"-----BEGIN PRIVATE KEY-----\nAAAA\n-----END PRIVATE KEY-----\n"}`} {
		if _, err := ReadKey([]byte(broken)); err == nil {
			t.Errorf("%s was read", broken)
		}
	}
}

func TestAccessTokensAreGoodForAnHourOfTheClock(t *testing.T) {
	b := start(t, Config{})
	b.readJSON(t, "GET", "/webmasters/v3/sites", "")
	b.now = b.now.Add(time.Hour - time.Second)
	b.readJSON(t, "GET", "/webmasters/v3/sites", "")
	b.now = b.now.Add(time.Second)
	if status, text, _ := b.request(t, b.client, "GET", "/webmasters/v3/sites", ""); status != 401 || !strings.Contains(text, "UNAUTHENTICATED") {
		t.Fatalf("after an hour: %d %s", status, text)
	}
	if status, _, _ := b.request(t, http.DefaultClient, "GET", "/webmasters/v3/sites", ""); status != 401 {
		t.Fatalf("without a token: %d", status)
	}
}
