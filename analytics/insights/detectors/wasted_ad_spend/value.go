package wastedadspend

import (
	"math"

	"upslope/analytics/facts"
	"upslope/analytics/stats"
)

// addMonth adds what a month costs at the pace of the newest weeks, which the window's sum hides where spend
// changed.
func addMonth(row map[string]any, parameter func(string) float64) {
	number := func(name string) float64 { return facts.Number(row, name) }
	row["month_at_pace"] = ""
	shownSpend := number("spend")
	if row["text"] == "ngram_exact" {
		shownSpend = number("exact_spend")
	}
	usual := shownSpend * facts.MonthDays / number("window_days")
	if usual > 0 && math.Abs(number("spend_month")/usual-1) > parameter("pace_told") {
		row["month_at_pace"] = number("spend_month")
	} else if number("window_days") == parameter("short") {
		row["spend_month"] = shownSpend // thirty days are a month: one spend is one figure
	}
}

// addValue adds the monthly waste with its range. Three things are uncertain: the rate, the spend to come,
// and the target CPA unless its owner sets one.
func addValue(row map[string]any) {
	if row["kind"] == unmeasured {
		return
	}
	number := func(name string) float64 { return facts.Number(row, name) }
	wasted, target, toMonth := number("wasted"), number("target"), number("to_month")
	expected := number("clicks") * number("rate") // conversions
	byRate := number("clicks") * target * stats.Z90 * stats.BetaDeviation(number("posterior_alpha"), number("posterior_beta"))
	byTarget := 0.
	if number("is_target_set") == 0 {
		byTarget = expected * target * stats.Z90 / math.Sqrt(max(1, number("conversions_of_account")))
	}
	down := norm(byRate, byTarget, number("less_spent")*wasted)
	up := norm(min(byRate, expected*target), max(byTarget, expected*(target-number("least_target"))), number("more_spent")*wasted)
	// Nothing saves more than is spent, and texts give the spend of a month as one figure.
	most := min(number("spend_month"), toMonth*(number("stoppable")-worthOfConversions(row)))
	row["value_low"] = max(0, min(most, toMonth*(wasted-down)))
	row["value_mid"] = min(most, toMonth*wasted)
	row["value_high"] = min(most, toMonth*(wasted+up))
}

// worthOfConversions is what the conversions among spend that can be stopped are worth at the least: at the
// 10th percentile of their rate and the lowest target; 0 without any.
func worthOfConversions(row map[string]any) float64 {
	number, conversions := func(name string) float64 { return facts.Number(row, name) }, "conversions"
	if row["text"] == "ngram_exact" {
		conversions = "exact_conversions"
	}
	if number(conversions) <= 0 {
		return 0
	}
	least := stats.BetaQuantile(.1, number("posterior_alpha"), number("posterior_beta"))
	return number("clicks") * number("stoppable") / number("spent") * least * number("least_target")
}

// norm combines independent errors.
func norm(errors ...float64) float64 {
	sum := 0.
	for _, one := range errors {
		sum += one * one
	}
	return math.Sqrt(sum)
}
