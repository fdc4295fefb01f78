package main

import (
	"net/http"
	"net/http/cookiejar"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"upslope/infra/clerk/clerktest"
)

// clerked is the program with Clerk's settings, and the simulated Clerk.
type clerked struct {
	*program
	backend *clerktest.Backend
	signer  *clerktest.Signer
}

func startWithClerk(t testing.TB, data string) *clerked {
	t.Helper()
	signer := clerktest.NewSigner(t, "ins_1", "")
	c := &clerked{backend: clerktest.NewBackend(t, signer), signer: signer}
	c.start(t, data)
	return c
}

// start starts the program, also again with the same Clerk.
func (c *clerked) start(t testing.TB, data string) {
	t.Helper()
	c.program = start(t, data, "CLERK_PUBLISHABLE_KEY="+clerktest.PublishableKey("test"), "CLERK_SECRET_KEY="+clerktest.SecretKey,
		"CLERK_SIGN_IN_URL="+clerktest.SignInURL, "CLERK_WEBHOOK_SECRET="+clerktest.WebhookSecret, "CLERK_BASE_URL="+c.backend.APIURL())
	c.signer.Origin = c.url
}

// browser returns a visitor with at most one of these session tokens.
func (c *clerked) browser(tokens ...string) *visitor {
	c.t.Helper()
	jar, err := cookiejar.New(nil)
	if err != nil {
		c.t.Fatal(err)
	}
	stay := func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }
	v := &visitor{program: c.program, client: &http.Client{Jar: jar, Timeout: 60 * time.Second, CheckRedirect: stay}}
	for _, token := range tokens {
		v.set(token)
	}
	return v
}

func (v *visitor) set(token string) {
	v.t.Helper()
	at, err := url.Parse(v.url)
	if err != nil {
		v.t.Fatal(err)
	}
	v.client.Jar.SetCookies(at, []*http.Cookie{{Name: "__session", Value: token, Path: "/"}})
}

// openPage requests a page like a browser, and returns the redirect URL or "".
func (v *visitor) openPage(address string) string {
	v.t.Helper()
	request, err := http.NewRequestWithContext(v.t.Context(), http.MethodGet, address, nil)
	if err != nil {
		v.t.Fatal(err)
	}
	request.Header.Set("Sec-Fetch-Dest", "document")
	response, err := v.client.Do(request)
	if err != nil {
		v.t.Fatal(err)
	}
	_ = response.Body.Close()
	return response.Header.Get("Location")
}

// handshake opens a page that requires a handshake, and completes it with a token.
func (v *visitor) handshake(page string, signer *clerktest.Signer, token string) {
	v.t.Helper()
	back, _ := clerktest.Handshake(v.t, v.openPage(v.url+page), true, signer.Answer("__session="+token+"; Path=/", "__client_uat=1; Path=/"))
	if clean := v.openPage(back); strings.Contains(clean, "clerk") || !strings.HasPrefix(clean, v.url) || v.openPage(clean) != "" {
		v.t.Fatalf("the handshake ends at %s", clean)
	}
}

// wantUser checks the status of GET /api/user: 401 when signed out.
func (v *visitor) wantUser(want int) {
	v.t.Helper()
	if status, answer := v.call("GET", "/api/auth/user", nil, nil); status != want {
		v.t.Errorf("who it is answers %d %s, want %d", status, answer, want)
	}
}

// told sends a user event from Clerk.
func (c *clerked) told(id, kind string, at time.Time, data map[string]any) int {
	c.t.Helper()
	response, err := http.DefaultClient.Do(clerktest.WebhookRequest(c.t, c.url, id, kind, at, data))
	if err != nil {
		c.t.Fatal(err)
	}
	_ = response.Body.Close()
	return response.StatusCode
}

func TestClerkUserFromSignUpToDeletion(t *testing.T) {
	t.Parallel()
	c := startWithClerk(t, t.TempDir())
	now := time.Now()

	// Clerk sends an event about a new user, who signs up on its page and returns with a session.
	if status := c.told("msg_1", "user.created", now, clerktest.User("user_1", "ana@example.com", "Ana", "Lopez", now)); status != http.StatusOK {
		t.Fatalf("user.created: %d\n%s", status, c.stderr)
	}
	ana := c.browser()
	ana.wantUser(http.StatusUnauthorized)
	if to, err := url.Parse(ana.openPage(c.url + "/api/login?next=/sites")); err != nil || !strings.HasPrefix(to.String(), clerktest.SignInURL) || to.Query().Get("redirect_url") != c.url+"/sites" {
		t.Errorf("signs in at %s", to)
	}
	token := c.signer.Token(map[string]any{"email": nil, "name": nil, "image": nil, "exp": now.Add(9 * time.Minute).Unix()})
	ana.handshake("/sites?__clerk_db_jwt=dvb_1", c.signer, token)
	var user struct{ Email, FirstName, LastName, ProfileImageURL string }
	if ana.call("GET", "/api/auth/user", nil, &user); user.Email != "ana@example.com" || user.FirstName != "Ana" || user.LastName != "Lopez" || user.ProfileImageURL == "" {
		t.Errorf("she is %+v", user)
	}

	// A page loads even with an expired session; API calls do not wait for a handshake.
	ana.set(c.signer.Expired(nil))
	ana.wantUser(http.StatusUnauthorized)
	ana.handshake("/overview", c.signer, token)
	ana.wantUser(http.StatusOK)

	// Keys rotate, and Clerk may be unreachable.
	second := clerktest.NewSigner(t, "ins_2", c.url)
	c.backend.Rotate(c.signer, second)
	other := c.browser(second.Token(map[string]any{"sub": "user_2", "sid": "sess_2", "email": "bo@example.com", "exp": now.Add(9 * time.Minute).Unix()}))
	eventually(t, "a new key is taken", func() bool {
		status, _ := other.call("GET", "/api/auth/user", nil, nil)
		return status == http.StatusOK
	})
	c.backend.Down.Store(true)
	ana.wantUser(http.StatusOK)
	c.backend.Down.Store(false)

	// Signing out also ends copies of the token, even after a restart.
	if status, answer := other.call("POST", "/api/logout", nil, nil); status != http.StatusNoContent {
		t.Errorf("sign out: %d %s", status, answer)
	}
	out := second.Token(map[string]any{"sub": "user_2", "sid": "sess_2", "azp": c.url, "exp": now.Add(8 * time.Minute).Unix()})
	c.browser(out).wantUser(http.StatusUnauthorized)

	// Clerk deletes the user: all data is deleted, and neither a late event nor a valid token restores it.
	ana.addSite("shop.example")
	if status, answer := ana.post("shop.csv", titled("", "A title that is long enough to be one"), nil); status != http.StatusOK {
		t.Fatalf("%d %s", status, answer)
	}
	link := ana.createLink("What a client sees")
	c.opens(link)
	gone := map[string]any{"id": "user_1", "object": "user", "deleted": true}
	if status := c.told("msg_2", "user.deleted", now.Add(-time.Hour), gone); status != http.StatusBadRequest {
		t.Errorf("an old event: %d", status)
	}
	ana.wantUser(http.StatusOK)
	for range 2 {
		if status := c.told("msg_2", "user.deleted", now, gone); status != http.StatusOK {
			t.Errorf("user.deleted: %d\n%s", status, c.stderr)
		}
	}
	ana.wantUser(http.StatusUnauthorized)
	later := now.Add(time.Minute)
	if status := c.told("msg_3", "user.updated", now, clerktest.User("user_1", "ana@example.com", "Ana", "Lopez", later)); status != http.StatusOK {
		t.Errorf("late news: %d", status)
	}
	ana.wantUser(http.StatusUnauthorized)
	eventually(t, "the link opens no more", func() bool { response, _ := c.open(link); return response.StatusCode == http.StatusNotFound })
	eventually(t, "the uploaded files are deleted", func() bool { return c.uploadedFiles() == 0 })
	eventually(t, "Clerk is told, as of any account that is deleted", func() bool { return slices.Contains(c.backend.Deleted(), "user_1") })

	c.stop()
	c.start(t, c.data)
	c.browser(second.Token(map[string]any{"sub": "user_2", "sid": "sess_2", "azp": c.url, "exp": now.Add(8 * time.Minute).Unix()})).wantUser(http.StatusUnauthorized)
	c.browser(c.signer.Token(map[string]any{"exp": now.Add(8 * time.Minute).Unix()})).wantUser(http.StatusUnauthorized)
	log := c.stderr.String()
	for _, secret := range []string{token, clerktest.SecretKey, clerktest.WebhookSecret} {
		if strings.Contains(log, secret) {
			t.Errorf("the log has a secret: %s", log)
		}
	}
	if _, err := os.Stat(filepath.Join(c.data, "localidp.pem")); err == nil {
		t.Error("there is a local sign-in beside Clerk's")
	}
}

func TestSigningOutAtOneEdgeAppliesToAll(t *testing.T) {
	t.Parallel()
	nats, folder := startNATS(t), t.TempDir()
	signer := clerktest.NewSigner(t, "ins_1", "https://upslope.example")
	shared := []string{
		"APP_ENV=development", "NATS_URL=" + nats.url(), "REPORTS_REPLICA_URL=file://" + filepath.Join(folder, "storage"), "PUBLIC_URL=" + signer.Origin,
		"CLERK_PUBLISHABLE_KEY=" + clerktest.PublishableKey("live"), "CLERK_SIGN_IN_URL=" + clerktest.SignInURL, "CLERK_JWT_KEY=" + signer.PEM(),
	}
	first := &clerked{program: launch(t, "dev", filepath.Join(folder, "first"), shared...), signer: signer}
	eventually(t, "the first edge is ready", first.isReady)
	other := append([]string{"DATABASE_URL=" + first.databaseURL(), "CLICKHOUSE_URL=clickhouse://" + nowhere + "/upslope"}, shared...)
	second := &clerked{program: launch(t, "edge", filepath.Join(folder, "second"), other...), signer: signer}
	token := signer.Token(map[string]any{"exp": time.Now().Add(9 * time.Minute).Unix()})
	here, there := first.browser(token), second.browser(token)
	here.wantUser(http.StatusOK)
	eventually(t, "the second edge knows her", func() bool {
		status, _, err := there.try("GET", "/api/auth/user", "", nil)
		return err == nil && status == http.StatusOK
	})
	if status, answer := here.call("POST", "/api/logout", nil, nil); status != http.StatusNoContent {
		t.Fatalf("%d %s", status, answer)
	}
	eventually(t, "she is out there too", func() bool {
		status, _ := there.call("GET", "/api/auth/user", nil, nil)
		return status == http.StatusUnauthorized
	})
}
