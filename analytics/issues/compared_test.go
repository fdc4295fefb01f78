package issues

import (
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"upslope"
	"upslope/analytics/analyticstest"
)

// Of two chosen crawls only the types count that both looked for, and only the pages that both could have.
func TestTwoChosenCrawlsCompareWhatBothCouldShow(t *testing.T) {
	t.Parallel()
	db := twoCrawls(t)
	page := func(importID string, n int) analyticstest.Page {
		address := fmt.Sprintf("https://example.com/%d", n)
		return analyticstest.Page{AccountID: analyticstest.AccountID, SiteID: analyticstest.SiteID, ImportID: importID, Page: address, URL: address}
	}
	pages := []analyticstest.Page{page(earlier, 1), page(earlier, 2), page(analyticstest.ImportID, 2), page(analyticstest.ImportID, 3)}
	if err := db.InsertRows(t.Context(), "pages", "", pages); err != nil {
		t.Fatal(err)
	}
	for name, c := range map[string]struct {
		newerPartial, olderPartial bool
		olderJudged                []string
		want                       string
	}{
		"both whole":         {want: "missing_title 1 new, 1 still there, 1 gone; long_title 1 new, 0 still there, 1 gone", olderJudged: []string{"missing_title", "long_title"}},
		"a type of one only": {want: "missing_title 1 new, 1 still there, 1 gone; long_title not compared", olderJudged: []string{"missing_title"}},
		"the older partial":  {want: "missing_title 0 new, 1 still there, 1 gone; long_title not compared", olderJudged: []string{"missing_title"}, olderPartial: true},
		"the newer partial":  {want: "missing_title 1 new, 1 still there, 0 gone; long_title not compared", olderJudged: []string{"missing_title"}, newerPartial: true},
	} {
		records := &crawlHistory{pair: [2]upslope.Crawl{
			{SiteID: analyticstest.SiteID, ImportID: analyticstest.ImportID, Judged: []string{"missing_title", "long_title"}, Partial: c.newerPartial},
			{SiteID: analyticstest.SiteID, ImportID: earlier, Judged: c.olderJudged, Partial: c.olderPartial},
		}}
		issues := &Issues{Tables: db, Records: records, Now: func() time.Time { return analyticstest.Today }}
		counts, err := issues.CountIssues(t.Context(), analyticstest.AccountID, upslope.IssueFilter{SiteID: analyticstest.SiteID, Against: "older"})
		var got []string
		for _, count := range counts {
			line := count.IssueType + " not compared"
			if count.New != nil {
				line = fmt.Sprintf("%s %d new, %d still there, %d gone", count.IssueType, *count.New, *count.StillThere, *count.Gone)
			}
			got = append(got, line)
		}
		if err != nil || strings.Join(got, "; ") != c.want {
			t.Errorf("%s: %q, %v, want %q", name, got, err, c.want)
		}
	}
}

func TestMarksSayNothingOfCrawlsBeforeTheNewest(t *testing.T) {
	t.Parallel()
	db := twoCrawls(t)
	judged := []string{"missing_title"}
	for isPast, want := range map[bool]int64{true: 1, false: 0} {
		records := &crawlHistory{fixed: []string{id(3)}, isPast: isPast, pair: [2]upslope.Crawl{
			{SiteID: analyticstest.SiteID, ImportID: analyticstest.ImportID, Judged: judged}, {SiteID: analyticstest.SiteID, ImportID: earlier, Judged: judged},
		}}
		issues := &Issues{Tables: db, Records: records, Now: func() time.Time { return analyticstest.Today }}
		counts, err := issues.CountIssues(t.Context(), analyticstest.AccountID, upslope.IssueFilter{SiteID: analyticstest.SiteID, Crawl: "newer", Against: "older"})
		if err != nil || len(counts) == 0 || counts[0].New == nil || *counts[0].New != want {
			t.Errorf("before the newest %t: %+v, %v, want %d new", isPast, counts, err, want)
		}
	}
}

func TestComparedCrawlsAreNamedWithTheirSite(t *testing.T) {
	t.Parallel()
	issues := &Issues{Records: &crawlHistory{}}
	for field, filter := range map[string]upslope.IssueFilter{"against": {SiteID: analyticstest.SiteID, Crawl: "newer"}, "siteId": {Against: "older"}} {
		_, err := issues.CountIssues(t.Context(), analyticstest.AccountID, filter)
		var refused *upslope.Error
		if !errors.As(err, &refused) || refused.Code != upslope.Invalid || refused.Field != field {
			t.Errorf("%v, want a mistake of %s", err, field)
		}
	}
}
