package upslope

import (
	"fmt"
	"net/url"
	"strings"
	"time"
)

// PageChange is what a crawl found changed on a page since the crawl before.
type PageChange struct {
	ID        string    `json:"id"`
	SiteID    string    `json:"siteId"`
	CrawlID   string    `json:"crawlId"`
	Place     int       `json:"-"`    // among those of its crawl, the most important first; from 1
	Kind      string    `json:"kind"` // one of PageChangeKinds
	Page      string    `json:"page"` // the normalized URL
	URL       string    `json:"url"`  // as crawled
	Was       string    `json:"was"`  // the title, canonical or status before; "" when there was none
	Became    string    `json:"became"`
	Text      string    `json:"text"` // one sentence
	CreatedAt time.Time `json:"createdAt"`
}

// PageChangeKinds are what is watched, the most important first.
var PageChangeKinds = []string{"noindex", "status", "blocked", "canonical", "indexable", "links", "title", "gone"}

// ShownPageChanges is how many changes of a crawl are told one by one in the activity and the change log.
const ShownPageChanges = 5

// Sentence says what changed.
func (c PageChange) Sentence() string {
	page := pathOf(c.URL)
	switch c.Kind {
	case "noindex":
		return page + " became noindex"
	case "indexable":
		return page + " is no longer noindex"
	case "blocked":
		return page + " is now blocked by robots.txt"
	case "status":
		if target, redirects := strings.CutPrefix(c.Became, "-> "); redirects {
			return fmt.Sprintf("%s now redirects to %s (it answered %s)", page, pathOf(target), c.Was)
		}
		return fmt.Sprintf("%s now answers %s (it answered %s)", page, c.Became, strings.Replace(c.Was, "-> ", "with a redirect to ", 1))
	case "canonical":
		return fmt.Sprintf("The canonical of %s is now %s (it was %s)", page, pathOf(c.Became), pathOf(c.Was))
	case "links":
		return fmt.Sprintf("%s lost internal links: %s pages link to it (%s did)", page, c.Became, c.Was)
	case "title":
		return fmt.Sprintf("The title of %s is now %s (it was %s)", page, quoted(c.Became), quoted(c.Was))
	}
	return page + " is no longer found by the crawl"
}

// quoted is a title in a sentence.
func quoted(title string) string {
	if title == "" {
		return "empty"
	}
	if runes := []rune(title); len(runes) > 80 {
		title = string(runes[:80]) + "…"
	}
	return "“" + title + "”"
}

// pathOf is the path of an address with its query; the address itself where it has none.
func pathOf(address string) string {
	parsed, err := url.Parse(address)
	if err != nil || parsed.EscapedPath() == "" {
		return address
	}
	return parsed.RequestURI()
}
