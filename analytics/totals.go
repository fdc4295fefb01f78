package analytics

import (
	"cmp"
	"context"
	"slices"

	"upslope"
)

// Totals adds up what insights are worth.
type Totals struct {
	Records interface {
		// Insights answers one page of the insights that match, and how many match in all.
		Insights(ctx context.Context, accountID string, filter upslope.InsightFilter) ([]upslope.Insight, int64, error)
	}
}

// insightsAtOnce is how many insights are read at a time.
const insightsAtOnce = 1000

// InsightTotal answers what all open and in-progress insights of a site are worth together; siteID "" is every site of the account.
func (t *Totals) InsightTotal(ctx context.Context, accountID, siteID string) (upslope.InsightTotal, error) {
	var insights []upslope.Insight
	for _, status := range []upslope.Status{upslope.Open, upslope.InProgress} {
		for offset, total := 0, int64(1); int64(offset) < total; offset += insightsAtOnce {
			filter := upslope.InsightFilter{SiteID: siteID, Status: status, Limit: insightsAtOnce, Offset: offset}
			var page []upslope.Insight
			var err error
			if page, total, err = t.Records.Insights(ctx, accountID, filter); err != nil {
				return upslope.InsightTotal{}, err
			}
			insights = append(insights, page...)
		}
	}
	return totalOf(insights), nil
}

// claim names the clicks that an insight would bring: of a query on a page; of all queries of a page, when it has none; what an
// insight of anything else would bring, no other does.
type claim struct{ site, page, query, entity, unit string }

func claimOf(insight upslope.Insight) claim {
	page, query := insight.Entity.Page, insight.Entity.Query
	if page == "" && query != "" {
		page, _ = insight.Evidence["keep"].(string) // the page that the others make room for
	}
	if page == "" {
		return claim{site: insight.SiteID, entity: insight.Type + insight.Entity.Key(), unit: scaleKey(insight.Value)}
	}
	return claim{site: insight.SiteID, page: page, query: query, unit: scaleKey(insight.Value)}
}

// totalOf counts each click once: of the insights that claim the same query of a page, the largest; and of a page, what is larger, the
// claim to all of it or those to its queries together.
func totalOf(insights []upslope.Insight) upslope.InsightTotal {
	total := upslope.InsightTotal{Insights: len(insights), Values: []upslope.Value{}}
	largest := map[claim]upslope.Value{}
	for _, insight := range insights {
		if insight.Value == nil {
			total.Unknown++
			continue
		}
		if key := claimOf(insight); insight.Value.Mid > largest[key].Mid {
			largest[key] = *insight.Value
		}
	}
	queriesOf := map[claim]upslope.Value{}
	for key, value := range largest {
		if key.query != "" {
			whole := key
			whole.query = ""
			queriesOf[whole] = plus(queriesOf[whole], value)
			delete(largest, key)
		}
	}
	for page, value := range queriesOf {
		if value.Mid > largest[page].Mid {
			largest[page] = value
		}
	}
	sums := map[string]upslope.Value{}
	for key, value := range largest {
		sums[key.unit] = plus(sums[key.unit], value)
	}
	for _, value := range sums {
		total.Values = append(total.Values, value)
	}
	slices.SortFunc(total.Values, func(a, b upslope.Value) int {
		return cmp.Or(cmp.Compare(b.Mid, a.Mid), cmp.Compare(scaleKey(&a), scaleKey(&b)))
	})
	return total
}

// plus adds two values of one unit.
func plus(a, b upslope.Value) upslope.Value {
	return upslope.Value{Low: a.Low + b.Low, Mid: a.Mid + b.Mid, High: a.High + b.High, Unit: b.Unit, Currency: b.Currency}
}
