package features

import (
	"fmt"
	"math"
	"slices"
	"testing"
	"time"

	"upslope"
	"upslope/analytics/analyticstest"
	"upslope/analytics/facts"
)

// rate looks a position up in the table of the parameters.
func rate(t *testing.T, g *Context, position float64) float64 {
	t.Helper()
	table, ok := g.Params["ctr"].([]float64)
	if !ok {
		t.Fatal("no table")
	}
	return table[int(math.Round(20*(position-1)))]
}

func TestTheWindowIsThe28DaysUpToTheLastFinalOne(t *testing.T) {
	t.Parallel()
	db := analyticstest.Open(t)
	analyticstest.AddDays(t, db, "gsc_queries", "-2..4") // the newest two are not final
	analyticstest.AddDays(t, db, "gsc_queries", "10..40")
	analyticstest.AddDays(t, db, "ga4_pages", "0..12")
	analyticstest.AddDays(t, db, "semrush_positions", "20")
	g := groundOf(t, db)
	if span := g.Windows.of[upslope.GSC]; !span.to.Equal(analyticstest.LastDay) || !span.from.Equal(analyticstest.LastDay.AddDate(0, 0, -27)) {
		t.Errorf("the window is %v", span)
	}
	if g.Params["gsc_queries_days"] != 23 || g.Params["gsc_pages_days"] != 0 || g.Params["ga4_pages_days"] != 13 {
		t.Errorf("days are %v, %v, %v", g.Params["gsc_queries_days"], g.Params["gsc_pages_days"], g.Params["ga4_pages_days"])
	}
	for source, want := range map[string]bool{
		"gsc_queries": true, "gsc_pages": false, "ga4_pages": false, "semrush_positions": true, "pagespeed_tests": false, facts.Crawl: false,
	} {
		if g.has(source) != want {
			t.Errorf("%s is there: %v", source, !want)
		}
	}
	d := facts.Sources{Needs: []string{"gsc_queries"}, Uses: []string{"semrush_positions"}}
	evidence := g.Evidence(d)
	if evidence["source"] != "Search Console; Semrush" ||
		evidence["window"] != "Search Console: October 22, 2026 to November 18, 2026; 5 of 28 days are missing; As of October 29, 2026" {
		t.Errorf("evidence %v", evidence)
	}
	if trust := g.Windows.Trust(d); !analyticstest.Close(trust, 1-.1*5/28) {
		t.Errorf("trust %v", trust)
	}
	if at := g.MeasuredAt(d); !at.Equal(analyticstest.LastDay.AddDate(0, 0, -27)) {
		t.Errorf("facts are of %v", at)
	}
}

func TestClickRatesAreThoseOfTheSiteWithoutItsBrand(t *testing.T) {
	t.Parallel()
	db := analyticstest.Open(t)
	analyticstest.AddDays(t, db, "gsc_queries", "0..27")
	// 40 queries at #5 with 280 impressions and 14 clicks each: s = 560 / (11,200 × .063). The rate at 5 is
	// (11,200 × .05 + K × s × .063) / (11,200 + K), at 10 it is s × .024.
	analyticstest.AddReport(t, db, "gsc_queries", []byte(`query,days,clicks,impressions,position
thing {1..40},0..13,1,20,5
brand example,0..27,90,100,1
exampel shop,0..27,90,100,1
broken,0..27,9,1,0
deep thing,0..9,0,30,44
`))
	g := groundOf(t, db)
	if g.Params["unbranded_impressions"] != 11_500. {
		t.Errorf("%v impressions", g.Params["unbranded_impressions"])
	}
	scale := 560 / (11_200 * .063)
	if got, want := rate(t, g, 5), (11_200*.05+50)/(11_200+50/(scale*.063)); !analyticstest.Close(got, want) {
		t.Errorf("at 5: %v, want %v", got, want)
	}
	if got, want := rate(t, g, 10), scale*.024; !analyticstest.Close(got, want) {
		t.Errorf("at 10: %v, want %v", got, want)
	}
}

func TestOneQueryMayNotOwnAPosition(t *testing.T) {
	t.Parallel()
	db := analyticstest.Open(t)
	analyticstest.AddDays(t, db, "gsc_queries", "0..27")
	// 90,000 impressions of one query with a rate of .2, 10,000 of others with .05. The weights are 10,000
	// each; the shape counts as the impressions of 50 clicks.
	analyticstest.AddReport(t, db, "gsc_queries", []byte("query,days,clicks,impressions,position\nthing {1..100},0,5,100,5\nlarge,0,18000,90000,5\n"))
	g := groundOf(t, db)
	scale := min(18_500/(100_000*.063), 1.5)
	if got, want := rate(t, g, 5), (10_000*.2+10_000*.05+50)/(20_000+50/(scale*.063)); !analyticstest.Close(got, want) {
		t.Errorf("at 5: %v, want %v", got, want)
	}
}

// On days cut off by the row limit only clicked rows of small queries are left, each at 1 click of 6: queries
// with a row on each day tell the rate, .06.
func TestDaysCutOffByTheRowLimitDoNotRaiseTheClickRates(t *testing.T) {
	t.Parallel()
	rows := "query,days,clicks,impressions,position\nlarge {1..50},0..27,12,200,3\nsmall {1..1000},0..13,1,6,3\nrare {1..1000},14..27,1,6,3\n"
	for name, last := range map[string]string{"cut off": "", "not cut off": "seen {1..1000},0..27,0,1,44\n"} {
		db := analyticstest.Open(t)
		analyticstest.AddDays(t, db, "gsc_queries", "0..27")
		analyticstest.AddReport(t, db, "gsc_queries", []byte(rows+last))
		g := groundOf(t, db)
		got := rate(t, g, 3)
		if last == "" && (got < .058 || got > .066) || last != "" && got < .07 {
			t.Errorf("%s: %v", name, got)
		}
		if days := g.Params["capped_query_days"].([]time.Time); (len(days) == 28) != (last == "") {
			t.Errorf("%s: %v", name, days)
		}
	}
}

func TestDispersionIsHowMuchMoreThanChanceClicksVary(t *testing.T) {
	t.Parallel()
	db := analyticstest.Open(t)
	analyticstest.AddDays(t, db, "gsc_queries", "0..27")
	// The rate at 5 converges to .05, and each query is .02 off: (20)² / (50 × .95) = 8.42.
	analyticstest.AddReport(t, db, "gsc_queries", []byte("query,days,clicks,impressions,position\nmore {1..2000},0,70,1000,5\nless {1..2000},0,30,1000,5\n"))
	g := groundOf(t, db)
	wanted := 1000 * rate(t, g, 5)
	want := ((70-wanted)*(70-wanted) + (30-wanted)*(30-wanted)) / 2 / (wanted * (1 - wanted/1000))
	if got := g.Params["dispersion"].(float64); !analyticstest.Close(got, want) || !analyticstest.Close(want, 8.42105) {
		t.Errorf("dispersion %v, want %v", got, want)
	}
}

func TestWithoutSearchDataTheGroundIsThePublishedOne(t *testing.T) {
	t.Parallel()
	g := groundOf(t, analyticstest.Open(t))
	if rate(t, g, 1) != .276 || g.Params["dispersion"] != 1. || g.has("gsc_queries") {
		t.Errorf("at 1: %v, dispersion %v", rate(t, g, 1), g.Params["dispersion"])
	}
}

// wantBrand checks which queries the context classifies as brand.
func wantBrand(t *testing.T, db *analyticstest.Site, g *Context, wanted map[string]bool) {
	t.Helper()
	for query, want := range wanted {
		sql := facts.Given().Must("-- uses: is_brand\nselect is_brand(q) from (select {query:String} as q)")
		err := db.Query(t.Context(), sql, g.With(map[string]any{"query": query}), func(_ []string, values []any) error {
			if got := values[0] == uint8(1) || values[0] == true; got != want {
				t.Errorf("%q names the brand: %v", query, got)
			}
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
	}
}

func TestQueriesThatNameTheBrand(t *testing.T) {
	t.Parallel()
	db := analyticstest.Open(t)
	g := groundOf(t, db)
	brand := NewBrand(upslope.Site{Domain: "acme-outdoor.co.uk", Name: "Acme"})
	brand.suspected = []string{"the a shop"}
	AddBrandParams(g.Params, brand)
	wantBrand(t, db, g, map[string]bool{
		// Four letters allow no typo.
		"acme": true, "acme jackets": true, "best ACME jackets": true, "acmes": false,
		"acme-outdoor": true, "acmeoutdoor.co.uk": true, "acm outdor": true, "outdoor": false, "acne outdoor shop": true,
		"jackets": false, "the a shop": true, "a shop": false, "": false, "!": false, "łódź": false,
	})
}

// A typo is one letter, whatever its bytes; in scripts without spaces the brand may occur inside a word.
func TestQueriesNameTheBrandInAnyScript(t *testing.T) {
	t.Parallel()
	db := analyticstest.Open(t)
	g := groundOf(t, db)
	AddBrandParams(g.Params, Brand{Terms: []string{"берёзка", "müller", "カルモラ", "小米"}})
	wantBrand(t, db, g, map[string]bool{
		"берёзка адреса": true, "березка": true, "беёрзка": true, "берзка телефон": true, "брзка": false, "сёмга": false,
		"muller": true, "mülelr": true, "müllr shop": true, "mllr": false, "miller": true,
		"カルモラ評判": true, "カルモ": false, "小米手机": true, "大米": false, "米": false,
	})
}

func TestBrandTermsComeFromTheDomainAndATellingName(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		domain, name string
		want         []string
	}{
		{"acme.com", "Acme", []string{"acme"}},
		{"shop.acme-outdoor.co.uk", "Acme Outdoor Ltd", []string{"acmeoutdoor", "acmeoutdoorltd"}},
		{"bestshoes.com", "Shoes", []string{"bestshoes"}},
		{"nwt.io", "Northwind Traders", []string{"northwindtraders", "nwt"}},
		{"acme.com", "acme.com", []string{"acme"}},
		{"xn--80abmip8a9h.xn--p1ai", "Дом", []string{"берёзка"}},
	} {
		if got := NewBrand(upslope.Site{Domain: c.domain, Name: c.name}).Terms; !slices.Equal(got, c.want) {
			t.Errorf("%s, %s: %v", c.domain, c.name, got)
		}
	}
}

func TestSearchDataCorrectsWhatTheDomainSaysOfTheBrand(t *testing.T) {
	t.Parallel()
	db := analyticstest.Open(t)
	analyticstest.AddDays(t, db, "gsc_queries", "0..27")
	analyticstest.AddDays(t, db, "gsc_query_pages", "0..27")
	analyticstest.AddReport(t, db, "gsc_query_pages", []byte(`query,page,days,clicks,impressions,position
old name,https://example.com/,0..9,4,10,1.2
rare name,https://example.com/,0..3,4,10,1.2
inner page,https://example.com/,0..9,4,10,1.2
inner page,https://example.com/inner,0..9,5,10,1.2
far away,https://example.com/,0..9,4,10,2.5
few clicks,https://example.com/,0..9,3,10,1.2
`))
	analyticstest.AddReport(t, db, "gsc_queries", []byte("query,days,clicks,impressions,position\nexample,0..9,0,10,8\n"))
	g := groundOf(t, db)
	if got := fmt.Sprint(g.Params["suspected_brand"], g.Params["brand_terms"]); got != "[[old name]] [[]]" {
		t.Errorf("suspected and terms are %v", got)
	}
}
