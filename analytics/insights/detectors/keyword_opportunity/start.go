package keywordopportunity

import (
	"math"

	"upslope/analytics/facts"
)

// start is where a new page of the site can be expected: places, the usual one in the middle.
type start struct {
	low, mid, high float64
	isKnown        bool // from the site's own pages
}

// start returns where pages of the site for such searches stand: their quartiles, shrunk to what is usual. A
// new page is not expected above the best position that work aims at.
func (r rates) start(row map[string]any) start {
	usual, apart, weight := r.parameter("start_place"), r.parameter("start_apart"), r.parameter("start_weight")
	pages, seen := facts.Number(row, "others_known"), facts.Numbers(row, "places_of_others")
	if row["is_guide_wanted"] == true {
		pages, seen = facts.Number(row, "guides_known"), facts.Numbers(row, "places_of_guides")
	}
	of := func(i int, prior float64) float64 {
		if pages == 0 || i >= len(seen) || math.IsNaN(seen[i]) {
			return prior
		}
		return (pages*seen[i] + weight*prior) / (pages + weight)
	}
	at := start{mid: max(topOf(facts.Number(row, "place")), of(1, usual)), isKnown: pages >= weight}
	// At least a place either way.
	at.low, at.high = max(at.mid+1, of(2, usual+apart)), min(at.mid-1, of(0, usual-apart))
	return at
}
