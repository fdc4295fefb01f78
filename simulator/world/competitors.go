package world

// Competitor is a site that ranks for the same queries.
type Competitor struct {
	Domain           string
	Relevance        float64
	Common, Keywords int
	Traffic, Cost    int // visits a month, and their cost as ads in dollars
}

// Competitors returns the search competitors, closest first.
func (w *World) Competitors() []Competitor {
	if len(w.Queries) == 0 {
		return nil
	}
	names := [...]string{"trailhead-supply", "summitworks", "basecamp-direct", "wildfoot", "the-tent-house", "packlight", "ridgeline-gear", "nordic-outfitters", "campwise", "boot-and-pole"}
	out := make([]Competitor, len(names))
	for i, n := range names {
		d := newDice(w.seed, rollBuild, hashName(n), 0)
		common := int(float64(len(w.Queries)) * .6 / float64(i+2))
		out[i] = Competitor{Domain: n + ".example", Relevance: .62 / float64(i+1), Common: common, Keywords: common*3 + d.below(4000), Traffic: common*11 + d.below(9000), Cost: common*9 + d.below(7000)}
	}
	return out
}
