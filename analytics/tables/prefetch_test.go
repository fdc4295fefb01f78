package tables

import (
	"fmt"
	"testing"
	"time"

	"upslope"
	"upslope/analytics/analyticstest"
)

// Who looked at one table of a site waits for no query when they open another.
func TestTheTablesOfASiteThatSomebodyLooksAtAreOpenedAhead(t *testing.T) {
	t.Parallel()
	for _, large := range []bool{false, true} {
		o := openTables(t)
		analyticstest.ManySites(t, o.facts.Site)
		if large {
			o.pickFrom = 0
		}
		open := func(name string) int64 {
			before := o.facts.queries.Load()
			if _, err := o.Table(t.Context(), analyticstest.AccountID, name, upslope.TableFilter{SiteID: analyticstest.SiteID, Limit: 100}); err != nil {
				t.Fatalf("%s: %v", name, err)
			}
			return o.facts.queries.Load() - before
		}
		open("kpis/daily")
		looked := <-o.ahead.next
		o.OpenAhead(t.Context(), looked.accountID, looked.filter.SiteID, looked.table)
		// Which rankings a crawl has is asked each time.
		for name, most := range map[string]int64{"seo/queries": 0, "seo/pages": 0, "seo/decay": 0, "seo/cannibalization": 0, "seo/internal-links": 1} {
			if queries := open(name); queries > most {
				t.Errorf("large %t: %s took %d queries", large, name, queries)
			}
		}
	}
}

// While pages are kept warm, those beside one that was opened are worked out without anybody asking.
func TestKeepingWarmOpensAhead(t *testing.T) {
	t.Parallel()
	o := openTables(t)
	analyticstest.ManySites(t, o.facts.Site)
	go o.KeepWarm(t.Context(), time.Hour)
	o.page("-clicks", 0)
	for began := time.Now(); o.kept.pages.Len() < 2; time.Sleep(10 * time.Millisecond) {
		if time.Since(began) > time.Minute {
			t.Fatal("a minute later nothing but the page that was opened is there")
		}
	}
}

// The tables of a site are opened ahead once in a while, however often somebody looks, and not those of all sites at once.
func TestASiteIsOpenedAheadOnceInAWhile(t *testing.T) {
	t.Parallel()
	ahead, err := newAhead()
	if err != nil {
		t.Fatal(err)
	}
	of := func(siteID string) request {
		return request{analyticstest.AccountID, "seo/queries", upslope.TableFilter{SiteID: siteID}}
	}
	for range 3 {
		for _, siteID := range []string{"", analyticstest.SiteID, otherSite} {
			ahead.looksAt(of(siteID))
		}
	}
	if len(ahead.next) != 2 {
		t.Fatalf("%d sites wait", len(ahead.next))
	}
	for n := range mostAhead {
		ahead.looksAt(of(fmt.Sprint(n)))
	}
	if len(ahead.next) != mostAhead {
		t.Errorf("%d sites wait", len(ahead.next))
	}
	if first := <-ahead.next; first.filter.SiteID != analyticstest.SiteID {
		t.Errorf("%s comes first", first.filter.SiteID)
	}
}
