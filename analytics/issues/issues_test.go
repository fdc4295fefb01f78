package issues

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"upslope"
	"upslope/analytics/analyticstest"
)

const earlier = "00000000-0000-4000-8000-0000000000c1"

// crawlHistory is the Records of a site with two crawls.
type crawlHistory struct {
	compared []string // types covered by both
	fixed    []string
	reopened []string
	marked   string
	pair     [2]upslope.Crawl // of crawls that are chosen, the newer one first
	isPast   bool             // a crawl newer than both exists
}

func (h *crawlHistory) ComparedCrawls(context.Context, string, string, string, string) (newer, older upslope.Crawl, err error) {
	return h.pair[0], h.pair[1], nil
}

func (h *crawlHistory) NewestCrawls(_ context.Context, accountID, _ string) ([]upslope.Crawl, error) {
	if accountID != analyticstest.AccountID {
		return nil, nil
	}
	if h.isPast {
		return []upslope.Crawl{{SiteID: analyticstest.SiteID, ImportID: "00000000-0000-4000-8000-0000000000c3"}}, nil
	}
	return []upslope.Crawl{{SiteID: analyticstest.SiteID, ImportID: analyticstest.ImportID, LinksImportID: analyticstest.ImportID, ImportedAt: analyticstest.Today}}, nil
}

func (h *crawlHistory) CrawlImports(context.Context, string, string) ([]string, error) {
	return []string{analyticstest.ImportID, earlier}, nil
}

func (h *crawlHistory) ComparedTypes(context.Context, string, string) ([]upslope.ComparedType, error) {
	var types []upslope.ComparedType
	for _, issueType := range h.compared {
		types = append(types, upslope.ComparedType{SiteID: analyticstest.SiteID, IssueType: issueType, ImportID: earlier})
	}
	return types, nil
}

func (h *crawlHistory) FixedIssues(context.Context, string, string) ([]string, error) {
	return h.fixed, nil
}

func (h *crawlHistory) ReopenedIssues(context.Context, string, string) ([]string, error) {
	return h.reopened, nil
}

func (h *crawlHistory) MarkIssue(_ context.Context, _, _, issueID string, fixed bool, _ time.Time) (int64, error) {
	h.marked = fmt.Sprint(issueID, fixed)
	return 3, nil
}

func (h *crawlHistory) InsightsOfPage(_ context.Context, _, _, page string) ([]string, error) {
	return []string{"insight of " + page}, nil
}

type issue struct {
	AccountID  string    `ch:"account_id"`
	SiteID     string    `ch:"site_id"`
	ImportID   string    `ch:"import_id"`
	ID         string    `ch:"issue_id"`
	Type       string    `ch:"issue_type"`
	Title      string    `ch:"title"`
	Severity   string    `ch:"severity"`
	Page       string    `ch:"page"`
	URL        string    `ch:"url"`
	ImportedAt time.Time `ch:"imported_at"`
}

func id(n int) string { return fmt.Sprintf("00000000-0000-4000-8000-%012d", n) }

// twoCrawls has missing titles 1 and 2 last week, 2 and 3 now; and long titles 4 last week, 5 now.
func twoCrawls(t *testing.T) *analyticstest.Site {
	t.Helper()
	db := analyticstest.Open(t)
	var rows []issue
	add := func(importID string, at time.Time, issueType, severity string, numbers ...int) {
		for _, n := range numbers {
			page := fmt.Sprintf("https://example.com/%d", n)
			rows = append(rows, issue{analyticstest.AccountID, analyticstest.SiteID, importID, id(n), issueType, strings.ReplaceAll(issueType, "_", " "), severity, page, page, at})
		}
	}
	week := analyticstest.Today.AddDate(0, 0, -7)
	add(earlier, week, "missing_title", "high", 1, 2)
	add(analyticstest.ImportID, analyticstest.Today, "missing_title", "high", 2, 3)
	add(earlier, week, "long_title", "low", 4)
	add(analyticstest.ImportID, analyticstest.Today, "long_title", "low", 5)
	add("00000000-0000-4000-8000-0000000000ff", week, "missing_title", "high", 3) // of a failed import
	if err := db.InsertRows(t.Context(), "technical_issues", "", rows); err != nil {
		t.Fatal(err)
	}
	return db
}

func TestIssuesSayWhatBecameOfThemSinceTheLastCrawl(t *testing.T) {
	t.Parallel()
	db := twoCrawls(t)
	issues := &Issues{Tables: db, Records: &crawlHistory{compared: []string{"missing_title"}}, Now: func() time.Time { return analyticstest.Today }}
	for seenAs, want := range map[string]string{
		"":                     "2 still_there first seen 14 November; 3 new first seen 21 November; 5 not compared first seen 21 November",
		upslope.SeenNew:        "3 new first seen 21 November",
		upslope.SeenStillThere: "2 still_there first seen 14 November",
		upslope.SeenGone:       "1 gone first seen 14 November",
	} {
		found, total, err := issues.Issues(t.Context(), analyticstest.AccountID, upslope.IssueFilter{Seen: seenAs, Limit: 10})
		var got []string
		for _, issue := range found {
			as := "not compared"
			if issue.Seen != nil {
				as = *issue.Seen
			}
			got = append(got, fmt.Sprintf("%s %s first seen %s", issue.ID[35:], as, issue.FirstSeenAt.Format("2 January")))
		}
		if err != nil || strings.Join(got, "; ") != want || total != int64(len(found)) {
			t.Errorf("seen %q: %q, %d, %v, want %q", seenAs, got, total, err, want)
		}
	}
	if found, _, err := issues.Issues(t.Context(), "00000000-0000-4000-8000-0000000000aa", upslope.IssueFilter{Limit: 10}); err != nil || len(found) != 0 {
		t.Errorf("a stranger sees %v, %v", found, err)
	}
}

func TestCountsSayWhatIsNewAndGone(t *testing.T) {
	t.Parallel()
	db := twoCrawls(t)
	records := &crawlHistory{compared: []string{"missing_title"}}
	issues := &Issues{Tables: db, Records: records, Now: func() time.Time { return analyticstest.Today }}
	list := func() string {
		t.Helper()
		counts, err := issues.CountIssues(t.Context(), analyticstest.AccountID, upslope.IssueFilter{})
		if err != nil {
			t.Fatal(err)
		}
		var lines []string
		for _, count := range counts {
			line := fmt.Sprint(count.IssueType, " ", count.Severity, " ", count.Pages)
			if count.New != nil {
				line += fmt.Sprintf(" (%d new, %d still there, %d gone)", *count.New, *count.StillThere, *count.Gone)
			}
			lines = append(lines, line)
		}
		return strings.Join(lines, "; ")
	}
	if got, want := list(), "missing_title high 2 (1 new, 1 still there, 1 gone); long_title low 1"; got != want {
		t.Errorf("%s, want %s", got, want)
	}
	records.fixed = []string{id(3), id(5)}
	if got, want := list(), "missing_title high 1 (0 new, 1 still there, 1 gone)"; got != want {
		t.Errorf("%s, want %s", got, want)
	}
}

func TestIssueThatIsSeenAgainWasReopened(t *testing.T) {
	t.Parallel()
	records := &crawlHistory{reopened: []string{id(2)}, fixed: []string{id(3)}}
	issues := &Issues{Tables: twoCrawls(t), Records: records, Now: func() time.Time { return analyticstest.Today }}
	found, _, err := issues.Issues(t.Context(), analyticstest.AccountID, upslope.IssueFilter{Type: "missing_title", Limit: 10})
	if err != nil || len(found) != 2 || !found[0].Reopened || found[0].Status != "open" || found[1].Reopened || found[1].Status != "fixed" {
		t.Errorf("%+v, %v", found, err)
	}
	marked, _, err := issues.MarkIssue(t.Context(), analyticstest.AccountID, id(2), "fixed")
	if err != nil || marked.Reopened || marked.Status != "fixed" || records.marked != id(2)+"true" {
		t.Errorf("%+v, %v", marked, err)
	}
	if _, _, err := issues.MarkIssue(t.Context(), analyticstest.AccountID, id(1), "fixed"); upslope.CodeOf(err) != upslope.NotFound {
		t.Errorf("%v: an issue that is gone cannot be marked", err)
	}
}

func TestExportGivesAllThatMatchUntilItIsStopped(t *testing.T) {
	t.Parallel()
	issues := &Issues{Tables: twoCrawls(t), Records: &crawlHistory{compared: []string{"missing_title"}}, Now: func() time.Time { return analyticstest.Today }}
	var got []string
	each := func(issue upslope.TechnicalIssue) error {
		got = append(got, issue.URL+" "+issue.IssueType+" "+issue.Severity+" "+issue.ImportedAt.Format(time.DateOnly))
		return nil
	}
	want := []string{"https://example.com/2 missing_title high 2026-11-21", "https://example.com/3 missing_title high 2026-11-21", "https://example.com/5 long_title low 2026-11-21"}
	if err := issues.ExportIssues(t.Context(), analyticstest.AccountID, upslope.IssueFilter{}, each); err != nil || !slices.Equal(got, want) {
		t.Errorf("%q, %v", got, err)
	}
	stop := errors.New("the client left")
	if err := issues.ExportIssues(t.Context(), analyticstest.AccountID, upslope.IssueFilter{}, func(upslope.TechnicalIssue) error { return stop }); !errors.Is(err, stop) {
		t.Errorf("%v", err)
	}
}

func TestPageShowsAllThatIsKnownOfIt(t *testing.T) {
	t.Parallel()
	db := twoCrawls(t)
	pages := analyticstest.ParsePages(t, []byte(`url,status_code,title,h1,redirect_url,canonical
https://example.com/2,200,,Two,,
https://example.com/old,301,,,https://example.com/2,
https://example.com/print,200,,,,https://example.com/2
https://example.com/3,200,Three,?,,
`))
	if err := db.InsertRows(t.Context(), "pages", "", pages); err != nil {
		t.Fatal(err)
	}
	var links []analyticstest.Link
	for n := range 150 {
		links = append(links, analyticstest.Link{
			AccountID: analyticstest.AccountID, SiteID: analyticstest.SiteID, ImportID: analyticstest.ImportID, Source: fmt.Sprintf("https://example.com/%d", n), Destination: "https://example.com/2",
			Type: "hyperlink", Position: map[bool]string{true: "content", false: "footer"}[n == 149],
		})
	}
	if err := db.InsertRows(t.Context(), "links", "", links); err != nil {
		t.Fatal(err)
	}
	issues := &Issues{Tables: db, Records: &crawlHistory{}, Now: func() time.Time { return analyticstest.Today }}
	page, err := issues.Page(t.Context(), analyticstest.AccountID, "", "HTTPS://EXAMPLE.com:443/2#top")
	if err != nil {
		t.Fatal(err)
	}
	if page.Page != "https://example.com/2" || *page.StatusCode != 200 || *page.Title != "" || *page.H1 != "Two" || page.WordCount != nil || !page.ImportedAt.Equal(analyticstest.Today) {
		t.Errorf("%+v", page)
	}
	if len(page.Issues) != 1 || page.Issues[0].ID != id(2) || !slices.Equal(page.InsightIDs, []string{"insight of https://example.com/2"}) {
		t.Errorf("issues %+v, insights %q", page.Issues, page.InsightIDs)
	}
	if !slices.Equal(page.RedirectsFrom, []string{"https://example.com/old"}) || !slices.Equal(page.CanonicalOf, []string{"https://example.com/print"}) {
		t.Errorf("redirects from %q, canonical of %q", page.RedirectsFrom, page.CanonicalOf)
	}
	if page.Inlinks.Total != 150 || len(page.Inlinks.Links) != 100 || page.Inlinks.Links[0].Position != "content" || page.Outlinks.Total != 1 {
		t.Errorf("%d of %d inlinks, %d outlinks", len(page.Inlinks.Links), page.Inlinks.Total, page.Outlinks.Total)
	}
	for url, code := range map[string]upslope.Code{"https://example.com/none": upslope.NotFound, "no address": upslope.Invalid} {
		if _, err := issues.Page(t.Context(), analyticstest.AccountID, "", url); upslope.CodeOf(err) != code {
			t.Errorf("%s: %v, want %s", url, err, code)
		}
	}
}
