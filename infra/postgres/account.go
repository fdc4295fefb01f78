package postgres

import (
	"context"
	"encoding/json"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"

	"upslope"
)

// Account answers an account, or NotFound.
func (db *DB) Account(ctx context.Context, accountID string) (upslope.Account, error) {
	return one[upslope.Account](ctx, db, "account", pgx.NamedArgs{"account_id": accountID})
}

// DeleteAccount deletes an account with all that belongs to it; one that is gone is none to delete. What is elsewhere follows through the
// outbox, tried again until it is done: facts and files of its sites, its subscription, what it may read at Google, and its users at the
// identity provider. Its links open no more, and sessions of its users from before now are refused.
func (db *DB) DeleteAccount(ctx context.Context, accountID string, now time.Time) error {
	account := pgx.NamedArgs{"account_id": accountID}
	return db.Tx(ctx, func(tx *Tx) error {
		// In the order in which reading a subscription locks them.
		customers, err := many[string](ctx, tx, "account_customer_lock", account)
		if err != nil {
			return err
		}
		if err := exec(ctx, tx, "account_lock", account); err != nil {
			return err
		}
		for _, customer := range customers {
			if err := tell(ctx, tx, accountID, "job.cancel-subscription", map[string]string{"customerId": customer}); err != nil {
				return err
			}
		}
		if err := forgetUsers(ctx, tx, accountID, now); err != nil {
			return err
		}
		if err := withdrawCredentials(ctx, tx, accountID); err != nil {
			return err
		}
		if err := exec(ctx, tx, "account_files_erase", account); err != nil {
			return err
		}
		// One by one: a statement has its limit of time, and a site says what is to be erased of it while its uploads are there.
		sites, err := many[string](ctx, tx, "account_site_ids", account)
		if err != nil {
			return err
		}
		for _, site := range sites {
			if err := exec(ctx, tx, "site_delete", pgx.NamedArgs{"account_id": accountID, "id": site}); err != nil {
				return err
			}
		}
		return exec(ctx, tx, "account_delete", account)
	})
}

// forgetUsers has the identity provider forget the users of an account, and remembers what is left of their trial.
func forgetUsers(ctx context.Context, tx *Tx, accountID string, now time.Time) error {
	users, err := many[struct {
		Subject, Email string
		TrialEndsAt    time.Time
	}](ctx, tx, "account_users", pgx.NamedArgs{"account_id": accountID})
	if err != nil {
		return err
	}
	for _, user := range users {
		persons := upslope.Identity{Subject: user.Subject, Email: user.Email}.Persons()
		err := exec(ctx, tx, "past_trials_deleted", pgx.NamedArgs{"persons": persons, "subject": persons[0], "ends_at": user.TrialEndsAt, "now": now})
		if err != nil {
			return err
		}
		if err := tell(ctx, tx, accountID, "job.delete-user", map[string]string{"subject": user.Subject}); err != nil {
			return err
		}
	}
	return nil
}

// withdrawCredentials has Google told that sign-ins of the account are no longer wanted.
func withdrawCredentials(ctx context.Context, tx *Tx, accountID string) error {
	credentials, err := many[upslope.Credential](ctx, tx, "account_credentials", pgx.NamedArgs{"account_id": accountID})
	if err != nil {
		return err
	}
	for _, credential := range credentials {
		if credential.Kind != upslope.GoogleOAuth || credential.Revoked {
			continue
		}
		credential.Label = "" // whose it was need not lie in a queue
		if err := tell(ctx, tx, accountID, "job.withdraw-credential", map[string]any{"credential": credential}); err != nil {
			return err
		}
	}
	return nil
}

// tell puts something into the outbox.
func tell(ctx context.Context, tx *Tx, accountID, topic string, about any) error {
	payload, err := json.Marshal(about)
	if err != nil {
		return fmt.Errorf("encode %s: %w", topic, err)
	}
	return exec(ctx, tx, "outbox_add", pgx.NamedArgs{"account_id": accountID, "topic": topic, "payload": payload})
}
