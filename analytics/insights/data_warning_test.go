package insights

import (
	"slices"
	"strings"
	"testing"
	"time"

	"upslope"
	"upslope/analytics/analyticstest"
)

// addReads imports days of a report, except the missing ones, and marks others as truncated by the provider.
func addReads(t *testing.T, db *analyticstest.Site, report string, last int, missing, cut []int) {
	t.Helper()
	type read struct {
		AccountID    string    `ch:"account_id"`
		SiteID       string    `ch:"site_id"`
		ConnectionID string    `ch:"connection_id"`
		Report       string    `ch:"report"`
		Day          time.Time `ch:"day"`
		SyncID       uint64    `ch:"sync_id"`
		IsFinal      bool      `ch:"is_final"`
		ReadOn       time.Time `ch:"read_on"`
		Notes        []string  `ch:"notes"`
	}
	var rows []read
	for ago := range last + 1 {
		if slices.Contains(missing, ago) {
			continue
		}
		notes := []string{}
		if slices.Contains(cut, ago) {
			notes = append(notes, "truncated")
		}
		rows = append(rows, read{analyticstest.AccountID, analyticstest.SiteID, analyticstest.ConnectionID(report), report, analyticstest.LastDay.AddDate(0, 0, -ago), analyticstest.SyncID, true, analyticstest.Today, notes})
	}
	if err := db.InsertRows(t.Context(), "current_days", "", rows); err != nil {
		t.Fatal(err)
	}
}

// warningsOf returns the data warnings of a site with these missing and truncated Search Console days.
func warningsOf(t *testing.T, missing, cut []int) []upslope.StoredInsight {
	t.Helper()
	db := analyticstest.Open(t)
	analyticstest.AddReport(t, db, "gsc_query_pages", []byte("query,page,days,clicks,impressions,position\n"+
		"thing {1..30},https://example.com/shop/{n},0..60,5,100,2\ntale {1..10},https://example.com/stories/{n},0..60,5,100,2\n"))
	for _, report := range []string{"gsc_totals", "gsc_pages", "gsc_queries"} {
		addReads(t, db, report, 60, nil, nil)
	}
	addReads(t, db, "gsc_query_pages", 60, missing, cut)
	store := &analyticstest.Store{Connected: analyticstest.AllConnections()}
	recompute(t, db, store)
	return of("data_warning", store.Insights)
}

// The warning names missing days, and the confidence where it is clearly lower; a single missing day is
// compensated.
func TestMissingDaysAreAWarning(t *testing.T) {
	t.Parallel()
	found := warningsOf(t, []int{3, 4, 9, 40}, nil)
	if len(found) != 1 || found[0].EntityType != "site" || found[0].Entity.Issue != "missing_gsc" || found[0].Value != nil {
		t.Fatalf("found %+v", found)
	}
	for _, words := range []string{"3 missing days of Search Console", "November 9, November 14, November 15"} {
		if !strings.Contains(found[0].Title+found[0].Summary, words) {
			t.Errorf("%q is not in %s %s", words, found[0].Title, found[0].Summary)
		}
	}
	if strings.Contains(found[0].Summary, "confidence") {
		t.Errorf("99%% is no lower confidence: %s", found[0].Summary)
	}
	most := []int{3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18}
	if found := warningsOf(t, most, nil); len(found) != 1 || !strings.Contains(found[0].Summary, "confidence is lowered to 94%") {
		t.Errorf("16 missing days: %+v", found)
	}
	if found := warningsOf(t, []int{3, 40, 41, 42}, nil); len(found) != 0 {
		t.Errorf("one missing day of the window is a warning: %s", found[0].Title)
	}
}

// Truncated Search Console days are a warning that names the folders whose own properties would avoid it.
func TestCutDaysAreAWarning(t *testing.T) {
	t.Parallel()
	found := warningsOf(t, nil, []int{2, 5, 50})
	if len(found) != 1 || found[0].Entity.Issue != "cut_gsc" {
		t.Fatalf("found %+v", found)
	}
	for _, words := range []string{"2 days hit the row limit", "November 13, November 16", "/shop/ (75% of rows) and /stories/ (25% of rows)"} {
		if !strings.Contains(found[0].Title+found[0].Summary+found[0].Instructions, words) {
			t.Errorf("%q is not in %s %s %s", words, found[0].Title, found[0].Summary, found[0].Instructions)
		}
	}
}

// Complete days cause no warning.
func TestWholeDaysAreNoWarning(t *testing.T) {
	t.Parallel()
	if found := warningsOf(t, nil, nil); len(found) != 0 {
		t.Errorf("found %s", found[0].Title)
	}
}
