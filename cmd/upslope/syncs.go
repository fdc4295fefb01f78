package main

import (
	"context"
	"errors"
	"log/slog"
	"time"

	"upslope"
	"upslope/infra/nats"
	"upslope/ingest/connections"
	"upslope/ingest/providers/registry"
	"upslope/ingest/sync"
)

// Limits on the sites that a process reads concurrently.
const (
	maxSyncs     = 4
	maxBackfills = 2
	maxDemos     = 2
)

// scheduleEvery is how often due syncs are looked up.
const scheduleEvery = "@every 1m"

func newSyncer(config Config, engines *engines, links *connections.Service, log *slog.Logger) *sync.Syncer {
	return sync.New(sync.Deps{
		Records: engines.records, Facts: engines.facts, Connections: links, DeadLetters: engines.queue, Providers: registry.All(),
		BackfillDays: config.SyncBackfillDays, Today: config.today, Now: time.Now, Log: log,
	})
}

// syncs returns the consumers that read providers and maintain their facts.
func (w *wiring) syncs() []nats.Consumer {
	records, syncer := w.engines.records, w.syncer
	return []nats.Consumer{
		w.space.whileSpace(inLanes(1, workOn(records, "sync", maxSyncs, syncer.Sync))),
		w.space.whileSpace(workOn(records, upslope.Backfill, maxBackfills, syncer.Backfill)),
		w.space.whileSpace(workOn(records, upslope.LoadDemo, maxDemos, w.loadDemo)),
		cleanup("tick", func(ctx context.Context, _ jobMessage) error { return w.tick(ctx) }),
		cleanup("connection", func(ctx context.Context, message jobMessage) error {
			return syncer.SyncConnection(ctx, message.AccountID, message.SiteID, message.ConnectionID)
		}),
		cleanup("erase-connection", func(ctx context.Context, message jobMessage) error {
			return syncer.EraseConnection(ctx, message.AccountID, message.SiteID, message.ConnectionID)
		}),
	}
}

// eraseSite deletes a deleted site's data in ClickHouse.
func (w *wiring) eraseSite(ctx context.Context, accountID, siteID string) error {
	return errors.Join(w.importer().EraseSite(ctx, accountID, siteID), w.syncer.EraseSite(ctx, accountID, siteID))
}

// scheduleCheck is how often the queue's periodic jobs are declared: its storage may have been replaced.
const scheduleCheck = 10 * time.Second

// schedule keeps the queue's streams and periodic jobs declared, independent of the number of processes.
func (w *wiring) schedule(ctx context.Context) error {
	for wait := 50 * time.Millisecond; ; wait = min(2*wait, 5*time.Second) {
		err := w.engines.queue.Every(ctx, "tick", scheduleEvery)
		pause := scheduleCheck
		if err != nil && ctx.Err() == nil {
			w.log.WarnContext(ctx, "the daily syncs are not scheduled; trying again", "error", err)
			pause = wait
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(pause):
		}
		if err == nil {
			wait = 50 * time.Millisecond
		}
	}
}

// sweepHour is when rows that no longer count are deleted, in UTC.
const sweepHour = 3

// sweepRows deletes, once a night, rows replaced by a newer read of their day, and those too old to keep.
func (w *wiring) sweepRows(ctx context.Context, now time.Time) error {
	if now.UTC().Hour() != sweepHour {
		return nil
	}
	return w.syncer.Sweep(ctx, now.AddDate(0, 0, -2))
}
