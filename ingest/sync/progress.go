package sync

import (
	"context"
	"fmt"
	"sync"
	"time"

	"upslope"
)

// progress tracks a job over several connections. A nil one reports nothing.
type progress struct {
	*Syncer
	job      upslope.Job
	from, to float64 // the share of reading in the job

	mu         sync.Mutex
	of         map[string]*portion // by connection
	share      float64             // highest share reported
	reportedAt time.Time
}

// portion is the progress of one connection, in days of reports.
type portion struct{ done, wanted, days int64 }

func (s *Syncer) progressOf(job upslope.Job, from, to float64) *progress {
	return &progress{Syncer: s, job: job, from: from, to: to, share: from, of: map[string]*portion{}}
}

// want sets a connection's work: its days of reports, and the number of distinct days.
func (p *progress) want(connection upslope.Connection, wanted, days int64) {
	if p == nil {
		return
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	p.of[connection.ID] = &portion{wanted: wanted, days: days}
}

// add counts the days read of a connection.
func (p *progress) add(ctx context.Context, connection upslope.Connection, done int64) {
	if p == nil {
		return
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	part := p.of[connection.ID]
	part.done += done
	p.reportProgress(ctx, fmt.Sprintf("Reading %s: %d of %d days.", p.Providers.Name(connection.Provider), part.days*part.done/max(part.wanted, 1), part.days))
}

// finish marks a connection as done.
func (p *progress) finish(connection upslope.Connection) {
	if p == nil {
		return
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	p.of[connection.ID].done = p.of[connection.ID].wanted
}

// reportProgress informs the waiting user; a failure does not stop the job.
func (p *progress) reportProgress(ctx context.Context, text string) {
	now := p.Now()
	if now.Sub(p.reportedAt) < progressInterval {
		return
	}
	p.reportedAt = now
	var done, wanted int64
	for _, part := range p.of {
		done, wanted = done+part.done, wanted+part.wanted
	}
	p.share = max(p.share, p.from+(p.to-p.from)*float64(done)/float64(max(wanted, 1)))
	if err := p.Records.JobProgress(ctx, p.job.AccountID, p.job.ID, min(p.share, 1), text); err != nil {
		p.Log.WarnContext(ctx, "the progress of a sync was not told", "job", p.job.ID, "error", err)
	}
}
