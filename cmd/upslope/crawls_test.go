package main

import (
	"fmt"
	"net/http"
	"net/url"
	"strings"
	"testing"
)

// post uploads a file by multipart form, like a script.
func (v *visitor) post(name, content string, out any) (int, string) {
	v.t.Helper()
	contentType, body := form(v.t, name, []byte(content))
	return v.send("POST", "/api/upload/sf-csv", contentType, body, out)
}

// titled returns an Internal export of pages with these titles.
func titled(titles ...string) string {
	file := "Address,Content Type,Status Code,Title 1,Inlinks\n"
	for i, title := range titles {
		file += fmt.Sprintf("https://shop.example/%d,text/html,200,%s,1\n", i, title)
	}
	return file
}

func TestSecondCrawlShowsNewAndFixedIssues(t *testing.T) {
	t.Parallel()
	p := shared(t)
	ana := p.signIn("ana@example.com")
	site := ana.addSite("shop.example")
	good := "A title that is long enough with the number "
	var result struct {
		Message, UploadID, CrawlID string
		Joined, Unchanged          bool
	}
	monday := titled("", "", good+"2", good+"3")
	if status, answer := ana.post("monday.csv", monday, &result); status != http.StatusOK || result.Message != "4 pages read, 2 issues found" {
		t.Fatalf("%d %s", status, answer)
	}
	first := result.CrawlID
	var issues []struct {
		ID, URL, Status, Seen, FirstSeenAt string
		Reopened                           bool
	}
	ana.call("GET", "/api/technical/sf-issues", nil, &issues)
	for _, issue := range issues {
		if issue.Seen != "" {
			t.Errorf("%+v: a first crawl is not compared", issue)
		}
		ana.call("PATCH", "/api/technical/sf-issues/"+issue.ID, map[string]string{"status": "fixed"}, nil)
	}
	if status, answer := ana.post("again.csv", monday, &result); status != http.StatusOK || !result.Unchanged || result.CrawlID != first {
		t.Errorf("the same file: %d %s", status, answer)
	}

	// Page 0 is fixed, 1 is still broken although marked as fixed, 2 is new.
	if status, answer := ana.post("friday.csv", titled(good+"0", "", "", good+"3"), &result); status != http.StatusOK || result.Joined {
		t.Fatalf("%d %s", status, answer)
	}
	ana.call("GET", "/api/technical/sf-issues?siteId="+site, nil, &issues)
	if len(issues) != 2 || issues[0].Seen != "still_there" || !issues[0].Reopened || issues[0].Status != "open" || issues[1].Seen != "new" || issues[1].Reopened {
		t.Errorf("%+v", issues)
	}
	if issues[0].FirstSeenAt >= issues[1].FirstSeenAt {
		t.Errorf("first seen %s and %s", issues[0].FirstSeenAt, issues[1].FirstSeenAt)
	}
	if ana.call("GET", "/api/technical/sf-issues?seen=gone", nil, &issues); len(issues) != 1 || issues[0].URL != "https://shop.example/0" {
		t.Errorf("gone: %+v", issues)
	}
	var counts []struct{ Pages, New, StillThere, Gone int }
	if ana.call("GET", "/api/technical/sf-issues/counts", nil, &counts); len(counts) != 1 || counts[0] != (struct{ Pages, New, StillThere, Gone int }{2, 1, 1, 1}) {
		t.Errorf("%+v", counts)
	}
	var crawls []struct {
		Issues           int
		IssuesBySeverity map[string]int
		NewIssues        *int
		GoneIssues       *int
	}
	ana.call("GET", "/api/technical/crawls", nil, &crawls)
	if len(crawls) != 2 || *crawls[0].NewIssues != 1 || *crawls[0].GoneIssues != 1 || crawls[0].IssuesBySeverity["high"] != 2 || crawls[1].NewIssues != nil {
		t.Errorf("%+v", crawls)
	}
	if status, answer := ana.call("GET", "/api/technical/sf-issues.csv?type=missing_title", nil, nil); status != http.StatusOK || strings.Count(answer, "\n") != 3 ||
		!strings.Contains(answer, "https://shop.example/2,Missing title,high,No title,open,new,") {
		t.Errorf("export: %d %s", status, answer)
	}
	var page struct {
		Title      string
		InsightIDs []string
		Issues     []struct{ IssueType string }
	}
	address := "/api/technical/page?url=" + url.QueryEscape("https://SHOP.example/2")
	if status, answer := ana.call("GET", address, nil, &page); status != http.StatusOK || len(page.Issues) != 1 {
		t.Errorf("page: %d %s", status, answer)
	}
}

func TestFileWithUnknownHeadersIsImportedAfterMapping(t *testing.T) {
	t.Parallel()
	p := start(t, t.TempDir())
	ana, bo := p.signIn("ana@example.com"), p.signIn("bo@example.com")
	site := ana.addSite("shop.example")
	contentType, body := form(t, "odd.csv", []byte("Wo,Antwort,Kopf\nhttps://shop.example/,200,Home\nhttps://shop.example/a,404,\nnowhere,200,x\n"))
	status, answer := ana.send("POST", "/api/upload/sf-csv", contentType, body, nil)
	_, rest, _ := strings.Cut(answer, `"uploadId":"`)
	id, _, found := strings.Cut(rest, `"`)
	if status != http.StatusUnprocessableEntity || !found || !strings.Contains(answer, `"headers":["Wo","Antwort","Kopf"]`) {
		t.Fatalf("%d %s", status, answer)
	}
	upload := "/api/technical/uploads/" + id
	mapping := map[string]any{"mapping": map[string]string{"Wo": "address", "Antwort": "status_code"}}
	if status, answer := bo.call("POST", upload+"/import", mapping, nil); status != http.StatusNotFound {
		t.Errorf("a stranger imports it: %d %s", status, answer)
	}
	var result struct{ Message string }
	if status, answer := ana.call("POST", upload+"/import", mapping, &result); status != http.StatusOK || result.Message != "2 pages read, 0 issues found, 1 row could not be read" {
		t.Errorf("%d %s", status, answer)
	}
	if status, answer := ana.call("GET", upload+"/rejected.csv", nil, nil); status != http.StatusOK || !strings.Contains(answer, "odd.csv,4,") {
		t.Errorf("rejected rows: %d %s", status, answer)
	}
	for _, path := range []string{upload, upload + "/rejected.csv"} {
		if status, answer := bo.call("GET", path, nil, nil); status != http.StatusNotFound {
			t.Errorf("a stranger sees %s: %d %s", path, status, answer)
		}
	}
	ana.call("DELETE", "/api/sites/"+site, nil, nil)
	eventually(t, "the file and its rejected rows are deleted", func() bool { return p.uploadedFiles() == 0 })
}
