package cannibalization

import (
	"math"
	"testing"
	"time"

	"upslope/analytics/facts"
)

func parameters() map[string]any {
	curve := make([]float64, 401) // 10% at position 1, 1/n of it at position n
	for i := range curve {
		curve[i] = .1 / (1 + float64(i)/20)
	}
	return map[string]any{
		"ctr": curve, "dispersion": 1., "prior": int64(0), "month_days": 30., "days": int64(60), "gsc_to": time.Date(2026, 11, 18, 0, 0, 0, 0, time.UTC),
		"min_pages": 1.5, "min_active_days": int64(14), "min_flips": .15, "min_impressions": int64(300), "min_position": int64(3), "max_position": int64(30),
		"max_together": .5, "min_share_of_page": .1, "places": int64(3), "places_on_page": int64(2), "fix_on_page": .3, "fix_by_links": .2, "places_at_top": 1.5, "places_low": .35, "places_high": 2.4, "usual_flips": .1, "fix": .4, "goes_share": .5,
		"min_gain": int64(5), "shown_pages": int64(1), "max_insights": int64(10),
	}
}

// row is a query whose two pages at position 4 take turns every other day, clicked as the curve has it: 2.5%.
func row(change map[string]any) map[string]any {
	r := map[string]any{
		"query": "tents", "clicks_of_query": 250., "impressions_of_query": 10_000., "expected_of_query": 250., "share_of_language": 1.,
		"impressions_of_pages": 11_000., "pages": uint64(3), "effective_pages": 2., "best_place": 4., "largest_share_of_page": .6, "days_active": uint64(21),
		"flips": uint64(10), "languages": uint64(1), "countries": uint64(0), "pages_for_all_countries": uint64(2), "pages_about_it": uint64(0),
		"page_urls": []string{"https://example.com/a", "https://example.com/b", "https://example.com/c"}, "page_titles": []string{"A", "B of tents", "C"}, "page_headings": []string{"A", "B", "C"},
		"shares_of_pages": []float64{.9, .6, .1}, "shares_of_query": []float64{.5, .4, .1}, "clicks_of_pages": []float64{50, 40, 10}, "places_of_pages": []float64{6.2, 7, 11}, "conversions_of_first": 0., "days_read": uint64(60),
	}
	for column, value := range change {
		r[column] = value
	}
	return r
}

func TestOnlyPagesThatCompeteAreFound(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		change map[string]any
		want   bool
	}{
		"two pages that take turns":                      {nil, true},
		"one page that has nearly all":                   {map[string]any{"effective_pages": 1.4}, false},
		"a query with few active days":                   {map[string]any{"days_active": uint64(13)}, false},
		"a leader that hardly changes":                   {map[string]any{"flips": uint64(2)}, false},
		"few impressions in the pages' language":         {map[string]any{"share_of_language": .02}, false},
		"a position that is good already":                {map[string]any{"best_place": 2.}, false},
		"a position too far down":                        {map[string]any{"best_place": 31.}, false},
		"pages that are shown at once":                   {map[string]any{"impressions_of_pages": 16_000.}, false},
		"pages that live on other queries":               {map[string]any{"largest_share_of_page": .05}, false},
		"pages in two languages":                         {map[string]any{"languages": uint64(2)}, false},
		"pages for two countries":                        {map[string]any{"countries": uint64(2), "pages_for_all_countries": uint64(0)}, false},
		"pages for two countries, beside one for all":    {map[string]any{"countries": uint64(2)}, true},
		"a query whose clicks would not rise by a place": {map[string]any{"expected_of_query": 1000., "clicks_of_query": 1000.}, false},
	} {
		got, err := Judge(parameters(), []map[string]any{row(c.change)})
		if err != nil || (len(got) == 1) != c.want {
			t.Errorf("%s: %v, %v", name, got, err)
		}
	}
}

func TestOnePageGainsPositions(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ best, clicks, want float64 }{
		{4, 250, 5000 * (.1/2.5 - .025)}, // from 2.5% to the rate of position 2.5
		{10, 100, 5000 * (.1/7 - .01)},   // from 1% to that of position 7
	} {
		best, want := c.best, c.want
		r := row(map[string]any{"best_place": c.best, "expected_of_query": c.clicks, "clicks_of_query": c.clicks})
		got, err := Judge(parameters(), []map[string]any{r})
		if err != nil || len(got) != 1 || math.Abs(facts.Number(r, "value_mid")-want) > .01*want {
			t.Errorf("from position %v: %v, %v, want %v", best, r["value_mid"], err, want)
		}
		if low, high := facts.Number(r, "value_low"), facts.Number(r, "value_high"); low >= want || high <= want {
			t.Errorf("%v to %v around %v", low, high, want)
		}
	}
}

func TestThePageToKeepHasAReasonAndTheOthersAFate(t *testing.T) {
	t.Parallel()
	for want, change := range map[string]map[string]any{
		"it gets the most clicks":   nil,
		"its visitors convert most": {"conversions_of_first": 3.},
		"only its title names it":   {"pages_about_it": uint64(1), "conversions_of_first": 3., "page_titles": []string{"Tents", "B", "C"}},
	} {
		r := row(change)
		if _, err := Judge(parameters(), []map[string]any{r}); err != nil || r["keep_reason"] != want || r["keep"] != "https://example.com/a" {
			t.Errorf("%v, %v, want %s", r["keep_reason"], err, want)
		}
	}
	params, r := parameters(), row(map[string]any{"days_read": uint64(58)})
	params["shown_pages"] = int64(5)
	if _, err := Judge(params, []map[string]any{r}); err != nil {
		t.Fatal(err)
	}
	others := r["others"].([]map[string]string)
	if len(others) != 2 || others[0]["goes"] != "yes" || others[0]["share"] != "40" || others[1]["goes"] != "" || r["flip_percent"] != 50. {
		t.Errorf("%v", r)
	}
	if r["window"] != "September 20, 2026 to November 18, 2026; 2 of 60 days are missing" {
		t.Errorf("%v", r["window"])
	}
}

// A kept guide that takes clicks from a product page links to it.
func TestAGuideThatIsKeptLinksToThePageThatSells(t *testing.T) {
	t.Parallel()
	for want, urls := range map[string][]string{
		"https://example.com/sleeping-bags": {"https://example.com/guides/winter-bags", "https://example.com/sleeping-bags"},
		"":                                  {"https://example.com/guides/winter-bags", "https://example.com/guides/bags"},
	} {
		if got := sellingPage(urls, []map[string]string{{"url": urls[1], "goes": ""}}); got != want {
			t.Errorf("%v: %q", urls, got)
		}
	}
	if got := sellingPage([]string{"https://example.com/sleeping-bags", "https://example.com/tents"}, []map[string]string{{"url": "https://example.com/tents"}}); got != "" {
		t.Errorf("a category that is kept: %q", got)
	}
}

func TestAQueryForATypeOfProductIsNotFocusedOnOneProduct(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		query string
		urls  []string
		keep  string // "" for no finding
		title string // of the second page
	}{
		"listings of a folder":           {"blue tent", []string{"https://example.com/listing/a", "https://example.com/listing/b", "https://example.com/listing/c"}, "", ""},
		"the category beside it":         {"4 season tents", []string{"https://example.com/tents/orrin-4-season", "https://example.com/tents", "https://example.com/tents/fell"}, "https://example.com/tents", "4-season tents"},
		"a category of all tents":        {"4 season tents", []string{"https://example.com/tents/orrin-4-season", "https://example.com/tents", "https://example.com/tents/fell"}, "https://example.com/tents/orrin-4-season", "Tents"},
		"products alone":                 {"4 season tents", []string{"https://example.com/tents/orrin-4-season", "https://example.com/tents/fell-4-season", "https://example.com/tents/skye"}, "", ""},
		"the product's own name":         {"orrin 4 season tent", []string{"https://example.com/tents/orrin-4-season", "https://example.com/tents", "https://example.com/tents/fell"}, "https://example.com/tents/orrin-4-season", ""},
		"guides are no products":         {"4 season tents", []string{"https://example.com/guides/winter", "https://example.com/guides/snow", "https://example.com/guides/ice"}, "https://example.com/guides/winter", ""},
		"a page of a country is no item": {"4 season tents", []string{"https://example.com/de-at/a", "https://example.com/de-at/b", "https://example.com/de-at/c"}, "https://example.com/de-at/a", ""},
	} {
		got, err := Judge(parameters(), []map[string]any{row(map[string]any{"query": c.query, "page_urls": c.urls, "page_titles": []string{"A", c.title, "C"}})})
		if err != nil || (len(got) == 1) != (c.keep != "") || len(got) == 1 && got[0]["keep"] != c.keep {
			t.Errorf("%s: %v, %v, want %s", name, got, err, c.keep)
			continue
		}
		if name == "the category beside it" {
			for _, other := range got[0]["others"].([]map[string]string) {
				if other["goes"] != "" {
					t.Errorf("a product is redirected to its category: %v", other)
				}
			}
		}
	}
}

func TestTheReasonToKeepAPageIsWhatNamesTheSearch(t *testing.T) {
	t.Parallel()
	const other = "https://example.com/gear/18"
	for _, c := range []struct{ page, title, other, otherTitle, want string }{
		{"https://example.com/gear/sleeping-bags", "", other, "", "its URL matches the search"},
		{"https://example.com/gear/sleeping-bags-for-winter", "", other, "", "its URL names it"},
		{"https://example.com/gear/17", "Sleeping bag", other, "Tents", "only its title names it"},
		{"https://example.com/gear/17", "Sleeping bag", other, "Sleeping bags", "its title names it"},
		{"https://example.com/gear/17", "Sleeping bag", "https://example.com/sleeping/bags", "", "its title names it"},
		{"https://example.com/gear/bags", "For sleeping", other, "Tents", "only its URL and title name it"},
		{"https://example.com/gear/bags", "For sleeping", other, "Sleeping bags", "its URL and title name it"},
	} {
		if got := naming("sleeping bag", []string{c.page, c.other}, []string{c.title, c.otherTitle}); got != c.want {
			t.Errorf("%s, %q beside %q: %s, want %s", c.page, c.title, c.otherTitle, got, c.want)
		}
	}
}

func TestAPageIsOnlyRedirectedIfItIsAboutTheQuery(t *testing.T) {
	t.Parallel()
	for title, want := range map[string]string{"Hillside drainage": "", "Tents": "", "Camping tents for a family": "yes", "Tents, family size": "yes", "": ""} {
		r := row(map[string]any{"query": "family tents", "page_titles": []string{"Outdoors", title, "C"}})
		if _, err := Judge(parameters(), []map[string]any{r}); err != nil || r["others"].([]map[string]string)[0]["goes"] != want {
			t.Errorf("%q: %v, %v", title, r["others"], err)
		}
	}
}

// Without a redirect, nothing but a title, a section and links carries the page: two places, as for any
// other.
func TestOnePageGainsThreePlacesOnlyByARedirect(t *testing.T) {
	t.Parallel()
	merged, apart := row(map[string]any{"best_place": 10., "expected_of_query": 100., "clicks_of_query": 100.}), row(map[string]any{
		"best_place": 10., "expected_of_query": 100., "clicks_of_query": 100., "shares_of_pages": []float64{.9, .2, .1},
	})
	if _, err := Judge(parameters(), []map[string]any{merged, apart}); err != nil {
		t.Fatal(err)
	}
	if merged["target_position"] != 7. || apart["target_position"] != 8. || facts.Number(merged, "probability_fix") <= facts.Number(apart, "probability_fix") {
		t.Errorf("to %v and %v at %v and %v", merged["target_position"], apart["target_position"], merged["probability_fix"], apart["probability_fix"])
	}
	others, _ := apart["others"].([]map[string]string)
	if apart["keep_stands"] != "50 clicks at #6.2" || others[0]["stands"] != "40 clicks at #7" {
		t.Errorf("%v, %v", apart["keep_stands"], others)
	}
}

// A category of all tents does not answer “4 season tents” better than the one product that is one.
func TestAProductStaysBesideACategoryOfMore(t *testing.T) {
	t.Parallel()
	const product, category = "https://example.com/tents/orrin-4-season", "https://example.com/tents"
	for name, c := range map[string]struct {
		third, heading string
		broad          string
		isSeveral      bool
		target         float64
	}{
		"one product":                 {"https://example.com/guides/snow", "Tents", category, false, 8},
		"two of them":                 {"https://example.com/tents/fell", "Tents", category, true, 8},
		"a category about the search": {"https://example.com/tents/fell", "Our 4-season tent range", "", false, 8},
	} {
		r := row(map[string]any{
			"query": "4 season tents", "best_place": 10., "expected_of_query": 100., "clicks_of_query": 100., "page_urls": []string{product, category, c.third},
			"page_titles": []string{"Orrin", "Tents", "C"}, "page_headings": []string{"Orrin", c.heading, "C"},
		})
		got, err := Judge(parameters(), []map[string]any{r})
		if err != nil || len(got) != 1 {
			t.Fatalf("%s: %v, %v", name, got, err)
		}
		if r["broad_category"] != c.broad || r["has_several"] != c.isSeveral || r["target_position"] != c.target || r["others"].([]map[string]string)[0]["goes"] != "" {
			t.Errorf("%s: %v, %v, to %v, %v", name, r["broad_category"], r["has_several"], r["target_position"], r["others"])
		}
		if byLinks := r["is_linked_only"] == true; byLinks != (name == "one product") || byLinks != (r["probability_fix"] == .2) {
			t.Errorf("%s: by links alone %v, at %v", name, byLinks, r["probability_fix"])
		}
	}
}
