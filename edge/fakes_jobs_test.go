package edge_test

import (
	"context"
	"encoding/json"
	"time"

	"github.com/google/uuid"

	"upslope"
)

func (m *memory) Activity(_ context.Context, _ string, _ upslope.Scope, limit, offset int) ([]upslope.Activity, int64, error) {
	defer m.lock()()
	return slice(m.activity, limit, offset), int64(len(m.activity)), nil
}

func (m *memory) QueueSync(_ context.Context, accountID, _ string) (upslope.Job, error) {
	defer m.lock()()
	return m.addJob(accountID, upslope.RecomputeInsights), nil
}

func (m *memory) LoadDemo(_ context.Context, accountID string) (upslope.Job, error) {
	defer m.lock()()
	return m.addJob(accountID, upslope.LoadDemo), nil
}

func (m *memory) StartCrawl(_ context.Context, crawl upslope.SiteCrawl, _ time.Time) (upslope.Job, error) {
	defer m.lock()()
	m.crawling = crawl
	return m.addJob(crawl.AccountID, upslope.CrawlSite), nil
}

func (m *memory) StopCrawl(_ context.Context, accountID, id string) (int64, error) {
	defer m.lock()()
	if job, found := m.jobs[id]; !found || job.AccountID != accountID {
		return 0, missing("job")
	}
	return 13, nil
}

func (m *memory) PauseCrawl(_ context.Context, accountID, id string, _ bool) (upslope.Job, error) {
	defer m.lock()()
	job, found := m.jobs[id]
	if !found || job.AccountID != accountID {
		return job, missing("job")
	}
	return job, nil
}

func (m *memory) CrawlSettings(_ context.Context, _, siteID string) (upslope.CrawlSettings, error) {
	defer m.lock()()
	settings := m.crawlSettings
	if settings.SiteID != siteID {
		settings = upslope.CrawlSettings{SiteID: siteID, Every: upslope.CrawlOff, MaxPages: 500}
	}
	return settings, nil
}

func (m *memory) EditCrawlSettings(_ context.Context, _ string, settings upslope.CrawlSettings, _ time.Time) (int64, error) {
	defer m.lock()()
	m.crawlSettings = settings
	return 14, nil
}

func (m *memory) PageChanges(context.Context, string, string, string, int, int) ([]upslope.PageChange, int64, error) {
	return nil, 0, nil
}

func (m *memory) Syncs(_ context.Context, _, siteID string, limit, offset int) ([]upslope.SyncRun, int64, error) {
	defer m.lock()()
	runs := m.syncs[siteID]
	return slice(runs, limit, offset), int64(len(runs)), nil
}

func (m *memory) addJob(accountID, kind string) upslope.Job {
	job := upslope.Job{ID: uuid.NewString(), AccountID: accountID, Kind: kind, Status: upslope.JobQueued, CreatedAt: m.now(), UpdatedAt: m.now()}
	m.jobs[job.ID], m.order = job, append(m.order, job.ID)
	if m.finish {
		m.end(job.ID)
	}
	return job
}

func (m *memory) end(id string) {
	job := m.jobs[id]
	job.Status, job.Progress, job.Message, job.Result = upslope.JobDone, 1, "2 pages read, 1 issue found", json.RawMessage(`{"message":"2 pages read, 1 issue found"}`)
	if m.problem != nil {
		job.Status, job.Problem, job.Message, job.Result = upslope.JobFailed, m.problem, m.problem.Message, nil
	}
	m.jobs[id] = job
}

func (m *memory) Job(_ context.Context, accountID, id string) (upslope.Job, error) {
	defer m.lock()()
	job, ok := m.jobs[id]
	if !ok || job.AccountID != accountID {
		return job, missing("job")
	}
	return job, nil
}

func (m *memory) Subscribe(accountID string, listen func(upslope.Event)) (func(), error) {
	defer m.lock()()
	id := int(time.Now().UnixNano())
	m.listen[id] = func(about string, event upslope.Event) {
		if about == accountID {
			listen(event)
		}
	}
	return func() { defer m.lock()(); delete(m.listen, id) }, nil
}

func (m *memory) publish(accountID string, event upslope.Event) {
	m.mu.Lock()
	var all []func(string, upslope.Event)
	for _, listen := range m.listen {
		all = append(all, listen)
	}
	m.mu.Unlock()
	for _, listen := range all {
		listen(accountID, event)
	}
}
