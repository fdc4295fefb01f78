package localidp_test

import (
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"upslope"
	"upslope/infra/localidp"
)

func config(t *testing.T) localidp.Config {
	t.Helper()
	return localidp.Config{
		Environment: "development", Addr: "127.0.0.1:8080", PublicURL: "http://127.0.0.1:8080",
		KeyFile: filepath.Join(t.TempDir(), "data", "localidp.pem"),
	}
}

func newProvider(t *testing.T, c localidp.Config, now func() time.Time) *localidp.Provider {
	t.Helper()
	provider, err := localidp.New(c, now)
	if err != nil {
		t.Fatal(err)
	}
	return provider
}

func TestThereIsNoLocalSignInOutsideDevelopment(t *testing.T) {
	for _, environment := range []string{"production", "", "staging", "Development"} {
		c := config(t)
		c.Environment, c.Chosen = environment, true
		if _, err := localidp.New(c, time.Now); err == nil {
			t.Errorf("APP_ENV=%q has a local sign-in", environment)
		}
		if _, err := os.Stat(c.KeyFile); err == nil {
			t.Errorf("APP_ENV=%q left a key", environment)
		}
	}
}

func TestOtherMachinesCanSignInOnlyWhenChosenExplicitly(t *testing.T) {
	for addr, want := range map[string]struct{ unchosen, chosen bool }{
		"127.0.0.1:1": {true, true}, "[::1]:1": {true, true}, "localhost:1": {true, true},
		"192.168.1.5:1": {false, true}, "10.0.0.5:1": {false, true}, "[fd00::5]:1": {false, true}, "desk.local:1": {false, true},
		"0.0.0.0:1": {}, "[::]:1": {}, ":1": {}, "192.0.2.1:1": {}, "8.8.8.8:1": {}, "app.example.com:1": {}, "localhost.evil.com:1": {}, "none": {},
	} {
		c := config(t)
		c.Addr = addr
		if _, err := localidp.New(c, time.Now); (err == nil) != want.unchosen {
			t.Errorf("%s: %v", addr, err)
		}
		c.Chosen = true
		if _, err := localidp.New(c, time.Now); (err == nil) != want.chosen {
			t.Errorf("%s, chosen: %v", addr, err)
		}
	}
}

func TestNobodySignsInLocallyAtAPublicAddress(t *testing.T) {
	for address, private := range map[string]bool{
		"http://127.0.0.1:8080": true, "http://localhost:5173": true, "http://192.168.1.5:8080": true, "https://upslope.test": true, "http://desk.local:8080": true,
		"https://app.upslope.io": false, "http://203.0.113.7:8080": false, "https://localhost.evil.com": false,
	} {
		c := config(t)
		c.PublicURL, c.Chosen = address, true
		if _, err := localidp.New(c, time.Now); (err == nil) != private || err != nil && !strings.Contains(err.Error(), "PUBLIC_URL") {
			t.Errorf("%s: %v", address, err)
		}
	}
}

func TestSessionOutlivesARestartAndItsTokens(t *testing.T) {
	c, begin := config(t), time.Now()
	token, err := newProvider(t, c, time.Now).SignIn("ana.lopez@example.com")
	if err != nil {
		t.Fatal(err)
	}
	info, err := os.Stat(c.KeyFile)
	if err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("key file: %v %v", info.Mode(), err)
	}
	for _, after := range []time.Duration{0, time.Hour, 29 * 24 * time.Hour} {
		now := begin.Add(after)
		session, fresh, err := newProvider(t, c, func() time.Time { return now }).Renew(t.Context(), token)
		if err != nil || session.Email != "ana.lopez@example.com" || session.FirstName != "Ana" || session.Expires.Before(now) || session.EndsBy.Before(now.AddDate(0, 0, 30)) {
			t.Errorf("after %v: %+v, %v", after, session, err)
		}
		again, _, err := newProvider(t, c, func() time.Time { return now }).Renew(t.Context(), fresh)
		if err != nil || again.SessionID != session.SessionID || again.Subject != session.Subject {
			t.Errorf("after %v the fresh token: %+v, %v", after, again, err)
		}
	}
	late := begin.Add(30*24*time.Hour + 2*time.Minute)
	if _, _, err := newProvider(t, c, func() time.Time { return late }).Renew(t.Context(), token); upslope.CodeOf(err) != upslope.Unauthenticated {
		t.Errorf("31 days later: %v", err)
	}
	if _, _, err := newProvider(t, config(t), time.Now).Renew(t.Context(), token); upslope.CodeOf(err) != upslope.Unauthenticated {
		t.Errorf("with another key: %v", err)
	}
}

func TestOneEmailAddressIsOnePerson(t *testing.T) {
	provider := newProvider(t, config(t), time.Now)
	subjects := map[string]string{}
	for _, email := range []string{"", "ana@example.com", "ANA@example.com", "bob@example.com"} {
		token, err := provider.SignIn(email)
		if err != nil {
			t.Fatal(err)
		}
		session, _, err := provider.Renew(t.Context(), token)
		if err != nil || !strings.HasPrefix(session.Subject, "user_") || !strings.HasPrefix(session.SessionID, "sess_") {
			t.Fatalf("%+v, %v", session, err)
		}
		subjects[email] = session.Subject
	}
	if subjects["ana@example.com"] != subjects["ANA@example.com"] || subjects["ana@example.com"] == subjects["bob@example.com"] || subjects[""] == subjects["bob@example.com"] {
		t.Errorf("subjects %v", subjects)
	}
	for _, email := range []string{"ana", "ana@", "Ana <ana@example.com>", "ana@example.com, bob@example.com", strings.Repeat("a", 300) + "@example.com"} {
		if _, err := provider.SignIn(email); upslope.CodeOf(err) != upslope.Invalid {
			t.Errorf("%s: %v", email, err)
		}
	}
}

func TestProcessesThatStartTogetherShareOneKey(t *testing.T) {
	c := config(t)
	tokens := make([]string, 4)
	var all sync.WaitGroup
	for i := range tokens {
		all.Go(func() {
			provider, err := localidp.New(c, time.Now)
			if err != nil {
				t.Error(err)
				return
			}
			if tokens[i], err = provider.SignIn(""); err != nil {
				t.Error(err)
			}
		})
	}
	all.Wait()
	provider := newProvider(t, c, time.Now)
	for _, token := range tokens {
		if _, _, err := provider.Renew(t.Context(), token); err != nil {
			t.Error(err)
		}
	}
	files, err := os.ReadDir(filepath.Dir(c.KeyFile))
	if err != nil || len(files) != 1 {
		t.Errorf("%d files, %v", len(files), err)
	}
}

func TestBrokenKeyFileSaysWhatToDo(t *testing.T) {
	c := config(t)
	if err := os.MkdirAll(filepath.Dir(c.KeyFile), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(c.KeyFile, []byte("no key"), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := localidp.New(c, time.Now); err == nil || !strings.Contains(err.Error(), "delete it") {
		t.Errorf("%v", err)
	}
}
