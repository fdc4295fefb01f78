package upslope

import (
	"strings"
	"time"
)

// Activity is an event in an account, shown on the Overview.
type Activity struct {
	ID        string    `json:"id"`
	SiteID    string    `json:"siteId,omitempty"`
	Kind      string    `json:"kind"`                // noun.verb: site.added, crawl.imported, insight.done
	Text      string    `json:"text"`                // one sentence
	Actor     string    `json:"actor"`               // who did it; "" the program
	InsightID string    `json:"insightId,omitempty"` // which opportunity
	ForUserID string    `json:"forUserId,omitempty"` // whom it concerns, such as the person who is mentioned
	URL       string    `json:"url,omitempty"`       // where the app shows it; "" by its kind
	CreatedAt time.Time `json:"createdAt"`
}

// AppLink is the address of a screen of the app for people who may be at another site, or in another account.
func AppLink(publicURL, path, accountID, siteID string) string {
	address, separator := publicURL+path, "?"
	if strings.Contains(path, "?") {
		separator = "&"
	}
	address += separator + "account=" + accountID
	if siteID != "" {
		address += "&site=" + siteID
	}
	return address
}
