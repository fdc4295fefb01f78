// Package localidp is a development identity provider that replaces Clerk: it issues session tokens with
// Clerk's claims, signed with its own key and checked by the same Verifier. Anybody who reaches it can sign
// in as anybody, so it refuses to run in production and on public addresses, and on private ones unless
// development was chosen explicitly.
package localidp

import (
	"context"
	"crypto/rand"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"net/mail"
	"strings"
	"sync"
	"time"
	"unicode"

	"github.com/go-jose/go-jose/v4"
	"github.com/go-jose/go-jose/v4/jwt"

	"upslope"
	"upslope/infra/clerk"
)

const (
	issuer    = "https://local.clerk.invalid"
	tokenLife = time.Minute
	// renewable is how long after expiry a token can still be exchanged for a new one.
	renewable = 30 * 24 * time.Hour
	// freshFor is how long a renewed token is reused for its session: signing takes a millisecond.
	freshFor = 15 * time.Second
	// mostSessions bounds the cache of sessions; evicting one costs a signature.
	mostSessions = 1000
	// developer is the default user.
	developer = "developer@example.com"
)

// Config configures the provider.
type Config struct {
	Environment string // APP_ENV; anything but development is refused
	Chosen      bool   // APP_ENV was set explicitly rather than defaulted by upslope dev
	Addr        string // listen address of the edge
	PublicURL   string
	KeyFile     string // persists the signing key, so that sessions survive restarts
}

// Provider is the local identity provider. It implements auth.LocalSignIn.
type Provider struct {
	config   Config
	verifier *clerk.Verifier
	signer   jose.Signer
	now      func() time.Time

	mu    sync.Mutex
	fresh map[string]issued // by session id
}

type issued struct {
	token string
	at    time.Time
}

// New creates the provider, or returns an error when the configuration does not allow one.
func New(config Config, now func() time.Time) (*Provider, error) {
	if err := config.Check(); err != nil {
		return nil, err
	}
	key, public, err := openKey(config.KeyFile)
	if err != nil {
		return nil, fmt.Errorf("open the key of the local sign-in: %w", err)
	}
	signer, err := jose.NewSigner(jose.SigningKey{Algorithm: jose.RS256, Key: key}, (&jose.SignerOptions{}).WithType("JWT"))
	if err != nil {
		return nil, fmt.Errorf("make the signer of the local sign-in: %w", err)
	}
	verifier := &clerk.Verifier{Issuer: issuer, Origin: config.PublicURL, Keys: public, Grace: renewable, Now: now}
	return &Provider{config: config, verifier: verifier, signer: signer, now: now, fresh: map[string]issued{}}, nil
}

// SignIn creates a session for an e-mail address; "" signs in the default developer.
func (p *Provider) SignIn(email string) (string, error) {
	if email == "" {
		email = developer
	}
	address, err := mail.ParseAddress(email)
	if err != nil || address.Address != email || len(email) > 254 {
		return "", upslope.FieldErrorf("as", "as must be an e-mail address, such as ana@example.com.")
	}
	email = strings.ToLower(email)
	sum := sha256.Sum256([]byte(email))
	return p.issue(upslope.Identity{
		Subject: "user_" + hex.EncodeToString(sum[:12]), SessionID: "sess_" + rand.Text(),
		Email: email, FirstName: nameOf(email),
	})
}

// nameOf derives a first name from an e-mail address: ana.maria@example.com becomes Ana.
func nameOf(email string) string {
	name, _, _ := strings.Cut(email, "@")
	name, _, _ = strings.Cut(name, ".")
	letters := []rune(name)
	if len(letters) > 0 {
		letters[0] = unicode.ToUpper(letters[0])
	}
	return string(letters)
}

// Renew returns the session of a token that expired at most 30 days ago, with a valid token.
func (p *Provider) Renew(ctx context.Context, token string) (upslope.Session, string, error) {
	session, err := p.verifier.Verify(ctx, token)
	if err != nil {
		return session, "", err
	}
	fresh, err := p.freshToken(session.Identity)
	if err != nil {
		return session, "", err
	}
	session.Expires = p.now().Add(tokenLife - freshFor)
	session.EndsBy = p.now().Add(tokenLife + renewable)
	return session, fresh, nil
}

func (p *Provider) freshToken(identity upslope.Identity) (string, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if last, ok := p.fresh[identity.SessionID]; ok && p.now().Sub(last.at) < freshFor {
		return last.token, nil
	}
	token, err := p.issue(identity)
	if err != nil {
		return "", err
	}
	if len(p.fresh) >= mostSessions {
		clear(p.fresh)
	}
	p.fresh[identity.SessionID] = issued{token: token, at: p.now()}
	return token, nil
}

func (p *Provider) issue(identity upslope.Identity) (string, error) {
	now := p.now()
	token, err := jwt.Signed(p.signer).Claims(map[string]any{
		"iss": issuer, "sub": identity.Subject, "sid": identity.SessionID, "azp": p.config.PublicURL, "v": 2, "sts": "active",
		"iat": now.Unix(), "nbf": now.Add(-10 * time.Second).Unix(), "exp": now.Add(tokenLife).Unix(),
		"email": identity.Email, "name": strings.TrimSpace(identity.FirstName + " " + identity.LastName), "image": identity.ImageURL,
	}).Serialize()
	if err != nil {
		return "", errors.Join(errors.New("sign a session token"), err)
	}
	return token, nil
}
