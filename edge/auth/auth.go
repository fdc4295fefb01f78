// Package auth identifies the caller of a request: a user with a Clerk or local session, or a program with an
// API token. It owns sign-in and sign-out, and what each role may do.
package auth

import (
	"context"
	"log/slog"
	"net/http"
	"net/url"
	"strings"
	"time"

	"github.com/gofiber/fiber/v3"

	"upslope"
	"upslope/edge/contract"
	"upslope/edge/feed"
	"upslope/edge/ratelimit"
	"upslope/edge/request"
)

const (
	// SessionCookie holds a session token.
	SessionCookie = "__session"
	// localCookieAge is how long a development machine keeps users signed in without a visit.
	localCookieAge = 30 * 24 * 60 * 60
	// maxPageWait bounds the time a page waits to learn whether a session was signed out.
	maxPageWait = 200 * time.Millisecond
)

// Verifier verifies Clerk's session tokens. Any doubt is an Unauthenticated Error.
type Verifier interface {
	Verify(ctx context.Context, token string) (upslope.Session, error)
}

// LocalSignIn is the identity provider of a development machine.
type LocalSignIn interface {
	// SignIn creates a session for the user with that e-mail address; "" means a fixed developer.
	SignIn(email string) (token string, err error)
	// Renew returns the session of a token expired for at most 30 days, and a valid token.
	Renew(ctx context.Context, token string) (session upslope.Session, fresh string, err error)
}

// Users stores the users who sign in.
type Users interface {
	// SignIn returns an identity's user; on the first sign-in it creates the user, an account and its trial.
	SignIn(ctx context.Context, identity upslope.Identity, now time.Time, trialDays int) (upslope.User, error)
}

// Sessions stores sessions signed out before their tokens expired.
type Sessions interface {
	EndSession(ctx context.Context, sessionID string, until time.Time) error
	SessionEnded(ctx context.Context, sessionID string, now time.Time) (bool, error)
}

// Tokens stores API tokens by the SHA-256 of their text.
type Tokens interface {
	// UseToken returns the token and its creator, and records the minute of use. It fails with NotFound for a
	// revoked, expired or unknown token.
	UseToken(ctx context.Context, hash []byte, now time.Time) (token upslope.APIToken, user upslope.User, err error)
}

// Config configures sign-in.
type Config struct {
	PublicURL      *url.URL
	SignInURL      string   // Clerk's hosted page; "" with a local sign-in
	TrialDays      int      // of a new account
	SessionCookies []string // cookie names to search for a session token, in this order
	AddressHeader  request.AddressHeader
}

// Deps are the dependencies of an Authenticator. Exactly one of Verifier and Local is set.
type Deps struct {
	Verifier  Verifier
	Local     LocalSignIn
	Handshake Handshake // nil with a local sign-in
	Users     Users
	Sessions  Sessions
	Tokens    Tokens
	Demo      Demo        // nil without a public demo
	Feed      *feed.Feed  // of changes, which ends what is remembered of callers
	Away      func() bool // whether nobody can be asked, as far as is known
	Log       *slog.Logger
	Now       func() time.Time
}

// Authenticator identifies the callers of requests.
type Authenticator struct {
	config      Config
	deps        Deps
	users       *userCache
	credentials *submittedCredentials
	demo        demoAccount
}

// New makes an authenticator. Attempts bounds wrong credentials from one network.
func New(config Config, deps Deps, attempts *ratelimit.Limiter) (*Authenticator, error) {
	credentials, err := newSubmittedCredentials(attempts)
	return &Authenticator{
		config: config, deps: deps, credentials: credentials,
		users: &userCache{users: deps.Users, sessions: deps.Sessions, feed: deps.Feed, away: deps.Away, trialDays: config.TrialDays, now: deps.Now},
	}, err
}

// ForgetUsers makes the next request of everybody ask who they are.
func (a *Authenticator) ForgetUsers() { a.users.forget() }

// Admit identifies the caller and checks that they may call the operation. With an API token, cookies are
// ignored.
func (a *Authenticator) Admit(c fiber.Ctx, op *contract.Operation) error {
	text, found := BearerToken(c)
	if inAddress, is := addressToken(c); is && !found && !op.Public {
		err := a.identifyToken(c, op, inAddress)
		if err == nil && request.Of(c.Context()).Token.Scope == upslope.TokenWrites {
			err = errWritesInURL
		}
		nameActor(c)
		return err
	}
	switch {
	case found && op.Public:
		return nil // tokens have no access there, so it is not checked
	case found:
		err := a.identifyToken(c, op, text)
		nameActor(c)
		return err
	}
	err := a.Identify(c)
	if !op.Public && upslope.CodeOf(err) == upslope.Unauthenticated && a.visitsDemo(c) {
		return a.admitVisitor(c, op)
	}
	if err == nil && !op.Public {
		err = a.authorize(c, op)
	}
	nameActor(c)
	if code := upslope.CodeOf(err); op.Public && err != nil && (code == upslope.Unauthenticated || code == upslope.TooMany) {
		return nil
	}
	return err
}

// nameActor lets activity say who did what.
func nameActor(c fiber.Ctx) {
	user := request.Of(c.Context()).User
	name := upslope.Person{Email: user.Email, FirstName: user.FirstName, LastName: user.LastName}.Name()
	c.SetContext(upslope.WithActor(c.Context(), upslope.Actor{ID: user.ID, Name: name}))
}

// Identify identifies the signed-in user. Its error is Unauthenticated without one.
func (a *Authenticator) Identify(c fiber.Ctx) error {
	r := request.Of(c.Context())
	session, err := a.session(c)
	if err != nil && upslope.CodeOf(err) == upslope.Unauthenticated {
		return a.rejectSession(c)
	}
	if err != nil {
		return err
	}
	r.Session = session
	user, err := a.userOf(c, session)
	if err == nil {
		user, err = chosenAccount(c, user)
	}
	if r.User = user; err != nil {
		if a.deps.Local != nil && upslope.CodeOf(err) == upslope.Unauthenticated {
			a.ClearCookies(c) // or the renewed token would outlive the deleted account
		}
		return err
	}
	r.SignedIn = true
	return nil
}

// session returns the first valid session among the cookies.
func (a *Authenticator) session(c fiber.Ctx) (upslope.Session, error) {
	for _, name := range a.config.SessionCookies {
		token := c.Cookies(name)
		if token == "" {
			continue
		}
		session, err := a.verify(c, token)
		if err == nil || upslope.CodeOf(err) != upslope.Unauthenticated {
			return session, err
		}
	}
	return upslope.Session{}, errUnauthorized
}

func (a *Authenticator) verify(c fiber.Ctx, token string) (upslope.Session, error) {
	if a.deps.Local == nil {
		return a.deps.Verifier.Verify(c.Context(), token)
	}
	session, fresh, err := a.deps.Local.Renew(c.Context(), token)
	if err != nil {
		return session, err
	}
	ended, err := a.users.ended(c.Context(), session)
	if err != nil {
		return session, err
	}
	if ended {
		return session, errUnauthorized
	}
	a.setLocalCookie(c, fresh)
	return session, nil
}

// RenewLocal also renews a development session on pages, which need no sign-in. It does not wait for an
// unavailable database.
func (a *Authenticator) RenewLocal(c fiber.Ctx) {
	if a.deps.Local == nil {
		return
	}
	unbounded := c.Context()
	defer c.SetContext(unbounded)
	bounded, cancel := context.WithTimeout(unbounded, maxPageWait)
	defer cancel()
	c.SetContext(bounded)
	_, _ = a.session(c) // only for its cookie
}

// EverSignedIn reports whether the browser has a session cookie; an expired token counts.
func (*Authenticator) EverSignedIn(c fiber.Ctx) bool {
	for name, value := range c.Request().Header.Cookies() {
		if len(value) > 0 && (string(name) == SessionCookie || strings.HasPrefix(string(name), SessionCookie+"_")) {
			return true
		}
	}
	return false
}

// Secure reports whether the product is served over https.
func (a *Authenticator) Secure() bool { return a.config.PublicURL.Scheme == "https" }

// PublicHost returns the host of the product.
func (a *Authenticator) PublicHost() string { return a.config.PublicURL.Host }

func (a *Authenticator) setLocalCookie(c fiber.Ctx, token string) {
	c.Cookie(&fiber.Cookie{
		Name: SessionCookie, Value: token, Path: "/", MaxAge: localCookieAge,
		HTTPOnly: true, Secure: a.Secure(), SameSite: fiber.CookieSameSiteLaxMode,
	})
}

// ClearCookies removes the session's tokens from the browser.
func (a *Authenticator) ClearCookies(c fiber.Ctx) {
	for _, name := range a.config.SessionCookies {
		c.Cookie(&fiber.Cookie{
			Name: name, Path: "/", Expires: time.Unix(1, 0), Secure: a.Secure(), SameSite: fiber.CookieSameSiteLaxMode,
		})
	}
	a.leaveDemo(c)
}

// SignOut ends the session of a request.
func (a *Authenticator) SignOut(ctx context.Context) error {
	return a.users.end(ctx, request.Of(ctx).Session)
}

// Watch returns a function that reports whether a request's session or token is still valid; while that is
// unknown, it counts as valid.
func (a *Authenticator) Watch(r *request.Request) func(context.Context) bool {
	session, hash := r.Session.SessionID, r.TokenHash
	if r.Token == nil {
		return func(ctx context.Context) bool {
			if ended, err := a.deps.Sessions.SessionEnded(ctx, session, a.deps.Now()); err == nil && ended {
				return false
			}
			return a.isMember(ctx, r)
		}
	}
	return func(ctx context.Context) bool {
		_, _, err := a.deps.Tokens.UseToken(ctx, hash, a.deps.Now())
		return err == nil || upslope.CodeOf(err) != upslope.NotFound
	}
}

// errUnauthorized is the error for every missing or wrong credential.
var errUnauthorized = upslope.Errorf(upslope.Unauthenticated, "%s", http.StatusText(http.StatusUnauthorized))
