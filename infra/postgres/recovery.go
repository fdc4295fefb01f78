package postgres

import (
	"context"
	"fmt"
	"log/slog"
	"time"

	"github.com/jackc/pgx/v5"

	"upslope"
)

const (
	// recoveryInterval is how often lost jobs are looked for.
	recoveryInterval = 5 * time.Second
	// recheckAfter is how long the queue is trusted to hold a waiting job.
	recheckAfter = 30 * time.Second
	// maxChecks bounds the messages that are looked up in the queue at a time.
	maxChecks = 100
	// lostAfter is how long a job without an outbox row may be an older release's.
	lostAfter = 2 * time.Minute
)

// recovery publishes jobs that the queue has lost: its storage was wiped, replaced or restored.
type recovery struct {
	db      *DB
	on      runner
	carrier Carrier

	last, lastLost time.Time
}

// run looks for lost jobs when it is time to. Events go on meanwhile, so a failure is logged only.
func (r *recovery) run(ctx context.Context, now time.Time) {
	if now.Sub(r.last) < recoveryInterval {
		return
	}
	r.last = now
	if err := r.recover(ctx, now); err != nil && ctx.Err() == nil {
		slog.WarnContext(ctx, "lost jobs cannot be looked for; trying again", "error", err)
	}
}

func (r *recovery) recover(ctx context.Context, now time.Time) error {
	stream, err := r.carrier.Stream(ctx)
	if err != nil {
		return err
	}
	elsewhere, err := many[stored](ctx, r.on, "outbox_stored_elsewhere", pgx.NamedArgs{"stream": stream, "max_rows": relayBatch})
	if err != nil {
		return err
	}
	if err := r.republish(ctx, elsewhere); err != nil {
		return err
	}
	if len(elsewhere) == relayBatch {
		r.last = time.Time{} // there may be more
		return nil
	}
	if err := r.recheck(ctx, now); err != nil {
		return err
	}
	if now.Sub(r.lastLost) < lostAfter/2 {
		return nil
	}
	r.lastLost = now
	return r.addLost(ctx, now)
}

// stored is a published job, and where the queue stored it.
type stored struct {
	Event
	Stream   string
	Sequence int64
}

// recheck publishes the jobs that the stream no longer holds, e.g. after its files were restored.
func (r *recovery) recheck(ctx context.Context, now time.Time) error {
	jobs, err := many[stored](ctx, r.on, "outbox_unchecked", pgx.NamedArgs{"before": now.Add(-recheckAfter), "max_rows": maxChecks})
	if err != nil {
		return err
	}
	var lost []stored
	var held []int64
	for _, job := range jobs {
		holds, err := r.carrier.Holds(ctx, job.Ref(), upslope.QueuePosition{Stream: job.Stream, Sequence: job.Sequence})
		switch {
		case err != nil:
			return err
		case holds:
			held = append(held, job.ID)
		default:
			lost = append(lost, job)
		}
	}
	if len(held) > 0 {
		if err := exec(ctx, r.on, "outbox_checked", pgx.NamedArgs{"ids": held}); err != nil {
			return err
		}
	}
	return r.republish(ctx, lost)
}

func (r *recovery) republish(ctx context.Context, jobs []stored) error {
	if len(jobs) == 0 {
		return nil
	}
	events := make([]Event, len(jobs))
	for i, job := range jobs {
		events[i] = job.Event
		events[i].Repeat = fmt.Sprintf("%s-%d", job.Stream, job.Sequence)
	}
	slog.WarnContext(ctx, "the queue has lost jobs; publishing them again", "jobs", len(jobs))
	_, err := publishAll(ctx, r.on, r.carrier, events)
	return err
}

// addLost queues jobs that no outbox row carries, and recomputes that wait for nothing.
func (r *recovery) addLost(ctx context.Context, now time.Time) error {
	added, err := many[string](ctx, r.on, "outbox_add_lost", pgx.NamedArgs{"before": now.Add(-lostAfter)})
	if err != nil {
		return err
	}
	if len(added) > 0 {
		slog.WarnContext(ctx, "unfinished jobs were not queued; queueing them again", "jobs", len(added))
	}
	waiting, err := many[struct{ AccountID, SiteID string }](ctx, r.on, "outbox_add_waiting", nil)
	if err != nil {
		return err
	}
	for _, site := range waiting {
		err := r.db.write(ctx, site.AccountID, func(tx *Tx) error {
			return exec(ctx, tx, "recompute_next", pgx.NamedArgs{"account_id": site.AccountID, "site_id": site.SiteID})
		})
		if err != nil {
			return err
		}
	}
	return nil
}
