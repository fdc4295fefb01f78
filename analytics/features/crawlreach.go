package features

import (
	"context"
	_ "embed"
	"fmt"

	"upslope/analytics/facts"
)

//go:embed crawl_reach.sql
var crawlReachSQL string

// CrawlReach is how often people see the site's pages by the crawl's own columns, whose period is unknown.
type CrawlReach struct {
	Measure string  // impressions, clicks, sessions or visits; "" if unknown, or told by a source
	Total   float64 // of the site's pages
}

// crawlMeasures are the columns of a crawl in order of preference, as crawl_reach.sql returns them.
var crawlMeasures = [...]string{"impressions", "clicks", "sessions", "visits"}

// addCrawlReach reads the crawl's own columns, unless a connected Search Console or Analytics has its days.
func (r *Reader) addCrawlReach(ctx context.Context, g *Context) error {
	g.Params["crawl_reach"] = ""
	if g.Crawl == nil || g.has("gsc_pages") || g.has("ga4_pages") {
		return nil
	}
	err := r.facts.Query(ctx, facts.Given().Must(crawlReachSQL), g.Params, func(_ []string, values []any) error {
		for i, measure := range crawlMeasures {
			if total, known := facts.Float(values[i]); known && total > 0 {
				g.CrawlReach = CrawlReach{measure, total}
				g.Params["crawl_reach"] = measure
				return nil
			}
		}
		return nil
	})
	if err != nil {
		return fmt.Errorf("read what the crawl says of visitors: %w", err)
	}
	return nil
}
