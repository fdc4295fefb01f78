package imports

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"
)

func TestChainsJoinTheCrawlAsRedirectsAndAreNoPagesOfTheirOwn(t *testing.T) {
	w := newWorkbench(t)
	w.mustUpload("internal_all.csv", strings.TrimSuffix(internalTab, "\n"), "https://shop.example/old,text/html,301,Non-Indexable,,0,4,")
	result := w.mustUpload("redirect_and_canonical_chains.csv",
		"Chain Type,Number of Redirects,Loop,Source,Address,Final Address,Status Code 1,Redirect Type 1,Redirect URL 1,Status Code 2,Redirect Type 2,Redirect URL 2,Final Status Code",
		"HTTP Redirect,2,FALSE,https://shop.example/,https://shop.example/old,https://shop.example/a,301,HTTP Redirect,https://shop.example/older,302,HTTP Redirect,https://shop.example/a,200")
	if crawls := w.crawls(); !result.Joined || len(crawls) != 1 || crawls[0].Pages != 7 {
		t.Errorf("%q, %+v: want one crawl of the six pages and the hop that only the chain shows", result.Message, crawls)
	}
	if got := w.rows("select url, details from technical_issues where import_id = {import_id:UUID} and issue_type in ('redirect_chain', 'linked_redirect')"); got != "https://shop.example/old | 2 redirects before https://shop.example/a" {
		t.Errorf("chains found: %q", got)
	}
}

func TestALoopTooLongToFollowSaysAtLeastHowManyRedirectsItHas(t *testing.T) {
	w := newWorkbench(t)
	rows := []string{"Address,Status Code,Title 1,Inlinks,Redirect URL"}
	for i := range 30 {
		rows = append(rows, fmt.Sprintf("https://shop.example/%d,301,,1,https://shop.example/%d", i, (i+1)%30))
	}
	w.mustUpload("internal_all.csv", rows...)
	got := w.rows("select url, details from technical_issues where import_id = {import_id:UUID} and url = 'https://shop.example/0'")
	if got != "https://shop.example/0 | At least 10 redirects before https://shop.example/10" {
		t.Errorf("the loop: %q", got)
	}
}

func TestAPageWithAHeadingIsAPageAlthoughItsTitleIsBlankAndItsTypeUnknown(t *testing.T) {
	w := newWorkbench(t)
	w.mustUpload("pages.csv", "url,status_code,title,meta_description,h1", "https://shop.example/a,200,,,Bikes", "https://shop.example/a.jpg,200,,,")
	if got := w.rows("select url from technical_issues where import_id = {import_id:UUID} and issue_type = 'missing_title'"); got != "https://shop.example/a" {
		t.Errorf("pages without a title: %q", got)
	}
}

func TestTheHreflangTabShowsWhichAlternatesDoNotLinkBack(t *testing.T) {
	w := newWorkbench(t)
	w.mustUpload("internal_all.csv", strings.TrimSuffix(internalTab, "\n"))
	w.mustUpload("hreflang_all.csv", "Address,Title 1,Occurrences,HTML hreflang 1,HTML hreflang 1 URL,HTML hreflang 2,HTML hreflang 2 URL",
		"https://shop.example/,Home,2,en,https://shop.example/,de,https://shop.example/a", "https://shop.example/a,A,1,de,https://shop.example/a,,")
	if got := w.rows("select url, related_url from technical_issues where import_id = {import_id:UUID} and issue_type = 'missing_return_link'"); got != "https://shop.example/ | https://shop.example/a" {
		t.Errorf("return links: %q", got)
	}
}

func TestAReportOfAlternatesThatDoNotLinkBackGivesTheIssueAndClosesNothingElse(t *testing.T) {
	const missing = "URL Missing Return Link,URL Not Returning Link,Expected Link,Response Code\nhttps://shop.example/a,https://shop.example/de,https://shop.example/a,404"
	const other = "URL,Non Canonical Return Link URL,Canonical\nhttps://shop.example/,https://shop.example/de,https://shop.example/fr"
	whole := newWorkbench(t)
	whole.mustUpload("internal_all.csv", strings.TrimSuffix(internalTab, "\n"))
	alone := strings.Split(whole.rows(issuesOfCrawl), "\n")
	for name, files := range map[string][]string{
		"after the crawl":  {"internal_all.csv", internalTab, "hreflang_missing_return_links.csv", missing, "hreflang_noncanonical_return_links.csv", other},
		"before the crawl": {"hreflang_noncanonical_return_links.csv", other, "hreflang_missing_return_links.csv", missing, "internal_all.csv", internalTab},
		"with the crawl":   {"crawl.zip", zipped(t, "internal_all.csv", internalTab, "hreflang_missing_return_links.csv", missing, "hreflang_noncanonical_return_links.csv", other)},
	} {
		w := newWorkbench(t)
		for i := 0; i < len(files); i += 2 {
			w.mustUpload(files[i], strings.TrimSuffix(files[i+1], "\n"))
		}
		const issue = "https://shop.example/a | missing_return_link | An alternate does not link back: https://shop.example/de"
		got := strings.Split(w.rows(issuesOfCrawl), "\n")
		if crawls := w.crawls(); len(crawls) != 1 || crawls[0].Pages != 5 || !slices.Contains(got, issue) || len(got) != len(alone)+1 {
			t.Errorf("%s: %+v, issues\n%s\nwant\n%s\nand %s", name, crawls, strings.Join(got, "\n"), strings.Join(alone, "\n"), issue)
		}
	}
}

func TestASummaryOfTextsJoinsTheCrawlAndCountsOfIssuesSayWhatToUpload(t *testing.T) {
	w := newWorkbench(t)
	first := w.mustUpload("internal_all.csv", strings.TrimSuffix(internalTab, "\n"))
	result := w.mustUpload("serp_summary.csv", "Address,Title 1,Title 1 Length,Title 1 Pixel Width,Meta Description 1,Meta Description 1 Length",
		"https://shop.example/,Home,4,40,,0", "https://shop.example/a,A,1,10,,0")
	if crawls := w.crawls(); !result.Joined || len(crawls) != 1 || crawls[0].Pages != first.Pages {
		t.Errorf("%q, %+v: want one crawl of %d pages", result.Message, crawls, first.Pages)
	}
	_, err := w.upload("all-issues.csv", "Issue,Importance,Crawled URLs", "404 page,Error,3")
	if want := "all-issues.csv lists issue counts, not pages. Export all pages as CSV instead"; err == nil || !strings.HasPrefix(err.Error(), want) {
		t.Errorf("%v, want %s", err, want)
	}
}

func TestAListOfSomePagesThatSaysTheSameDoesNotTakeThePlaceOfTheirCrawl(t *testing.T) {
	w := newWorkbench(t)
	const header = "URL,HTTP Status Code,Title,Meta Description,H1,Indexable,No. Internal Linking URLs"
	lines := []string{header, "https://shop.example/gone,404,,,,No,3"}
	for i := range 6 {
		lines = append(lines, fmt.Sprintf("https://shop.example/%d,200,Bikes of kind %d for the mountains,,Bikes,Yes,1", i, i))
	}
	first := w.mustUpload("shop_all_urls.csv", lines...)
	for name, rows := range map[string][]string{
		"title_too_long.csv":  {"URL,HTTP Status Code,Title,Title Length", "https://shop.example/1,200,Bikes of kind 1 for the mountains,33"},
		"redirect_chains.csv": {"URL,HTTP Status Code,Redirect URL,Final URL,No. Redirects", "https://shop.example/gone,404,,https://shop.example/gone,0"},
	} {
		if result := w.mustUpload(name, rows...); !result.Joined || len(w.crawls()) != 1 || result.Issues != first.Issues {
			t.Errorf("%s: %q, want the crawl of %d issues", name, result.Message, first.Issues)
		}
	}
	changed := w.mustUpload("pages.csv", "URL,HTTP Status Code,Title", "https://shop.example/1,200,Another title of the bikes")
	if changed.Joined || len(w.crawls()) != 2 {
		t.Errorf("a page with another title is of a newer crawl: %q", changed.Message)
	}
}

func TestACrawlOfExactlyTheFreeLimitSaysThatPagesMayBeMissing(t *testing.T) {
	for _, c := range []struct{ own, foreign int }{{500, 0}, {499, 0}, {300, 200}, {300, 100}} {
		limited := c.own+c.foreign == 500
		w := newWorkbench(t)
		files := []string{"internal_all.csv", addresses("https://shop.example", c.own)}
		if c.foreign > 0 {
			files = append(files, "external_all.csv", addresses("https://other.example", c.foreign))
		}
		result := w.mustUpload("tabs.zip", zipped(t, files...))
		if said := strings.Contains(result.Message, "exactly 500 URLs"); said != limited || w.crawls()[0].Partial != limited {
			t.Errorf("%d own and %d other addresses: %q", c.own, c.foreign, result.Message)
		}
	}
}

func TestAFileThatBecamePartOfNoCrawlIsDeletedInTheEnd(t *testing.T) {
	w := newWorkbench(t)
	w.mustUpload("all_inlinks.csv", inlinks...)
	if _, err := w.upload("internal_all.csv", strings.ReplaceAll(internalTab, "shop.example", "other.example")); err == nil {
		t.Fatal("a crawl of another site did not ask")
	}
	forget := func(before time.Time) (uploads string) {
		if err := w.db.ForgetUploads(t.Context(), before); err != nil {
			t.Fatal(err)
		}
		keys, err := w.db.UploadKeys(t.Context(), w.account)
		if err != nil {
			t.Fatal(err)
		}
		return fmt.Sprint(len(keys))
	}
	if left := forget(time.Now().Add(-time.Hour)); left != "2" {
		t.Errorf("%s uploads left, although both are new", left)
	}
	job := w.begin("meta_description_all.csv", descriptions...)
	if left := forget(time.Now().Add(time.Hour)); left != "1" {
		t.Errorf("%s uploads left, want that which is queued", left)
	}
	if err := w.Import(t.Context(), w.account, job.ID); err != nil {
		t.Error(err)
	}
	if _, links, _ := w.sweep(); links != 0 {
		t.Errorf("%d links of a file that was deleted are left", links)
	}
}

// addresses is a tab of Screaming Frog with so many rows.
func addresses(host string, rows int) string {
	var b strings.Builder
	b.WriteString("Address,Content Type,Status Code,Status,Indexability,Title 1,Title 1 Pixel Width,H1-1,Meta Description 1,Crawl Depth,Inlinks\n")
	for i := range rows {
		fmt.Fprintf(&b, "%s/%d,text/html,200,OK,Indexable,A title that is long enough for %d,300,Heading %d,A description of page %d,1,2\n", host, i, i, i, i)
	}
	return b.String()
}

func TestWhatATabTellsOfSearchJoinsThePagesOfItsCrawl(t *testing.T) {
	search := tab("Address,Status Code,Title 1,Clicks,Impressions,CTR,Position,GA4 Sessions", `https://shop.example/,200,Home,12,"4,000",0.3%,8.4,`, "https://shop.example/a,200,A,0,7,0%,31,2")
	const told = "select url, search_impressions, search_clicks, sessions from pages where import_id = {import_id:UUID} and own and search_impressions is not null order by url"
	const want = "https://shop.example/ | 4000 | 12 | null\nhttps://shop.example/a | 7 | 0 | 2"
	for name, files := range map[string][]string{
		"in one archive":           {"tabs.zip", zipped(t, "search_console_all.csv", search, "internal_all.csv", internalTab)},
		"after the pages":          {"internal_all.csv", internalTab, "search_console_all.csv", search},
		"and another tab after it": {"internal_all.csv", internalTab, "search_console_all.csv", search, "h1_all.csv", h1Tab},
	} {
		t.Run(name, func(t *testing.T) {
			w := newWorkbench(t)
			for i := 0; i < len(files); i += 2 {
				w.mustUpload(files[i], files[i+1])
			}
			if got := w.rows(told); got != want {
				t.Errorf("got\n%s\nwant\n%s", got, want)
			}
		})
	}
}
