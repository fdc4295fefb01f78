package edge

import (
	"context"

	"upslope"
	"upslope/edge/api"
)

// Tokens keeps the API tokens of accounts.
type Tokens interface {
	// Tokens answers those of an account that were not revoked, the newest first.
	Tokens(ctx context.Context, accountID string) ([]upslope.APIToken, error)
}

// ListTokens answers the account's API tokens.
func (h *handlers) ListTokens(context.Context, api.ListTokensRequestObject) (api.ListTokensResponseObject, error) {
	return nil, errNothingSold
}

// CreateToken makes an API token.
func (h *handlers) CreateToken(context.Context, api.CreateTokenRequestObject) (api.CreateTokenResponseObject, error) {
	return nil, errNothingSold
}

// RevokeToken revokes an API token.
func (h *handlers) RevokeToken(context.Context, api.RevokeTokenRequestObject) (api.RevokeTokenResponseObject, error) {
	return nil, errNothingSold
}
