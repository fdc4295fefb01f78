package edge

import (
	"context"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base32"
	"encoding/binary"
	"hash/crc32"
	"strings"
	"time"

	"upslope"
	"upslope/edge/api"
)

// Tokens keeps the API tokens of accounts, each by the SHA-256 of its text.
type Tokens interface {
	// Tokens answers those of an account that were not revoked, the newest first.
	Tokens(ctx context.Context, accountID string) ([]upslope.APIToken, error)
	// AddToken answers Conflict when the account has as many as it may.
	AddToken(ctx context.Context, token upslope.APIToken, hash []byte, now time.Time) (upslope.APIToken, int64, error)
	// RevokeToken ends a token at once; NotFound of what is none of the account's.
	RevokeToken(ctx context.Context, accountID, tokenID string) (version int64, err error)
	// UseToken answers the token, who made it and the account's version of that moment, which revoking it raises, and notes that it is used
	// in this minute; NotFound when it was revoked, has expired or never was.
	UseToken(ctx context.Context, hash []byte, now time.Time) (token upslope.APIToken, user upslope.User, version int64, err error)
}

// A token is tokenMark, 260 random bits and a checksum of both, so that scanners of source code know one when they see it, and a mistyped one
// is none without asking anybody.
const (
	tokenMark   = "upslope_"
	tokenSecret = 52 // characters, each of 5 bits
	tokenPrefix = len(tokenMark) + 4
)

var checksums = base32.StdEncoding.WithPadding(base32.NoPadding)

func newTokenText() string { return withChecksum(tokenMark + rand.Text() + rand.Text()) }

func withChecksum(text string) string {
	return text + checksums.EncodeToString(binary.BigEndian.AppendUint32(nil, crc32.ChecksumIEEE([]byte(text))))
}

// isTokenText says whether a text can be a token.
func isTokenText(text string) bool {
	const signed = len(tokenMark) + tokenSecret
	return len(text) > signed && strings.HasPrefix(text, tokenMark) && withChecksum(text[:signed]) == text
}

// ListTokens answers the account's API tokens.
func (h *handlers) ListTokens(ctx context.Context, _ api.ListTokensRequestObject) (api.ListTokensResponseObject, error) {
	tokens, err := h.deps.Tokens.Tokens(ctx, requestOf(ctx).user.AccountID)
	return api.ListTokens200JSONResponse{Body: list(tokens), Headers: api.ListTokens200ResponseHeaders{XTotalCount: count(tokens)}}, err
}

// CreateToken makes an API token. Its text is in this answer and nowhere else.
func (h *handlers) CreateToken(ctx context.Context, in api.CreateTokenRequestObject) (api.CreateTokenResponseObject, error) {
	r, now, text := requestOf(ctx), h.deps.Now(), newTokenText()
	token := upslope.APIToken{AccountID: r.user.AccountID, UserID: r.user.ID, Name: in.Body.Name, Scope: upslope.TokenReads, Prefix: text[:tokenPrefix]}
	if in.Body.Scope != nil {
		token.Scope = *in.Body.Scope
	}
	if in.Body.ExpiresInDays != nil {
		ends := now.AddDate(0, 0, *in.Body.ExpiresInDays)
		token.ExpiresAt = &ends
	}
	if err := token.Clean(); err != nil {
		return nil, err
	}
	hash := sha256.Sum256([]byte(text))
	added, after, err := h.deps.Tokens.AddToken(ctx, token, hash[:], now)
	var answer api.CreateToken201JSONResponse
	answer.Headers.XVersion, answer.Body.Id, answer.Body.Token = version(after), added.ID, text
	return answer, err
}

// RevokeToken revokes an API token.
func (h *handlers) RevokeToken(ctx context.Context, in api.RevokeTokenRequestObject) (api.RevokeTokenResponseObject, error) {
	after, err := h.deps.Tokens.RevokeToken(ctx, requestOf(ctx).user.AccountID, in.Id)
	return api.RevokeToken204Response{Headers: api.RevokeToken204ResponseHeaders{XVersion: version(after)}}, err
}
