// Package portfolio ranks, groups and adds up the stored insights of an account, and plans hours of work. It
// never recomputes them.
package portfolio

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"time"

	"golang.org/x/sync/errgroup"

	"upslope"
	"upslope/analytics/scoring"
	"upslope/analytics/stats"
)

// portfolioFixedDays is the period of fixes counted in a portfolio.
const portfolioFixedDays = 90

// PortfolioRecords reads the stored insights of one account; siteID "" is every site.
type PortfolioRecords interface {
	// InsightFigures returns the figures of unresolved insights that are not snoozed, by site.
	InsightFigures(ctx context.Context, accountID string, scope upslope.Scope, now time.Time) ([]upslope.InsightFigures, error)
	// RankedInsights returns one page of the matching insights by their score in a ranking, and their total.
	RankedInsights(ctx context.Context, accountID string, filter upslope.InsightFilter, ranking upslope.AccountRanking) ([]upslope.Insight, int64, error)
	// InsightSubjects returns the entities of the sites' unresolved insights of these types that are not
	// snoozed, by site in list order.
	InsightSubjects(ctx context.Context, accountID string, siteIDs, types []string, now time.Time) ([]upslope.InsightSubject, error)
	InsightsByID(ctx context.Context, accountID string, ids []string) (map[string]upslope.Insight, error)
	// SiteWork returns every site of a client and tag, oldest first, with its fixes since a moment.
	SiteWork(ctx context.Context, accountID string, scope upslope.Scope, since time.Time) ([]upslope.SiteWork, error)
	AllScales(ctx context.Context, accountID, siteID string) ([]upslope.SiteScale, error)
	AccountScales(ctx context.Context, accountID string) ([]upslope.AccountScale, error)
}

// Portfolio ranks insights across the sites of an account, with the formula of the score applied to the
// account.
type Portfolio struct {
	Records PortfolioRecords
	Traffic Traffic // nil: no traffic is told
}

// Traffic reads the recent traffic of sites.
type Traffic interface {
	// Traffic returns that of every site of the account by site, without those of which none is known.
	Traffic(ctx context.Context, accountID string) (map[string]upslope.SiteTraffic, error)
}

// Insights returns one page of the matching insights, scored against the whole account, and their total.
func (p *Portfolio) Insights(ctx context.Context, accountID string, filter upslope.InsightFilter) ([]upslope.Insight, int64, error) {
	ranking, err := p.ranking(ctx, accountID)
	if err != nil {
		return nil, 0, err
	}
	return p.Records.RankedInsights(ctx, accountID, filter, ranking)
}

// ranking returns the scales that score all insights of an account.
func (p *Portfolio) ranking(ctx context.Context, accountID string) (upslope.AccountRanking, error) {
	ranking := upslope.AccountRanking{
		Caps: map[string]float64{}, UsualCap: 1, ImpactWeight: scoring.ImpactWeight, EaseWeight: scoring.EaseWeight, EaseExponent: scoring.EaseExponent,
	}
	for class := 1; class <= scoring.EffortClasses; class++ {
		ranking.Ease = append(ranking.Ease, scoring.Ease(class))
	}
	measures, err := p.accountScales(ctx, accountID)
	if err != nil {
		return ranking, err
	}
	ranking.Scales, ranking.Usual = measures, upslope.SiteScale{Floor: leastScale().Floor, Top: leastScale().Top}
	sites, err := p.Records.AllScales(ctx, accountID, "")
	if err != nil {
		return ranking, fmt.Errorf("read the scales of all sites: %w", err)
	}
	// An unknown value is bounded by the value of its site.
	for _, site := range sites {
		if measure, ok := scaleFor(measures, site.Unit+site.Currency); ok && site.Worth > 0 {
			ranking.Caps[site.SiteID] = max(ranking.Caps[site.SiteID], measure.Share(site.Worth))
		}
	}
	if len(ranking.Caps) > 0 {
		caps := make([]float64, 0, len(ranking.Caps))
		for _, most := range ranking.Caps {
			caps = append(caps, most)
		}
		ranking.UsualCap = stats.Percentile(caps, scoring.UnknownPercentile)
	}
	return ranking, nil
}

// leastScale is the scale of a site without data.
func leastScale() scoring.Scale { return scoring.NewScale(0, 0, nil) }

// accountScales returns the scales of the account over all sites, by unit.
func (p *Portfolio) accountScales(ctx context.Context, accountID string) ([]upslope.SiteScale, error) {
	parts, err := p.Records.AccountScales(ctx, accountID)
	if err != nil {
		return nil, fmt.Errorf("read the scales of the account: %w", err)
	}
	measures := make([]upslope.SiteScale, len(parts))
	for i, part := range parts {
		scale := scoring.NewScale(part.Worth, part.ClickValue, []float64{part.TopExpected})
		measures[i] = upslope.SiteScale{Unit: part.Unit, Currency: part.Currency, Floor: scale.Floor, Top: scale.Top}
	}
	return measures, nil
}

// scaleFor returns the scale of a unit.
func scaleFor(measures []upslope.SiteScale, key string) (scoring.Scale, bool) {
	for _, measure := range measures {
		if measure.Unit+measure.Currency == key {
			return scoring.Scale{Floor: measure.Floor, Top: measure.Top}, true
		}
	}
	return leastScale(), false
}

// Sites returns the sites of a client and tag by expected value, highest first. Units are compared by their
// share of V95 of the account. Snoozed insights do not count.
func (p *Portfolio) Sites(ctx context.Context, accountID string, scope upslope.Scope, limit, offset int, now time.Time) ([]upslope.PortfolioSite, int64, error) {
	var work []upslope.SiteWork
	var figures []upslope.InsightFigures
	var measures []upslope.SiteScale
	reads, reading := errgroup.WithContext(ctx)
	reads.Go(func() (err error) {
		if work, err = p.Records.SiteWork(reading, accountID, scope, now.AddDate(0, 0, -portfolioFixedDays)); err != nil {
			return fmt.Errorf("read what was done about the sites: %w", err)
		}
		measures, err = p.accountScales(reading, accountID)
		return err
	})
	reads.Go(func() (err error) {
		if figures, err = p.Records.InsightFigures(reading, accountID, scope, now); err != nil {
			return fmt.Errorf("read the figures of the insights: %w", err)
		}
		return nil
	})
	if err := reads.Wait(); err != nil {
		return nil, 0, err
	}
	figures = withoutSmall(figures)
	bySite := map[string][]upslope.InsightFigures{}
	for from := 0; from < len(figures); {
		to := from
		for ; to < len(figures) && figures[to].SiteID == figures[from].SiteID; to++ {
		}
		bySite[figures[from].SiteID] = figures[from:to]
		from = to
	}
	sites, tops := make([]upslope.PortfolioSite, len(work)), map[string]string{}
	rank := make(map[string]float64, len(work))
	for i, one := range work {
		of := bySite[one.SiteID]
		sites[i] = upslope.PortfolioSite{
			SiteID: one.SiteID, Insights: len(of), Unknown: countUnknown(of), Fixed: one.Fixed, ScoredAt: one.ScoredAt,
			Expected: addUp(of, expectedOf), Sources: one.Sources, CrawledAt: one.CrawledAt,
		}
		for _, value := range sites[i].Expected {
			scale, _ := scaleFor(measures, scoring.UnitKey(&value))
			rank[one.SiteID] += value.Mid / scale.Top
		}
		if len(of) > 0 {
			tops[one.SiteID] = slices.MinFunc(of, byScore).ID
		}
	}
	slices.SortStableFunc(sites, func(a, b upslope.PortfolioSite) int {
		return cmp.Or(cmp.Compare(rank[b.SiteID], rank[a.SiteID]), cmp.Compare(b.Insights, a.Insights))
	})
	total := int64(len(sites))
	sites = sites[min(offset, len(sites)):min(offset+limit, len(sites))]
	for i := range sites {
		sites[i].Values = addUp(bySite[sites[i].SiteID], valueOf)
	}
	if err := p.addTraffic(ctx, accountID, sites); err != nil {
		return nil, 0, err
	}
	return sites, total, p.addTops(ctx, accountID, sites, tops, now)
}

// addTraffic adds the recent traffic of each site.
func (p *Portfolio) addTraffic(ctx context.Context, accountID string, sites []upslope.PortfolioSite) error {
	if p.Traffic == nil {
		return nil
	}
	traffic, err := p.Traffic.Traffic(ctx, accountID)
	if err != nil {
		return fmt.Errorf("read the traffic of the sites: %w", err)
	}
	for i := range sites {
		if found, known := traffic[sites[i].SiteID]; known {
			sites[i].Traffic = &found
		}
	}
	return nil
}

// addTops adds the first insight of each site.
func (p *Portfolio) addTops(ctx context.Context, accountID string, sites []upslope.PortfolioSite, tops map[string]string, now time.Time) error {
	var ids []string
	for _, site := range sites {
		if id, ok := tops[site.SiteID]; ok {
			ids = append(ids, id)
		}
	}
	known, err := p.Records.InsightsByID(ctx, accountID, ids)
	if err != nil {
		return fmt.Errorf("read the first insights of the sites: %w", err)
	}
	var first []upslope.Insight
	for _, id := range ids {
		if insight, ok := known[id]; ok {
			first = append(first, insight)
		}
	}
	if err := p.AddLeads(ctx, accountID, first, now); err != nil {
		return err
	}
	for i, site := range sites {
		if at := slices.IndexFunc(first, func(insight upslope.Insight) bool { return insight.SiteID == site.SiteID }); at >= 0 {
			sites[i].Top = &first[at]
		}
	}
	return nil
}

// expectedMid returns the expected value of an insight; 0 if unknown.
func expectedMid(one upslope.InsightFigures) float64 {
	if one.Value == nil {
		return 0
	}
	return one.Confidence * one.Value.Mid
}

// byScore sorts in list order.
func byScore(a, b upslope.InsightFigures) int {
	return cmp.Or(cmp.Compare(b.Score, a.Score), cmp.Compare(expectedMid(b), expectedMid(a)), cmp.Compare(a.ID, b.ID))
}
