package simulator

import (
	"fmt"
	"net/url"
	"sync"
	"time"
)

// tokens holds the issued tokens.
type tokens struct {
	mu        sync.Mutex
	seed      uint64
	count     int
	access    map[string]time.Time // with their expiry
	refreshes map[string]string    // with their scopes
	codes     map[string]codeGrant
}

// codeGrant is the grant behind a code.
type codeGrant struct {
	client, redirect, scope string
	offline                 bool
	challenge, method       string
	expires                 time.Time
}

func newTokens(seed uint64) tokens {
	return tokens{seed: seed, access: map[string]time.Time{}, refreshes: map[string]string{}, codes: map[string]codeGrant{}}
}

// name makes a unique token; the caller holds the lock.
func (t *tokens) name(prefix string) string {
	t.count++
	return fmt.Sprintf("%s-simulated-%x-%06d", prefix, t.seed, t.count)
}

func (t *tokens) newAccess(now time.Time) string {
	t.mu.Lock()
	defer t.mu.Unlock()
	token := t.name("ya29")
	t.access[token] = now.Add(tokenLifetime)
	return token
}

func (t *tokens) isValid(token string, now time.Time) bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.access[token].After(now)
}

func (t *tokens) newRefresh(scope string) string {
	t.mu.Lock()
	defer t.mu.Unlock()
	token := t.name("1//0")
	t.refreshes[token] = scope
	return token
}

func (t *tokens) refresh(token string) (scope string, ok bool) {
	t.mu.Lock()
	defer t.mu.Unlock()
	scope, ok = t.refreshes[token]
	return scope, ok
}

func (t *tokens) newCode(grant codeGrant) string {
	t.mu.Lock()
	defer t.mu.Unlock()
	code := t.name("4/0A")
	t.codes[code] = grant
	return code
}

// redeem consumes a code, which is valid once.
func (t *tokens) redeem(form url.Values, now time.Time) (codeGrant, *failure) {
	t.mu.Lock()
	defer t.mu.Unlock()
	grant, ok := t.codes[form.Get("code")]
	delete(t.codes, form.Get("code"))
	switch {
	case !ok || now.After(grant.expires):
		return grant, grantError("invalid_grant", "Malformed auth code.")
	case grant.client != form.Get("client_id"):
		return grant, grantError("invalid_client", "The OAuth client was not found.")
	case form.Get("client_secret") == "":
		return grant, grantError("invalid_request", "client_secret is missing.")
	case grant.redirect != form.Get("redirect_uri"):
		return grant, grantError("redirect_uri_mismatch", "Bad Request")
	case !verifierMatches(grant.challenge, grant.method, form.Get("code_verifier")):
		return grant, grantError("invalid_grant", "Invalid code verifier.")
	}
	return grant, nil
}

func (t *tokens) revoke(token string) bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	_, isRefresh := t.refreshes[token]
	_, isAccess := t.access[token]
	delete(t.refreshes, token)
	delete(t.access, token)
	return isRefresh || isAccess
}

// RefreshToken issues one without the consent page, for tests.
func (s *Server) RefreshToken() string {
	return s.tokens.newRefresh("https://www.googleapis.com/auth/webmasters.readonly https://www.googleapis.com/auth/analytics.readonly https://www.googleapis.com/auth/adwords")
}

// ExpireTokens expires all access tokens.
func (s *Server) ExpireTokens() {
	s.tokens.mu.Lock()
	defer s.tokens.mu.Unlock()
	clear(s.tokens.access)
}
