// Package insights finds opportunities: it runs the detectors, drops conflicts, puts what they find into words, and decides
// what becomes of the insights that a site already has. Each detector is a folder under detectors/.
//
// It owns no data: facts come from ClickHouse through Facts, insights live in PostgreSQL behind Store.
package insights

import (
	"context"
	"fmt"
	"time"

	"upslope"
	"upslope/analytics/facts"
	"upslope/analytics/features"
	"upslope/analytics/outcomes"
	"upslope/analytics/pagerank"
)

// Facts keeps what was measured, and what is worked out of it.
type Facts interface{ pagerank.Facts }

// Store keeps the jobs, crawls and insights of every site.
type Store interface {
	features.Store
	outcomes.Store
	// StartJob answers NotFound when the job is finished or gone.
	StartJob(ctx context.Context, accountID, jobID, message string) (upslope.Job, error)
	// CurrentCrawl returns the newest imported crawl of a site, nil when it has none.
	CurrentCrawl(ctx context.Context, accountID, siteID string) (*upslope.Crawl, error)
	// KeepBrand keeps what search data say of a site's brand.
	KeepBrand(ctx context.Context, accountID, siteID string, brand upslope.SearchedBrand) error
	// Scales answers what the site's values are measured against. Whoever asks before reading facts can freeze what those say.
	Scales(ctx context.Context, accountID, siteID string) (upslope.SiteScales, error)
	// ReplaceInsights locks the site's insights, hands all of them to decide and applies what it returns, in one transaction
	// that also ends the job. An error of decide changes nothing and is returned.
	ReplaceInsights(ctx context.Context, accountID, siteID, jobID string, decide func(existing []upslope.StoredInsight) (upslope.InsightChanges, error)) error
}

// Engine finds, ranks and explains insights. It is safe for concurrent use.
type Engine struct {
	*outcomes.Tracker
	facts     facts.Querier
	store     Store
	now       func() time.Time
	detectors []*detector
	features  *features.Reader
	ranker    *pagerank.Ranker
}

// New makes an Engine with all detectors; an error is a mistake in one of their folders.
func New(facts Facts, store Store, now func() time.Time) (*Engine, error) {
	detectors, err := shippedDetectors()
	if err != nil {
		return nil, fmt.Errorf("load detectors: %w", err)
	}
	limited := bound(facts)
	e := &Engine{
		facts: limited, store: store, now: now, detectors: detectors,
		features: features.NewReader(limited, store, now), ranker: pagerank.NewRanker(limited, now),
	}
	e.Tracker = outcomes.NewTracker(limited, store, e.features, now, e.countedBy)
	return e, nil
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

// countedBy is the provider that counts what an insight is about day by day, sourceCrawl where none does; "" of a kind that is no longer
// looked for.
func (e *Engine) countedBy(insight upslope.Insight) string {
	d := e.detector(insight)
	if d == nil {
		return ""
	}
	for _, need := range d.Needs {
		if need != facts.Crawl {
			return facts.ProviderOf(need)
		}
	}
	return facts.Crawl
}
