// Package wastedadspend decides which ad spend brings too few conversions, and what explains it.
//
// It owns the test of conversion rates, the attribution of spend to one explanation and the value; the SQL
// beside it has the rates and their priors.
package wastedadspend

import (
	"cmp"
	"math"
	"slices"
	"strconv"

	"upslope/analytics/facts"
	"upslope/analytics/format"
	"upslope/analytics/stats"
)

const unmeasured = "unmeasured" // the kind of spend without measured conversions

// entity is what may explain wasted spend.
type entity struct{ kind, term, campaign, adGroup string }

func entityOf(row map[string]any) entity {
	return entity{facts.Text(row, "kind"), facts.Text(row, "term"), facts.Text(row, "campaign_id"), facts.Text(row, "ad_group_id")}
}

// Judge keeps the entities whose conversion rate is below break-even, by the shortest span that proves it,
// and that explain most of their own waste.
func Judge(params map[string]any, rows []map[string]any) ([]map[string]any, error) {
	parameter := func(name string) float64 { return facts.Number(params, name) }
	rows = significant(rows, parameter("least_probability"))
	whole := wastingThroughout(rows, parameter)
	rows = shortestSpans(rows)
	rows = explaining(rows, whole, parameter("container_share"), parameter("least_left"))
	intents, err := compiledIntents(params)
	if err != nil {
		return nil, err
	}
	for _, row := range rows {
		row["worth_more"] = worthMore(row, parameter)
		addNegatives(row, intents, stopped{}, parameter)
	}
	leaveStopped(rows, intents, parameter)
	for _, row := range rows {
		addMonth(row, parameter)
		addValue(row)
		addFigures(row, parameter)
		row["conversion_step"] = conversionStep(row, facts.Texts(params, "folders"))
	}
	rows = leavePaused(slices.DeleteFunc(rows, func(row map[string]any) bool { return row["text"] == blocked }))
	slices.SortFunc(rows, func(a, b map[string]any) int {
		return cmp.Or(
			cmp.Compare(monthly(b), monthly(a)), cmp.Compare(facts.Text(a, "campaign_id"), facts.Text(b, "campaign_id")),
			cmp.Compare(facts.Text(a, "ad_group_id"), facts.Text(b, "ad_group_id")), cmp.Compare(facts.Text(a, "term"), facts.Text(b, "term")))
	})
	return rows[:min(len(rows), int(parameter("max_insights")))], nil
}

// monthly orders entities by value, with unknown ones last.
func monthly(row map[string]any) float64 {
	if row["value_mid"] == nil {
		return math.Inf(-1)
	}
	return facts.Number(row, "value_mid")
}

// significant adds probability_real, that the rate is below break-even, and drops improbable rows. Of the
// hundreds of words across campaigns the worst looks bad by chance, so their false discovery rate is bounded.
func significant(rows []map[string]any, least float64) []map[string]any {
	isWide := func(row map[string]any) bool { return facts.Number(row, "is_wide") != 0 }
	values, tests := map[float64][]float64{}, map[float64]int{} // of wide words, by span
	for _, row := range rows {
		row["probability_real"] = 1.
		if row["kind"] != unmeasured {
			row["probability_real"] = min(outsideSpread(row), stats.BetaCDF(
				facts.Number(row, "posterior_threshold"), facts.Number(row, "posterior_alpha"), facts.Number(row, "posterior_beta")))
		}
		if span := facts.Number(row, "span"); isWide(row) {
			values[span] = append(values[span], 1-facts.Number(row, "probability_real"))
			tests[span] = int(facts.Number(row, "tests"))
		}
	}
	limits := map[float64]float64{}
	for span := range values {
		if limit, ok := stats.SignificantPValue(values[span], tests[span], 1-least); ok {
			limits[span] = limit
		}
	}
	return slices.DeleteFunc(rows, func(row map[string]any) bool {
		probability := facts.Number(row, "probability_real")
		limit, found := limits[facts.Number(row, "span")]
		return probability < least || isWide(row) && (!found || 1-probability > limit)
	})
}

// outsideSpread returns the probability that a campaign or ad group is below the natural spread: one minus
// the negative binomial of so few conversions (docs/method.md). An owner's target needs no peers.
func outsideSpread(row map[string]any) float64 {
	if !isContainer(row) || facts.Number(row, "is_target_set") != 0 {
		return 1
	}
	shape, expected := 1/facts.Number(row, "spread_squared"), facts.Number(row, "spent")*facts.Number(row, "usual_yield")
	return stats.BetaCDF(expected/(shape+expected), facts.Number(row, "x_by_worth")+1, shape)
}

func isContainer(row map[string]any) bool {
	return row["kind"] == "ad_group" || row["kind"] == "campaign"
}

// shortestSpans keeps one row per entity.
func shortestSpans(rows []map[string]any) []map[string]any {
	shortest := map[entity]float64{}
	for _, row := range rows {
		key, span := entityOf(row), facts.Number(row, "span")
		if known, ok := shortest[key]; !ok || span < known {
			shortest[key] = span
		}
	}
	return slices.DeleteFunc(rows, func(row map[string]any) bool { return facts.Number(row, "span") != shortest[entityOf(row)] })
}

// explaining attributes each cell of the spend to what explains most of the waste, and keeps what owns at
// least the share leastLeft of its own. What is not kept owns nothing: its parts may still explain their own.
func explaining(rows []map[string]any, whole map[entity]bool, containerShare, leastLeft float64) []map[string]any {
	explains := func(row map[string]any) float64 { // waste per day
		waste := facts.Number(row, "wasted") / facts.Number(row, "window_days")
		if isContainer(row) && !whole[entityOf(row)] {
			return containerShare * waste
		}
		return waste
	}
	ranked := slices.Clone(rows)
	slices.SortFunc(ranked, func(a, b map[string]any) int {
		return cmp.Or(
			cmp.Compare(explains(b), explains(a)),
			cmp.Compare(kindRank(a), kindRank(b)),
			cmp.Compare(len(facts.Text(a, "term")), len(facts.Text(b, "term"))), cmp.Compare(facts.Text(a, "term"), facts.Text(b, "term")),
			cmp.Compare(facts.Text(a, "campaign_id"), facts.Text(b, "campaign_id")), cmp.Compare(facts.Text(a, "ad_group_id"), facts.Text(b, "ad_group_id")))
	})
	owned, left := map[uint64]bool{}, map[entity]bool{}
	for _, row := range ranked {
		keys, _ := row["cell_keys"].([]uint64)
		all, own := 0., 0.
		for i, waste := range facts.Numbers(row, "cell_waste") {
			all += waste
			if !owned[keys[i]] {
				own += waste
			}
		}
		left[entityOf(row)] = all > 0 && own >= leastLeft*all
		if !left[entityOf(row)] {
			continue
		}
		for _, key := range keys {
			owned[key] = true
		}
	}
	return slices.DeleteFunc(rows, func(row map[string]any) bool { return !left[entityOf(row)] })
}

// wastingThroughout returns campaigns and ad groups that in some span don't pay even without their wasteful
// parts, which they explain at any size. The conversions left are tested against break-even (Poisson).
func wastingThroughout(rows []map[string]any, parameter func(string) float64) map[entity]bool {
	whole := map[entity]bool{}
	for _, container := range rows {
		target := facts.Number(container, "target")
		if !isContainer(container) || target <= 0 {
			continue
		}
		spent, wasted := remainder(container, rows)
		if spent <= 0 {
			continue
		}
		conversions, due := max(0, spent-wasted)/target, spent/(parameter("tolerance")*target)
		if stats.CountBelow(conversions, due, 1) <= 1-parameter("least_probability") {
			whole[entityOf(container)] = true
		}
	}
	return whole
}

// remainder returns the spend and waste of a container that none of its parts has.
func remainder(container map[string]any, rows []map[string]any) (spent, wasted float64) {
	parts := map[uint64]bool{}
	for _, row := range rows {
		if row["kind"] == unmeasured || kindRank(row) <= kindRank(container) || facts.Number(row, "span") != facts.Number(container, "span") {
			continue
		}
		keys, _ := row["cell_keys"].([]uint64)
		for _, key := range keys {
			parts[key] = true
		}
	}
	keys, _ := container["cell_keys"].([]uint64)
	waste, spend := facts.Numbers(container, "cell_waste"), facts.Numbers(container, "cell_spend")
	for i, key := range keys {
		if !parts[key] {
			spent, wasted = spent+spend[i], wasted+waste[i]
		}
	}
	return spent, wasted
}

// kindRank breaks ties of explanations: the larger container first.
func kindRank(row map[string]any) int {
	return slices.Index([]string{"campaign", "ad_group", "ngram", "search_term"}, facts.Text(row, "kind"))
}

// addFigures adds the bids, the coverage and the search terms that cost most.
func addFigures(row map[string]any, parameter func(string) float64) {
	shown := int(parameter("shown_terms"))
	number := func(name string) float64 { return facts.Number(row, name) }
	row["coverage"] = "Google names the search terms of " + format.Percent(100*(1-number("hidden")), 0) + " of what is spent there"
	affordable, measured := affordableClick(row), measuredClick(row)
	if sells(number("conversions"), parameter) {
		affordable = asShown(row, measured) // anybody can recompute it, and a later step checks it
	}
	row["pays_more"] = number("worth_more") > 0
	row["most_each"] = mostEach(row)
	row["is_far"], row["weeks_apart"] = number("spent") >= parameter("far")*number("conversions")*mostEach(row), weeksApart(row)
	row["test_days"] = parameter("test_days")
	row["test_clicks"] = testClicks(row)
	row["measured_click"], row["is_estimate"] = format.Decimal(asShown(row, measured), 2), math.Abs(affordable-measured) > parameter("noticeable_pace")*measured
	addFirstBid(row, affordable)
	row["is_pause"], row["is_worth_a_page"] = isStopped(row, parameter), number("conversions") >= parameter("own_page")
	row["each_shown"], row["is_buying"] = each(number("spent"), number("conversions")), buying.MatchString(facts.Text(row, "term"))
	row["times_shown"] = format.Number(number("spent")/max(1e-9, number("conversions")*number("target")), 1)
	cost, bought := boughtBy(row)
	row["conversions_told"] = told(bought, number("window_days"))
	row["times_target"], row["is_few"] = formatMultiple(cost/max(1e-9, bought*number("target"))), !sells(bought, parameter)

	row["has_group_bids"] = slices.Contains([]string{"", "manual", "maximize_clicks", "target_cpa", "target_roas"}, facts.Text(row, "bidding"))

	row["expected_conversions"] = dueOf(row)
	terms := termsOf(row, "dearest")
	payingTerms := converting(terms, shown, parameter("tolerance")*mostEach(row))
	row["converting"], row["compares_prices"] = payingTerms, comparesPrices(terms)
	row["prices_too"] = "" // by package insights
	row["selling"], row["all_cut"] = []string{}, cutTo(number("conversions")*mostEach(row)/number("spent"))
	row["first_cut"] = min(mostAtOnce, facts.Number(row, "all_cut"))
	if sells(number("conversions"), parameter) {
		row["selling"] = selling(terms, payingTerms)
	}
	worst, misfits := []map[string]string{}, []map[string]string{}
	for _, one := range terms[:min(len(terms), shown)] {
		worst = append(worst, named(one))
		if !buying.MatchString(one.text) { // whoever wants to buy may have met the wrong page
			misfits = append(misfits, named(one))
		}
	}
	row["short_negative"] = shortened(facts.Text(row, "negative"), longestName)
	row["short_term"], row["short_group"] = shortened(facts.Text(row, "term"), longestName), shortened(facts.Text(row, "ad_group"), longestName)
	row["short_campaign"] = shortened(facts.Text(row, "campaign"), longestName)
	row["worst"], row["misfits"], row["more_terms"] = worst, misfits, max(0, number("terms")-float64(len(worst)))
}

// named is a search term as texts show it.
func named(term searchTerm) map[string]string {
	return map[string]string{
		"term": shortened(term.text, longestName), "spend": format.Number(math.Round(term.spend), 0), "conversions": strconv.FormatFloat(math.Round(term.conversions), 'f', -1, 64), "last": "",
	}
}
