package sync

import (
	"context"
	"fmt"
	"sync"
	"time"

	"upslope"
)

// progress is how far a job is that reads several connections. A nil one tells nobody.
type progress struct {
	*Syncer
	job      upslope.Job
	from, to float64 // the part of the job that reading is

	mu         sync.Mutex
	of         map[string]*portion // by connection
	share      float64             // the most that was told
	reportedAt time.Time
}

// portion is how far one connection is, in days of reports.
type portion struct{ done, wanted, days int64 }

func (s *Syncer) progressOf(job upslope.Job, from, to float64) *progress {
	return &progress{Syncer: s, job: job, from: from, to: to, share: from, of: map[string]*portion{}}
}

// want says what is to be read of a connection: so many days of reports, which lie on so many days.
func (p *progress) want(connection upslope.Connection, wanted, days int64) {
	if p == nil {
		return
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	p.of[connection.ID] = &portion{wanted: wanted, days: days}
}

// add says that days of a connection were read.
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

// finish says that no more will be read of a connection.
func (p *progress) finish(connection upslope.Connection) {
	if p == nil {
		return
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	p.of[connection.ID].done = p.of[connection.ID].wanted
}

// reportProgress is for the person who waits; that it fails does not stop the job.
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
