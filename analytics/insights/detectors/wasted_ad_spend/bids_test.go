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

// What its own conversions pay for is the bid once they are enough. Fewer, of a search to buy, are drawn to
// the campaign's rate.
func TestABidIsMeasuredFromThreeConversions(t *testing.T) {
	t.Parallel()
	for conversions, want := range map[float64]string{2: "0.67", 3: "0.30", 6: "0.60"} {
		row := judged(t, part("search_term", "buy tents", map[string]any{"conversions": conversions, "rate": .0134, "text": "search_term"}))[0]
		if row["affordable_click"] != want || row["text"] != "costly_term" {
			t.Errorf("%v conversions: %v, a bid of %v, want %v", conversions, row["text"], row["affordable_click"], want)
		}
	}
}

// Three conversions are due in the clicks that a lower bid is tried for.
func TestALowerBidIsTriedForThreeConversions(t *testing.T) {
	t.Parallel()
	for conversions, want := range map[float64]float64{3: 300, 6: 150, 30: 100} {
		row := judged(t, part("search_term", "tents", map[string]any{"text": "search_term", "conversions": conversions, "clicks": 300.}))[0]
		if row["test_clicks"] != want {
			t.Errorf("%v conversions in 300 clicks: %v clicks, want %v", conversions, row["test_clicks"], want)
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

// One rule for all: three conversions or more, at less than ten times what one may cost, get the bid that
// they pay for. Less is excluded or paused, but no search to buy that has converted.
func TestWhatStillConvertsIsBidDown(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		text, term         string
		spent, conversions float64
		isStopped          bool
	}{
		"a search with 2 conversions":          {"search_term", "shelves", 900, 2, true},
		"a search with 3, at six times":        {"search_term", "shelves", 900, 3, false},
		"a search with 3, at ten times":        {"search_term", "shelves", 1500, 3, true},
		"a search to buy with 1":               {"search_term", "buy shelves", 900, 1, false},
		"a search to buy without":              {"search_term", "buy shelves", 900, 0, true},
		"a search of another intent, with 3":   {"search_term", "shelf repair", 900, 3, false},
		"a keyword with 2":                     {"keyword", "shelves", 900, 2, true},
		"a keyword with 3, at six times":       {"keyword", "shelves", 900, 3, false},
		"a keyword to buy with 1":              {"keyword", "buy shelves", 900, 1, false},
		"an ad group with 2":                   {"ad_group", "", 900, 2, true},
		"an ad group with 3, at six times":     {"ad_group", "", 900, 3, false},
		"an ad group with 18, at eleven times": {"ad_group", "", 9900, 18, true},
		"a campaign with 2":                    {"campaign", "", 900, 2, true},
		"a campaign with 3, at six times":      {"campaign", "", 900, 3, false},
		"a campaign with 6, at eleven times":   {"campaign", "", 3300, 6, true},
	} {
		kind := c.text
		if kind == "keyword" {
			kind = "search_term"
		}
		row := judged(t, part(kind, c.term, map[string]any{"text": c.text, "conversions": c.conversions, "spent": c.spent, "clicks": c.spent / 2, "words_of_others": []string{"repair"}}))[0]
		isStopped := row["is_pause"]
		if c.text == "search_term" {
			isStopped = row["text"] != "costly_term"
		}
		if isStopped != c.isStopped {
			t.Errorf("%s: %v, stopped is %v", name, row["text"], isStopped)
		}
	}
}

// Of searches that share a word those that convert are bid down, if all that waste bring enough; else none.
func TestAListOfSearchesLeavesThoseThatConvert(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		term          string
		conversions   []float64
		exact, bidden int
		soldBy        string
	}{
		"all from one":             {"modular", []float64{0, 5}, 1, 1, ", from “modular house”"},
		"two with two each":        {"repair", []float64{2, 2}, 0, 2, ", 2 from “repair synth” and 2 from “repair house”"},
		"too few of both together": {"modular", []float64{1, 1}, 2, 0, ", 1 from “modular synth” and 1 from “modular house”"},
		"none":                     {"modular", []float64{0, 0}, 2, 0, ""},
		"one to buy":               {"buy modular", []float64{1, 0}, 1, 1, ", from “buy modular synth”"},
	} {
		row := judged(t, part("ngram", c.term, map[string]any{
			"text": "ngram", "is_sold": uint8(1), "terms": uint64(2), "dearest_terms": []string{c.term + " synth", c.term + " house"},
			"dearest_spend": []float64{520, 480}, "dearest_conversions": c.conversions,
		}))[0]
		bidDown, _ := row["bid_down"].([]string)
		if len(keywordsOf(row)) != c.exact || len(bidDown) != c.bidden || row["exact_terms"] != 2. || row["sold_by"] != c.soldBy {
			t.Errorf("%s: excludes %q, bids down %q%v", name, keywordsOf(row), bidDown, row["sold_by"])
		}
	}
}

// A word whose searches convert three times is no negative keyword.
func TestAWordWhoseSearchesConvertIsNoNegative(t *testing.T) {
	t.Parallel()
	for conversions, want := range map[float64]string{2: "ngram", 4: "ngram_exact"} {
		row := judged(t, part("ngram", "repair", map[string]any{
			"text": "ngram", "terms": uint64(2), "conversions": conversions, "dearest_terms": []string{"repair synth", "repair house"},
			"dearest_spend": []float64{520, 480}, "dearest_conversions": []float64{conversions / 2, conversions / 2},
		}))[0]
		if row["text"] != want {
			t.Errorf("%v conversions: %v", conversions, row["text"])
		}
	}
}

// Bids on searches that share a word allow for what their conversions bring, as other bids do.
func TestAGroupOfSearchesIsBidDownToTheValueOfItsConversions(t *testing.T) {
	t.Parallel()
	for more, want := range map[float64]float64{0: 50, .5: 50, 3: 40} {
		row := judged(t, part("ngram", "modular", map[string]any{
			"text": "ngram", "is_sold": uint8(1), "terms": uint64(2), "conversions": 12., "conversions_by_value": more, "spent": 1300., "wasted": 700.,
			"dearest_terms": []string{"modular synth", "modular house"}, "dearest_spend": []float64{650, 650}, "dearest_conversions": []float64{6, 6},
		}))
		if len(row) != 1 || row[0]["bid_cut"] != want {
			t.Errorf("%v conversions more by value: %v", more, row)
		}
	}
}

// Few conversions don't tell that they bring more than usual, and hardly more is not told.
func TestConversionsAreWorthMoreFromTenOfThemAndATenth(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct{ conversions, more, want float64 }{
		"a fifth more, of 10":  {10, 2, 2},
		"a fifth more, of 9":   {9, 1.8, 0},
		"hardly more, of many": {100, 3, 0},
	} {
		row := judged(t, part("ad_group", "", map[string]any{"text": "ad_group", "spent": 9000., "clicks": 4500., "conversions": c.conversions, "conversions_by_value": c.more}))[0]
		if row["worth_more"] != c.want || row["pays_more"] != (c.want > 0) {
			t.Errorf("%s: %v", name, row["worth_more"])
		}
	}
}

// What a pause would stop is kept at a price that pays.
func TestAPauseKeepsWhatConverts(t *testing.T) {
	t.Parallel()
	terms := []searchTerm{{text: "dear tents", spend: 900, conversions: 3}, {text: "cheap tents", spend: 60, conversions: 2}, {text: "tent history", spend: 50}}
	if got := selling(terms, []string{"cheap tents"}); !slices.Equal(got, []string{"dear tents"}) {
		t.Errorf("%v", got)
	}
}

// A campaign to pause takes the lower bids inside of it along.
func TestNothingIsBidDownInACampaignToPause(t *testing.T) {
	t.Parallel()
	rows := leavePaused([]map[string]any{
		{"kind": "campaign", "campaign_id": "7", "is_pause": true}, {"kind": "search_term", "campaign_id": "7"}, {"kind": "search_term", "campaign_id": "8"}, {"kind": "campaign", "campaign_id": "8", "is_pause": false},
	})
	if len(rows) != 3 || rows[1]["campaign_id"] != "8" {
		t.Errorf("%v", rows)
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
		if got := mostEach(map[string]any{"target": 50., "conversions": 10., "worth_more": more}); got != want {
			t.Errorf("%v conversions more by value: %v", more, got)
		}
	}
}

// A click costs $2.00. Its conversions pay for $0.30 or $1.20: less than half at once would end its clicks.
func TestABidFallsByHalfAtOnceAtMost(t *testing.T) {
	t.Parallel()
	for conversions, want := range map[float64]struct {
		bid      string
		isHalved bool
		target   float64
	}{2: {"1.00", true, 50}, 3: {"1.00", true, 166.67}, 12: {"1.20", false, 50}} {
		row := judged(t, part("search_term", "buy tents", map[string]any{"text": "search_term", "conversions": conversions}))[0]
		if row["bid_now"] != want.bid || row["is_halved"] != want.isHalved || row["target_now"] != want.target {
			t.Errorf("%v conversions: a bid of %v, halved is %v, a target CPA of %v", conversions, row["bid_now"], row["is_halved"], row["target_now"])
		}
	}
}

// A cart page makes no shop: clinics and agencies have one too.
func TestWhatMayBeBrokenFollowsTheFoldersOfTheSite(t *testing.T) {
	t.Parallel()
	cart := map[string]any{"has_cart": uint8(1)}
	for name, c := range map[string]struct {
		row     map[string]any
		folders []string
		want    string
	}{
		"a clinic with a cart page":      {cart, []string{"", "/treatments", "/team"}, "form"},
		"a clinic that takes bookings":   {map[string]any{"has_cart": uint8(1), "has_booking": uint8(1)}, []string{"/treatments"}, "booking form"},
		"an agency with a cart page":     {cart, []string{"/services", "/locations"}, "form"},
		"a shop":                         {cart, []string{"/product", "/guide"}, "checkout"},
		"a shop that repairs too":        {cart, []string{"/product", "/services"}, "form or checkout"},
		"software":                       {cart, []string{"/docs", "/integrations"}, "sign-up or checkout"},
		"a site of an unknown kind":      {cart, []string{"/a", "/b"}, "form or checkout"},
		"a site that nobody has crawled": {map[string]any{"is_unread": uint8(1)}, nil, "form or checkout"},
		"ads that count amounts":         {map[string]any{"has_amounts": uint8(1)}, []string{"/a"}, "form or checkout"},
		"a site without a cart":          {nil, []string{"/a"}, "form"},
	} {
		if got := conversionStep(c.row, c.folders); got != c.want {
			t.Errorf("%s: a broken %s, want %s", name, got, c.want)
		}
	}
}

// Who wants to buy may have met the wrong page: such a search is not proposed as one that doesn't fit.
func TestASearchToBuyIsNoMisfit(t *testing.T) {
	t.Parallel()
	row := judged(t, part("campaign", "", map[string]any{
		"dearest_terms": []string{"buy tents", "tent history"}, "dearest_spend": []float64{500, 400}, "dearest_conversions": []float64{0, 0},
	}))[0]
	if misfits := row["misfits"].([]map[string]string); len(misfits) != 1 || misfits[0]["term"] != "tent history" {
		t.Errorf("%v", misfits)
	}
}
