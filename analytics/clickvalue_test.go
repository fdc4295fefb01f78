package analytics

import (
	"context"
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
