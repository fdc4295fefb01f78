// Package underperforminglanding tests which landing pages convert less than similar pages.
//
// It owns the hypothesis test per page and its correction for multiple testing; the SQL beside it has the
// rates.
package underperforminglanding

import (
	"cmp"
	"math"
	"regexp"
	"slices"
	"strings"

	"upslope/analytics/facts"
	"upslope/analytics/features/intent"
	"upslope/analytics/format"
	"upslope/analytics/scoring"
	"upslope/analytics/stats"
)

// part is a page as a whole, or one of its segments.
type part struct {
	row    map[string]any
	page   string
	rank   int // order among the parts of a page
	lost   float64
	chance float64 // p-value: probability of so few conversions at the expected rate
	name   string
}

// Judge selects at most one significantly low part per page, with a bounded false discovery rate over all
// pages.
func Judge(params map[string]any, rows []map[string]any) ([]map[string]any, error) {
	number := func(of map[string]any, name string) float64 { value, _ := facts.Float(of[name]); return value }
	below, least := number(params, "below"), number(params, "least_probability")
	byPage, tests := map[string]part{}, 0
	for _, row := range rows {
		if row["entity_type"] != "page" {
			row["probability_real"] = 1.
			continue
		}
		rate, others, looked := number(row, "rate_of_part"), number(row, "rate_of_others"), number(row, "parts_looked_at")
		seen, visits := number(row, "conversions_seen"), number(row, "visits_seen")
		low := stats.RateRatioBelow(rate/below/others, number(row, "conversions_of_rate"), number(row, "conversions_of_limit"))
		// Bonferroni correction: the worst of several parts is low by chance more often than a single one.
		real := 1 - min(1, looked*(1-low))
		tests = int(number(row, "tested_pages"))
		if real < least {
			continue
		}
		describe(params, row, real)
		seenRate := (seen + 1) / (visits + 2)
		usual := stats.RateRatioBelow(seenRate/others, seenRate/(1-seenRate)*(visits+3), number(row, "conversions_of_others"))
		page, _ := row["page"].(string)
		name, _ := row["segment"].(string)
		found := part{row: row, page: page, rank: 2, lost: number(row, "conversions_lost"), chance: min(1, looked*(1-usual)), name: name}
		switch {
		case number(row, "is_cause") != 0: // explains nearly all of the loss, and the others do well
			found.rank = 0
		case name == "":
			found.rank = 1
		}
		if known, ok := byPage[page]; !ok || compareParts(found, known) < 0 {
			byPage[page] = found
		}
	}
	return significant(rows, byPage, tests, number(params, "false_share"), int(number(params, "max_insights"))), nil
}

// describe adds how probable a fault is, and what to do with the bids until it is found. Pages differ by
// nature: below the mean of others is one thing, below what this page would reach another.
func describe(params, row map[string]any, real float64) {
	number := func(name string) float64 { return facts.Number(row, name) }
	parameter := func(name string) float64 { return facts.Number(params, name) }
	rate, others := number("rate_of_part"), number("rate_of_others")
	if spread := number("likely_deviation"); spread > 0 {
		real = min(real, stats.NormalCDF((parameter("below")*others-rate)/spread))
	}
	row["probability_real"], row["real_percent"] = real, format.RoundPercent(real, 0)
	row["after"] = "" // what has to be repaired first: package insights
	earns := number("sells") != 0
	isCategory := facts.Text(row, "page_kind") == "category pages"
	row["is_category"] = isCategory || intent.PathKind(facts.Text(row, "page")) == intent.Category
	row["signs_up"] = intent.IsSoftware(facts.Texts(params, "folders"))
	row["sells"] = earns && takesOrders(facts.Text(row, "page"), isCategory) && row["signs_up"] != true
	row["starts"] = earns && row["sells"] != true // software and services earn as well, by a form or a trial
	row["has_form"] = takesInquiries(facts.Text(row, "page"))
	if inquiry.MatchString(facts.Text(row, "page")) {
		row["signs_up"] = false
	}
	missing, deviation := parameter("reach")*others-rate, number("deviation")
	row["is_unsure"] = real < parameter("nothing_below") // the gap may be chance, and the gain zero
	low := min(max(0, missing), lowOfReal(missing, deviation, (parameter("reach")-parameter("below"))*others))
	if row["is_unsure"] == true {
		low = 0
	}
	row["value_low"] = parameter("closed") * number("to_month") * number("visits_seen") * number("each") * low
	row["likely_percent"] = format.RoundPercent(real*number("probability_fix"), 0)
	row["more_conversions"] = moreConversions(row)
	row["visits_each"], row["conversion_worth"], row["worth_currency"] = 0., 0., "" // by package insights
	if row["value_unit"] == "clicks" && row["more_conversions"] != "" {
		row["visits_each"] = math.Round(number("each"))
	}
	row["is_slow_too"] = false // by package insights

	seen, due := number("paid_seen"), number("paid_due")
	told := number("blames_ads") != 0 && due >= parameter("paid_told")
	row["is_paid_hopeless"] = told && stats.CountBelow(seen, parameter("paid_hopeless")*due, 1) <= 1-parameter("least_probability")
	row["is_paid_told"] = told
}

// moreConversions writes the value in conversions a month with its range, such as "about 98 (39 to 110)".
func moreConversions(row map[string]any) string {
	number := func(name string) float64 { return facts.Number(row, name) }
	each := number("each")
	if each <= 0 || row["value_high"] == nil {
		return ""
	}
	low, mid, high := valueOf(row)
	low, mid, high = math.Round(low/each), math.Round(mid/each), math.Round(high/each)
	if high < 1 {
		return ""
	}
	span := format.Number(low, 0) + " to " + format.Number(high, 0)
	switch {
	case mid < 1:
		return "up to " + format.Number(high, 0)
	case low >= high:
		return "about " + format.Number(mid, 0)
	case low < 1:
		span = "up to " + format.Number(high, 0)
	}
	return "about " + format.Number(mid, 0) + " (" + span + ")"
}

// valueOf returns the value a month with its range, which ends at its limit.
func valueOf(row map[string]any) (low, mid, high float64) {
	most := math.Inf(1)
	if row["value_limit"] != nil {
		most = max(0, facts.Number(row, "value_limit"))
	}
	return scoring.Within(facts.Number(row, "value_low"), facts.Number(row, "value_mid"), facts.Number(row, "value_high"), most)
}

// lowOfReal returns the 10th percentile of a gap in conversion rates, normal with this mean and deviation, if
// it is a fault: larger than least. The value is that of a fault, and how likely one is stands beside it.
func lowOfReal(mean, deviation, least float64) float64 {
	if deviation <= 0 {
		return max(0, mean)
	}
	isReal := stats.NormalCDF((mean - least) / deviation)
	return max(least, mean+deviation*stats.NormalQuantile(1-.9*isReal))
}

// inquiry finds pages on which nobody signs up, also of software.
var inquiry = regexp.MustCompile(`(?i)[/_-](contact|demo|quote|booking)`)

// takesInquiries reports whether a page is known to have a form, by its address: people inquire about a
// service, an offer or a place, and write to a contact page.
func takesInquiries(page string) bool {
	return namesForm(page) || slices.Contains([]intent.PageKind{intent.Service, intent.Offer, intent.Location, intent.Person}, intent.PathKind(page))
}

// namesForm reports whether an address is that of a page on which people sign up or inquire.
func namesForm(page string) bool {
	words := strings.Fields(intent.PathText(page))
	return slices.ContainsFunc([]string{"pricing", "plans", "demo", "trial", "contact", "signup", "quote", "booking"}, func(word string) bool {
		return slices.Contains(words, word)
	})
}

// takesOrders reports whether people put something into a cart on a page, by its address or because goods
// stand below it: not on one about a feature, a service, a plan or a guide, nor where nothing says so.
func takesOrders(page string, isCategory bool) bool {
	if namesForm(page) {
		return false
	}
	kind := intent.PathKind(page)
	return slices.Contains([]intent.PageKind{intent.Category, intent.Product, intent.Listing}, kind) || isCategory && kind == intent.Unknown
}

// compareParts orders the parts of a page by relevance.
func compareParts(a, b part) int {
	return cmp.Or(cmp.Compare(a.rank, b.rank), cmp.Compare(b.lost, a.lost), cmp.Compare(a.name, b.name))
}

// significant applies Benjamini-Hochberg over all tested pages: of hundreds, several look that bad by chance.
func significant(rows []map[string]any, byPage map[string]part, tests int, falseShare float64, limit int) []map[string]any {
	parts := make([]part, 0, len(byPage))
	for _, found := range byPage {
		parts = append(parts, found)
	}
	slices.SortFunc(parts, func(a, b part) int { return cmp.Or(cmp.Compare(a.chance, b.chance), cmp.Compare(a.page, b.page)) })
	chances := make([]float64, len(parts))
	for i, found := range parts {
		chances[i] = found.chance
	}
	chosen := map[string]string{} // the selected part by page
	for _, found := range parts[:stats.BenjaminiHochberg(chances, tests, falseShare)] {
		chosen[found.page] = found.name
	}
	rows = slices.DeleteFunc(rows, func(row map[string]any) bool {
		page, _ := row["page"].(string)
		name, isChosen := chosen[page]
		return row["entity_type"] == "page" && (!isChosen || row["segment"] != name)
	})
	return rows[:min(limit, len(rows))]
}
