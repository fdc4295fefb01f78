package keywordopportunity

import (
	"math"
	"slices"
	"strings"
	"testing"
	"time"

	"upslope/analytics/facts"
)

// parameters have a CTR curve of 10% at position 1, 1/n of it at position n.
func parameters() map[string]any {
	curve := make([]float64, 401)
	for i := range curve {
		curve[i] = .1 / (1 + float64(i)/20)
	}
	return map[string]any{
		"ctr": curve, "dispersion": 1., "prior_weight": int64(200), "most_liked": int64(2), "reach_real": .95, "fix_reach": .5,
		"fix_distance": int64(8), "usual_difficulty": int64(42), "most_ease": 1.3, "ease_slope": int64(83), "least_ease": .15, "usual_moves": .25,
		"usual_distance": int64(4), "record_prior": int64(10), "least_record": .7, "most_record": 1.3, "fix_covered": .6, "fix_new_page": .5,
		"places_title": 1.5, "places_section": int64(1), "places_heading": .5, "places_prices": .5, "places_content": int64(2), "places_link": .5,
		"places_earned": int64(2), "places_most": int64(2), "links_from": int64(10), "start_place": int64(10), "start_apart": int64(5), "start_weight": int64(5),
		"low_ctr_share": .8, "slow_lcp": int64(3000), "few_links_share": .5, "difficult": int64(70), "far": int64(8), "gap_min_impressions": int64(200),
		"gap_share": .9, "fix_gap": .4, "min_clicks": int64(5), "overview_first": .58,
		"overview_third": .46, "overview_tenth": .19, "max_insights": int64(10), "max_title": int64(60), "max_description": int64(155),
		"empty_words": "^(the|for)$", "targets": []string{},
		"gsc_to": time.Date(2026, 11, 18, 0, 0, 0, 0, time.UTC),
	}
}

// row is a query at position 5 with 10,000 impressions a month, clicked as the curve has it: 2%.
func row(query string, change map[string]any) map[string]any {
	r := map[string]any{
		"query": query, "page": "https://example.com/tents", "clicks_of_window": 200., "impressions_of_window": 10_000., "impressions_of_month": 10_000.,
		"others_known": 1e6, "places_of_others": []float64{2, 3, 6}, "guides_known": 1e6, "places_of_guides": []float64{2, 3, 6},
		"place": 5., "expected_rate": .02, "is_in_reach": true, "has_gap": false, "ai_overview": false, "intents": []string{"commercial", "transactional"},
	}
	for column, value := range change {
		r[column] = value
	}
	return r
}

func judged(t *testing.T, rows ...map[string]any) []map[string]any {
	t.Helper()
	rows, err := Judge(parameters(), rows)
	if err != nil {
		t.Fatal(err)
	}
	return rows
}

// near is P(fix) of the default row: one position, of unknown difficulty.
var near = .5 * math.Exp(-1./8) * (1.3 - 42./83)

func TestAQueryInReachGainsWhatItsTargetBrings(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		change map[string]any
		want   float64 // clicks a month
		fix    float64
	}{
		"up page one, short of the top":       {nil, 10_000 * (.1/4 - .02), near},
		"up page two":                         {map[string]any{"place": 12., "expected_rate": .1 / 12, "clicks_of_window": 1000. / 12}, 10_000 * (.1/10 - .1/12), near * math.Exp(-1./8)},
		"an AI overview takes its share":      {map[string]any{"ai_overview": true, "expected_rate": .01, "clicks_of_window": 100.}, 10_000 * (.1/4*(1-.46+.27/7) - .01), near},
		"one clicked less often stays less":   {map[string]any{"clicks_of_window": 98.}, 10_000 * (.5*.1/4 - .01), near},
		"one clicked more gains no more":      {map[string]any{"clicks_of_window": 300.}, 10_000 * (.1/4 - .02), near},
		"an easy query succeeds more often":   {map[string]any{"difficulty": 10.}, 10_000 * (.1/4 - .02), .5 * math.Exp(-1./8) * (1.3 - 10./83)},
		"a very difficult one hardly ever":    {map[string]any{"difficulty": 100.}, 10_000 * (.1/4 - .02), .5 * math.Exp(-1./8) * .15 * 2 * .15 / (1.3 - 42./83)},
		"a site whose pages never move":       {map[string]any{"could_move": []float64{1000}, "did_move": []float64{0}}, 10_000 * (.1/4 - .02), near * .7},
		"a site whose pages often move":       {map[string]any{"could_move": []float64{1000}, "did_move": []float64{400}}, 10_000 * (.1/4 - .02), near * 1.3},
		"few moves tell little":               {map[string]any{"could_move": []float64{10}, "did_move": []float64{2}}, 10_000 * (.1/4 - .02), near},
		"a covered query needs links":         {map[string]any{"page_title": "Tents | Example", "page_heading": "Tents"}, 10_000 * (.1/3 - .02), near * math.Exp(-1./8) * .6},
		"what the page cannot answer, a page": {map[string]any{"query": "best tents", "pages_below": 12.}, 10_000 * (.1/3 - .02), near * math.Exp(-1./8) * .5},
	} {
		got := judged(t, row("tents", c.change))
		if len(got) != 1 {
			t.Errorf("%s: %v", name, got)
			continue
		}
		mid, fix := facts.Number(got[0], "value_mid"), facts.Number(got[0], "probability_fix")
		if math.Abs(mid-c.want) > .01*c.want || math.Abs(fix-c.fix) > .02*c.fix {
			t.Errorf("%s: %v at %v, want %v at %v", name, mid, fix, c.want, c.fix)
		}
	}
	if got := judged(t, row("tents", map[string]any{"impressions_of_month": 900.})); len(got) != 0 {
		t.Errorf("12 clicks at 31%% in the top 3 are too few: %v", got)
	}
}

func TestTheLargerOfReachAndGapIsTheTask(t *testing.T) {
	t.Parallel()
	gap := judged(t, row("tents", map[string]any{"place": 2., "expected_rate": .05, "is_in_reach": false, "has_gap": true}))[0]
	rate := (200 + 200*.05) / 10_200
	if gap["text"] != "gap" || gap["probability_real"] != nil || math.Abs(facts.Number(gap, "value_mid")-10_000*(.045-rate)) > 1e-6 || gap["target_position"] != nil {
		t.Errorf("%v", gap)
	}
	reach := judged(t, row("tents", map[string]any{"has_gap": true, "clicks_of_window": 170.}))[0]
	if reach["text"] != "reach" || reach["target_position"] != 4. || reach["probability_real"] != .95 {
		t.Errorf("%v", reach)
	}
	if low, high := facts.Number(reach, "value_low"), facts.Number(reach, "value_high"); low >= facts.Number(reach, "value_mid") || high <= facts.Number(reach, "value_mid") {
		t.Errorf("%v to %v", low, high)
	}
}

func TestQueriesWithOneIntentAreOneTask(t *testing.T) {
	t.Parallel()
	got := judged(t,
		row("tents", nil), row("best tents", map[string]any{"impressions_of_month": 5000.}), row("camping stove", map[string]any{"impressions_of_month": 4500.}),
		row("for the", nil), row("tents", map[string]any{"page": "https://example.com/other", "impressions_of_month": 2000.}))
	var names []string
	for _, task := range got {
		names = append(names, facts.Text(task, "query"))
	}
	if !slices.Equal(names, []string{"tents", "camping stove", "tents"}) {
		t.Fatalf("%v", names)
	}
	if all := got[0]; !slices.Equal(facts.Texts(all, "siblings"), []string{"best tents"}) || all["same_task"] != "best tents" ||
		all["more_clicks"] != 50. || all["more_clicks_of_all"] != 75. || all["owns_title"] != true || all["related"] != " (+1 related search)" {
		t.Errorf("%v", all)
	}
	if second := got[1]; second["owns_title"] != false {
		t.Errorf("%v", second)
	}
}

func TestIntentIsSharedWords(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		some, others []string
		want         bool
	}{
		{[]string{"tent"}, []string{"tent", "best"}, true},
		{[]string{"tent", "best", "2026"}, []string{"tent", "best", "light"}, true},
		{[]string{"tent", "best"}, []string{"tent", "light"}, false},
		{[]string{"tent"}, []string{"stove"}, false},
		{nil, nil, false},
	} {
		if haveSameIntent(c.some, c.others, false) != c.want || haveSameIntent(c.others, c.some, false) != c.want {
			t.Errorf("%v and %v: not %v", c.some, c.others, c.want)
		}
	}
	boots := [][]string{{"steel", "boot", "vs", "rental"}, {"steel", "boot", "exampl"}, {"how", "repair", "boot", "sole"}}
	if !haveSameIntent(boots[0], boots[1], true) || haveSameIntent(boots[0], boots[1], false) || haveSameIntent(boots[0], boots[2], true) {
		t.Error("a guide answers what is asked about its subject, and nothing else")
	}
}

func TestTheSlugOfAPageIsItsLastSegment(t *testing.T) {
	t.Parallel()
	for page, want := range map[string]string{
		"https://example.com/shop/hiking-boots.html?color=2": "hiking-boots", "https://example.com/caf%C3%A9-paris/": "café-paris",
		"https://example.com/": "", "https://example.com": "",
	} {
		if got := slugOf(page); got != want {
			t.Errorf("%s: %q", page, got)
		}
	}
}

// Queries that extend one two-word subject are one task if it is itself a query or the page's slug.
func TestQueriesThatAddToAThirdOneAreOneTask(t *testing.T) {
	t.Parallel()
	of := func(stems ...string) opportunity { return opportunity{query: strings.Join(stems, " "), stems: stems} }
	for name, c := range map[string]struct {
		queries []opportunity
		slug    []string
		want    int
	}{
		"a subject of two words":        {[]opportunity{of("hik", "boot", "small", "feet"), of("hik", "boot", "warranty"), of("hik", "boot")}, nil, 1},
		"a subject of one word":         {[]opportunity{of("boot", "small", "feet"), of("boot", "warranty", "claim"), of("boot")}, []string{"boot"}, 2},
		"nobody searches their subject": {[]opportunity{of("hik", "boot", "small", "feet"), of("hik", "boot", "warranty", "claim")}, []string{"hik", "pole"}, 2},
		"the page is about it":          {[]opportunity{of("hik", "boot", "small", "feet"), of("hik", "boot", "warranty", "claim")}, []string{"hik", "boot"}, 1},
	} {
		if got := mainQueries(c.queries, c.slug); len(got) != c.want {
			t.Errorf("%s: %d tasks", name, len(got))
		}
	}
}
