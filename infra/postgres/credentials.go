package postgres

import (
	"context"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"upslope"
)

// Credentials returns the account's credentials, newest first.
func (db *DB) Credentials(ctx context.Context, accountID string) ([]upslope.Credential, error) {
	return many[upslope.Credential](ctx, db, "credentials", pgx.NamedArgs{"account_id": accountID})
}

// Credential returns one credential of the account, or NotFound.
func (db *DB) Credential(ctx context.Context, accountID, id string) (upslope.Credential, error) {
	return one[upslope.Credential](ctx, db, "credential", pgx.NamedArgs{"account_id": accountID, "id": id})
}

// KeepCredential stores a credential and returns its id. One of the same kind and label is updated and valid
// again. seal encrypts the secret for that id.
func (db *DB) KeepCredential(ctx context.Context, accountID, kind, label string, seal func(id string) (secret []byte, keyID int64, err error)) (id string, err error) {
	err = db.write(ctx, accountID, func(tx *Tx) error {
		id, err = one[string](ctx, tx, "credential_same", pgx.NamedArgs{"account_id": accountID, "kind": kind, "label": label})
		if err != nil && upslope.CodeOf(err) != upslope.NotFound {
			return err
		}
		if err != nil {
			id = uuid.NewString()
		}
		secret, keyID, err := seal(id)
		if err != nil {
			return err
		}
		return exec(ctx, tx, "credential_put", pgx.NamedArgs{
			"id": id, "account_id": accountID, "kind": kind, "label": label, "secret": secret, "key_id": keyID,
		})
	})
	return id, err
}

// RevokeCredential marks a credential as rejected by the provider, with the reason on all its connections.
func (db *DB) RevokeCredential(ctx context.Context, accountID, id, reason string) error {
	return db.write(ctx, accountID, func(tx *Tx) error {
		return exec(ctx, tx, "credential_revoke", pgx.NamedArgs{"account_id": accountID, "id": id, "last_error": reason})
	})
}

// UnusedCredentials returns credentials of all accounts stored before the given time that have no
// connections.
func (db *DB) UnusedCredentials(ctx context.Context, before time.Time) ([]upslope.Credential, error) {
	return many[upslope.Credential](ctx, db, "credentials_unused", pgx.NamedArgs{"before": before})
}

// DropCredential deletes a credential without connections, and returns what Disconnect returns.
func (db *DB) DropCredential(ctx context.Context, accountID, id string) (unused *upslope.Credential, err error) {
	err = db.write(ctx, accountID, func(tx *Tx) error {
		unused, err = dropUnused(ctx, tx, accountID, id)
		return err
	})
	return unused, err
}

// StaleCredentials returns credentials of all accounts that are encrypted with another key than keyID, for
// administrators: the next page after an id, "" for the first.
func (db *DB) StaleCredentials(ctx context.Context, keyID int64, after string, limit int) ([]upslope.Credential, error) {
	return many[upslope.Credential](ctx, db, "credentials_stale", pgx.NamedArgs{"key_id": keyID, "after": after, "max_rows": limit})
}

// ReplaceSecret replaces the ciphertext credential.Secret. It returns NotFound when another one is stored by
// now.
func (db *DB) ReplaceSecret(ctx context.Context, credential upslope.Credential, secret []byte, keyID int64) error {
	_, err := one[string](ctx, db, "credential_encrypted", pgx.NamedArgs{
		"account_id": credential.AccountID, "id": credential.ID, "before": credential.Secret, "secret": secret, "key_id": keyID,
	})
	return err
}

// AddGoogleSignIn stores a pending Google sign-in, and deletes expired ones.
func (db *DB) AddGoogleSignIn(ctx context.Context, begun upslope.GoogleSignIn, now time.Time) error {
	return exec(ctx, db, "google_sign_in_add", pgx.NamedArgs{
		"state_hash": begun.StateHash, "account_id": begun.AccountID, "site_id": begun.SiteID, "provider": begun.Provider,
		"browser_hash": begun.BrowserHash, "verifier": begun.Verifier, "expires_at": begun.ExpiresAt, "now": now,
	})
}

// TakeGoogleSignIn returns and deletes a pending Google sign-in, so that it is completed only once; or
// NotFound.
func (db *DB) TakeGoogleSignIn(ctx context.Context, stateHash []byte) (upslope.GoogleSignIn, error) {
	return one[upslope.GoogleSignIn](ctx, db, "google_sign_in_take", pgx.NamedArgs{"state_hash": stateHash})
}
