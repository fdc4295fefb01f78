package insights

import (
	"context"
	"math"
	"testing"
	"time"

	"upslope"
	"upslope/analytics/analyticstest"
	"upslope/analytics/features"
	"upslope/analytics/scoring"
)

// countingIn is a site in another currency.
type countingIn struct {
	*analyticstest.Store
	currency string
}

func (c countingIn) Site(ctx context.Context, accountID, siteID string) (upslope.Site, error) {
	site, err := c.Store.Site(ctx, accountID, siteID)
	site.Currency = c.currency
	return site, err
}

// Without revenue and ads, a click is valued at half its CPC in Semrush. Those prices are in dollars, so this
// applies only to sites in dollars.
func TestAClickIsWorthHalfOfItsPriceInSemrushWhereTheSiteCountsInDollars(t *testing.T) {
	t.Parallel()
	db := analyticstest.Open(t)
	analyticstest.AddReport(t, db, "gsc_query_pages", []byte("query,page,days,clicks,impressions,position\ndear,https://example.com/a,0..27,3,100,3\ncheap,https://example.com/b,0..27,1,100,3\n"))
	analyticstest.AddReport(t, db, "semrush_positions", []byte("query,page,days,position,cpc\ndear,https://example.com/a,5,3,4\ncheap,https://example.com/b,5,3,2\nfree,https://example.com/b,5,3,0\n"))
	analyticstest.AddSearchReports(t, db, map[string]string{"gsc_query_pages": "0..27", "semrush_positions": "5"})
	for currency, want := range map[string]float64{"USD": 1.75, "EUR": 0} { // half of (3 × 4 + 1 × 2) / 4
		engine, err := New(db, countingIn{&analyticstest.Store{Connected: analyticstest.AllConnections()}, currency}, func() time.Time { return analyticstest.Today })
		if err != nil {
			t.Fatal(err)
		}
		g, err := engine.features.Read(t.Context(), analyticstest.AccountID, analyticstest.SiteID, nil)
		if err != nil {
			t.Fatal(err)
		}
		one := []candidate{{detector: &detector{}, value: &upslope.Value{Mid: 10, Unit: scoring.UnitClicks}, entity: upslope.Entity{Query: "cheap"}}}
		if err := engine.valueClicks(t.Context(), g, one); err != nil {
			t.Fatal(err)
		}
		if g.Clicks.Mean != want || (g.Clicks.Source != "") != (want > 0) {
			t.Errorf("%s: a click is worth %v by %q", currency, g.Clicks.Mean, g.Clicks.Source)
		}
		if worth := map[string]upslope.Value{"USD": {Low: 0, Mid: 10, High: 14.57, Unit: scoring.UnitCurrency, Currency: "USD"}, "EUR": {Mid: 10, Unit: scoring.UnitClicks}}[currency]; rounded(*one[0].value) != worth {
			t.Errorf("%s: ten clicks are worth %+v", currency, *one[0].value)
		}
	}
}

// Ten conversions determine the value of a click to about a third, which widens the range; the owner's
// conversion value has no error.
func TestARangeHoldsHowUnsureTheValueOfAClickIs(t *testing.T) {
	told := &features.ClickValues{Source: "conversions", Currency: "EUR", Mean: 2, Revenue: true, PerConversion: 40}
	told.SiteUncertainty = told.UncertaintyFrom(10)
	asked := candidate{detector: &detector{}, value: &upslope.Value{Low: 8, Mid: 10, High: 12, Unit: scoring.UnitClicks}}
	asked.inMoney(told)
	// Logarithms of independent errors add up as squares: ln 0.8 and ln 1.2 with 1.2816 √ln(1 + 1/10).
	if v := asked.value; math.Abs(v.Low-12.70) > .01 || v.Mid != 20 || math.Abs(v.High-30.92) > .01 {
		t.Errorf("the range is %+v", *v)
	}
	if revenue := (&features.ClickValues{Revenue: true}).UncertaintyFrom(10); revenue <= told.SiteUncertainty {
		t.Error("orders that differ leave no more doubt than conversions of one value")
	}
	asked = candidate{detector: &detector{}, value: &upslope.Value{Low: 8, Mid: 10, High: 12, Unit: scoring.UnitClicks}}
	asked.inMoney(&features.ClickValues{Source: "media equivalent", Currency: "EUR", Mean: 2})
	// 0.3 is the error of the media equivalent.
	if v := asked.value; math.Abs(v.Low-12.91) > .01 || math.Abs(v.High-30.38) > .01 {
		t.Errorf("by convention the range is %+v", *v)
	}
}

func TestARevenueThatCannotBeDoesNotMakeClicksDear(t *testing.T) {
	t.Parallel()
	// An order of a hundred times the usual value is an outlier
	for wrong, want := range map[string]float64{"60": 1.5, "1e12": 1.5, "6000": 1.5 + 5940./(40*28)} {
		db := analyticstest.Open(t)
		analyticstest.AddReport(t, db, "ga4_pages", []byte("page,days,channel,device,sessions,conversions,revenue,currency\nhttps://example.com/a,1..27,Organic Search,mobile,40,1,60,EUR\nhttps://example.com/a,0..0,Organic Search,mobile,40,1,"+wrong+",EUR\n"))
		analyticstest.AddDays(t, db, "ga4_pages", analyticstest.WholeHistory)
		g := featuresOf(t, db)
		if !analyticstest.Close(g.Clicks.Mean, want) {
			t.Errorf("with a row of %s a click is worth %v, want %v", wrong, g.Clicks.Mean, want)
		}
	}
}

func TestAClickIsWorthWhatOrganicVisitorsOfThePageBring(t *testing.T) {
	t.Parallel()
	db := analyticstest.Open(t)
	analyticstest.AddDays(t, db, "ga4_pages", "0..27")
	analyticstest.AddDays(t, db, "gads_campaigns", "0..27")
	analyticstest.AddReport(t, db, "ga4_pages", []byte(`page,days,channel,sessions,revenue,currency
https://example.com/shop/a,0..9,Organic Search,10,30,EUR
https://example.com/shop/b,0..9,Organic Search,30,30,EUR
https://example.com/blog/c,0..9,Organic Search,60,0,EUR
https://example.com/shop/a,0..9,Paid Search,60,9000,EUR
`))
	analyticstest.AddReport(t, db, "gads_campaigns", []byte("campaign_id,days,clicks,cost,currency\n1,0..27,10,20,USD\n"))
	g := featuresOf(t, db)
	if !g.Clicks.Revenue || g.Clicks.Currency != "EUR" || !analyticstest.Close(g.Clicks.Mean, .6) {
		t.Fatalf("%+v", g.Clicks)
	}
	candidates := []candidate{
		{detector: &detector{}, entity: upslope.Entity{Page: "https://example.com/shop/a"}, value: &upslope.Value{Low: 5, Mid: 10, High: 20, Unit: scoring.UnitClicks}},
		{detector: &detector{}, entity: upslope.Entity{Page: "https://example.com/shop/new"}, value: &upslope.Value{Low: 5, Mid: 10, High: 20, Unit: scoring.UnitClicks}},
		{detector: &detector{}, entity: upslope.Entity{Page: "https://example.com/other"}, value: &upslope.Value{Mid: 10, Unit: scoring.UnitClicks}},
		{value: &upslope.Value{Mid: 10, Unit: scoring.UnitCurrency, Currency: "USD"}},
	}
	engine, err := New(db, &analyticstest.Store{}, time.Now)
	if err != nil {
		t.Fatal(err)
	}
	if err := engine.valueClicks(t.Context(), g, candidates); err != nil {
		t.Fatal(err)
	}
	shop := (600 + 200*.6) / (400. + 200) // revenue 600 from 400 sessions, shrunk to .6
	pageA := (300 + 200*shop) / (100 + 200)
	for i, want := range []float64{10 * pageA, 10 * shop, 10 * .6, 10} {
		if got := candidates[i].value; !analyticstest.Close(got.Mid, want) || got.Unit != scoring.UnitCurrency {
			t.Errorf("candidate %d: %v, want %v", i, got, want)
		}
	}
	if low := candidates[0].value.Low; !analyticstest.Close(low, 5*pageA) {
		t.Errorf("low %v", low)
	}
	if spend := g.Clicks.Spend; !analyticstest.Close(spend.Mid, 20*30.4) || spend.Currency != "USD" {
		t.Errorf("spend %v", spend)
	}
}

func TestWithoutRevenueAClickIsWorthHalfOfWhatAdsPay(t *testing.T) {
	t.Parallel()
	db := analyticstest.Open(t)
	analyticstest.AddDays(t, db, "gads_campaigns", "0..27")
	analyticstest.AddDays(t, db, "gads_search_terms", "0..27")
	analyticstest.AddReport(t, db, "gads_campaigns", []byte("campaign_id,days,clicks,cost,currency\n1,0..27,10,20,EUR\n"))
	analyticstest.AddReport(t, db, "gads_search_terms", []byte("search_term,days,clicks,cost,currency\nred shoes,0..27,1,3,EUR\n"))
	g := featuresOf(t, db)
	candidates := []candidate{
		{detector: &detector{}, entity: upslope.Entity{Query: "red shoes"}, value: &upslope.Value{Mid: 10, Unit: scoring.UnitClicks}},
		{detector: &detector{}, entity: upslope.Entity{Query: "blue shoes"}, value: &upslope.Value{Mid: 10, Unit: scoring.UnitClicks}},
	}
	engine, err := New(db, &analyticstest.Store{}, time.Now)
	if err != nil {
		t.Fatal(err)
	}
	if err := engine.valueClicks(t.Context(), g, candidates); err != nil {
		t.Fatal(err)
	}
	if candidates[0].value.Mid != 15 || candidates[1].value.Mid != 10 || candidates[0].value.Currency != "EUR" {
		t.Errorf("worth %v and %v", candidates[0].value, candidates[1].value)
	}
}

func rounded(value upslope.Value) upslope.Value {
	value.High = math.Round(100*value.High) / 100
	return value
}
