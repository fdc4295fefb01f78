package tables

import (
	"context"
	"errors"
	"maps"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"golang.org/x/tools/txtar"

	"upslope"
	"upslope/analytics/analyticstest"
)

// firstPages are those of one site, by their keys, as the database keeps them; nil keeps none.
type firstPages struct {
	reads int64 // how often rows came
	pages map[string]keptFirst
}

type keptFirst struct {
	upslope.FirstPage
	reads int64
}

func (f *firstPages) SiteReads(context.Context, string, string) (int64, error) { return f.reads, nil }

func (f *firstPages) FirstPage(_ context.Context, _, _, key string) (string, error) {
	if f == nil || f.pages[key].reads != f.reads {
		return "", nil
	}
	return f.pages[key].Page, nil
}

func (f *firstPages) FirstPages(context.Context, string, string) (pages []upslope.FirstPage, err error) {
	for _, page := range f.pages {
		pages = append(pages, page.FirstPage)
	}
	return pages, nil
}

func (f *firstPages) PutFirstPages(_ context.Context, _, _ string, reads int64, pages []upslope.FirstPage) error {
	kept := map[string]keptFirst{}
	for _, page := range pages {
		before, known := f.pages[page.Key]
		switch {
		case page.Page != "":
			kept[page.Key] = keptFirst{page, reads}
		case known && before.MadeOf == page.MadeOf:
			kept[page.Key] = keptFirst{before.FirstPage, reads}
		case known:
			kept[page.Key] = before
		}
	}
	f.pages = kept
	return nil
}

// A table whose first page was worked out opens without its SQL, in a process that has never seen it, and has the rows of its SQL.
func TestAFirstPageThatIsKeptIsThatOfItsSQL(t *testing.T) {
	t.Parallel()
	rows := 0
	caseOfEachTable(t, func(t *testing.T, name string, archive *txtar.Archive) {
		db := analyticstest.Open(t)
		records := analysisRecords{Connected: analyticstest.Connected(analyticstest.AllConnections()), crawl: addTableCase(t, db, archive), firstPages: &firstPages{}}
		if err := analysisOf(t, db, records).PutFirstPages(t.Context(), analyticstest.AccountID, analyticstest.SiteID); err != nil {
			t.Fatal(err)
		}
		for _, filter := range []upslope.TableFilter{{SiteID: analyticstest.SiteID, Limit: 100}, {SiteID: analyticstest.SiteID, Limit: 2, Offset: 1}} {
			facts := &counted{Site: db}
			opening, err := New(facts, records)
			if err != nil {
				t.Fatal(err)
			}
			bySQL := records
			bySQL.firstPages = nil
			got, want := askFor(t, opening, name, filter), askFor(t, analysisOf(t, db, bySQL), name, filter)
			if asJSON(t, got) != asJSON(t, want) {
				t.Errorf("got\n%s\nwant\n%s", asJSON(t, got), asJSON(t, want))
			}
			if queries := facts.queries.Load(); queries > 0 {
				t.Errorf("opening it took %d queries", queries)
			}
			rows += len(got.Rows)
		}
	})
	if rows < 20 {
		t.Errorf("only %d rows were seen", rows)
	}
}

// A first page counts for its reads, its order and its site only, and is worked out again only after something has changed.
func TestAFirstPageCountsAsLongAsWhatItIsMadeOf(t *testing.T) {
	t.Parallel()
	changed, kept := &atomic.Int64{}, &firstPages{}
	facts := &counted{Site: analyticstest.Open(t)}
	records := analysisRecords{Connected: analyticstest.Connected(analyticstest.AllConnections()), changed: changed, firstPages: kept}
	analyticstest.ManySites(t, facts.Site)
	o := &opening{t, nil, facts, changed}
	start := func() {
		t.Helper()
		var err error
		if o.Analysis, err = New(facts, records); err != nil {
			t.Fatal(err)
		}
	}
	put := func() int64 {
		t.Helper()
		before := facts.queries.Load()
		if err := o.PutFirstPages(t.Context(), analyticstest.AccountID, analyticstest.SiteID); err != nil {
			t.Fatal(err)
		}
		return facts.queries.Load() - before
	}
	start()
	all := put()
	if len(kept.pages) < 5 {
		t.Fatalf("%d tables keep a first page", len(kept.pages))
	}
	start()
	if again := put(); again > all-int64(len(kept.pages)) {
		t.Errorf("with nothing changed it took %d queries, at first %d", again, all)
	}
	start()
	if page, queries := o.page("-clicks", 0); len(page.Rows) != 10 || queries > 0 {
		t.Errorf("%d rows, of %d queries", len(page.Rows), queries)
	}
	o.readAgain()
	kept.reads++
	if page, queries := o.page("-clicks", 0); page.Rows[0][1] != "again" || queries < 3 {
		t.Errorf("after a day was read again the first row is %v, of %d queries", page.Rows[0], queries)
	}
	put()
	start()
	if page, queries := o.page("-clicks", 0); page.Rows[0][1] != "again" || queries > 0 {
		t.Errorf("worked out again the first row is %v, of %d queries", page.Rows[0], queries)
	}
	start()
	if page, queries := o.page("clicks", 0); page.Rows[0][1] == "again" || queries < 3 {
		t.Errorf("sorted the other way the first row is %v, of %d queries", page.Rows[0], queries)
	}
	// Where the engine fails, what is there stays.
	before := maps.Clone(kept.pages)
	away, cancel := context.WithCancel(t.Context())
	cancel()
	start()
	if err := o.PutFirstPages(away, analyticstest.AccountID, analyticstest.SiteID); err == nil || !maps.Equal(kept.pages, before) {
		t.Errorf("without an engine there are %d pages instead of %d, and the error is %v", len(kept.pages), len(before), err)
	}
	// What is read no more keeps no page.
	records.Connected = nil
	start()
	if put(); len(kept.pages) > 0 {
		t.Errorf("with nothing connected %d pages stay", len(kept.pages))
	}
}

// One table that cannot be worked out keeps none of the others from theirs.
func TestATableThatFailsLeavesTheOthersTheirFirstPage(t *testing.T) {
	t.Parallel()
	kept := &firstPages{}
	facts := &counted{Site: analyticstest.Open(t)}
	analyticstest.ManySites(t, facts.Site)
	analysis := analysisOf(t, facts.Site, analysisRecords{Connected: analyticstest.Connected(analyticstest.AllConnections()), firstPages: kept})
	broken := *analysis.tables["seo/queries"]
	broken.rows = tableSQLOf("    counted as (select 1)\nselect nothing from counted")
	analysis.tables["seo/queries"] = &broken
	err := analysis.PutFirstPages(t.Context(), analyticstest.AccountID, analyticstest.SiteID)
	if err == nil || !strings.Contains(err.Error(), "seo/queries") || errors.Is(err, context.Canceled) {
		t.Errorf("the error is %v", err)
	}
	if len(kept.pages) < 4 {
		t.Errorf("%d pages are kept", len(kept.pages))
	}
	for _, page := range kept.pages {
		if page.Table == "seo/queries" || page.Page == "" {
			t.Errorf("%s is kept as %q", page.Table, page.Page)
		}
	}
}

// Of a large table the longest window that screens offer opens without a query, too.
func TestTheLongestWindowOfALargeTableOpensAtOnce(t *testing.T) {
	t.Parallel()
	facts := &counted{Site: analyticstest.Open(t)}
	analyticstest.ManySites(t, facts.Site)
	records := analysisRecords{Connected: analyticstest.Connected(analyticstest.AllConnections()), firstPages: &firstPages{}}
	for _, large := range []bool{false, true} {
		var analysis *Analysis
		start := func() {
			var err error
			if analysis, err = New(facts, records); err != nil {
				t.Fatal(err)
			}
			if large {
				analysis.pickFrom = 0
			}
		}
		start()
		if err := analysis.PutFirstPages(t.Context(), analyticstest.AccountID, analyticstest.SiteID); err != nil {
			t.Fatal(err)
		}
		start()
		usual := askFor(t, analysis, "seo/queries", upslope.TableFilter{SiteID: analyticstest.SiteID, Limit: 100})
		before := facts.queries.Load()
		longest := askFor(t, analysis, "seo/queries", upslope.TableFilter{SiteID: analyticstest.SiteID, From: longestTo(usual.To), To: usual.To, Limit: 100})
		if queries := facts.queries.Load() - before; queries == 0 != large || longest.From.Equal(usual.From) || len(longest.Rows) == 0 {
			t.Errorf("large %t: %d rows from %s on took %d queries", large, len(longest.Rows), longest.From, queries)
		}
	}
}

// The longest window begins where the screens let it: the day after the one sixteen months earlier, or after the last of that month.
func TestTheLongestWindowIsThatOfTheScreens(t *testing.T) {
	t.Parallel()
	for last, want := range map[string]string{
		"2026-11-20": "2025-07-21", "2026-06-30": "2025-03-01", "2025-06-30": "2024-03-01", "2026-07-31": "2025-04-01", "2026-03-31": "2024-12-01", "2026-12-31": "2025-09-01",
	} {
		to, err := time.Parse(time.DateOnly, last)
		if err != nil {
			t.Fatal(err)
		}
		if got := longestTo(to).Format(time.DateOnly); got != want {
			t.Errorf("to %s it is from %s, not %s", last, got, want)
		}
	}
}
