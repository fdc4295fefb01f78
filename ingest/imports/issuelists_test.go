package imports

import (
	"slices"
	"strings"
	"testing"
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
