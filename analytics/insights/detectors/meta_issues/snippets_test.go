package metaissues

import (
	"maps"
	"strings"
	"testing"
)

func TestDescriptionsEndWithASentence(t *testing.T) {
	t.Parallel()
	const filler = " And then there is more that nobody sees in search results, since it is cut off right there, at the very end of the line."
	for name, c := range map[string]struct{ description, want string }{
		"whole sentences stay":          {"A sentence about tents that is as long as half of the room that results have for one." + filler, "A sentence about tents that is as long as half of the room that results have for one."},
		"part of one is no description": {"Located in Gallatin, this premier new home community features modern, open floor plans, a pool, a park and trails, close to schools, shops and the lake, for every family.", ""},
		"nor is a sentence too short":   {"New homes." + strings.ReplaceAll(filler, ",", " and so on and so on,"), ""},
		"an abbreviation ends none":     {"Homes by the builder of St. Louis and of the U.S. that people have trusted for more than forty years, with a pool, a park and trails, close to schools and shops.", ""},
		"other scripts end theirs":      {"この商品は軽くて丈夫なテントで、二人用としても四人用としても使えます。雨の日でも安心して過ごせるように、防水加工を施しています。さらに、収納袋が付いているので、持ち運びも簡単で便利です。", "この商品は軽くて丈夫なテントで、二人用としても四人用としても使えます。雨の日でも安心して過ごせるように、防水加工を施しています。"},
	} {
		if got, ok := proposeDescription(page{description: c.description}, "long_description"); got != c.want || ok != (c.want != "") {
			t.Errorf("%s: %q", name, got)
		}
	}
}

func TestTheHeadingThatNamesThePageIsKept(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		issue string
		page  page
		want  string
	}{
		"the first":                            {"several_h1", page{url: "https://example.com/lake-tents", heading: "Lake tents", secondHeading: "Newsletter"}, "Lake tents"},
		"the second, where the first is a box": {"several_h1", page{url: "https://example.com/tarentella", heading: "Recent Projects", secondHeading: "Tarentella"}, "Tarentella"},
		"not the site's name":                  {"several_h1", page{url: "https://example.com/example-tents", heading: "Example", secondHeading: "Tents"}, "Tents"},
		"not one that other pages have":        {"several_h1", page{url: "https://example.com/lake-tents", heading: "Tents", pagesWithHeading: 9, secondHeading: "Lake tents"}, "Lake tents"},
		"none where both could":                {"several_h1", page{url: "https://example.com/lake-tents", heading: "Lake tents", secondHeading: "Tents for lakes"}, ""},
		"a missing one is the title's start":   {"missing_h1", page{title: "Camping stoves - Buy Online at the Best Price | Example"}, "Camping stoves"},
		"not of a title that others share":     {"missing_h1", page{title: "Camping stoves - Buy Online | Example", pagesWithTitle: 2}, ""},
		"nor of the site's name":               {"missing_h1", page{title: "Example | Example"}, ""},
	} {
		in := newTitleContext(c.issue, suffix, []page{c.page})
		if got, ok := proposeHeading(c.page, c.issue, in); got != c.want || ok != (c.want != "") {
			t.Errorf("%s: %q", name, got)
		}
	}
}

func TestWordsAgreeAcrossScriptsAndForms(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		a, b string
		want bool
	}{
		{"Асфальтоукладчики", "asfaltoukladchik", true},
		{"Zelte für Familien", "familien zelte", true},
		{"Crème brûlée", "creme-brulee", true},
		{"登山靴のおすすめ", "登山靴", true},
		{"Hiking boots", "kayaks", false},
		{"the of in", "in of", false},
		{"Fitness", "Whey Protein: Las 5 preguntas", false},
	} {
		if got := sharesWord(c.a, c.b); got != c.want {
			t.Errorf("%s and %s: %v", c.a, c.b, got)
		}
	}
}

func TestTheAddressNamesAPageWhereItsTitleIsSharedAndNoOtherHasTheName(t *testing.T) {
	t.Parallel()
	pages := []page{
		{url: "https://example.com/about", title: "Book your doctor", pagesWithTitle: 9},
		{url: "https://example.com/blog/cardiology", title: "Book your doctor", pagesWithTitle: 9},
		{url: "https://example.com/doctors/cardiology", title: "Book your doctor", pagesWithTitle: 9},
		{url: "https://example.com/events/past", title: "Book your doctor", pagesWithTitle: 9},
		{url: "https://example.com/guides/general-surgery", title: "Book your doctor", pagesWithTitle: 9},
		{url: "https://example.com/guides/sleep", title: "How to sleep well", pagesWithTitle: 1},
		{url: "https://example.com/product/vintage-backpack", title: "Vintage backpack: compared and explained", pagesWithTitle: 1},
		{url: "https://example.com/news/7", title: "Spring: what is new", pagesWithTitle: 1},
		{url: "https://example.com/guides/tents", title: "Camping: all about tents", pagesWithTitle: 1},
	}
	in := newTitleContext("missing_h1", suffix, pages)
	for i, want := range []string{"About", "", "", "", "General Surgery", "How to sleep well", "Vintage backpack", "Spring: what is new", "Camping: all about tents"} {
		if got, _ := proposeHeading(pages[i], "missing_h1", in); got != want {
			t.Errorf("%s: %q, want %q", pages[i].url, got, want)
		}
	}
}

// The home page's heading is what its title says beside the brand, not a slogan.
func TestTheHomePageIsHeadedByItsTitle(t *testing.T) {
	t.Parallel()
	for title, want := range map[string]string{
		"Game reviews, guides and news | Example": "Game reviews, guides and news", "Example | Games": "", "Welcome to our shop | Example": "",
	} {
		p := page{url: "https://example.com/", title: title, pagesWithTitle: 1}
		if got, _ := proposeHeading(p, "missing_h1", newTitleContext("missing_h1", " | Example", []page{p})); got != want {
			t.Errorf("%q: %q, want %q", title, got, want)
		}
	}
}

// As of a title: the folder of the others keeps it, though the address of one of these names it.
func TestASharedDescriptionIsOfThePageAboveTheOthers(t *testing.T) {
	t.Parallel()
	const (
		labs = "Labs about networking, from the first connection to a whole data center, step by step."
		home = "All that we do for the people who run networks, and how to begin with it today."
	)
	in := newTitleContext("duplicate_description", "", []page{
		{url: "https://example.com/labs/networking", description: labs}, {url: "https://example.com/labs", description: labs}, {url: "https://example.com/events", description: home},
		{url: "https://example.com/", description: home}, {url: "https://example.com/a", description: "Nothing of an address."}, {url: "https://example.com/b"},
		{url: "https://example.com/short", description: "Short, as the address says."},
	})
	want := map[string]string{strings.ToLower(labs): "https://example.com/labs", strings.ToLower(home): "https://example.com/"}
	if !maps.Equal(in.owners, want) {
		t.Errorf("%v, want %v", in.owners, want)
	}
}
