package edge_test

import (
	"net/http"
	"strings"
	"testing"

	"upslope"
)

func TestAReportIsAFileForWhoeverMayOpenIt(t *testing.T) {
	r := start(t)
	visitor := r.visitor()
	for range 2 {
		file := visitor.do("GET", "/r/open?pdf", "").want(http.StatusOK)
		if file.text != "%PDF of "+reportHTML || file.Header.Get("Content-Type") != "application/pdf" || file.Header.Get("Content-Disposition") != "attachment; filename=Q3.pdf" || file.Header.Get("X-Robots-Tag") == "" {
			t.Errorf("%q %v", file.text, file.Header)
		}
	}
	if printed := r.printedPages(); printed != 1 {
		t.Errorf("a page was printed %d times", printed)
	}
	visitor.do("GET", "/r/locked?pdf", "").want(http.StatusUnauthorized)
	visitor.do("GET", "/r/nothing?pdf", "").want(http.StatusNotFound)
	visitor.do("GET", "/r/locked?pdf", "", "Cookie: report=the-key").want(http.StatusOK)
	if got := r.pages.viewed(); got != 0 {
		t.Errorf("files were counted as %d views", got)
	}
}

func TestAReportThatCannotBePrintedSaysWhatToDo(t *testing.T) {
	r := start(t)
	r.fail(upslope.Errorf(upslope.Unavailable, "There is no browser."))
	visitor := r.visitor()
	for range 10 {
		if page := visitor.do("GET", "/r/open?pdf", "").want(http.StatusServiceUnavailable); !strings.Contains(page.text, "print it to a PDF with your browser") || page.Header.Get("Retry-After") != "60" {
			t.Fatalf("%s %v", page.text, page.Header)
		}
	}
	if page := visitor.do("GET", "/r/open?pdf", "").want(http.StatusTooManyRequests); !strings.Contains(page.text, "Wait a minute") || page.Header.Get("Retry-After") == "" {
		t.Errorf("%s %v", page.text, page.Header)
	}
	visitor.do("GET", "/r/open", "").want(http.StatusOK)
}
