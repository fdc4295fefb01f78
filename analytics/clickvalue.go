package analytics

import (
	"context"
	_ "embed"
	"fmt"
	"math"
	"net/url"
	"strings"
	"upslope/analytics/facts"

	"upslope"
)

//go:embed ground/click_values.sql
var clickValuesSQL string

//go:embed ground/click_values_pages.sql
var clickValuesPagesSQL string

//go:embed ground/believable.sql
var believableSQL string

//go:embed ground/click_prices.sql
var clickPricesSQL string

//go:embed ground/keyword_prices.sql
var keywordPricesSQL string

// The constants of the value of a click, all (cal).
const (
	priceShare    = .5   // of what an ad's click costs, that a click which costs nothing is worth
	valueSessions = 200. // as many sessions does a page's type count like, beside its own
	valueMaxTypes = 1000 // of pages; the most visited
	valueAtOnce   = 1000 // pages or queries that one query asks about
	timesUsual    = 1e4  // what a row of a page usually brings: no order is so large, and a figure that says so is none
	fewestEarning = 20   // rows that bring something, which tell what is usual
	orderSpread   = .5   // how much orders differ: variance by squared mean
	mostDoubt     = .8   // of a value, as a share of it
)

// clickValues turns clicks from search into money, with the first that exists of: what organic visitors of the page brought in
// Analytics, shrunk to its type and that to the site; likewise their conversions, at the value that the site's owner gives one; half of what
// ads pay for the query, or Semrush says they would, the media equivalent. Without any, clicks stay clicks.
type clickValues struct {
	source   string // in words; "" stays in clicks
	currency string
	mean     float64 // of a click on the site
	revenue  bool    // from Analytics: what visitors brought, or their conversions
	each     float64 // what a conversion is worth; 0 where revenue itself is known
	types    map[string]float64
	pages    map[string]float64
	queries  map[string]float64
	doubts   map[string]float64 // how unsure the values of types and pages are: a deviation as a share, by few conversions
	doubt    float64            // that of the mean
	rates    map[string]float64 // conversions a session, by type
	spend    upslope.Value      // what ads cost a month: Mid and Currency; 0 unknown
	price    float64            // mean, of a click on an ad
}

// addClickValues works out what clicks of the site are worth.
func (e *Engine) addClickValues(ctx context.Context, g *ground) error {
	g.clicks = &clickValues{types: map[string]float64{}, pages: map[string]float64{}, queries: map[string]float64{}, doubts: map[string]float64{}, rates: map[string]float64{}}
	if err := e.addPrices(ctx, g, nil); err != nil {
		return err
	}
	if err := e.addKeywordPrices(ctx, g, nil); err != nil {
		return err
	}
	if !g.windows.known("ga4_pages") {
		return nil
	}
	err := e.facts.Query(ctx, facts.Given().Must(believableSQL), g.with(map[string]any{"times_usual": timesUsual, "fewest_earning": fewestEarning}), func(_ []string, values []any) error {
		g.params["most_revenue"] = values[0]
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
	err = e.facts.Query(ctx, facts.Given().Must(clickValuesSQL), g.with(map[string]any{"most_types": valueMaxTypes}), func(_ []string, values []any) error {
		var row earned
		row.name, _ = values[0].(string)
		if money, ok := values[1].(string); ok {
			currency = money
		}
		err := scanFloats(values[2:], &row.sessions, &row.revenue, &row.conversions)
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
	switch told := g.rules.ConversionValue; {
	case all.sessions <= 0:
		return nil
	case finite(all.revenue) > 0 && currency != "":
		g.clicks.currency, g.clicks.source = currency, "Revenue of organic visits in Google Analytics"
	case told != nil && all.conversions > 0:
		g.clicks.currency, g.clicks.each = g.site.Currency, *told
		g.clicks.source = "Conversions of organic visits in Google Analytics, at the value that you set for one"
	default:
		return nil
	}
	g.clicks.revenue = true
	g.clicks.mean = g.clicks.earned(all.revenue, all.conversions) / all.sessions
	g.clicks.doubt = g.clicks.doubtOf(all.conversions)
	for _, row := range types {
		g.clicks.doubts[row.name] = g.clicks.doubtOf(row.conversions + valueSessions*all.conversions/all.sessions)
		g.clicks.rates[row.name] = finite(row.conversions) / max(1, row.sessions)
		g.clicks.types[row.name] = shrunk(g.clicks.earned(row.revenue, row.conversions), row.sessions, g.clicks.mean)
	}
	return nil
}

// earned is what visitors brought.
func (v *clickValues) earned(revenue, conversions float64) float64 {
	if v.each > 0 {
		return finite(conversions) * v.each
	}
	return finite(revenue)
}

// doubtOf is how unsure a value is that so many conversions tell; 0 where none was counted, since then they tell nothing of it.
func (v *clickValues) doubtOf(conversions float64) float64 {
	if finite(conversions) <= 0 {
		return 0
	}
	spread := 1.
	if v.each == 0 {
		spread += orderSpread
	}
	return min(mostDoubt, math.Sqrt(spread/conversions))
}

// shrunk is a mean per session, pulled to what is expected the more the fewer sessions there are.
func shrunk(revenue, sessions, expected float64) float64 {
	return (revenue + valueSessions*expected) / (sessions + valueSessions)
}

// addPrices reads what ads pay for a click: on these queries, and in all.
func (e *Engine) addPrices(ctx context.Context, g *ground, queries []string) error {
	if !g.windows.known("gads_campaigns") {
		return nil
	}
	err := e.facts.Query(ctx, facts.Given().Must(clickPricesSQL), g.with(map[string]any{"queries": notNil(queries)}), func(_ []string, values []any) error {
		term, _ := values[0].(string)
		currency, _ := values[1].(string)
		var clicks, cost float64
		if err := scanFloats(values[2:], &clicks, &cost); err != nil {
			return err
		}
		if term == "" {
			g.clicks.spend = upslope.Value{Mid: cost * monthDays / float64(g.windows.days["gads_campaigns"]), Unit: "currency", Currency: currency}
		}
		if clicks <= 0 || g.clicks.revenue {
			return nil
		}
		if term == "" {
			g.clicks.price = cost / clicks
			g.clicks.mean, g.clicks.currency = priceShare*cost/clicks, currency
			g.clicks.source = "Media equivalent: half of what Google Ads pays for a click"
		} else if currency == g.clicks.currency {
			g.clicks.queries[term] = priceShare * cost / clicks
		}
		return nil
	})
	if err != nil {
		return fmt.Errorf("read what ads pay for clicks: %w", err)
	}
	return nil
}

// semrushCurrency is what Semrush's prices are in, whatever the country.
const semrushCurrency = "USD"

// addKeywordPrices reads what Semrush says a click on an ad costs, where the account's own ads do not tell: on these queries, and in all. A
// site that counts in another currency gets none: there is no rate to change them at.
func (e *Engine) addKeywordPrices(ctx context.Context, g *ground, queries []string) error {
	if g.clicks.revenue || g.site.Currency != semrushCurrency || g.clicks.source != "" && g.clicks.currency != semrushCurrency ||
		!g.windows.known("semrush_positions") || !g.windows.known("gsc_queries") {
		return nil
	}
	err := e.facts.Query(ctx, facts.Given().Must(keywordPricesSQL), g.with(map[string]any{"queries": notNil(queries)}), func(_ []string, values []any) error {
		term, _ := values[0].(string)
		var clicks, cost float64
		if err := scanFloats(values[1:], &clicks, &cost); err != nil || clicks <= 0 {
			return err
		}
		if term == "" {
			if g.clicks.source == "" {
				g.clicks.mean, g.clicks.currency = priceShare*cost/clicks, semrushCurrency
				g.clicks.source = "Media equivalent: half of what Semrush says a click on an ad costs"
			}
		} else if _, paid := g.clicks.queries[term]; !paid {
			g.clicks.queries[term] = priceShare * cost / clicks
		}
		return nil
	})
	if err != nil {
		return fmt.Errorf("read what clicks on ads cost in Semrush: %w", err)
	}
	return nil
}

// valueClicks turns what candidates are worth in clicks into money, where that is known.
func (e *Engine) valueClicks(ctx context.Context, g *ground, candidates []candidate) error {
	if g.clicks.source == "" {
		return nil
	}
	var pages, queries []string
	for _, c := range candidates {
		if c.isInClicks() {
			pages, queries = append(pages, c.valuedPage()), append(queries, c.entity.Query)
		}
	}
	pages, queries = distinct(pages), distinct(queries)
	for from := 0; g.clicks.revenue && from < len(pages); from += valueAtOnce {
		asked := pages[from:min(from+valueAtOnce, len(pages))]
		if err := e.addPages(ctx, g, asked); err != nil {
			return err
		}
	}
	for from := 0; !g.clicks.revenue && from < len(queries); from += valueAtOnce {
		asked := queries[from:min(from+valueAtOnce, len(queries))]
		if err := e.addPrices(ctx, g, asked); err != nil {
			return err
		}
		if err := e.addKeywordPrices(ctx, g, asked); err != nil {
			return err
		}
	}
	for i := range candidates {
		candidates[i].inMoney(g.clicks)
	}
	return nil
}

// addPages reads what organic visitors of pages brought.
func (e *Engine) addPages(ctx context.Context, g *ground, pages []string) error {
	params := g.with(map[string]any{"pages": pages, "currency": g.clicks.currency, "by_conversions": g.clicks.each > 0})
	err := e.facts.Query(ctx, facts.Given().Must(clickValuesPagesSQL), params, func(_ []string, values []any) error {
		page, _ := values[0].(string)
		var sessions, revenue, conversions float64
		err := scanFloats(values[1:], &sessions, &revenue, &conversions)
		g.clicks.pages[page] = shrunk(g.clicks.earned(revenue, conversions), sessions, g.clicks.ofType(page))
		g.clicks.doubts[page] = g.clicks.doubtOf(conversions + valueSessions*g.clicks.rates[pageType(page)])
		return err
	})
	if err != nil {
		return fmt.Errorf("work out what visitors of pages bring: %w", err)
	}
	return nil
}

// of is what a click on a page, for a query, is worth; either may be "".
func (v *clickValues) of(page, query string) float64 {
	if value, ok := v.queries[query]; ok {
		return value
	}
	if value, ok := v.pages[page]; ok {
		return value
	}
	return v.ofType(page)
}

// doubtOn is how unsure that is.
func (v *clickValues) doubtOn(page, query string) float64 {
	if _, ok := v.queries[query]; ok || !v.revenue {
		return 0
	}
	if doubt, ok := v.doubts[page]; ok {
		return doubt
	}
	if doubt, ok := v.doubts[pageType(page)]; ok && page != "" {
		return doubt
	}
	return v.doubt
}

func (v *clickValues) ofType(page string) float64 {
	if value, ok := v.types[pageType(page)]; ok && page != "" {
		return value
	}
	return v.mean
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
