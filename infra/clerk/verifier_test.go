package clerk_test

import (
	"encoding/base64"
	"errors"
	"net/http"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/go-jose/go-jose/v4"

	"upslope"
	"upslope/infra/clerk"
	"upslope/infra/clerk/clerktest"
)

const (
	origin = "https://app.example.com"
	host   = clerktest.Host
)

var publishableKey = clerktest.PublishableKey("live")

func newSigner(t *testing.T, id string) *clerktest.Signer {
	t.Helper()
	return clerktest.NewSigner(t, id, origin)
}

func open(t *testing.T, config clerk.Config) *clerk.Instance {
	t.Helper()
	config.PublishableKey, config.SignInURL, config.PublicURL, config.Production = publishableKey, "https://accounts.example.com", origin, true
	instance, err := clerk.Open(config, http.DefaultClient, time.Now)
	if err != nil {
		t.Fatal(err)
	}
	return instance
}

func TestOnlySessionTokensOfThisInstanceForThisSiteCount(t *testing.T) {
	ours, other := newSigner(t, "ins_1"), newSigner(t, "ins_1")
	verifier := open(t, clerk.Config{JWTKey: ours.PEM()}).Verifier
	now := time.Now().Unix()
	good := ours.Token(nil)
	parts := strings.Split(good, ".")
	none := base64.RawURLEncoding.EncodeToString([]byte(`{"alg":"none","typ":"JWT"}`))
	claims := map[string]any{"iss": "https://" + host, "sub": "user_1", "sid": "sess_1", "azp": origin, "iat": now, "exp": now + 60}
	for name, token := range map[string]string{
		"missing":                   "",
		"garbage":                   "abc",
		"too long":                  ours.Token(map[string]any{"padding": strings.Repeat("a", 4096)}),
		"signed by somebody else":   other.Token(nil),
		"changed":                   parts[0] + "." + parts[1] + "x." + parts[2],
		"not signed":                none + "." + parts[1] + ".",
		"HS256 with the public key": clerktest.SignWith(t, jose.HS256, []byte(ours.PEM()), claims),
		"RS512":                     clerktest.SignWith(t, jose.RS512, ours.Key, claims),
		"run out":                   ours.Token(map[string]any{"iat": now - 120, "exp": now - 60}),
		"not yet valid":             ours.Token(map[string]any{"nbf": now + 60}),
		"of the future":             ours.Token(map[string]any{"iat": now + 60, "exp": now + 120}),
		"without an end":            ours.Token(map[string]any{"exp": nil}),
		"without a beginning":       ours.Token(map[string]any{"iat": nil}),
		"lives eleven minutes":      ours.Token(map[string]any{"exp": now + 660}),
		"lives ten years":           ours.Token(map[string]any{"exp": now + 10*365*24*3600}),
		"of all times":              ours.Token(map[string]any{"iat": now - 1<<62, "exp": now + 1<<62}),
		"of all times to come":      ours.Token(map[string]any{"exp": now + 1<<62}),
		"of the end of time":        ours.Token(map[string]any{"exp": int64(1<<63 - 1)}),
		"of before all times":       ours.Token(map[string]any{"iat": int64(-1 << 62)}),
		"valid before all times":    ours.Token(map[string]any{"nbf": int64(-1 << 62)}),
		"ends before it begins":     ours.Token(map[string]any{"iat": now + 3, "exp": now + 2}),
		"of another issuer":         ours.Token(map[string]any{"iss": "https://clerk.evil.example"}),
		"of nearly this issuer":     ours.Token(map[string]any{"iss": "https://" + host + "/"}),
		"without an issuer":         ours.Token(map[string]any{"iss": nil}),
		"for another site":          ours.Token(map[string]any{"azp": "https://evil.example"}),
		"for no site":               ours.Token(map[string]any{"azp": nil}),
		"without a session":         ours.Token(map[string]any{"sid": nil}),
		"with an empty session":     ours.Token(map[string]any{"sid": ""}),
		"without a user":            ours.Token(map[string]any{"sub": nil}),
		"for an empty site":         ours.Token(map[string]any{"azp": ""}),
		"for this site and a path":  ours.Token(map[string]any{"azp": origin + "/"}),
		"of any Clerk":              ours.Token(map[string]any{"iss": "https://clerk.other.example"}),
		"an answer to a handshake":  ours.Answer("__session=" + good),
		"of a template":             ours.Token(map[string]any{"sid": "other_1"}),
		"of a machine":              ours.Token(map[string]any{"sub": "mch_1"}),
		"of a pending session":      ours.Token(map[string]any{"sts": "pending"}),
	} {
		if session, err := verifier.Verify(t.Context(), token); upslope.CodeOf(err) != upslope.Unauthenticated {
			t.Errorf("%s: %+v, %v", name, session, err)
		}
	}
	session, err := verifier.Verify(t.Context(), good)
	want := upslope.Identity{Subject: "user_1", SessionID: "sess_1", Email: "ana@example.com", FirstName: "Ana", LastName: "Maria Lopez", ImageURL: "https://img.clerk.com/1", IssuedAt: session.Expires.Add(-time.Minute)}
	if err != nil || session.Identity != want || session.Expires.Unix() != now+60 {
		t.Errorf("good: %+v, %v", session, err)
	}
	if _, err := verifier.Verify(t.Context(), ours.Token(map[string]any{"email": nil, "name": nil, "image": nil, "sts": nil})); err != nil {
		t.Errorf("a token as Clerk makes it unless told otherwise: %v", err)
	}
}

func TestCachedTokenExpires(t *testing.T) {
	s := newSigner(t, "a")
	key, err := clerk.ParseKey(s.PEM())
	if err != nil {
		t.Fatal(err)
	}
	now := time.Now()
	verifier := &clerk.Verifier{Issuer: "https://" + host, Origin: origin, Keys: key, Now: func() time.Time { return now }}
	token := s.Token(nil)
	for _, c := range []struct {
		later time.Duration
		ok    bool
	}{{0, true}, {50 * time.Second, true}, {20 * time.Second, false}} {
		now = now.Add(c.later)
		if _, err := verifier.Verify(t.Context(), token); (err == nil) != c.ok {
			t.Errorf("%v later: %v", c.later, err)
		}
	}
}

func TestCookiesOfTheInstanceComeFirst(t *testing.T) {
	instance := open(t, clerk.Config{JWTKey: newSigner(t, "a").PEM()})
	if len(instance.Cookies) != 2 || !strings.HasPrefix(instance.Cookies[0], "__session_") || len(instance.Cookies[0]) != len("__session_")+8 || instance.Cookies[1] != "__session" {
		t.Errorf("cookies %v", instance.Cookies)
	}
	if instance.Origin != "https://"+host {
		t.Errorf("origin %s", instance.Origin)
	}
}

func TestProductionDoesNotStartWithoutClerk(t *testing.T) {
	key := newSigner(t, "a").PEM()
	for name, config := range map[string]clerk.Config{
		"nothing":          {},
		"no key source":    {PublishableKey: publishableKey, SignInURL: "https://a.example"},
		"no sign-in page":  {PublishableKey: publishableKey, JWTKey: key},
		"test instance":    {PublishableKey: strings.Replace(publishableKey, "live", "test", 1), SignInURL: "https://a.example", JWTKey: key},
		"no instance":      {PublishableKey: "pk_live_!!!", SignInURL: "https://a.example", JWTKey: key},
		"host with a path": {PublishableKey: "pk_live_" + base64.StdEncoding.EncodeToString([]byte("a.example/b$")), SignInURL: "https://a.example", JWTKey: key},
		"key is no PEM":    {PublishableKey: publishableKey, SignInURL: "https://a.example", JWTKey: "abc"},
	} {
		config.Production = true
		if _, err := clerk.Open(config, http.DefaultClient, time.Now); err == nil || !strings.Contains(err.Error(), "CLERK_") {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func TestFetchedKeysAreCached(t *testing.T) {
	first, second, nobodys := newSigner(t, "ins_1"), newSigner(t, "ins_2"), newSigner(t, "ins_3")
	clerks := clerktest.NewBackend(t, first)
	var later atomic.Int64
	now := func() time.Time { return time.Now().Add(time.Duration(later.Load())) }
	instance, err := clerk.Open(clerk.Config{
		PublishableKey: publishableKey, SecretKey: clerktest.SecretKey, SignInURL: "https://a.example", PublicURL: origin, Production: true, APIURL: clerks.APIURL(),
	}, http.DefaultClient, now)
	if err != nil {
		t.Fatal(err)
	}
	verify := func(s *clerktest.Signer) error {
		at := now().Unix()
		_, err := instance.Verifier.Verify(t.Context(), s.Token(map[string]any{"iat": at, "nbf": at, "exp": at + 60}))
		return err
	}
	asked := func(want int64) {
		t.Helper()
		if got := clerks.Requests.Load(); got != want {
			t.Errorf("Clerk was asked %d times, want %d", got, want)
		}
	}
	for range 3 {
		if err := verify(first); err != nil {
			t.Fatal(err)
		}
	}
	asked(1)
	for range 3 {
		if err := verify(nobodys); upslope.CodeOf(err) != upslope.Unauthenticated {
			t.Errorf("a key that nobody has: %v", err)
		}
	}
	asked(1) // rate limited
	clerks.Rotate(first, second)
	later.Add(int64(11 * time.Second))
	if err := verify(second); err != nil {
		t.Errorf("a new key: %v", err)
	}
	asked(2)
	clerks.Down.Store(true)
	later.Add(int64(2 * time.Hour))
	if err := verify(first); err != nil {
		t.Errorf("a known key while Clerk is down: %v", err)
	}
	asked(3)
	clerks.Down.Store(false)
	clerks.Rotate(second)
	later.Add(int64(11 * time.Second))
	if err := verify(first); upslope.CodeOf(err) != upslope.Unauthenticated {
		t.Errorf("a withdrawn key: %v", err)
	}
}

// While one request fetches keys, which may be slow, the others use the cached ones.
func TestCachedKeysAreUsedDuringAFetch(t *testing.T) {
	s, nobodys := newSigner(t, "ins_1"), newSigner(t, "ins_2")
	clerks := clerktest.NewBackend(t, s)
	var later atomic.Int64
	now := func() time.Time { return time.Now().Add(time.Duration(later.Load())) }
	asked, answer := make(chan struct{}), make(chan struct{})
	slow := &http.Client{Transport: roundTrip(func(r *http.Request) (*http.Response, error) {
		asked <- struct{}{}
		<-answer
		return http.DefaultTransport.RoundTrip(r)
	})}
	instance, err := clerk.Open(clerk.Config{
		PublishableKey: publishableKey, SecretKey: clerktest.SecretKey, SignInURL: "https://a.example", PublicURL: origin, APIURL: clerks.APIURL(),
	}, slow, now)
	if err != nil {
		t.Fatal(err)
	}
	s.Now, nobodys.Now = now, now
	verify := func(s *clerktest.Signer) <-chan error {
		token, ctx, checked := s.Token(nil), t.Context(), make(chan error, 1)
		go func() {
			_, err := instance.Verifier.Verify(ctx, token)
			checked <- err
		}()
		return checked
	}
	first := verify(s)
	<-asked
	second := verify(s)
	answer <- struct{}{}
	if err := errors.Join(<-first, <-second); err != nil {
		t.Fatalf("those who wait for the first keys: %v", err)
	}
	later.Add(int64(time.Minute))
	forged := verify(nobodys)
	<-asked
	if err := <-verify(s); err != nil {
		t.Errorf("a known key while Clerk is asked for another: %v", err)
	}
	answer <- struct{}{}
	if err := <-forged; upslope.CodeOf(err) != upslope.Unauthenticated {
		t.Errorf("a key that nobody has: %v", err)
	}
}

type roundTrip func(*http.Request) (*http.Response, error)

func (f roundTrip) RoundTrip(r *http.Request) (*http.Response, error) { return f(r) }

func TestSignInThatCannotBeCheckedIsUnavailable(t *testing.T) {
	s := newSigner(t, "ins_1")
	clerks := clerktest.NewBackend(t, s)
	clerks.Down.Store(true)
	verifier := open(t, clerk.Config{SecretKey: clerktest.SecretKey, APIURL: clerks.APIURL()}).Verifier
	for range 2 {
		if _, err := verifier.Verify(t.Context(), s.Token(nil)); upslope.CodeOf(err) != upslope.Unavailable {
			t.Errorf("%v", err)
		}
	}
}
