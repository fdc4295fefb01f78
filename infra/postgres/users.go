package postgres

import (
	"context"
	"time"

	"github.com/jackc/pgx/v5"

	"upslope"
)

// SignIn returns the user behind a verified identity. The first sight of one creates the user, an account that the
// user owns, and the trial, which ends trialDays after now. Who had a trial before goes on with that one, and who has deleted their account
// is Unauthenticated with a session from before.
func (db *DB) SignIn(ctx context.Context, identity upslope.Identity, now time.Time, trialDays int) (user upslope.User, err error) {
	subject := pgx.NamedArgs{"subject": identity.Subject}
	profile := profileOf(identity, now)
	if err := exec(ctx, db, "user_update", profile); err != nil {
		return user, err
	}
	if user, err = one[upslope.User](ctx, db, "user_by_subject", subject); upslope.CodeOf(err) != upslope.NotFound {
		return user, err
	}
	err = db.Tx(ctx, func(tx *Tx) error {
		if err := exec(ctx, tx, "lock_name", pgx.NamedArgs{"name": identity.Subject}); err != nil {
			return err
		}
		// Another request of the same person may have been faster.
		if user, err = one[upslope.User](ctx, tx, "user_by_subject", subject); upslope.CodeOf(err) != upslope.NotFound {
			return err
		}
		deleted, err := one[bool](ctx, tx, "user_deleted", subject)
		if err != nil {
			return err
		}
		if deleted {
			return upslope.Errorf(upslope.Unauthenticated, "Unauthorized")
		}
		ends, err := trialOf(ctx, tx, identity, now.AddDate(0, 0, trialDays))
		if err != nil {
			return err
		}
		profile["account_id"], err = one[string](ctx, tx, "account_add", pgx.NamedArgs{"trial_ends_at": ends})
		if err != nil {
			return err
		}
		if err := exec(ctx, tx, "user_add", profile); err != nil {
			return err
		}
		user, err = one[upslope.User](ctx, tx, "user_by_subject", subject)
		return err
	})
	return user, err
}

// profileOf is what the identity provider says of a user.
func profileOf(identity upslope.Identity, now time.Time) pgx.NamedArgs {
	at := identity.IssuedAt
	if at.IsZero() {
		at = now
	}
	return pgx.NamedArgs{
		"subject": identity.Subject, "email": identity.Email,
		"first_name": identity.FirstName, "last_name": identity.LastName, "image_url": identity.ImageURL, "at": at,
	}
}

// trialOf returns when the trial of somebody new ends: usually as given, but one person has one trial.
func trialOf(ctx context.Context, tx *Tx, identity upslope.Identity, usually time.Time) (ends time.Time, err error) {
	persons := identity.Fingerprints()
	past, err := one[struct{ EndsAt, DeletedAt *time.Time }](ctx, tx, "past_trial", pgx.NamedArgs{"persons": persons, "subject": persons[0]})
	if err != nil {
		return ends, err
	}
	// Tokens count in whole seconds.
	if past.DeletedAt != nil && identity.IssuedAt.Before(past.DeletedAt.Truncate(time.Second)) {
		return ends, upslope.Errorf(upslope.Unauthenticated, "Unauthorized")
	}
	ends = usually
	if past.EndsAt != nil && past.EndsAt.Before(usually) {
		ends = *past.EndsAt
	}
	return ends, exec(ctx, tx, "past_trials_add", pgx.NamedArgs{"persons": persons, "ends_at": ends})
}

// Version returns the account's version, which every change to anything it owns raises.
func (db *DB) Version(ctx context.Context, accountID string) (int64, error) {
	return versionOf(ctx, db, accountID)
}

// FactsVersion returns what differs once Version does, or once rows of a provider came for the account.
func (db *DB) FactsVersion(ctx context.Context, accountID string) (string, error) {
	return one[string](ctx, db, "account_facts_version", pgx.NamedArgs{"account_id": accountID})
}

func versionOf(ctx context.Context, on runner, accountID string) (int64, error) {
	return one[int64](ctx, on, "account_version", pgx.NamedArgs{"account_id": accountID})
}

// EndSession refuses the session from now on; after until its tokens are too old anyway.
func (db *DB) EndSession(ctx context.Context, sessionID string, until time.Time) error {
	return exec(ctx, db, "session_end", pgx.NamedArgs{"session_id": sessionID, "until": until})
}

// SessionEnded says whether the session was signed out, and may still have tokens.
func (db *DB) SessionEnded(ctx context.Context, sessionID string, now time.Time) (bool, error) {
	return one[bool](ctx, db, "session_ended", pgx.NamedArgs{"session_id": sessionID, "now": now})
}

// SweepSessions forgets ended sessions whose tokens are too old by now.
func (db *DB) SweepSessions(ctx context.Context, now time.Time) error {
	return exec(ctx, db, "sessions_sweep", pgx.NamedArgs{"now": now})
}

// userEventRetention is how long it is known that an event was dealt with. Clerk gives up telling one after a day or two; by hand somebody may
// have it tell one again for some weeks.
const userEventRetention = 90 * 24 * time.Hour

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
	return exec(ctx, db, "user_events_sweep", pgx.NamedArgs{"before": now.Add(-userEventRetention)})
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
