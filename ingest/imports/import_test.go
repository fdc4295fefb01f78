package imports

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"upslope"
)

func TestTheSameFileAgainChangesNothing(t *testing.T) {
	w := newWorkbench(t)
	first := w.mustUpload("internal_all.csv", internal...)
	again := w.mustUpload("renamed.csv", internal...)
	if !again.Unchanged || again.Message != "This file was already imported on November 20, 2026; nothing changed." ||
		again.CrawlID != first.CrawlID || again.UploadID != first.UploadID || again.Issues != first.Issues || len(again.Recognition) != 1 {
		t.Errorf("%+v", again)
	}
	w.at = w.at.AddDate(0, 0, 7)
	w.mustUpload("internal_new.csv", internal[0], internal[1])
	again = w.mustUpload("internal_all.csv", internal...)
	if want := "This file was already imported on November 20, 2026, and a newer crawl on November 27, 2026; nothing changed."; again.Message != want {
		t.Errorf("%q, want %q", again.Message, want)
	}
	if crawls := w.crawls(); len(crawls) != 2 || crawls[1].FileName != "internal_all.csv" {
		t.Errorf("%+v", crawls)
	}
	if pages, _, _ := w.sweep(); pages != 3 {
		t.Errorf("%d pages, want those of two files", pages)
	}
	// The account's other site does not have the file yet.
	w.site = w.addSite("other.example")
	_, err := w.upload("internal_all.csv", internal...)
	var question *upslope.Error
	if !asFault(err, &question) || question.Code != upslope.Conflict || question.UploadID == "" || question.Domain != "shop.example" {
		t.Fatalf("another site's crawl is not asked about: %v", err)
	}
	if len(w.crawls()) != 0 {
		t.Error("it became a crawl before anybody answered")
	}
	if other := w.confirm(question.UploadID); other.Unchanged || !slices.Contains(other.Warnings, "Most URLs are not on other.example.") {
		t.Errorf("%+v", other)
	}
}

func TestWhatWasRecognisedIsSaid(t *testing.T) {
	w := newWorkbench(t)
	result := w.mustUpload("internal_all.csv",
		"Address,Status Code,Word Count,Mystery", "https://shop.example/,200,300,1", "https://shop.example/a,200,many,2", "https://shop.example/b,404,0,3", "not an address,200,1,4")
	tab := result.Recognition[0]
	missing := slices.IndexFunc(tab.Missing, func(column upslope.MissingColumn) bool { return column.Label == "Meta Description" })
	if tab.Report != "Internal" || tab.Rows != 3 || len(tab.Columns) != 3 || tab.Columns[1].Label != "Status Code" ||
		!slices.Equal(tab.Unknown, []string{"Mystery"}) || missing < 0 || tab.Missing[missing].Cost == "" {
		t.Errorf("%+v", tab)
	}
	if want := []string{"1 cell of Word Count was not understood and counts as unknown."}; !slices.Equal(result.Warnings, want) {
		t.Errorf("warnings %q, want %q", result.Warnings, want)
	}
	if result.Rejected != 1 || result.Message != "3 pages read, 0 issues found, 1 row could not be read" {
		t.Errorf("%+v", result)
	}
	upload, err := w.db.Upload(t.Context(), w.account, result.UploadID)
	if err != nil || upload.CrawlID != result.CrawlID || upload.Rejected != 1 || len(upload.Recognition) != 1 || len(upload.Warnings) != 1 {
		t.Errorf("%+v, %v", upload, err)
	}
}

func TestRejectedRowsAreKeptAndHarmless(t *testing.T) {
	w := newWorkbench(t)
	lines := []string{"Address,Status Code,Title 1", "https://shop.example/,200,Home", "=HYPERLINK(1),200,-5", "@me,404," + strings.Repeat("x", 2000)}
	for i := range 2 {
		lines = append(lines, fmt.Sprintf("https://shop.example/%d,200,Page", i))
	}
	result := w.mustUpload("internal_all.csv", lines...)
	upload, err := w.db.Upload(t.Context(), w.account, result.UploadID)
	if err != nil {
		t.Fatal(err)
	}
	rejected := strings.Split(strings.TrimSpace(w.stored(upload.RejectedKey())), "\n")
	if len(rejected) != 3 || !strings.HasPrefix(rejected[0], "\ufeffFile,Line,Reason") || !strings.HasPrefix(rejected[1], "internal_all.csv,3,") ||
		!strings.HasSuffix(rejected[1], "'=HYPERLINK(1),200,-5") || !strings.Contains(rejected[2], ",'@me,404,") || len(rejected[2]) > 1200 {
		t.Errorf("%q", rejected)
	}
	// A mostly unreadable file is refused with a reason.
	fault := (*upslope.Error)(nil)
	if _, err := w.upload("broken.csv", "Address,Status Code", "https://shop.example/,200", "x,200", "y,200"); !asFault(err, &fault) || fault.UploadID == "" {
		t.Fatalf("%+v", err)
	}
	if upload, err = w.db.Upload(t.Context(), w.account, fault.UploadID); err != nil || strings.Count(w.stored(upload.RejectedKey()), "\n") != 3 {
		t.Errorf("%q, %v", w.stored(upload.RejectedKey()), err)
	}
}

func TestUnknownHeadersCanBeMappedAndAreRemembered(t *testing.T) {
	w := newWorkbench(t)
	file := []string{"Wo,Antwort,Kopf", "https://shop.example/,404,", "https://shop.example/a,200,A heading"}
	fault := (*upslope.Error)(nil)
	if _, err := w.upload("odd.csv", strings.ReplaceAll(file[0], "Wo", "Wo ist es"), "/home,404,", "/about,200,About"); !asFault(err, &fault) ||
		fault.Code != upslope.Unprocessable || fault.UploadID == "" || !slices.Equal(fault.Headers, []string{"Wo ist es", "Antwort", "Kopf"}) {
		t.Fatalf("%+v", err)
	}
	if _, err := w.upload("odd.csv", file...); !asFault(err, &fault) {
		t.Fatalf("%v: want a question what the headers mean", err)
	}
	again := func(mapping map[string]string) upslope.ImportResult {
		t.Helper()
		job, err := w.db.ImportAgain(t.Context(), w.account, fault.UploadID, mapping)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := w.db.ImportAgain(t.Context(), w.account, fault.UploadID, mapping); upslope.CodeOf(err) != upslope.Conflict {
			t.Errorf("%v: want a conflict while it is being imported", err)
		}
		result, err := w.do(job)
		if err != nil {
			t.Fatal(err)
		}
		return result
	}
	again(map[string]string{"Wo": "address", "Antwort": "word_count"})
	// Earlier results are removed: a response code is not a word count.
	if result := again(map[string]string{"Wo": "address", "Antwort": "status_code", "Kopf": "h1"}); len(w.crawls()) != 1 || result.Pages != 2 {
		t.Errorf("%+v", result)
	}
	want := "https://shop.example/ | 404 | null | \nhttps://shop.example/a | 200 | null | A heading"
	if got := w.rows("select url, status_code, word_count, h1 from pages where import_id = {import_id:UUID} order by url"); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
	if pages, _, _ := w.sweep(); pages != 2 {
		t.Errorf("%d pages are left, want 2", pages)
	}
	// The next file with these headers needs no mapping.
	w.at = w.at.AddDate(0, 0, 7)
	if result := w.mustUpload("next.csv", file[0], file[1]); result.Pages != 1 || len(result.Recognition[0].Unknown) != 0 {
		t.Errorf("%+v", result)
	}
	_, err := w.db.ImportAgain(t.Context(), w.account, fault.UploadID, nil)
	if upslope.CodeOf(err) != upslope.Conflict {
		t.Errorf("%v: a file of an older crawl must not be read again", err)
	}
}

func TestLinksReadAgainLeaveThePagesAsTheyAre(t *testing.T) {
	w := newWorkbench(t)
	w.mustUpload("internal_all.csv", internal...)
	links := w.mustUpload("all_inlinks.csv", "Type,Source,Destination,Words", "Hyperlink,https://shop.example/,https://shop.example/a,Go")
	job, err := w.db.ImportAgain(t.Context(), w.account, links.UploadID, map[string]string{"Words": "anchor"})
	if err != nil {
		t.Fatal(err)
	}
	if result, err := w.do(job); err != nil || result.Message != "1 link read" {
		t.Errorf("%+v, %v", result, err)
	}
	if got := w.rows("select anchor from links where import_id = {links_import_id:UUID}"); got != "Go" {
		t.Errorf("anchors %q", got)
	}
	if got := w.rows("select url, issue_type from technical_issues where import_id = {import_id:UUID}"); got != "https://shop.example/ | missing_title" {
		t.Errorf("issues %q", got)
	}
	if crawls := w.crawls(); len(crawls) != 1 || crawls[0].Pages != 2 || crawls[0].Issues != 1 || len(crawls[0].Uploads) != 2 {
		t.Errorf("%+v", crawls)
	}
	if _, links, _ := w.sweep(); links != 1 {
		t.Errorf("%d links are left", links)
	}
}

func TestCrawlIsComparedWithTheLastThatLookedForTheSame(t *testing.T) {
	w := newWorkbench(t)
	page := func(path, title, description string) string {
		return "https://shop.example/" + path + ",text/html,200," + title + "," + description
	}
	header := "Address,Content Type,Status Code,Title 1,Meta Description 1"
	good := "A title that is long enough for"
	w.mustUpload("monday.csv", header, page("a", "", ""), page("b", "", ""), page("c", good+" c", ""))
	first := w.crawls()[0]
	if first.NewIssues != nil || first.GoneIssues != nil || first.IssuesBySeverity != (upslope.SeverityCounts{High: 2, Medium: 3}) {
		t.Errorf("%+v: a first crawl is not compared", first)
	}
	// Without descriptions there are no issues about them.
	w.mustUpload("tuesday.csv", "Address,Content Type,Status Code,Title 1", "https://shop.example/a,text/html,200,", "https://shop.example/c,text/html,200,")
	counts := func(crawl upslope.Crawl) string {
		return fmt.Sprint(*crawl.NewIssues, *crawl.StillThereIssues, *crawl.GoneIssues)
	}
	if got := counts(w.crawls()[0]); got != "1 1 1" {
		t.Errorf("new, still there, gone: %s, want c, a and b", got)
	}
	w.mustUpload("wednesday.csv", header, page("a", "", "A description"), page("c", good+" c", ""))
	// Titles are compared with tuesday: a remains, c is gone. Descriptions with monday: c remains, a and b
	// are gone, and a's is too short.
	if got := counts(w.crawls()[0]); got != "1 2 3" {
		t.Errorf("new, still there, gone: %s", got)
	}
}

func TestOlderCrawlThatComesLaterIsSaid(t *testing.T) {
	w := newWorkbench(t)
	header := "Address,Status Code,Title 1,Crawl Timestamp"
	w.mustUpload("new.csv", header, "https://shop.example/,200,Home,2026-11-19 10:00:00")
	result := w.mustUpload("old.csv", header, "https://shop.example/,200,Home,2026-10-01 10:00:00")
	if len(result.Warnings) != 1 || !strings.Contains(result.Warnings[0], "from October 1, 2026 and older than the one before") {
		t.Errorf("%q", result.Warnings)
	}
}

var errKilled = errors.New("killed")
