package imports

import (
	"slices"
	"strings"
	"testing"
	"time"
)

// issueLists are files of one export of Ahrefs, which has one for each issue it finds.
func issueLists() [][2]string {
	const head = "PR\tURL\tTitle\tContent type\tIs rendered page\tHTTP status code\tOrganic traffic\tDepth\tIs indexable page\tNo. of all inlinks\tFirst found at"
	row := func(url, title, status, indexable string) string {
		return strings.Join([]string{"0", url, title, "text/html; charset=utf-8", "false", status, "3", "1", indexable, "2", "https://shop.example/"}, "\t")
	}
	lines := func(list ...string) string { return strings.Join(list, "\n") + "\n" }
	gone, shut := row("https://shop.example/gone", "", "404", "false"), row("https://shop.example/shut", "", "403", "false")
	bikes := row("https://shop.example/bikes", "Bikes, bags, bells and everything else that rolls around a town | Shop", "200", "true")
	const links = "Link type\tIs nofollow\tSource URL\tSource HTTP status code\tTarget URL\tTarget HTTP status code\tAnchor\n" +
		"Href\tfalse\thttps://shop.example/bikes\t200\thttps://shop.example/gone\t404\tmore\n"
	return [][2]string{
		{"Error-404_page.csv", lines(head, gone)},
		{"Error-404_page-links.csv", links},
		{"Error-4XX_page.csv", lines(head, gone, shut)},
		{"Warning-indexable-Title_too_long.csv", lines(head, bikes)},
		{"Warning-indexable-H1_tag_missing_or_empty.csv", lines(head+"\tH1", bikes+"\t")},
		{"Warning-3XX_redirect.csv", lines(head+"\tRedirect URL", row("https://shop.example/old", "", "301", "false")+"\thttps://shop.example/bikes")},
		{"Notice-External_4XX.csv", lines(head, row("https://other.example/x", "", "404", "false"))},
	}
}

func TestAListForEachIssueMakesOneCrawlInAnyOrderAndClosesNothing(t *testing.T) {
	const want = "broken_outlinks 1, broken_page 1, forbidden_page 1, linked_redirect 1, long_title 1, missing_h1 1"
	backwards := issueLists()
	slices.Reverse(backwards)
	for name, files := range map[string][][2]string{"in their order": issueLists(), "backwards": backwards} {
		w := newWorkbench(t)
		for _, file := range files {
			w.mustUpload(file[0], strings.TrimSuffix(file[1], "\n"))
		}
		found := w.rows("select arrayStringConcat(groupArray(concat(toString(issue_type), ' ', toString(n))), ', ') from (select issue_type, count() as n " +
			"from technical_issues where import_id = {import_id:UUID} group by issue_type order by toString(issue_type))")
		if crawls := w.crawls(); len(crawls) != 1 || crawls[0].Pages != 4 || crawls[0].Links != 1 || found != want {
			t.Errorf("%s: %+v, issues %q, want %q", name, crawls, found, want)
		}
	}
}

func TestAnArchiveOfIssueListsIsOneCrawlAlthoughOneListsOtherSites(t *testing.T) {
	w := newWorkbench(t)
	var files []string
	for _, file := range issueLists() {
		files = append(files, "shop_all-issues/"+file[0], file[1])
	}
	if result := w.mustUpload("shop_all-issues.zip", zipped(t, files...)); result.Pages != 4 || result.Issues != 6 {
		t.Errorf("%q", result.Message)
	}
}

func TestAListOfOneIssueStandsAloneButShowsNoTypeCompletely(t *testing.T) {
	w := newWorkbench(t)
	first := issueLists()[0]
	result := w.mustUpload(first[0], strings.TrimSuffix(first[1], "\n"))
	if crawls := w.crawls(); result.Waiting || result.Issues != 1 || len(crawls) != 1 || len(crawls[0].Judged) != 0 {
		t.Errorf("%q, %+v: want a crawl with the broken page that judges no type", result.Message, crawls)
	}
}

// semrushExports are the files of one audit: its pages, an issue with values, one without, links, and counts.
func semrushExports() [][2]string {
	const found = ",05 Oct 2025 (03:42 UTC)"
	lines := func(list ...string) string { return strings.Join(list, "\n") }
	return [][2]string{
		{"shop.example_pages_20251012.csv", lines(`Page URL,Page Title,ILR,Crawl Depth,HTTP Status Code,"Page (HTML) Load Time, sec",Canonicalization,Incoming Internal Links,Description`,
			`https://shop.example/,"Bikes, bags and bells for the town",95,0,200,0.04,Self-canonical,9,Bikes and what belongs to them for everyone who rides through the town every day`,
			`https://shop.example/?tag=bags,"Bikes, bags and bells for the town",15,3,200,0.04,Canonical to other page,2,-`,
			"https://shop.example/about,Who is behind the bikes and the bells,40,1,200,0.04,Self-canonical,9,-",
			"https://shop.example/gone,,-,1,404,0.01,-,3,-")},
		{"shop.example_title_element_is_too_long_20251012.csv", lines("Page URL,Title,Discovered", `https://shop.example/,"Bikes, bags and bells for the town"`+found)},
		{"shop.example_hreflang_conflicts_on_page_20251012.csv", lines("Page URL,Hreflang,Issue Type,Discovered", "https://shop.example/about,,No self-referencing hreflang"+found)},
		{"shop.example_wrong_pages_found_in_sitemap_20251012.csv", lines("Sitemap URL,Link URL,Issue Type,Line in Sitemap,Discovered", "https://shop.example/sitemap.xml,https://shop.example/gone,Broken,—"+found)},
		{"shop.example_internal_broken_links_20251012.csv", lines("Page URL,Broken Link URL,HTTP Code,Discovered", "https://shop.example/,https://shop.example/gone,404"+found)},
		{"shop.example_mega_export_20251012.csv", lines("Page URL,4xx errors,Duplicate title tag,Broken internal links,Missing ALT attributes",
			"https://shop.example/,0,0,1,0", "https://shop.example/?tag=bags,0,0,0,0", "https://shop.example/about,0,0,0,2", "https://shop.example/gone,1,0,0,0")},
	}
}

// sitebulbExports are the files of one export: reports, and the hints in a folder.
func sitebulbExports() [][2]string {
	file := func(rows ...[]string) string {
		var list []string
		for _, row := range rows {
			list = append(list, `"`+strings.Join(row, `","`)+`",`) // every line ends in a comma
		}
		return strings.Join(list, "\n")
	}
	row := func(cells ...string) []string { return cells }
	const home, a, gone = "https://shop.example/", "https://shop.example/a", "https://shop.example/gone"
	return [][2]string{
		{"shop_example_internal.csv", file(row("URL", "HTTP Status Code", "Content Type", "Title", "Meta Description", "H1", "No. H1s", "No. Internal Linking URLs", "Indexable Status", "First Parent URL"),
			row(home, "200", "HTML", "Bikes, bags and bells for the town", "Bikes and what belongs to them for everyone who rides through the town every day", "Bikes", "1", "5", "Indexable", "--"),
			row(a, "200", "HTML", "Who is behind the bikes and the bells", "--", "--", "0", "5", "Indexable", home),
			row(gone, "404", "--", "--", "--", "--", "--", "2", "Not Indexable", home))},
		{"shop_example_indexability.csv", file(row("URL", "Noindex", "Nofollow", "Canonical URL"), row(home, "No", "No", home), row(a, "No", "No", a))},
		{"shop_example_mobile_friendly.csv", file(row("URL", "Missing Viewport", "Small Tap Targets"), row(home, "No", "Yes"), row(a, "No", "No"))},
		{"hints/shop_example_h1_tag_is_missing.csv", file(row("URL"), row(a))},
		{"hints/shop_example_url_contains_no_google_analytics_code.csv", file(row("URL"), row(home), row(a))},
		{"hints/shop_example_broken_internal_urls.csv", file(row("URL", "First Parent URL", "HTTP Status Code"), row(gone, home, "404"))},
		{"hints/shop_example_urls_with_duplicate_h1s.csv", file(row("URL", "Duplicate URL"), row(home, a))},
		{"hints/shop_example_images_with_missing_alt_text.csv", file(row("HTML URL", "Image URL"), row(a, a+".png"))},
		{"hints/shop_example_empty.csv", "No images available"},
	}
}

func TestTheExportsOfAnAuditAreOneCrawlHoweverTheyCome(t *testing.T) {
	for name, c := range map[string]struct {
		files  [][2]string
		issues string
		pages  int64
	}{
		"Semrush":  {semrushExports(), "broken_page 1, images_without_alt 1, missing_description 1", 4},
		"Sitebulb": {sitebulbExports(), "broken_page 1, images_without_alt 1, missing_description 1, missing_h1 1", 3},
	} {
		backwards := slices.Clone(c.files)
		slices.Reverse(backwards)
		var archive []string
		for _, file := range c.files {
			archive = append(archive, "export/"+file[0], file[1])
		}
		for order, files := range map[string][][2]string{"in their order": c.files, "backwards": backwards, "in an archive": {{"export.zip", zipped(t, archive...)}}} {
			t.Run(name+" "+order, func(t *testing.T) {
				w := newWorkbench(t)
				for _, file := range files {
					base := file[0][strings.LastIndex(file[0], "/")+1:]
					_, err := w.upload(base, strings.TrimSuffix(file[1], "\n"))
					listsNothing := strings.HasPrefix(file[1], "No images") || strings.HasPrefix(file[1], `"URL",`+"\n")
					if err != nil && !listsNothing {
						t.Fatalf("%s: %v", base, err)
					}
				}
				found := w.rows("select arrayStringConcat(groupArray(concat(toString(issue_type), ' ', toString(n))), ', ') from (select issue_type, count() as n " +
					"from technical_issues where import_id = {import_id:UUID} group by issue_type order by toString(issue_type))")
				if crawls := w.crawls(); len(crawls) != 1 || crawls[0].Pages != c.pages || crawls[0].Links != 1 || found != c.issues {
					t.Errorf("%+v, issues %q, want one crawl of %d pages with %q", crawls, found, c.pages, c.issues)
				}
			})
		}
	}
}

func TestAListOfAnIssueWithoutTextsWaitsForThePagesOfItsCrawl(t *testing.T) {
	w := newWorkbench(t)
	list := semrushExports()[2]
	result := w.mustUpload(list[0], list[1])
	if !result.Waiting || result.Message != "1 page read. Kept for the pages of the same crawl: upload the list of all its pages within a day" || len(w.crawls()) != 0 {
		t.Errorf("%+v", result)
	}
}

func TestAFirstListWithoutAnswersAndTitlesSaysWhatToAdd(t *testing.T) {
	w := newWorkbench(t)
	list := sitebulbExports()[1]
	if result := w.mustUpload(list[0], list[1]); result.Message != "2 pages read, 0 issues found. This list alone shows no other fault: add the list of all its pages" {
		t.Errorf("%q", result.Message)
	}
	pages := sitebulbExports()[0]
	if result := w.mustUpload(pages[0], pages[1]); !result.Joined || result.Issues == 0 || strings.Contains(result.Message, "alone") {
		t.Errorf("with the list of all pages: %q", result.Message)
	}
}

func TestOneListOfAnIssueDoesNotTakeThePlaceOfAnEarlierCrawl(t *testing.T) {
	w := newWorkbench(t)
	w.mustUpload("internal_all.csv", internal...)
	w.at = w.at.Add(48 * time.Hour)
	lists := issueLists()
	if result := w.mustUpload(lists[0][0], strings.TrimSuffix(lists[0][1], "\n")); !result.Waiting || len(w.crawls()) != 1 {
		t.Errorf("one list: %q, %d crawls", result.Message, len(w.crawls()))
	}
	result := w.mustUpload(lists[2][0], strings.TrimSuffix(lists[2][1], "\n"))
	if crawls := w.crawls(); result.Waiting || len(crawls) != 2 || crawls[0].Pages != 2 {
		t.Errorf("two lists: %q, %+v", result.Message, crawls)
	}
}
