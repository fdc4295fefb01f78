package simulator

import (
	"crypto/sha256"
	"encoding/base64"
	"html/template"
	"net/http"
	"net/url"
	"strings"
	"time"
)

// Owner is the user who signs in on the consent page.
const Owner = "owner@example.com"

// tokenAnswer is the response to a successful exchange.
type tokenAnswer struct {
	AccessToken  string `json:"access_token"`
	ExpiresIn    int    `json:"expires_in"`
	RefreshToken string `json:"refresh_token,omitempty"`
	Scope        string `json:"scope,omitempty"`
	TokenType    string `json:"token_type"`
	IDToken      string `json:"id_token,omitempty"`
}

type tokenError struct {
	Error       string `json:"error"`
	Description string `json:"error_description"`
}

// failToken writes OAuth's error format, which differs from Google's other APIs.
func failToken(w http.ResponseWriter, f failure) {
	code := f.status
	switch f.status {
	case "RESOURCE_EXHAUSTED":
		code = "rate_limit_exceeded"
	case "INTERNAL":
		code = "internal_failure"
	case "PERMISSION_DENIED", "INVALID_ARGUMENT":
		code = "invalid_request"
	}
	writeFailure(w, f, tokenError{code, f.message})
}

func grantError(code, message string) *failure {
	return &failure{code: http.StatusBadRequest, status: code, message: message}
}

// exchange issues an access token for a signed assertion, a refresh token or a code.
func (s *Server) exchange(w http.ResponseWriter, r *http.Request) {
	r.Body = http.MaxBytesReader(w, r.Body, 1<<16)
	if err := r.ParseForm(); err != nil {
		failToken(w, *grantError("invalid_request", err.Error()))
		return
	}
	if id, secret, ok := r.BasicAuth(); ok && r.PostForm.Get("client_id") == "" {
		r.PostForm.Set("client_id", id)
		r.PostForm.Set("client_secret", secret)
	}
	s.do(w, r, call{
		Source: sourceToken, Report: r.PostForm.Get("grant_type"), Page: 1, fail: failToken,
		allowed: func() *failure { return nil },
		answer:  func() ([]byte, *failure) { return s.grant(r.PostForm) },
	})
}

func (s *Server) grant(form url.Values) ([]byte, *failure) {
	now := s.config.Now()
	answer := tokenAnswer{ExpiresIn: int(tokenLifetime / time.Second), TokenType: "Bearer"}
	switch form.Get("grant_type") {
	case "urn:ietf:params:oauth:grant-type:jwt-bearer":
		if f := s.checkAssertion(form.Get("assertion")); f != nil {
			return nil, f
		}
	case "refresh_token":
		scope, ok := s.tokens.refresh(form.Get("refresh_token"))
		if !ok {
			return nil, grantError("invalid_grant", "Token has been expired or revoked.")
		}
		answer.Scope = scope
	case "authorization_code":
		grant, f := s.tokens.redeem(form, now)
		if f != nil {
			return nil, f
		}
		answer.Scope = grant.scope
		if grant.offline {
			answer.RefreshToken = s.tokens.newRefresh(grant.scope)
		}
		if strings.Contains(grant.scope, "openid") || strings.Contains(grant.scope, "email") {
			id, err := s.idToken(grant.client, now)
			if err != nil {
				return nil, grantError("internal_failure", err.Error())
			}
			answer.IDToken = id
		}
	default:
		return nil, grantError("unsupported_grant_type", "Invalid grant_type: "+form.Get("grant_type"))
	}
	answer.AccessToken = s.tokens.newAccess(now)
	return encode(answer)
}

const consentPage = `<!doctype html><html lang="en"><meta charset="utf-8"><title>Sign in to the simulator</title>
<body style="font-family:sans-serif;max-width:28rem;margin:4rem auto"><h1>Choose an account</h1>
<p>A stand-in for Google's page: nobody is asked for a password.</p><p>It wants to see:</p><ul>{{range .Scopes}}<li>{{.}}</li>{{end}}</ul>
<p><a id="allow" href="{{.Allow}}">Continue as {{.Owner}}</a></p><p><a id="deny" href="{{.Deny}}">Cancel</a></p></body></html>`

// consent shows the client and its scopes, and redirects back with a code: immediately with prompt=none or a
// login_hint.
func (s *Server) consent(w http.ResponseWriter, r *http.Request) {
	query := r.URL.Query()
	redirect, err := url.Parse(query.Get("redirect_uri"))
	if err != nil || redirect.Host == "" || redirect.Scheme != "http" && redirect.Scheme != "https" {
		http.Error(w, "Error 400: invalid_request: redirect_uri", http.StatusBadRequest)
		return
	}
	if query.Get("response_type") != "code" || query.Get("client_id") == "" || query.Get("scope") == "" {
		http.Error(w, "Error 400: invalid_request: response_type must be code, client_id and scope must be given", http.StatusBadRequest)
		return
	}
	if method := query.Get("code_challenge_method"); query.Get("code_challenge") != "" && method != "S256" && method != "plain" {
		http.Error(w, "Error 400: invalid_request: code_challenge_method", http.StatusBadRequest)
		return
	}
	back := func(values url.Values) string {
		if state := query.Get("state"); state != "" {
			values.Set("state", state)
		}
		target := *redirect
		merged := target.Query()
		for name := range values {
			merged.Set(name, values.Get(name))
		}
		target.RawQuery = merged.Encode()
		return target.String()
	}
	code := s.tokens.newCode(codeGrant{
		client: query.Get("client_id"), redirect: query.Get("redirect_uri"), scope: query.Get("scope"), offline: query.Get("access_type") == "offline",
		challenge: query.Get("code_challenge"), method: query.Get("code_challenge_method"), expires: s.config.Now().Add(10 * time.Minute),
	})
	allow := back(url.Values{"code": {code}, "scope": {query.Get("scope")}})
	if query.Get("prompt") == "none" || query.Get("login_hint") != "" {
		http.Redirect(w, r, allow, http.StatusFound)
		return
	}
	page, err := template.New("consent").Parse(consentPage)
	if err != nil {
		http.Error(w, err.Error(), http.StatusInternalServerError)
		return
	}
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	// The client may have disconnected.
	_ = page.Execute(w, map[string]any{"Scopes": strings.Fields(query.Get("scope")), "Allow": allow, "Deny": back(url.Values{"error": {"access_denied"}}), "Owner": Owner})
}

// revoke revokes a refresh or access token.
func (s *Server) revoke(w http.ResponseWriter, r *http.Request) {
	r.Body = http.MaxBytesReader(w, r.Body, 1<<16)
	if err := r.ParseForm(); err != nil || !s.tokens.revoke(r.Form.Get("token")) {
		failToken(w, *grantError("invalid_token", "Token expired or revoked"))
		return
	}
	writeJSON(w, http.StatusOK, struct{}{})
}

// userinfo identifies the signed-in user.
func (s *Server) userinfo(w http.ResponseWriter, r *http.Request) {
	if f := s.authorizeBearer(r); f != nil {
		writeGoogleError(w, *f)
		return
	}
	writeJSON(w, http.StatusOK, map[string]any{"sub": "108000000000000000001", "email": Owner, "email_verified": true, "name": "Olive Owner"})
}

// verifierMatches reports whether a verifier matches a challenge (RFC 7636).
func verifierMatches(challenge, method, verifier string) bool {
	if challenge == "" {
		return true
	}
	if method == "S256" {
		sum := sha256.Sum256([]byte(verifier))
		verifier = base64.RawURLEncoding.EncodeToString(sum[:])
	}
	return verifier == challenge
}
