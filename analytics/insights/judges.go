package insights

import (
	"context"
	"fmt"
	"maps"
	"reflect"
	"slices"
	"strings"

	"upslope/analytics/insights/detectors/cannibalization"
	contentdecay "upslope/analytics/insights/detectors/content_decay"
	keywordopportunity "upslope/analytics/insights/detectors/keyword_opportunity"
	linktargetsbysearch "upslope/analytics/insights/detectors/link_targets_by_search"
	metaissues "upslope/analytics/insights/detectors/meta_issues"
	risingcpc "upslope/analytics/insights/detectors/rising_cpc"
	underperforminglanding "upslope/analytics/insights/detectors/underperforming_landing"
	wastedadspend "upslope/analytics/insights/detectors/wasted_ad_spend"
)

// judge is the step of a detector in Go. A nil function leaves the rows as the SQL returns them.
type judge struct {
	targets    judgment // of the rows of targets.sql
	candidates judgment // of detector.sql
	evidence   judgment // of evidence.sql
}

// judgment takes the parameters of a detector and the rows of one of its files. It adds columns such as
// proposals, and drops rows.
type judgment func(params map[string]any, rows []map[string]any) ([]map[string]any, error)

// judges maps detector folders to their step in Go. Detectors not listed are entirely in SQL.
func judges() map[string]judge {
	return map[string]judge{
		"cannibalization":         {candidates: cannibalization.Judge},
		"content_decay":           {targets: contentdecay.JudgeTargets, candidates: contentdecay.Judge},
		"keyword_opportunity":     {targets: keywordopportunity.JudgeTargets, candidates: keywordopportunity.Judge},
		"link_targets_by_search":  {candidates: linktargetsbysearch.Judge},
		"meta_issues":             {candidates: metaissues.Judge, evidence: metaissues.JudgeEvidence},
		"rising_cpc":              {candidates: risingcpc.Judge},
		"underperforming_landing": {candidates: underperforminglanding.Judge},
		"wasted_ad_spend":         {candidates: wastedadspend.Judge},
	}
}

// judgedRows runs a statement of a detector and passes its rows through a judgment. It also returns the
// columns of the statement.
func (e *Engine) judgedRows(ctx context.Context, sql string, params map[string]any, decide judgment) (rows []map[string]any, columns []string, err error) {
	err = e.facts.Query(ctx, sql, params, func(names []string, values []any) error {
		columns = names
		row := make(map[string]any, len(names))
		for i, name := range names {
			row[name] = values[i]
		}
		rows = append(rows, row)
		return nil
	})
	if err == nil && decide != nil {
		rows, err = decide(params, rows)
	}
	return rows, columns, err
}

// candidateRows returns the rows of detector.sql, with those of examples.sql, that the judge keeps.
func (e *Engine) candidateRows(ctx context.Context, detector *detector, params map[string]any) ([]map[string]any, error) {
	rows, _, err := e.judgedRows(ctx, detector.candidatesSQL, params, nil)
	if err != nil {
		return nil, err
	}
	if detector.examplesSQL != "" {
		for part := range slices.Chunk(rows, candidatesAtOnce) {
			if err := e.addExamples(ctx, detector, params, part); err != nil {
				return nil, fmt.Errorf("read examples: %w", err)
			}
		}
	}
	if decide := judges()[detector.name].candidates; decide != nil {
		return decide(params, rows)
	}
	return rows, nil
}

// candidatesAtOnce bounds the parameters of examples.sql: engines limit the length of one.
const candidatesAtOnce = 300

// addExamples adds the columns of examples.sql to candidates.
func (e *Engine) addExamples(ctx context.Context, detector *detector, params map[string]any, candidates []map[string]any) error {
	params = maps.Clone(params)
	var of []uint64
	for i, candidate := range candidates {
		elements := 0
		for column, value := range candidate {
			if !strings.HasPrefix(column, "shown_") {
				continue
			}
			list := reflect.ValueOf(value)
			if before, ok := params[column]; ok {
				list = reflect.AppendSlice(reflect.ValueOf(before), list)
			}
			params[column], elements = list.Interface(), reflect.ValueOf(value).Len()
			delete(candidate, column)
		}
		of = append(of, slices.Repeat([]uint64{uint64(i)}, elements)...)
	}
	params["shown_of"] = of
	rows, _, err := e.judgedRows(ctx, detector.examplesSQL, params, nil)
	for _, row := range rows {
		if candidate, ok := row["candidate"].(uint64); ok {
			maps.Copy(candidates[candidate], row)
		}
	}
	return err
}
