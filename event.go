package upslope

// Event tells listeners of an account that something changed; it carries no data of its own.
type Event struct {
	SiteID   string    `json:"siteId,omitempty"`
	Kind     string    `json:"kind"` // what changed: sites, insights, issues, integrations, activity or job
	Version  int64     `json:"version,omitempty"`
	JobID    string    `json:"jobId,omitempty"`
	Status   JobStatus `json:"status,omitempty"`
	Progress float64   `json:"progress,omitempty"`
	Message  string    `json:"message,omitempty"`
}
