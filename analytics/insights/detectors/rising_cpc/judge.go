// Package risingcpc decides which campaigns' clicks cost more than before, and more than everybody's.
//
// It owns the test of a rise and its value; the SQL beside it has the prices, package clickprices the basket.
package risingcpc

import (
	"cmp"
	"math"
	"slices"
	"strconv"
	"strings"

	"upslope/analytics/clickprices"
	"upslope/analytics/facts"
	"upslope/analytics/format"
	"upslope/analytics/stats"
)

// campaign is a row of detector.sql with its baskets.
type campaign struct {
	row              map[string]any
	before           clickprices.Basket // at the prices of the window before
	general          float64            // rise of the other campaigns, or of last year
	reference        clickprices.Basket // before, or the months before that if they were as expensive
	added, deviation float64            // spend beyond the general rise, and its standard error
}

// Judge keeps the campaigns with a significant rise of their own.
func Judge(params map[string]any, rows []map[string]any) ([]map[string]any, error) {
	parameter := func(name string) float64 { return facts.Number(params, name) }
	campaigns, all, variance := make([]campaign, len(rows)), clickprices.Basket{}, 0.
	for i, row := range rows {
		campaigns[i] = campaign{row: row, before: basketOf(row, "prices_now", "prices_before")}
		all, variance = sum(all, campaigns[i].before), variance+facts.Number(row, "added_variance")
	}
	chances := make([]float64, len(campaigns))
	for i := range campaigns {
		c := &campaigns[i]
		others := all.Less(c.before)
		if others.Spend < parameter("min_others")*c.before.Spend || others.Added < parameter("min_z")*math.Sqrt(max(0, variance-facts.Number(c.row, "added_variance"))) {
			others = clickprices.Basket{} // they tell of no general rise
		}
		c.compare(others, parameter("min_covered"))
		chances[i] = 1 - stats.NormalCDF(c.z())
	}
	limit, ok := stats.SignificantPValue(chances, len(campaigns), parameter("false_share"))
	var found []map[string]any
	for i := range campaigns {
		c := &campaigns[i]
		if !ok || chances[i] > limit || c.z() < parameter("min_z") || c.rise() < parameter("min_rise") || c.convertsBetter() {
			continue
		}
		c.describe(parameter)
		found = append(found, c.row)
	}
	return found, nil
}

func sum(a, b clickprices.Basket) clickprices.Basket {
	return clickprices.Basket{Keywords: a.Keywords + b.Keywords, Clicks: a.Clicks + b.Clicks, Spend: a.Spend + b.Spend, Added: a.Added + b.Added}
}

// basketOf is the clicks of a campaign at two of its columns of prices, without keywords that lack one.
func basketOf(row map[string]any, now, before string) (b clickprices.Basket) {
	prices, earlier := facts.Numbers(row, now), facts.Numbers(row, before)
	for i, clicks := range facts.Numbers(row, "clicks_of") {
		if prices[i] > 0 && earlier[i] > 0 { // not NaN
			b.Add(clickprices.Keyword{Clicks: clicks, Now: prices[i], Before: earlier[i]})
		}
	}
	return b
}

// compare takes what is no rise of the campaign's own out of it.
func (c *campaign) compare(others clickprices.Basket, minCovered float64) {
	c.general = max(0, others.Rise())
	if season := basketOf(c.row, "prices_year_now", "prices_year_before"); season.Clicks >= minCovered*c.before.Clicks {
		c.general = max(c.general, season.Rise())
	}
	c.reference = c.before
	if earlier := basketOf(c.row, "prices_now", "prices_earlier"); earlier.Clicks >= minCovered*c.before.Clicks && earlier.Rise() < c.before.Rise() {
		c.reference = earlier
	}
	c.added = c.reference.Rise()*c.before.Before() - c.general*c.before.Before()
	c.deviation = math.Sqrt(max(0, facts.Number(c.row, "added_variance")))
}

// rise is the share beyond the general rise.
func (c *campaign) rise() float64 {
	return (1+c.reference.Rise())/(1+c.general) - 1
}

func (c *campaign) z() float64 {
	if c.deviation == 0 {
		return math.Copysign(math.Inf(1), c.added)
	}
	return c.added / c.deviation
}

// convertsBetter reports whether the clicks are worth more by as much as they cost more.
func (c *campaign) convertsBetter() bool {
	number := func(name string) float64 { return facts.Number(c.row, name) }
	won, wonBefore := number("conversions_settled"), number("conversions_settled_before")
	return c.rateChange() >= surelyBetter && number("cost_settled")/won < (1+c.rise()/2)*number("cost_settled_before")/wonBefore
}

// pays reports whether a conversion still costs less than it may. Lower bids would cost conversions that
// are worth more than the rise.
func (c *campaign) pays() bool {
	won := facts.Number(c.row, "conversions_settled")
	return won > 1 && facts.Number(c.row, "cost_settled") <= won*facts.Number(c.row, "target_cost")
}

// surelyBetter is the 99th percentile of the standard normal distribution.
const surelyBetter = 2.326

// describe adds the value, the probability and the figures of the texts.
func (c *campaign) describe(parameter func(string) float64) {
	row, toMonth := c.row, facts.Number(c.row, "to_month")
	spread := math.Hypot(stats.Z90*c.deviation, stats.Z90*parameter("months_apart")*c.added)
	// What others bid stays: of the rise, only what the campaign itself changed can be won back.
	row["value_low"], row["value_mid"] = toMonth*parameter("won_least")*max(0, c.added-spread), toMonth*parameter("won_back")*c.added
	row["value_high"], row["value_limit"] = toMonth*min(c.before.Spend, c.added+spread), toMonth*c.added
	row["probability_real"] = stats.NormalCDF((c.added - parameter("min_rise")/2*c.before.Before()) / max(c.deviation, 1e-9))
	if facts.Number(row, "is_keywordless") != 0 {
		row["probability_real"] = parameter("keywordless") * facts.Number(row, "probability_real")
		row["coverage"] = "Google reports no keywords of this campaign, so clicks of another kind may be part of the rise"
	} else {
		row["coverage"] = "Keywords with 30 clicks or more in both windows"
	}
	row["keywords"], row["clicks"] = float64(c.before.Keywords), c.before.Clicks
	row["cpc_now"], row["cpc_before"] = format.Decimal(c.before.CPC(), 2), format.Decimal(c.before.CPC()/(1+c.reference.Rise()), 2)
	row["rise_percent"], row["extra_spend_month"] = math.Round(100*c.reference.Rise()), math.Round(toMonth*c.added)
	row["other_campaigns_percent"], row["wasted_too"], row["wasted_more"] = nil, "", 0 // by package insights
	if general := math.Round(100 * c.general); general >= 1 {
		row["other_campaigns_percent"] = general
	}
	c.addConversions(parameter)
	row["short_campaign"] = shortened(facts.Text(row, "campaign"))
	row["target_cost_per_conversion"] = math.Round(100*facts.Number(row, "target_cost")) / 100
	if c.pays() { // what is left alone brings nothing: a notice, that costs no more than the rise
		row["text"], row["severity"], row["probability_fix"] = "paying", "low", parameter("fix_paying")
		row["value_low"], row["value_mid"], row["value_high"], row["value_most"] = nil, nil, nil, row["value_limit"]
	}
	c.addKeywords(parameter)
}

// atTarget is how far from the target CPA a conversion's cost is about that.
const atTarget = .05

// addConversions says what a conversion costs now and cost before, and whether fewer clicks convert besides.
func (c *campaign) addConversions(parameter func(string) float64) {
	row := c.row
	now, before := each(row, "cost_settled", "conversions_settled"), each(row, "cost_settled_before", "conversions_settled_before")
	row["cost_per_conversion"], row["cost_per_conversion_before"], row["conversion_cost_percent"], row["converts_less"] = now, before, nil, false
	row["is_costlier"], row["is_cheaper"] = false, false
	if now == nil {
		row["target_basis"] = "" // nothing is compared with it
	}
	target := facts.Number(row, "target_cost")
	row["is_above_target"] = now != nil && facts.Number(row, "cost_per_conversion") > target
	row["is_at_target"] = now != nil && math.Abs(facts.Number(row, "cost_per_conversion")-target) <= atTarget*target
	if now == nil || before == nil || facts.Number(row, "cost_per_conversion_before") == 0 {
		return
	}
	change := math.Round(100 * (facts.Number(row, "cost_per_conversion")/facts.Number(row, "cost_per_conversion_before") - 1))
	moves := math.Abs(change) >= 1 && c.beyondChance(parameter("min_z"))
	row["conversion_cost_percent"], row["is_costlier"], row["is_cheaper"] = math.Abs(change), moves && change > 0, moves && change < 0
	few := min(facts.Number(row, "conversions_settled"), facts.Number(row, "conversions_settled_before"))
	row["converts_less"] = few >= parameter("few_conversions") && change >= facts.Number(row, "rise_percent")+parameter("more_percent") && c.rateChange() <= -parameter("min_z")
}

// beyondChance reports whether the cost of a conversion moved by more than so few conversions do by chance.
func (c *campaign) beyondChance(minZ float64) bool {
	number := func(name string) float64 { return facts.Number(c.row, name) }
	won, wonBefore := number("conversions_settled"), number("conversions_settled_before")
	moved := math.Log(number("cost_settled") / won / (number("cost_settled_before") / wonBefore))
	return math.Abs(moved) >= minZ*math.Sqrt(1/won+1/wonBefore)
}

// rateChange is how far the conversion rate moved, in standard errors; 0 if unknown.
func (c *campaign) rateChange() float64 {
	number := func(name string) float64 { return facts.Number(c.row, name) }
	clicks, won, clicksBefore, wonBefore := number("clicks_settled"), number("conversions_settled"), number("clicks_settled_before"), number("conversions_settled_before")
	if clicks == 0 || clicksBefore == 0 || won == 0 || wonBefore == 0 {
		return 0
	}
	return (won/clicks - wonBefore/clicksBefore) / math.Hypot(math.Sqrt(won)/clicks, math.Sqrt(wonBefore)/clicksBefore)
}

// each divides two columns; nil if the second one is too small to tell.
func each(row map[string]any, cost, of string) any {
	if facts.Number(row, of) < 1 {
		return nil
	}
	return math.Round(100*facts.Number(row, cost)/facts.Number(row, of)) / 100
}

// addKeywords adds what clicks on keywords cost now and before, by extra spend, and keywords with a low
// quality score.
func (c *campaign) addKeywords(parameter func(string) float64) {
	type keyword struct {
		words, match, group        string
		now, before, extra, rating float64
	}
	var list []keyword
	words, matches, groups := facts.Texts(c.row, "texts_of"), facts.Texts(c.row, "matches_of"), facts.Texts(c.row, "groups_of")
	now, before, ratings := facts.Numbers(c.row, "prices_now"), facts.Numbers(c.row, "prices_before"), facts.Numbers(c.row, "qualities_of")
	for i, clicks := range facts.Numbers(c.row, "clicks_of") {
		list = append(list, keyword{words[i], matches[i], groups[i], now[i], before[i], clicks * (now[i] - before[i]), ratings[i]})
	}
	slices.SortFunc(list, func(a, b keyword) int {
		return cmp.Or(cmp.Compare(b.extra, a.extra), cmp.Compare(a.words, b.words), cmp.Compare(a.group, b.group), cmp.Compare(a.match, b.match))
	})
	bids, weak := []map[string]string{}, []map[string]string{}
	for _, one := range list {
		if one.words == "" || one.extra <= 0 {
			continue
		}
		bids = append(bids, map[string]string{"keyword": one.words, "group": one.group, "match": one.match, "now": format.Decimal(one.now, 2), "before": format.Decimal(one.before, 2), "extra": format.Decimal(one.extra, 2)})
		if one.rating > 0 && one.rating <= parameter("low_quality") && len(weak) < int(parameter("shown_keywords")) {
			weak = append(weak, map[string]string{"keyword": one.words, "quality": strconv.Itoa(int(one.rating))})
		}
	}
	c.row["bids"], c.row["weak"] = bids, weak
	// Only there does whoever runs the campaign set what a click may cost.
	c.row["has_target"] = slices.Contains([]string{"target_cpa", "target_roas"}, facts.Text(c.row, "bidding"))
	c.row["has_bids"] = slices.Contains([]string{"", "manual", "maximize_clicks", "impression_share"}, facts.Text(c.row, "bidding"))
}

const longestName = 24 // letters of a campaign in a title

func shortened(text string) string {
	letters := []rune(text)
	if len(letters) <= longestName {
		return text
	}
	return strings.TrimSpace(string(letters[:longestName-1])) + "…"
}
