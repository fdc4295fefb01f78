package imports

import (
	"encoding/csv"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// realTabs returns the tabs of a real crawl next to the checkout by name, and skips the test without them.
func realTabs(t *testing.T, folder string) map[string]string {
	t.Helper()
	names, err := filepath.Glob(filepath.Join("..", "..", "..", "shared", "data", "crawls", folder, "*.csv"))
	if err != nil || len(names) == 0 {
		t.Skipf("the real exports are not on this machine: %v", err)
	}
	tabs := map[string]string{}
	for _, name := range names {
		content, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		tabs[filepath.Base(name)] = string(content)
	}
	return tabs
}

// countRows counts the rows of a tab with the standard reader.
func countRows(t *testing.T, content string) int {
	t.Helper()
	reader := csv.NewReader(strings.NewReader(strings.TrimPrefix(content, "\ufeff")))
	reader.FieldsPerRecord = -1
	rows, err := reader.ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	return len(rows) - 1
}

// TestRealTabsZippedAreTheirInternalExport compares an archive of 18 real tabs with the Internal tab alone.
func TestRealTabsZippedAreTheirInternalExport(t *testing.T) {
	tabs := realTabs(t, "tabs-small")
	const pages = "select url, status_code, title, description, h1, canonical, word_count, inlinks from pages where import_id = {import_id:UUID} and own order by url"
	const issues = "select url, issue_type, details from technical_issues where import_id = {import_id:UUID} and issue_type != 'broken_outlinks' order by url, issue_type"
	read := func(name, content string) (string, string, string) {
		w := newWorkbench(t)
		w.site = w.addSite("sportsactiontv.com")
		result := w.mustUpload(name, strings.TrimSuffix(content, "\n"))
		return w.rows(pages), w.rows(issues), result.Message
	}
	wantPages, wantIssues, _ := read("internal_all.csv", tabs["internal_all.csv"])
	var pairs []string
	rows := 0
	for name, content := range tabs {
		pairs = append(pairs, name, content)
		if !slices.Contains([]string{"mobile_all.csv", "pagespeed_all.csv"}, name) { // only addresses
			rows += countRows(t, content)
		}
	}
	gotPages, gotIssues, message := read("tabs.zip", zipped(t, pairs...))
	if want := fmt.Sprintf(", %d rows read, ", rows); !strings.HasPrefix(message, "9 pages and ") || !strings.Contains(message, want) {
		t.Errorf("%q, want 9 pages of%s", message, want)
	}
	if gotPages != wantPages {
		t.Errorf("pages\n%s\nwant\n%s", gotPages, wantPages)
	}
	if gotIssues != wantIssues {
		t.Errorf("issues\n%s\nwant\n%s", gotIssues, wantIssues)
	}
}
