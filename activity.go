package upslope

import "time"

// Activity is one thing that happened in an account, newest first on the Overview.
type Activity struct {
	ID        string    `json:"id"`
	SiteID    string    `json:"siteId,omitempty"`
	Kind      string    `json:"kind"` // what happened, as noun.verb: site.added, crawl.imported, insight.done
	Text      string    `json:"text"` // one sentence
	CreatedAt time.Time `json:"createdAt"`
}
