package auth

import (
	"context"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base32"
	"encoding/binary"
	"hash/crc32"
	"strings"
	"time"

	"github.com/go-jose/go-jose/v4"
	"github.com/go-jose/go-jose/v4/jwt"
	"github.com/gofiber/fiber/v3"
	lru "github.com/hashicorp/golang-lru/v2"

	"upslope"
	"upslope/edge/contract"
	"upslope/edge/feed"
	"upslope/edge/ratelimit"
	"upslope/edge/request"
)

// A token is its prefix, 260 random bits and a checksum of both: secret scanners recognize it, and a mistyped
// one is rejected without a query.
const (
	tokenPrefix  = "upslope_"
	secretLength = 52 // characters of 5 bits each
	// VisibleLength is the number of characters shown in lists.
	VisibleLength = len(tokenPrefix) + 4
)

var checksums = base32.StdEncoding.WithPadding(base32.NoPadding)

// NewToken makes the text of an API token.
func NewToken() string { return withChecksum(tokenPrefix + rand.Text() + rand.Text()) }

func withChecksum(text string) string {
	return text + checksums.EncodeToString(binary.BigEndian.AppendUint32(nil, crc32.ChecksumIEEE([]byte(text))))
}

// wellFormed reports whether text can be an API token.
func wellFormed(text string) bool {
	const withoutChecksum = len(tokenPrefix) + secretLength
	return len(text) > withoutChecksum && strings.HasPrefix(text, tokenPrefix) && withChecksum(text[:withoutChecksum]) == text
}

// BearerToken returns the token in the Authorization header. It ignores other schemes, such as a proxy's.
func BearerToken(c fiber.Ctx) (text string, found bool) {
	scheme, text, _ := strings.Cut(c.Get(fiber.HeaderAuthorization), " ")
	return strings.TrimSpace(text), strings.EqualFold(scheme, "Bearer")
}

// addressToken returns the token in the address of a CSV file: spreadsheets send no headers. It is taken out
// of the request, so that nothing else sees it.
func addressToken(c fiber.Ctx) (text string, found bool) {
	if c.Method() != fiber.MethodGet || !strings.HasSuffix(c.Path(), ".csv") {
		return "", false
	}
	query := c.Request().URI().QueryArgs()
	if found = query.Has("token"); found {
		text = string(query.Peek("token"))
		query.Del("token")
	}
	return text, found
}

// identifyToken identifies the owner of a token.
func (a *Authenticator) identifyToken(c fiber.Ctx, op *contract.Operation, text string) error {
	if !wellFormed(text) {
		return a.reject(c, text)
	}
	hash := sha256.Sum256([]byte(text))
	if a.credentials.isRejected(hash) {
		return errUnauthorized
	}
	found, err := a.findTokenInTurn(c, hash)
	if upslope.CodeOf(err) == upslope.NotFound {
		return a.reject(c, text)
	}
	if err != nil {
		return err
	}
	r := request.Of(c.Context())
	r.Token, r.TokenHash, r.User, r.SignedIn = &found.token, hash[:], found.user, true
	switch {
	case !op.ForTokens:
		return errPeopleOnly
	case found.token.Scope != upslope.TokenWrites && c.Method() != fiber.MethodGet && c.Method() != fiber.MethodHead:
		return errReadOnly
	}
	if chosen := c.Get(AccountHeader); chosen != "" && chosen != found.token.AccountID {
		return errOtherAccount
	}
	return a.authorize(c, op)
}

// findTokenInTurn finds a token. Where many were wrong, the next may still be right: it is looked up, but
// such look-ups take turns, so that guesses never occupy the database.
func (a *Authenticator) findTokenInTurn(c fiber.Ctx, hash [32]byte) (acceptedToken, error) {
	network := a.config.AddressHeader.Network(c.RequestCtx())
	if a.credentials.accepted.Contains(hash) || a.credentials.attempts.Wait(network, a.deps.Now()) == 0 {
		return a.findToken(c.Context(), hash)
	}
	ctx, cancel := context.WithTimeout(c.Context(), maxTurnWait)
	defer cancel()
	select {
	case a.credentials.turns <- struct{}{}:
		defer func() { <-a.credentials.turns }()
	case <-ctx.Done():
		return acceptedToken{}, ratelimit.Exceeded(maxTurnWait, tooManyAttempts)
	}
	if a.credentials.isRejected(hash) { // meanwhile
		return acceptedToken{}, errUnauthorized
	}
	return a.findToken(c.Context(), hash)
}

// acceptedToken is a token as it was found.
type acceptedToken struct {
	token  upslope.APIToken
	user   upslope.User
	mark   feed.Mark // of the moment before
	at     time.Time
	minute time.Time // of the last recorded use
}

// findToken finds a token without asking while the feed proves it, its creator and the account's plan
// unchanged. Otherwise a revoked token would live on exactly when edges cannot hear each other.
func (a *Authenticator) findToken(ctx context.Context, hash [32]byte) (acceptedToken, error) {
	now := a.deps.Now()
	known, ok := a.credentials.accepted.Get(hash)
	if ok && (known.token.ExpiresAt == nil || now.Before(*known.token.ExpiresAt)) && now.Sub(known.at) < maxCallerAge &&
		a.deps.Feed.Unchanged(known.mark, feed.Tokens(known.token.AccountID), feed.User(known.user.ID), feed.People(known.token.AccountID)) {
		if minute := now.Truncate(time.Minute); !known.minute.Equal(minute) {
			known.minute = minute
			a.credentials.accepted.Add(hash, known)
			go a.recordUse(context.WithoutCancel(ctx), hash)
		}
		return known, nil
	}
	mark := a.deps.Feed.Mark()
	token, user, err := a.deps.Tokens.UseToken(ctx, hash[:], now)
	found := acceptedToken{token: token, user: user, mark: mark, at: now, minute: now.Truncate(time.Minute)}
	if err == nil {
		a.credentials.accepted.Add(hash, found)
	}
	return found, err
}

// recordUse records the use of a token that is known here.
func (a *Authenticator) recordUse(ctx context.Context, hash [32]byte) {
	bounded, cancel := context.WithTimeout(ctx, maxUseRecord)
	defer cancel()
	if _, _, err := a.deps.Tokens.UseToken(bounded, hash[:], a.deps.Now()); err != nil {
		a.credentials.accepted.Remove(hash) // look it up the next time
	}
}

var (
	errPeopleOnly   = upslope.Errorf(upslope.Forbidden, "API tokens cannot do this. Sign in to the app instead.")
	errOtherAccount = upslope.Errorf(upslope.NotFound, "This API token is of another account. Leave out X-Account, or use a token of that account.")
	errWritesInURL  = upslope.Errorf(upslope.Forbidden, "Use a read-only API token in an address: addresses end up in histories and logs. Create one in Settings under API.")
	errReadOnly     = upslope.Errorf(upslope.Forbidden, "This API token is read-only. Create one with write access in Settings under API.")
)

// rejectSession counts rejected session cookies, except expired ones, which browsers send regularly.
func (a *Authenticator) rejectSession(c fiber.Ctx) error {
	for _, name := range a.config.SessionCookies {
		if text := c.Cookies(name); text != "" && !a.expired(text) {
			return a.reject(c, text)
		}
	}
	return errUnauthorized
}

// expired reports whether a session's token claims to be expired. The claim is not verified.
func (a *Authenticator) expired(text string) bool {
	var claims jwt.Claims
	token, err := jwt.ParseSigned(text, []jose.SignatureAlgorithm{jose.RS256})
	if err != nil || token.UnsafeClaimsWithoutVerification(&claims) != nil || claims.Expiry == nil {
		return false
	}
	return claims.Expiry.Time().Before(a.deps.Now())
}

// reject rejects a wrong credential and counts only its first use: a program with a revoked token is not
// guessing.
func (a *Authenticator) reject(c fiber.Ctx, text string) error {
	hash := sha256.Sum256([]byte(text))
	if a.credentials.isRejected(hash) {
		return errUnauthorized
	}
	wait := a.credentials.attempts.Take(a.config.AddressHeader.Network(c.RequestCtx()), a.deps.Now())
	a.credentials.rejected.Add(hash, struct{}{})
	if wait > 0 {
		return ratelimit.Exceeded(wait, tooManyAttempts)
	}
	return errUnauthorized
}

const (
	// turnsAtOnce is how many look-ups run at once for networks that sent too many wrong tokens.
	turnsAtOnce = 2
	maxTurnWait = 5 * time.Second
	// maxUseRecord bounds the time to record when a token was used.
	maxUseRecord = 10 * time.Second
)

const tooManyAttempts = "There were too many wrong API tokens or sessions from where you are. Wait a moment and try again."

// submittedCredentials caches the credentials seen here, by hash. A rejected one never becomes valid. An
// accepted one may be revoked by now, but is not throttled for guesses from the same network.
type submittedCredentials struct {
	attempts *ratelimit.Limiter // wrong ones, by network
	rejected *lru.Cache[[32]byte, struct{}]
	accepted *lru.Cache[[32]byte, acceptedToken]
	turns    chan struct{} // see findTokenInTurn
}

func newSubmittedCredentials(attempts *ratelimit.Limiter) (*submittedCredentials, error) {
	rejected, err := lru.New[[32]byte, struct{}](ratelimit.MaxKeys)
	if err != nil {
		return nil, err
	}
	accepted, err := lru.New[[32]byte, acceptedToken](ratelimit.MaxKeys)
	return &submittedCredentials{attempts: attempts, rejected: rejected, accepted: accepted, turns: make(chan struct{}, turnsAtOnce)}, err
}

func (s *submittedCredentials) isRejected(hash [32]byte) bool {
	_, found := s.rejected.Get(hash)
	return found
}
