package insights

import (
	"context"

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

// candidateRows returns the rows of detector.sql that the judge keeps.
func (e *Engine) candidateRows(ctx context.Context, detector *detector, params map[string]any) ([]map[string]any, error) {
	rows, _, err := e.judgedRows(ctx, detector.candidatesSQL, params, judges()[detector.name].candidates)
	return rows, err
}
