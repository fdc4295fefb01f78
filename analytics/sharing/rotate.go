package sharing

import (
	"context"
	"fmt"

	"upslope"
)

// Tokens reads the encrypted tokens of all accounts.
type Tokens interface {
	// StaleTokens returns the next links after an ID whose tokens are not encrypted with keyID.
	StaleTokens(ctx context.Context, keyID int64, after string, most int) ([]upslope.StoredReport, error)
	ReplaceToken(ctx context.Context, accountID, id string, token []byte, keyID int64) error
}

// rotatedAtOnce is the batch size of a rotation.
const rotatedAtOnce = 500

// Rotate re-encrypts all tokens that do not use the newest key, and returns how many it did and how many no
// key opens. It can be interrupted and restarted at any time.
func Rotate(ctx context.Context, tokens Tokens, keys Keys, newest int64) (rotated, lost int, err error) {
	for after := ""; ; {
		stale, err := tokens.StaleTokens(ctx, newest, after, rotatedAtOnce)
		if err != nil || len(stale) == 0 {
			return rotated, lost, err // it says what it was at
		}
		for _, link := range stale {
			token, err := keys.Open(link.AccountID, link.ID, link.Token)
			if err != nil {
				lost++
				continue
			}
			sealed, keyID, err := keys.Seal(link.AccountID, link.ID, token)
			if err != nil {
				return rotated, lost, err // likewise
			}
			if err := tokens.ReplaceToken(ctx, link.AccountID, link.ID, sealed, keyID); err != nil {
				return rotated, lost, fmt.Errorf("keep the token of link %s: %w", link.ID, err)
			}
			rotated++
		}
		after = stale[len(stale)-1].ID
	}
}
