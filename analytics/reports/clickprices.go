package reports

import (
	"context"
	"fmt"

	"upslope"
	"upslope/analytics/format"
)

const (
	// pricedKeywords is the number of keywords with the largest added cost considered.
	pricedKeywords = 200
	// pricedShare is the minimum share of the added cost for one campaign to be named as its cause.
	pricedShare = .5
	// pricedRise is the minimum rise of its CPC, in percent.
	pricedRise = 5.
)

// campaignClicks is what the clicks of one campaign cost now, and would have cost at the CPC before.
type campaignClicks struct {
	name         string
	clicks       float64
	spend, added float64 // added is the part of spend that higher CPCs added
}

// clickPrices names the campaign whose rising CPC explains most of what clicks cost more; "" if none does.
func (m *Maker) clickPrices(ctx context.Context, accountID string, settings upslope.ReportSettings, got measurement) (string, error) {
	if got.period.To.IsZero() || got.currencies["adCurrency"] == "" {
		return "", nil
	}
	table, err := m.Facts.Table(ctx, accountID, "ads/rising-cpc", upslope.TableFilter{
		SiteID: settings.SiteID, ClientID: settings.ClientID, From: got.period.From, To: got.period.To, Compare: upslope.ComparePrevious, Sort: "-extraSpend", Limit: pricedKeywords,
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
	campaigns, total := map[string]*campaignClicks{}, 0.
	var largest *campaignClicks
	for _, row := range table.Rows {
		name, _ := row[at["campaign"]].(string)
		clicks, hasClicks := number(row[at["clicks"]])
		cpc, hasCPC := number(row[at["currentCpc"]])
		extra, hasExtra := number(row[at["extraSpend"]])
		if name == "" || !hasClicks || !hasCPC || !hasExtra || extra <= 0 {
			continue
		}
		campaign := campaigns[name]
		if campaign == nil {
			campaign = &campaignClicks{name: name}
			campaigns[name] = campaign
		}
		campaign.clicks, campaign.spend, campaign.added = campaign.clicks+clicks, campaign.spend+clicks*cpc, campaign.added+extra
		total += extra
		if largest == nil || campaign.added > largest.added {
			largest = campaign
		}
	}
	if largest == nil || largest.added < pricedShare*total || largest.spend <= largest.added {
		return "", nil
	}
	before := largest.spend - largest.added
	rise := 100 * largest.added / before
	if rise < pricedRise {
		return "", nil
	}
	price := func(spend float64) string { return format.Money(spend/largest.clicks, got.currencies["adCurrency"]) }
	return fmt.Sprintf("rising click prices: clicks in %s cost %s more (%s, up from %s)", within(largest.name), format.Percent(rise, 0), price(largest.spend), price(before)), nil
}
