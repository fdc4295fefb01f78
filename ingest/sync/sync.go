// Package sync reads what providers have into ClickHouse, every day and for each site, with nothing lost and nothing doubled.
//
// It owns which days of which reports are due, that a day becomes visible whole or not at all, what a failing provider means for its
// connection, the daily schedule, and the deletion of rows that no longer count. It knows no provider (sources does), no credentials
// (connections does), and neither HTTP nor queues. There is no log of rows between provider and ClickHouse: what was not written whole
// is fetched again.
package sync

import (
	"context"
	"fmt"
	"log/slog"
	"slices"
	"time"

	"golang.org/x/sync/errgroup"
	"golang.org/x/sync/semaphore"

	"upslope"
	"upslope/ingest/providers"
)

// The kinds of run.
const (
	recent   = "recent"   // what is due of the last days
	backfill = "backfill" // older days, and what takes long
)

const (
	// connectionsAtOnce is how many connections of a site are read at a time.
	connectionsAtOnce = 5
	// readShare is the part of a recompute that reading takes; the rest is scoring.
	readShare = 0.7
)

// Deps are what a Syncer works with.
type Deps struct {
	Records     Records
	Facts       Facts
	Connections Connections
	DeadLetters DeadLetters
	Providers   providers.Registry
	// BackfillDays is how many days of history are wanted.
	BackfillDays int
	// Today is the date in a time zone, at midnight UTC.
	Today func(zone *time.Location) time.Time
	Now   func() time.Time
	Log   *slog.Logger
}

// Records keeps jobs, connections and their runs.
type Records interface {
	// StartJob and StartSync answer NotFound when there is nothing left to do.
	StartJob(ctx context.Context, accountID, jobID, message string) (upslope.Job, error)
	StartSync(ctx context.Context, accountID, jobID, message string) (upslope.Job, error)
	JobProgress(ctx context.Context, accountID, jobID string, progress float64, message string) error
	// HandOn gives a recompute to analytics, and queues the site's backfill when older days are missing.
	HandOn(ctx context.Context, job upslope.Job, progress float64, backfill bool) error
	QueueBackfill(ctx context.Context, accountID, siteID string) error
	// FinishBackfill ends a job, and has the site scored when there is something new.
	FinishBackfill(ctx context.Context, job upslope.Job, message string, recompute bool) error
	Recompute(ctx context.Context, accountID, siteID string) (upslope.Job, error)

	Site(ctx context.Context, accountID, siteID string) (upslope.Site, error)
	LiveConnections(ctx context.Context, accountID string, siteIDs []string) ([]upslope.Connection, error)
	Account(ctx context.Context, accountID string) (upslope.Account, error)

	// StartRun answers NotFound when the site is gone.
	StartRun(ctx context.Context, connection upslope.Connection, kind string, daysWanted int64) (runID string, err error)
	// InterruptedRun answers a run whose process ended before it; NotFound when there is none.
	InterruptedRun(ctx context.Context, connection upslope.Connection, kind string) (upslope.SyncRun, error)
	RunProgress(ctx context.Context, accountID, runID string, days, rows int64) (live bool, err error)
	// FinishRun ends a run. When judged says that it shows how the connection is, that is connected from now on, or failing for failure.
	FinishRun(ctx context.Context, connection upslope.Connection, run upslope.SyncRun, judged bool, failure, text string) error
	// SyncBy has the site synced at a moment, unless it is synced before.
	SyncBy(ctx context.Context, accountID, siteID string, at time.Time) error

	PlanSyncs(ctx context.Context, now time.Time, most int, next func(siteID, timeZone string) time.Time) (planned int, err error)
	// SyncedSince answers the sites of which something was read: site id → account id.
	SyncedSince(ctx context.Context, since time.Time) (map[string]string, error)
	ForgetRuns(ctx context.Context, before time.Time) error
}

// Facts is where rows go.
type Facts interface {
	InsertColumns(ctx context.Context, table, token string, names []string, columns ...any) error
	Exec(ctx context.Context, sql string, params map[string]any) error
	Select(ctx context.Context, rows any, sql string, params map[string]any) error
}

// Connections opens what a connection reads from. A *providers.Error, or an upslope.Error other than Unavailable, says what its owner
// has to do first.
type Connections interface {
	Open(ctx context.Context, site upslope.Site, connection upslope.Connection) (providers.Source, providers.Access, error)
}

// DeadLetters keeps what was given up, for those who run the servers: they look at the reason and have it done again.
type DeadLetters interface {
	Dead(ctx context.Context, kind, id string, data []byte, reason string) error
}

// Syncer reads the connections of sites. It is safe for concurrent use; all that a process reads shares one bound of memory.
type Syncer struct {
	Deps
	ids     syncIDs
	memory  *semaphore.Weighted // bytes of rows
	inserts *semaphore.Weighted // that are under way
}

// New makes a Syncer.
func New(deps Deps) *Syncer {
	return &Syncer{Deps: deps, memory: newBudget(), inserts: semaphore.NewWeighted(insertsAtOnce)}
}

// Sync does the first part of a recompute: it reads what is due of the last days of all connections of the job's site, then hands the
// job on to analytics. A provider that fails is its connection's matter and does not keep the site from being scored. After an error the
// same job can be done again.
func (s *Syncer) Sync(ctx context.Context, accountID, jobID string) error {
	job, err := s.Records.StartSync(ctx, accountID, jobID, "Reading what is new.")
	if upslope.CodeOf(err) == upslope.NotFound {
		return nil // done already
	} else if err != nil {
		return fmt.Errorf("start job %s: %w", jobID, err)
	}
	result, err := s.readSite(ctx, job.AccountID, job.SiteID, recent, s.progressOf(job, 0, readShare))
	if err != nil {
		return fmt.Errorf("sync site %s: %w", job.SiteID, err)
	}
	if err := s.Records.HandOn(ctx, job, readShare, result.older); err != nil {
		return fmt.Errorf("hand job %s on: %w", jobID, err)
	}
	return nil
}

// Backfill reads the older days of a site, the newest first, and what takes long, then has the site scored.
func (s *Syncer) Backfill(ctx context.Context, accountID, jobID string) error {
	job, err := s.Records.StartJob(ctx, accountID, jobID, "Reading older days.")
	if upslope.CodeOf(err) == upslope.NotFound {
		return nil // done already
	} else if err != nil {
		return fmt.Errorf("start job %s: %w", jobID, err)
	}
	result, err := s.readSite(ctx, job.AccountID, job.SiteID, backfill, s.progressOf(job, 0, 1))
	if err != nil {
		return fmt.Errorf("backfill site %s: %w", job.SiteID, err)
	}
	if err := s.Records.FinishBackfill(ctx, job, result.summary(), result.days > 0); err != nil {
		return fmt.Errorf("finish job %s: %w", jobID, err)
	}
	return nil
}

// SyncConnection reads one connection whose sync was given up, as if its time had come.
func (s *Syncer) SyncConnection(ctx context.Context, accountID, siteID, connectionID string) error {
	site, connections, err := s.find(ctx, accountID, siteID)
	if err != nil {
		return err
	}
	for _, connection := range connections {
		if connection.ID != connectionID {
			continue
		}
		result, err := s.readConnection(ctx, site, connections, connection, recent, nil)
		if err != nil {
			return fmt.Errorf("sync connection %s: %w", connectionID, err)
		}
		if result.older {
			if err := s.Records.QueueBackfill(ctx, accountID, siteID); err != nil {
				return fmt.Errorf("queue the backfill of site %s: %w", siteID, err)
			}
		}
		if result.days > 0 {
			if _, err := s.Records.Recompute(ctx, accountID, siteID); err != nil {
				return fmt.Errorf("queue the recompute of site %s: %w", siteID, err)
			}
		}
	}
	return nil
}

// find answers a site with those of its live connections that its account may have read now; none when the site is gone.
func (s *Syncer) find(ctx context.Context, accountID, siteID string) (upslope.Site, []upslope.Connection, error) {
	site, err := s.Records.Site(ctx, accountID, siteID)
	if upslope.CodeOf(err) == upslope.NotFound {
		return site, nil, nil
	} else if err != nil {
		return site, nil, fmt.Errorf("find site %s: %w", siteID, err)
	}
	connections, err := s.Records.LiveConnections(ctx, accountID, []string{siteID})
	if err != nil {
		return site, nil, fmt.Errorf("find the connections of site %s: %w", siteID, err)
	}
	account, err := s.Records.Account(ctx, accountID)
	if upslope.CodeOf(err) == upslope.NotFound {
		return site, nil, nil
	} else if err != nil {
		return site, nil, fmt.Errorf("find account %s: %w", accountID, err)
	}
	return site, slices.DeleteFunc(connections, func(c upslope.Connection) bool { return account.MayRead(c.Provider, s.Now()) != nil }), nil
}

// readSite reads all connections of a site.
func (s *Syncer) readSite(ctx context.Context, accountID, siteID, kind string, progress *progress) (outcome, error) {
	site, connections, err := s.find(ctx, accountID, siteID)
	if err != nil {
		return outcome{}, err
	}
	result := make([]outcome, len(connections))
	if kind == backfill {
		ctx = providers.InBackground(ctx) // the last days of another site may come from the same property
	}
	group, ctx := errgroup.WithContext(ctx)
	group.SetLimit(connectionsAtOnce)
	for i, connection := range connections {
		group.Go(func() (err error) {
			result[i], err = s.readConnection(ctx, site, connections, connection, kind, progress)
			return err
		})
	}
	err = group.Wait()
	var all outcome
	for _, one := range result {
		all.days, all.rows, all.older = all.days+one.days, all.rows+one.rows, all.older || one.older
	}
	return all, err
}

// outcome is what came of reading.
type outcome struct {
	days, rows int64
	older      bool // there are days left for a backfill
}
