package portfolio

import (
	"fmt"
	"testing"
	"time"

	"upslope"
	"upslope/analytics/analyticstest"
	"upslope/analytics/scoring"
)

func TestTheTotalCountsEachClickOnce(t *testing.T) {
	t.Parallel()
	book := analyticstest.OpenRecords(t)
	of := func(page, query string, mid float64) upslope.StoredInsight {
		return upslope.StoredInsight{Insight: upslope.Insight{
			Entity: upslope.Entity{Page: page, Query: query}, Value: &upslope.Value{Low: mid / 2, Mid: mid, High: 2 * mid, Unit: scoring.UnitClicks},
		}}
	}
	turns := of("", "red", 30)
	turns.Type, turns.Evidence = "cannibalization", map[string]any{"keep": "/shop"}
	money := of("", "", 5)
	money.Entity.CampaignID, money.Value = "7", &upslope.Value{Low: 4, Mid: 5, High: 6, Unit: scoring.UnitCurrency, Currency: "EUR"}
	unknown, begun, done := of("/x", "", 0), of("/z", "", 1), of("/y", "", 9)
	unknown.Value, begun.Status, done.Status = nil, upslope.InProgress, upslope.Done
	asleep, awake := of("/a", "", 100), of("/b", "", 1)
	asleep.SnoozedUntil, awake.SnoozedUntil = new(analyticstest.Today.Add(time.Minute)), new(analyticstest.Today)

	for name, c := range map[string]struct {
		insights  []upslope.StoredInsight
		elsewhere []upslope.StoredInsight
		want      string
	}{
		"nothing":                                       {want: "{0 0 []}"},
		"the largest claim to a query":                  {insights: []upslope.StoredInsight{of("/shop", "red", 20), turns}, want: "{2 0 [{15 30 60 clicks }]}"},
		"a page is worth more than its queries":         {insights: []upslope.StoredInsight{of("/shop", "red", 20), of("/shop", "blue", 10), of("/shop", "", 40)}, want: "{3 0 [{20 40 80 clicks }]}"},
		"its queries are worth more":                    {insights: []upslope.StoredInsight{of("/shop", "red", 20), of("/shop", "blue", 30), of("/shop", "", 40)}, want: "{3 0 [{25 50 100 clicks }]}"},
		"another site has its own clicks":               {insights: []upslope.StoredInsight{of("/shop", "red", 20)}, elsewhere: []upslope.StoredInsight{of("/shop", "red", 1000)}, want: "{2 0 [{510 1020 2040 clicks }]}"},
		"money is not added to clicks":                  {insights: []upslope.StoredInsight{of("/shop", "", 20), money}, want: "{2 0 [{10 20 40 clicks } {4 5 6 currency EUR}]}"},
		"what is unknown is not zero, done is not left": {insights: []upslope.StoredInsight{unknown, begun, done}, want: "{2 1 [{0.5 1 2 clicks }]}"},
		"what sleeps is not counted until it wakes":     {insights: []upslope.StoredInsight{asleep, awake}, want: "{1 0 [{0.5 1 2 clicks }]}"},
	} {
		owner := book.NewOwner()
		site := owner.NewSite("EUR")
		site.Put(c.insights...)
		owner.NewSite("EUR").Put(c.elsewhere...)
		totals := &Totals{Records: book.DB, Now: func() time.Time { return analyticstest.Today }}
		total, err := totals.InsightTotal(t.Context(), owner.AccountID, upslope.Scope{}, false)
		if got := fmt.Sprintf("{%d %d %v}", total.Insights, total.Unknown, total.Values); err != nil || got != c.want {
			t.Errorf("%s: %s, %v, want %s", name, got, err, c.want)
		}
		ofSite, err := totals.InsightTotal(t.Context(), owner.AccountID, upslope.Scope{SiteID: site.ID}, false)
		if err != nil || ofSite.Insights != total.Insights-len(c.elsewhere) {
			t.Errorf("%s: of its site %v, %v", name, ofSite, err)
		}
		if total, err := totals.InsightTotal(t.Context(), book.NewOwner().AccountID, upslope.Scope{SiteID: site.ID}, false); err != nil || total.Insights > 0 {
			t.Errorf("%s: a stranger gets %v, %v", name, total, err)
		}
	}
}

func TestSmallInsightsCountOnlyIfAskedForOrBegun(t *testing.T) {
	t.Parallel()
	owner := analyticstest.OpenRecords(t).NewOwner()
	site := owner.NewSite("EUR")
	large, small, begun := insightOf("large", 500, "EUR", 10), insightOf("small", 2, "EUR", 10), insightOf("begun", 3, "EUR", 10)
	small.Small, begun.Small, begun.Status = true, true, upslope.InProgress
	site.Put(large, small, begun)
	totals := &Totals{Records: owner.DB, Now: func() time.Time { return analyticstest.Today }}
	for _, c := range []struct {
		asked bool
		want  string
	}{{false, "2 and 1 hidden, 503"}, {true, "3 and 0 hidden, 505"}} {
		total, err := totals.InsightTotal(t.Context(), owner.AccountID, upslope.Scope{SiteID: site.ID}, c.asked)
		if got := fmt.Sprintf("%d and %d hidden, %g", total.Insights, total.Small, total.Values[0].Mid); err != nil || got != c.want {
			t.Errorf("small %v: %s, %v, want %s", c.asked, got, err, c.want)
		}
		filter := upslope.InsightFilter{SiteID: site.ID, Small: c.asked, Limit: 50, Now: analyticstest.Today}
		listed, count, err := owner.DB.Insights(t.Context(), owner.AccountID, filter)
		hidden, errHidden := owner.DB.HiddenInsights(t.Context(), owner.AccountID, filter)
		if err != nil || errHidden != nil || len(listed) != total.Insights || int(count) != total.Insights || int(hidden) != total.Small {
			t.Errorf("small %v: the list has %d of %d and hides %d, %v %v", c.asked, len(listed), count, hidden, err, errHidden)
		}
	}
	if plan := planned(t, owner, site.ID, 10); len(plan.Items) != 2 {
		t.Errorf("the plan has %s", steps(plan))
	}
}

func TestHoursOfAnOwnerCountForTheInsightAndTeachItsType(t *testing.T) {
	t.Parallel()
	owner := analyticstest.OpenRecords(t).NewOwner()
	site, elsewhere := owner.NewSite("EUR"), owner.NewSite("EUR")
	typed := func(title, kind string) upslope.StoredInsight {
		one := insightOf(title, 10, "EUR", 30) // 2 hours
		one.Type = kind
		return one
	}
	site.Put(typed("a", "meta_issues"), typed("b", "meta_issues"), typed("c", "slow_page"))
	elsewhere.Put(typed("d", "meta_issues"))
	hours := func() string {
		t.Helper()
		insights, _, err := owner.DB.Insights(t.Context(), owner.AccountID, upslope.InsightFilter{Sort: upslope.InsightSort{Key: "title"}, Limit: 10, Now: analyticstest.Today})
		if err != nil {
			t.Fatal(err)
		}
		var all []float64
		for _, one := range insights {
			all = append(all, one.Hours)
		}
		return fmt.Sprint(all)
	}
	edit := func(title string, hours *float64) {
		t.Helper()
		found, _, err := owner.DB.Insights(t.Context(), owner.AccountID, upslope.InsightFilter{Query: title, Limit: 1, Now: analyticstest.Today})
		if err == nil {
			_, _, err = owner.DB.EditInsight(t.Context(), owner.AccountID, found[0].ID, upslope.InsightEdit{Hours: &hours}, analyticstest.Today)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	for _, c := range []struct {
		title string
		hours *float64
		want  string
	}{
		{"a", new(6.), "[6 6 2 2]"}, // b takes three times as long, too
		{"b", new(1.), "[6 1 2 2]"}, // a keeps its own
		{"a", nil, "[2 1 2 2]"},
		{"c", new(8.), "[2 1 8 2]"},
	} {
		edit(c.title, c.hours)
		if got := hours(); got != c.want {
			t.Errorf("%s takes %v: hours are %s, want %s", c.title, c.hours, got, c.want)
		}
	}
	site.Put(typed("e", "slow_page")) // found later
	if got := hours(); got != "[2 1 8 2 8]" {
		t.Errorf("with a new one of a type that was taught: %s", got)
	}
}
