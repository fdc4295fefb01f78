package edge

import (
	"context"
	"crypto/sha256"
	"time"

	"upslope"
	"upslope/edge/api"
	"upslope/edge/auth"
	"upslope/edge/request"
)

// Tokens stores the API tokens of accounts by the SHA-256 of their text.
type Tokens interface {
	auth.Tokens
	// Tokens returns an account's tokens that are not revoked, newest first.
	Tokens(ctx context.Context, accountID string) ([]upslope.APIToken, error)
	// AddToken fails with Conflict when the account has reached its maximum.
	AddToken(ctx context.Context, token upslope.APIToken, hash []byte, now time.Time) (upslope.APIToken, int64, error)
	// RevokeToken ends a token immediately; NotFound for another account's.
	RevokeToken(ctx context.Context, accountID, tokenID string) (version int64, err error)
}

// ListTokens returns the account's API tokens.
func (h *handlers) ListTokens(ctx context.Context, _ api.ListTokensRequestObject) (api.ListTokensResponseObject, error) {
	tokens, err := h.deps.Tokens.Tokens(ctx, request.AccountID(ctx))
	return api.ListTokens200JSONResponse{Body: list(tokens), Headers: api.ListTokens200ResponseHeaders{XTotalCount: count(tokens)}}, err
}

// CreateToken makes an API token. Only this response contains its text.
func (h *handlers) CreateToken(ctx context.Context, in api.CreateTokenRequestObject) (api.CreateTokenResponseObject, error) {
	r, now, text := request.Of(ctx), h.deps.Now(), auth.NewToken()
	token := upslope.APIToken{AccountID: r.User.AccountID, UserID: r.User.ID, Name: in.Body.Name, Scope: upslope.TokenReads, Prefix: text[:auth.VisibleLength]}
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
	after, err := h.deps.Tokens.RevokeToken(ctx, request.AccountID(ctx), in.Id)
	return api.RevokeToken204Response{Headers: api.RevokeToken204ResponseHeaders{XVersion: version(after)}}, err
}
