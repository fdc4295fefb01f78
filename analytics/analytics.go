// Package analytics turns facts into insights: it runs the detectors, sizes and ranks what they find, and decides what becomes of the
// insights that a site already has. It also answers the tables that screens show of those facts.
//
// It owns the method (detectors, score, lifecycle) and no data: facts come from ClickHouse through Facts, insights live in PostgreSQL
// behind Store. Each detector is a folder under detectors/ and nothing else; the code knows none of them by name.
package analytics

import (
	"context"
	"fmt"
	"time"

	"upslope"
)

// Facts keeps what was measured, and what is worked out of it.
type Facts interface {
	// Query runs sql with typed parameters and calls each for every row, in order. NULL is nil; an error of each ends the query.
	Query(ctx context.Context, sql string, params map[string]any, each func(columns []string, values []any) error) error
	Exec(ctx context.Context, sql string, params map[string]any) error
	// InsertColumns adds rows that are given as one slice a column.
	InsertColumns(ctx context.Context, table, token string, names []string, columns ...any) error
}

// Store keeps the jobs, crawls and insights of every site.
type Store interface {
	// StartJob answers NotFound when the job is finished or gone.
	StartJob(ctx context.Context, accountID, jobID, message string) (upslope.Job, error)
	// CurrentCrawl returns the newest imported crawl of a site, nil when it has none.
	CurrentCrawl(ctx context.Context, accountID, siteID string) (*upslope.Crawl, error)
	// Account answers what the account may have looked at.
	Account(ctx context.Context, accountID string) (upslope.Account, error)
	// Site answers a site of the account.
	Site(ctx context.Context, accountID, siteID string) (upslope.Site, error)
	// Connections answers what a site reads from providers.
	Connections(ctx context.Context, accountID, siteID string) ([]upslope.Connection, error)
	// Rules answers what the owners of sites say to the detectors, by the ids of the sites; siteID "" is every site of the account.
	Rules(ctx context.Context, accountID, siteID string) (map[string]upslope.SiteRules, error)
	// KeepBrand keeps what search data say of a site's brand.
	KeepBrand(ctx context.Context, accountID, siteID string, brand upslope.SearchedBrand) error
	// FixedIssues returns the ids of the technical issues that are marked as fixed and were not seen by a newer crawl.
	FixedIssues(ctx context.Context, accountID, siteID string) ([]string, error)
	// Scales answers what the site's values are measured against. Whoever asks before reading facts can freeze what those say.
	Scales(ctx context.Context, accountID, siteID string) (upslope.SiteScales, error)
	// WaitingOutcomes answers the fixes of a site that are to be measured, the oldest first.
	WaitingOutcomes(ctx context.Context, accountID, siteID string) ([]upslope.StoredOutcome, error)
	// HitRates answers how many fixes of each type were measured on a site and worked; the rate is left out.
	HitRates(ctx context.Context, accountID, siteID string) ([]upslope.HitRate, error)
	// Targets answers what the insights of a site are about that are not dismissed.
	Targets(ctx context.Context, accountID, siteID string) ([]upslope.Target, error)
	// SiteChanges answers one page of what changed on a site between two days, "" open, the newest first, and how much there is in all.
	SiteChanges(ctx context.Context, accountID, siteID, from, to string, limit, offset int) ([]upslope.SiteChange, int64, error)
	// ReplaceInsights locks the site's insights, hands all of them to decide and applies what it returns, in one transaction
	// that also ends the job. An error of decide changes nothing and is returned.
	ReplaceInsights(ctx context.Context, accountID, siteID, jobID string, decide func(existing []upslope.StoredInsight) (upslope.InsightChanges, error)) error
}

// Engine finds, ranks and explains insights. It is safe for concurrent use.
type Engine struct {
	facts     Facts
	store     Store
	now       func() time.Time
	detectors []*detector
	ranks     chan struct{} // room for the one ranking that is worked out at a time
}

// New makes an Engine with all detectors; an error is a mistake in one of their folders.
func New(facts Facts, store Store, now func() time.Time) (*Engine, error) {
	detectors, err := shippedDetectors()
	if err != nil {
		return nil, fmt.Errorf("load detectors: %w", err)
	}
	return &Engine{facts: bound(facts), store: store, now: now, detectors: detectors, ranks: make(chan struct{}, 1)}, nil
}

// Types lists the kinds of insight there are, by name.
func (e *Engine) Types() []upslope.InsightType {
	types := []upslope.InsightType{}
	for _, detector := range e.detectors {
		if detector.Title != "" { // the others find more of a type that has its words elsewhere
			types = append(types, detector.insightType())
		}
	}
	return types
}
