// Package cannibalization decides which pages harm each other by taking turns for a query, and what one page
// would gain.
//
// It owns these decisions and the value; the SQL beside it counts the turns and orders the pages.
package cannibalization

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strconv"
	"time"

	"upslope"
	"upslope/analytics/ctr"
	"upslope/analytics/facts"
	"upslope/analytics/features/intent"
	"upslope/analytics/format"
	"upslope/analytics/stats"
)

// Judge adds values and figures to the rows of detector.sql and drops queries whose pages do no harm.
func Judge(params map[string]any, rows []map[string]any) ([]map[string]any, error) {
	rows = slices.DeleteFunc(rows, func(row map[string]any) bool {
		return !compete(params, row) || !choosePage(row) || !addValue(params, row)
	})
	for _, row := range rows {
		addFigures(params, row)
	}
	slices.SortFunc(rows, func(a, b map[string]any) int {
		return cmp.Or(
			cmp.Compare(facts.Number(b, "value_mid"), facts.Number(a, "value_mid")), cmp.Compare(facts.Text(a, "query"), facts.Text(b, "query")))
	})
	return rows[:min(len(rows), int(facts.Number(params, "max_insights")))], nil
}

// impressions returns those of the query in the language of its pages.
func impressions(row map[string]any) float64 {
	return facts.Number(row, "share_of_language") * facts.Number(row, "impressions_of_query")
}

// together returns how often two of the pages were shown at once, as a share of the query's impressions.
func together(row map[string]any) float64 {
	return max(0, (facts.Number(row, "impressions_of_pages")-impressions(row))/impressions(row))
}

// compete reports whether the pages take turns for searchers that one page could serve.
func compete(params, row map[string]any) bool {
	parameter := func(name string) float64 { return facts.Number(params, name) }
	number := func(name string) float64 { return facts.Number(row, name) }
	forOthers := number("languages") > 1 || number("countries") > 1 && number("pages_for_all_countries") == 0
	return number("effective_pages") >= parameter("min_pages") &&
		number("days_active") >= parameter("min_active_days") && number("flips") >= parameter("min_flips")*(number("days_active")-1) &&
		impressions(row) >= parameter("min_impressions") &&
		number("best_place") >= parameter("min_position") && number("best_place") <= parameter("max_position") &&
		together(row) <= parameter("max_together") && // else each has a result of its own
		number("largest_share_of_page") >= parameter("min_share_of_page") && !forOthers
}

// addValue adds the clicks that one page would gain, and reports whether they may be worth an insight.
func addValue(params, row map[string]any) bool {
	parameter := func(name string) float64 { return facts.Number(params, name) }
	number := func(name string) float64 { return facts.Number(row, name) }
	clicks, prior := number("share_of_language")*number("clicks_of_query"), parameter("prior")
	usual, best := number("expected_of_query")/number("impressions_of_query"), number("best_place")
	won := parameter("places")
	if best <= 5 {
		won = parameter("places_at_top")
	}
	possible := won
	row["probability_fix"] = parameter("fix")
	row["is_linked_only"] = isLinkedOnly(params, row)
	switch { // without a redirect, as far as a title, a section and links carry any page
	case row["is_linked_only"] == true:
		won, row["probability_fix"] = min(won, parameter("places_on_page")), parameter("fix_by_links")
	case !merges(params, row):
		won, row["probability_fix"] = min(won, parameter("places_on_page")), parameter("fix_on_page")
	}
	toMonth := parameter("month_days") / number("days_read")
	monthly := impressions(row) * toMonth
	rate := (clicks + prior*usual) / (impressions(row) + prior)
	spread := stats.Z90 * math.Sqrt(parameter("dispersion")*rate*(1-rate)/(impressions(row)+prior))
	curve := facts.Numbers(params, "ctr")
	// The query keeps its CTR relative to the curve when its page moves.
	gain := func(rate, positions float64) float64 {
		return monthly * rate * max(0, ctr.At(curve, max(1, best-positions))/usual-1)
	}
	// How far one page gets is less certain than its CTR.
	row["value_low"] = gain(max(0, rate-spread), parameter("places_low")*won)
	row["value_mid"] = gain(rate, won)
	row["value_high"] = gain(rate+spread, parameter("places_high")*won)
	row["target_position"] = rounded(max(1, best-won), 1)
	row["best_target"] = math.Round(max(1, best-parameter("places_high")*won))
	row["impressions_month"], row["clicks_month"] = math.RoundToEven(monthly), math.RoundToEven(clicks*toMonth)
	row["more_clicks"] = math.RoundToEven(facts.Number(row, "value_mid"))
	return facts.Number(row, "value_mid") > 0 && gain(rate+spread, parameter("places_high")*possible) >= parameter("min_gain")
}

// addFigures adds the probabilities, the page to keep and the others.
func addFigures(params, row map[string]any) {
	parameter := func(name string) float64 { return facts.Number(params, name) }
	number := func(name string) float64 { return facts.Number(row, name) }
	row["text"], row["effort_class"] = "turns", 3
	// That they change places more often than by chance.
	row["posterior_alpha"], row["posterior_beta"] = number("days_active")-number("flips"), number("flips")+1
	row["posterior_threshold"] = 1 - parameter("usual_flips")
	row["effective_page_count"], row["seen_together"], row["best_position"] = rounded(number("effective_pages"), 2), rounded(together(row), 2), rounded(number("best_place"), 1)
	row["flip_percent"] = format.RoundPercent(number("flips")/(number("days_active")-1), 0)
	row["days_another_page_leads_percent"] = row["flip_percent"]
	row["window"] = window(params, number("days_read"))
	row["best_place_number"], row["target_number"] = rounded(number("best_place"), 0), rounded(number("target_position"), 0)
	row["short_query"] = shortened(facts.Text(row, "query"))

	urls, titles, headings := facts.Texts(row, "page_urls"), facts.Texts(row, "page_titles"), facts.Texts(row, "page_headings")
	row["value_page"], row["keep"], row["keep_title"] = urls[0], urls[0], titles[0]
	switch {
	case number("pages_about_it") == 1 && row["is_category_kept"] != true:
		row["keep_reason"] = naming(facts.Text(row, "query"), urls, titles)
	case row["is_category_kept"] == true:
		row["keep_reason"] = "a category answers it better than one product"
		if clicks := facts.Numbers(row, "clicks_of_pages"); len(clicks) > 1 && slices.Max(clicks) > clicks[0] {
			row["keep_reason"] = "a category answers it better than one product, even one with more clicks"
		}
	case number("conversions_of_first") > 0:
		row["keep_reason"] = "its visitors convert most"
	default:
		row["keep_reason"] = "it gets the most clicks"
	}
	others := []map[string]string{}
	ofQuery := facts.Numbers(row, "shares_of_query")
	for i := 1; i < len(urls) && i <= int(parameter("shown_pages")); i++ {
		// A page that lives on other queries stays and leaves this one alone. Nor is a product redirected.
		goes := ""
		if goesAway(params, row, i) {
			goes = "yes"
		}
		share := strconv.FormatFloat(format.RoundPercent(ofQuery[i], 0), 'f', -1, 64)
		other := map[string]string{"stands": standing(row, i), "url": urls[i], "title": titles[i], "share": share, "goes": goes, "headings": ""}
		if i < len(headings) {
			other["headings"] = headings[i]
		}
		others = append(others, other)
	}
	row["others"], row["keep_stands"], row["selling_page"] = others, standing(row, 0), sellingPage(urls, others)
	if row["broad_category"] != "" {
		row["keep_title"] = "" // a product's own name stays
	}
}

// sellingPage returns a page kept beside a guide that may sell what the guide describes; "" for none.
func sellingPage(urls []string, others []map[string]string) string {
	if intent.PathKind(urls[0]) != intent.Guide {
		return ""
	}
	for _, other := range others {
		if kind := intent.PathKind(other["url"]); other["goes"] == "" && kind != intent.Guide && kind != intent.Home {
			return other["url"]
		}
	}
	return ""
}

// standing says what one of the pages gets of the search: its clicks in the days looked at, and its position.
func standing(row map[string]any, at int) string {
	clicks, places := facts.Numbers(row, "clicks_of_pages"), facts.Numbers(row, "places_of_pages")
	if at >= len(clicks) || at >= len(places) {
		return ""
	}
	noun := " clicks at #"
	if clicks[at] == 1 {
		noun = " click at #"
	}
	return format.Number(clicks[at], 0) + noun + strconv.FormatFloat(rounded(places[at], 1), 'f', -1, 64)
}

func rounded(n float64, digits int) float64 {
	scale := math.Pow10(digits)
	return math.RoundToEven(n*scale) / scale
}

// window says which days were looked at, and how many of them are missing.
func window(params map[string]any, read float64) string {
	until, _ := params["gsc_to"].(time.Time)
	days := int(facts.Number(params, "days"))
	text := until.AddDate(0, 0, 1-days).Format(upslope.DateFormat) + " to " + until.Format(upslope.DateFormat)
	if int(read) < days {
		text += fmt.Sprintf("; %d of %d days are missing", days-int(read), days)
	}
	return text
}
