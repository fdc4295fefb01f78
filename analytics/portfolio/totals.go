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

// claimed is a claim with its value.
type claimed struct {
	claim
	value upslope.Value
}

// byClaim sorts by unit, site and page, the whole page before its queries, the largest of a claim first.
func byClaim(a, b claimed) int {
	if a.wholePage() != b.wholePage() {
		return cmp.Or(cmp.Compare(a.unit, b.unit), cmp.Compare(a.site, b.site), cmp.Compare(a.page, b.page))
	}
	switch {
	case !a.isQuery && b.isQuery:
		return -1
	case a.isQuery && !b.isQuery:
		return 1
	default:
		return cmp.Or(cmp.Compare(a.query, b.query), cmp.Compare(b.value.Mid, a.value.Mid))
	}
}

// addUp counts each click once: per query of a page the largest claim, and per page the larger of its
// whole-page claim and the sum of its query claims. It returns one sum per unit, largest first.
func addUp(figures []upslope.InsightFigures, worth func(upslope.InsightFigures) upslope.Value) []upslope.Value {
	claims := make([]claimed, 0, len(figures))
	for _, one := range figures {
		if one.Value != nil {
			claims = append(claims, claimed{claimOf(one), worth(one)})
		}
	}
	slices.SortFunc(claims, byClaim) // in half the time of maps
	list := []upslope.Value{}
	for from := 0; from < len(claims); {
		page := claims[from].wholePage()
		var whole, queries upslope.Value
		to := from
		for ; to < len(claims) && claims[to].wholePage() == page; to++ {
			switch one := claims[to]; {
			case to > from && one.claim == claims[to-1].claim: // the largest of them is counted
			case one.isQuery:
				queries = plus(queries, one.value)
			default:
				whole = one.value
			}
		}
		if whole.Unit == "" || queries.Mid > whole.Mid {
			whole = queries
		}
		if from == 0 || page.unit != claims[from-1].unit {
			list = append(list, upslope.Value{})
		}
		list[len(list)-1] = plus(list[len(list)-1], whole)
		from = to
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
