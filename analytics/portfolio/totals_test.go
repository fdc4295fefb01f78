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
		total, err := totals.InsightTotal(t.Context(), owner.AccountID, "")
		if got := fmt.Sprintf("{%d %d %v}", total.Insights, total.Unknown, total.Values); err != nil || got != c.want {
			t.Errorf("%s: %s, %v, want %s", name, got, err, c.want)
		}
		ofSite, err := totals.InsightTotal(t.Context(), owner.AccountID, site.ID)
		if err != nil || ofSite.Insights != total.Insights-len(c.elsewhere) {
			t.Errorf("%s: of its site %v, %v", name, ofSite, err)
		}
		if total, err := totals.InsightTotal(t.Context(), book.NewOwner().AccountID, site.ID); err != nil || total.Insights > 0 {
			t.Errorf("%s: a stranger gets %v, %v", name, total, err)
		}
	}
}
