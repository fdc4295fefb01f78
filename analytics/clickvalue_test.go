package analytics

import (
	"context"
	"math"
	"testing"
	"time"

	"upslope"
	"upslope/infra/clickhouse/clickhousetest"
)

// countingIn is a site whose owner counts in another currency.
type countingIn struct {
	*memory
	currency string
}

func (c countingIn) Site(ctx context.Context, accountID, siteID string) (upslope.Site, error) {
	site, err := c.memory.Site(ctx, accountID, siteID)
	site.Currency = c.currency
	return site, err
}

// Without revenue and ads a click is worth half of what Semrush says one on an ad costs; its prices are in dollars, so only where the site
// counts in those.
func TestAClickIsWorthHalfOfItsPriceInSemrushWhereTheSiteCountsInDollars(t *testing.T) {
	t.Parallel()
	db := clickhousetest.Open(t)
	addReport(t, db, "gsc_query_pages", []byte("query,page,days,clicks,impressions,position\ndear,https://example.com/a,0..27,3,100,3\ncheap,https://example.com/b,0..27,1,100,3\n"))
	addReport(t, db, "semrush_positions", []byte("query,page,days,position,cpc\ndear,https://example.com/a,5,3,4\ncheap,https://example.com/b,5,3,2\nfree,https://example.com/b,5,3,0\n"))
	addSearchReports(t, db, map[string]string{"gsc_query_pages": "0..27", "semrush_positions": "5"})
	for currency, want := range map[string]float64{"USD": 1.75, "EUR": 0} { // half of (3 × 4 + 1 × 2) / 4
		engine, err := New(db, countingIn{&memory{connected: connections()}, currency}, func() time.Time { return today })
		if err != nil {
			t.Fatal(err)
		}
		g, err := engine.ground(t.Context(), account, site, nil)
		if err != nil {
			t.Fatal(err)
		}
		one := []candidate{{value: &upslope.Value{Mid: 10, Unit: unitClicks}, entity: upslope.Entity{Query: "cheap"}}}
		if err := engine.valueClicks(t.Context(), g, one); err != nil {
			t.Fatal(err)
		}
		if g.clicks.mean != want || (g.clicks.source != "") != (want > 0) {
			t.Errorf("%s: a click is worth %v by %q", currency, g.clicks.mean, g.clicks.source)
		}
		if worth := map[string]upslope.Value{"USD": {Low: 0, Mid: 10, High: 10, Unit: unitCurrency, Currency: "USD"}, "EUR": {Mid: 10, Unit: unitClicks}}[currency]; *one[0].value != worth {
			t.Errorf("%s: ten clicks are worth %+v", currency, *one[0].value)
		}
	}
}

// Ten conversions tell what a click is worth to about a third, and that is part of the range; what is said of it by convention is not in doubt.
func TestARangeHoldsHowUnsureTheValueOfAClickIs(t *testing.T) {
	told := &clickValues{source: "conversions", currency: "EUR", mean: 2, revenue: true, each: 40}
	told.doubt = told.doubtOf(10)
	asked := candidate{value: &upslope.Value{Low: 8, Mid: 10, High: 12, Unit: unitClicks}}
	asked.inMoney(told)
	// 2 clicks and 1.2816 × √(1 ÷ 10) × 10 clicks, at a right angle
	if v := asked.value; math.Abs(v.Low-2*(10-4.520)) > .01 || v.Mid != 20 || math.Abs(v.High-2*(10+4.520)) > .01 {
		t.Errorf("the range is %+v", *v)
	}
	if revenue := (&clickValues{revenue: true}).doubtOf(10); revenue <= told.doubt {
		t.Error("orders that differ leave no more doubt than conversions of one value")
	}
	asked = candidate{value: &upslope.Value{Low: 8, Mid: 10, High: 12, Unit: unitClicks}}
	asked.inMoney(&clickValues{source: "media equivalent", currency: "EUR", mean: 2})
	if v := asked.value; v.Low != 16 || v.High != 24 {
		t.Errorf("by convention the range is %+v", *v)
	}
}

func TestARevenueThatCannotBeDoesNotMakeClicksDear(t *testing.T) {
	t.Parallel()
	for wrong, want := range map[string]float64{"60": 1.5, "1e12": 1.5, "6000": 1.5 + 5940./(40*28)} { // an order of a hundred times the usual is one
		db := clickhousetest.Open(t)
		addReport(t, db, "ga4_pages", []byte("page,days,channel,device,sessions,conversions,revenue,currency\nhttps://example.com/a,1..27,Organic Search,mobile,40,1,60,EUR\nhttps://example.com/a,0..0,Organic Search,mobile,40,1,"+wrong+",EUR\n"))
		addDays(t, db, "ga4_pages", wholeHistory)
		g := groundOf(t, db)
		if !about(g.clicks.mean, want) {
			t.Errorf("with a row of %s a click is worth %v, want %v", wrong, g.clicks.mean, want)
		}
	}
}
