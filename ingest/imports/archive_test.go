package imports

import (
	"archive/zip"
	"bytes"
	"strings"
	"testing"

	"upslope"
	"upslope/ingest/crawl/workbook/workbooktest"
)

// zipped packs pairs of name and text.
func zipped(t *testing.T, pairs ...string) string {
	t.Helper()
	var b bytes.Buffer
	w := zip.NewWriter(&b)
	for i := 0; i < len(pairs); i += 2 {
		entry, err := w.Create(pairs[i])
		if err == nil {
			_, err = entry.Write([]byte(pairs[i+1]))
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// tab joins a header and rows.
func tab(lines ...string) string { return strings.Join(lines, "\n") + "\n" }

var (
	internalTab = tab("Address,Content Type,Status Code,Indexability,Title 1,Title 1 Pixel Width,Inlinks,H1-1",
		"https://shop.example/,text/html,200,Indexable,A home page with a title of its own,300,9,Home",
		"https://shop.example/a,text/html,200,Indexable,A page with a title of its own too,300,2,Shared",
		"https://shop.example/b,text/html,200,Indexable,,0,2,Shared",
		"https://shop.example/gone,text/html,404,Non-Indexable,,0,2,",
		"https://shop.example/caf%C3%A9,text/html,200,Indexable,The coffee that we serve at the shop,300,2,Coffee")
	titlesTab = tab("Address,Occurrences,Title 1,Title 1 Length,Title 1 Pixel Width",
		"https://shop.example/,1,A home page with a title of its own,35,300",
		"https://shop.example/a,1,A page with a title of its own too,34,300",
		"https://shop.example/b,0,,0,0",
		"https://shop.example/café,1,The coffee that we serve at the shop,36,300")
	h1Tab = tab("Address,Occurrences,H1-1,H1-1 Length", "https://shop.example/,1,Home,4", "https://shop.example/a,1,Shared,6",
		"https://shop.example/b,1,Shared,6", "https://shop.example/caf%C3%A9,1,Coffee,6")
	brokenTab   = tab("Address,Content Type,Status Code,Inlinks", "https://shop.example/gone,text/html,404,2")
	h2Tab       = tab("Address,Occurrences,H2-1,H2-1 Length", "https://shop.example/,1,Second heading,14", "https://shop.example/a,0,,0")
	externalTab = tab("Address,Content Type,Status Code,Status,Crawl Depth,Inlinks",
		"https://twitter.example/shop,text/html,404,Not Found,1,5", "https://wa.example/1,text/html,403,Forbidden,1,4", "https://cdn.example/x.js,application/javascript,200,OK,1,4")
	inlinksTab = tab("Type,Source,Destination,Anchor,Status Code", "Hyperlink,https://shop.example/,https://shop.example/a,Go,200", "Hyperlink,https://shop.example/a,https://shop.example/gone,Gone,404")
)

const pagesAndIssues = `select url, status_code, title, h1, inlinks from pages where import_id = {import_id:UUID} and own order by url`

const issuesOfCrawl = `select url, issue_type, details from technical_issues where import_id = {import_id:UUID} and issue_type != 'broken_outlinks' order by url, issue_type`

func TestTabsGiveTheCrawlOfTheirInternalExportInAnyOrderAndPacking(t *testing.T) {
	alone := newWorkbench(t)
	alone.mustUpload("internal_all.csv", internalTab)
	wantPages, wantIssues := alone.rows(pagesAndIssues), alone.rows(issuesOfCrawl)
	book := string(workbooktest.Of(t, "page_titles_all", titlesTab, "internal_all", internalTab, "Notes", "What,Who\nAll,Me\n", "h1_all", h1Tab, "h2_all", h2Tab,
		"external_all", externalTab, "all_inlinks", inlinksTab))
	for name, c := range map[string]struct {
		files   []string // pairs of name and content
		message string   // of the last
	}{
		"one workbook": {[]string{"tabs.xlsx", book}, "5 pages, 3 addresses of other sites and 2 links, 20 rows read, "},
		"a workbook and CSV in one archive": {[]string{"tabs.zip", zipped(t, "x/internal_all.xlsx", string(workbooktest.Of(t, "Sheet1", internalTab)), "x/h2_all.csv", h2Tab,
			"external_all.csv", externalTab, "all_inlinks.csv", inlinksTab)}, "5 pages, 3 addresses of other sites and 2 links, "},
		"one archive": {[]string{"tabs.zip", zipped(t, "x/page_titles_all.csv", titlesTab, "x/h1_all.csv", h1Tab, "x/internal_all.csv", internalTab, "x/h2_all.csv", h2Tab,
			"x/external_all.csv", externalTab, "x/all_inlinks.csv", inlinksTab, "__MACOSX/x/._internal_all.csv", "\x00\x05\x16\x07", "copy/internal_all.csv", internalTab)},
			"5 pages, 3 addresses of other sites and 2 links, 20 rows read, "},
		"one after the other": {[]string{"internal_all.csv", internalTab, "page_titles_all.csv", titlesTab, "h1_all.csv", h1Tab, "h2_all.csv", h2Tab,
			"external_all.csv", externalTab, "all_inlinks.csv", inlinksTab}, "2 links read"},
		"links and foreign addresses first": {[]string{"all_inlinks.csv", inlinksTab, "external_all.csv", externalTab, "h2_all.csv", h2Tab, "internal_all.csv", internalTab}, "5 pages read, "},
		"both mixed": {[]string{"internal_all.csv", internalTab, "tabs.zip", zipped(t, "page_titles_all.csv", titlesTab, "h1_all.csv", h1Tab, "h2_all.csv", h2Tab, "external_all.csv", externalTab),
			"all_inlinks.csv", inlinksTab}, "2 links read"},
	} {
		t.Run(name, func(t *testing.T) {
			w := newWorkbench(t)
			var result upslope.ImportResult
			for i := 0; i < len(c.files); i += 2 {
				result = w.mustUpload(c.files[i], strings.TrimSuffix(c.files[i+1], "\n"))
			}
			if !strings.HasPrefix(result.Message, c.message) {
				t.Errorf("%q, want %q…", result.Message, c.message)
			}
			if crawls := w.crawls(); len(crawls) != 1 || crawls[0].Pages != 5 || crawls[0].Links != 2 {
				t.Errorf("%+v: want one crawl of 5 pages and 2 links", crawls)
			}
			if got := w.rows(pagesAndIssues); got != wantPages {
				t.Errorf("pages\n%s\nwant\n%s", got, wantPages)
			}
			if got := w.rows(issuesOfCrawl); got != wantIssues {
				t.Errorf("issues\n%s\nwant\n%s", got, wantIssues)
			}
			const added = "select url, columns['H2-1'] from pages where import_id = {import_id:UUID} and notEmpty(columns)"
			if got := w.rows(added); got != "https://shop.example/ | Second heading" {
				t.Errorf("what the H2 tab adds: %q", got)
			}
			const foreign = "select url, issue_type, severity, details from technical_issues where import_id = {import_id:UUID} and issue_type = 'broken_outlinks'"
			if got := w.rows(foreign); got != "https://shop.example/ | broken_outlinks | low | 1 outgoing link answers 404 or 410, such as https://twitter.example/shop; 401, 403 and 429 are not counted" {
				t.Errorf("broken links out: %q", got)
			}
		})
	}
}

func TestAnArchiveOfTwoSitesOrTwoCrawlsAsks(t *testing.T) {
	w := newWorkbench(t)
	other := strings.ReplaceAll(internalTab, "shop.example", "other.example")
	for name, c := range map[string]struct {
		content, says string
	}{
		"two sites":   {zipped(t, "shop/internal_all.csv", internalTab, "other/internal_all.csv", other), "The file contains crawls of several sites: shop.example and other.example."},
		"two crawls":  {zipped(t, "may/internal_all.csv", internalTab, "june/internal_all.csv", strings.ReplaceAll(internalTab, "404", "410")), "The file contains the same report twice, may/internal_all.csv and june/internal_all.csv"},
		"another one": {zipped(t, "internal_all.csv", other), "This crawl is of other.example, not of shop.example."},
	} {
		var question *upslope.Error
		if _, err := w.upload(name+".zip", c.content); !asFault(err, &question) || question.Code != upslope.Conflict || !strings.HasPrefix(question.Message, c.says) || question.UploadID == "" {
			t.Errorf("%s: %v", name, err)
		}
		if len(w.crawls()) != 0 {
			t.Fatalf("%s became a crawl before anybody answered", name)
		}
	}
	var question *upslope.Error
	if _, err := w.upload("again.zip", zipped(t, "shop/internal_all.csv", internalTab, "other/internal_all.csv", other, "x.csv", h2Tab)); !asFault(err, &question) {
		t.Fatal(err)
	}
	result := w.confirm(question.UploadID)
	if !strings.HasPrefix(result.Message, "5 pages, 12 rows read, ") || !strings.Contains(strings.Join(result.Warnings, " "), "other/internal_all.csv was left out: it is of other.example.") {
		t.Errorf("%q %q", result.Message, result.Warnings)
	}
	if got := w.rows("select count(), countIf(own), countIf(position(url, 'other') > 0) from pages where import_id = {import_id:UUID}"); got != "5 | 5 | 0" {
		t.Errorf("pages, own and of the other site: %s", got)
	}
}

func TestACrawlOfAHostInDevelopmentIsImportedWhenConfirmed(t *testing.T) {
	w := newWorkbench(t)
	var question *upslope.Error
	if _, err := w.upload("internal_all.csv", strings.ReplaceAll(internalTab, "https://shop.example", "http://127.0.0.1:8000")); !asFault(err, &question) {
		t.Fatal(err)
	}
	result := w.confirm(question.UploadID)
	if !strings.HasPrefix(result.Message, "5 pages read, ") || !strings.HasSuffix(result.Message, "Warning: most URLs are not on shop.example") || w.crawls()[0].Issues == 0 {
		t.Errorf("%q", result.Message)
	}
}

func TestACutOrLimitedFileSaysSoAndClosesNothingItDoesNotShow(t *testing.T) {
	w := newWorkbench(t)
	w.mustUpload("internal_all.csv", strings.TrimSuffix(internalTab, "\n"))
	w.at = w.at.AddDate(0, 0, 7)
	half := strings.Join(strings.Split(internalTab, "\n")[:3], "\n") + "\n\"https://shop.example/b\",text/html,200,Indexable,\"A tit"
	result := w.mustUpload("internal_all.csv", half)
	if !strings.Contains(result.Message, "The file is cut off: it ends in the middle of a row") || !w.crawls()[0].Partial {
		t.Errorf("%q", result.Message)
	}
	if crawls := w.crawls(); len(crawls) != 2 || crawls[0].GoneIssues == nil || *crawls[0].GoneIssues != 0 {
		t.Errorf("%+v: want nothing gone", crawls[0])
	}
}

func TestAPartClosesOnlyWhatItCovers(t *testing.T) {
	w := newWorkbench(t)
	w.mustUpload("response_codes_client_error_(4xx).csv", "Address,Content Type,Status Code,Status,Inlinks,Redirect URL", "https://shop.example/gone,text/html,404,Not Found,3,")
	redirects := []string{"Address,Content Type,Status Code,Status,Inlinks,Redirect URL", "https://shop.example/old,text/html,301,Moved,3,https://shop.example/new"}
	if joined := w.mustUpload("response_codes_redirection_(3xx).csv", redirects...); !joined.Joined {
		t.Errorf("the second filter of a crawl is not joined: %q", joined.Message)
	}
	if got := w.rows("select issue_type from technical_issues where import_id = {import_id:UUID} order by issue_type"); got != "broken_page\nlinked_redirect" {
		t.Errorf("issues %q", got)
	}
	w.at = w.at.AddDate(0, 0, 7)
	redirects[1] = strings.ReplaceAll(redirects[1], "old", "older")
	w.mustUpload("response_codes_redirection_(3xx).csv", redirects...)
	if crawls := w.crawls(); len(crawls) != 2 || *crawls[0].GoneIssues != 1 || *crawls[0].NewIssues != 1 {
		t.Errorf("%+v: want one redirect gone and one new, and the broken page untouched", crawls[0])
	}
}

func TestATabThatAlsoCameInAnArchiveJoinsItsCrawlUnlessItSaysSomethingElse(t *testing.T) {
	full := zipped(t, "internal_all.csv", internalTab, "page_titles_all.csv", titlesTab, "response_codes_client_error_(4xx).csv", brokenTab)
	for name, c := range map[string]struct {
		first, firstName, second, secondName string
		crawls                               int
	}{
		"the archive first":             {full, "tabs.zip", titlesTab, "page_titles_all.csv", 1},
		"the tab first":                 {titlesTab, "page_titles_all.csv", full, "tabs.zip", 1},
		"two archives with one tab":     {full, "tabs.zip", zipped(t, "page_titles_all.csv", titlesTab, "h1_all.csv", h1Tab), "more.zip", 1},
		"with other separators":         {full, "tabs.zip", strings.ReplaceAll(titlesTab, ",", ";"), "page_titles_all.csv", 1},
		"a filter":                      {full, "tabs.zip", brokenTab + "\n", "response_codes_client_error_(4xx).csv", 1},
		"a filter with another page":    {full, "tabs.zip", strings.Replace(brokenTab, "/gone", "/lost", 1), "response_codes_client_error_(4xx).csv", 2},
		"a title has changed":           {full, "tabs.zip", strings.Replace(titlesTab, "b,0,,", "b,1,The title that the page lacked so far,", 1), "page_titles_all.csv", 2},
		"a page is gone":                {full, "tabs.zip", titlesTab[:strings.LastIndex(strings.TrimSpace(titlesTab), "\n")+1], "page_titles_all.csv", 2},
		"the Internal tab of the crawl": {full, "tabs.zip", internalTab + "\n", "internal_all.csv", 2},
	} {
		t.Run(name, func(t *testing.T) {
			w := newWorkbench(t)
			w.mustUpload(c.firstName, c.first)
			result := w.mustUpload(c.secondName, c.second)
			if crawls := w.crawls(); len(crawls) != c.crawls || result.Joined != (c.crawls == 1) || c.crawls == 1 && crawls[0].Pages != 5 {
				t.Errorf("%q: %+v, want %d", result.Message, crawls, c.crawls)
			}
		})
	}
}

func TestACrawlOfSubdomainsThatTheSiteLeavesOutSaysSoAndWhatToDo(t *testing.T) {
	w := newWorkbench(t)
	if _, _, err := w.db.EditSite(t.Context(), w.account, w.site.ID, upslope.SiteEdit{IncludeSubdomains: new(false)}); err != nil {
		t.Fatal(err)
	}
	result := w.mustUpload("internal_all.csv", strings.ReplaceAll(internalTab, "shop.example", "blog.shop.example"))
	if result.Waiting || !result.Unchanged || !strings.Contains(result.Message, "on subdomains of shop.example, which its settings leave out: include subdomains") {
		t.Errorf("the crawl of a subdomain: %q", result.Message)
	}
	if upload, err := w.db.Upload(t.Context(), w.account, result.UploadID); err != nil || upload.Waiting || upload.CrawlID != "" {
		t.Errorf("the file is kept to be read again: %+v, %v", upload, err)
	}
	if result := w.mustUpload("external_all.csv", externalTab); !strings.Contains(result.Message, "upload its Internal export") {
		t.Errorf("the External tab, which waits: %q", result.Message)
	}
	if _, _, err := w.db.EditSite(t.Context(), w.account, w.site.ID, upslope.SiteEdit{IncludeSubdomains: new(true)}); err != nil {
		t.Fatal(err)
	}
	result = w.mustUpload("internal_all.csv", strings.ReplaceAll(internalTab, "shop.example", "blog.shop.example"))
	if crawls := w.crawls(); result.Unchanged || len(crawls) != 1 || crawls[0].Pages != 5 {
		t.Errorf("the same file once subdomains are included: %q, %+v", result.Message, crawls)
	}
}
