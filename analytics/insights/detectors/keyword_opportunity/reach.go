package keywordopportunity

import (
	"math"

	"upslope/analytics/facts"
)

// move is what a query gains by a better position, in clicks a month, and the probability of it.
type move struct{ low, mid, high, fix float64 }

// unlimited work moves a query to the top of its page of results.
var unlimited = math.Inf(1)

// distance is how far steps that carry a query so many places move it up: whole places, at least one, and
// to the top where less than half a place is left.
func distance(place, carried float64) float64 {
	top := place - topOf(place)
	if far := max(1, math.Round(carried)); far < top-.5 {
		return far
	}
	return top
}

// topOf is the best position that a query can be moved to at once.
func topOf(place float64) float64 {
	if place > pageOne {
		return middleTarget
	}
	return topTarget
}

// places returns how many places the steps of an opportunity carry its queries, if they work. It is less than
// one where none of them is about the query. See docs/method.md.
func (r rates) places(row map[string]any) float64 {
	has := func(name string) bool { return facts.Number(row, name) != 0 }
	count := func(name string) float64 { return float64(len(facts.Texts(row, name))) }
	if facts.Text(row, "text") != "reach" {
		return unlimited // a page of its own, or a snippet
	}
	carried := 0.
	if facts.Text(row, "proposed_title") != "" || facts.Text(row, "namesake") != "" || has("check_title") && !has("is_untitled") {
		carried += r.parameter("places_title")
	}
	if has("change_heading") {
		carried += r.parameter("places_heading")
	}
	others := min(most, count("headings_to_add")+count("tools")+count("dated")+count("reviews"))
	if has("add_section") {
		carried += r.parameter("places_section")
		others = min(1, others) // they belong to what that section does
	}
	carried += r.parameter("places_related") * others
	carried += r.parameter("places_link") * min(most, count("other_pages"))
	if has("earn_links") {
		carried += r.parameter("places_earned")
	}
	if carried == 0 {
		carried = r.parameter("places_minor")
	}
	// Difficult results are further apart, and those further down closer together.
	return carried * min(1, r.ease(row)/r.ease(nil)) * max(1, facts.Number(row, "place")/r.parameter("places_at"))
}

// most is the number of steps of one kind that count: a third one adds little.
const most = 2.

// carry sets the target of a task, and what it is worth there: of each query, as far as the steps carry it.
func carry(row map[string]any, queries []opportunity, places float64) (expected float64) {
	var all move
	for _, o := range queries {
		one := o.to(places)
		all.low, all.mid, all.high, expected = all.low+one.low, all.mid+one.mid, all.high+one.high, expected+one.mid*one.fix
	}
	row["value_low"], row["value_mid"], row["value_high"], row["probability_fix"] = all.low, all.mid, all.high, expected/all.mid
	row["more_clicks"], row["more_clicks_of_all"] = math.RoundToEven(queries[0].to(places).mid), math.RoundToEven(all.mid)
	if queries[0].isGap {
		return expected
	}
	place := facts.Number(row, "place")
	far, top := distance(place, places), topOf(place)
	row["target_position"] = math.RoundToEven(10*(place-far)) / 10
	row["target_number"] = max(top, math.RoundToEven(place)-math.Round(far))
	row["is_limited"] = far < place-top
	if row["is_limited"] == false {
		row["target_number"] = top
	}
	if row["places"] = nil; !math.IsInf(places, 1) {
		row["places"] = max(1, math.Round(places))
	}
	return expected
}
