// Package contentdecay tests which pages lose clicks while similar pages do not, and sizes what can be won
// back.
//
// It owns the test, its correction for multiple testing and the value; the SQL beside it compares windows and
// splits losses by cause.
package contentdecay

import (
	"cmp"
	"slices"

	"upslope/analytics/facts"
	"upslope/analytics/stats"
)

// JudgeTargets keeps the rows of targets.sql that decay significantly and by enough, the largest losses
// first.
func JudgeTargets(params map[string]any, rows []map[string]any) ([]map[string]any, error) {
	parameter := func(name string) float64 { return facts.Number(params, name) }
	values, tests := make([]float64, len(rows)), 0
	for i, row := range rows {
		values[i] = stats.NormalCDF(facts.Number(row, "target_deviations"))
		tests = int(facts.Number(row, "target_tests")) // of all pages, the same in each row
	}
	limit, found := stats.SignificantPValue(values, tests, parameter("false_share"))
	page := facts.Text(params, "page") // the only one of interest, or "" for all
	var selected []map[string]any
	for i, row := range rows {
		drop := loss(row) / usualClicks(row)
		switch {
		case !found || values[i] > limit:
		case drop < parameter("min_drop") || facts.Number(row, "target_deviations") > parameter("max_deviation"):
		case facts.Number(row, "target_low_weeks") < parameter("min_low_weeks"): // one bad week is not decay
		case facts.Number(row, "target_is_gone") != 0: // the page itself is broken or hidden
		case page != "" && page != facts.Text(row, "targets"):
		default:
			selected = append(selected, row)
		}
	}
	slices.SortFunc(selected, func(a, b map[string]any) int {
		return cmp.Or(cmp.Compare(loss(b), loss(a)), cmp.Compare(facts.Text(a, "targets"), facts.Text(b, "targets")))
	})
	return selected[:min(len(selected), int(parameter("max_insights")))], nil
}

// usualClicks returns what a page would have today at the trend of similar pages.
func usualClicks(row map[string]any) float64 {
	return facts.Number(row, "target_trends") * facts.Number(row, "target_clicks_then")
}

func loss(row map[string]any) float64 { return usualClicks(row) - facts.Number(row, "target_clicks") }
