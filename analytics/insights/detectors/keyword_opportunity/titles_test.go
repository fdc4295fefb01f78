package keywordopportunity

import (
	"testing"
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

func TestAPageOfTwoKindsGetsTheSameMarkupEachTime(t *testing.T) {
	t.Parallel()
	for range 50 {
		if got := markup(map[string]any{"page": "https://example.com/events/recipes/soup"}); got != "Recipe" {
			t.Fatalf("%s", got)
		}
	}
}

func TestATitleThatLacksOneWordOfItsSearchIsToldIt(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ query, title, want string }{
		{"umbrella vs rental", "Umbrella: compared and explained", "rental"},
		{"umbrella rental", "Umbrella rental: compared and explained", ""},
		{"cheap umbrella", "Umbrella: compared and explained", ""},            // a wish
		{"umbrella rental insurance", "Umbrella: compared and explained", ""}, // another subject
	} {
		if got := seldomClicked(t, c.query, map[string]any{"page_title": c.title}); got["missing_word"] != c.want {
			t.Errorf("%s: %q", c.query, got["missing_word"])
		}
	}
}
