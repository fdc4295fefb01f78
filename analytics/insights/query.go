package insights

import (
	"context"
	"fmt"
	"slices"

	"upslope"
	"upslope/analytics/facts"
)

// DetectorNames lists the detector folders.
func (e *Engine) DetectorNames() []string {
	names := make([]string, len(e.detectors))
	for i, detector := range e.detectors {
		names[i] = detector.name
	}
	return names
}

// DetectorQuery returns the query a recompute of a site would run for a detector now: detector.sql, or
// targets.sql if it selects nothing.
func (e *Engine) DetectorQuery(ctx context.Context, accountID, siteID, name string) (facts.Query, error) {
	at := slices.IndexFunc(e.detectors, func(d *detector) bool { return d.name == name })
	if at < 0 {
		return facts.Query{}, upslope.Errorf(upslope.NotFound, "There is no detector %q.", name)
	}
	detector := e.detectors[at]
	crawl, err := e.store.CurrentCrawl(ctx, accountID, siteID)
	if err != nil {
		return facts.Query{}, fmt.Errorf("find the current crawl: %w", err)
	}
	features, err := e.features.Read(ctx, accountID, siteID, crawl)
	if err != nil {
		return facts.Query{}, fmt.Errorf("read the features of the site: %w", err)
	}
	params := features.With(detector.parameters(features.Rules))
	if err := e.pickTargets(ctx, detector, params); err != nil {
		return facts.Query{}, err
	}
	if targets, picks := params["targets"].([]string); picks && len(targets) == 0 {
		return facts.Query{SQL: detector.targetsSQL, Params: params}, nil
	}
	return facts.Query{SQL: detector.candidatesSQL, Params: params}, nil
}

// queriesAtOnce bounds the memory and connections of all recomputes of a process. Further queries wait here
// without a limit: the driver would give up after ten seconds and report ClickHouse as unreachable.
const queriesAtOnce = 8

// bounded is a Facts with a limit on concurrent queries. The row callback of a query must not start another.
type bounded struct {
	Facts
	room chan struct{}
}

func bound(facts Facts) bounded { return bounded{facts, make(chan struct{}, queriesAtOnce)} }

func (b bounded) Query(ctx context.Context, sql string, params map[string]any, each func(columns []string, values []any) error) error {
	select {
	case b.room <- struct{}{}:
	case <-ctx.Done():
		return ctx.Err()
	}
	defer func() { <-b.room }()
	return b.Facts.Query(ctx, sql, params, each)
}
