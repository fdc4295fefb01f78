package alerts

import (
	"strings"
	"testing"
	"time"

	"upslope"
)

func TestEveryAlertOpensWhatItIsAbout(t *testing.T) {
	t.Parallel()
	now := time.Date(2026, 11, 20, 9, 0, 0, 0, time.UTC)
	state := &siteState{site: upslope.Site{ID: "s1"}, now: now, rules: map[string]upslope.AlertRule{}}
	for _, rule := range upslope.DefaultAlertRules() {
		state.rules[rule.Rule] = rule
	}
	state.watchConnections([]upslope.BrokenConnection{{SiteID: "s1", Provider: "gsc", Since: now}})
	state.watchCrawl([]upslope.AlertCrawl{{
		SiteID: "s1", ID: "c2", IDBefore: "c1", ImportedAt: now, Pages: 60, PagesBefore: 60, Serious: 30, ComparableChecks: true, IsWhole: true,
	}})
	state.tellOpportunities([]upslope.AlertOpportunity{{ID: "o1", SiteID: "s1", Value: 2000, Currency: "USD", CreatedAt: now}})
	state.tellForecasts([]upslope.AlertForecast{{InsightID: "o2", SiteID: "s1", FixedAt: now, MeasuredAt: now}})
	state.open(pageRow{Page: "https://shop.example/a?b=1&c=2", Days: 28, LastSeen: now}.alert())
	for _, m := range metrics() {
		state.open(m.alert(Deviation{Onset: now, Through: now, Actual: 1, Expected: 2}, "USD"))
	}
	var got []string
	for _, alert := range state.changes.Opened {
		got = append(got, alert.Rule+" "+alert.URL)
	}
	want := `connection /settings?tab=integrations
crawl /technical?of=c2&against=c1&seen=new
opportunity /opportunities?o=o1
forecast /opportunities?o=o2
page /seo?tab=pages&row=page~https%3A%2F%2Fshop.example%2Fa%3Fb%3D1%26c%3D2
clicks /overview?metric=clicks
sessions /overview?metric=sessions
conversions /overview?metric=conversions
revenue /overview?metric=revenue
spend /overview?metric=adSpend`
	if opened := strings.Join(got, "\n"); opened != want {
		t.Errorf("%s", opened)
	}
}
