// Package sync imports provider data into ClickHouse, daily and per site, without loss or duplicates.
//
// It owns which days of which reports are due, that a day becomes visible atomically, what a provider's
// failure means for its connection, the daily schedule, and the deletion of replaced rows. It does not own
// providers (package providers), credentials (package connections), HTTP or queues. Rows are not logged
// between provider and ClickHouse: an incomplete day is fetched again.
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

// Kinds of run.
const (
	recent   = "recent"   // due days of the recent past
	backfill = "backfill" // older days, and slow reports
)

const (
	// connectionsAtOnce is the number of a site's connections read in parallel.
	connectionsAtOnce = 5
	// readShare is the share of reading in a recompute; scoring is the rest.
	readShare = 0.7
)

// Deps are the dependencies of a Syncer.
type Deps struct {
	Records     Records
	Facts       Facts
	Connections Connections
	DeadLetters DeadLetters
	Providers   providers.Registry
	// BackfillDays is the history to read.
	BackfillDays int
	// Today returns the date in a time zone, at midnight UTC.
	Today func(zone *time.Location) time.Time
	Now   func() time.Time
	Log   *slog.Logger
}

// Records stores jobs, connections and their runs.
type Records interface {
	// StartJob and StartSync fail with NotFound when there is nothing left to do.
	StartJob(ctx context.Context, accountID, jobID, message string) (upslope.Job, error)
	StartSync(ctx context.Context, accountID, jobID, message string) (upslope.Job, error)
	JobProgress(ctx context.Context, accountID, jobID string, progress float64, message string) error
	// HandOn passes a recompute to analytics, and queues a backfill when older days are missing.
	HandOn(ctx context.Context, job upslope.Job, progress float64, backfill bool) error
	QueueBackfill(ctx context.Context, accountID, siteID string) error
	// FinishBackfill ends a job, and rescores the site when there is new data.
	FinishBackfill(ctx context.Context, job upslope.Job, message string, recompute bool) error
	Recompute(ctx context.Context, accountID, siteID string) (upslope.Job, error)

	Site(ctx context.Context, accountID, siteID string) (upslope.Site, error)
	LiveConnections(ctx context.Context, accountID string, siteIDs []string) ([]upslope.Connection, error)
	Account(ctx context.Context, accountID string) (upslope.Account, error)

	// StartRun fails with NotFound when the site is deleted.
	StartRun(ctx context.Context, connection upslope.Connection, kind string, daysWanted int64) (runID string, err error)
	// InterruptedRun returns a run whose process died before ending it, or NotFound.
	InterruptedRun(ctx context.Context, connection upslope.Connection, kind string) (upslope.SyncRun, error)
	RunProgress(ctx context.Context, accountID, runID string, days, rows int64) (live bool, err error)
	// FinishRun ends a run. judged means that it proves the connection's state: connected, or failing with
	// failure.
	FinishRun(ctx context.Context, connection upslope.Connection, run upslope.SyncRun, judged bool, failure, text string) error
	// SyncBy schedules the site's next sync at a time, or earlier if already planned.
	SyncBy(ctx context.Context, accountID, siteID string, at time.Time) error

	PlanSyncs(ctx context.Context, now time.Time, most int, next func(siteID, timeZone string) time.Time) (planned int, err error)
	// SyncedSince returns the sites read since then: site id → account id.
	SyncedSince(ctx context.Context, since time.Time) (map[string]string, error)
	ForgetRuns(ctx context.Context, before time.Time) error
}

// Facts stores rows in ClickHouse.
type Facts interface {
	InsertColumns(ctx context.Context, table, token string, names []string, columns ...any) error
	Exec(ctx context.Context, sql string, params map[string]any) error
	Select(ctx context.Context, rows any, sql string, params map[string]any) error
}

// Connections opens the source of a connection. A *providers.Error, or an upslope.Error other than
// Unavailable, tells the owner what to do first.
type Connections interface {
	Open(ctx context.Context, site upslope.Site, connection upslope.Connection) (providers.Source, providers.Access, error)
}

// DeadLetters stores abandoned work for operators, who check the reason and retry it.
type DeadLetters interface {
	Dead(ctx context.Context, kind, id string, data []byte, reason string) error
}

// Syncer reads the connections of sites. It is safe for concurrent use; all reads of a process share one
// memory limit.
type Syncer struct {
	Deps
	ids     syncIDs
	memory  *semaphore.Weighted // bytes of rows
	inserts *semaphore.Weighted // inserts in flight
}

// New makes a Syncer.
func New(deps Deps) *Syncer {
	return &Syncer{Deps: deps, memory: newBudget(), inserts: semaphore.NewWeighted(insertsAtOnce)}
}

// Sync runs the first part of a recompute: it reads the recent due days of all connections of the job's site,
// then passes the job to analytics. A failing provider affects its connection only. After an error the job
// can be retried.
func (s *Syncer) Sync(ctx context.Context, accountID, jobID string) error {
	job, err := s.Records.StartSync(ctx, accountID, jobID, "Reading what is new.")
	if upslope.CodeOf(err) == upslope.NotFound {
		return nil // already done
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

// Backfill reads the older days of a site, newest first, and slow reports, then has the site scored.
func (s *Syncer) Backfill(ctx context.Context, accountID, jobID string) error {
	job, err := s.Records.StartJob(ctx, accountID, jobID, "Reading older days.")
	if upslope.CodeOf(err) == upslope.NotFound {
		return nil // already done
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

// SyncConnection reads one abandoned connection, as if it were due.
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

// find returns a site and those of its live connections the account may sync now; none for a deleted site.
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
		ctx = providers.InBackground(ctx) // another site's recent days may need the same property
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

// outcome is the result of a run.
type outcome struct {
	days, rows int64
	older      bool // days are left for a backfill
}
