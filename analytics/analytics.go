// Package analytics turns facts into insights: it runs the detectors, sizes and ranks what they find, and decides what becomes of the
// insights that a site already has.
//
// It owns the method (detectors, score, lifecycle) and no data: facts come from ClickHouse through Facts, insights live in PostgreSQL
// behind Store. Each detector is a folder under detectors/ and nothing else; this package knows none of them by name.
package analytics

import (
	"context"

	"upslope"
)

// Facts answers queries on what was measured.
type Facts interface {
	// Query runs sql with typed parameters and calls each for every row, in order. NULL is nil; an error of each ends the query.
	Query(ctx context.Context, sql string, params map[string]any, each func(columns []string, values []any) error) error
}

// Store keeps the insights of every site.
type Store interface {
	// CurrentCrawl returns the newest imported crawl of a site, nil when it has none.
	CurrentCrawl(ctx context.Context, accountID, siteID string) (*upslope.Crawl, error)
	// ReplaceInsights locks the site's insights, hands all of them to decide and applies what it returns, in one transaction
	// that also ends the job. An error of decide changes nothing and is returned.
	ReplaceInsights(ctx context.Context, accountID, siteID, jobID string, decide func(existing []upslope.StoredInsight) (upslope.InsightChanges, error)) error
}
