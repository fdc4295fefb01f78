package keywordopportunity

import (
	"math"
	"slices"
	"testing"

	"upslope/analytics/facts"
)

// category is a query of a category page about tents.
func category(query string, change map[string]any) map[string]any {
	r := row(query, map[string]any{
		"page_title": "Tents: Compare and Buy | Example", "page_heading": "Tents", "pages_below": 12., "main_query_of_page": "tents", "competitors": []string{"msrgear.com", "tents.com"},
	})
	for column, value := range change {
		r[column] = value
	}
	return r
}

func TestOnlyQueriesThatThePageCanAnswerAreItsOpportunity(t *testing.T) {
	t.Parallel()
	for query, want := range map[string]string{
		"tents": "reach", "cheap tents": "reach", "waterproof tents": "reach", "best tents": "page", "how to pitch a tent": "page", "2 person tent": "page",
		"tent reviews": "", "tents near me": "", "msrgear tents": "", "tents login": "", "family tents": "reach",
	} {
		got := judged(t, category(query, nil))
		if want == "" && len(got) != 0 || want != "" && (len(got) != 1 || got[0]["text"] != want) {
			t.Errorf("%q: %v, want %q", query, got, want)
		}
	}
	if got := judged(t, category("best tents", map[string]any{"showing": []string{"https://example.com/guides/best-tents"}})); len(got) != 0 {
		t.Errorf("a guide of the site is there for it: %v", got)
	}
	if got := judged(t, category("tents near me", map[string]any{"page": "https://example.com/stores/berlin"})); len(got) != 1 {
		t.Errorf("a store page answers it: %v", got)
	}
	if got := judged(t, category("tents amazon", map[string]any{"intents": []string{"navigational"}})); len(got) != 0 {
		t.Errorf("they look for another site: %v", got)
	}
}

func TestWhatThePageCannotAnswerIsNotInItsValue(t *testing.T) {
	t.Parallel()
	got := judged(t, category("tents", nil), category("tents near me", nil), category("best tents", nil), category("cheap tents", nil))
	if len(got) != 2 || got[0]["query"] != "cheap tents" && got[0]["query"] != "tents" {
		t.Fatalf("%v", got)
	}
	if mid := facts.Number(got[0], "value_mid"); math.Abs(mid-2*10_000*(.1/3-.02)) > 1 {
		t.Errorf("%v clicks, want those of two queries", mid)
	}
}

func TestATitleKeepsTheMainQueryOfItsPage(t *testing.T) {
	t.Parallel()
	boots := func(title, query, main string, below float64) map[string]any {
		return map[string]any{"page": "https://example.com/boots", "query": query, "page_title": title, "page_heading": "Hiking Boots", "main_query_of_page": main, "pages_below": below}
	}
	for _, c := range []struct {
		name   string
		change map[string]any
		want   string
	}{
		{"a category is not narrowed", boots("Hiking Boots: Compare and Buy | Example", "waterproof hiking boots", "hiking boots", 9), ""},
		{"nor where most people search for less", boots("Hiking Boots: Compare and Buy | Example", "waterproof hiking boots", "waterproof hiking boots", 9), ""},
		{"more than one word more is a section", boots("Hiking Boots | Example", "hiking boots for winter", "hiking boots", 9), ""},
		{"any other page is not narrowed", boots("Hiking Boots | Example", "waterproof hiking boots", "hiking boots", 0), ""},
		{"a category is not the best", boots("Hiking Boots | Example", "best hiking boots", "hiking boots", 9), ""},
		{"no price in a title", boots("Hiking Boots | Example", "cheap hiking boots", "hiking boots", 9), ""},
		{"another subject", boots("Hiking Boots | Example", "winter gloves", "hiking boots", 9), ""},
		{"a title that says nothing", boots("Products | Example", "hiking boots", "hiking boots", 9), "Hiking Boots | Example"},
		{"a title without the main query", boots("Shop 4711 of Example", "leather boots", "leather boots", 0), "Leather Boots: Shop 4711 of Example"},
		{"what does not fit is not proposed", boots("The Very Long Title of a Page that Says a Lot of Other Things", "leather boots", "leather boots", 0), ""},
	} {
		got := judged(t, row("boots", c.change))
		if len(got) != 1 || got[0]["text"] == "reach" && got[0]["proposed_title"] != c.want {
			t.Errorf("%s: %v, want %q", c.name, got, c.want)
		}
	}
}

func TestAnOpportunityHasAtMostFiveSteps(t *testing.T) {
	t.Parallel()
	all := category("waterproof tents", map[string]any{
		"other_pages": nil, "showing": []string{"https://example.com/a"}, "lcp_of_page": 4400., "usual_links": 9., "links_to_page": 2., "clicks_of_window": 60., "ai_overview": true, "impressions_of_month": 40_000., "expected_rate": .01,
		"further_down": []map[string]string{{"query": "family tents in winter", "position": "24", "impressions": "300"}},
	})
	if steps := stepsOf(judged(t, all)[0]); steps > 5 || steps < 3 {
		t.Errorf("%d steps", steps)
	}
	all["difficulty"] = 90.
	got := judged(t, all)[0]
	if steps := stepsOf(got); steps > 5 || got["earn_links"] != true {
		t.Errorf("%d steps of a difficult query: %v", steps, got)
	}
	all["showing"] = []string{"https://example.com/gear/waterproof-tents"}
	got = judged(t, all)[0]
	if steps := stepsOf(got); steps > 5 || got["namesake"] == "" {
		t.Errorf("%d steps where another page's address has the query: %v", steps, got)
	}
}

// stepsOf counts the lines that the text of an opportunity within reach has.
func stepsOf(row map[string]any) (steps int) {
	for _, column := range []string{"check_title", "check_sections", "change_heading", "earn_links", "low_ctr", "is_slow", "ai_overview"} {
		if row[column] == true {
			steps++
		}
	}
	if row["add_section"] == true || len(facts.Texts(row, "headings_to_add")) > 0 {
		steps++
	}
	for _, column := range []string{"tools", "dated", "reviews", "wishes", "other_pages"} {
		if len(facts.Texts(row, column)) > 0 {
			steps++
		}
	}
	if subjects, _ := row["other_subjects"].([]map[string]string); len(subjects) > 0 {
		steps++
	}
	if row["proposed_title"] != "" {
		steps++
	}
	if row["namesake"] != "" {
		steps += 2
	}
	return steps
}

func TestASearchInTheAddressOfAnotherPageIsNotWrittenIntoThisOne(t *testing.T) {
	t.Parallel()
	shown := func(others ...string) map[string]any {
		got := judged(t, row("ergonomic chair", map[string]any{
			"page": "https://example.com/product/headphones", "page_title": "Headphones | Example", "page_heading": "Headphones", "main_query_of_page": "ergonomic chair", "showing": others, "difficulty": 90.,
		}))
		if len(got) != 1 {
			t.Fatalf("%v", got)
		}
		return got[0]
	}
	const named = "https://example.com/category/ergonomic-chairs"
	if got := shown(named, "https://example.com/stories"); got["namesake"] != named || got["add_section"] == true || got["needs_links"] == true || got["proposed_title"] != "" || len(facts.Texts(got, "other_pages")) > 0 {
		t.Errorf("%v", got)
	}
	for _, column := range []string{"headings_to_add", "tools", "dated", "wishes"} {
		if got := shown(named); len(facts.Texts(got, column)) > 0 || got["earn_links"] == true {
			t.Errorf("asks for %s: %v", column, got)
		}
	}
	if got := shown("https://example.com/category/chairs"); got["namesake"] != "" || got["add_section"] != true && got["proposed_title"] == "" {
		t.Errorf("an address that lacks a word is about something else: %v", got)
	}
}

func TestASectionIsAskedForOnlyWhereTextAnswersTheSearch(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ folder, query, column string }{
		{"guides", "residential flooring calculator", "tools"},
		{"guides", "free online flooring pattern generator", "tools"},
		{"guides", "residential flooring 2026", "dated"},
		{"guides", "residential flooring 2027", "dated"},
		{"guides", "residential flooring for stairs", ""},
		{"category", "graphing calculator", ""},
		{"category", "diesel generators", ""},
		{"guides", "diesel generators", ""},
		{"product", "catalytic converter", ""},
		{"guides", "windows server 2019", ""},
		{"guides", "ford focus 2015", ""},
		{"guides", "inverter 2000 watt", ""},
	} {
		got := judged(t, row(c.query, map[string]any{
			"page": "https://example.com/" + c.folder + "/flooring", "page_title": "Flooring: what to know before you decide", "page_heading": "Flooring", "main_query_of_page": "flooring",
		}))
		if len(got) != 1 {
			t.Fatalf("%s: %v", c.query, got)
		}
		for _, name := range []string{"tools", "dated"} {
			if has := slices.Equal(facts.Texts(got[0], name), []string{c.query}); has != (name == c.column) {
				t.Errorf("%s: %s is %v", c.query, name, got[0][name])
			}
		}
		if adds := got[0]["add_section"] == true; adds != (c.column == "") {
			t.Errorf("%s: section %v", c.query, adds)
		}
	}
}

func TestWithoutItsContentAnOpportunityTakesLessWork(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		change map[string]any
		earns  bool
		effort int
	}{
		"a description is left": {map[string]any{"low_ctr": true}, false, 2},
		"a far way is left":     {map[string]any{"low_ctr": true, "is_far": true}, false, 3},
		"a section is left":     {map[string]any{"low_ctr": true, "headings_to_add": []string{"tents for winter"}}, false, 3},
		"nothing else is left":  {nil, true, 4},
		"a title is to compare": {map[string]any{"low_ctr": true, "check_title": true}, false, 2},
		"one of a gap":          {map[string]any{"text": "gap", "low_ctr": true}, false, 4},
	} {
		row := map[string]any{"text": "reach", "effort_class": 4}
		for column, value := range c.change {
			row[column] = value
		}
		Settle(row)
		if (row["earn_links"] == true) != c.earns || row["effort_class"] != c.effort {
			t.Errorf("%s: %v", name, row)
		}
	}
}
