package keywordopportunity

import (
	"maps"
	"math"
	"regexp"
	"slices"
	"strings"
	"testing"

	"upslope/analytics/facts"
)

// covered is a query at position 8 that title and H1 of its page name already.
func covered(change map[string]any) map[string]any {
	r := row("tents", map[string]any{"page_title": "Tents | Example", "page_heading": "Tents", "place": 8., "expected_rate": .0125, "clicks_of_window": 125.})
	for column, value := range change {
		r[column] = value
	}
	return r
}

func TestTheTargetIsAsFarAsTheStepsCarryThePage(t *testing.T) {
	t.Parallel()
	list, guide := map[string]string{"page": "https://example.com/category/tents"}, map[string]string{"page": "https://example.com/guides/choose-tents"}
	hard := map[string]any{"difficulty": 69., "pages_about_it": []map[string]string{list}}
	for name, c := range map[string]struct {
		rows   []map[string]any
		target float64
	}{
		"one link":                          {[]map[string]any{covered(map[string]any{"pages_about_it": []map[string]string{list}})}, 7},
		"two links":                         {[]map[string]any{covered(map[string]any{"pages_about_it": []map[string]string{list, guide}})}, 7},
		"a link against difficult ones":     {[]map[string]any{covered(hard)}, 7},
		"links from others":                 {[]map[string]any{covered(nil)}, 6},
		"links and a section":               {[]map[string]any{covered(map[string]any{"pages_about_it": []map[string]string{list, guide}}), covered(map[string]any{"query": "tents for winter", "impressions_of_month": 4000.})}, 7},
		"a title of its own":                {[]map[string]any{covered(map[string]any{"page_title": "Shop | Example"})}, 6},
		"a title and links":                 {[]map[string]any{covered(map[string]any{"page_title": "Shop | Example", "pages_about_it": []map[string]string{list, guide}})}, 6},
		"the top only by links from others": {[]map[string]any{covered(map[string]any{"place": 5., "expected_rate": .02, "page_title": "Shop | Example", "pages_about_it": []map[string]string{list, guide}})}, 4},
		"and with these":                    {[]map[string]any{covered(map[string]any{"place": 5., "expected_rate": .02})}, 3},
		"near the top, a link":              {[]map[string]any{covered(map[string]any{"place": 4.2, "expected_rate": .1 / 4.2, "pages_about_it": []map[string]string{list}})}, 3.2},
	} {
		got := judged(t, c.rows...)
		if len(got) != 1 || got[0]["target_position"] != c.target || (got[0]["is_limited"] == true) != (c.target > 3) {
			t.Errorf("%s: %v, want #%v", name, got, c.target)
		}
	}
}

func TestTheValueIsThatOfTheTargetSaid(t *testing.T) {
	t.Parallel()
	link := []map[string]string{{"page": "https://example.com/category/tents"}}
	got := judged(t, covered(map[string]any{"pages_about_it": link}))[0]
	mid, fix := facts.Number(got, "value_mid"), facts.Number(got, "probability_fix")
	if want := 10_000 * (.1/7 - .1/8); math.Abs(mid-want) > .01*want || got["more_clicks_of_all"] != math.RoundToEven(mid) {
		t.Errorf("%v clicks at #7, want %v", mid, want)
	}
	if want := .5 * math.Exp(-1./8) * (1.3 - 42./83) * .6 / 2; math.Abs(fix-want) > .01 {
		t.Errorf("one place succeeds with %v, want %v", fix, want)
	}
	if low, high := facts.Number(got, "value_low"), facts.Number(got, "value_high"); low >= mid || high <= mid {
		t.Errorf("%v to %v around %v", low, high, mid)
	}
	hard := judged(t, covered(map[string]any{"pages_about_it": link, "difficulty": 69.}))[0]
	if easier := .59 * (1.3 - 69./83) / (1.3 - 42./83) * fix; facts.Number(hard, "probability_fix") > easier*1.01 {
		t.Errorf("a step of less than a place succeeds with %v, want at most %v", hard["probability_fix"], easier)
	}
}

func TestAStepTakenOutTakesItsPlacesAlong(t *testing.T) {
	t.Parallel()
	got := judged(t, covered(map[string]any{"pages_about_it": []map[string]string{{"page": "https://example.com/category/tents"}, {"page": "https://example.com/guides/choose-tents"}}}))[0]
	before := facts.Number(got, "probability_fix")
	got["other_pages"] = facts.Texts(got, "other_pages")[:1]
	if Settle(got); got["target_number"] != 7. || facts.Number(got, "probability_fix") > .6*before {
		t.Errorf("#%v with %v, before %v", got["target_number"], got["probability_fix"], before)
	}
	got["other_pages"], got["low_ctr"] = []string{}, true
	if Settle(got); got["target_number"] != 6. || got["earn_links"] != true || got["only_by_links"] != "tents" {
		t.Errorf("a description moves it to #%v: %v", got["target_number"], got)
	}
}

func TestASectionMovesOnlyTheSearchesItIsAbout(t *testing.T) {
	t.Parallel()
	boots := func(query string, change map[string]any) map[string]any {
		r := row(query, map[string]any{
			"page": "https://example.com/boots", "page_title": "Boots | Example", "page_heading": "Boots", "main_query_of_page": "boots", "pages_below": 9., "place": 8., "expected_rate": .0125, "clicks_of_window": 125.,
		})
		for column, value := range change {
			r[column] = value
		}
		return r
	}
	small := map[string]any{"impressions_of_month": 400.}
	got := judged(t, boots("waterproof boots", nil), boots("waterproof winter boots", small), boots("boots", small))[0]
	if got["same_task"] != "waterproof winter boots, boots" || got["queries"] != 2. || got["earn_links"] == true || got["covers_most"] != true || got["goal"] != "an average position of 7" {
		t.Errorf("no step is about boots: %v", got)
	}
	if mid, want := facts.Number(got, "value_mid"), math.Round(10_000*(.1/7-.1/8))+math.Round(400*(.1/7-.1/8)); math.Abs(mid-want) > .01*want || got["impressions_of_all"] != 10_400. {
		t.Errorf("%v clicks, want %v", mid, want)
	}
	got = judged(t, boots("waterproof boots", nil), boots("boots", map[string]any{"impressions_of_month": 9000.}))[0]
	if got["earn_links"] != true || got["only_by_links"] != "boots" || got["same_task"] != "boots" || got["covers_most"] != true {
		t.Errorf("only links move boots, which is worth a task of its own: %v", got)
	}
	got = judged(t, boots("waterproof boots", nil), boots("boots", map[string]any{"impressions_of_month": 30_000., "expected_rate": .0126}))[0]
	if got["earn_links"] != true || got["covers_most"] != false {
		t.Errorf("most is won by links: %v", got)
	}
}

// Links move what the page is about: a checklist that neither title nor heading names moves by no step.
func TestASearchThatNoStepAnswersIsNotCounted(t *testing.T) {
	t.Parallel()
	link := map[string]any{"pages_about_it": []map[string]string{{"page": "https://example.com/category/tents"}}}
	small := maps.Clone(link)
	small["query"], small["impressions_of_month"] = "tents checklist", 500.
	for heading, want := range map[string]bool{"Tents": false, "Tents and a checklist for them": true} {
		link["page_heading"], small["page_heading"] = heading, heading
		params := parameters()
		params["section_share"] = .1
		got, err := Judge(params, []map[string]any{covered(link), covered(small)})
		if err != nil || len(got) != 1 {
			t.Fatal(got, err)
		}
		if isCounted := strings.Contains(facts.Text(got[0], "gains"), "checklist"); isCounted != want {
			t.Errorf("%s: %s", heading, got[0]["gains"])
		}
	}
}

func TestNoEditOfAPageDoublesItsClicks(t *testing.T) {
	t.Parallel()
	steep := parameters()
	curve := facts.Numbers(steep, "ctr")
	for i := range curve {
		curve[i] = .3 * math.Exp(-float64(i)/20)
	}
	got, err := Judge(steep, []map[string]any{row("tents", map[string]any{"expected_rate": .3 * math.Exp(-4), "clicks_of_window": 3000 * math.Exp(-4), "page_title": "Shop | Example", "page_heading": "Tents"})})
	if err != nil || len(got) != 1 {
		t.Fatal(got, err)
	}
	if most := 3000 * math.Exp(-4) * 1.001; facts.Number(got[0], "value_mid") > most || facts.Number(got[0], "value_high") > most {
		t.Errorf("%v to %v clicks, now %v", got[0]["value_mid"], got[0]["value_high"], most)
	}
}

func TestANewPageStartsWhereSuchPagesOfTheSiteStand(t *testing.T) {
	t.Parallel()
	of := func(change map[string]any) []map[string]any { return judged(t, category("best tents", change)) }
	guides := func(known float64, places ...float64) map[string]any {
		return map[string]any{"place": 9., "expected_rate": .1 / 9, "clicks_of_window": 111., "guides_known": known, "places_of_guides": places}
	}
	got := of(guides(45, 4, 5, 12))[0]
	if mid, want := facts.Number(got, "value_mid"), 10_000*(.1/5.5-.1/9); math.Abs(mid-want) > .01*want || got["knows_start"] != true || got["places"] != 4. || facts.Number(got, "value_low") != 0 {
		t.Errorf("45 guides at #5 and what 5 count as at #10: %v, want %v clicks", got, want)
	}
	for name, change := range map[string]map[string]any{"below where the page is": guides(45, 9, 11, 15), "no guides": guides(0, math.NaN(), math.NaN(), math.NaN())} {
		if got := of(change); len(got) != 0 {
			t.Errorf("%s: %v", name, got)
		}
	}
}

func TestARangeEndsWhereTheLineSaysItDoes(t *testing.T) {
	t.Parallel()
	near := judged(t, row("tents", map[string]any{"place": 3.8, "expected_rate": .1 / 3.8, "clicks_of_window": 263., "difficulty": 90.}))[0]
	if near["earn_links"] != true || facts.Number(near, "value_high") > 10_000*(.1/2.5-.1/3.8)*1.02 {
		t.Errorf("one place up to #3 reaches %v clicks, links or not", near["value_high"])
	}
	for _, clicks := range []float64{20, 100, 150} {
		gap := judged(t, row("tents", map[string]any{"place": 2., "expected_rate": .05, "is_in_reach": false, "has_gap": true, "clicks_of_window": clicks}))[0]
		if whole := 10_000*.05 - clicks; facts.Number(gap, "value_high") > whole {
			t.Errorf("a gap of %v clicks brings up to %v", whole, gap["value_high"])
		}
	}
}

func TestASearchThatStaysOnPageTwoGainsNothing(t *testing.T) {
	t.Parallel()
	links := []map[string]string{{"page": "https://example.com/category/tents"}, {"page": "https://example.com/guides/choose-tents"}}
	of := func(place float64) map[string]any {
		return judged(t, covered(map[string]any{"pages_about_it": links}),
			covered(map[string]any{"query": "waterproof tents", "place": place, "expected_rate": .1 / place, "clicks_of_window": 1000 / place}))[0]
	}
	if last := of(9.9); !strings.Contains(facts.Text(last, "gains"), "waterproof") {
		t.Errorf("one that comes to page one counts: %v", last["gains"])
	}
	if last := of(14); last["gains"] != "“tents” (#8.0 → #7.0: 18 more clicks)" || last["more_clicks_of_all"] != 18. {
		t.Errorf("%v: %v clicks", last["gains"], last["more_clicks_of_all"])
	}
}

// What stays on page two with the steps found gains nothing, so it is neither counted nor given a section.
func TestASearchThatGainsNothingGetsNoSection(t *testing.T) {
	t.Parallel()
	for place, want := range map[float64]bool{9: true, 18: false} {
		further := covered(map[string]any{"query": "tents for winter", "place": place, "expected_rate": .1 / place, "clicks_of_window": 40.})
		got := judged(t, covered(nil), further)
		if len(got) != 1 {
			t.Fatalf("#%v: %d opportunities", place, len(got))
		}
		isNamed, isCounted := slices.Contains(facts.Texts(got[0], "headings_to_add"), "tents for winter"), facts.Number(got[0], "queries") == 2
		if isNamed != want || isCounted != want {
			t.Errorf("#%v: named %v, counted %v, want %v (%v)", place, isNamed, isCounted, want, got[0]["gains"])
		}
	}
}

func TestLinksNameThePageByWhatAllItsSearchesShare(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		page    string
		queries []string
		want    string
	}{
		"the search that gains most":       {"/boots", []string{"waterproof boots", "winter boots"}, "waterproof boots"},
		"one that others add words to":     {"/boots", []string{"waterproof hiking boots", "hiking boots"}, "hiking boots"},
		"the words of the address":         {"/hiking-boots", []string{"hiking boots for seniors", "hiking boots problems"}, "hiking boots"},
		"as they are searched":             {"/boots-for-winter", []string{"best boots for winter", "boots for winter size chart"}, "boots for winter"},
		"unless other words stand between": {"/hiking-boots", []string{"hiking leather boots"}, "hiking leather boots"},
		"or a search lacks some":           {"/hiking-boots", []string{"hiking boots for seniors", "boots for seniors"}, "boots for seniors"},
		"or the address has a single word": {"/boots", []string{"boots for seniors"}, "boots for seniors"},
	} {
		var gains []gainOf
		for i, query := range c.queries {
			gains = append(gains, gainOf{query: query, clicks: float64(10 - i)})
		}
		j := judge{empty: regexp.MustCompile(facts.Text(parameters(), "empty_words"))}
		if got := j.anchorOf(map[string]any{"page": "https://example.com" + c.page}, c.queries[0], 10, gains); got != c.want {
			t.Errorf("%s: %q, want %q", name, got, c.want)
		}
	}
}
