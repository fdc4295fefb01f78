package insights

import (
	"fmt"

	"upslope/analytics/facts"
)

// crawlColumn names a crawl's columns by their measure, and what would make the measure known without them.
var crawlColumn = map[string]struct{ one, several, columns, source string }{
	"impressions": {"impression", "impressions", "Search Console columns", "Search Console"},
	"clicks":      {"click", "clicks", "Search Console columns", "Search Console"},
	"sessions":    {"session", "sessions", "Analytics columns", "Google Analytics"},
	"visits":      {"visit", "visits", "estimates of organic traffic", "Search Console"},
}

// reachText says how often the pages are seen, in whose words, and that nobody knows of which days.
func (c *candidate) reachText() string {
	column := crawlColumn[c.crawlReach.Measure]
	seen, known := facts.Float(c.columns["seen_in_crawl"])
	if !known {
		return fmt.Sprintf("Unknown: the crawl's %s are blank here. Connect %s to fill this in.", column.columns, column.source)
	}
	noun, pages := column.several, ""
	if seen == 1 {
		noun = column.one
	}
	if told, affected := facts.Number(c.columns, "pages_seen_in_crawl"), facts.Number(c.columns, "affected_pages"); told < affected {
		pages = fmt.Sprintf(" for %s of %s pages; the others are blank", separated(told), separated(affected))
	}
	return fmt.Sprintf("%s %s in the crawl's %s%s. The file doesn't say which dates it covers.", separated(seen), noun, column.columns, pages)
}
