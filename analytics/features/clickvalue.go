package features

import (
	"context"
	_ "embed"
	"fmt"
	"math"
	"net/url"
	"strings"

	"upslope"
	"upslope/analytics/facts"
	"upslope/analytics/stats"
)

//go:embed click_values.sql
var clickValuesSQL string

//go:embed click_values_pages.sql
var clickValuesPagesSQL string

//go:embed believable.sql
var believableSQL string

// Constants of the value of a click, calibrated: docs/method.md#value-of-a-click.
const (
	priceShare    = .5   // of what an ad's click costs, that a click which costs nothing is worth
	valueSessions = 200. // as many sessions does a page's type count like, beside its own
	valueMaxTypes = 1000 // of pages; the most visited
	valueAtOnce   = 1000 // pages or queries that one query asks about
	timesUsual    = 1e4  // × what a row of a page usually brings: an order that large is no figure
	fewestEarning = 20   // rows that bring something, which tell what is usual
	orderSpread   = 1.5  // how orders differ: variance by squared mean; lognormal, deviation about 1
	mostDoubt     = .8   // of a value, as a share of it
	priceDoubt    = .3   // of the media equivalent: a convention, not a measurement
)

// ClickValues turns clicks from search into money, with the first that exists of: what organic visitors of
// the page brought in Analytics, shrunk to its type and that to the site; likewise their conversions, at the
// value that the site's owner gives one; half of what ads pay for the query, or Semrush says they would, the
// media equivalent, and less on a page whose visitors surely convert less. Without any, clicks stay clicks.
type ClickValues struct {
	Source          string // in words; "" stays in clicks
	Currency        string
	Mean            float64 // of a click on the site
	Revenue         bool    // from Analytics: what visitors brought, or their conversions
	PerConversion   float64 // what a conversion is worth; 0 where revenue itself is known
	Types           map[string]float64
	Pages           map[string]float64
	queries         map[string]float64
	uncertainties   map[string]float64  // deviation of the values of types and pages, as a share
	SiteUncertainty float64             // that of the mean
	visitors        map[string]visitors // from search, by type; * all
	shares          map[string]float64  // of the media equivalent, by page
	Spend           upslope.Value       // what ads cost a month: Mid and Currency; 0 unknown
	price           float64             // mean, of a click on an ad
}

// addClickValues works out what clicks of the site are worth.
func (r *Reader) addClickValues(ctx context.Context, g *Context) error {
	g.Clicks = &ClickValues{Types: map[string]float64{}, Pages: map[string]float64{}, queries: map[string]float64{}, uncertainties: map[string]float64{}, visitors: map[string]visitors{}, shares: map[string]float64{}}
	if err := r.addPrices(ctx, g, nil); err != nil {
		return err
	}
	if err := r.addKeywordPrices(ctx, g, nil); err != nil {
		return err
	}
	if !g.Windows.known("ga4_pages") {
		return nil
	}
	err := r.facts.Query(ctx, facts.Given().Must(believableSQL), g.With(map[string]any{"times_usual": timesUsual, "fewest_earning": fewestEarning}), func(_ []string, values []any) error {
		g.Params["most_revenue"] = values[0]
		return nil
	})
	if err != nil {
		return fmt.Errorf("find what can be believed of revenue: %w", err)
	}
	type earned struct {
		name                           string
		sessions, revenue, conversions float64
	}
	var types []earned
	var all earned
	currency := ""
	err = r.facts.Query(ctx, facts.Given().Must(clickValuesSQL), g.With(map[string]any{"most_types": valueMaxTypes}), func(_ []string, values []any) error {
		var row earned
		row.name, _ = values[0].(string)
		if money, ok := values[1].(string); ok {
			currency = money
		}
		err := facts.ScanFloats(values[2:], &row.sessions, &row.revenue, &row.conversions)
		g.Clicks.visitors[row.name] = visitors{row.sessions, stats.Finite(row.conversions)}
		if row.name == "*" {
			all = row
		} else {
			types = append(types, row)
		}
		return err
	})
	if err != nil {
		return fmt.Errorf("work out what visitors bring: %w", err)
	}
	switch ownerValue := g.Rules.ConversionValue; {
	case all.sessions <= 0:
		return nil
	case stats.Finite(all.revenue) > 0 && currency != "":
		g.Clicks.Currency, g.Clicks.Source = currency, upslope.RevenueOfVisits
	case ownerValue != nil && all.conversions > 0:
		g.Clicks.Currency, g.Clicks.PerConversion = g.Site.Currency, *ownerValue
		g.Clicks.Source = "Conversions of organic visits in Google Analytics, at the value that you set for one"
	default:
		return nil
	}
	g.Clicks.Revenue = true
	g.Clicks.Mean = g.Clicks.earned(all.revenue, all.conversions) / all.sessions
	g.Clicks.SiteUncertainty = g.Clicks.UncertaintyFrom(all.conversions)
	for _, row := range types {
		g.Clicks.uncertainties[row.name] = g.Clicks.UncertaintyFrom(row.conversions + valueSessions*all.conversions/all.sessions)
		g.Clicks.Types[row.name] = shrunk(g.Clicks.earned(row.revenue, row.conversions), row.sessions, g.Clicks.Mean)
	}
	return nil
}

// earned is what visitors brought.
func (v *ClickValues) earned(revenue, conversions float64) float64 {
	if v.PerConversion > 0 {
		return stats.Finite(conversions) * v.PerConversion
	}
	return stats.Finite(revenue)
}

// UncertaintyFrom is the relative standard error of a value derived from so many conversions; 0 when there
// are none.
func (v *ClickValues) UncertaintyFrom(conversions float64) float64 {
	if stats.Finite(conversions) <= 0 {
		return 0
	}
	spread := 1.
	if v.PerConversion == 0 {
		spread += orderSpread
	}
	return min(mostDoubt, math.Sqrt(spread/conversions))
}

// shrunk is a mean per session, pulled to what is expected the more the fewer sessions there are.
func shrunk(revenue, sessions, expected float64) float64 {
	return (revenue + valueSessions*expected) / (sessions + valueSessions)
}

// ClickTarget is what clicks come to: a page, for a query; either may be "".
type ClickTarget struct{ Page, Query string }

// AddClickTargets works out what clicks on pages, or for queries, are worth one by one, where that is known.
func (r *Reader) AddClickTargets(ctx context.Context, g *Context, targets []ClickTarget) error {
	if g.Clicks.Source == "" {
		return nil
	}
	var pages, queries []string
	for _, one := range targets {
		pages, queries = append(pages, one.Page), append(queries, one.Query)
	}
	pages, queries = facts.Distinct(pages), facts.Distinct(queries)
	for from := 0; len(g.Clicks.visitors) > 0 && from < len(pages); from += valueAtOnce {
		if err := r.addPages(ctx, g, pages[from:min(from+valueAtOnce, len(pages))]); err != nil {
			return err
		}
	}
	for from := 0; !g.Clicks.Revenue && from < len(queries); from += valueAtOnce {
		batch := queries[from:min(from+valueAtOnce, len(queries))]
		if err := r.addPrices(ctx, g, batch); err != nil {
			return err
		}
		if err := r.addKeywordPrices(ctx, g, batch); err != nil {
			return err
		}
	}
	return nil
}

// addPages reads what organic visitors of pages brought.
func (r *Reader) addPages(ctx context.Context, g *Context, pages []string) error {
	params := g.With(map[string]any{"pages": pages, "currency": g.Clicks.Currency, "by_conversions": g.Clicks.PerConversion > 0 || !g.Clicks.Revenue})
	err := r.facts.Query(ctx, facts.Given().Must(clickValuesPagesSQL), params, func(_ []string, values []any) error {
		page, _ := values[0].(string)
		var sessions, revenue, conversions float64
		err := facts.ScanFloats(values[1:], &sessions, &revenue, &conversions)
		if !g.Clicks.Revenue {
			g.Clicks.shares[page] = g.Clicks.shareOf(page, visitors{sessions, conversions})
			return err
		}
		g.Clicks.Pages[page] = shrunk(g.Clicks.earned(revenue, conversions), sessions, g.Clicks.ofType(page))
		g.Clicks.uncertainties[page] = g.Clicks.UncertaintyFrom(conversions + valueSessions*g.Clicks.rateOf(pageType(page)))
		return err
	})
	if err != nil {
		return fmt.Errorf("work out what visitors of pages bring: %w", err)
	}
	return nil
}

// Per is what a click on a page, for a query, is worth; either may be "".
func (v *ClickValues) Per(page, query string) float64 {
	share, isKnown := v.shares[page]
	if !isKnown {
		share = 1
	}
	if value, ok := v.queries[query]; ok {
		return share * value
	}
	if value, ok := v.Pages[page]; ok {
		return value
	}
	return share * v.ofType(page)
}

// Uncertainty is how unsure that is.
func (v *ClickValues) Uncertainty(page, query string) float64 {
	if _, ok := v.queries[query]; ok || !v.Revenue {
		return priceDoubt
	}
	if doubt, ok := v.uncertainties[page]; ok {
		return doubt
	}
	if doubt, ok := v.uncertainties[pageType(page)]; ok && page != "" {
		return doubt
	}
	return v.SiteUncertainty
}

func (v *ClickValues) ofType(page string) float64 {
	if value, ok := v.Types[pageType(page)]; ok && page != "" {
		return value
	}
	return v.Mean
}

// pageType is the first folder of a page's path; "" when it lies in none. click_values.sql has the same rule.
func pageType(page string) string {
	u, err := url.Parse(page)
	if err != nil {
		return ""
	}
	parts := strings.Split(u.EscapedPath(), "/")
	if len(parts) < 3 {
		return ""
	}
	return parts[1]
}
