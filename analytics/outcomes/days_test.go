package outcomes_test

import (
	"math"
	"slices"
	"testing"
	"time"

	"upslope"
	"upslope/analytics/analyticstest"
	"upslope/analytics/facts"
	"upslope/analytics/insights"
)

// daysOfInsight answers the days of an insight of the site, and those by their date.
func daysOfInsight(t *testing.T, db *analyticstest.Site, store *analyticstest.Store, accountID string, insight upslope.Insight) (upslope.InsightDays, map[string]map[string]*float64) {
	t.Helper()
	store.Connected = analyticstest.AllConnections()
	engine, err := insights.New(db, store, func() time.Time { return analyticstest.Today })
	if err != nil {
		t.Fatal(err)
	}
	if insight.SiteID == "" {
		insight.SiteID = analyticstest.SiteID
	}
	days, err := engine.Days(t.Context(), accountID, insight)
	if err != nil {
		t.Fatal(err)
	}
	byDate := map[string]map[string]*float64{}
	for i, one := range days.Days {
		byDate[one.Day] = one.Values
		if i > 0 {
			before, _ := time.Parse(time.DateOnly, days.Days[i-1].Day)
			if one.Day != before.AddDate(0, 0, 1).Format(time.DateOnly) {
				t.Errorf("%s follows %s", one.Day, days.Days[i-1].Day)
			}
		}
	}
	return days, byDate
}

func metricNames(metrics []upslope.Metric) []string {
	var names []string
	for _, metric := range metrics {
		names = append(names, metric.Name)
	}
	return names
}

// is says whether a figure is the wanted one; NaN: none.
func is(got *float64, want float64) bool {
	if got == nil || math.IsNaN(want) {
		return got == nil && math.IsNaN(want)
	}
	return math.Abs(*got-want) < 1e-6
}

func TestTheDaysOfAPageAreThoseOfItsSourcesAndAMissingDayIsNotZero(t *testing.T) {
	t.Parallel()
	db := analyticstest.Open(t)
	analyticstest.AddDays(t, db, "gsc_pages", "-2..9") // the newest two are not final
	analyticstest.AddDays(t, db, "gsc_pages", "12..20")
	analyticstest.AddDays(t, db, "ga4_pages", "0..5")
	analyticstest.AddReport(t, db, "gsc_pages", []byte(`page,days,clicks,impressions,position
https://example.com/a,-1,99,99,1
https://example.com/a,0,5,100,7.5
https://example.com/a,2,0,0,0
https://example.com/a,10,77,77,1
https://example.com/a,15,8,80,4
https://example.com/b,0..20,50,100,1
`))
	analyticstest.AddReport(t, db, "ga4_pages", []byte(`page,days,channel,device,sessions,conversions,revenue,currency
https://example.com/a,0,Organic Search,mobile,10,1,25.5,EUR
https://example.com/a,0,Direct,desktop,4,NaN,0,
https://example.com/a,3,Direct,desktop,4,1,9,USD
`))
	store := &analyticstest.Store{Changes: []upslope.SiteChange{{Day: "2026-11-19", Text: "too late"}, {Day: "2026-11-18", Text: "second"}, {Day: "2026-11-01", Text: "first"}, {Day: "2026-10-01", Text: "too early"}}}
	insight := upslope.Insight{Type: "content_decay", EntityType: "page", Entity: upslope.Entity{Page: "https://example.com/a"}}
	days, on := daysOfInsight(t, db, store, analyticstest.AccountID, insight)
	if got := metricNames(days.Metrics); !slices.Equal(got, []string{"clicks", "impressions", "clickRate", "position", "sessions", "conversions", "revenue"}) {
		t.Fatalf("metrics %v", got)
	}
	if len(days.Days) != 21 || days.Days[20].Day != "2026-11-18" || days.Metrics[6].Code != "EUR" {
		t.Fatalf("%d days to %s, revenue in %q", len(days.Days), days.Days[len(days.Days)-1].Day, days.Metrics[6].Code)
	}
	nothing := math.NaN()
	for _, c := range []struct {
		day, metric string
		want        float64
	}{
		{"2026-11-18", "clicks", 5},
		{"2026-11-18", "clickRate", 5},
		{"2026-11-18", "position", 7.5},
		{"2026-11-17", "clicks", 0}, // came without the page
		{"2026-11-17", "position", nothing},
		{"2026-11-17", "clickRate", nothing},
		{"2026-11-16", "clicks", 0}, // a position of 0 is none
		{"2026-11-16", "position", nothing},
		{"2026-11-08", "clicks", nothing}, // did not come, whatever rows lie about
		{"2026-11-07", "clicks", nothing},
		{"2026-11-03", "clicks", 8},
		{"2026-11-18", "sessions", 14},
		{"2026-11-18", "conversions", 1},
		{"2026-11-18", "revenue", 25.5},
		{"2026-11-17", "sessions", 0},
		{"2026-11-17", "revenue", 0},
		{"2026-11-15", "sessions", 4},
		{"2026-11-15", "revenue", nothing}, // in another currency
		{"2026-11-10", "sessions", nothing},
	} {
		if got := on[c.day][c.metric]; !is(got, c.want) {
			t.Errorf("%s on %s is %v, want %v", c.metric, c.day, got, c.want)
		}
	}
	if len(days.Changes) != 2 || days.Changes[0].Text != "first" || days.Changes[1].Text != "second" {
		t.Errorf("changes %+v", days.Changes)
	}
}

func TestEachInsightShowsWhatItIsAboutFirst(t *testing.T) {
	t.Parallel()
	db := analyticstest.Open(t)
	for _, report := range []string{"gsc_pages", "gsc_queries", "gsc_query_pages", "ga4_pages", "gads_campaigns", "gads_ad_groups", "gads_search_terms", "pagespeed_tests"} {
		analyticstest.AddDays(t, db, report, "0..9")
	}
	analyticstest.AddReport(t, db, "gsc_pages", []byte("page,days,clicks,impressions,position\nhttps://example.com/shop/a,0,1,10,3\nhttps://www.example.com/shop,0,2,10,5\nhttps://example.com/shopping/a,0,64,10,5\nhttps://docs.example.com/shop/b,0,4,10,3\n"))
	analyticstest.AddReport(t, db, "gsc_queries", []byte("query,days,clicks,impressions,position\nred shoes,0,7,10,3\nblue shoes,0,64,10,3\n"))
	analyticstest.AddReport(t, db, "gsc_query_pages", []byte("query,page,days,clicks,impressions,position\nred shoes,https://example.com/shop/a,0,6,10,3\nred shoes,https://example.com/shop/b,0,64,10,3\nblue shoes,https://example.com/shop/a,0,64,10,3\n"))
	analyticstest.AddReport(t, db, "ga4_pages", []byte("page,days,channel,device,sessions,conversions\nhttps://example.com/shop/a,0,Direct,mobile,64,8\nhttps://example.com/shop/a,0,Organic Search,mobile,10,1\n"))
	analyticstest.AddReport(t, db, "gads_campaigns", []byte("campaign_id,days,clicks,cost,conversions,currency\n7,0,10,12,1,EUR\n8,0,10,64,1,EUR\n"))
	analyticstest.AddReport(t, db, "gads_ad_groups", []byte("campaign_id,ad_group_id,days,clicks,cost,conversions,currency\n7,70,0,10,13,1,EUR\n7,71,0,10,64,1,EUR\n"))
	analyticstest.AddReport(t, db, "gads_search_terms", []byte("campaign_id,ad_group_id,search_term,days,clicks,cost,conversions,currency\n7,70,Free Shoes,0,10,14,1,EUR\n7,71,free shoes,0,10,2,1,EUR\n8,80,free shoes,0,10,64,1,EUR\n7,70,shoes for free,0,1,3,0,EUR\n7,70,freedom shoes,0,1,256,0,EUR\n"))
	analyticstest.AddReport(t, db, "pagespeed_tests", []byte("page,days,device,field_source,field_lcp_ms,field_inp_ms,field_cls,lab_lcp_ms\nhttps://example.com/shop/a,1,mobile,url,4100,350,0.3,9000\nhttps://example.com/shop/a,1,desktop,url,1000,50,0,2000\nhttps://example.com/shop/b,1,mobile,url,2100,150,0.1,9000\nhttps://example.com/other,1,mobile,,,,,5000\n"))
	ads := func(kind string, entity upslope.Entity) upslope.Insight {
		return upslope.Insight{Type: "wasted_ad_spend", EntityType: kind, Entity: entity}
	}
	slow := func(entity upslope.Entity, evidence map[string]any) upslope.Insight {
		evidence["device"] = "mobile"
		return upslope.Insight{Type: "slow_page", EntityType: "page", Entity: entity, Evidence: evidence}
	}
	page := upslope.Entity{Page: "https://example.com/shop/a"}
	for name, c := range map[string]struct {
		insight upslope.Insight
		first   string
		day     string
		want    float64
		title   string
	}{
		"query and page":      {upslope.Insight{Type: "keyword_opportunity", Entity: upslope.Entity{Query: "red shoes", Page: page.Page}}, "clicks", "2026-11-18", 6, "Clicks"},
		"queries of one task": {upslope.Insight{Type: "keyword_opportunity", Entity: upslope.Entity{Query: "red shoes", Page: page.Page}, Evidence: map[string]any{"sameTask": "blue shoes, shoes"}}, "clicks", "2026-11-18", 70, "Clicks"},
		"query":               {upslope.Insight{Type: "cannibalization", Entity: upslope.Entity{Query: "red shoes"}}, "clicks", "2026-11-18", 7, "Clicks"},
		"template":            {upslope.Insight{Type: "meta_issues", Entity: upslope.Entity{Template: "/shop/*", Issue: "missing_title"}}, "clicks", "2026-11-18", 7, "Clicks"},
		"template of a host":  {upslope.Insight{Type: "meta_issues", Entity: upslope.Entity{Template: "docs.example.com/shop/*", Issue: "missing_title"}}, "clicks", "2026-11-18", 4, "Clicks"},
		"landing":             {upslope.Insight{Type: "underperforming_landing", EntityType: "page", Entity: page}, "conversions", "2026-11-18", 9, "Conversions"},
		"landing of a part":   {upslope.Insight{Type: "underperforming_landing", EntityType: "page", Entity: page, Evidence: map[string]any{"segment": "Organic Search on mobile"}}, "conversions", "2026-11-18", 1, "Conversions, Organic Search on mobile"},
		"campaign":            {ads("campaign", upslope.Entity{CampaignID: "7"}), "cost", "2026-11-18", 12, "Cost"},
		"ad group":            {ads("ad_group", upslope.Entity{CampaignID: "7", AdGroupID: "70"}), "cost", "2026-11-18", 13, "Cost"},
		"search term":         {ads("search_term", upslope.Entity{CampaignID: "7", Term: "free shoes"}), "cost", "2026-11-18", 16, "Cost"},
		"words":               {ads("ngram", upslope.Entity{Term: "free"}), "cost", "2026-11-18", 83, "Cost"},
		"words in a campaign": {ads("ngram", upslope.Entity{CampaignID: "7", Term: "free"}), "cost", "2026-11-18", 19, "Cost"},
		"slow page":           {slow(page, map[string]any{"lcpSeconds": 4.1, "cls": .3}), "lcp", "2026-11-17", 4.1, "Largest Contentful Paint"},
		"janky page":          {slow(page, map[string]any{"lcpSeconds": 2.1, "inpMs": 350.}), "inp", "2026-11-17", .35, "Interaction to Next Paint"},
		"moving page":         {slow(page, map[string]any{"cls": .3}), "cls", "2026-11-17", .3, "Cumulative Layout Shift"},
		"slow template":       {slow(upslope.Entity{Template: "/shop/*"}, map[string]any{"lcpSeconds": 4.1}), "lcp", "2026-11-17", 3.1, "Largest Contentful Paint"},
		"slow in the lab":     {slow(upslope.Entity{Page: "https://example.com/other"}, map[string]any{"lcpSeconds": 5., "measuredBy": "lab"}), "lcp", "2026-11-17", 5, "Largest Contentful Paint"},
	} {
		days, on := daysOfInsight(t, db, &analyticstest.Store{}, analyticstest.AccountID, c.insight)
		if len(days.Metrics) == 0 || days.Metrics[0].Name != c.first || days.Metrics[0].Title != c.title || !is(on[c.day][c.first], c.want) {
			t.Errorf("%s: %+v, %v of %d days", name, days.Metrics, on[c.day], len(days.Days))
			continue
		}
		for _, metric := range days.Metrics {
			if (metric.Unit == "currency") != (metric.Code == "EUR") {
				t.Errorf("%s: %+v", name, metric)
			}
		}
		stranger, _ := daysOfInsight(t, db, &analyticstest.Store{}, "00000000-0000-4000-8000-0000000000ff", c.insight)
		elsewhere := c.insight
		elsewhere.SiteID = "00000000-0000-4000-8000-0000000000fe"
		others, _ := daysOfInsight(t, db, &analyticstest.Store{}, analyticstest.AccountID, elsewhere)
		if len(stranger.Metrics)+len(stranger.Days)+len(others.Metrics)+len(others.Days) > 0 {
			t.Errorf("%s: a stranger sees %+v, another site %+v", name, stranger, others)
		}
	}
}

func TestWhatIsNotCountedDayByDayHasNoMetrics(t *testing.T) {
	t.Parallel()
	db := analyticstest.Open(t)
	for name, insight := range map[string]upslope.Insight{
		"no search data":          {Type: "meta_issues", Entity: upslope.Entity{Page: "https://example.com/a", Issue: "missing_title"}},
		"a warning of the site":   {Type: "wasted_ad_spend", EntityType: "site"},
		"no longer looked for":    {Type: "forgotten", Entity: upslope.Entity{Page: "https://example.com/a"}},
		"what there is no report": {Type: "content_decay"},
	} {
		days, _ := daysOfInsight(t, db, &analyticstest.Store{}, analyticstest.AccountID, insight)
		if days.Metrics == nil || days.Days == nil || days.Changes == nil || len(days.Metrics)+len(days.Days) > 0 {
			t.Errorf("%s: %+v", name, days)
		}
	}
}

func TestAChartGoesBackSixteenMonths(t *testing.T) {
	t.Parallel()
	db := analyticstest.Open(t)
	analyticstest.AddDays(t, db, "gsc_pages", "0..600")
	days, on := daysOfInsight(t, db, &analyticstest.Store{}, analyticstest.AccountID, upslope.Insight{Type: "content_decay", Entity: upslope.Entity{Page: "https://example.com/a"}})
	if len(days.Days) != 488 || days.Days[0].Day != "2025-07-19" || !is(on["2025-07-19"]["clicks"], 0) {
		t.Errorf("%d days from %s", len(days.Days), days.Days[0].Day)
	}
}

func TestAPageIsOneOfATemplateByItsPath(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		template, page string
		want           bool
	}{
		{"/shop/*", "https://example.com/shop/a", true},
		{"/shop/*", "https://www.example.com/shop", true},
		{"/shop/*", "https://example.com/shop/a/b?c=/d", true},
		{"/shop/*", "https://example.com/shopping/a", false},
		{"/shop/*", "https://example.com/en/shop/a", false},
		{"/*", "https://example.com/", true},
		{"/*", "https://example.com/a/b", true},
		{"docs.example.com/*", "https://docs.example.com/a", true},
		{"docs.example.com/*", "https://example.com/a", false},
		{"/a.b/*", "https://example.com/axb/c", false},
		{"/caf%C3%A9/*", "https://example.com/caf%C3%A9/c", true},
		{"", "https://example.com/a", false},
	} {
		if got := c.template != "" && facts.MatchesTemplate(c.template, c.page); got != c.want {
			t.Errorf("%s of %s: %v", c.page, c.template, got)
		}
	}
}
