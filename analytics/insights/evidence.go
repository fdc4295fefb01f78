package insights

import (
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"upslope"
)

// evidenceRows is the maximum of evidence rows shown for an insight.
const evidenceRows = 1000

// Evidence returns the rows behind an insight, from the newest facts, with their query and its parameters.
func (e *Engine) Evidence(ctx context.Context, accountID string, insight upslope.Insight) (upslope.Evidence, error) {
	evidence := upslope.Evidence{Columns: []string{}, Rows: []map[string]any{}, Parameters: map[string]any{}}
	detector := e.detector(insight)
	if detector == nil {
		return evidence, nil // its type no longer exists
	}
	evidence.SQL = detector.evidenceSQL
	params, err := e.lookAgain(ctx, accountID, insight, detector)
	if err != nil || params == nil {
		return evidence, err
	}
	evidence.Parameters = shown(params, detector.evidenceSQL)
	rows, columns, err := e.judgedRows(ctx, detector.evidenceSQL, params, judges()[detector.name].evidence)
	if err != nil {
		return upslope.Evidence{}, fmt.Errorf("read the evidence of insight %s: %w", insight.ID, err)
	}
	if len(rows) > 0 {
		// Columns that only the judge needs are in no row.
		columns = slices.DeleteFunc(columns, func(name string) bool { _, ok := rows[0][name]; return !ok })
		evidence.Columns, evidence.Rows = columns, rows
	}
	return evidence, nil
}

// lookAgain returns the parameters for one insight's SQL on the newest facts; nil if it can no longer be
// found.
func (e *Engine) lookAgain(ctx context.Context, accountID string, insight upslope.Insight, detector *detector) (map[string]any, error) {
	crawl, err := e.store.CurrentCrawl(ctx, accountID, insight.SiteID)
	if err != nil {
		return nil, err
	}
	ground, err := e.features.Read(ctx, accountID, insight.SiteID, crawl)
	if err != nil || !ground.CanRun(detector.Sources) {
		return nil, err
	}
	entity := insight.Entity
	params := ground.With(detector.parameters(ground.Rules), map[string]any{
		"query": entity.Query, "page": entity.Page, "template": entity.Template, "campaign_id": entity.CampaignID,
		"ad_group_id": entity.AdGroupID, "term": entity.Term, "issue": entity.Issue, "shown_rows": evidenceRows,
	})
	if err := e.pickTargets(ctx, detector, params); err != nil {
		return nil, fmt.Errorf("look at insight %s again: %w", insight.ID, err)
	}
	if targets, picks := params["targets"].([]string); picks && len(targets) == 0 {
		return nil, nil // no longer found
	}
	return params, nil
}

// shown returns the parameters that a query uses, with days as SQL literals and each current read once.
func shown(params map[string]any, sql string) map[string]any {
	used := map[string]any{}
	for name, value := range params {
		if !strings.Contains(sql, "{"+name+":") {
			continue
		}
		if day, isDay := value.(time.Time); isDay {
			value = day.Format(time.DateOnly)
		}
		if reads, are := value.([]uint64); are {
			once := slices.Compact(slices.Sorted(slices.Values(reads)))
			texts := make([]string, len(once)) // as texts, since browsers would round numbers
			for i, read := range once {
				texts[i] = strconv.FormatUint(read, 10)
			}
			value = texts
		}
		used[name] = value
	}
	return used
}

func (e *Engine) detector(insight upslope.Insight) *detector {
	for _, detector := range e.detectors {
		if detector.finds(insight) {
			return detector
		}
	}
	return nil
}
