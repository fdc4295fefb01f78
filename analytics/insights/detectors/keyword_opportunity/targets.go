package keywordopportunity

import (
	"cmp"
	"slices"

	"upslope/analytics/facts"
	"upslope/analytics/stats"
)

// JudgeTargets keeps the rows of targets.sql that are in striking distance or have a significant CTR gap,
// those with most clicks to gain first.
func JudgeTargets(params map[string]any, rows []map[string]any) ([]map[string]any, error) {
	dispersion := facts.Number(params, "dispersion")
	pValue := func(row map[string]any) float64 {
		return stats.CountBelow(facts.Number(row, "target_clicks"), facts.Number(row, "target_expected_clicks"), dispersion)
	}
	var values []float64
	tests := 0
	for _, row := range rows {
		tests = int(facts.Number(row, "target_tests")) // of all queries, the same in each row
		if facts.Number(row, "target_is_below") != 0 {
			values = append(values, pValue(row))
		}
	}
	limit, found := stats.SignificantPValue(values, tests, facts.Number(params, "false_share"))
	selected := rows[:0]
	for _, row := range rows {
		hasGap := found && facts.Number(row, "target_is_below") != 0 && pValue(row) <= limit
		row["target_gaps"] = uint32(0)
		if hasGap {
			row["target_gaps"] = uint32(1)
		}
		if hasGap || facts.Number(row, "target_reaches") != 0 {
			selected = append(selected, row)
		}
	}
	slices.SortFunc(selected, func(a, b map[string]any) int {
		return cmp.Or(cmp.Compare(gain(b), gain(a)), cmp.Compare(facts.Text(a, "targets"), facts.Text(b, "targets")))
	})
	return selected[:min(len(selected), int(facts.Number(params, "max_insights")))], nil
}

// gain returns the clicks that a query would gain in the window, at its target or at the expected CTR.
func gain(row map[string]any) float64 {
	possible := 0.
	if facts.Number(row, "target_reaches") != 0 {
		possible = facts.Number(row, "target_clicks_at_target")
	}
	if facts.Number(row, "target_gaps") != 0 {
		possible = max(possible, facts.Number(row, "target_expected_clicks"))
	}
	return possible - facts.Number(row, "target_clicks")
}
