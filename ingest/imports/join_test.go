package imports

import (
	"strings"
	"testing"
	"time"

	"golang.org/x/sync/errgroup"

	"upslope"
)

var (
	internal = []string{
		"Address,Content Type,Status Code,Title 1,Inlinks",
		"https://shop.example/,text/html,200,,3",
		"https://shop.example/a,text/html,200,A title that is long enough for a page,2",
	}
	titles       = []string{"Address,Title 1", "https://shop.example/,A title that came with the second file", "https://shop.example/c,"}
	descriptions = []string{"Address,Meta Description 1", "https://shop.example/,", "https://shop.example/a,"}
	inlinks      = []string{"Type,Source,Destination,Anchor", "Hyperlink,https://shop.example/,https://shop.example/a,Go", "Hyperlink,https://shop.example/a,https://shop.example/,Back"}
)

func TestFilesOfOneRunMakeOneCrawl(t *testing.T) {
	w := newWorkbench(t)
	w.mustUpload("internal_all.csv", internal...)
	joined := w.mustUpload("page_titles_all.csv", titles...)
	if want := "2 pages read, 1 issue found. Joined with the crawl of 3 pages that was imported on November 20, 2026"; joined.Message != want || !joined.Joined {
		t.Errorf("%q, want %q", joined.Message, want)
	}
	w.mustUpload("meta_description_all.csv", descriptions...)
	w.mustUpload("all_inlinks.csv", inlinks...)

	crawls := w.crawls()
	if len(crawls) != 1 || crawls[0].FileName != "internal_all.csv, page_titles_all.csv, meta_description_all.csv, all_inlinks.csv" ||
		crawls[0].Pages != 3 || crawls[0].Links != 2 || crawls[0].Issues != 3 || len(crawls[0].Uploads) != 4 {
		t.Errorf("%+v: want one crawl of four files", crawls)
	}
	// Values in both come from the newer file; values in only one are kept.
	want := strings.TrimSpace(`
https://shop.example/ | 200 | A title that came with the second file |  | 3
https://shop.example/a | 200 | A title that is long enough for a page |  | 2
https://shop.example/c | null |  | null | null`)
	if got := w.rows("select url, status_code, title, description, inlinks from pages where import_id = {import_id:UUID} order by url"); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
	want = "https://shop.example/ | missing_description\nhttps://shop.example/a | missing_description\nhttps://shop.example/c | missing_title"
	if got := w.rows("select url, issue_type from technical_issues where import_id = {import_id:UUID} order by url"); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
	if got := w.rows("select anchor from links where import_id = {links_import_id:UUID} order by anchor"); got != "Back\nGo" {
		t.Errorf("links %q", got)
	}
	// Each file keeps its rows, and the crawl its joined ones; the joined rows of two files are deleted.
	if pages, links, issues := w.sweep(); pages != 2+2+2+3 || links != 2 || issues != 3+1 {
		t.Errorf("%d pages, %d links and %d issues are left", pages, links, issues)
	}
}

func TestWhichFilesAreOfAnotherCrawl(t *testing.T) {
	stamped := func(header, cell string) []string {
		return []string{"Address,Status Code," + header + ",Crawl Timestamp", "https://shop.example/," + cell}
	}
	for name, c := range map[string]struct {
		first, second []string
		firstName     string
		later         time.Duration
		crawls        int
	}{
		"another report right after":             {internal, titles, "internal_all.csv", 0, 1},
		"a report without a name of its own":     {internal, []string{"Address,Crawl Depth,Word Count", "https://shop.example/,0,300"}, "internal_all.csv", 0, 1},
		"another report after two hours":         {internal, titles, "internal_all.csv", 2 * time.Hour, 2},
		"the same report":                        {internal, []string{internal[0], internal[2]}, "internal_all.csv", 0, 2},
		"the same columns under another name":    {internal, []string{internal[0], internal[2]}, "pages.csv", 0, 2},
		"another report of the same day, later":  {stamped("Title 1", "200,Home,2026-11-19 10:00:00"), stamped("H1-1", "200,Home,2026-11-19 20:00:00"), "internal_all.csv", 72 * time.Hour, 1},
		"another report of another day, at once": {stamped("Title 1", "200,Home,2026-11-17 10:00:00"), stamped("H1-1", "200,Home,2026-11-19 20:00:00"), "internal_all.csv", 0, 2},
	} {
		t.Run(name, func(t *testing.T) {
			w := newWorkbench(t)
			w.mustUpload(c.firstName, c.first...)
			w.at = w.at.Add(c.later)
			second := "second.csv"
			if len(c.second) == len(internal)-1 && c.second[0] == internal[0] {
				second = "internal_html.csv"
			}
			if result := w.mustUpload(second, c.second...); result.Joined != (c.crawls == 1) || len(w.crawls()) != c.crawls {
				t.Errorf("%q: %d crawls, want %d", result.Message, len(w.crawls()), c.crawls)
			}
		})
	}
}

func TestAReportThatWasSplitIsOneCrawlAndTheSameFilterAgainIsNot(t *testing.T) {
	for _, c := range []struct {
		first, second string
		crawls        int
		pages         int64
	}{
		{"internal_all_1.csv", "internal_all_2.csv", 1, 2},
		{"response_codes_client_error_(4xx).csv", "response_codes_client_error_(4xx) (1).csv", 2, 1},
	} {
		w := newWorkbench(t)
		w.mustUpload(c.first, "Address,Status Code,Title 1,Inlinks", "https://shop.example/a,404,,3")
		w.mustUpload(c.second, "Address,Status Code,Title 1,Inlinks", "https://shop.example/b,404,,3")
		if crawls := w.crawls(); len(crawls) != c.crawls || crawls[0].Pages != c.pages {
			t.Errorf("%s and %s: %+v", c.first, c.second, crawls)
		}
	}
}

func TestListsOfOneRunThatShareAFewPagesAreOneCrawlAndTwoCrawlsAreNot(t *testing.T) {
	const header, home = "url,status,title,inlinks", "https://shop.example/,200,The home page of the shop and the blog,9"
	page := func(path, title string) string { return "https://shop.example/" + path + ",200," + title + ",2" }
	blog := []string{header, home, page("blog/a", ""), page("blog/b", "The second article of the blog and more")}
	for name, c := range map[string]struct {
		second []string
		later  time.Duration
		crawls int
		pages  int64
	}{
		"the home page is in both":                {[]string{header, home, page("shop/c", ""), page("shop/d", "The second product of the shop and more")}, 0, 1, 5},
		"… and has another title":                 {[]string{header, strings.Replace(home, "The home", "Our home", 1), page("shop/c", ""), page("shop/d", "")}, 0, 2, 3},
		"… and more links":                        {[]string{header, strings.Replace(home, ",9", ",11", 1), page("shop/c", ""), page("shop/d", "")}, 0, 2, 3},
		"… and is half of the smaller list":       {[]string{header, home, page("shop/c", "")}, 0, 2, 2},
		"the second comes after two hours":        {[]string{header, home, page("shop/c", ""), page("shop/d", "")}, 2 * time.Hour, 2, 3},
		"most pages are in both, with few values": {[]string{header, home, blog[2], page("shop/c", "")}, 0, 2, 3},
	} {
		w := newWorkbench(t)
		w.mustUpload("blog.csv", blog...)
		w.at = w.at.Add(c.later)
		result := w.mustUpload("shop.csv", c.second...)
		crawls := w.crawls()
		if len(crawls) != c.crawls || crawls[0].Pages != c.pages || result.Joined != (c.crawls == 1) {
			t.Errorf("%s: %q, %+v", name, result.Message, crawls)
		}
		if c.crawls == 1 && crawls[0].GoneIssues != nil {
			t.Errorf("%s: %d issues are gone", name, *crawls[0].GoneIssues)
		}
	}
}

func TestAllURLsAndTheHTMLPagesOfOneRunAreOneCrawlInEitherOrder(t *testing.T) {
	const head, home = "Address,Content Type,Status Code,Title 1,Crawl Timestamp", "https://shop.example/,text/html,200,Home,2026-11-19 10:00:00"
	all, pages := []string{head, home, "https://shop.example/a.jpg,image/jpeg,200,,2026-11-19 10:00:03"}, []string{head, home}
	later := []string{head, strings.Replace(home, "10:00:00", "10:20:00", 1)}
	for name, c := range map[string]struct {
		first, second       string
		firstRows, lastRows []string
		crawls              int
	}{
		"all first":   {"internal_all.csv", "internal_html.csv", all, pages, 1},
		"pages first": {"internal_html.csv", "internal_all.csv", pages, all, 1},
		"another run": {"internal_all.csv", "internal_html.csv", all, later, 2},
		"two lists":   {"blog.csv", "shop.csv", append(all[:2:2], "https://shop.example/b,text/html,200,B,2026-11-19 10:00:05"), pages, 1},
	} {
		w := newWorkbench(t)
		w.mustUpload(c.first, c.firstRows...)
		w.mustUpload(c.second, c.lastRows...)
		if crawls := w.crawls(); len(crawls) != c.crawls || c.crawls == 1 && crawls[0].Pages != 2 {
			t.Errorf("%s: %+v", name, crawls)
		}
	}
}

func TestEveryColumnOfPagesIsJoined(t *testing.T) {
	w := newWorkbench(t)
	_, list, _ := strings.Cut(unionPagesSQL, "insert into pages (")
	list, _, _ = strings.Cut(list, ")")
	list = strings.Join(strings.Fields(list), " ") + ","
	err := w.facts.Query(t.Context(), "select name from system.columns where database = currentDatabase() and table = 'pages'", nil,
		func(_ []string, values []any) error {
			if column, _ := values[0].(string); !strings.Contains(" "+list, " "+column+",") {
				t.Errorf("queries/union_pages.sql forgets %s", column)
			}
			return nil
		})
	if err != nil {
		t.Fatal(err)
	}
}

func TestFilesThatComeAtOnceAllCount(t *testing.T) {
	w := newWorkbench(t)
	jobs := []upslope.Job{
		w.begin("internal_all.csv", internal...), w.begin("page_titles_all.csv", titles...), w.begin("meta_description_all.csv", descriptions...),
	}
	var importing errgroup.Group
	for _, job := range jobs {
		importing.Go(func() error { return w.Import(t.Context(), w.account, job.ID) })
	}
	if err := importing.Wait(); err != nil {
		t.Fatal(err)
	}
	crawls := w.crawls()
	if len(crawls) != 1 || len(crawls[0].Uploads) != 3 || crawls[0].Pages != 3 {
		t.Fatalf("%+v: want one crawl of three files", crawls)
	}
	if got := w.rows("select count(title), count(description), count(status_code) from pages where import_id = {import_id:UUID}"); got != "3 | 2 | 2" {
		t.Errorf("titles, descriptions and answers known: %s", got)
	}
	if pages, _, issues := w.sweep(); pages != 2+2+2+3 || issues < uint64(crawls[0].Issues) {
		t.Errorf("%d pages and %d issues are left", pages, issues)
	}
}

func TestLinksWaitForPagesAndSeveralAddUp(t *testing.T) {
	w := newWorkbench(t)
	const kept = "2 links read. Kept for the pages of the same crawl: upload its Internal export within a day"
	if result := w.mustUpload("all_inlinks.csv", inlinks...); !result.Waiting || result.CrawlID != "" || result.Message != kept {
		t.Errorf("links without pages: %+v", result)
	}
	if _, err := w.upload("issues_overview_report.csv", "Issue Name,Issue Type,Issue Priority,URLs", "Page Titles: Missing,Issue,High,3"); err == nil ||
		!strings.Contains(err.Error(), "Upslope detects the issues.") {
		t.Errorf("counts of issues: %v", err)
	}
	if result := w.mustUpload("internal_all.csv", internal...); result.Message != "2 pages read, 1 issue found. Joined with 1 file that was waiting" {
		t.Errorf("%q", result.Message)
	}
	if crawls := w.crawls(); len(crawls) != 1 || crawls[0].Links != 2 || crawls[0].FileName != "all_inlinks.csv, internal_all.csv" {
		t.Errorf("%+v: want the waiting links", crawls)
	}
	more := []string{inlinks[0], inlinks[1], "Hyperlink,https://shop.example/,https://shop.example/c,New", "Hyperlink,https://shop.example/,https://shop.example/c,New"}
	if result := w.mustUpload("client_error_(4xx)_inlinks.csv", more...); result.Message != "3 links read" {
		t.Errorf("%+v", result)
	}
	if crawls := w.crawls(); len(crawls) != 1 || crawls[0].Links != 4 {
		t.Errorf("%+v: want both files' links, and what both list once", crawls)
	}
	if got := w.rows("select anchor, count() from links where import_id = {links_import_id:UUID} group by anchor order by anchor"); got != "Back | 1\nGo | 1\nNew | 2" {
		t.Errorf("links\n%s", got)
	}
	if pages, links, _ := w.sweep(); pages != 2 || links != 2+3+4 {
		t.Errorf("%d pages and %d links are left", pages, links)
	}
}
