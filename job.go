package upslope

import (
	"encoding/json"
	"time"
)

// JobStatus is where a job stands.
type JobStatus string

// The statuses a job can have; done and failed are final.
const (
	JobQueued  JobStatus = "queued"
	JobRunning JobStatus = "running"
	JobDone    JobStatus = "done"
	JobFailed  JobStatus = "failed"
)

// The kinds of job.
const (
	ImportCrawl       = "import"
	CrawlSite         = "crawl" // reads a site, and imports what it has read
	RecomputeInsights = "recompute"
	Backfill          = "backfill" // reads the older days of a site's providers
	LoadDemo          = "demo"
	SendReport        = "report" // of a schedule
)

// Job is work that outlives a request.
type Job struct {
	ID        string          `json:"id"`
	AccountID string          `json:"-"`
	SiteID    string          `json:"siteId,omitempty"`
	Kind      string          `json:"kind"`
	Status    JobStatus       `json:"status"`
	Progress  float64         `json:"progress"`          // 0 to 1
	Message   string          `json:"message"`           // one sentence: current step, result or failure
	Result    json.RawMessage `json:"result,omitempty"`  // the body a 200 would have had
	Problem   *Error          `json:"problem,omitempty"` // of a failed one
	CreatedAt time.Time       `json:"createdAt"`
	UpdatedAt time.Time       `json:"updatedAt"`
}

// Finished reports whether the job has ended.
func (j Job) Finished() bool { return j.Status == JobDone || j.Status == JobFailed }
