package sync

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"upslope"
	"upslope/ingest/providers"
)

// readConnection reads a connection's due days as one run. An error is internal: a provider's failure is the
// run's outcome.
func (s *Syncer) readConnection(ctx context.Context, site upslope.Site, connections []upslope.Connection, connection upslope.Connection, kind string, progress *progress) (outcome, error) {
	of, err := identityOf(connection)
	if err != nil {
		return outcome{}, err
	}
	provider, _ := s.Providers.Find(connection.Provider)
	r := &syncRun{
		Syncer: s, site: site, connection: connection, identity: of, provider: provider, progress: progress, visibleDays: map[day]bool{},
	}
	failure := r.prepare(ctx, kind, connections)
	if failure == nil && len(r.tasks) == 0 {
		return r.conclude(ctx, kind)
	}
	if err := internalFailure(ctx, failure); err != nil {
		return outcome{}, err
	}
	r.runID, err = s.Records.StartRun(ctx, connection, kind, r.wanted())
	if upslope.CodeOf(err) == upslope.NotFound {
		return outcome{}, nil // the site is deleted
	} else if err != nil {
		return outcome{}, fmt.Errorf("begin a run of connection %s: %w", connection.ID, err)
	}
	if failure == nil {
		progress.want(connection, r.wanted(), r.span())
		failure = r.work(ctx)
		r.sumMonths(ctx)
		progress.finish(connection)
	}
	if err := internalFailure(ctx, failure); err != nil {
		return outcome{}, err
	}
	return r.finish(ctx, failure)
}

// conclude ends the run, if any, of a process that had read everything but died before recording it.
func (r *syncRun) conclude(ctx context.Context, kind string) (outcome, error) {
	result := outcome{older: r.left()}
	run, err := r.Records.InterruptedRun(ctx, r.connection, kind)
	if upslope.CodeOf(err) == upslope.NotFound {
		return result, nil
	} else if err != nil {
		return result, fmt.Errorf("find an interrupted run of connection %s: %w", r.connection.ID, err)
	}
	result.days, result.rows, run.Status = run.Days, run.Rows, "done"
	if err := r.Records.FinishRun(ctx, r.connection, run, true, "", ""); err != nil {
		return result, fmt.Errorf("finish run %s: %w", run.ID, err)
	}
	return result, nil
}

// internalFailure returns failures not caused by the connection: shutdown, or an unavailable database.
func internalFailure(ctx context.Context, failure error) error {
	if failure == nil {
		return nil
	}
	if ctx.Err() != nil {
		return ctx.Err()
	}
	if _, theirs := errors.AsType[*providers.Error](failure); !theirs && upslope.CodeOf(failure) == upslope.Unavailable {
		return failure
	}
	return nil
}

// finish records the result of a run.
func (r *syncRun) finish(ctx context.Context, failure error) (outcome, error) {
	result := outcome{days: r.days, rows: r.rows, older: (failure == nil || errors.Is(failure, providers.ErrDamaged)) && r.left()}
	run := upslope.SyncRun{ID: r.runID, Status: "done", Days: r.days, Rows: r.rows}
	judged, broken, text := true, "", ""
	if r.rows > 0 {
		text = r.summary()
	}
	if note := r.refusalNote(); note != "" {
		run.Error = &note
	}
	if failure != nil {
		cause, theirs := errors.AsType[*providers.Error](failure)
		retriesSoon := isTransient(failure) && r.connection.Status != upslope.Failing
		message := failureMessage(r.name(), failure, retriesSoon)
		run.Status, run.Error = "failed", &message
		switch {
		case errors.Is(failure, errGone):
			judged, text = false, ""
		case theirs && cause.Kind == providers.Quota:
			judged = false
			if err := r.planAgain(ctx, cause.Until); err != nil {
				return result, err
			}
		default:
			broken, text = message, r.name()+" could not be synced: "+message
			r.Log.WarnContext(ctx, "a connection could not be read", "connection", r.connection.ID, "provider", r.connection.Provider, "error", failure)
			if err := r.recordDead(ctx, message); err != nil {
				return result, err
			}
			if retriesSoon {
				if err := r.planAgain(ctx, r.Now().Add(retryAfter)); err != nil {
					return result, err
				}
			}
		}
	}
	if err := r.Records.FinishRun(ctx, r.connection, run, judged, broken, text); err != nil {
		return result, fmt.Errorf("finish run %s: %w", r.runID, err)
	}
	return result, nil
}

// retryAfter is the delay before a temporarily failed connection is read again. After a second failure in a
// row it waits for the daily sync.
const retryAfter = 30 * time.Minute

// planAgain schedules the rest; zero means the daily sync.
func (r *syncRun) planAgain(ctx context.Context, until time.Time) error {
	if until.IsZero() {
		return nil
	}
	if err := r.Records.SyncBy(ctx, r.site.AccountID, r.site.ID, until); err != nil {
		return fmt.Errorf("plan the sync of site %s: %w", r.site.ID, err)
	}
	return nil
}

// recordDead stores the connection as a dead letter.
func (r *syncRun) recordDead(ctx context.Context, reason string) error {
	data, err := json.Marshal(map[string]string{"accountId": r.site.AccountID, "siteId": r.site.ID, "connectionId": r.connection.ID})
	if err != nil {
		return err
	}
	if err := r.DeadLetters.Dead(ctx, "connection", r.connection.ID, data, r.name()+": "+reason); err != nil {
		return fmt.Errorf("give connection %s up: %w", r.connection.ID, err)
	}
	return nil
}
