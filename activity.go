package upslope

import "time"

// Activity is an event in an account, shown on the Overview.
type Activity struct {
	ID        string    `json:"id"`
	SiteID    string    `json:"siteId,omitempty"`
	Kind      string    `json:"kind"`                // noun.verb: site.added, crawl.imported, insight.done
	Text      string    `json:"text"`                // one sentence
	Actor     string    `json:"actor"`               // who did it; "" the program
	InsightID string    `json:"insightId,omitempty"` // which opportunity
	ForUserID string    `json:"forUserId,omitempty"` // whom it concerns, such as the person who is mentioned
	CreatedAt time.Time `json:"createdAt"`
}
