package upslope

import "time"

// Activity is an event in an account, shown on the Overview.
type Activity struct {
	ID        string    `json:"id"`
	SiteID    string    `json:"siteId,omitempty"`
	Kind      string    `json:"kind"` // noun.verb: site.added, crawl.imported, insight.done
	Text      string    `json:"text"` // one sentence
	CreatedAt time.Time `json:"createdAt"`
}
