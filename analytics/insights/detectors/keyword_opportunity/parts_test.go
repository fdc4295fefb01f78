package keywordopportunity

import (
	"maps"
	"slices"
	"testing"

	"upslope/analytics/facts"
)

func TestPricesAreAskedForOnlyWhereNoneAreShown(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		folder, description string
		want                []string
	}{
		{"docs", "How invoices are sent.", []string{"invoicing price"}},
		{"guides", "Invoices from $89 a month.", []string{}},
		{"guides", "Faktury od 89 zł.", []string{}},
		{"product", "", []string{}},
		{"category", "", []string{}},
	} {
		page := map[string]any{
			"page": "https://example.com/" + c.folder + "/invoicing", "page_title": "Invoicing | Example", "page_heading": "Invoicing", "main_query_of_page": "invoicing",
			"page_description": c.description, "impressions_of_month": 90_000.,
		}
		cheap := maps.Clone(page)
		cheap["impressions_of_month"] = 50_000.
		got := judged(t, row("invoicing", page), row("invoicing price", cheap))
		if len(got) != 1 || !slices.Equal(facts.Texts(got[0], "wishes"), c.want) {
			t.Errorf("%s: %v", c.folder, got)
		}
		if got := judged(t, row("invoicing price", cheap)); !slices.Equal(facts.Texts(got[0], "wishes"), c.want) {
			t.Errorf("%s, the search of the page itself: %v", c.folder, got)
		}
	}
}

func TestASearchThatBringsAlmostNothingGetsNoWordsOfItsOwn(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		query                 string
		impressions           float64
		hasSection, asksPrice bool
	}{
		{"invoicing checklist", 50_000, true, false},
		{"invoicing checklist", 500, false, false},
		{"invoicing price", 50_000, false, true},
		{"invoicing price", 500, false, false},
	} {
		page := map[string]any{
			"page": "https://example.com/guides/invoicing", "page_title": "Invoicing | Example", "page_heading": "Invoicing", "main_query_of_page": "invoicing",
			"page_description": "How invoices are sent.", "impressions_of_month": 90_000.,
		}
		other := maps.Clone(page)
		other["impressions_of_month"] = c.impressions
		params := parameters()
		params["section_share"] = .1
		got, err := Judge(params, []map[string]any{row("invoicing", page), row(c.query, other)})
		if err != nil || len(got) != 1 || (len(facts.Texts(got[0], "headings_to_add")) > 0) != c.hasSection || (len(facts.Texts(got[0], "wishes")) > 0) != c.asksPrice {
			t.Errorf("%s with %.0f impressions: %v, %v", c.query, c.impressions, got, err)
		}
	}
}

func TestWhatAPageThatSellsCannotExplainIsAGuideOfItsOwn(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ folder, query, text, column string }{
		{"product", "modular wallet explained", "page", ""},
		{"product", "modular wallet vs rental", "page", ""},
		{"product", "modular wallet types", "page", ""},
		{"product", "modular wallet size chart", "reach", "headings"},
		{"product", "modular wallet warranty", "reach", "headings"},
		{"product", "modular wallet reviews", "reach", "reviews"},
		{"integrations", "modular wallet alternatives", "page", ""},
		{"integrations", "modular wallet reviews", "reach", "reviews"},
		{"treatments", "modular wallet tips", "page", ""},
		{"treatments", "modular wallet for seniors", "reach", "headings"},
		{"listing", "modular wallet ideas", "page", ""},
		{"listing", "modular wallet for seniors", "reach", ""},
		{"listing", "modular wallet calculator", "reach", ""},
		{"team", "modular wallet for seniors", "reach", ""},
		{"browse", "modular wallet tips", "page", ""},
		{"browse", "modular wallet calculator", "reach", ""},
		{"guides", "modular wallet tips", "reach", "headings"},
		{"guides", "modular wallet reviews", "reach", ""},
		{"plans", "modular wallet reviews", "reach", "reviews"},
		{"guides", "modular wallet calculator", "reach", "tools"},
	} {
		got := judged(t, row(c.query, map[string]any{
			"page": "https://example.com/" + c.folder + "/modular-wallet", "page_title": "Modular wallet | Example", "page_heading": "Modular wallet", "main_query_of_page": "modular wallet",
		}))
		if len(got) != 1 || got[0]["text"] != c.text {
			t.Fatalf("/%s, %s: %v", c.folder, c.query, got)
		}
		if c.text == "page" {
			continue
		}
		for column, has := range map[string]bool{
			"headings": got[0]["add_section"] == true, "tools": len(facts.Texts(got[0], "tools")) > 0, "reviews": len(facts.Texts(got[0], "reviews")) > 0,
		} {
			if has != (column == c.column) {
				t.Errorf("/%s, %s: %s is %v", c.folder, c.query, column, has)
			}
		}
	}
}

func TestLinksComeOnlyFromPagesOnTheSubject(t *testing.T) {
	t.Parallel()
	of := func(change map[string]any) map[string]any {
		change["page"], change["page_title"], change["page_heading"] = "https://example.com/product/compact-wallet", "Compact wallet | Example", "Compact wallet"
		got := judged(t, row("compact wallet", change))
		if len(got) != 1 {
			t.Fatalf("%v", got)
		}
		return got[0]
	}
	got := of(map[string]any{"showing": []string{"https://example.com/product/handmade-piano"}})
	if len(facts.Texts(got, "other_pages")) > 0 || got["needs_links"] != true {
		t.Errorf("a piano leads to a wallet: %v", got)
	}
	got = of(map[string]any{"showing": []string{"https://example.com/product/modular-wallet"}})
	if !slices.Equal(facts.Texts(got, "other_pages"), []string{"https://example.com/product/modular-wallet"}) || got["sources_appear"] != true || got["needs_links"] == true {
		t.Errorf("another wallet does not: %v", got)
	}
	got = of(map[string]any{"showing": []string{"https://example.com/product/modular-wallet"}, "page_language": "fr"})
	if len(facts.Texts(got, "other_pages")) > 0 {
		t.Errorf("a page in French is about its first word: %v", got)
	}
	got = of(map[string]any{"pages_about_it": []map[string]string{{"page": "https://example.com/category/wallets"}, {"page": "https://example.com/guide/compact-living"}}})
	if !slices.Equal(facts.Texts(got, "other_pages"), []string{"https://example.com/category/wallets"}) || got["sources_appear"] == true {
		t.Errorf("the category of wallets does not: %v", got)
	}
}

func TestAListOfProductsDoesNotAnswerWhatIsAskedAboutThem(t *testing.T) {
	t.Parallel()
	for query, want := range map[string]bool{"stroller warranty": true, "tent size chart": true, "strollers for twins": false, "careful carriers": false} {
		if got := aboutProducts.MatchString(query); got != want {
			t.Errorf("%s: %v", query, got)
		}
	}
}
