package keywordopportunity

import (
	"slices"
	"testing"
)

// query is a row of targets.sql that is expected to get 100 clicks, and 150 at its target.
func query(name string, clicks uint64, isInReach bool) map[string]any {
	row := map[string]any{
		"targets": name, "target_clicks": clicks, "target_expected_clicks": 100., "target_clicks_at_target": 150., "target_reaches": uint32(0),
		"target_is_below": clicks < 100, "target_tests": uint64(50),
	}
	if isInReach {
		row["target_reaches"] = uint32(1)
	}
	return row
}

func TestTargetsAreInReachOrHaveASignificantGap(t *testing.T) {
	t.Parallel()
	params := map[string]any{"dispersion": 1.5, "false_share": .1, "max_insights": int64(3)}
	for name, c := range map[string]struct {
		rows []map[string]any
		want []string
	}{
		"none":                        {nil, nil},
		"a gap":                       {[]map[string]any{query("a", 40, false)}, []string{"a"}},
		"a gap that chance explains":  {[]map[string]any{query("a", 85, false)}, nil},
		"reach without a gap":         {[]map[string]any{query("a", 120, true)}, []string{"a"}},
		"most clicks to gain first":   {[]map[string]any{query("a", 40, false), query("b", 10, false), query("c", 60, true)}, []string{"b", "c", "a"}},
		"no more than the limit":      {[]map[string]any{query("d", 99, true), query("c", 99, true), query("b", 99, true), query("a", 99, true)}, []string{"a", "b", "c"}},
		"a gap counts beside a reach": {[]map[string]any{query("a", 40, true)}, []string{"a"}},
	} {
		rows, err := JudgeTargets(params, c.rows)
		var got []string
		for _, row := range rows {
			got = append(got, row["targets"].(string))
		}
		if err != nil || !slices.Equal(got, c.want) {
			t.Errorf("%s: %v, %v, want %v", name, got, err, c.want)
		}
	}
	rows, _ := JudgeTargets(params, []map[string]any{query("a", 40, true), query("b", 99, true)})
	if rows[0]["target_gaps"] != uint32(1) || rows[1]["target_gaps"] != uint32(0) {
		t.Errorf("%v", rows)
	}
}
