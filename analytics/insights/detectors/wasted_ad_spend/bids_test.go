package wastedadspend

import (
	"slices"
	"strings"
	"testing"
)

// 2 conversions in 647 clicks at $41.90 are worth $0.13 a click, whatever the campaign's rate makes of them.
func TestAMeasuredClickIsWhatAnybodyCanRecompute(t *testing.T) {
	t.Parallel()
	few := judged(t, part("ad_group", "", map[string]any{"clicks": 647., "conversions": 2., "target": 41.9, "rate": .0067, "text": "ad_group"}))[0]
	if few["measured_click"] != "0.13" || few["affordable_click"] != "0.28" || few["is_estimate"] != true {
		t.Errorf("measured %v, estimated %v: an estimate is %v", few["measured_click"], few["affordable_click"], few["is_estimate"])
	}
	many := judged(t, part("ad_group", "", map[string]any{"conversions": 3., "rate": .0061, "text": "ad_group"}))[0]
	if many["is_estimate"] != false || many["each_shown"] != 333.33 {
		t.Errorf("%v, and %v a conversion", many["is_estimate"], many["each_shown"])
	}
}

// What its own conversions pay for is the bid once they are enough; fewer are drawn to the campaign's rate.
func TestABidIsMeasuredFromFiveConversions(t *testing.T) {
	t.Parallel()
	for conversions, want := range map[float64]string{4: "0.67", 6: "0.60"} {
		row := judged(t, part("ad_group", "", map[string]any{"conversions": conversions, "rate": .0134, "text": "ad_group"}))[0]
		if row["affordable_click"] != want {
			t.Errorf("%v conversions: a bid of %v, want %v", conversions, row["affordable_click"], want)
		}
	}
}

// Three conversions are due in the clicks that a lower bid is tried for. Where few come that slowly, nothing
// would be known in time: the search is excluded.
func TestALowerBidIsTriedOnlyWhereItTellsInTime(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		days, conversions, clicks float64
		text                      string
	}{
		"quick enough":              {30, 3, 300, "costly_term"},
		"of many, however slow":     {180, 6, 150, "costly_term"},
		"few, in more than 90 days": {180, 3, 300, "search_term"},
	} {
		row := judged(t, part("search_term", "tents", map[string]any{"text": "search_term", "window_days": uint64(c.days), "conversions": c.conversions, "rate": .01, "spent": 300., "clicks": 300.}))[0]
		if row["text"] != c.text || row["test_clicks"] != c.clicks {
			t.Errorf("%s: %v after %v clicks", name, row["text"], row["test_clicks"])
		}
	}
}

// Of a word that the site sells only searches are excluded, and none of those that convert at a price that
// pays, or that have cost less than two conversions.
func TestAWordOfTheSitesOwnPagesIsNoNegative(t *testing.T) {
	t.Parallel()
	row := judged(t, part("ngram", "modular", map[string]any{
		"text": "ngram", "terms": uint64(4), "is_sold": uint8(1), "dearest_terms": []string{"modular synth", "modular shelf", "modular house", "modular desk"},
		"dearest_spend": []float64{520, 60, 340, 80}, "dearest_conversions": []float64{0, 1, 0, 0},
	}))[0]
	if got := keywordsOf(row); len(got) != 2 || got[0] != "Tents: modular synth, Campaign Negative Exact" || got[1] != "Tents: modular house, Campaign Negative Exact" {
		t.Errorf("%q", got)
	}
}

// One dear search says nothing of all the others with its word.
func TestAWordOfOneDearSearchIsNoNegative(t *testing.T) {
	t.Parallel()
	row := judged(t, part("ngram", "size", map[string]any{
		"text": "ngram", "terms": uint64(3), "dearest_terms": []string{"passport photo size", "a4 size", "photo size"},
		"dearest_spend": []float64{960, 25, 15}, "dearest_conversions": []float64{0, 0, 0},
	}))[0]
	for _, one := range keywordsOf(row) {
		if !strings.HasSuffix(one, "Campaign Negative Exact") {
			t.Errorf("excludes %s", one)
		}
	}
	even := judged(t, part("ngram", "free", map[string]any{
		"text": "ngram", "terms": uint64(3), "dearest_terms": []string{"free tent", "free stove", "free map"},
		"dearest_spend": []float64{400, 350, 250}, "dearest_conversions": []float64{0, 0, 0},
	}))[0]
	if got := keywordsOf(even); len(got) != 1 || got[0] != "Tents: free, Campaign Negative Phrase" {
		t.Errorf("%q", got)
	}
}

// Who compares prices wants to buy: that is no lack of intent. What converts is named before it is paused.
func TestAPauseSaysWhatItStops(t *testing.T) {
	t.Parallel()
	terms := []searchTerm{{text: "cheap base layers", spend: 90}, {text: "base layers near me", spend: 60}, {text: "base layer history", spend: 50}, {text: "affordable base layer", spend: 8, conversions: 2}, {text: "lucky base layer", spend: 8, conversions: 1}, {text: "base layer set", spend: 60, conversions: 1}}
	if !comparesPrices(terms) || comparesPrices(terms[2:]) {
		t.Errorf("compares prices: %v, %v", comparesPrices(terms), comparesPrices(terms[2:]))
	}
	if got := converting(terms, 3, 50); !slices.Equal(got, []string{"affordable base layer"}) {
		t.Errorf("%v", got)
	}
}

func TestTheTicketExpectsTheConversionsOfTheSummary(t *testing.T) {
	t.Parallel()
	if all, some := dueOf(map[string]any{"text": "ngram", "conversions_due": 16., "exact_due": 9.}), dueOf(map[string]any{"text": "ngram_exact", "conversions_due": 16., "exact_due": 9.}); all != 16. || some != 9. {
		t.Errorf("%v and %v", all, some)
	}
}

// Five conversions are enough to try a lower bid before anything is excluded or paused, whatever they cost.
func TestWhatSellsIsBidDownFirst(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		text        string
		conversions float64
		wantText    string
		want        map[string]any
	}{
		"a search with 18 conversions": {"search_term", 18, "costly_term", map[string]any{"is_pause": false}},
		"a search with 4 of them":      {"search_term", 4, "search_term", map[string]any{"is_pause": true, "is_few": true}},
		"a keyword with 5":             {"keyword", 5, "keyword", map[string]any{"is_pause": false, "is_few": false, "is_checked_first": false}},
		"a keyword with 2":             {"keyword", 2, "keyword", map[string]any{"is_pause": true, "is_few": true, "is_checked_first": true}},
		"a keyword with 3":             {"keyword", 3, "keyword", map[string]any{"is_pause": true, "is_checked_first": false}},
		"an ad group with 18":          {"ad_group", 18, "ad_group", map[string]any{"is_pause": false}},
		"an ad group with 4":           {"ad_group", 4, "ad_group", map[string]any{"is_pause": true}},
	} {
		kind := "search_term"
		if c.text == "ad_group" {
			kind = c.text
		}
		row := judged(t, part(kind, "buy shelves", map[string]any{"text": c.text, "conversions": c.conversions, "rate": .0001}))[0]
		if row["text"] != c.wantText {
			t.Errorf("%s: %v", name, row["text"])
		}
		for column, want := range c.want {
			if row[column] != want {
				t.Errorf("%s: %s is %v", name, column, row[column])
			}
		}
	}
}

// A word of another intent proves itself; the searches of other words that sell are left to a lower bid.
func TestAListOfSearchesLeavesThoseThatSell(t *testing.T) {
	t.Parallel()
	for term, want := range map[string]struct{ excluded, bidDown int }{"modular": {1, 1}, "repair": {2, 0}} {
		row := judged(t, part("ngram", term, map[string]any{
			"text": "ngram", "is_sold": uint8(1), "terms": uint64(2), "dearest_terms": []string{term + " synth", term + " house"},
			"dearest_spend": []float64{520, 480}, "dearest_conversions": []float64{0, 5},
		}))[0]
		if bidDown, _ := row["bid_down"].([]string); len(keywordsOf(row)) != want.excluded || len(bidDown) != want.bidDown || row["exact_terms"] != 2. {
			t.Errorf("%s: excludes %q, bids down %q", term, keywordsOf(row), bidDown)
		}
	}
}

// Steps are as far apart as three conversions take, and a conversion may cost more where it brings more.
func TestStepsWaitForThreeConversions(t *testing.T) {
	t.Parallel()
	for conversions, want := range map[float64]string{160: "two", 20: "four", 13: "six", 1: "six", 0: "six"} {
		if got := weeksApart(map[string]any{"conversions": conversions, "window_days": 180.}); got != want {
			t.Errorf("%v conversions in 180 days: every %s weeks, want %s", conversions, got, want)
		}
	}
	for more, want := range map[float64]float64{0: 50, 5: 75} {
		if got := mostEach(map[string]any{"target": 50., "conversions": 10., "conversions_by_value": more}); got != want {
			t.Errorf("%v conversions more by value: %v", more, got)
		}
	}
}
