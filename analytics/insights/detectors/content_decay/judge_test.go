package contentdecay

import (
	"slices"
	"testing"
)

// page is a row of targets.sql: half of 1,000 usual clicks are gone.
func page(name string, change map[string]any) map[string]any {
	row := map[string]any{
		"targets": name, "target_clicks": int64(500), "target_clicks_then": int64(1000), "target_trends": 1., "target_deviations": -5.,
		"target_low_weeks": uint64(4), "target_is_gone": uint8(0), "target_tests": uint64(100),
	}
	for column, value := range change {
		row[column] = value
	}
	return row
}

func parameters() map[string]any {
	return map[string]any{
		"false_share": .05, "min_drop": .25, "max_deviation": int64(-3), "min_low_weeks": int64(3), "max_insights": int64(10), "page": "",
	}
}

func targets(t *testing.T, params map[string]any, rows ...map[string]any) (names []string) {
	t.Helper()
	rows, err := JudgeTargets(params, rows)
	if err != nil {
		t.Fatal(err)
	}
	for _, row := range rows {
		names = append(names, row["targets"].(string))
	}
	return names
}

func TestPagesDecayWhenTheyFallFarAndLong(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		change map[string]any
		want   bool
	}{
		"half of its clicks are gone":               {nil, true},
		"a fifth is not enough":                     {map[string]any{"target_clicks": int64(800)}, false},
		"others fell as much":                       {map[string]any{"target_trends": .6}, false},
		"not far enough beyond chance":              {map[string]any{"target_deviations": -2.9}, false},
		"two bad weeks of four":                     {map[string]any{"target_low_weeks": uint64(2)}, false},
		"a page that is broken":                     {map[string]any{"target_is_gone": uint8(1)}, false},
		"rare alone, but not among so many":         {map[string]any{"target_deviations": -3.1, "target_tests": uint64(1_000_000)}, false},
		"rare enough among many":                    {map[string]any{"target_deviations": -3.1, "target_tests": uint64(40)}, true},
		"far enough to be rare even among so many":  {map[string]any{"target_deviations": -7., "target_tests": uint64(1_000_000)}, true},
		"a page whose trend leaves nothing to lose": {map[string]any{"target_trends": .0001}, false},
	} {
		if got := targets(t, parameters(), page("a", c.change)); (len(got) == 1) != c.want {
			t.Errorf("%s: %v", name, got)
		}
	}
}

func TestTheLargestLossesComeFirstUpToTheLimit(t *testing.T) {
	t.Parallel()
	params := parameters()
	params["max_insights"] = int64(2)
	rows := []map[string]any{page("b", nil), page("a", nil), page("c", map[string]any{"target_clicks": int64(100)})}
	if got := targets(t, params, rows...); !slices.Equal(got, []string{"c", "a"}) {
		t.Errorf("%v", got)
	}
	params["page"] = "b"
	if got := targets(t, params, rows...); !slices.Equal(got, []string{"b"}) {
		t.Errorf("of one page: %v", got)
	}
	if got := targets(t, params); got != nil {
		t.Errorf("of none: %v", got)
	}
}
