// Package analytics turns facts into insights: it runs the detectors, sizes and ranks what they find, and decides what becomes of the
// insights that a site already has.
//
// It owns the method (detectors, score, lifecycle) and no data: facts come from ClickHouse through Facts, insights live in PostgreSQL
// behind Store. Each detector is a folder under detectors/ and nothing else; this package knows none of them by name.
package analytics

import (
	"context"
	"time"

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
	// ReplaceInsights locks the site's insights, hands all of them to decide and applies what it returns, in one transaction.
	// An error of decide changes nothing and is returned.
	ReplaceInsights(ctx context.Context, accountID, siteID string, decide func(existing []Stored) (Changes, error)) error
}

// Stored is an insight with what the lifecycle remembers of it.
type Stored struct {
	upslope.Insight
	ExpectedValue    float64   // Value.Mid × confidence; 0 when unknown
	StatusAt         time.Time // when the status last changed
	DismissedAtValue *float64  // the expected value when the user dismissed it; nil when that was unknown
	FoundAt          time.Time // when a recompute last found it
}

// Changes is what a recompute does to the insights of a site; whatever is not named stays as it is.
type Changes struct {
	Added    []Stored // new ones, with their ids
	Updated  []Stored // known ones as they are now, whole, by id
	Activity []upslope.Activity
}
