package postgres

import (
	"context"
	"time"

	"github.com/jackc/pgx/v5"

	"upslope"
)

// userEventsKept is how long it is known that an event was dealt with. Clerk gives up telling one after a day or two; by hand somebody may
// have it tell one again for some weeks.
const userEventsKept = 90 * 24 * time.Hour

// UserEventDone says whether an event of the identity provider was dealt with, and keeps one that is new.
func (db *DB) UserEventDone(ctx context.Context, eventID, kind string, now time.Time) (bool, error) {
	return one[bool](ctx, db, "user_event_add", pgx.NamedArgs{"id": eventID, "type": kind, "now": now})
}

// EndUserEvent notes that an event was dealt with.
func (db *DB) EndUserEvent(ctx context.Context, eventID string, now time.Time) error {
	return exec(ctx, db, "user_event_end", pgx.NamedArgs{"id": eventID, "now": now})
}

// SweepUserEvents forgets events that are not told again.
func (db *DB) SweepUserEvents(ctx context.Context, now time.Time) error {
	return exec(ctx, db, "user_events_sweep", pgx.NamedArgs{"before": now.Add(-userEventsKept)})
}

// KeepUser keeps what the identity provider said of a user at identity.IssuedAt, unless something newer is known. Somebody new gets an
// account and its trial, as at the first sight of a session; who was erased stays away.
func (db *DB) KeepUser(ctx context.Context, identity upslope.Identity, now time.Time, trialDays int) error {
	known, err := many[string](ctx, db, "user_put", profileOf(identity, now))
	if err != nil || len(known) > 0 {
		return err
	}
	_, err = db.SignIn(ctx, identity, now, trialDays)
	if upslope.CodeOf(err) == upslope.Unauthenticated {
		return nil
	}
	return err
}

// EraseUser deletes the account of a user whom the identity provider deleted. No token and no news of theirs makes them anew.
func (db *DB) EraseUser(ctx context.Context, subject string, now time.Time) error {
	err := db.Tx(ctx, func(tx *Tx) error {
		if err := exec(ctx, tx, "lock_name", pgx.NamedArgs{"name": subject}); err != nil { // a session of theirs may just be seen for the first time
			return err
		}
		return exec(ctx, tx, "user_deleted_add", pgx.NamedArgs{"subject": subject, "now": now})
	})
	if err != nil {
		return err
	}
	accounts, err := many[string](ctx, db, "user_account", pgx.NamedArgs{"subject": subject})
	if err != nil || len(accounts) == 0 {
		return err
	}
	return db.DeleteAccount(ctx, accounts[0], now)
}
