package edge_test

import (
	"bufio"
	"net/http"
	"strings"
	"testing"
	"time"

	"upslope"
)

func (p *person) addIssues(issues ...upslope.TechnicalIssue) {
	defer p.lock()()
	p.issues[p.account] = append(p.issues[p.account], issues...)
}

func TestExportIsACSVFileThatSpreadsheetsCannotRun(t *testing.T) {
	ana := start(t).signIn("ana@example.com")
	seen := upslope.SeenStillThere
	ana.addIssues(
		upslope.TechnicalIssue{
			URL: "https://shop.example/ö", Title: "Missing title", Severity: "high", Details: "=cmd|' /C calc'!A0", Status: "open", Seen: &seen,
			IssueType: "missing_title", ImportedAt: time.Date(2026, 11, 20, 0, 0, 0, 0, time.UTC),
		},
		upslope.TechnicalIssue{URL: "@evil", Title: "Title, \"too\" long", Severity: "low", Details: "-5", Status: "fixed", IssueType: "long_title"},
	)
	res := ana.do("GET", "/api/technical/sf-issues.csv?type=missing_title&severity=high&status=all&seen=gone&q=shop", "").want(http.StatusOK)
	want := "\ufeffURL,Issue,Severity,Details,Status,Seen,Found on,Issue type\n" +
		"https://shop.example/ö,Missing title,high,'=cmd|' /C calc'!A0,open,still there,2026-11-20,missing_title\n" +
		"'@evil,\"Title, \"\"too\"\" long\",low,-5,fixed,,0001-01-01,long_title\n"
	if res.text != want {
		t.Errorf("got\n%s\nwant\n%s", res.text, want)
	}
	if res.Header.Get("Content-Type") != "text/csv; charset=utf-8" || res.Header.Get("Content-Disposition") != "attachment; filename=technical-issues-missing_title.csv" {
		t.Errorf("%v", res.Header)
	}
	if filter := (upslope.IssueFilter{Type: "missing_title", Severity: "high", Seen: "gone", Query: "shop"}); ana.filter != filter {
		t.Errorf("asked for %+v", ana.filter)
	}
	if head := ana.do("HEAD", "/api/technical/sf-issues.csv", "").want(http.StatusOK); head.text != "" || head.Header.Get("Content-Disposition") != "attachment; filename=technical-issues.csv" {
		t.Errorf("%v", head.Header)
	}
}

func TestExportOfNothingHasItsHeader(t *testing.T) {
	bob := start(t).signIn("bob@example.com")
	if res := bob.do("GET", "/api/technical/sf-issues.csv", "").want(http.StatusOK); !strings.HasPrefix(res.text, "\ufeffURL,Issue,") || strings.Count(res.text, "\n") != 1 {
		t.Errorf("%q", res.text)
	}
}

func TestExportThatCannotBeginIsAProblem(t *testing.T) {
	r := start(t)
	ana := r.signIn("ana@example.com")
	ana.addIssues(upslope.TechnicalIssue{URL: "https://shop.example/"})
	r.fail(upslope.Errorf(upslope.Unavailable, "Your data is unavailable right now."))
	defer r.fail(nil)
	res := ana.do("GET", "/api/technical/sf-issues.csv", "")
	res.wantProblem(http.StatusServiceUnavailable, "Your data is unavailable right now.", "")
	if res.Header.Get("Content-Disposition") != "" {
		t.Errorf("a problem is offered as a download: %v", res.Header)
	}
}

func TestCanceledExportEndsItsQuery(t *testing.T) {
	r := start(t)
	ana := r.signIn("ana@example.com")
	ana.addIssues(upslope.TechnicalIssue{URL: "https://shop.example/", Details: strings.Repeat("x", 1000)})
	func() { defer r.lock()(); r.endless = true }()
	res, err := ana.Get(r.url + "/api/technical/sf-issues.csv")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := bufio.NewReader(res.Body).ReadString('\n'); err != nil {
		t.Fatal(err)
	}
	if err := res.Body.Close(); err != nil {
		t.Fatal(err)
	}
	for deadline := time.Now().Add(10 * time.Second); !r.exportEnded.Load(); time.Sleep(10 * time.Millisecond) {
		if time.Now().After(deadline) {
			t.Fatal("the query goes on although nobody takes its rows")
		}
	}
}
