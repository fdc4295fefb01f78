package connections

import (
	"context"
	"fmt"

	"upslope"
	"upslope/ingest/connections/secrets"
)

// CredentialStore holds the encrypted credentials of all accounts.
type CredentialStore interface {
	// StaleCredentials returns the next credentials, after an id, encrypted with a key other than keyID.
	StaleCredentials(ctx context.Context, keyID int64, after string, most int) ([]upslope.Credential, error)
	// ReplaceSecret fails with NotFound when the stored secret has changed.
	ReplaceSecret(ctx context.Context, credential upslope.Credential, secret []byte, keyID int64) error
}

// rotationBatch is the number of credentials per query.
const rotationBatch = 200

// Rotate re-encrypts all credentials with the keyset's primary key, and counts those it re-encrypted and
// those no key decrypts. It may be interrupted and restarted.
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
			case upslope.CodeOf(err) != upslope.NotFound: // else the owner replaced or removed it meanwhile
				return rotated, lost, fmt.Errorf("keep credential %s: %w", credential.ID, err)
			}
		}
		after = stale[len(stale)-1].ID
	}
}
