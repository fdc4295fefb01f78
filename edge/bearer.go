package edge

import (
	"context"
	"crypto/sha256"
	"strings"
	"time"

	"github.com/go-jose/go-jose/v4"
	"github.com/go-jose/go-jose/v4/jwt"
	"github.com/gofiber/fiber/v3"
	lru "github.com/hashicorp/golang-lru/v2"

	"upslope"
)

// admit finds out who is behind a request and whether they may make it. What a program sends with a token counts, and no cookie beside it.
func (s *Server) admit(c fiber.Ctx, op *operation) error {
	text, bears := bearer(c)
	switch {
	case bears && op.public:
		return nil // it opens nothing there, so nobody looks at it
	case bears:
		return s.identifyProgram(c, op, text)
	}
	err := s.identify(c)
	if code := upslope.CodeOf(err); op.public && err != nil && (code == upslope.Unauthenticated || code == upslope.TooMany) {
		return nil
	}
	return err
}

// bearer is what the request has in its header Authorization. Another scheme, such as that of a proxy in front, is none of ours.
func bearer(c fiber.Ctx) (text string, bears bool) {
	scheme, text, _ := strings.Cut(c.Get(fiber.HeaderAuthorization), " ")
	return strings.TrimSpace(text), strings.EqualFold(scheme, "Bearer")
}

// identifyProgram finds out whose token it is.
func (s *Server) identifyProgram(c fiber.Ctx, op *operation, text string) error {
	if !isTokenText(text) {
		return s.refuse(c, text)
	}
	hash := sha256.Sum256([]byte(text))
	if s.credentials.isWrong(hash) {
		return errUnauthorized
	}
	network := networkOf(s.clientAddress(c.RequestCtx()))
	if wait := s.credentials.tries.wait(network, s.deps.Now()); wait > 0 && !s.credentials.right.Contains(hash) {
		return tooSoon(wait, manyWrong)
	}
	held, err := s.holderOf(c.Context(), hash)
	if upslope.CodeOf(err) == upslope.NotFound {
		return s.refuse(c, text)
	}
	if err != nil {
		return err
	}
	r := requestOf(c.Context())
	r.token, r.tokenHash, r.user, r.version, r.signedIn = &held.token, hash[:], held.user, &held.version, true
	switch {
	case !op.forTokens:
		return errPeopleOnly
	case held.token.Scope != upslope.TokenWrites && c.Method() != fiber.MethodGet && c.Method() != fiber.MethodHead:
		return errReadsOnly
	}
	return nil
}

// holder is whose a token was when the account had a version.
type holder struct {
	token   upslope.APIToken
	user    upslope.User
	version int64
	minute  time.Time // in which its use was noted
}

// holderOf asks the database each time, so that a token that was revoked ends at once on every edge. What is known of it holds as long as the
// account's version stands, which revoking raises, and which a list needs anyway.
func (s *Server) holderOf(ctx context.Context, hash [32]byte) (holder, error) {
	now := s.deps.Now()
	known, ok := s.credentials.right.Get(hash)
	if ok && known.minute.Equal(now.Truncate(time.Minute)) && (known.token.ExpiresAt == nil || now.Before(*known.token.ExpiresAt)) {
		version, err := s.deps.Versions.Version(ctx, known.token.AccountID)
		if err == nil && version == known.version {
			return known, nil
		}
	}
	token, user, version, err := s.deps.Tokens.UseToken(ctx, hash[:], now)
	found := holder{token, user, version, now.Truncate(time.Minute)}
	if err == nil {
		s.credentials.right.Add(hash, found)
	}
	return found, err
}

var (
	errPeopleOnly = upslope.Errorf(upslope.Forbidden, "API tokens cannot do this. Sign in and do it there.")
	errReadsOnly  = upslope.Errorf(upslope.Forbidden, "This API token may only read. Make one that may write in Settings, under API.")
)

// refuseSession counts the session cookies that were not accepted, unless they are merely old: browsers send such ones all the time.
func (s *Server) refuseSession(c fiber.Ctx) error {
	for _, name := range s.config.SessionCookies {
		if text := c.Cookies(name); text != "" && !s.outOfDate(text) {
			return s.refuse(c, text)
		}
	}
	return errUnauthorized
}

// outOfDate says whether a session's token has run out, if one believes it.
func (s *Server) outOfDate(text string) bool {
	var says jwt.Claims
	token, err := jwt.ParseSigned(text, []jose.SignatureAlgorithm{jose.RS256})
	if err != nil || token.UnsafeClaimsWithoutVerification(&says) != nil || says.Expiry == nil {
		return false
	}
	return says.Expiry.Time().Before(s.deps.Now())
}

// refuse answers a wrong credential, and counts it the first time: a program that goes on with a token that was revoked guesses nothing.
func (s *Server) refuse(c fiber.Ctx, text string) error {
	hash := sha256.Sum256([]byte(text))
	if s.credentials.isWrong(hash) {
		return errUnauthorized
	}
	if wait := s.credentials.tries.take(networkOf(s.clientAddress(c.RequestCtx())), s.deps.Now()); wait > 0 {
		return tooSoon(wait, manyWrong)
	}
	s.credentials.wrong.Add(hash, struct{}{})
	return errUnauthorized
}

const manyWrong = "There were too many wrong API tokens or sessions from where you are. Wait a moment and try again."

// credentials are what was shown here, by hash. A wrong one never becomes right. A right one may have been revoked since; whoever shares a
// network with somebody who guesses need not wait with them.
type credentials struct {
	tries *limit // of wrong ones, by network
	wrong *lru.Cache[[32]byte, struct{}]
	right *lru.Cache[[32]byte, holder]
}

func newCredentials() (*credentials, error) {
	tries, err := newLimit(guessesAtOnce, guessEvery)
	if err != nil {
		return nil, err
	}
	wrong, err := lru.New[[32]byte, struct{}](mostWatched)
	if err != nil {
		return nil, err
	}
	right, err := lru.New[[32]byte, holder](mostWatched)
	return &credentials{tries: tries, wrong: wrong, right: right}, err
}

func (k *credentials) isWrong(hash [32]byte) bool {
	_, found := k.wrong.Get(hash)
	return found
}
