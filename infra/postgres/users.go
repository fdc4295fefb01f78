package postgres

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"sync"
	"time"

	"github.com/jackc/pgx/v5"

	"upslope"
)

// SignIn returns the user of a verified identity. For a new one it creates the user, an account, and a trial
// of trialDays from now. A returning user resumes the earlier trial. A session from before the deletion of
// the account is Unauthenticated.
func (db *DB) SignIn(ctx context.Context, identity upslope.Identity, now time.Time, trialDays int) (user upslope.User, err error) {
	subject := pgx.NamedArgs{"subject": identity.Subject}
	profile := profileOf(identity, now)
	if user, err = db.returning(ctx, profile); upslope.CodeOf(err) != upslope.NotFound {
		return user, err
	}
	err = db.Tx(ctx, func(tx *Tx) error {
		if err := exec(ctx, tx, "lock_name", pgx.NamedArgs{"name": identity.Subject}); err != nil {
			return err
		}
		// A concurrent request of the same user may have been faster.
		if user, err = db.userOf(ctx, tx, subject); upslope.CodeOf(err) != upslope.NotFound {
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
		user, err = db.userOf(ctx, tx, subject)
		return err
	})
	return user, err
}

// returning returns the user of a profile with all their memberships and updates their profile, or NotFound.
func (db *DB) returning(ctx context.Context, profile pgx.NamedArgs) (upslope.User, error) {
	var memberships []upslope.Membership
	var failed error
	var asking sync.WaitGroup // at once: the database can be far away
	asking.Go(func() {
		memberships, failed = many[upslope.Membership](ctx, db, "memberships", pgx.NamedArgs{"user_id": "", "subject": profile["subject"]})
	})
	user, err := one[upslope.User](ctx, db, "user_sign_in", profile)
	asking.Wait()
	user.Memberships = memberships
	return user, cmp.Or(err, failed)
}

// userOf returns a user with all their memberships, or NotFound.
func (*DB) userOf(ctx context.Context, on runner, subject pgx.NamedArgs) (upslope.User, error) {
	user, err := one[upslope.User](ctx, on, "user_by_subject", subject)
	if err != nil {
		return user, err
	}
	user.Memberships, err = many[upslope.Membership](ctx, on, "memberships", pgx.NamedArgs{"user_id": user.ID, "subject": ""})
	return user, err
}

// profileOf returns the identity provider's profile of a user.
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

// trialOf returns when a new user's trial ends: the given time, or that of an earlier trial, since each
// person has one.
func trialOf(ctx context.Context, tx *Tx, identity upslope.Identity, usually time.Time) (ends time.Time, err error) {
	persons := identity.Fingerprints()
	past, err := one[struct{ EndsAt, DeletedAt *time.Time }](ctx, tx, "past_trial", pgx.NamedArgs{"persons": persons, "subject": persons[0]})
	if err != nil {
		return ends, err
	}
	// Tokens have a resolution of one second.
	if past.DeletedAt != nil && identity.IssuedAt.Before(past.DeletedAt.Truncate(time.Second)) {
		return ends, upslope.Errorf(upslope.Unauthenticated, "Unauthorized")
	}
	ends = usually
	if past.EndsAt != nil && past.EndsAt.Before(usually) {
		ends = *past.EndsAt
	}
	return ends, exec(ctx, tx, "past_trials_add", pgx.NamedArgs{"persons": persons, "ends_at": ends})
}

// Version returns the account's version, which every change of its data raises.
func (db *DB) Version(ctx context.Context, accountID string) (int64, error) {
	return versionOf(ctx, db, accountID)
}

// FactsVersion returns a string that changes with Version, and when provider rows are written for the
// account.
func (db *DB) FactsVersion(ctx context.Context, accountID string) (string, error) {
	return one[string](ctx, db, "account_facts_version", pgx.NamedArgs{"account_id": accountID})
}

// FactsReads counts how often provider rows were written for the account.
func (db *DB) FactsReads(ctx context.Context, accountID string) (int64, error) {
	return one[int64](ctx, db, "account_facts_reads", pgx.NamedArgs{"account_id": accountID})
}

func versionOf(ctx context.Context, on runner, accountID string) (int64, error) {
	return one[int64](ctx, on, "account_version", pgx.NamedArgs{"account_id": accountID})
}

// EndSession rejects the session from now on; after until, its tokens have expired.
func (db *DB) EndSession(ctx context.Context, sessionID string, until time.Time) error {
	return exec(ctx, db, "session_end", pgx.NamedArgs{"session_id": sessionID, "until": until})
}

// SessionEnded reports whether the session was signed out and may still have valid tokens.
func (db *DB) SessionEnded(ctx context.Context, sessionID string, now time.Time) (bool, error) {
	return one[bool](ctx, db, "session_ended", pgx.NamedArgs{"session_id": sessionID, "now": now})
}

// SweepSessions deletes ended sessions whose tokens have expired.
func (db *DB) SweepSessions(ctx context.Context, now time.Time) error {
	return exec(ctx, db, "sessions_sweep", pgx.NamedArgs{"now": now})
}

// userEventRetention is how long processed events are remembered. Clerk retries for a day or two; manual
// replays are possible for some weeks.
const userEventRetention = 90 * 24 * time.Hour

// UserEventDone reports whether an event of the identity provider has been processed, and stores a new one.
func (db *DB) UserEventDone(ctx context.Context, eventID, kind string, now time.Time) (bool, error) {
	return one[bool](ctx, db, "user_event_add", pgx.NamedArgs{"id": eventID, "type": kind, "now": now})
}

// EndUserEvent marks an event as processed.
func (db *DB) EndUserEvent(ctx context.Context, eventID string, now time.Time) error {
	return exec(ctx, db, "user_event_end", pgx.NamedArgs{"id": eventID, "now": now})
}

// SweepUserEvents deletes events that can no longer be repeated.
func (db *DB) SweepUserEvents(ctx context.Context, now time.Time) error {
	return exec(ctx, db, "user_events_sweep", pgx.NamedArgs{"before": now.Add(-userEventRetention)})
}

// KeepUser stores the identity provider's profile of a user as of identity.IssuedAt, unless a newer one is
// known. A new user gets an account and a trial, as in SignIn; an erased one is ignored.
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

// EraseUser deletes a user deleted at the identity provider, with the accounts that nobody else could own. No
// later token or event creates them again.
func (db *DB) EraseUser(ctx context.Context, subject string, now time.Time) error {
	err := db.Tx(ctx, func(tx *Tx) error {
		// serializes with a first sign-in
		if err := exec(ctx, tx, "lock_name", pgx.NamedArgs{"name": subject}); err != nil {
			return err
		}
		return exec(ctx, tx, "user_deleted_add", pgx.NamedArgs{"subject": subject, "now": now})
	})
	if err != nil {
		return err
	}
	return db.eraseMember(ctx, subject, now)
}

// Views returns the saved views of a user, in their order.
func (db *DB) Views(ctx context.Context, accountID, userID string) ([]upslope.View, error) {
	rows, err := many[struct{ Views []upslope.View }](ctx, db, "views", pgx.NamedArgs{"account_id": accountID, "user_id": userID})
	if err != nil || len(rows) == 0 {
		return []upslope.View{}, err
	}
	return rows[0].Views, nil
}

// SetViews replaces the saved views of a user, and returns the account's version.
func (db *DB) SetViews(ctx context.Context, accountID, userID string, views []upslope.View) (version int64, err error) {
	body, err := json.Marshal(views)
	if err != nil {
		return 0, fmt.Errorf("encode views: %w", err)
	}
	err = db.write(ctx, accountID, func(tx *Tx) error {
		args := pgx.NamedArgs{"account_id": accountID, "user_id": userID, "views": body}
		if err := exec(ctx, tx, "views_put", args); err != nil {
			return err
		}
		version, err = versionOf(ctx, tx, accountID)
		return err
	})
	return version, err
}
