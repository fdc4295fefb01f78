package keywordopportunity

import (
	"math"

	"upslope/analytics/facts"
)

// success returns the probability that work on a page moves a query up by a distance in positions: less for
// far moves and difficult queries, more on a site whose pages have moved that far before. See docs/method.md.
func (r rates) success(row map[string]any, distance float64, by lift) float64 {
	probability := r.parameter("fix_reach") * math.Exp(-max(0, distance)/r.parameter("fix_distance"))
	return probability * r.ease(row) * r.record(row, distance) * r.lever(row, by)
}

// ease is the factor of a query's difficulty, 0 to 100; an unknown one counts as usual.
func (r rates) ease(row map[string]any) float64 {
	difficulty, isKnown := facts.Float(row["difficulty"])
	if !isKnown || difficulty <= 0 {
		difficulty = r.parameter("usual_difficulty")
	}
	return max(r.parameter("least_ease"), r.parameter("most_ease")-difficulty/r.parameter("ease_slope"))
}

// record is the factor of the site's own moves: how many of its results moved up that far within twelve
// weeks, against the usual share, shrunk towards 1.
func (r rates) record(row map[string]any, distance float64) float64 {
	could, did := facts.Numbers(row, "could_move"), facts.Numbers(row, "did_move")
	at := int(math.Round(distance)) - 1
	if len(could) == 0 || len(did) == 0 {
		return 1
	}
	at = min(max(at, 0), len(could)-1, len(did)-1)
	usual := r.parameter("usual_moves") * math.Exp(-float64(at+1)/r.parameter("usual_distance"))
	prior := r.parameter("record_prior")
	factor := (did[at] + prior) / (could[at]*usual + prior)
	return min(max(factor, r.parameter("least_record")), r.parameter("most_record"))
}

// lever is the factor of what is left to do: where nothing on the page is about the query, links, which are
// slower; where the page cannot answer it, a new one.
func (r rates) lever(row map[string]any, by lift) float64 {
	switch {
	case facts.Number(row, "needs_page") != 0:
		return r.parameter("fix_new_page")
	case facts.Number(row, "is_covered") != 0, by.onPage == 0:
		return r.parameter("fix_covered")
	}
	return 1
}
