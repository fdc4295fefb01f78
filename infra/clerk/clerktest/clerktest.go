// Package clerktest simulates Clerk in tests: it signs sessions, serves handshakes and signing keys, and
// sends user events, as documented by Clerk. It has not been compared with the live service.
package clerktest

import (
	"crypto/rand"
	"crypto/rsa"
	"crypto/sha1" //nolint:gosec // Clerk names its cookies so
	"crypto/x509"
	"encoding/base64"
	"encoding/json"
	"encoding/pem"
	"fmt"
	"maps"
	"net/http"
	"net/http/httptest"
	"net/url"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/go-jose/go-jose/v4"
	"github.com/go-jose/go-jose/v4/jwt"
	svix "github.com/svix/svix-webhooks/go"
)

// Settings of the simulated instance.
const (
	Host      = "clerk.example.com" // of the frontend API
	SecretKey = "sk_live_secret"
	SignInURL = "https://accounts.example.com/sign-in"
)

// WebhookSecret signs the webhooks.
var WebhookSecret = "whsec_" + base64.StdEncoding.EncodeToString([]byte("what both of them know"))

// PublishableKey returns the key of an instance of a kind, live or test.
func PublishableKey(kind string) string {
	return "pk_" + kind + "_" + base64.StdEncoding.EncodeToString([]byte(Host+"$"))
}

// Suffix returns the suffix of an instance's cookies.
func Suffix(publishableKey string) string {
	sum := sha1.Sum([]byte(publishableKey)) //nolint:gosec // as above
	return "_" + base64.URLEncoding.EncodeToString(sum[:])[:8]
}

// Signer signs tokens for an origin with its own key.
type Signer struct {
	Key    *rsa.PrivateKey
	ID     string
	Origin string
	Now    func() time.Time
	t      testing.TB
}

// NewSigner creates a key with the given id.
func NewSigner(t testing.TB, id, origin string) *Signer {
	t.Helper()
	key, err := rsa.GenerateKey(rand.Reader, 2048)
	if err != nil {
		t.Fatal(err)
	}
	return &Signer{Key: key, ID: id, Origin: origin, Now: time.Now, t: t}
}

// PEM returns the public key.
func (s *Signer) PEM() string {
	encoded, err := x509.MarshalPKIXPublicKey(&s.Key.PublicKey)
	if err != nil {
		s.t.Fatal(err)
	}
	return string(pem.EncodeToMemory(&pem.Block{Type: "PUBLIC KEY", Bytes: encoded}))
}

// Token signs the claims of a valid session with changes; nil removes a claim.
func (s *Signer) Token(change map[string]any) string {
	s.t.Helper()
	now := s.Now()
	claims := map[string]any{
		"iss": "https://" + Host, "sub": "user_1", "sid": "sess_1", "azp": s.Origin, "v": 2, "sts": "active", "fva": []int{0, -1},
		"iat": now.Unix(), "nbf": now.Unix() - 10, "exp": now.Unix() + 60, "email": "ana@example.com", "name": "Ana Maria Lopez", "image": "https://img.clerk.com/1",
	}
	maps.Copy(claims, change)
	maps.DeleteFunc(claims, func(_ string, value any) bool { return value == nil })
	return s.Sign(claims)
}

// Expired returns a token that expired nine minutes ago.
func (s *Signer) Expired(change map[string]any) string {
	at := s.Now().Unix()
	claims := map[string]any{"iat": at - 600, "nbf": at - 610, "exp": at - 540}
	maps.Copy(claims, change)
	return s.Token(claims)
}

// Sign signs any claims.
func (s *Signer) Sign(claims map[string]any) string {
	return SignWith(s.t, jose.RS256, jose.JSONWebKey{Key: s.Key, KeyID: s.ID}, claims)
}

// Answer returns a handshake response that sets cookies.
func (s *Signer) Answer(lines ...string) string { return s.Sign(map[string]any{"handshake": lines}) }

// SignWith signs claims with any algorithm and key.
func SignWith(t testing.TB, algorithm jose.SignatureAlgorithm, key any, claims map[string]any) string {
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

// Backend is Clerk's backend API with the keys of signers.
type Backend struct {
	*httptest.Server
	Requests atomic.Int64
	Down     atomic.Bool

	mu      sync.Mutex
	signers []*Signer
	deleted []string
}

// Deleted returns the ids of deleted users.
func (b *Backend) Deleted() []string {
	b.mu.Lock()
	defer b.mu.Unlock()
	return slices.Clone(b.deleted)
}

// NewBackend starts a backend.
func NewBackend(t testing.TB, signers ...*Signer) *Backend {
	b := &Backend{signers: signers}
	b.Server = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		b.Requests.Add(1)
		subject, ofUser := strings.CutPrefix(r.URL.Path, "/v1/users/")
		if b.Down.Load() || r.URL.Path != "/v1/jwks" && !ofUser || r.Header.Get("Authorization") != "Bearer "+SecretKey {
			http.Error(w, `{"errors":[]}`, http.StatusInternalServerError)
			return
		}
		if ofUser {
			b.mu.Lock()
			b.deleted = append(b.deleted, subject)
			b.mu.Unlock()
			_, _ = fmt.Fprintf(w, `{"object":"user","id":%q,"deleted":true}`, subject)
			return
		}
		var set jose.JSONWebKeySet
		b.mu.Lock()
		for _, s := range b.signers {
			set.Keys = append(set.Keys, jose.JSONWebKey{Key: &s.Key.PublicKey, KeyID: s.ID, Algorithm: "RS256", Use: "sig"})
		}
		b.mu.Unlock()
		if err := json.NewEncoder(w).Encode(set); err != nil {
			t.Error(err)
		}
	}))
	t.Cleanup(b.Close)
	return b
}

// APIURL returns the base URL of the API.
func (b *Backend) APIURL() string { return b.URL + "/v1" }

// Rotate replaces the signers.
func (b *Backend) Rotate(signers ...*Signer) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.signers = signers
}

// Handshake does what the frontend API does with a browser at the handshake URL: it returns the redirect URL
// and the cookie to set. A development instance sets no cookie and puts the response into the URL.
func Handshake(t testing.TB, address string, development bool, answer string) (back string, cookie *http.Cookie) {
	t.Helper()
	asked, err := url.Parse(address)
	if err != nil || asked.Scheme != "https" || asked.Host != Host || asked.Path != "/v1/client/handshake" {
		t.Fatalf("the browser was sent to %s", address)
	}
	to, err := url.Parse(asked.Query().Get("redirect_url"))
	if err != nil {
		t.Fatal(err)
	}
	if !development {
		return to.String(), &http.Cookie{Name: "__clerk_handshake", Value: answer, Path: "/", MaxAge: 60, HttpOnly: true} //nolint:gosec // tests have no https
	}
	query := to.Query()
	query.Set("__clerk_handshake", answer)
	to.RawQuery = query.Encode()
	return to.String(), nil
}

// WebhookRequest returns a signed user event, as Clerk sends it.
func WebhookRequest(t testing.TB, to, id, kind string, at time.Time, data map[string]any) *http.Request {
	t.Helper()
	payload, err := json.Marshal(map[string]any{"object": "event", "type": kind, "timestamp": at.UnixMilli(), "instance_id": "ins_1", "data": data})
	if err != nil {
		t.Fatal(err)
	}
	webhook, err := svix.NewWebhook(WebhookSecret)
	if err != nil {
		t.Fatal(err)
	}
	signature, err := webhook.Sign(id, at, payload)
	if err != nil {
		t.Fatal(err)
	}
	request, err := http.NewRequestWithContext(t.Context(), http.MethodPost, to+"/api/webhooks/clerk", strings.NewReader(string(payload)))
	if err != nil {
		t.Fatal(err)
	}
	for name, value := range map[string]string{
		"Content-Type": "application/json", "svix-id": id, "svix-timestamp": fmt.Sprint(at.Unix()), "svix-signature": signature,
	} {
		request.Header.Set(name, value)
	}
	return request
}

// User returns Clerk's data of a user, updated at a time.
func User(subject, email, first, last string, at time.Time) map[string]any {
	return map[string]any{
		"id": subject, "object": "user", "first_name": first, "last_name": last, "image_url": "https://img.clerk.com/" + subject, "created_at": at.UnixMilli(),
		"updated_at": at.UnixMilli(), "primary_email_address_id": "idn_2",
		"email_addresses": []map[string]any{{"id": "idn_1", "email_address": "old-" + email}, {"id": "idn_2", "email_address": email}},
	}
}
