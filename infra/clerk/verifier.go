// Package clerk verifies the session tokens in Clerk's cookies. It is stricter than Clerk's library, which
// accepts a token without an authorized party, without an expiry, or of a session with pending tasks. It has
// no sign-in form: that is Clerk's hosted page.
package clerk

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"sync"
	"time"

	sdk "github.com/clerk/clerk-sdk-go/v2"
	sdkjwt "github.com/clerk/clerk-sdk-go/v2/jwt"
	"github.com/go-jose/go-jose/v4"
	"github.com/go-jose/go-jose/v4/jwt"

	"upslope"
)

const (
	longestToken = 4 << 10
	// session tokens live a minute; tokens from JWT templates, which are not sessions, may live years
	longestLife = 10 * time.Minute
	clockSkew   = 5 * time.Second
	// lastTime is the end of the year 9999 (RFC 3339): later times overflow when compared
	lastTime = 253402300799
	// mostTokens bounds the cache of verified tokens; evicting one costs a signature check.
	mostTokens = 1000
)

// Keys finds the public keys of tokens.
type Keys interface {
	// Key returns the key with an id, or an error.
	Key(ctx context.Context, id string) (*sdk.JSONWebKey, error)
}

// Verifier verifies session tokens of one issuer for one origin. It implements auth.Verifier.
type Verifier struct {
	Issuer string           // exactly as in the tokens
	Origin string           // the only authorized party: PUBLIC_URL
	Keys   Keys             //
	Grace  time.Duration    // accepts tokens this long after expiry; only the local sign-in sets it
	Now    func() time.Time //

	mu   sync.Mutex
	good map[string]upslope.Session // by token: a browser sends the same one for a minute
}

// claims are session token claims besides those of Clerk's library. The last three require a customized
// session token.
type claims struct {
	Status string `json:"sts"`
	Email  string `json:"email"`
	Name   string `json:"name"`
	Image  string `json:"image"`
}

// Verify returns the session of a token. Any failed check is an Unauthenticated Error.
func (v *Verifier) Verify(ctx context.Context, token string) (upslope.Session, error) {
	if session, ok := v.recall(token); ok {
		return session, nil
	}
	session, err := v.verify(ctx, token)
	if err == nil {
		v.remember(token, session)
	}
	if err != nil && upslope.CodeOf(err) == upslope.Internal {
		err = fmt.Errorf("%w: %w", upslope.Errorf(upslope.Unauthenticated, "Unauthorized"), err)
	}
	return session, err
}

func (v *Verifier) recall(token string) (upslope.Session, bool) {
	v.mu.Lock()
	defer v.mu.Unlock()
	session, ok := v.good[token]
	return session, ok && v.Now().Before(session.Expires.Add(v.Grace))
}

func (v *Verifier) remember(token string, session upslope.Session) {
	v.mu.Lock()
	defer v.mu.Unlock()
	if v.good == nil || len(v.good) >= mostTokens {
		v.good = map[string]upslope.Session{}
	}
	v.good[token] = session
}

func (v *Verifier) verify(ctx context.Context, token string) (upslope.Session, error) {
	if token == "" || len(token) > longestToken {
		return upslope.Session{}, errors.New("the token is missing or too long")
	}
	parsed, err := jwt.ParseSigned(token, []jose.SignatureAlgorithm{jose.RS256})
	if err != nil || len(parsed.Headers) != 1 {
		return upslope.Session{}, errors.New("the token is no JWT with one RS256 signature")
	}
	key, err := v.Keys.Key(ctx, parsed.Headers[0].KeyID)
	if err != nil {
		return upslope.Session{}, err
	}
	extra := &claims{}
	found, err := sdkjwt.Verify(ctx, &sdkjwt.VerifyParams{
		Token: token, JWK: key, Clock: clock(v.Now), Leeway: clockSkew + v.Grace,
		ProxyURL:                &v.Issuer, // makes the library compare the issuer exactly
		AuthorizedPartyHandler:  func(party string) bool { return party == v.Origin },
		CustomClaimsConstructor: func(context.Context) any { return extra },
	})
	if err != nil {
		return upslope.Session{}, err
	}
	if err := v.checkRest(found, extra); err != nil {
		return upslope.Session{}, err
	}
	return sessionOf(found, extra), nil
}

// checkRest checks what Clerk's library does not.
func (v *Verifier) checkRest(found *sdk.SessionClaims, extra *claims) error {
	soon := v.Now().Add(clockSkew)
	switch {
	case found.Expiry == nil || found.IssuedAt == nil:
		return errors.New("the token does not say when it begins and ends")
	case !validTime(*found.Expiry) || !validTime(*found.IssuedAt) || found.NotBefore != nil && !validTime(*found.NotBefore):
		return errors.New("the token has times that cannot be")
	case *found.Expiry <= *found.IssuedAt:
		return errors.New("the token ends before it begins")
	case time.Duration(*found.Expiry-*found.IssuedAt)*time.Second > longestLife:
		return errors.New("the token lives too long for one of a session")
	case time.Unix(*found.IssuedAt, 0).After(soon):
		return errors.New("the token is of the future")
	case found.NotBefore != nil && time.Unix(*found.NotBefore, 0).After(soon): // Grace is for the end only
		return errors.New("the token is not valid yet")
	case !strings.HasPrefix(found.SessionID, "sess_") || !strings.HasPrefix(found.Subject, "user_"):
		return errors.New("the token is none of a session")
	case extra.Status == "pending":
		return errors.New("the session has steps to take before it counts")
	}
	return nil
}

func validTime(seconds int64) bool { return seconds >= 0 && seconds <= lastTime }

func sessionOf(found *sdk.SessionClaims, extra *claims) upslope.Session {
	first, last, _ := strings.Cut(strings.TrimSpace(extra.Name), " ")
	ends := time.Unix(*found.Expiry, 0)
	life := ends.Sub(time.Unix(*found.IssuedAt, 0)) // of the session: another token of it may be newer
	return upslope.Session{
		Identity: upslope.Identity{
			Subject: found.Subject, SessionID: found.SessionID,
			Email: extra.Email, FirstName: first, LastName: strings.TrimSpace(last), ImageURL: extra.Image,
			IssuedAt: time.Unix(*found.IssuedAt, 0),
		},
		Expires: ends, EndsBy: ends.Add(life + clockSkew),
	}
}

// clock gives Clerk's library our time.
type clock func() time.Time

// Now implements sdk.Clock.
func (c clock) Now() time.Time { return c() }
