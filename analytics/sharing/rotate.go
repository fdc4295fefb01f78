package sharing

import (
	"context"
	"fmt"

	"upslope"
)

// Tokens is where encrypted tokens of all accounts lie.
type Tokens interface {
	// StaleTokens answers the next links after an id whose tokens another key than keyID encrypts.
	StaleTokens(ctx context.Context, keyID int64, after string, most int) ([]upslope.StoredReport, error)
	ReplaceToken(ctx context.Context, accountID, id string, token []byte, keyID int64) error
}

// rotatedAtOnce is how many tokens are read at a time.
const rotatedAtOnce = 500

// Rotate encrypts all tokens again that another key than newest encrypts, and answers how many it did and how many no key opens. It may be
// stopped at any time and begun again.
func Rotate(ctx context.Context, tokens Tokens, keys Keys, newest int64) (rotated, lost int, err error) {
	for after := ""; ; {
		stale, err := tokens.StaleTokens(ctx, newest, after, rotatedAtOnce)
		if err != nil || len(stale) == 0 {
			return rotated, lost, err //nolint:wrapcheck // it says what it was at
		}
		for _, link := range stale {
			token, err := keys.Open(link.AccountID, link.ID, link.Token)
			if err != nil {
				lost++
				continue
			}
			sealed, keyID, err := keys.Seal(link.AccountID, link.ID, token)
			if err != nil {
				return rotated, lost, err //nolint:wrapcheck // likewise
			}
			if err := tokens.ReplaceToken(ctx, link.AccountID, link.ID, sealed, keyID); err != nil {
				return rotated, lost, fmt.Errorf("keep the token of link %s: %w", link.ID, err)
			}
			rotated++
		}
		after = stale[len(stale)-1].ID
	}
}
