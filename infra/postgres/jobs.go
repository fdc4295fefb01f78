package postgres

import (
	"context"
	"encoding/json"
	"fmt"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"upslope"
)

// Computing reports whether insights are being worked out: an import or a recompute is queued or running;
// siteID "" is every site.
func (db *DB) Computing(ctx context.Context, accountID, siteID string) (bool, error) {
	return one[bool](ctx, db, "jobs_computing", pgx.NamedArgs{"account_id": accountID, "site_id": siteID})
}

// Job returns one job of the account, or NotFound.
func (db *DB) Job(ctx context.Context, accountID, id string) (upslope.Job, error) {
	if !isID(id) {
		return upslope.Job{}, upslope.Errorf(upslope.NotFound, "This job does not exist.")
	}
	return one[upslope.Job](ctx, db, "job", pgx.NamedArgs{"account_id": accountID, "id": id})
}

// ForgetJobs deletes unreferenced jobs that finished before the given time, except each site's newest of each
// kind.
func (db *DB) ForgetJobs(ctx context.Context, before time.Time) error {
	return exec(ctx, db, "jobs_forget", pgx.NamedArgs{"before": before})
}

// Recompute queues a recompute of the site, or joins the waiting or running one; a running one then runs once
// more. It does not wait for a sync of the site.
func (db *DB) Recompute(ctx context.Context, accountID, siteID string) (job upslope.Job, err error) {
	err = db.write(ctx, accountID, func(tx *Tx) error {
		job, err = joinJob(ctx, tx, "recompute_join", accountID, siteID, false)
		return err
	})
	return job, err
}

// QueueSync queues a sync of the site's connections that are due, followed by scoring. It joins a waiting or
// reading run; a reading one then reads once more, because it may have missed the change behind this call.
func (db *DB) QueueSync(ctx context.Context, accountID, siteID string) (upslope.Job, error) {
	return joinJob(ctx, db, "sync_join", accountID, siteID, false)
}

// LoadDemo queues the loading of the account's demo site, or joins the waiting or running job.
func (db *DB) LoadDemo(ctx context.Context, accountID string) (upslope.Job, error) {
	return one[upslope.Job](ctx, db, "demo_join", pgx.NamedArgs{"account_id": accountID})
}

// joinJob queues a job of which a site has only one at a time, or returns the existing one. A scheduled job
// that a person requests too leaves the background, unless their account has others ahead.
func joinJob(ctx context.Context, on runner, query, accountID, siteID string, background bool) (upslope.Job, error) {
	return one[upslope.Job](ctx, on, query, pgx.NamedArgs{"account_id": accountID, "site_id": siteID, "background": background})
}

// StartJob marks the job as running and returns it; NotFound when it has ended or been deleted.
func (db *DB) StartJob(ctx context.Context, accountID, id, message string) (upslope.Job, error) {
	return one[upslope.Job](ctx, db, "job_start", pgx.NamedArgs{"account_id": accountID, "id": id, "message": message})
}

// StartSync is StartJob for the first part of a recompute, the sync; NotFound also when that part is done.
func (db *DB) StartSync(ctx context.Context, accountID, id, message string) (upslope.Job, error) {
	return one[upslope.Job](ctx, db, "sync_start", pgx.NamedArgs{"account_id": accountID, "id": id, "message": message})
}

// HandOn passes a recompute from its sync to analytics, and queues the site's backfill when older days are
// missing.
func (db *DB) HandOn(ctx context.Context, job upslope.Job, progress float64, backfill bool) error {
	return db.write(ctx, job.AccountID, func(tx *Tx) error {
		if backfill {
			if _, err := joinJob(ctx, tx, "backfill_join", job.AccountID, job.SiteID, true); err != nil {
				return err
			}
		}
		return exec(ctx, tx, "sync_hand_on", pgx.NamedArgs{"account_id": job.AccountID, "id": job.ID, "progress": progress})
	})
}

// QueueBackfill queues the import of the site's older days. A running backfill then runs once more.
func (db *DB) QueueBackfill(ctx context.Context, accountID, siteID string) error {
	return db.write(ctx, accountID, func(tx *Tx) error {
		_, err := joinJob(ctx, tx, "backfill_join", accountID, siteID, true)
		return err
	})
}

// FinishBackfill ends a backfill, and queues scoring of the site if it read any days.
func (db *DB) FinishBackfill(ctx context.Context, job upslope.Job, message string, recompute bool) error {
	return db.write(ctx, job.AccountID, func(tx *Tx) error {
		if recompute {
			if _, err := joinJob(ctx, tx, "recompute_join", job.AccountID, job.SiteID, true); err != nil {
				return err
			}
		}
		return finishJob(ctx, tx, job.AccountID, job.SiteID, job.ID, message, map[string]string{"message": message})
	})
}

// JobProgress sets the progress of a running job, from 0 to 1, and its current activity.
func (db *DB) JobProgress(ctx context.Context, accountID, id string, progress float64, message string) error {
	return exec(ctx, db, "job_progress", pgx.NamedArgs{"account_id": accountID, "id": id, "progress": progress, "message": message})
}

// FailJob ends a job that cannot succeed; problem is the message for its owner.
func (db *DB) FailJob(ctx context.Context, accountID, id string, problem *upslope.Error) error {
	return db.write(ctx, accountID, func(tx *Tx) error { return failJob(ctx, tx, accountID, id, problem) })
}

func failJob(ctx context.Context, tx *Tx, accountID, id string, problem *upslope.Error) error {
	body, err := json.Marshal(problem)
	if err != nil {
		return fmt.Errorf("encode problem: %w", err)
	}
	return endJob(ctx, tx, accountID, id, "job_failed", pgx.NamedArgs{"message": problem.Message, "problem": body})
}

// finishJob ends a job in the transaction that commits its result.
func finishJob(ctx context.Context, tx *Tx, accountID, siteID, id, message string, result any) error {
	body, err := json.Marshal(result)
	if err != nil {
		return fmt.Errorf("encode result: %w", err)
	}
	return endJob(ctx, tx, accountID, id, "job_done", pgx.NamedArgs{"site_id": siteID, "message": message, "result": body})
}

// endJob returns an error if the job has ended already, because its result was reported then. A job requested
// again while it ran is queued once more, and a recompute of the site that waits for this one starts.
func endJob(ctx context.Context, tx *Tx, accountID, id, query string, args pgx.NamedArgs) error {
	args["account_id"], args["id"] = accountID, id
	ended, err := one[struct {
		Kind, SiteID string
		Again        bool
	}](ctx, tx, query, args)
	if err != nil {
		return fmt.Errorf("end job %s: %w", id, err)
	}
	if ended.Kind == upslope.RecomputeInsights {
		if err := exec(ctx, tx, "recompute_next", pgx.NamedArgs{"account_id": accountID, "site_id": ended.SiteID}); err != nil {
			return err
		}
	}
	if !ended.Again {
		return nil
	}
	_, err = joinJob(ctx, tx, ended.Kind+"_join", accountID, ended.SiteID, false)
	return err
}

func queueRecompute(ctx context.Context, tx *Tx, accountID, siteID string) error {
	_, err := joinJob(ctx, tx, "recompute_join", accountID, siteID, false)
	return err
}

// Claim gives the work of an outbox row to a worker for the duration of a lease. When it cannot be claimed,
// the state says why.
func (db *DB) Claim(ctx context.Context, ref upslope.WorkRef, worker string, lease time.Duration) (work upslope.Work, state upslope.WorkState, err error) {
	row := pgx.NamedArgs{"id": ref.ID, "created_at": ref.CreatedAt}
	work, err = one[upslope.Work](ctx, db, "work_claim", pgx.NamedArgs{
		"id": ref.ID, "created_at": ref.CreatedAt, "lease": uuid.NewString(), "lease_for": lease, "worker": worker,
	})
	if upslope.CodeOf(err) != upslope.NotFound {
		return work, "", err
	}
	state, err = one[upslope.WorkState](ctx, db, "work_state", row)
	if upslope.CodeOf(err) == upslope.NotFound {
		return work, upslope.WorkDone, nil
	}
	return work, state, err
}

// Renew extends a lease; NotFound when it was lost.
func (db *DB) Renew(ctx context.Context, work upslope.Work, lease time.Duration) error {
	_, err := one[int64](ctx, db, "work_renew", pgx.NamedArgs{"id": work.ID, "lease": work.Lease, "lease_for": lease})
	return err
}

// Done deletes finished work; NotFound when its lease was lost.
func (db *DB) Done(ctx context.Context, work upslope.Work) error {
	_, err := one[int64](ctx, db, "work_done", pgx.NamedArgs{"id": work.ID, "lease": work.Lease})
	return err
}

// Release returns unfinished work to the queue, without counting an attempt. Waiting says that an engine is
// unavailable.
func (db *DB) Release(ctx context.Context, work upslope.Work, waiting bool) error {
	return db.release(ctx, work, 0, "", waiting)
}

// Fail returns work to the queue after a failed attempt.
func (db *DB) Fail(ctx context.Context, work upslope.Work, reason string) error {
	return db.release(ctx, work, 1, reason, false)
}

func (db *DB) release(ctx context.Context, work upslope.Work, failures int, reason string, waiting bool) error {
	return exec(ctx, db, "work_release", pgx.NamedArgs{
		"id": work.ID, "lease": work.Lease, "failures": failures, "reason": reason, "waiting": waiting,
	})
}

// GiveUp keeps work for an administrator, with the reason.
func (db *DB) GiveUp(ctx context.Context, work upslope.Work, reason string) error {
	return exec(ctx, db, "work_give_up", pgx.NamedArgs{"id": work.ID, "lease": work.Lease, "reason": reason})
}

// Reopen lets work that was given up be done once more, and its job with it.
func (db *DB) Reopen(ctx context.Context, ref upslope.WorkRef) error {
	return db.Tx(ctx, func(tx *Tx) error {
		row, err := one[struct{ JobID, AccountID string }](ctx, tx, "work_replay", pgx.NamedArgs{"id": ref.ID, "created_at": ref.CreatedAt})
		if err != nil || row.JobID == "" {
			return ignoreMissing(err)
		}
		return exec(ctx, tx, "work_reopen", pgx.NamedArgs{"account_id": row.AccountID, "job_id": row.JobID})
	})
}

// RecordCrash counts a process's crash against the work that it was doing.
func (db *DB) RecordCrash(ctx context.Context, worker, reason string) error {
	return exec(ctx, db, "work_crashed", pgx.NamedArgs{"worker": worker, "reason": reason})
}

// GivenUp returns the oldest work that was given up.
func (db *DB) GivenUp(ctx context.Context, limit int) ([]GivenUp, error) {
	return many[GivenUp](ctx, db, "work_given_up", pgx.NamedArgs{"max_rows": limit})
}

// GivenUp is work that waits for an administrator.
type GivenUp struct {
	Event
	Reason string
}

// ForgetGivenUp deletes work that was given up before the given time.
func (db *DB) ForgetGivenUp(ctx context.Context, before time.Time) error {
	return exec(ctx, db, "outbox_forget", pgx.NamedArgs{"before": before})
}

// Backlog is the work of one kind that is not done; kind event is what other processes have not heard of.
type Backlog struct {
	Kind                      string
	Waiting, Running, GivenUp int64
	OldestSeconds             float64
}

// Backlog returns the work of all accounts that is not done. For operators only.
func (db *DB) Backlog(ctx context.Context) ([]Backlog, error) {
	return many[Backlog](ctx, db, "work_backlog", pgx.NamedArgs{})
}

// ConnectionState counts the connections of a provider with one status, and those of them without a
// successful sync for two days.
type ConnectionState struct {
	Provider, Status  string
	Connections, Late int64
}

// ConnectionStates counts the connections of all accounts. For operators only.
func (db *DB) ConnectionStates(ctx context.Context) ([]ConnectionState, error) {
	return many[ConnectionState](ctx, db, "connections_state", pgx.NamedArgs{})
}
