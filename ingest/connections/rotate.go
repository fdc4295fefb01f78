package connections

import (
	"context"
	"fmt"

	"upslope"
	"upslope/ingest/connections/secrets"
)

// CredentialStore is where encrypted credentials of all accounts lie.
type CredentialStore interface {
	// StaleCredentials answers the next credentials after an id that another key than keyID encrypts.
	StaleCredentials(ctx context.Context, keyID int64, after string, most int) ([]upslope.Credential, error)
	// ReplaceSecret is NotFound when the secret is no longer the one of credential.
	ReplaceSecret(ctx context.Context, credential upslope.Credential, secret []byte, keyID int64) error
}

// rotationBatch is how many credentials are read at a time.
const rotationBatch = 200

// Rotate encrypts all credentials again that another key than the primary one of keys encrypts, and answers how many it did and how many
// no key opens. It may be stopped at any time and begun again.
func Rotate(ctx context.Context, stored CredentialStore, keys *secrets.Keyset) (rotated, lost int, err error) {
	for after := ""; ; {
		stale, err := stored.StaleCredentials(ctx, keys.Primary(), after, rotationBatch)
		if err != nil || len(stale) == 0 {
			return rotated, lost, err
		}
		for _, credential := range stale {
			owner := ownerOf(credential.AccountID, credential.ID, credential.Kind)
			secret, err := keys.Open(credential.Secret, owner)
			if err != nil {
				lost++
				continue
			}
			sealed, err := keys.Seal(secret, owner)
			if err != nil {
				return rotated, lost, err
			}
			switch err := stored.ReplaceSecret(ctx, credential, sealed, keys.Primary()); {
			case err == nil:
				rotated++
			case upslope.CodeOf(err) != upslope.NotFound: // else its owner gave a new one meanwhile, or took it away
				return rotated, lost, fmt.Errorf("keep credential %s: %w", credential.ID, err)
			}
		}
		after = stale[len(stale)-1].ID
	}
}
