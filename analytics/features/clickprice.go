package features

import (
	"context"
	_ "embed"
	"fmt"

	"upslope"
	"upslope/analytics/facts"
)

//go:embed click_prices.sql
var clickPricesSQL string

//go:embed keyword_prices.sql
var keywordPricesSQL string

// addPrices reads what ads pay for a click: on these queries, and in all.
func (r *Reader) addPrices(ctx context.Context, g *Context, queries []string) error {
	if !g.Windows.known("gads_campaigns") {
		return nil
	}
	err := r.facts.Query(ctx, facts.Given().Must(clickPricesSQL), g.With(map[string]any{"queries": facts.NotNil(queries)}), func(_ []string, values []any) error {
		term, _ := values[0].(string)
		currency, _ := values[1].(string)
		var clicks, cost float64
		if err := facts.ScanFloats(values[2:], &clicks, &cost); err != nil {
			return err
		}
		if term == "" {
			g.Clicks.Spend = upslope.Value{Mid: cost * facts.MonthDays / float64(g.Windows.days["gads_campaigns"]), Unit: "currency", Currency: currency}
		}
		if clicks <= 0 || g.Clicks.Revenue {
			return nil
		}
		if term == "" {
			g.Clicks.price = cost / clicks
			g.Clicks.Mean, g.Clicks.Currency = priceShare*cost/clicks, currency
			g.Clicks.Source = "Media equivalent: half of what Google Ads pays for a click"
		} else if currency == g.Clicks.Currency {
			g.Clicks.queries[term] = priceShare * cost / clicks
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

// addKeywordPrices adds Semrush's price of a click where the account's own ads tell none: for these queries,
// and in all. A site in another currency gets none, as there is no exchange rate.
func (r *Reader) addKeywordPrices(ctx context.Context, g *Context, queries []string) error {
	if g.Clicks.Revenue || g.Site.Currency != semrushCurrency || g.Clicks.Source != "" && g.Clicks.Currency != semrushCurrency ||
		!g.Windows.known("semrush_positions") || !g.Windows.known("gsc_queries") {
		return nil
	}
	err := r.facts.Query(ctx, facts.Given().Must(keywordPricesSQL), g.With(map[string]any{"queries": facts.NotNil(queries)}), func(_ []string, values []any) error {
		term, _ := values[0].(string)
		var clicks, cost float64
		if err := facts.ScanFloats(values[1:], &clicks, &cost); err != nil || clicks <= 0 {
			return err
		}
		if term == "" {
			if g.Clicks.Source == "" {
				g.Clicks.Mean, g.Clicks.Currency = priceShare*cost/clicks, semrushCurrency
				g.Clicks.Source = "Media equivalent: half of what Semrush says a click on an ad costs"
			}
		} else if _, paid := g.Clicks.queries[term]; !paid {
			g.Clicks.queries[term] = priceShare * cost / clicks
		}
		return nil
	})
	if err != nil {
		return fmt.Errorf("read what clicks on ads cost in Semrush: %w", err)
	}
	return nil
}
