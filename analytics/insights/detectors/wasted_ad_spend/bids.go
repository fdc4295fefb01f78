package wastedadspend

import (
	"cmp"
	"math"
	"regexp"
	"slices"
	"strings"

	"upslope/analytics/facts"
	"upslope/analytics/features/intent"
	"upslope/analytics/format"
)

// affordableClick is what a click may cost at the target.
func affordableClick(row map[string]any) float64 {
	return (facts.Number(row, "rate") + facts.Number(row, "worth_more")/facts.Number(row, "clicks")) * facts.Number(row, "target")
}

// measuredClick is what a click was worth at the target: what anybody can recompute.
func measuredClick(row map[string]any) float64 {
	return (facts.Number(row, "conversions") + facts.Number(row, "worth_more")) / facts.Number(row, "clicks") * facts.Number(row, "target")
}

// worthMore returns the conversions that those of a row count for beyond their number: 0 where few of them
// tell what one brings, or they bring hardly more than usual.
func worthMore(row map[string]any, parameter func(string) float64) float64 {
	conversions, more := facts.Number(row, "conversions"), facts.Number(row, "conversions_by_value")
	if math.Round(conversions) < parameter("worth_told_from") || more < parameter("worth_told")*conversions {
		return 0
	}
	return more
}

// asShown is a measured value of a click by the whole conversions that a text shows beside it.
func asShown(row map[string]any, measured float64) float64 {
	shown := math.Round(facts.Number(row, "conversions"))
	if shown == 0 || facts.Number(row, "worth_more") > 0 {
		return measured
	}
	return shown / facts.Number(row, "clicks") * facts.Number(row, "target")
}

// addFirstBid adds what a click and a conversion cost and may cost, and what to bid now: half at least, as
// a bid that falls further at once hardly wins an auction.
func addFirstBid(row map[string]any, affordable float64) {
	cost, conversions := facts.Number(row, "spent")/facts.Number(row, "clicks"), math.Round(facts.Number(row, "conversions"))
	row["affordable_click"], row["click_cost"] = format.Decimal(affordable, 2), format.Decimal(cost, 2)
	row["bid_now"], row["is_halved"] = format.Decimal(max(affordable, cost*(1-mostAtOnce/100)), 2), affordable < cost*(1-mostAtOnce/100)
	row["target_now"] = targetNow(row, facts.Number(row, "spent"), conversions)
	row["is_target_halved"] = facts.Number(row, "target_now") > mostEach(row)
}

// targetNow is the target CPA to begin with: what a conversion may cost, and half of what it costs at least.
func targetNow(row map[string]any, spend, conversions float64) float64 {
	if conversions < testConversions { // too few to tell what one costs
		return mostEach(row)
	}
	return math.Round(100*max(mostEach(row), (1-mostAtOnce/100)*spend/max(1, conversions))) / 100
}

// mostAtOnce is by how many percent a bid falls at once, at most.
const mostAtOnce = 50.

// each is the cost of a conversion; nil where there are no two of them.
func each(spend, conversions float64) any {
	if math.Round(conversions) < leastConversions {
		return nil
	}
	return math.Round(100*spend/conversions) / 100
}

// isStopped reports whether something is excluded or paused: one rule for words, searches, keywords, ad
// groups and campaigns. All else gets the bid that its conversions pay for.
func isStopped(row map[string]any, parameter func(string) float64) bool {
	number := func(name string) float64 { return facts.Number(row, name) }
	return stops(number("spent"), number("conversions"), mostEach(row), parameter) && !isBought(facts.Text(row, "term"), number("conversions"))
}

// isBought reports whether somebody who searched for a term to buy has bought: such a search is not given up.
func isBought(term string, conversions float64) bool {
	return buying.MatchString(term) && math.Round(conversions) >= 1
}

// stops reports whether conversions are too few to bid by, or so expensive that a bid at what they pay for
// hardly wins an auction.
func stops(spend, conversions, most float64, parameter func(string) float64) bool {
	return !sells(conversions, parameter) || spend >= parameter("stop_from")*conversions*most
}

// testConversions are so many that none of them is hardly chance: 5% of a Poisson with this mean.
const testConversions = 3.

// testClicks is how many clicks a lower bid has to be tried for, by what has converted so far.
func testClicks(row map[string]any) float64 {
	rate := facts.Number(row, "rate")
	if shown := math.Round(facts.Number(row, "conversions")); shown > 0 {
		rate = shown / facts.Number(row, "clicks")
	}
	return max(100, 10*math.Ceil(testConversions/max(rate, 1e-6)/10))
}

// mostEach is what a conversion may cost: the target, times what one brings here beside a usual one.
func mostEach(row map[string]any) float64 {
	target, own := facts.Number(row, "target"), facts.Number(row, "conversions")
	if more := facts.Number(row, "worth_more"); own > 0 && more > 0 {
		target *= (own + more) / own
	}
	return math.Round(100*target) / 100
}

// weeksApart is how far apart steps are for three conversions to tell what the last one did: two weeks at
// least, as automated bidding learns, and six at most.
func weeksApart(row map[string]any) string {
	weeks := math.Ceil(testConversions * facts.Number(row, "window_days") / max(testConversions, facts.Number(row, "conversions")) / 7)
	return []string{"two", "three", "four", "five", "six"}[int(min(max(2, weeks), 6))-2]
}

// sells reports whether conversions are enough to bid by.
func sells(conversions float64, parameter func(string) float64) bool {
	return math.Round(conversions) >= parameter("bid_first")
}

// boughtBy returns the spend and the conversions that a text shows: of what is excluded one by one, if it is.
func boughtBy(row map[string]any) (spend, conversions float64) {
	if row["text"] == "ngram_exact" {
		return facts.Number(row, "exact_spend"), facts.Number(row, "exact_conversions")
	}
	return facts.Number(row, "spent"), facts.Number(row, "conversions")
}

// dueOf is the number of conversions that the summary says would have been bought, which the evidence says
// too.
func dueOf(row map[string]any) any {
	if row["text"] == "ngram_exact" {
		return row["exact_due"]
	}
	return row["conversions_due"]
}

// converting lists the costliest terms whose conversions pay, which a pause would stop with the rest. One
// conversion may be luck.
func converting(terms []searchTerm, most int, payable float64) []string {
	names := []string{}
	for _, one := range terms {
		if math.Round(one.conversions) >= leastConversions && one.spend <= payable*one.conversions && len(names) < most {
			names = append(names, shortened(one.text, longestName))
		}
	}
	return names
}

// selling lists the costliest terms that convert at a price that doesn't pay, which a pause would stop too.
func selling(terms []searchTerm, paying []string) []string {
	names := []string{}
	for _, one := range terms {
		name := shortened(one.text, longestName)
		if math.Round(one.conversions) >= 1 && len(names) < 2 && !slices.Contains(paying, name) {
			names = append(names, name)
		}
	}
	return names
}

// told names conversions beside a monthly amount: a number only of those of about a month.
func told(conversions, days float64) string {
	switch n := math.Round(conversions); {
	case n < 1:
		return "no conversions"
	case days > 31:
		return "few conversions"
	case n == 1:
		return "1 conversion"
	default:
		return format.Number(n, 0) + " conversions"
	}
}

// soldBy says which of several terms brought the conversions, such as: , 3 from “a” and 1 from “b”. Nothing
// where fractions of conversions do not add up to those shown.
func soldBy(terms []searchTerm, shown float64) string {
	var parts []string
	named, all := 0., 0.
	converting := slices.DeleteFunc(slices.Clone(terms), func(one searchTerm) bool { return math.Round(one.conversions) < 1 })
	slices.SortStableFunc(converting, func(a, b searchTerm) int { return cmp.Compare(b.conversions, a.conversions) })
	for _, one := range converting {
		all += math.Round(one.conversions)
	}
	if all != math.Round(shown) {
		return ""
	}
	for i, one := range converting {
		name := "“" + shortened(one.text, longestName) + "”"
		switch {
		case len(terms) == 1:
			return ""
		case len(converting) == 1:
			return ", from " + name
		case i == 2:
			return ", " + strings.Join(parts, ", ") + " and " + format.Number(all-named, 0) + " from other searches"
		}
		named += math.Round(one.conversions)
		parts = append(parts, format.Number(math.Round(one.conversions), 0)+" from "+name)
	}
	if parts == nil {
		return ""
	}
	return ", " + strings.Join(parts, " and ")
}

// leastConversions is how many show that a term converts.
const leastConversions = 2

// comparesPrices reports whether most of what the terms cost goes to searches for a price or a place nearby:
// who types these wants to buy, though not from everybody.
func comparesPrices(terms []searchTerm) bool {
	all, comparing := 0., 0.
	for _, one := range terms {
		all += one.spend
		if want := intent.Of(one.text); want == intent.Price || want == intent.Local {
			comparing += one.spend
		}
	}
	return comparing > all/2
}

// addKept adds what the searches that are kept bring, and at which price.
func addKept(row map[string]any, kept []string, terms []searchTerm) {
	spend, conversions := 0., 0.
	for _, one := range terms {
		if slices.Contains(kept, one.text) {
			spend, conversions = spend+one.spend, conversions+one.conversions
		}
	}
	row["kept_conversions"], row["kept_each"] = math.Round(conversions), math.Round(100*spend/max(1, math.Round(conversions)))/100
}

// buying are words of searchers who are about to buy: their searches seldom fail to convert without a cause.
var buying = regexp.MustCompile(`(?i)(^|\s)(buy|order|purchase|kaufen|bestellen|acheter|comprar|acquistare|kopen|köpa|kupić|купить)(\s|$)`)

// formatMultiple writes a multiple, with one decimal below 3.
func formatMultiple(n float64) string {
	if n < 3 {
		return format.Number(n, 1)
	}
	return format.Number(n, 0)
}
