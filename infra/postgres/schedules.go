package postgres

import (
	"context"
	"errors"
	"time"

	"github.com/jackc/pgx/v5"

	"upslope"
)

var errNoSchedule = upslope.Errorf(upslope.NotFound, "This schedule does not exist.")

// ReportSchedules returns one page of an account's schedules, newest first, and the total count; the zero
// scope is every site.
func (db *DB) ReportSchedules(ctx context.Context, accountID string, scope upslope.Scope, limit, offset int) ([]upslope.ReportSchedule, int64, error) {
	return page[upslope.ReportSchedule](ctx, db, "schedules", scopeArgs(accountID, scope), limit, offset)
}

// ReportSchedule returns a schedule of an account, or NotFound.
func (db *DB) ReportSchedule(ctx context.Context, accountID, id string) (upslope.ReportSchedule, error) {
	return schedule(ctx, db, accountID, id)
}

func schedule(ctx context.Context, on runner, accountID, id string) (upslope.ReportSchedule, error) {
	if !isID(id) {
		return upslope.ReportSchedule{}, errNoSchedule
	}
	return one[upslope.ReportSchedule](ctx, on, "schedule", pgx.NamedArgs{"account_id": accountID, "id": id})
}

// Limits per account, because it chooses the recipients of its e-mails.
const (
	maxSchedules      = 500
	maxManualSendings = 50 // reports sent manually, per day
)

// AddReportSchedule adds a validated schedule and plans its first run. It returns the schedule with the
// account's version.
func (db *DB) AddReportSchedule(ctx context.Context, accountID string, wanted upslope.ReportSchedule, now time.Time) (added upslope.ReportSchedule, version int64, err error) {
	err = db.write(ctx, accountID, func(tx *Tx) error {
		if there, err := one[int64](ctx, tx, "schedules_count", scopeArgs(accountID, upslope.Scope{})); err != nil {
			return err
		} else if there >= maxSchedules {
			return upslope.Errorf(upslope.Conflict, "You have reached the limit of %d schedules. Delete one you no longer need.", there)
		}
		args := scheduleArgs(accountID, wanted)
		args["now"] = now
		id, err := one[string](ctx, tx, "schedule_add", args)
		if err != nil {
			return err
		}
		added, version, err = planned(ctx, tx, accountID, id, now)
		return err
	})
	return added, version, err
}

// EditReportSchedule applies edit, which must leave the schedule valid, and plans its next run. It returns
// the schedule with the account's version.
func (db *DB) EditReportSchedule(
	ctx context.Context, accountID, id string, edit func(*upslope.ReportSchedule) error, now time.Time,
) (edited upslope.ReportSchedule, version int64, err error) {
	err = db.write(ctx, accountID, func(tx *Tx) error {
		wanted, err := schedule(ctx, tx, accountID, id)
		if err != nil {
			return err
		}
		if err := edit(&wanted); err != nil {
			return err
		}
		args := scheduleArgs(accountID, wanted)
		args["id"] = id
		if err := exec(ctx, tx, "schedule_update", args); err != nil {
			return err
		}
		edited, version, err = planned(ctx, tx, accountID, id, now)
		return err
	})
	return edited, version, err
}

func scheduleArgs(accountID string, s upslope.ReportSchedule) pgx.NamedArgs {
	return pgx.NamedArgs{
		"account_id": accountID, "site_id": s.SiteID, "client_id": s.ClientID, "title": s.Title, "date_range": s.DateRange, "include_kpis": s.IncludeKPIs,
		"include_insights": s.IncludeInsights, "include_recommendations": s.IncludeRecommendations, "notes": s.Notes,
		"frequency": s.Frequency, "weekday": s.Weekday, "month_day": s.MonthDay, "hour": s.Hour, "recipients": s.Recipients, "active": s.Active,
	}
}

// planned sets the next run of a schedule, in the time zone of its site.
func planned(ctx context.Context, tx *Tx, accountID, id string, now time.Time) (s upslope.ReportSchedule, version int64, err error) {
	if s, err = schedule(ctx, tx, accountID, id); err != nil {
		return s, 0, err
	}
	if s.NextAt = nil; s.Active {
		s.NextAt = new(s.Next(now))
	}
	if err := plan(ctx, tx, s, ""); err != nil {
		return s, 0, err
	}
	version, err = versionOf(ctx, tx, accountID)
	return s, version, err
}

func plan(ctx context.Context, tx *Tx, s upslope.ReportSchedule, failure string) error {
	return exec(ctx, tx, "schedule_plan", pgx.NamedArgs{"account_id": s.AccountID, "id": s.ID, "next_at": s.NextAt, "error": failure})
}

// DeleteReportSchedule deletes a schedule with its pending sendings, and returns the account's version.
func (db *DB) DeleteReportSchedule(ctx context.Context, accountID, id string) (version int64, err error) {
	if !isID(id) {
		return 0, errNoSchedule
	}
	err = db.write(ctx, accountID, func(tx *Tx) error {
		if _, err := one[string](ctx, tx, "schedule_delete", pgx.NamedArgs{"account_id": accountID, "id": id}); err != nil {
			return err
		}
		version, err = versionOf(ctx, tx, accountID)
		return err
	})
	return version, err
}

// QueueReport queues a sending of a schedule now, or joins the pending one; TooMany over the daily limit.
func (db *DB) QueueReport(ctx context.Context, accountID, id string, now time.Time) (job upslope.Job, err error) {
	err = db.write(ctx, accountID, func(tx *Tx) error {
		s, err := schedule(ctx, tx, accountID, id)
		if err != nil {
			return err
		}
		under, err := one[string](ctx, tx, "sending_by_hand", pgx.NamedArgs{"account_id": accountID, "schedule_id": id})
		if err == nil {
			if job, err = one[upslope.Job](ctx, tx, "job", pgx.NamedArgs{"account_id": accountID, "id": under}); err == nil && job.Finished() {
				return upslope.Errorf(upslope.Conflict, "The last report did not reach everyone and will be retried soon.")
			}
			return err
		}
		if upslope.CodeOf(err) != upslope.NotFound {
			return err
		}
		today, err := one[int64](ctx, tx, "sendings_by_hand_count", pgx.NamedArgs{"account_id": accountID, "since": now.AddDate(0, 0, -1)})
		if err != nil {
			return err
		}
		if today >= maxManualSendings {
			return upslope.Errorf(upslope.TooMany, "You can send %d reports manually per day. Scheduled reports are not affected.", maxManualSendings)
		}
		job, err = queueSending(ctx, tx, s, now, true)
		return err
	})
	return job, err
}

// queueSending queues a sending of a schedule; NotFound when one exists for that time.
func queueSending(ctx context.Context, tx *Tx, s upslope.ReportSchedule, dueAt time.Time, byHand bool) (upslope.Job, error) {
	job, err := sendingJob(ctx, tx, s)
	if err != nil {
		return job, err
	}
	id, err := one[string](ctx, tx, "sending_add", pgx.NamedArgs{
		"account_id": s.AccountID, "schedule_id": s.ID, "due_at": dueAt, "by_hand": byHand, "job_id": job.ID,
	})
	if err != nil {
		return job, err
	}
	return job, exec(ctx, tx, "sending_mails_add", pgx.NamedArgs{"account_id": s.AccountID, "schedule_id": s.ID, "sending_id": id})
}

func sendingJob(ctx context.Context, tx *Tx, s upslope.ReportSchedule) (upslope.Job, error) {
	return one[upslope.Job](ctx, tx, "job_add", pgx.NamedArgs{
		"account_id": s.AccountID, "site_id": s.SiteID, "kind": upslope.SendReport, "message": "Waiting to make the report.",
	})
}

// PlanReports queues due schedules and plans their next runs, and queues due retries: up to limit of each. It
// returns how many it queued. Schedules of accounts that may not send are paused until they may. Safe to run
// in several processes.
func (db *DB) PlanReports(ctx context.Context, now time.Time, limit int) (planned int, err error) {
	type row struct{ ID, AccountID string }
	due, err := many[row](ctx, db, "schedules_due", pgx.NamedArgs{"now": now, "max_rows": limit})
	if err != nil {
		return 0, err
	}
	again, err := many[row](ctx, db, "sendings_retry", pgx.NamedArgs{"now": now, "max_rows": limit})
	if err != nil {
		return 0, err
	}
	for _, one := range due {
		err = errors.Join(err, ignoreMissing(db.write(ctx, one.AccountID, func(tx *Tx) error { return planReport(ctx, tx, one.AccountID, one.ID, now) })))
	}
	for _, one := range again {
		err = errors.Join(err, ignoreMissing(db.write(ctx, one.AccountID, func(tx *Tx) error { return sendAgain(ctx, tx, one.AccountID, one.ID, now) })))
	}
	return max(len(due), len(again)), err
}

// ignoreMissing ignores NotFound: another process handled or deleted it.
func ignoreMissing(err error) error {
	if upslope.CodeOf(err) == upslope.NotFound {
		return nil
	}
	return err
}

func planReport(ctx context.Context, tx *Tx, accountID, id string, now time.Time) error {
	s, err := schedule(ctx, tx, accountID, id)
	if err != nil || !s.Active || s.NextAt != nil && s.NextAt.After(now) {
		return err
	}
	entitled, err := one[bool](ctx, tx, "schedule_account_entitled", pgx.NamedArgs{"account_id": accountID, "now": now})
	if err != nil {
		return err
	}
	due, failure := s.NextAt, ""
	if due != nil && !entitled {
		failure = "It was not sent: your free trial has ended. Choose a plan to have it sent again."
	}
	if due != nil && entitled {
		if _, err := queueSending(ctx, tx, s, *due, false); err != nil {
			return err
		}
	}
	s.NextAt = new(s.Next(now))
	return plan(ctx, tx, s, failure)
}

// sendAgain queues a retry of a sending.
func sendAgain(ctx context.Context, tx *Tx, accountID, id string, now time.Time) error {
	job, err := sendingJob(ctx, tx, upslope.ReportSchedule{AccountID: accountID})
	if err != nil {
		return err
	}
	_, err = one[string](ctx, tx, "sending_job", pgx.NamedArgs{"account_id": accountID, "id": id, "job_id": job.ID, "now": now})
	return err
}
