package postgres

import (
	"context"
	"time"

	"github.com/jackc/pgx/v5"

	"upslope"
)

// Trackers returns the issue trackers of an account.
func (db *DB) Trackers(ctx context.Context, accountID string) ([]upslope.Tracker, error) {
	return many[upslope.Tracker](ctx, db, "trackers", pgx.NamedArgs{"account_id": accountID})
}

var (
	errNoTracker = upslope.Errorf(upslope.NotFound, "This tracker does not exist.")
	errHasIssue  = upslope.Errorf(upslope.Conflict, "This opportunity already has an issue in this tracker.")
)

// Tracker returns one issue tracker of an account, or NotFound.
func (db *DB) Tracker(ctx context.Context, accountID, id string) (upslope.Tracker, error) {
	if !isID(id) {
		return upslope.Tracker{}, errNoTracker
	}
	found, err := one[upslope.Tracker](ctx, db, "tracker", pgx.NamedArgs{"account_id": accountID, "id": id})
	if upslope.CodeOf(err) == upslope.NotFound {
		return found, errNoTracker
	}
	return found, err
}

// AddTracker adds an issue tracker; Conflict when the account has as many as it may.
func (db *DB) AddTracker(ctx context.Context, tracker upslope.Tracker) (added upslope.Tracker, version int64, err error) {
	err = db.write(ctx, tracker.AccountID, func(tx *Tx) error {
		present, err := many[upslope.Tracker](ctx, tx, "trackers", pgx.NamedArgs{"account_id": tracker.AccountID})
		if err != nil {
			return err
		}
		if len(present) >= upslope.MaxTrackers {
			return upslope.Errorf(upslope.Conflict, "An account has at most %d trackers. Delete one first.", upslope.MaxTrackers)
		}
		err = exec(ctx, tx, "tracker_add", pgx.NamedArgs{
			"id": tracker.ID, "account_id": tracker.AccountID, "name": tracker.Name, "kind": tracker.Kind, "project": tracker.Project,
			"base_url": tracker.BaseURL, "email": tracker.Email, "secret": tracker.Secret, "key_id": tracker.KeyID,
		})
		if err != nil {
			return err
		}
		if added, err = one[upslope.Tracker](ctx, tx, "tracker", pgx.NamedArgs{"account_id": tracker.AccountID, "id": tracker.ID}); err != nil {
			return err
		}
		version, err = versionOf(ctx, tx, tracker.AccountID)
		return err
	})
	return added, version, err
}

// DeleteTracker deletes an issue tracker and what is known of its issues, which stay there.
func (db *DB) DeleteTracker(ctx context.Context, accountID, id string) (version int64, err error) {
	if !isID(id) {
		return 0, errNoTracker
	}
	err = db.write(ctx, accountID, func(tx *Tx) error {
		if _, err := one[string](ctx, tx, "tracker_delete", pgx.NamedArgs{"account_id": accountID, "id": id}); upslope.CodeOf(err) == upslope.NotFound {
			return errNoTracker
		} else if err != nil {
			return err
		}
		version, err = versionOf(ctx, tx, accountID)
		return err
	})
	return version, err
}

// SetTrackerProblem records why a tracker does not work; "" that it does.
func (db *DB) SetTrackerProblem(ctx context.Context, accountID, id, problem string) error {
	return exec(ctx, db, "tracker_problem", pgx.NamedArgs{"account_id": accountID, "id": id, "problem": problem})
}

// TrackerIssues returns the issues of an insight.
func (db *DB) TrackerIssues(ctx context.Context, accountID, insightID string) ([]upslope.TrackerIssue, error) {
	return many[upslope.TrackerIssue](ctx, db, "tracker_issues", pgx.NamedArgs{"account_id": accountID, "insight_id": insightID})
}

// ReserveTrackerIssue begins an issue of an insight and returns its id; Conflict when there is one already.
func (db *DB) ReserveTrackerIssue(ctx context.Context, accountID, trackerID, insightID string) (id string, err error) {
	id, err = one[string](ctx, db, "tracker_issue_reserve", pgx.NamedArgs{"account_id": accountID, "tracker_id": trackerID, "insight_id": insightID})
	if upslope.CodeOf(err) == upslope.NotFound {
		return "", errHasIssue
	}
	return id, err
}

// KeepTrackerIssue records a reserved issue that was created, and returns it with the account's version.
func (db *DB) KeepTrackerIssue(ctx context.Context, issue upslope.TrackerIssue) (kept upslope.TrackerIssue, version int64, err error) {
	err = db.write(ctx, issue.AccountID, func(tx *Tx) error {
		kept, err = one[upslope.TrackerIssue](ctx, tx, "tracker_issue_keep", pgx.NamedArgs{
			"account_id": issue.AccountID, "id": issue.ID, "key": issue.Key, "remote_id": issue.RemoteID, "url": issue.URL,
		})
		if err != nil {
			return err
		}
		version, err = versionOf(ctx, tx, issue.AccountID)
		return err
	})
	return kept, version, err
}

// DropTrackerIssue forgets a reserved issue that was not created.
func (db *DB) DropTrackerIssue(ctx context.Context, accountID, id string) error {
	return exec(ctx, db, "tracker_issue_drop", pgx.NamedArgs{"account_id": accountID, "id": id})
}

// LeaseTrackerIssues takes open issues that nobody has looked at since the given time.
func (db *DB) LeaseTrackerIssues(ctx context.Context, before time.Time) ([]upslope.TrackerIssue, error) {
	return many[upslope.TrackerIssue](ctx, db, "tracker_issues_lease", pgx.NamedArgs{"before": before})
}

// SettleTrackerIssue records the end of an issue.
func (db *DB) SettleTrackerIssue(ctx context.Context, accountID, id, status string) error {
	return exec(ctx, db, "tracker_issue_settle", pgx.NamedArgs{"account_id": accountID, "id": id, "status": status})
}

// TrackersToRotate returns all accounts' trackers whose token another key encrypts. For administrators only.
func (db *DB) TrackersToRotate(ctx context.Context, keyID int64) ([]upslope.Tracker, error) {
	return many[upslope.Tracker](ctx, db, "trackers_to_rotate", pgx.NamedArgs{"key_id": keyID})
}

// RotateTracker stores the token of a tracker as another key encrypts it.
func (db *DB) RotateTracker(ctx context.Context, tracker upslope.Tracker) error {
	return exec(ctx, db, "tracker_rotate", pgx.NamedArgs{"account_id": tracker.AccountID, "id": tracker.ID, "secret": tracker.Secret, "key_id": tracker.KeyID})
}
