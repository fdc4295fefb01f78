package portfolio

import (
	"cmp"
	"context"
	"slices"
	"time"

	"upslope"
	"upslope/analytics/scoring"
)

// Totals adds up the values of insights.
type Totals struct {
	Records interface {
		// InsightFigures returns the figures of unresolved insights that are not snoozed, by site.
		InsightFigures(ctx context.Context, accountID string, scope upslope.Scope, now time.Time) ([]upslope.InsightFigures, error)
	}
	Now func() time.Time
}

// InsightTotal returns the total value of a scope's open and in-progress insights that are not snoozed, with
// or without small ones.
func (t *Totals) InsightTotal(ctx context.Context, accountID string, scope upslope.Scope, small bool) (upslope.InsightTotal, error) {
	figures, err := t.Records.InsightFigures(ctx, accountID, scope, t.Now())
	if err != nil {
		return upslope.InsightTotal{}, err
	}
	all := len(figures)
	if !small {
		figures = withoutSmall(figures)
	}
	total := upslope.InsightTotal{Insights: len(figures), Small: all - len(figures), Unknown: countUnknown(figures), Values: []upslope.Value{}}
	total.Values = addUp(figures, valueOf)
	total.Expected = addUp(figures, expectedOf)
	return total, nil
}

// withoutSmall returns what lists show by default: small insights only once somebody works on them.
func withoutSmall(figures []upslope.InsightFigures) []upslope.InsightFigures {
	return slices.DeleteFunc(figures, func(one upslope.InsightFigures) bool { return one.Small && one.Status == upslope.Open })
}

func countUnknown(figures []upslope.InsightFigures) int {
	unknown := 0
	for _, one := range figures {
		if one.Value == nil {
			unknown++
		}
	}
	return unknown
}

// claim identifies the clicks that an insight would bring: of a query on a page, or of all queries of a page.
// Other insights do not overlap. See the columns of insights.
type claim struct {
	site, unit string
	page       int64
	query      int64
	isQuery    bool
}

// wholePage is the claim to all queries of its page.
func (c claim) wholePage() claim { return claim{site: c.site, unit: c.unit, page: c.page} }

func claimOf(one upslope.InsightFigures) claim {
	key := claim{site: one.SiteID, unit: scoring.UnitKey(one.Value), page: one.Claim}
	if one.ClaimQuery != nil {
		key.query, key.isQuery = *one.ClaimQuery, true
	}
	return key
}

// addUp counts each click once: per query of a page the largest claim, and per page the larger of its
// whole-page claim and the sum of its query claims. It returns one sum per unit, largest first.
func addUp(figures []upslope.InsightFigures, worth func(upslope.InsightFigures) upslope.Value) []upslope.Value {
	largest := make(map[claim]upslope.Value, len(figures))
	for _, one := range figures {
		if one.Value == nil {
			continue
		}
		key, value := claimOf(one), worth(one)
		if before, known := largest[key]; !known || value.Mid > before.Mid {
			largest[key] = value
		}
	}
	queriesOf := map[claim]upslope.Value{}
	for key, value := range largest {
		if key.isQuery {
			queriesOf[key.wholePage()] = plus(queriesOf[key.wholePage()], value)
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
	list := make([]upslope.Value, 0, len(sums))
	for _, value := range sums {
		list = append(list, value)
	}
	slices.SortFunc(list, func(a, b upslope.Value) int {
		return cmp.Or(cmp.Compare(b.Mid, a.Mid), cmp.Compare(scoring.UnitKey(&a), scoring.UnitKey(&b)))
	})
	return list
}

// plus adds two values of one unit.
func plus(a, b upslope.Value) upslope.Value {
	return upslope.Value{Low: a.Low + b.Low, Mid: a.Mid + b.Mid, High: a.High + b.High, Unit: b.Unit, Currency: b.Currency}
}

// valueOf returns the value, which has to be known.
func valueOf(one upslope.InsightFigures) upslope.Value { return *one.Value }

// expectedOf returns the expected value: value × confidence.
func expectedOf(one upslope.InsightFigures) upslope.Value {
	value := *one.Value
	value.Low, value.Mid, value.High = one.Confidence*value.Low, one.Confidence*value.Mid, one.Confidence*value.High
	return value
}
