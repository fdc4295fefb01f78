package features

import (
	"context"
	_ "embed"
	"fmt"
	"time"

	"golang.org/x/sync/errgroup"

	"upslope/analytics/ctr"
	"upslope/analytics/facts"
	"upslope/analytics/format"
	"upslope/analytics/stats"
)

//go:embed click_rates.sql
var clickRatesSQL string

//go:embed dispersion.sql
var dispersionSQL string

//go:embed capped_days.sql
var cappedDaysSQL string

//go:embed coverage.sql
var coverageSQL string

// Constants of click_rates.sql and dispersion.sql, calibrated: docs/method.md#ctr-curve, #overdispersion.
const (
	mostOfBucket         = .1   // maximum weight of one query in the impressions of a position
	firstPlaces          = 3.5  // positions at which a non-brand query may reach likelyShare
	likelyShare          = .5   // maximum plausible CTR below firstPlaces
	likelyImpressions    = 100  // of a query, to rule out chance
	dispersionMinClicks  = 5.   // minimum expected clicks of a query in the estimate
	dispersionPercentile = .975 // larger deviations are winsorized
)

// Constants of capped_days.sql: docs/method.md#ctr-curve.
const (
	rowLimit = 50_000 // rows that Search Console gives of a day
	manyRows = 1000   // rows of a day that has some with a single impression, unless it was cut off
)

// searchTotals are Search Console clicks of a whole site in the window.
type searchTotals struct {
	clicks        float64 // all
	clicksByQuery float64 // of disclosed queries
	branded       float64 // of disclosed brand queries
}

// addSearch adds the shared input from search data. Without such data, the curve is the published one.
func (r *Reader) addSearch(ctx context.Context, g *Context) error {
	brand := NewBrand(g.Site)
	g.Params["home_pages"] = brand.homePages
	AddBrandParams(g.Params, brand) // suspected_brand.sql reads the terms
	curve, dispersion := ctr.Fit(nil), 1.
	g.Params["ctr"], g.Params["dispersion"], g.Params["unbranded_impressions"] = curve.Table(), dispersion, 0.
	g.Params["capped_query_days"], g.Params["capped_query_page_days"] = []time.Time{}, []time.Time{}
	seen, hasSearch := g.Rules.Searched, g.Windows.known("gsc_queries")
	working, both := errgroup.WithContext(ctx)
	if hasSearch && g.Windows.known("gsc_totals") {
		working.Go(func() error { return r.countClicks(both, g) })
	}
	if hasSearch {
		working.Go(func() (err error) {
			seen, err = r.askSearch(both, g)
			return err
		})
	}
	if err := working.Wait(); err != nil {
		return err
	}
	if hasSearch {
		g.SearchedBrand = &seen
	}
	brand.AddSearched(seen)
	brand.AddRules(g.Rules)
	AddBrandParams(g.Params, brand)
	if !hasSearch {
		return nil
	}
	if err := r.addCappedDays(ctx, g); err != nil {
		return err
	}
	curve, err := r.curve(ctx, g)
	if err != nil {
		return err
	}
	g.Params["ctr"] = curve.Table()
	params := g.With(map[string]any{"min_expected": dispersionMinClicks, "outliers": dispersionPercentile})
	err = r.facts.Query(ctx, facts.Given().Must(dispersionSQL), params, func(_ []string, values []any) error {
		return facts.ScanFloats(values, &dispersion)
	})
	if err != nil {
		return fmt.Errorf("measure how clicks vary: %w", err)
	}
	g.Params["dispersion"] = dispersion
	return nil
}

// addCappedDays finds the days whose smallest rows are missing, by report.
func (r *Reader) addCappedDays(ctx context.Context, g *Context) error {
	queries, pages := []time.Time{}, []time.Time{}
	params := g.With(map[string]any{"row_limit": rowLimit, "many_rows": manyRows})
	err := r.facts.Query(ctx, facts.Given().Must(cappedDaysSQL), params, func(_ []string, values []any) error {
		day, isDay := values[1].(time.Time)
		switch {
		case !isDay:
			return fmt.Errorf("a day is a %T", values[1])
		case values[0] == "gsc_queries":
			queries = append(queries, day)
		default:
			pages = append(pages, day)
		}
		return nil
	})
	if err != nil {
		return fmt.Errorf("find the days cut off by the row limit: %w", err)
	}
	g.Params["capped_query_days"], g.Params["capped_query_page_days"] = queries, pages
	return nil
}

// countClicks counts all clicks of the window and those of disclosed queries.
func (r *Reader) countClicks(ctx context.Context, g *Context) error {
	err := r.facts.Query(ctx, facts.Given().Must(coverageSQL), g.Params, func(_ []string, values []any) error {
		return facts.ScanFloats(values, &g.searchTotals.clicks, &g.searchTotals.clicksByQuery)
	})
	if err != nil {
		return fmt.Errorf("count the clicks: %w", err)
	}
	return nil
}

// curve fits the site's CTR curve and counts non-brand impressions and brand clicks.
func (r *Reader) curve(ctx context.Context, g *Context) (ctr.Curve, error) {
	var buckets []ctr.Bucket
	unbranded, unbrandedClicks := 0., 0.
	params := g.With(map[string]any{
		"most_of_bucket": mostOfBucket, "first_places": firstPlaces, "likely_share": likelyShare, "likely_impressions": likelyImpressions,
	})
	err := r.facts.Query(ctx, facts.Given().Must(clickRatesSQL), params, func(_ []string, values []any) error {
		var place uint64
		if err := facts.ScanUints(values[:1], &place); err != nil {
			return err
		}
		bucket, clicks, impressions := ctr.Bucket{Place: int(place)}, 0., 0.
		err := facts.ScanFloats(values[1:], &clicks, &impressions, &bucket.Weight, &bucket.Rate, &bucket.Position, &bucket.Clicks, &bucket.Impressions)
		unbranded, unbrandedClicks = unbranded+impressions, unbrandedClicks+clicks
		if place > 0 {
			buckets = append(buckets, bucket)
		}
		return err
	})
	if err != nil {
		return ctr.Curve{}, fmt.Errorf("fit the click rates: %w", err)
	}
	g.Params["unbranded_impressions"], g.searchTotals.branded = unbranded, max(0, g.searchTotals.clicksByQuery-unbrandedClicks)
	return ctr.Fit(buckets), nil
}

// coverage describes the share of clicks with a disclosed query; "" if unknown.
func (s searchTotals) coverage() string {
	if s.clicks <= 0 {
		return ""
	}
	return fmt.Sprintf("Google shows the query of %s of clicks", format.Percent(100*stats.Clamp(s.clicksByQuery/s.clicks), 0))
}
