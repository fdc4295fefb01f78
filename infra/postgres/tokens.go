package postgres

import (
	"context"
	"time"

	"github.com/jackc/pgx/v5"

	"upslope"
)

// Tokens returns the API tokens of an account, newest first, including expired ones.
func (db *DB) Tokens(ctx context.Context, accountID string) ([]upslope.APIToken, error) {
	return many[upslope.APIToken](ctx, db, "tokens", pgx.NamedArgs{"account_id": accountID})
}

// AddToken stores a token by the SHA-256 of its text and returns it with the account's version; Conflict at
// the limit.
func (db *DB) AddToken(ctx context.Context, token upslope.APIToken, hash []byte, now time.Time) (added upslope.APIToken, version int64, err error) {
	err = db.write(ctx, token.AccountID, func(tx *Tx) error {
		if role, err := roleNow(ctx, tx, upslope.User{ID: token.UserID, AccountID: token.AccountID}); err != nil {
			return err
		} else if !role.AtLeast(upslope.Admin) {
			return upslope.Errorf(upslope.Forbidden, "Only an owner or admin can make API tokens.")
		}
		live, err := one[int](ctx, tx, "tokens_live_count", pgx.NamedArgs{"account_id": token.AccountID, "now": now})
		if err != nil {
			return err
		}
		if live >= upslope.MaxTokens {
			return upslope.Errorf(upslope.Conflict, "You have reached the limit of %d API tokens. Revoke one you no longer use.", live)
		}
		added, err = one[upslope.APIToken](ctx, tx, "token_add", pgx.NamedArgs{
			"account_id": token.AccountID, "user_id": token.UserID, "name": token.Name, "scope": token.Scope, "prefix": token.Prefix, "token_hash": hash,
			"created_at": now, "expires_at": token.ExpiresAt,
		})
		if err != nil {
			return err
		}
		version, err = versionOf(ctx, tx, token.AccountID)
		return err
	})
	return added, version, err
}

// RevokeToken revokes a token immediately and returns the account's version; NotFound if the account has no
// such token.
func (db *DB) RevokeToken(ctx context.Context, accountID, tokenID string) (version int64, err error) {
	if !isID(tokenID) {
		return 0, upslope.Errorf(upslope.NotFound, "This token does not exist.")
	}
	err = db.write(ctx, accountID, func(tx *Tx) error {
		if _, err := one[string](ctx, tx, "token_delete", pgx.NamedArgs{"account_id": accountID, "id": tokenID}); err != nil {
			return err
		}
		version, err = versionOf(ctx, tx, accountID)
		return err
	})
	return version, err
}

// heldToken is a token with its creator.
type heldToken struct {
	upslope.User
	TokenID               string
	Name, Scope, Prefix   string
	CreatedAt             time.Time
	LastUsedAt, ExpiresAt *time.Time
}

// UseToken returns the token with this hash and its creator with the account's plan, and updates the time of
// last use, at most once a minute. NotFound when there is no such token or it has expired.
func (db *DB) UseToken(ctx context.Context, hash []byte, now time.Time) (token upslope.APIToken, user upslope.User, err error) {
	held, err := one[heldToken](ctx, db, "token_by_hash", pgx.NamedArgs{"token_hash": hash, "now": now})
	if err != nil {
		return token, user, err
	}
	token = upslope.APIToken{
		ID: held.TokenID, AccountID: held.AccountID, UserID: held.ID, Name: held.Name, Scope: held.Scope, Prefix: held.Prefix,
		CreatedAt: held.CreatedAt, LastUsedAt: held.LastUsedAt, ExpiresAt: held.ExpiresAt,
	}
	if minute := now.Truncate(time.Minute); token.LastUsedAt == nil || token.LastUsedAt.Before(minute) {
		err = exec(ctx, db, "token_used", pgx.NamedArgs{"account_id": token.AccountID, "id": token.ID, "minute": minute})
	}
	return token, held.User, err
}

// ForgetTokens deletes tokens that expired before the given time.
func (db *DB) ForgetTokens(ctx context.Context, before time.Time) error {
	return exec(ctx, db, "tokens_expired_forget", pgx.NamedArgs{"before": before})
}
