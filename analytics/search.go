package analytics

import (
	"context"
	_ "embed"
	"fmt"
	"upslope/analytics/facts"

	"golang.org/x/sync/errgroup"

	"upslope/analytics/ctr"
	"upslope/analytics/written"
)

//go:embed ground/click_rates.sql
var clickRatesSQL string

//go:embed ground/dispersion.sql
var dispersionSQL string

//go:embed ground/coverage.sql
var coverageSQL string

// The constants of click_rates.sql and dispersion.sql, (cal).
const (
	mostOfBucket         = .1   // of a position's impressions that one query may weigh
	firstPlaces          = 3.5  // up to which a query that does not name the brand may win most of those who see it
	likelyShare          = .5   // beyond them nobody's clicks are more of the impressions than this
	likelyImpressions    = 100  // of a query, from which that is no chance
	dispersionMinClicks  = 5.   // expected clicks of a query whose deviation counts
	dispersionPercentile = .975 // deviations beyond are cut
)

// searchGround is what Search Console says of a whole site.
type searchGround struct {
	clicks        float64 // in the window, all of them
	clicksByQuery float64 // those whose query is shown
	branded       float64 // of these, those whose query names the brand
}

// addSearch adds what detectors of search data share. Without such data the curve is the published one.
func (e *Engine) addSearch(ctx context.Context, g *ground) error {
	brand := brandOf(g.site)
	g.params["home_pages"] = brand.homePages
	addBrands(g.params, brand) // of which suspected_brand.sql asks for the terms
	curve, dispersion := ctr.Fit(nil), 1.
	g.params["ctr"], g.params["dispersion"], g.params["unbranded_impressions"] = curve.Table(), dispersion, 0.
	seen, asked := g.rules.Searched, g.windows.known("gsc_queries")
	working, both := errgroup.WithContext(ctx)
	if asked && g.windows.known("gsc_totals") {
		working.Go(func() error { return e.countClicks(both, g) })
	}
	if asked {
		working.Go(func() (err error) {
			seen, err = e.askSearch(both, g)
			return err
		})
	}
	if err := working.Wait(); err != nil {
		return err
	}
	if asked {
		g.searched = &seen
	}
	brand.searched(seen)
	brand.told(g.rules)
	addBrands(g.params, brand)
	if !asked {
		return nil
	}
	curve, err := e.curve(ctx, g)
	if err != nil {
		return err
	}
	g.params["ctr"] = curve.Table()
	params := g.with(map[string]any{"min_expected": dispersionMinClicks, "outliers": dispersionPercentile})
	err = e.facts.Query(ctx, facts.Given().Must(dispersionSQL), params, func(_ []string, values []any) error {
		return scanFloats(values, &dispersion)
	})
	if err != nil {
		return fmt.Errorf("measure how clicks vary: %w", err)
	}
	g.params["dispersion"] = dispersion
	return nil
}

// countClicks counts those of the window, and those of queries that Google shows.
func (e *Engine) countClicks(ctx context.Context, g *ground) error {
	err := e.facts.Query(ctx, facts.Given().Must(coverageSQL), g.params, func(_ []string, values []any) error {
		return scanFloats(values, &g.search.clicks, &g.search.clicksByQuery)
	})
	if err != nil {
		return fmt.Errorf("count the clicks: %w", err)
	}
	return nil
}

// curve fits the site's click rates by position, and counts the impressions of queries that do not name the brand and the clicks of those
// that do.
func (e *Engine) curve(ctx context.Context, g *ground) (ctr.Curve, error) {
	var buckets []ctr.Bucket
	unbranded, unbrandedClicks := 0., 0.
	params := g.with(map[string]any{
		"most_of_bucket": mostOfBucket, "first_places": firstPlaces, "likely_share": likelyShare, "likely_impressions": likelyImpressions,
	})
	err := e.facts.Query(ctx, facts.Given().Must(clickRatesSQL), params, func(_ []string, values []any) error {
		var place uint64
		if err := scanWhole(values[:1], &place); err != nil {
			return err
		}
		bucket := ctr.Bucket{Place: int(place)}
		err := scanFloats(values[1:], &bucket.Clicks, &bucket.Impressions, &bucket.Weight, &bucket.Rate, &bucket.Position)
		unbranded, unbrandedClicks = unbranded+bucket.Impressions, unbrandedClicks+bucket.Clicks
		if place > 0 {
			buckets = append(buckets, bucket)
		}
		return err
	})
	if err != nil {
		return ctr.Curve{}, fmt.Errorf("fit the click rates: %w", err)
	}
	g.params["unbranded_impressions"], g.search.branded = unbranded, max(0, g.search.clicksByQuery-unbrandedClicks)
	return ctr.Fit(buckets), nil
}

// coverage says how much of the clicks can be seen by query; "" when nothing is known.
func (s searchGround) coverage() string {
	if s.clicks <= 0 {
		return ""
	}
	return fmt.Sprintf("Google shows the query of %s of clicks", written.Percent(100*clamp(s.clicksByQuery/s.clicks), 0))
}

// scanFloats reads the numbers of a row.
func scanFloats(values []any, into ...*float64) error {
	for i, target := range into {
		number, ok := asFloat(values[i])
		if !ok {
			return fmt.Errorf("column %d is a %T", i+1, values[i])
		}
		*target = number
	}
	return nil
}
