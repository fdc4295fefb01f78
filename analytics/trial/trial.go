// Package trial runs the engine over one site without records in PostgreSQL, such as a generated one.
//
// It owns a store for a site without history. It neither generates sites nor judges findings.
package trial

import (
	"context"
	"fmt"
	"time"

	"upslope"
	"upslope/analytics/insights"
)

// Site is the engine's PostgreSQL input about a site. Its facts are already in ClickHouse.
type Site struct {
	upslope.Site
	Connections []upslope.Connection
	Crawl       *upslope.Crawl
	Today       time.Time
}

// Find scores a site for the first time and returns its insights, best first.
func Find(ctx context.Context, facts insights.Facts, site Site) ([]upslope.StoredInsight, error) {
	results := &store{site: site}
	engine, err := insights.New(facts, results, func() time.Time { return site.Today })
	if err != nil {
		return nil, fmt.Errorf("make the engine: %w", err)
	}
	if err := engine.Recompute(ctx, site.AccountID, "job"); err != nil {
		return nil, fmt.Errorf("find the insights of %s: %w", site.Domain, err)
	}
	return results.insights, nil
}
