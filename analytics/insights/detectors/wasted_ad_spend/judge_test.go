package wastedadspend

import (
	"maps"
	"math"
	"slices"
	"testing"
)

// part is a row of detector.sql: 500 clicks at $2 with 1 conversion, where one may cost $50, in two cells.
func part(kind, term string, change map[string]any) map[string]any {
	row := map[string]any{
		"kind": kind, "term": term, "campaign_id": "7", "ad_group_id": "", "span": int64(30), "window_days": uint64(30), "to_month": 1.,
		"posterior_alpha": 3., "posterior_beta": 597., "posterior_threshold": .0266, "rate": .005, "is_wide": uint8(0), "tests": uint64(1),
		"wasted": 875., "spent": 1000., "clicks": 500., "conversions_by_value": 0., "less_spent": .1, "more_spent": .1,
		"conversions_of_account": 100., "target": 50., "least_target": 50., "is_target_set": uint8(1), "hidden": .2,
		"cell_keys": []uint64{1, 2}, "cell_waste": []float64{600, 275}, "cell_spend": []float64{650, 850}, "spread_squared": .16, "usual_yield": .02, "x_by_worth": 1., "names": []string{"Tents"},
		"spellings": []string{term},
	}
	for column, value := range change {
		row[column] = value
	}
	if _, given := change["spend_month"]; !given {
		row["spend_month"] = row["spent"]
	}
	return row
}

func judged(t *testing.T, rows ...map[string]any) []map[string]any {
	t.Helper()
	rows, err := Judge(map[string]any{
		"least_probability": .95, "tolerance": 1.5, "container_share": .6, "least_left": .5, "max_insights": int64(10), "shown_terms": int64(2), "noticeable_pace": .1, "pace_told": .02, "own_page": 10., "least_won": .5, "own_case": int64(2), "bid_first": 3., "stop_from": 10., "worth_told": .1, "worth_told_from": 10., "test_days": 90., "far": 2.,
		"other_intent": "^(repair|free)$", "offers": "^free$", "compounds": "free (shipping|delivery)|(gluten|hands)[ -]free",
	}, rows)
	if err != nil {
		t.Fatal(err)
	}
	return rows
}

func TestOnlyRatesThatAreProbablyBelowBreakEvenAreWaste(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		change map[string]any
		want   bool
	}{
		"far below break-even":               {nil, true},
		"a rate that few clicks leave open":  {map[string]any{"posterior_alpha": 1., "posterior_beta": 60.}, false},
		"a rate above it":                    {map[string]any{"posterior_threshold": .004}, false},
		"a wide word among a few":            {map[string]any{"is_wide": uint8(1), "posterior_threshold": .0125}, true},
		"the same word among thousands":      {map[string]any{"is_wide": uint8(1), "posterior_threshold": .0125, "tests": uint64(5000)}, false},
		"a word far below, among thousands":  {map[string]any{"is_wide": uint8(1), "posterior_threshold": .05, "tests": uint64(5000)}, true},
		"spend without measured conversions": {map[string]any{"kind": unmeasured, "posterior_threshold": 0.}, true},
	} {
		if got := judged(t, part("ngram", "free", c.change)); (len(got) == 1) != c.want {
			t.Errorf("%s: %v", name, got)
		}
	}
}

// Without an owner's target, a campaign is compared with the others, not with an average of its own waste.
func TestACampaignIsComparedWithTheOthers(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		change map[string]any
		want   bool
	}{
		"far below the others":             {map[string]any{"usual_yield": .04}, true},
		"as far from a low average":        {map[string]any{"usual_yield": .01}, false},
		"where campaigns differ by nature": {map[string]any{"usual_yield": .04, "spread_squared": .8}, false},
		"with a target of the owner":       {map[string]any{"usual_yield": .01, "is_target_set": uint8(1)}, true},
	} {
		change := map[string]any{"is_target_set": uint8(0), "x_by_worth": 5.}
		maps.Copy(change, c.change)
		if got := judged(t, part("campaign", "", change)); (len(got) == 1) != c.want {
			t.Errorf("%s: %v", name, got)
		}
	}
}

func TestTheShortestSpanThatProvesItCounts(t *testing.T) {
	t.Parallel()
	rows := judged(t,
		part("ngram", "free", map[string]any{"span": int64(180)}),
		part("ngram", "free", map[string]any{"span": int64(90)}),
		part("ngram", "free", map[string]any{"posterior_beta": 60.})) // 30 days, which prove nothing
	if len(rows) != 1 || rows[0]["span"] != int64(90) {
		t.Errorf("%v", rows)
	}
}

func TestSpendIsExplainedOnce(t *testing.T) {
	t.Parallel()
	names := func(rows []map[string]any) (names []string) {
		for _, row := range rows {
			names = append(names, row["kind"].(string)+" "+row["term"].(string))
		}
		slices.Sort(names)
		return names
	}
	half := map[string]any{"wasted": 600., "cell_keys": []uint64{1}, "cell_waste": []float64{600}}
	for name, c := range map[string]struct {
		rows []map[string]any
		want []string
	}{
		"a word of more than 60% of the campaign's waste explains it": {[]map[string]any{part("campaign", "", nil), part("ngram", "free", half)}, []string{"ngram free"}},
		"a campaign explains words of less": {[]map[string]any{
			part("campaign", "", nil), part("ngram", "free", map[string]any{"wasted": 275., "cell_keys": []uint64{2}, "cell_waste": []float64{275}}),
		}, []string{"campaign "}},
		"a campaign that wastes without the word, too, explains it": {[]map[string]any{
			part("campaign", "", map[string]any{"cell_spend": []float64{650, 500}, "cell_waste": []float64{600, 450}}), part("ngram", "free", half),
		}, []string{"campaign "}},
		"what a campaign that is left out would have explained": {[]map[string]any{
			part("campaign", "", map[string]any{"wasted": 999., "cell_keys": []uint64{1, 2, 3}, "cell_waste": []float64{600, 275, 0}, "cell_spend": []float64{600, 275, 300}}),
			part("ngram", "free", half), part("search_term", "tarp", map[string]any{"wasted": 275., "cell_keys": []uint64{2}, "cell_waste": []float64{275}}),
		}, []string{"ngram free", "search_term tarp"}},
		"of a word and its search term the word":  {[]map[string]any{part("search_term", "free tents", nil), part("ngram", "free", nil)}, []string{"ngram free"}},
		"of two words with the same cells, one":   {[]map[string]any{part("ngram", "cheap", nil), part("ngram", "free", nil)}, []string{"ngram free"}},
		"two that have nothing in common, both":   {[]map[string]any{part("ngram", "free", half), part("ngram", "used", map[string]any{"cell_keys": []uint64{2, 3}})}, []string{"ngram free", "ngram used"}},
		"without waste of its own, nothing":       {[]map[string]any{part("ngram", "free", map[string]any{"cell_waste": []float64{10, -20}})}, nil},
		"what others explain half of is left out": {[]map[string]any{part("ngram", "free", half), part("ngram", "tent", map[string]any{"wasted": 300.})}, []string{"ngram free"}},
	} {
		if got := names(judged(t, c.rows...)); !slices.Equal(got, c.want) {
			t.Errorf("%s: %v, want %v", name, got, c.want)
		}
	}
}

func TestTheRangeOfTheValueHasWhatIsUncertain(t *testing.T) {
	t.Parallel()
	const deviation = .002877 // of Beta(3, 597)
	byRate := 500 * 50 * 1.2816 * deviation
	row := judged(t, part("ngram", "free", nil))[0]
	if low, want := row["value_low"].(float64), 875-math.Hypot(byRate, 87.5); math.Abs(low-want) > .1 || row["value_mid"] != 875. {
		t.Errorf("%v, want %v", low, want)
	}
	if high := row["value_high"].(float64); high != 1000 {
		t.Errorf("%v, want all that is spent", high)
	}
	row = judged(t, part("ngram", "free", map[string]any{"spent": 1100.}))[0]
	if high, want := row["value_high"].(float64), 875+math.Hypot(byRate, 87.5); math.Abs(high-want) > .1 {
		t.Errorf("%v, want %v", high, want)
	}
	row = judged(t, part("ngram", "free", map[string]any{"is_target_set": uint8(0)}))[0]
	byTarget := 500 * .005 * 50 * 1.2816 / 10
	if low, want := row["value_low"].(float64), 875-math.Sqrt(byRate*byRate+87.5*87.5+byTarget*byTarget); math.Abs(low-want) > .1 {
		t.Errorf("without a target of the owner: %v, want %v", low, want)
	}
	if row = judged(t, part("ngram", "free", map[string]any{"spent": 900.}))[0]; row["value_high"].(float64) > 900.001 {
		t.Errorf("%v is more than is spent", row["value_high"])
	}
	// Thirty days are told as a month, which has 30.4 of them.
	if row = judged(t, part("ngram", "free", map[string]any{"spent": 900., "to_month": 30.4375 / 30}))[0]; row["value_high"].(float64) > 900 {
		t.Errorf("%v is more than the spend that the title tells", row["value_high"])
	}
	if value, known := judged(t, part(unmeasured, "", nil))[0]["value_mid"]; known {
		t.Errorf("spend without measured conversions is worth %v", value)
	}
}

func TestTheDearestSearchTermsAreCountedOverAdGroups(t *testing.T) {
	t.Parallel()
	row := judged(t, part("campaign", "", map[string]any{
		"dearest_terms": []string{"free tents", "tents", "free tents", "tarps"}, "dearest_spend": []float64{900, 800, 700.4, 1}, "dearest_conversions": []float64{0, 2, 1, 0},
	}))[0]
	worst := row["worst"].([]map[string]string)
	if len(worst) != 2 || worst[0]["term"] != "free tents" || worst[0]["spend"] != "1,600" || worst[0]["conversions"] != "1" || worst[1]["spend"] != "800" {
		t.Errorf("%v", worst)
	}
	if row["coverage"] != "Google names the search terms of 80% of what is spent there" || row["affordable_click"] != "0.25" || row["click_cost"] != "2.00" {
		t.Errorf("%v", row)
	}
}

// Only the excess is valued, so the range ends with it.
func TestTheHighValueOfSpendThatConvertsIsLessThanTheSpend(t *testing.T) {
	t.Parallel()
	for conversions, isAll := range map[float64]bool{0: true, 2: false} {
		row := judged(t, part("ad_group", "", map[string]any{"conversions": conversions, "more_spent": 1.}))[0]
		high, _ := row["value_high"].(float64)
		if isAll && high != 1000 || !isAll && (high >= 970 || high < row["value_mid"].(float64)) {
			t.Errorf("%v conversions: %v of 1000, most likely %v", conversions, high, row["value_mid"])
		}
	}
}

// From ten times what a conversion may cost, or by fewer than three of them, all is paused; else bids fall.
func TestOnlyWhatConvertsIsBroughtDown(t *testing.T) {
	t.Parallel()
	for conversions, want := range map[float64]bool{.3: true, 2: true, 3: false, 4: false} {
		change := map[string]any{"text": "campaign", "conversions": conversions, "conversions_shown": math.Round(conversions), "is_target_set": uint8(1), "spent": 900.}
		if row := judged(t, part("campaign", "", change))[0]; row["is_pause"] != want {
			t.Errorf("%v conversions: a pause is %v", conversions, row["is_pause"])
		}
	}
}

// The first cut is half only from twice what a conversion may cost: below, steps of 15% get there.
func TestTheFirstCutIsHalfFromTwiceTheCeiling(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		spent, conversions, more float64
		want                     bool
	}{
		"1.7 times":                        {850, 10, 0, false},
		"twice":                            {1000, 10, 0, true},
		"twice, of conversions worth more": {1000, 10, 3, false},
	} {
		row := map[string]any{"text": "campaign", "target": 50., "spent": c.spent, "clicks": 2000., "conversions": c.conversions, "worth_more": c.more}
		addFigures(row, func(name string) float64 { return map[string]float64{"far": 2, "shown_terms": 2}[name] })
		if row["is_far"] != c.want {
			t.Errorf("%s: %v", name, row["is_far"])
		}
	}
}
