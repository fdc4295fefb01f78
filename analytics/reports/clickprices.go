package reports

import (
	"context"
	"fmt"
	"maps"
	"slices"

	"upslope"
	"upslope/analytics/clickprices"
	"upslope/analytics/format"
)

const (
	// pricedKeywords is the number of keywords considered: those with the largest added cost.
	pricedKeywords = 1000
	// pricedShare is the minimum share of the added cost for one campaign to be named as its cause.
	pricedShare = .5
	// pricedRise is the minimum rise of its CPC, in percent.
	pricedRise = 5.
)

// clickPrices names the campaign whose rising CPC explains most of what clicks cost more; "" if none does.
func (m *Maker) clickPrices(ctx context.Context, accountID string, settings upslope.ReportSettings, got measurement) (string, error) {
	if got.period.To.IsZero() || got.currencies["adCurrency"] == "" {
		return "", nil
	}
	table, err := m.Facts.Table(ctx, accountID, "ads/rising-cpc", upslope.TableFilter{
		SiteID: settings.SiteID, ClientID: settings.ClientID, From: got.period.From, To: got.period.To, Compare: upslope.ComparePrevious,
		Sort: "-extraSpend", All: true, Limit: pricedKeywords,
	})
	if err != nil {
		return "", fmt.Errorf("read the rising CPCs: %w", err)
	}
	at := map[string]int{}
	for i, column := range table.Columns {
		at[column.Name] = i
	}
	if _, has := at["extraSpend"]; !has {
		return "", nil
	}
	campaigns := map[string]*clickprices.Basket{}
	for _, row := range table.Rows {
		name, _ := row[at["campaign"]].(string)
		clicks, hasClicks := number(row[at["clicks"]])
		cpc, hasCPC := number(row[at["currentCpc"]])
		extra, hasExtra := number(row[at["extraSpend"]])
		if name == "" || !hasClicks || !hasCPC || !hasExtra || clicks <= 0 {
			continue
		}
		if campaigns[name] == nil {
			campaigns[name] = &clickprices.Basket{}
		}
		campaigns[name].Add(clickprices.Keyword{Clicks: clicks, Now: cpc, Before: cpc - extra/clicks})
	}
	total, largest := 0., ""
	for _, name := range slices.Sorted(maps.Keys(campaigns)) {
		total += max(0, campaigns[name].Added)
		if largest == "" || campaigns[name].Added > campaigns[largest].Added {
			largest = name
		}
	}
	if largest == "" || campaigns[largest].Added < pricedShare*total || 100*campaigns[largest].Rise() < pricedRise {
		return "", nil
	}
	most := campaigns[largest]
	price := func(cpc float64) string { return format.Money(cpc, got.currencies["adCurrency"]) }
	return fmt.Sprintf("rising click prices: clicks in %s cost %s more (%s, up from %s)", within(largest), format.Percent(100*most.Rise(), 0), price(most.CPC()), price(most.CPCBefore())), nil
}
