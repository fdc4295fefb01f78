package world

// Rival is a site that is found for the same queries.
type Rival struct {
	Domain           string
	Relevance        float64
	Common, Keywords int
	Traffic, Cost    int // visits a month, and what they would cost as ads, in dollars
}

// Rivals are the sites that compete in search, the closest first.
func (w *World) Rivals() []Rival {
	if len(w.Queries) == 0 {
		return nil
	}
	names := [...]string{"trailhead-supply", "summitworks", "basecamp-direct", "wildfoot", "the-tent-house", "packlight", "ridgeline-gear", "nordic-outfitters", "campwise", "boot-and-pole"}
	out := make([]Rival, len(names))
	for i, n := range names {
		d := roll(w.seed, rollBuild, name(n), 0)
		common := int(float64(len(w.Queries)) * .6 / float64(i+2))
		out[i] = Rival{Domain: n + ".example", Relevance: .62 / float64(i+1), Common: common, Keywords: common*3 + d.below(4000), Traffic: common*11 + d.below(9000), Cost: common*9 + d.below(7000)}
	}
	return out
}
