package crawl

import (
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"upslope"
)

func TestReportsAndPartsAreToldByTheirFileNames(t *testing.T) {
	const pages = "Address,Status Code,Title 1,Inlinks\nhttps://a.example/x,200,One,1\n"
	const links = "Type,Source,Destination,Anchor\nHyperlink,https://a.example/x,https://a.example/y,a\n"
	const ahrefs = "PR\tURL\tTitle\tContent type\tIs rendered page\tHTTP status code\tOrganic traffic\tDepth\tIs indexable page\tNo. of all inlinks\tFirst found at\n" +
		"0\thttps://a.example/x\t\ttext/html\tfalse\t404\t0\t1\tfalse\t2\thttps://a.example/\n"
	for _, c := range []struct {
		file, text, report, filter string
		scope                      Scope
		covers                     string
	}{
		{"response_codes_client_error_(4xx).csv", pages, "Response Codes", "Client Error 4xx", PartScope, "broken_page,forbidden_page"},
		{"response_codes_internal_client_error_(4xx).csv", pages, "Response Codes", "Internal Client Error 4xx", PartScope, "broken_page,forbidden_page"},
		{"response_codes_external_client_error_(4xx).csv", pages, "Response Codes", "External Client Error 4xx", ForeignScope, ""},
		{"response_codes_redirection_(3xx).csv", pages, "Response Codes", "Redirection 3xx", PartScope, "linked_redirect,redirect_chain,redirect_loop"},
		{"page_titles_over_561_pixels.csv", pages, "Page Titles", "Over 561 Pixels", PartScope, "long_title"},
		{"page_titles_over_60_characters.csv", pages, "Page Titles", "Over 60 Characters", PartScope, ""},
		{"page_titles_missing.csv", pages, "Page Titles", "Missing", PartScope, "missing_title"},
		{"h1_duplicate.csv", pages, "H1", "Duplicate", PartScope, "duplicate_h1"},
		{"hreflang_missing_return_links.csv", pages, "Hreflang", "Missing Return Links", PartScope, "missing_return_link"},
		{"codes_de_réponse_erreur_client_(4xx).csv", pages, "Response Codes", "Erreur Client 4xx", PartScope, "broken_page,forbidden_page"},
		{"códigos_de_respuesta_redirección_(3xx).csv", pages, "Response Codes", "Redireccion 3xx", PartScope, "linked_redirect,redirect_chain,redirect_loop"},
		{"titoli_di_pagina_oltre_561_pixel.csv", pages, "Page Titles", "Oltre 561 Pixel", PartScope, "long_title"},
		{"seitentitel_fehlend.csv", pages, "Page Titles", "Fehlend", PartScope, "missing_title"},
		{"títulos_de_página_duplicado.csv", pages, "Page Titles", "Duplicado", PartScope, "duplicate_title"},
		{"títulos_de_página_todo.csv", pages, "Page Titles", "", HTMLScope, ""},
		{"h1_manquant.csv", pages, "H1", "Manquant", PartScope, "missing_h1"},
		{"response_codes_all_2026.csv", pages, "Response Codes", "", SiteScope, ""},
		{"security_missing_hsts_header.csv", pages, "Security", "Missing Hsts Header", PartScope, ""},
		{"internal_all.csv", pages, "Internal", "", SiteScope, ""},
		{"internal_html.csv", pages, "Internal", "HTML", SiteScope, ""},
		{"internal_images.csv", pages, "Internal", "Images", PartScope, ""},
		{"interne_tous.csv", pages, "Internal", "", SiteScope, ""},
		{"external_all.csv", pages, "External", "", ForeignScope, ""},
		{"www.a.example-internal_all.csv.gz", pages, "Internal", "", SiteScope, ""},
		{"2026-11-20 response_codes_server_error_(5xx).csv", pages, "Response Codes", "Server Error 5xx", PartScope, "server_error"},
		{"Error-404_page.csv", ahrefs, "Issue", "404 Page", PartScope, ""},
		{"Error-4XX_page.csv", ahrefs, "Issue", "4xx Page", PartScope, "broken_page,forbidden_page"},
		{"Error-3XX_redirect_in_sitemap.csv", ahrefs, "Issue", "3xx Redirect In Sitemap", PartScope, ""},
		{"Warning-indexable-H1_tag_missing_or_empty.csv", ahrefs, "Issue", "H1 Tag Missing Or Empty", PartScope, "missing_h1"},
		{"Notice-External_4XX.csv", ahrefs, "Issue of Other Sites", "4xx", ForeignScope, ""},
		{"Error-Image_broken.csv", ahrefs, "Issue of Files", "Broken", FilesScope, ""},
		{"response_codes_client_error_(4xx) (1).csv", pages, "Response Codes", "Client Error 4xx", PartScope, "broken_page,forbidden_page"},
		{"page_titles_missing - Kopie.csv", pages, "Page Titles", "Missing", PartScope, "missing_title"},
		{"shop.example_title_element_is_too_long_20251012.csv", "Page URL,Title,Discovered\nhttps://a.example/x,One,05 Oct 2025 (03:42 UTC)\n", "Issue", "Title Element Is Too Long", PartScope, ""},
		{"shop.example_hreflang_conflicts_on_page_20251012.csv", "Page URL,Hreflang,Issue Type,Discovered\nhttps://a.example/x,,No self-referencing hreflang,05 Oct 2025 (03:42 UTC)\n", "Issue", "Hreflang Conflicts On Page", PartScope, ""},
		{"shop.example_mega_export_20251012.csv", "Page URL,5xx errors,Duplicate title tag,Broken internal links,Missing ALT attributes\nhttps://a.example/x,0,1,0,2\n", "Mega Export", "", PartScope, ""},
		{"shop.example_internal_broken_links_20251012.csv", "Page URL,Broken Link URL,HTTP Code,Discovered\nhttps://a.example/x,https://a.example/y,404,05 Oct 2025 (03:42 UTC)\n", "Broken Links", "", "", ""},
		{"a_example_internal.csv", "URL,HTTP Status Code,Title,H1,No. H1s,No. Internal Linking URLs,First Parent URL\nhttps://a.example/x,200,One,--,0,1,--\n", "Pages", "", SiteScope, ""},
		{"a_example_h1_tag_is_missing.csv", "URL,First Parent URL,HTTP Status Code\nhttps://a.example/x,https://a.example/,200\n", "Issue", "A Example H1 Tag Is Missing", PartScope, ""},
		{"a_example_broken_external_urls.csv", "URL,First Parent URL,HTTP Status Code\nhttps://b.example/x,https://a.example/,404\n", "Issue", "A Example Broken External Urls", ForeignScope, ""},
		{"hints/a_example_h1_tag_is_missing.csv", "URL\nhttps://a.example/x\n", "Issue", "A Example H1 Tag Is Missing", PartScope, ""},
		{"a_example_indexability.csv", "URL,Noindex,Nofollow,Canonical URL\nhttps://a.example/x,No,No,https://a.example/x\n", "Indexability", "", HTMLScope, ""},
		{"a_example_images_with_missing_alt_text.csv", "HTML URL,Image URL\nhttps://a.example/x,https://a.example/x.png\n", "Images Missing Alt Text Inlinks", "", "", ""},
		{"serp_summary.csv", "URL,Title,Character Length,Pixel Length,Description,Character Length,Pixel Length\nhttps://a.example/x,One,3,30,Two,3,30\n", "SERP Summary", "", HTMLScope, ""},
		{"serp_summary.csv", "Address,Title 1,Title 1 Length,Meta Description 1\nhttps://a.example/x,One,3,Two\n", "SERP Summary", "", HTMLScope, ""},
		{"near_duplicates_report.csv", "Address,Near Duplicate Address,Similarity,Indexability\nhttps://a.example/x,https://a.example/y,95.5,Indexable\n", "Near Duplicates", "", HTMLScope, ""},
		{"exact_duplicates_report.csv", "Address,Exact Duplicate Address,Similarity,Indexability\nhttps://a.example/x,https://a.example/y,100,Indexable\n", "Exact Duplicates", "", HTMLScope, ""},
		{"internal_server_error_(5xx)_inlinks.csv", links, "Server Error Inlinks", "", "", ""},
		{"external_client_error_(4xx)_inlinks.csv", links, "Client Error Inlinks", "", "", ""},
		{"error-report.csv", pages, "Internal", "", SiteScope, ""},
		{"all_inlinks.csv", links, "All Inlinks", "", "", ""},
		{"client_error_(4xx)_inlinks.csv", links, "Client Error Inlinks", "", "", ""},
		{"images_missing_alt_text_inlinks.csv", links, "Images Missing Alt Text Inlinks", "", "", ""},
	} {
		file := strings.TrimSuffix(c.file, ".gz")
		out := readAll(strings.NewReader(c.text), Options{Name: file})
		if out.err != nil {
			t.Errorf("%s: %v", c.file, out.err)
			continue
		}
		tab := out.rec.Tabs[0]
		if tab.Report != c.report || tab.Filter != c.filter || tab.Scope != c.scope && c.scope != "" || strings.Join(tab.Covers, ",") != c.covers {
			t.Errorf("%s: %q %q %q %q, want %q %q %q %q", c.file, tab.Report, tab.Filter, tab.Scope, tab.Covers, c.report, c.filter, c.scope, c.covers)
		}
	}
}

// TestRealTabsAreToldByTheirHeadersAlone reads each tab under a name that says nothing.
func TestRealTabsAreToldByTheirHeadersAlone(t *testing.T) {
	for _, folder := range []string{"tabs-small", "tabs-32"} {
		first := realExport(t, folder+"/page_titles_all.csv")
		tabs, err := filepath.Glob(filepath.Join(filepath.Dir(first.Name()), "*.csv"))
		if err != nil || len(tabs) == 0 {
			t.Fatal(err)
		}
		// These have the headers of others, or of any page.
		unnamed := []string{"external_all.csv", "ai_all.csv", "analytics_all.csv", "sitemaps_all.csv", "indexability.csv", "response_time_(in_seconds).csv",
			"pagespeed_all.csv", "mobile_all.csv"}
		for _, name := range tabs {
			base := filepath.Base(name)
			if slices.Contains(unnamed, base) {
				continue
			}
			content, err := os.ReadFile(name)
			if err != nil {
				t.Fatal(err)
			}
			byHeaders := readAll(strings.NewReader(string(content)), Options{Name: "export.csv"})
			byName := readAll(strings.NewReader(string(content)), Options{Name: base})
			if byHeaders.err != nil || byName.err != nil {
				t.Errorf("%s: %v, %v", base, byHeaders.err, byName.err)
				continue
			}
			if got, want := byHeaders.rec.Tabs[0].Report, byName.rec.Tabs[0].Report; got != want {
				t.Errorf("%s/%s: %q by its headers, %q by its name", folder, base, got, want)
			}
		}
	}
}

func TestChainsAreReadAsRedirectsHopByHop(t *testing.T) {
	const chains = "Chain Type,Number of Redirects,Loop,Source,Address,Final Address,Status Code 1,Redirect Type 1,Redirect URL 1,Status Code 2,Redirect Type 2,Redirect URL 2,Final Status Code\n" +
		"HTTP Redirect,2,FALSE,https://a.example/,http://a.example/x,https://www.a.example/y,301,HTTP Redirect,https://a.example/x,302,HTTP Redirect,https://www.a.example/y,404\n" +
		"Canonical,1,FALSE,https://a.example/,https://a.example/c,https://a.example/d,200,Canonical,https://a.example/d,,,,200\n"
	out := readAll(strings.NewReader(chains), Options{Name: "redirect_and_canonical_chains.csv"})
	var got []string
	for _, row := range out.rows {
		got = append(got, strings.TrimSpace(row.Page.URL+" "+row.Page.RedirectURL+" "+row.Page.Canonical.Value))
	}
	want := []string{"http://a.example/x https://a.example/x", "https://a.example/x https://www.a.example/y", "https://www.a.example/y", "https://a.example/c  https://a.example/d"}
	if out.err != nil || !slices.Equal(got, want) || out.summary.Chains != 2 || out.summary.Pages != 0 || out.rec.Tabs[0].Kind != Redirects {
		t.Errorf("%q, %+v, %v", got, out.summary, out.err)
	}
}

func TestAPageThatLeadsOnByAMetaRefreshIsNotIndexable(t *testing.T) {
	const chains = "Chain Type,Number of Redirects,Loop,Source,Address,Final Address,Status Code 1,Redirect Type 1,Redirect URL 1,Final Status Code\n" +
		"Meta Refresh,1,FALSE,https://a.example/,https://a.example/x,https://a.example/y,200,Meta Refresh,https://a.example/y,200\n"
	const internal = "Address,Status Code,Title 1,Meta Refresh 1,Redirect URL,Redirect Type\n" +
		"https://a.example/x,200,,0;url=/y,https://a.example/y,Meta Refresh\nhttps://a.example/z,200,Stays,,https://a.example/z,Meta Refresh\n"
	for name, text := range map[string]string{"redirect_chains.csv": chains, "internal_all.csv": internal} {
		out := readAll(strings.NewReader(text), Options{Name: name})
		if out.err != nil || out.rows[0].Page.Indexable != upslope.Known(false) || !out.rows[0].Page.NotIndexable(upslope.Redirected) {
			t.Errorf("%s: %+v, %v", name, out.rows, out.err)
		}
		if len(out.rows) > 1 && out.rows[1].Page.Indexable != upslope.Known(true) {
			t.Errorf("a page that refreshes itself: %+v", out.rows[1].Page)
		}
	}
}

func TestAnOverviewIsRefusedAsOne(t *testing.T) {
	out := readAll(strings.NewReader("\"Site Crawled\",\"https://a.example/\"\n\"Summary\",\"URLs\",\"% of Total\"\n\"Total URLs\",\"5\",\"100\"\n"), Options{Name: "crawl_overview.csv"})
	if out.err == nil || !strings.HasPrefix(out.err.Error(), "This is an overview of counts") {
		t.Errorf("%v", out.err)
	}
}

func TestOnlyAUsedColumnIsSaidToOccurTwice(t *testing.T) {
	unused := readText("URL,Title,Character Length,Description,Character Length\nhttps://a.example/x,One,3,Two,3\n")
	used := readText("URL,Title,Status Code,Status Code\nhttps://a.example/x,One,200,404\n")
	if notes := unused.rec.Tabs[0].Notes; len(notes) > 0 {
		t.Errorf("of a column that is not used: %q", notes)
	}
	if notes, want := used.rec.Tabs[0].Notes, []string{`Column "Status Code" occurs more than once; the first is used.`}; !slices.Equal(notes, want) {
		t.Errorf("%q, want %q", notes, want)
	}
}

func TestOneWordOfScreamingFrogDoesNotNameItAmongMoreOfOthers(t *testing.T) {
	for text, want := range map[string]string{
		"URL,HTTP Status Code,Redirect URL,Final URL,No. Redirects\nhttps://a.example/x,301,https://a.example/y,https://a.example/y,1\n": "",
		"Address,Status Code,Title 1\nhttps://a.example/x,200,One\n":                                                                     "Screaming Frog",
	} {
		if out := readText(text); out.err != nil || out.rec.Tabs[0].Crawler != want {
			t.Errorf("%q, %v, want %q: %s", out.rec.Tabs[0].Crawler, out.err, want, text)
		}
	}
}

func TestReportsOfAlternatesAreToldByTheirHeaders(t *testing.T) {
	for _, c := range []struct {
		file, text, report, filter, covers string
	}{
		{"hreflang_missing_return_links.csv", "URL Missing Return Link,URL Not Returning Link,Expected Link,Response Code\nhttps://a.example/x,https://a.example/y,https://a.example/x,404\n", "Hreflang", "Missing Return Links", "missing_return_link"},
		{"export.csv", "URL with Inconsistent Language Return Link,URL Target,URL Returning with Inconsistent Language,Expected Language,Actual Language\nhttps://a.example/x,https://a.example/y,https://a.example/x,en,de\n", "Hreflang", "Inconsistent Language Return Links", ""},
		{"hreflang_noncanonical_return_links.csv", "URL,Non Canonical Return Link URL,Canonical\nhttps://a.example/x,https://a.example/y,https://a.example/z\n", "Hreflang", "Non Canonical Return Links", ""},
		{"hreflang_no_index_return_links.csv", "URL,Noindex URL,Language\nhttps://a.example/x,https://a.example/y,de\n", "Hreflang", "Noindex Return Links", ""},
		{"hreflang_noindex_return_links.csv", "Address,Status Code,Title 1,Inlinks\nhttps://a.example/x,200,One,1\n", "Hreflang", "Noindex Return Links", ""},
		{"hreflang_non200_hreflang_urls.csv", "Type,Source,Destination,hreflang,Status Code\nHTML Hreflang,https://a.example/x,https://a.example/y,de,404\n", "Hreflang Links", "", ""},
	} {
		out := readAll(strings.NewReader(c.text), Options{Name: c.file})
		if out.err != nil {
			t.Fatalf("%s: %v", c.file, out.err)
		}
		if tab := out.rec.Tabs[0]; tab.Report != c.report || tab.Filter != c.filter || tab.Kind == Pages && tab.Scope != PartScope || strings.Join(tab.Covers, ",") != c.covers {
			t.Errorf("%s: %s, %s, %s, %v", c.file, tab.Report, tab.Filter, tab.Scope, tab.Covers)
		}
	}
}

func TestAPairOfAlternatesSaysNothingAboutItsPageButWhichTheOtherIs(t *testing.T) {
	for text, want := range map[string]map[string]string{
		"URL Missing Return Link,URL Not Returning Link,Expected Link,Response Code\nhttps://a.example/x,https://a.example/y,https://a.example/x,404\n": {"URL Not Returning Link": "https://a.example/y", "Expected Link": "https://a.example/x"},
		"URL,Non Canonical Return Link URL,Canonical\nhttps://a.example/x,https://a.example/y,https://a.example/z\n":                                    {"Non Canonical Return Link URL": "https://a.example/y"},
		"URL,Noindex URL,Language\nhttps://a.example/x,https://a.example/y,de\n":                                                                        {"Noindex URL": "https://a.example/y"},
	} {
		out := readText(text)
		if out.err != nil || len(out.rows) != 1 {
			t.Fatalf("%d rows, %v", len(out.rows), out.err)
		}
		if p := out.rows[0].Page; p.URL != "https://a.example/x" || p.StatusCode.Known || p.Canonical.Known || p.Language != "" || !maps.Equal(p.Columns, want) || len(out.rec.Tabs[0].Unknown) > 1 {
			t.Errorf("%s: %+v, not used %q", text, p, out.rec.Tabs[0].Unknown)
		}
	}
}
