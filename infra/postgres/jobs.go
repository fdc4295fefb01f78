package postgres

import (
	"context"
	"encoding/json"
	"fmt"

	"github.com/jackc/pgx/v5"

	"upslope"
)

// Job answers one job of the account, or NotFound.
func (db *DB) Job(ctx context.Context, accountID, id string) (upslope.Job, error) {
	if !isID(id) {
		return upslope.Job{}, upslope.Errorf(upslope.NotFound, "This job does not exist.")
	}
	return one[upslope.Job](ctx, db, "job", pgx.NamedArgs{"account_id": accountID, "id": id})
}

// Recompute asks for the site to be scored again. While a run of it waits this joins that one; while one runs,
// it joins too and the run looks once more when it ends.
func (db *DB) Recompute(ctx context.Context, accountID, siteID string) (upslope.Job, error) {
	return one[upslope.Job](ctx, db, "recompute_join", pgx.NamedArgs{"account_id": accountID, "site_id": siteID})
}

// StartJob marks the job as running and answers it; NotFound when it is finished or gone, so there is nothing to do.
func (db *DB) StartJob(ctx context.Context, accountID, id, message string) (upslope.Job, error) {
	return one[upslope.Job](ctx, db, "job_start", pgx.NamedArgs{"account_id": accountID, "id": id, "message": message})
}

// JobProgress says how far a running job is, from 0 to 1, and what it is doing.
func (db *DB) JobProgress(ctx context.Context, accountID, id string, progress float64, message string) error {
	return exec(ctx, db, "job_progress", pgx.NamedArgs{"account_id": accountID, "id": id, "progress": progress, "message": message})
}

// FailJob ends a job that cannot succeed; problem is what its owner is told.
func (db *DB) FailJob(ctx context.Context, accountID, id string, problem *upslope.Error) error {
	body, err := json.Marshal(problem)
	if err != nil {
		return fmt.Errorf("encode problem: %w", err)
	}
	return db.write(ctx, accountID, func(tx *Tx) error {
		return endJob(ctx, tx, accountID, id, "job_failed", pgx.NamedArgs{"message": problem.Message, "problem": body})
	})
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
// while it ran is queued once more.
func endJob(ctx context.Context, tx *Tx, accountID, id, query string, args pgx.NamedArgs) error {
	args["account_id"], args["id"] = accountID, id
	again, err := one[bool](ctx, tx, query, args)
	if err != nil {
		return fmt.Errorf("end job %s: %w", id, err)
	}
	if !again {
		return nil
	}
	job, err := one[upslope.Job](ctx, tx, "job", pgx.NamedArgs{"account_id": accountID, "id": id})
	if err != nil {
		return err
	}
	return queueRecompute(ctx, tx, accountID, job.SiteID)
}

func queueRecompute(ctx context.Context, tx *Tx, accountID, siteID string) error {
	_, err := one[upslope.Job](ctx, tx, "recompute_join", pgx.NamedArgs{"account_id": accountID, "site_id": siteID})
	return err
}
