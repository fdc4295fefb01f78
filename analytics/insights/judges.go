package insights

import (
	"context"

	keywordopportunity "upslope/analytics/insights/detectors/keyword_opportunity"
	underperforminglanding "upslope/analytics/insights/detectors/underperforming_landing"
)

// judge takes the parameters of a detector and the rows of its detector.sql, and returns the candidates among
// them.
type judge func(params map[string]any, rows []map[string]any) ([]map[string]any, error)

// judges maps detector folders to their step in Go: it adds columns such as proposals, and drops rows.
// Detectors not listed are entirely in SQL.
func judges() map[string]judge {
	return map[string]judge{
		"keyword_opportunity":     keywordopportunity.Judge,
		"underperforming_landing": underperforminglanding.Judge,
	}
}

// judged runs detector.sql and calls each, in order, for every row the judge keeps.
func (e *Engine) judged(
	ctx context.Context, detector *detector, params map[string]any, each func(columns map[string]any) error,
) error {
	var rows []map[string]any
	err := e.facts.Query(ctx, detector.candidatesSQL, params, func(columns []string, values []any) error {
		row := make(map[string]any, len(columns))
		for i, column := range columns {
			row[column] = values[i]
		}
		rows = append(rows, row)
		return nil
	})
	if err != nil {
		return err
	}
	if judge, ok := judges()[detector.name]; ok {
		if rows, err = judge(params, rows); err != nil {
			return err
		}
	}
	for _, row := range rows {
		if err := each(row); err != nil {
			return err
		}
	}
	return nil
}
