package keywordopportunity

import (
	"testing"

	"upslope/analytics/facts"
)

// seldomClicked is a query of a page whose title names it and gets too few clicks.
func seldomClicked(t *testing.T, query string, change map[string]any) map[string]any {
	t.Helper()
	columns := map[string]any{"place": 2., "expected_rate": .05, "is_in_reach": false, "has_gap": true, "page_heading": "", "main_query_of_page": query, "has_categories": 1.}
	for column, value := range change {
		columns[column] = value
	}
	got := judged(t, row(query, columns))
	if len(got) != 1 || got[0]["text"] != "gap" {
		t.Fatalf("%s: %v", query, got)
	}
	return got[0]
}

func TestAClauseIsNotCutWithinANumber(t *testing.T) {
	t.Parallel()
	for description, want := range map[string]string{
		"For all trips. From $19.99, free returns. Ask us.": "Tents: From $19.99, free returns",
		"Set up by 10:30 every day! For all trips.":         "Tents: Set up by 10:30 every day",
		"For all trips – from 20–30 grams for each peg":     "Tents: from 20–30 grams for each peg",
		"For all trips.": "",
	} {
		got := seldomClicked(t, "tents", map[string]any{"page_title": "Tents", "page_description": description})
		if got["proposed_title"] != want {
			t.Errorf("%q: %q, want %q", description, got["proposed_title"], want)
		}
	}
}

func TestEnglishTitlesAreProposedOnlyForEnglishPagesOfShops(t *testing.T) {
	t.Parallel()
	const kayak, kayaks, models, delivery = "Folding kayak: all you need", "Folding kayaks: facts", "Folding kayaks: [number] models from [price]", "Folding kayak: [price], [days] delivery"
	for name, c := range map[string]struct {
		query  string
		change map[string]any
		want   string
	}{
		"a product":                        {"folding kayak", map[string]any{"page": "https://example.com/product/kayak", "page_title": kayak}, delivery},
		"a category":                       {"folding kayaks", map[string]any{"page": "https://example.com/category/kayaks", "page_title": kayaks}, models},
		"a category by what is below it":   {"folding kayaks", map[string]any{"page": "https://example.com/kayaks", "page_title": kayaks, "pages_below": 9.}, models},
		"an English page":                  {"folding kayaks", map[string]any{"page": "https://example.com/category/kayaks", "page_title": kayaks, "page_language": "en-gb"}, models},
		"a German page":                    {"folding kayaks", map[string]any{"page": "https://example.com/category/kayaks", "page_title": kayaks, "page_language": "de"}, ""},
		"a page with letters of another":   {"faltboot", map[string]any{"page": "https://example.com/category/boote", "page_title": "Faltboot: für alle"}, ""},
		"a title without the query":        {"canoe", map[string]any{"page": "https://example.com/category/boats", "page_title": "Boats: facts"}, ""},
		"a product of software":            {"kanban board", map[string]any{"page": "https://example.com/product/kanban", "page_title": "Kanban board: all you need", "has_categories": 0.}, ""},
		"treatments with pages below them": {"dental implants", map[string]any{"page": "https://example.com/treatments/implants", "page_title": "Dental implants: facts", "pages_below": 9.}, ""},
		"a guide of software":              {"kanban board", map[string]any{"page": "https://example.com/guide/kanban", "page_title": "Kanban board: facts", "has_categories": 0.}, "Kanban board: [number] steps and [number] mistakes to avoid"},
	} {
		if got := seldomClicked(t, c.query, c.change); facts.Text(got, "title_pattern") != c.want {
			t.Errorf("%s: %q, want %q", name, got["title_pattern"], c.want)
		}
	}
}

func TestAPageOfTwoKindsGetsTheSameMarkupEachTime(t *testing.T) {
	t.Parallel()
	for range 50 {
		if got := markup(map[string]any{"page": "https://example.com/events/recipes/soup"}); got != "Recipe" {
			t.Fatalf("%s", got)
		}
	}
}
