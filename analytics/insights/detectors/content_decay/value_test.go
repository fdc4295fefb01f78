package contentdecay

import (
	"math"
	"testing"
	"time"

	"upslope/analytics/facts"
)

// decay returns the parameters of one page that fell from 1,000 clicks to 500, and its row: 400 of them lost
// by rank.
func decay(changeParams, changeRow map[string]any) (params, row map[string]any) {
	params = map[string]any{
		"targets": []string{"https://example.com/a"}, "target_spans": []int64{13}, "target_clicks": []int64{500}, "target_clicks_then": []int64{1000},
		"target_yearly": []uint32{1}, "target_controls": []string{"section"}, "target_sections": []string{"caf%C3%A9"}, "target_trends": []float64{1},
		"target_variations": []float64{2}, "target_trends_apart": []float64{.1}, "gsc_to": time.Date(2026, 11, 18, 0, 0, 0, 0, time.UTC),
		"month_days": 30.4, "gsc_pages_days": uint64(28), "fix": .5, "real_without_control": .8, "min_gain": int64(5), "min_drop": .25, "min_recovered": .5,
		"max_deviation": int64(-3), "max_insights": int64(10), "large_fall": .5, "min_alike": int64(3), "min_places": int64(1), "alike_apart": 2.,
	}
	row = map[string]any{
		"page": "https://example.com/a", "lost_in_all": 500., "lost_by_rank": 400., "lost_by_snippet": 0., "lost_by_demand": 100., "lost_left_open": 0.,
		"is_unseen": uint8(0), "page_title": "The best tents of 2024",
	}
	for name, value := range changeParams {
		params[name] = value
	}
	for name, value := range changeRow {
		row[name] = value
	}
	return params, row
}

func TestOnlyWhatOthersTookCanBeWonBack(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		params, row map[string]any
		want        float64 // clicks of the window; 0: no insight
		cause       string
	}{
		"lost by rank":                           {nil, nil, 400, "rank"},
		"lost by its snippet":                    {nil, map[string]any{"lost_by_rank": 0., "lost_by_snippet": 400.}, 400, "snippet"},
		"what may be the snippet's, at best":     {nil, map[string]any{"lost_left_open": 50.}, 450, "rank"},
		"lost to lower demand":                   {nil, map[string]any{"lost_by_rank": 10., "lost_by_demand": 490.}, 0, ""},
		"a gain by rank hides nothing":           {nil, map[string]any{"lost_by_rank": -100.}, 0, ""},
		"queries that lost nothing":              {nil, map[string]any{"lost_in_all": 0.}, 0, ""},
		"a page that search no longer shows":     {map[string]any{"target_clicks": []int64{0}}, map[string]any{"is_unseen": uint8(1)}, 800, "gone"},
		"too few clicks for the work":            {map[string]any{"min_gain": int64(500)}, nil, 0, ""},
		"a page that targets.sql did not find":   {nil, map[string]any{"page": "https://example.com/b"}, 0, ""},
		"a loss that the page's own ups explain": {map[string]any{"target_variations": []float64{20}}, nil, 0, ""},
	} {
		params, row := decay(c.params, c.row)
		rows, err := Judge(params, []map[string]any{row})
		if err != nil || (len(rows) == 1) != (c.want > 0) {
			t.Errorf("%s: %v, %v", name, rows, err)
			continue
		}
		if c.want > 0 && (math.Abs(facts.Number(row, "value_mid")-c.want*30.4/28) > 1e-6 || row["text"] != c.cause) {
			t.Errorf("%s: %v by %v, want %v by %s", name, row["value_mid"], row["text"], c.want*30.4/28, c.cause)
		}
	}
}

func TestAPageIsComparedInWords(t *testing.T) {
	t.Parallel()
	params, row := decay(nil, nil)
	if _, err := Judge(params, []map[string]any{row}); err != nil {
		t.Fatal(err)
	}
	for name, want := range map[string]any{
		"compared_with": "the other pages under /café", "reference_window": "October 23 to November 19, 2025", "since": "in a year", "old_year": "2024", "drop_percent": 50.,
		"lost_by_rank_percent": 80., "lost_by_demand_percent": 20., "control_change_percent": 0., "has_control": true,
	} {
		if row[name] != want {
			t.Errorf("%s: %v, want %v", name, row[name], want)
		}
	}
	certain := facts.Number(row, "probability_real")
	params, row = decay(map[string]any{
		"target_controls": []string{""}, "target_yearly": []uint32{0}, "target_spans": []int64{3},
	}, map[string]any{"page_title": "The best tents of 2026"})
	if _, err := Judge(params, []map[string]any{row}); err != nil {
		t.Fatal(err)
	}
	if row["reference_window"] != "July 30 to August 26, 2026" || row["since"] != "since Aug 2026" || row["old_year"] != "" || row["compared_with"] != "nothing: too few clicks elsewhere" {
		t.Errorf("%v", row)
	}
	if real := facts.Number(row, "probability_real"); math.Abs(real-.8*certain) > 1e-9 || certain < .99 {
		t.Errorf("P(real) %v without a control, %v with one", real, certain)
	}
}

// Of the searches that other pages took, a step names as many as it has room for; from eight positions on,
// the page itself may have changed.
func TestSearchesThatOthersTookAreNamedTogetherAndASteepFallIsSaid(t *testing.T) {
	t.Parallel()
	fallen := func(query, to string) map[string]string {
		return map[string]string{"query": query, "cause": "rank", "thenAt": "1.5", "nowAt": to, "then": "1300", "now": "8", "far": ""}
	}
	words, isSteep, _ := outranked([]map[string]string{fallen("tents", "4"), fallen("camping tents", "9.5"), fallen("tents for two people in winter", "4")}, 8)
	if words != "“tents” (#1.5 → #4, 1,300 → 8 clicks) and “camping tents” (#1.5 → #9.5, 1,300 → 8 clicks)" || !isSteep {
		t.Errorf("%s, steep %v", words, isSteep)
	}
	if words, isSteep, _ := outranked([]map[string]string{fallen("tents", "9.4")}, 8); words == "" || isSteep {
		t.Errorf("%s, steep %v", words, isSteep)
	}
}

// 500 clicks are missing, and lower rankings took more than that, because more people search.
func TestTheLossIsSplitByCauseAndNeverBeyondAll(t *testing.T) {
	t.Parallel()
	params, row := decay(nil, map[string]any{"lost_by_rank": 450., "lost_by_snippet": 150., "lost_by_demand": -100.})
	if _, err := Judge(params, []map[string]any{row}); err != nil {
		t.Fatal(err)
	}
	for name, want := range map[string]any{
		"lost_month": 543., "rank_month": 407., "snippet_month": 136., "demand_month": 0.,
		"lost_by_rank_percent": 75., "lost_by_snippet_percent": 25., "lost_by_demand_percent": 0.,
	} {
		if row[name] != want {
			t.Errorf("%s: %v, want %v", name, row[name], want)
		}
	}
}

func TestTheCausesOfALossAddUpToIt(t *testing.T) {
	t.Parallel()
	for _, c := range [][3]float64{{0, 29.6, 7.5}, {0, 28.5, 8.5}, {10.5, 10.5, 15.5}} {
		row := map[string]any{"clicks_month": 21., "usual_clicks_month": 57., "lost_by_rank": c[0], "lost_by_snippet": c[1], "lost_by_demand": c[2]}
		addCauses(row)
		if sum := facts.Number(row, "rank_month") + facts.Number(row, "snippet_month") + facts.Number(row, "demand_month"); sum != 36 {
			t.Errorf("%v: %v of the 36 that the text tells", c, sum)
		}
	}
}

// 1,000 clicks then, 500 now, and similar pages nearly doubled: what it never had is not won back.
func TestAPageThatFellGetsBackToItsOwnLevelAtMost(t *testing.T) {
	t.Parallel()
	own := 500 * 30.4 / 28
	for name, c := range map[string]struct {
		then   int64
		capped bool
	}{"it fell itself": {1000, true}, "only the others grew": {520, false}} {
		params, row := decay(map[string]any{
			"target_trends": []float64{1.83 * 1000 / float64(c.then)}, "target_clicks_then": []int64{c.then},
		}, map[string]any{"lost_in_all": 1330., "lost_by_rank": 1330., "lost_by_demand": 0.})
		if rows, err := Judge(params, []map[string]any{row}); err != nil || len(rows) != 1 {
			t.Fatalf("%s: %v, %v", name, rows, err)
		}
		mid, high := facts.Number(row, "value_mid"), facts.Number(row, "value_high")
		if (mid <= own+1e-6 && high > own) != c.capped || row["is_own_level"] != c.capped {
			t.Errorf("%s: %v to %v, its own level brings %v", name, mid, high, own)
		}
	}
}

// A successful update may win back only half of the lost clicks, even where the loss is known exactly.
func TestTheRangeStartsWherePartOfItIsWonBack(t *testing.T) {
	t.Parallel()
	params, row := decay(nil, nil)
	if rows, err := Judge(params, []map[string]any{row}); err != nil || len(rows) != 1 {
		t.Fatal(rows, err)
	}
	mid := facts.Number(row, "value_mid")
	if low := facts.Number(row, "value_low"); low <= 0 || low > mid/2+1e-9 {
		t.Errorf("%v to %v", low, mid)
	}
}

// A page that lost more than half of its clicks, or whose searches all fell alike, may have changed.
func TestASuddenFallIsLookedIntoFirst(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		clicks int64
		byRank float64
		falls  []float64
		want   bool
	}{
		"half of its clicks":                   {500, 500, nil, false},
		"more than half":                       {499, 501, nil, true},
		"more than half, mostly demand":        {400, 450, nil, false},
		"all searches by 4 to 5 positions":     {600, 400, []float64{4.3, 4.3, 4.9}, true},
		"one of them by much more":             {600, 400, []float64{4.3, 4.3, 6.9}, false},
		"one of them by less than a position":  {600, 400, []float64{.9, 1.2, 1.3}, false},
		"two searches, which may be by chance": {600, 400, []float64{4.3, 4.3}, false},
	} {
		params, row := decay(map[string]any{"target_clicks": []int64{c.clicks}}, map[string]any{"falls": c.falls, "lost_in_all": 1000 - float64(c.clicks), "lost_by_rank": c.byRank})
		if rows, err := Judge(params, []map[string]any{row}); err != nil || len(rows) != 1 || row["is_sudden"] != c.want {
			t.Errorf("%s: %v, %v", name, row["is_sudden"], err)
		}
	}
}

// A title wins less back where the position held: something else may have come to stand above the result.
func TestASnippetWhosePositionHeldIsLessLikelyFixed(t *testing.T) {
	t.Parallel()
	for moved, want := range map[uint8]float64{0: .25, 1: .5} {
		params, row := decay(map[string]any{"fix_snippet": .25}, map[string]any{"lost_by_rank": 0., "lost_by_snippet": 400., "moved_along": moved})
		if rows, err := Judge(params, []map[string]any{row}); err != nil || len(rows) != 1 || row["probability_fix"] != want {
			t.Errorf("moved along %v: %v, %v", moved, row["probability_fix"], err)
		}
		if row["value_low"] != 0. || facts.Number(row, "value_mid") <= 0 {
			t.Errorf("ads or a map may have taken the clicks for good: %v of %v", row["value_low"], row["value_mid"])
		}
	}
}
