package clerk_test

import (
	"crypto/rand"
	"crypto/rsa"
	"crypto/x509"
	"encoding/base64"
	"encoding/json"
	"encoding/pem"
	"maps"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/go-jose/go-jose/v4"
	"github.com/go-jose/go-jose/v4/jwt"

	"upslope"
	"upslope/edge/clerk"
)

const (
	origin = "https://app.example.com"
	host   = "clerk.example.com"
)

var publishableKey = "pk_live_" + base64.StdEncoding.EncodeToString([]byte(host+"$"))

// signer signs tokens with a key of its own.
type signer struct {
	t   *testing.T
	key *rsa.PrivateKey
	id  string
}

func newSigner(t *testing.T, id string) *signer {
	t.Helper()
	key, err := rsa.GenerateKey(rand.Reader, 2048)
	if err != nil {
		t.Fatal(err)
	}
	return &signer{t, key, id}
}

// pem is the public key.
func (s *signer) pem() string {
	encoded, err := x509.MarshalPKIXPublicKey(&s.key.PublicKey)
	if err != nil {
		s.t.Fatal(err)
	}
	return string(pem.EncodeToMemory(&pem.Block{Type: "PUBLIC KEY", Bytes: encoded}))
}

// token signs the claims of a good session, changed; nil takes a claim away.
func (s *signer) token(change map[string]any) string {
	s.t.Helper()
	now := time.Now()
	claims := map[string]any{
		"iss": "https://" + host, "sub": "user_1", "sid": "sess_1", "azp": origin, "v": 2, "sts": "active",
		"iat": now.Unix(), "nbf": now.Unix() - 10, "exp": now.Unix() + 60, "email": "ana@example.com", "name": "Ana Maria Lopez", "image": "https://img.clerk.com/1",
	}
	maps.Copy(claims, change)
	maps.DeleteFunc(claims, func(_ string, value any) bool { return value == nil })
	return sign(s.t, jose.RS256, jose.JSONWebKey{Key: s.key, KeyID: s.id}, claims)
}

func sign(t *testing.T, algorithm jose.SignatureAlgorithm, key any, claims map[string]any) string {
	t.Helper()
	made, err := jose.NewSigner(jose.SigningKey{Algorithm: algorithm, Key: key}, (&jose.SignerOptions{}).WithType("JWT"))
	if err != nil {
		t.Fatal(err)
	}
	token, err := jwt.Signed(made).Claims(claims).Serialize()
	if err != nil {
		t.Fatal(err)
	}
	return token
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
	verifier := open(t, clerk.Config{JWTKey: ours.pem()}).Verifier
	now := time.Now().Unix()
	good := ours.token(nil)
	parts := strings.Split(good, ".")
	none := base64.RawURLEncoding.EncodeToString([]byte(`{"alg":"none","typ":"JWT"}`))
	claims := map[string]any{"iss": "https://" + host, "sub": "user_1", "sid": "sess_1", "azp": origin, "iat": now, "exp": now + 60}
	for name, token := range map[string]string{
		"missing":                   "",
		"garbage":                   "abc",
		"too long":                  ours.token(map[string]any{"padding": strings.Repeat("a", 4096)}),
		"signed by somebody else":   other.token(nil),
		"changed":                   parts[0] + "." + parts[1] + "x." + parts[2],
		"not signed":                none + "." + parts[1] + ".",
		"HS256 with the public key": sign(t, jose.HS256, []byte(ours.pem()), claims),
		"RS512":                     sign(t, jose.RS512, ours.key, claims),
		"run out":                   ours.token(map[string]any{"iat": now - 120, "exp": now - 60}),
		"not yet valid":             ours.token(map[string]any{"nbf": now + 60}),
		"of the future":             ours.token(map[string]any{"iat": now + 60, "exp": now + 120}),
		"without an end":            ours.token(map[string]any{"exp": nil}),
		"without a beginning":       ours.token(map[string]any{"iat": nil}),
		"lives eleven minutes":      ours.token(map[string]any{"exp": now + 660}),
		"lives ten years":           ours.token(map[string]any{"exp": now + 10*365*24*3600}),
		"of another issuer":         ours.token(map[string]any{"iss": "https://clerk.evil.example"}),
		"of nearly this issuer":     ours.token(map[string]any{"iss": "https://" + host + "/"}),
		"without an issuer":         ours.token(map[string]any{"iss": nil}),
		"for another site":          ours.token(map[string]any{"azp": "https://evil.example"}),
		"for no site":               ours.token(map[string]any{"azp": nil}),
		"without a session":         ours.token(map[string]any{"sid": nil}),
		"of a template":             ours.token(map[string]any{"sid": "other_1"}),
		"of a machine":              ours.token(map[string]any{"sub": "mch_1"}),
		"of a pending session":      ours.token(map[string]any{"sts": "pending"}),
	} {
		if session, err := verifier.Verify(t.Context(), token); upslope.CodeOf(err) != upslope.Unauthenticated {
			t.Errorf("%s: %+v, %v", name, session, err)
		}
	}
	session, err := verifier.Verify(t.Context(), good)
	want := upslope.Identity{Subject: "user_1", SessionID: "sess_1", Email: "ana@example.com", FirstName: "Ana", LastName: "Maria Lopez", ImageURL: "https://img.clerk.com/1"}
	if err != nil || session.Identity != want || session.Expires.Unix() != now+60 {
		t.Errorf("good: %+v, %v", session, err)
	}
	if _, err := verifier.Verify(t.Context(), ours.token(map[string]any{"email": nil, "name": nil, "image": nil, "sts": nil})); err != nil {
		t.Errorf("a token as Clerk makes it unless told otherwise: %v", err)
	}
}

func TestKnownTokenEndsWhenItSays(t *testing.T) {
	s := newSigner(t, "a")
	key, err := clerk.ParseKey(s.pem())
	if err != nil {
		t.Fatal(err)
	}
	now := time.Now()
	verifier := &clerk.Verifier{Issuer: "https://" + host, Origin: origin, Keys: key, Now: func() time.Time { return now }}
	token := s.token(nil)
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
	instance := open(t, clerk.Config{JWTKey: newSigner(t, "a").pem()})
	if len(instance.Cookies) != 2 || !strings.HasPrefix(instance.Cookies[0], "__session_") || len(instance.Cookies[0]) != len("__session_")+8 || instance.Cookies[1] != "__session" {
		t.Errorf("cookies %v", instance.Cookies)
	}
	if instance.Origin != "https://"+host {
		t.Errorf("origin %s", instance.Origin)
	}
}

func TestProductionDoesNotStartWithoutClerk(t *testing.T) {
	key := newSigner(t, "a").pem()
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

// issuer is Clerk's backend with the keys of signers.
type issuer struct {
	*httptest.Server
	asked   atomic.Int64
	down    atomic.Bool
	signers atomic.Pointer[[]*signer]
}

func newIssuer(t *testing.T, signers ...*signer) *issuer {
	i := &issuer{}
	i.signers.Store(&signers)
	i.Server = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		i.asked.Add(1)
		if i.down.Load() || r.URL.Path != "/v1/jwks" || r.Header.Get("Authorization") != "Bearer sk_live_secret" {
			http.Error(w, `{"errors":[]}`, http.StatusInternalServerError)
			return
		}
		var set jose.JSONWebKeySet
		for _, s := range *i.signers.Load() {
			set.Keys = append(set.Keys, jose.JSONWebKey{Key: &s.key.PublicKey, KeyID: s.id, Algorithm: "RS256", Use: "sig"})
		}
		if err := json.NewEncoder(w).Encode(set); err != nil {
			t.Error(err)
		}
	}))
	t.Cleanup(i.Close)
	return i
}

func TestFetchedKeysAreKeptAndAskedForRarely(t *testing.T) {
	first, second, nobodys := newSigner(t, "ins_1"), newSigner(t, "ins_2"), newSigner(t, "ins_3")
	clerks := newIssuer(t, first)
	var later atomic.Int64
	now := func() time.Time { return time.Now().Add(time.Duration(later.Load())) }
	instance, err := clerk.Open(clerk.Config{
		PublishableKey: publishableKey, SecretKey: "sk_live_secret", SignInURL: "https://a.example", PublicURL: origin, Production: true, APIURL: clerks.URL + "/v1",
	}, http.DefaultClient, now)
	if err != nil {
		t.Fatal(err)
	}
	verify := func(s *signer) error {
		at := now().Unix()
		_, err := instance.Verifier.Verify(t.Context(), s.token(map[string]any{"iat": at, "nbf": at, "exp": at + 60}))
		return err
	}
	asked := func(want int64) {
		t.Helper()
		if got := clerks.asked.Load(); got != want {
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
	asked(1) // so soon after the first question
	clerks.signers.Store(&[]*signer{first, second})
	later.Add(int64(11 * time.Second))
	if err := verify(second); err != nil {
		t.Errorf("a new key: %v", err)
	}
	asked(2)
	clerks.down.Store(true)
	later.Add(int64(2 * time.Hour))
	if err := verify(first); err != nil {
		t.Errorf("a known key while Clerk is down: %v", err)
	}
	asked(3)
	clerks.down.Store(false)
	clerks.signers.Store(&[]*signer{second})
	later.Add(int64(11 * time.Second))
	if err := verify(first); upslope.CodeOf(err) != upslope.Unauthenticated {
		t.Errorf("a withdrawn key: %v", err)
	}
}

func TestSignInThatCannotBeCheckedIsUnavailable(t *testing.T) {
	s := newSigner(t, "ins_1")
	clerks := newIssuer(t, s)
	clerks.down.Store(true)
	verifier := open(t, clerk.Config{SecretKey: "sk_live_secret", APIURL: clerks.URL + "/v1"}).Verifier
	for range 2 {
		if _, err := verifier.Verify(t.Context(), s.token(nil)); upslope.CodeOf(err) != upslope.Unavailable {
			t.Errorf("%v", err)
		}
	}
}
