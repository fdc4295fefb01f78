package wastedadspend

import (
	"math"
	"slices"
	"testing"
)

func keywordsOf(row map[string]any) (keywords []string) {
	for _, one := range row["negatives"].([]map[string]string) {
		keywords = append(keywords, one["campaign"]+": "+one["keyword"]+", "+one["type"])
	}
	return keywords
}

func TestASearchThatPaysIsNeverExcluded(t *testing.T) {
	t.Parallel()
	terms := map[string]any{
		"text": "ngram", "terms": uint64(3), "dearest_terms": []string{"free tents", "tents free plans", "free tent plans"},
		"dearest_spend": []float64{500, 300, 200}, "dearest_conversions": []float64{0, 8, 0},
	}
	row := judged(t, part("ngram", "free", terms))[0]
	if got := keywordsOf(row); !slices.Equal(got, []string{"Tents: free, Campaign Negative Phrase"}) || row["text"] != "ngram" {
		t.Errorf("without a search that pays: %q", got)
	}
	terms["paying_terms"], terms["paying_spend"], terms["paying_conversions"] = []string{"tents free plans"}, []float64{300}, []float64{8}
	row = judged(t, part("ngram", "free", terms))[0]
	want := []string{"Tents: free tents, Campaign Negative Exact", "Tents: free tent plans, Campaign Negative Exact"}
	if got := keywordsOf(row); !slices.Equal(got, want) || row["text"] != "ngram_exact" || !slices.Equal(row["kept"].([]string), []string{"tents free plans"}) {
		t.Errorf("%q, %v", got, row["text"])
	}
	if row["value_high"].(float64) > 700 {
		t.Errorf("%v is more than the excluded searches cost", row["value_high"])
	}
	if row["exact_spend"] != 700. || row["exact_conversions"] != 0. || row["exact_due"] != 14. {
		t.Errorf("the sentence tells of %v spent, %v conversions and %v due: not of the excluded searches alone", row["exact_spend"], row["exact_conversions"], row["exact_due"])
	}
}

// “step” alone would block “front step plastering”, of which nothing is known.
func TestAPhraseThatAllSearchesHaveIsTheNegative(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		term  string
		count uint64
		want  string
	}{
		"all are known":         {"step", 3, "Tents: step by step, Campaign Negative Phrase"},
		"some are not":          {"step", 4, "Tents: step, Campaign Negative Phrase"},
		"a word of no customer": {"diy", 3, "Tents: diy, Campaign Negative Phrase"},
	} {
		row := judged(t, part("ngram", c.term, map[string]any{
			"text": "ngram", "terms": c.count, "dearest_terms": []string{"diy tent step by step", "camping diy step by step guide", "diy step by step"},
			"dearest_spend": []float64{400, 300, 300}, "dearest_conversions": []float64{0, 0, 0},
		}))[0]
		if got := keywordsOf(row); !slices.Equal(got, []string{c.want}) {
			t.Errorf("%s: %q", name, got)
		}
	}
}

func TestAWordOfOffersIsNoNegativeWherePeopleSearchForThem(t *testing.T) {
	t.Parallel()
	for _, offer := range []string{"tents free shipping", "gluten free camping food", "hands-free lantern"} {
		row := judged(t, part("ngram", "free", map[string]any{
			"text": "ngram", "terms": uint64(3), "dearest_terms": []string{"free tents", offer, "free tent plans"},
			"dearest_spend": []float64{500, 300, 200}, "dearest_conversions": []float64{0, 0, 0},
		}))[0]
		want := []string{"Tents: free tents, Campaign Negative Exact", "Tents: free tent plans, Campaign Negative Exact"}
		if got := keywordsOf(row); !slices.Equal(got, want) || row["text"] != "ngram_exact" || !slices.Equal(row["kept_offers"].([]string), []string{offer}) {
			t.Errorf("%s: %q, %v", offer, got, row["text"])
		}
		if row["value_high"].(float64) > 700 {
			t.Errorf("%s: %v is more than the excluded searches cost", offer, row["value_high"])
		}
	}
}

func TestASearchOfAnotherIntentIsExcludedByItsWord(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		change map[string]any
		want   string
	}{
		"a word of another intent":           {map[string]any{"words_of_others": []string{"kit", "repair", "repair kit"}}, "Tents: repair, Campaign Negative Phrase"},
		"a word that a search that pays has": {map[string]any{"words_of_others": []string{"repair"}, "paying_texts": []string{"tent repair tape"}}, "Tents: tent repair kit, Campaign Negative Exact"},
		"a word of offers":                   {map[string]any{"words_of_others": []string{"free"}}, "Tents: tent repair kit, Campaign Negative Exact"},
		"no such word":                       {map[string]any{"words_of_others": []string{"kit"}}, "Tents: tent repair kit, Campaign Negative Exact"},
	} {
		c.change["text"] = "search_term"
		if got := keywordsOf(judged(t, part("search_term", "tent repair kit", c.change))[0]); !slices.Equal(got, []string{c.want}) {
			t.Errorf("%s: %q, want %q", name, got, c.want)
		}
	}
}

// 20 conversions are expected of the spend; campaigns vary by 40% around that.
func TestACampaignIsWasteOnlyOutsideTheSpreadOfCampaigns(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		kind   string
		change map[string]any
		want   bool
	}{
		"at half of the average":                {"campaign", map[string]any{"x_by_worth": 10.}, false},
		"at a twentieth":                        {"campaign", nil, true},
		"at half, where campaigns differ less":  {"campaign", map[string]any{"x_by_worth": 6., "spread_squared": .01}, true},
		"at half, below the owner's target":     {"campaign", map[string]any{"x_by_worth": 10., "is_target_set": uint8(1)}, true},
		"a twentieth, where campaigns differ":   {"ad_group", map[string]any{"spread_squared": 4.}, false},
		"a search term, whose peers are others": {"search_term", map[string]any{"x_by_worth": 10.}, true},
	} {
		change := map[string]any{"is_target_set": uint8(0)}
		for column, value := range c.change {
			change[column] = value
		}
		if got := judged(t, part(c.kind, "", change)); (len(got) == 1) != c.want {
			t.Errorf("%s: %v", name, got)
		}
	}
}

func TestASearchThatConvertsIsBidDownNotExcluded(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		change map[string]any
		want   string
	}{
		"conversions that pay for half of a click": {map[string]any{"rate": .02, "conversions": 10.}, "costly_term"},
		"two conversions":                          {map[string]any{"rate": .004, "conversions": 2.}, "search_term"},
		"no conversions":                           {map[string]any{"rate": .02, "conversions": 0.}, "search_term"},
		"another intent, though it converts":       {map[string]any{"rate": .02, "conversions": 10., "words_of_others": []string{"repair"}}, "costly_term"},
		"another intent":                           {map[string]any{"rate": .02, "conversions": 2., "words_of_others": []string{"repair"}}, "intent"},
	} {
		c.change["text"] = "search_term"
		row := judged(t, part("search_term", "tent repair kit", c.change))[0]
		if row["text"] != c.want || (c.want == "costly_term") != (len(keywordsOf(row)) == 0) {
			t.Errorf("%s: %v, %q", name, row["text"], keywordsOf(row))
		}
	}
}

// 350 of 500 clicks are excluded; the rate around them is 3 in 100 clicks, and a conversion may cost 50.
func TestWhatIsExcludedWastesItsOwnSpendOnly(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		wasted, converted, want float64
	}{
		"searches that pay make up for none of it": {875, 0, 700 - 350*3./450*50},
		"what it converts is no waste":             {875, 8, 700 - 350*11./450*50},
		"never more than all of them waste":        {300, 0, 300},
		"no task where it pays":                    {875, 20, 0},
	} {
		rows := judged(t, part("ngram", "free", map[string]any{
			"text": "ngram", "terms": uint64(2), "wasted": c.wasted, "dearest_terms": []string{"free tents", "tents free plans"},
			"dearest_spend": []float64{700, 300}, "dearest_conversions": []float64{c.converted, 8},
			"paying_terms": []string{"tents free plans"}, "paying_spend": []float64{300}, "paying_conversions": []float64{8},
		}))
		if len(rows) != min(1, int(c.want)) || len(rows) == 1 && math.Abs(rows[0]["value_mid"].(float64)-c.want) > 1e-9 {
			t.Errorf("%s: %v, want %v", name, rows, c.want)
		}
	}
}

func TestThePaceIsToldWhereItDiffersFromTheWindow(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		spend, month float64
		want         any
	}{
		"a fifth more": {1000, 1200, 1200.}, "a twentieth more": {1000, 1050, 1050.}, "about the same": {1000, 1010, ""}, "nothing spent": {0, 100, ""},
	} {
		row := judged(t, part("campaign", "", map[string]any{"text": "campaign", "spend": c.spend, "spend_month": c.month}))[0]
		if row["month_at_pace"] != c.want {
			t.Errorf("%s: %v, want %v", name, row["month_at_pace"], c.want)
		}
	}
}

func TestConversionsBesideAMonthlyAmountAreOfAboutAMonth(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		conversions, days float64
		want              string
	}{{0.4, 180, "no conversions"}, {1, 30, "1 conversion"}, {2.3, 30, "2 conversions"}, {1, 90, "few conversions"}} {
		if got := told(c.conversions, c.days); got != c.want {
			t.Errorf("%v in %v days: %q, not %q", c.conversions, c.days, got, c.want)
		}
	}
}

// Data-driven attribution gives several searches a part of one conversion.
func TestConversionsOfSearchesAreNamedOnlyWhereTheyAddUp(t *testing.T) {
	t.Parallel()
	terms := []searchTerm{{text: "a", conversions: .6}, {text: "b", conversions: .6}}
	if got := soldBy(terms, 1.2); got != "" {
		t.Errorf("got %q", got)
	}
	if got, want := soldBy(terms, 1.6), ", 1 from “a” and 1 from “b”"; got != want {
		t.Errorf("got %q, not %q", got, want)
	}
}
