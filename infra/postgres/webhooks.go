package postgres

import (
	"context"
	"time"

	"github.com/jackc/pgx/v5"

	"upslope"
)

// Webhooks returns the webhooks of an account.
func (db *DB) Webhooks(ctx context.Context, accountID string) ([]upslope.Webhook, error) {
	return many[upslope.Webhook](ctx, db, "webhooks", pgx.NamedArgs{"account_id": accountID})
}

// Webhook returns one webhook of an account, or NotFound.
func (db *DB) Webhook(ctx context.Context, accountID, id string) (upslope.Webhook, error) {
	if !isID(id) {
		return upslope.Webhook{}, errNoWebhook
	}
	return one[upslope.Webhook](ctx, db, "webhook", pgx.NamedArgs{"account_id": accountID, "id": id})
}

var (
	errNoWebhook  = upslope.Errorf(upslope.NotFound, "This webhook does not exist.")
	errNoDelivery = upslope.Errorf(upslope.NotFound, "This delivery does not exist.")
)

// AddWebhook adds a webhook; Conflict when the account has as many as it may.
func (db *DB) AddWebhook(ctx context.Context, hook upslope.Webhook) (added upslope.Webhook, version int64, err error) {
	err = db.write(ctx, hook.AccountID, func(tx *Tx) error {
		present, err := many[upslope.Webhook](ctx, tx, "webhooks", pgx.NamedArgs{"account_id": hook.AccountID})
		if err != nil {
			return err
		}
		if len(present) >= upslope.MaxWebhooks {
			return upslope.Errorf(upslope.Conflict, "An account has at most %d webhooks. Delete one first.", upslope.MaxWebhooks)
		}
		if err := knownSites(ctx, tx, hook.AccountID, hook.SiteIDs); err != nil {
			return err
		}
		err = exec(ctx, tx, "webhook_add", pgx.NamedArgs{
			"id": hook.ID, "account_id": hook.AccountID, "name": hook.Name, "url": hook.URL, "kind": hook.Kind, "events": hook.Events,
			"site_ids": filled(hook.SiteIDs), "secret": hook.Secret, "key_id": hook.KeyID,
		})
		if err != nil {
			return err
		}
		added, version, err = webhookNow(ctx, tx, hook.AccountID, hook.ID)
		return err
	})
	return added, version, err
}

func webhookNow(ctx context.Context, tx *Tx, accountID, id string) (hook upslope.Webhook, version int64, err error) {
	if hook, err = one[upslope.Webhook](ctx, tx, "webhook", pgx.NamedArgs{"account_id": accountID, "id": id}); err != nil {
		return hook, 0, err
	}
	version, err = versionOf(ctx, tx, accountID)
	return hook, version, err
}

// EditWebhook stores a changed webhook.
func (db *DB) EditWebhook(ctx context.Context, hook upslope.Webhook) (changed upslope.Webhook, version int64, err error) {
	err = db.write(ctx, hook.AccountID, func(tx *Tx) error {
		if err := knownSites(ctx, tx, hook.AccountID, hook.SiteIDs); err != nil {
			return err
		}
		_, err := one[string](ctx, tx, "webhook_update", pgx.NamedArgs{
			"account_id": hook.AccountID, "id": hook.ID, "name": hook.Name, "url": hook.URL, "events": hook.Events, "site_ids": filled(hook.SiteIDs),
			"enabled": hook.Enabled,
		})
		if err != nil {
			return err
		}
		changed, version, err = webhookNow(ctx, tx, hook.AccountID, hook.ID)
		return err
	})
	return changed, version, err
}

// DeleteWebhook deletes a webhook with its deliveries.
func (db *DB) DeleteWebhook(ctx context.Context, accountID, id string) (version int64, err error) {
	if !isID(id) {
		return 0, errNoWebhook
	}
	err = db.write(ctx, accountID, func(tx *Tx) error {
		if _, err := one[string](ctx, tx, "webhook_delete", pgx.NamedArgs{"account_id": accountID, "id": id}); err != nil {
			return err
		}
		version, err = versionOf(ctx, tx, accountID)
		return err
	})
	return version, err
}

// Deliveries returns the newest deliveries of a webhook.
func (db *DB) Deliveries(ctx context.Context, accountID, webhookID string) ([]upslope.Delivery, error) {
	if _, err := db.Webhook(ctx, accountID, webhookID); err != nil {
		return nil, err
	}
	return many[upslope.Delivery](ctx, db, "webhook_deliveries", pgx.NamedArgs{"account_id": accountID, "webhook_id": webhookID})
}

// AddDelivery adds a delivery that its caller sends.
func (db *DB) AddDelivery(ctx context.Context, hook upslope.Webhook, event, text string) (upslope.Delivery, error) {
	args := pgx.NamedArgs{"account_id": hook.AccountID, "webhook_id": hook.ID, "event": event, "text": text}
	id, err := one[string](ctx, db, "delivery_add", args)
	if err != nil {
		return upslope.Delivery{}, err
	}
	return one[upslope.Delivery](ctx, db, "delivery", pgx.NamedArgs{"account_id": hook.AccountID, "webhook_id": hook.ID, "id": id})
}

// ReplayDelivery lets a delivery be sent again.
func (db *DB) ReplayDelivery(ctx context.Context, accountID, webhookID, id string) (delivery upslope.Delivery, version int64, err error) {
	if !isID(webhookID) || !isID(id) {
		return delivery, 0, errNoDelivery
	}
	args := pgx.NamedArgs{"account_id": accountID, "webhook_id": webhookID, "id": id}
	err = db.write(ctx, accountID, func(tx *Tx) error {
		if _, err := one[string](ctx, tx, "delivery_replay", args); err != nil {
			return err
		}
		if delivery, err = one[upslope.Delivery](ctx, tx, "delivery", args); err != nil {
			return err
		}
		version, err = versionOf(ctx, tx, accountID)
		return err
	})
	return delivery, version, err
}

// LeaseDeliveries takes deliveries that are due. No other worker takes them for a minute.
func (db *DB) LeaseDeliveries(ctx context.Context) ([]upslope.Delivery, error) {
	return many[upslope.Delivery](ctx, db, "deliveries_lease", pgx.NamedArgs{})
}

// SettleDelivery records an attempt, and what it means for the webhook. Wait is the time until the next one;
// final says that there is none, gone that the receiver wants nothing more.
func (db *DB) SettleDelivery(ctx context.Context, attempt upslope.Delivery, wait time.Duration, final, gone bool) (settled upslope.Delivery, err error) {
	delivered := attempt.Status == upslope.Delivered
	err = db.Tx(ctx, func(tx *Tx) error {
		settled, err = one[upslope.Delivery](ctx, tx, "delivery_settle", pgx.NamedArgs{
			"id": attempt.ID, "code": attempt.Code, "problem": attempt.Problem, "answer": attempt.Answer, "duration_ms": attempt.DurationMs,
			"delivered": delivered, "final": final, "wait": wait,
		})
		if err != nil {
			return err
		}
		return exec(ctx, tx, "webhook_settle", pgx.NamedArgs{"id": attempt.WebhookID, "delivered": delivered, "gone": gone})
	})
	return settled, err
}

// ForgetDeliveries deletes deliveries from before the given time.
func (db *DB) ForgetDeliveries(ctx context.Context, before time.Time) error {
	return exec(ctx, db, "deliveries_forget", pgx.NamedArgs{"before": before})
}

// WebhooksToRotate returns webhooks of all accounts whose secret another key than this one encrypts. For
// administrators only.
func (db *DB) WebhooksToRotate(ctx context.Context, keyID int64) ([]upslope.Webhook, error) {
	return many[upslope.Webhook](ctx, db, "webhooks_to_rotate", pgx.NamedArgs{"key_id": keyID})
}

// RotateWebhook stores the secret of a webhook as another key encrypts it.
func (db *DB) RotateWebhook(ctx context.Context, hook upslope.Webhook) error {
	return exec(ctx, db, "webhook_rotate", pgx.NamedArgs{"account_id": hook.AccountID, "id": hook.ID, "secret": hook.Secret, "key_id": hook.KeyID})
}
