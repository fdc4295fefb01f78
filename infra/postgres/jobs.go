package postgres

import (
	"context"
	"encoding/json"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"

	"upslope"
)

// Job returns one job of the account, or NotFound.
func (db *DB) Job(ctx context.Context, accountID, id string) (upslope.Job, error) {
	if !isID(id) {
		return upslope.Job{}, upslope.Errorf(upslope.NotFound, "This job does not exist.")
	}
	return one[upslope.Job](ctx, db, "job", pgx.NamedArgs{"account_id": accountID, "id": id})
}

// ForgetJobs forgets jobs that finished before then and that nothing refers to; the newest of each kind of a site stays.
func (db *DB) ForgetJobs(ctx context.Context, before time.Time) error {
	return exec(ctx, db, "jobs_forget", pgx.NamedArgs{"before": before})
}

// Recompute asks for the site to be scored again. While a run of it waits this joins that one; while one runs,
// it joins too and the run looks once more when it ends. It does not wait for a sync of the site.
func (db *DB) Recompute(ctx context.Context, accountID, siteID string) (job upslope.Job, err error) {
	err = db.write(ctx, accountID, func(tx *Tx) error {
		job, err = joinJob(ctx, tx, "recompute_join", accountID, siteID)
		return err
	})
	return job, err
}

// QueueSync asks for what is due of the site's connections to be read, and for the site to be scored after that. It joins the
// run that waits, or the one that reads, which then reads once more: it may have missed why this was asked for.
func (db *DB) QueueSync(ctx context.Context, accountID, siteID string) (upslope.Job, error) {
	return joinJob(ctx, db, "sync_join", accountID, siteID)
}

// LoadDemo asks for the account's demo site to be filled, or joins the run that waits or runs.
func (db *DB) LoadDemo(ctx context.Context, accountID string) (upslope.Job, error) {
	return one[upslope.Job](ctx, db, "demo_join", pgx.NamedArgs{"account_id": accountID})
}

// joinJob queues a job of a site that there is one of at a time, or answers the one there is.
func joinJob(ctx context.Context, on runner, query, accountID, siteID string) (upslope.Job, error) {
	return one[upslope.Job](ctx, on, query, pgx.NamedArgs{"account_id": accountID, "site_id": siteID})
}

// StartJob marks the job as running and returns it; NotFound when it is finished or gone, so there is nothing to do.
func (db *DB) StartJob(ctx context.Context, accountID, id, message string) (upslope.Job, error) {
	return one[upslope.Job](ctx, db, "job_start", pgx.NamedArgs{"account_id": accountID, "id": id, "message": message})
}

// StartSync is StartJob for the first part of a recompute, which reads what is due; NotFound also when that is done.
func (db *DB) StartSync(ctx context.Context, accountID, id, message string) (upslope.Job, error) {
	return one[upslope.Job](ctx, db, "sync_start", pgx.NamedArgs{"account_id": accountID, "id": id, "message": message})
}

// HandOn gives a recompute that has read what is due to analytics, and queues the site's backfill when older days are missing.
func (db *DB) HandOn(ctx context.Context, job upslope.Job, progress float64, backfill bool) error {
	return db.write(ctx, job.AccountID, func(tx *Tx) error {
		if backfill {
			if _, err := joinJob(ctx, tx, "backfill_join", job.AccountID, job.SiteID); err != nil {
				return err
			}
		}
		return exec(ctx, tx, "sync_hand_on", pgx.NamedArgs{"account_id": job.AccountID, "id": job.ID, "progress": progress})
	})
}

// QueueBackfill asks for the older days of the site to be read. One that runs looks once more when it ends.
func (db *DB) QueueBackfill(ctx context.Context, accountID, siteID string) error {
	return db.write(ctx, accountID, func(tx *Tx) error {
		_, err := joinJob(ctx, tx, "backfill_join", accountID, siteID)
		return err
	})
}

// FinishBackfill ends a job that has read days, and has the site scored when there were any.
func (db *DB) FinishBackfill(ctx context.Context, job upslope.Job, message string, recompute bool) error {
	return db.write(ctx, job.AccountID, func(tx *Tx) error {
		if recompute {
			if err := queueRecompute(ctx, tx, job.AccountID, job.SiteID); err != nil {
				return err
			}
		}
		return finishJob(ctx, tx, job.AccountID, job.SiteID, job.ID, message, map[string]string{"message": message})
	})
}

// JobProgress says how far a running job is, from 0 to 1, and what it is doing.
func (db *DB) JobProgress(ctx context.Context, accountID, id string, progress float64, message string) error {
	return exec(ctx, db, "job_progress", pgx.NamedArgs{"account_id": accountID, "id": id, "progress": progress, "message": message})
}

// FailJob ends a job that cannot succeed; problem is what its owner is told.
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

// finishJob ends a job in the transaction that makes its result true.
func finishJob(ctx context.Context, tx *Tx, accountID, siteID, id, message string, result any) error {
	body, err := json.Marshal(result)
	if err != nil {
		return fmt.Errorf("encode result: %w", err)
	}
	return endJob(ctx, tx, accountID, id, "job_done", pgx.NamedArgs{"site_id": siteID, "message": message, "result": body})
}

// endJob refuses a job that has ended already: whoever ended it has told its owner. One that was asked for again
// while it ran is queued once more, and a recompute of the site that waits for this one gets its turn.
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
	_, err = joinJob(ctx, tx, ended.Kind+"_join", accountID, ended.SiteID)
	return err
}

func queueRecompute(ctx context.Context, tx *Tx, accountID, siteID string) error {
	_, err := joinJob(ctx, tx, "recompute_join", accountID, siteID)
	return err
}
