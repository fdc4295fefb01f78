package analytics

import (
	"context"
	"fmt"
	"testing"

	"upslope"
)

// insightList is what the records have.
type insightList []upslope.Insight

func (l insightList) Insights(_ context.Context, _ string, filter upslope.InsightFilter) ([]upslope.Insight, int64, error) {
	var matching []upslope.Insight
	for _, insight := range l {
		if insight.Status == filter.Status {
			matching = append(matching, insight)
		}
	}
	total := len(matching)
	return matching[min(filter.Offset, total):min(filter.Offset+filter.Limit, total)], int64(total), nil
}

func TestTheTotalCountsEachClickOnce(t *testing.T) {
	of := func(page, query string, mid float64) upslope.Insight {
		return upslope.Insight{
			SiteID: site, Type: "a", Status: upslope.Open, Entity: upslope.Entity{Page: page, Query: query},
			Value: &upslope.Value{Low: mid / 2, Mid: mid, High: 2 * mid, Unit: unitClicks},
		}
	}
	turns := of("", "red", 30)
	turns.Evidence = map[string]any{"keep": "/shop"}
	elsewhere := of("/shop", "red", 1000)
	elsewhere.SiteID = "another"
	money := of("", "", 5)
	money.Value = &upslope.Value{Low: 4, Mid: 5, High: 6, Unit: unitCurrency, Currency: "EUR"}
	unknown, begun, done := of("/x", "", 0), of("/z", "", 1), of("/y", "", 9)
	unknown.Value, begun.Status, done.Status = nil, upslope.InProgress, upslope.Done

	for name, c := range map[string]struct {
		insights []upslope.Insight
		want     string
	}{
		"nothing":                                       {nil, "{0 0 []}"},
		"the largest claim to a query":                  {[]upslope.Insight{of("/shop", "red", 20), turns}, "{2 0 [{15 30 60 clicks }]}"},
		"a page is worth more than its queries":         {[]upslope.Insight{of("/shop", "red", 20), of("/shop", "blue", 10), of("/shop", "", 40)}, "{3 0 [{20 40 80 clicks }]}"},
		"its queries are worth more":                    {[]upslope.Insight{of("/shop", "red", 20), of("/shop", "blue", 30), of("/shop", "", 40)}, "{3 0 [{25 50 100 clicks }]}"},
		"another site has its own clicks":               {[]upslope.Insight{of("/shop", "red", 20), elsewhere}, "{2 0 [{510 1020 2040 clicks }]}"},
		"money is not added to clicks":                  {[]upslope.Insight{of("/shop", "", 20), money}, "{2 0 [{10 20 40 clicks } {4 5 6 currency EUR}]}"},
		"what is unknown is not zero, done is not left": {[]upslope.Insight{unknown, begun, done}, "{2 1 [{0.5 1 2 clicks }]}"},
	} {
		total, err := (&Totals{Records: insightList(c.insights)}).InsightTotal(t.Context(), account, "")
		if got := fmt.Sprint(total); err != nil || got != c.want {
			t.Errorf("%s: %s, %v, want %s", name, got, err, c.want)
		}
	}
}

func TestTheTotalReadsAllInsights(t *testing.T) {
	var many insightList
	for i := range 2*insightsAtOnce + 1 {
		many = append(many, upslope.Insight{Status: upslope.Open, Entity: upslope.Entity{Page: fmt.Sprint(i)}, Value: &upslope.Value{Mid: 1, Unit: unitClicks}})
	}
	total, err := (&Totals{Records: many}).InsightTotal(t.Context(), account, "")
	if err != nil || total.Values[0].Mid != float64(len(many)) {
		t.Errorf("got %v, %v", total.Values, err)
	}
}
