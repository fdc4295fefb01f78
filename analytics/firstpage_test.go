package analytics

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"sync/atomic"
	"testing"

	"golang.org/x/tools/txtar"

	"upslope"
	"upslope/infra/clickhouse/clickhousetest"
)

// firstPages are those of sites by their account, site and table, as the database keeps them; nil keeps none.
type firstPages map[string]upslope.FirstPage

func (f firstPages) FirstPage(_ context.Context, accountID, siteID, table, key string) (string, error) {
	if page := f[accountID+siteID+table]; page.Key == key {
		return page.Page, nil
	}
	return "", nil
}

func (f firstPages) FirstPageKeys(_ context.Context, accountID, siteID string) (map[string]string, error) {
	keys := map[string]string{}
	for _, page := range f {
		if _, ofSite := f[accountID+siteID+page.Table]; ofSite {
			keys[page.Table] = page.Key
		}
	}
	return keys, nil
}

func (f firstPages) PutFirstPages(_ context.Context, accountID, siteID string, pages []upslope.FirstPage, beside []string) error {
	for key, page := range f {
		if strings.HasPrefix(key, accountID+siteID) && !slices.Contains(beside, page.Table) {
			delete(f, key)
		}
	}
	for _, page := range pages {
		f[accountID+siteID+page.Table] = page
	}
	return nil
}

// A table whose first page was worked out opens without its SQL, in a process that has never seen it, and has the rows of its SQL.
func TestAFirstPageThatIsKeptIsThatOfItsSQL(t *testing.T) {
	t.Parallel()
	cases, err := filepath.Glob("tables/*/testdata/*.txtar")
	if err != nil || len(cases) == 0 {
		t.Fatalf("cases %v: %v", cases, err)
	}
	kept := 0
	for _, file := range cases {
		base := strings.TrimSuffix(filepath.Base(file), ".txtar")
		if strings.Contains(base, ".") {
			continue // one case a table will do
		}
		name := filepath.Base(filepath.Dir(filepath.Dir(file))) + "/" + base
		t.Run(name, func(t *testing.T) {
			archive, err := txtar.ParseFile(file)
			if err != nil {
				t.Fatal(err)
			}
			db := clickhousetest.Open(t)
			records := analysisRecords{connected: connected(connections()), crawl: addTableCase(t, db, archive), firstPages: firstPages{}}
			if err := analysisOf(t, db, records).PutFirstPages(t.Context(), account, site); err != nil {
				t.Fatal(err)
			}
			for _, filter := range []upslope.TableFilter{{SiteID: site, Limit: 100}, {SiteID: site, Limit: 2, Offset: 1}} {
				facts := &counted{DB: db}
				opening, err := NewAnalysis(facts, records)
				if err != nil {
					t.Fatal(err)
				}
				bySQL := records
				bySQL.firstPages = nil
				got, want := askFor(t, opening, name, filter), askFor(t, analysisOf(t, db, bySQL), name, filter)
				if asJSON(t, got) != asJSON(t, want) {
					t.Errorf("got\n%s\nwant\n%s", asJSON(t, got), asJSON(t, want))
				}
				if queries := facts.queries.Load(); queries > 3 { // which days there are, and rankings
					t.Errorf("opening it took %d queries", queries)
				}
				kept += len(got.Rows)
			}
		})
	}
	if kept < 20 {
		t.Errorf("only %d rows were seen", kept)
	}
}

// A first page counts for its reads, its order and its site only, and is worked out again only after something has changed.
func TestAFirstPageCountsAsLongAsWhatItIsMadeOf(t *testing.T) {
	t.Parallel()
	changed, pages := &atomic.Int64{}, firstPages{}
	facts := &counted{DB: clickhousetest.Open(t)}
	records := analysisRecords{connected: connected(connections()), changed: changed, firstPages: pages}
	manySites(t, facts.DB)
	o := &opening{t, nil, facts, changed}
	start := func() {
		t.Helper()
		var err error
		if o.Analysis, err = NewAnalysis(facts, records); err != nil {
			t.Fatal(err)
		}
	}
	put := func() int64 {
		t.Helper()
		before := facts.queries.Load()
		if err := o.PutFirstPages(t.Context(), account, site); err != nil {
			t.Fatal(err)
		}
		return facts.queries.Load() - before
	}
	start()
	all := put()
	if len(pages) < 5 {
		t.Fatalf("%d tables keep a first page", len(pages))
	}
	start()
	if again := put(); again > all-int64(len(pages)) {
		t.Errorf("with nothing changed it took %d queries, at first %d", again, all)
	}
	o.readAgain()
	start()
	if page, queries := o.page("-clicks", 0); page.Rows[0][1] != "again" || queries < 3 {
		t.Errorf("after a day was read again the first row is %v, of %d queries", page.Rows[0], queries)
	}
	put()
	start()
	if page, queries := o.page("-clicks", 0); page.Rows[0][1] != "again" || queries > 2 {
		t.Errorf("worked out again the first row is %v, of %d queries", page.Rows[0], queries)
	}
	start()
	if page, queries := o.page("clicks", 0); page.Rows[0][1] == "again" || queries < 3 {
		t.Errorf("sorted the other way the first row is %v, of %d queries", page.Rows[0], queries)
	}
	// The other site has the same searches, but no page of its own yet.
	if page := askFor(t, o.Analysis, "seo/queries", upslope.TableFilter{SiteID: otherSite, Limit: 10}); len(page.Rows) > 0 && page.Rows[0][0] != otherSite {
		t.Errorf("another site shows %v", page.Rows[0])
	}
	// What is read no more keeps no page.
	records.connected = nil
	start()
	if put(); len(pages) > 0 {
		t.Errorf("with nothing connected %d pages stay", len(pages))
	}
}

// One table that cannot be worked out keeps none of the others from theirs.
func TestATableThatFailsLeavesTheOthersTheirFirstPage(t *testing.T) {
	t.Parallel()
	pages := firstPages{}
	facts := &counted{DB: clickhousetest.Open(t)}
	manySites(t, facts.DB)
	analysis := analysisOf(t, facts.DB, analysisRecords{connected: connected(connections()), firstPages: pages})
	broken := *analysis.tables["seo/queries"]
	broken.rows = tableSQLOf("    counted as (select 1)\nselect nothing from counted")
	analysis.tables["seo/queries"] = &broken
	err := analysis.PutFirstPages(t.Context(), account, site)
	if err == nil || !strings.Contains(err.Error(), "seo/queries") || errors.Is(err, context.Canceled) {
		t.Errorf("the error is %v", err)
	}
	if _, known := pages[account+site+"seo/pages"]; !known || len(pages) < 4 {
		t.Errorf("kept are %s", fmt.Sprint(len(pages)))
	}
}
