// Package insights finds opportunities: it runs the detectors, drops conflicts, words their candidates, and
// reconciles them with the stored insights of a site. Each detector is a folder under detectors/.
//
// It owns no data: facts come from ClickHouse through Facts, insights are in PostgreSQL behind Store.
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

// Facts stores measured facts and the page ranks derived from them.
type Facts interface{ pagerank.Facts }

// Store stores the jobs, crawls and insights of every site.
type Store interface {
	features.Store
	outcomes.Store
	// StartJob returns NotFound if the job is finished or does not exist.
	StartJob(ctx context.Context, accountID, jobID, message string) (upslope.Job, error)
	// CurrentCrawl returns the newest imported crawl of a site; nil if it has none.
	CurrentCrawl(ctx context.Context, accountID, siteID string) (*upslope.Crawl, error)
	// KeepBrand stores a site's brand terms from search data.
	KeepBrand(ctx context.Context, accountID, siteID string, brand upslope.SearchedBrand) error
	// Scales returns the stored scales of a site's values. Calling it before reading facts pins their
	// version.
	Scales(ctx context.Context, accountID, siteID string) (upslope.SiteScales, error)
	// ReplaceInsights locks the site's insights, passes all of them to decide and applies its result, in one
	// transaction that also ends the job. An error of decide changes nothing and is returned.
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

// New loads all detectors; an error is a mistake in one of their folders.
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

// Types lists the types of insight, by name.
func (e *Engine) Types() []upslope.InsightType {
	types := []upslope.InsightType{}
	for _, detector := range e.detectors {
		if detector.Title != "" { // the other folders extend a type that is worded elsewhere
			types = append(types, detector.insightType())
		}
	}
	return types
}

// countedBy returns the provider that measures an insight daily, sourceCrawl if none does, "" for a type that
// no longer exists.
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
