package world

import (
	"cmp"
	"math"
	"slices"
)

// Ranking is a keyword tool's row of one query.
type Ranking struct {
	Query, Page        int // indexes
	Position, Previous int // Previous 0: did not rank before
	Volume             int // searches a month
	Difficulty         int
	CPC                float64 // US dollars
	Intent             string  // commercial, informational, navigational or transactional
	Features           []int   // SERP features, by Semrush's numbers
	TrafficShare       float64 // percent of the domain's traffic
}

// Some of Semrush's codes of SERP features.
const (
	sitelinks       = 6
	reviews         = 7
	video           = 9
	featuredSnippet = 11
	images          = 13
	alsoAsked       = 21
	aiOverview      = 52
)

// Rankings returns the queries a keyword tool knows, most traffic first; rare ones are missing.
func (w *World) Rankings(day Day) []Ranking {
	var out []Ranking
	total := 0.0
	for i := range w.Queries {
		q := &w.Queries[i]
		if q.volume < .3 {
			continue
		}
		r := w.ranking(i, day)
		r.TrafficShare = float64(r.Volume) * ctrAt(float64(r.Position))
		total += r.TrafficShare
		out = append(out, r)
	}
	for i := range out {
		out[i].TrafficShare = math.Round(out[i].TrafficShare/total*10_000) / 100
	}
	slices.SortStableFunc(out, func(a, b Ranking) int {
		return cmp.Or(cmp.Compare(b.TrafficShare, a.TrafficShare), cmp.Compare(b.Volume, a.Volume))
	})
	return out
}

func (w *World) ranking(i int, day Day) Ranking {
	q := &w.Queries[i]
	month := newDice(w.seed, rollDrift, -1-i, day/28)
	before := newDice(w.seed, rollDrift, -1-i, day/28-1)
	always := newDice(w.seed, rollDrift, -1-i, 0)
	now, _, _ := totalShift(slices.Concat(q.shifts, w.Pages[q.page].shifts), day)
	then, _, _ := totalShift(slices.Concat(q.shifts, w.Pages[q.page].shifts), day-28)
	r := Ranking{
		Query: i, Page: q.page, Volume: roundVolume(q.volume * 30.4 * 1.6), Difficulty: q.difficulty, Intent: q.intent,
		Position: max(1, int(math.Round(q.position+now+.5*month.normal()))), Previous: max(1, int(math.Round(q.position+then+.5*before.normal()))),
		CPC: math.Round(100*always.between(.2, 1.8)) / 100,
	}
	if always.chance(.08) {
		r.Previous = 0
	}
	if q.Brand {
		r.Features = append(r.Features, sitelinks)
	}
	for _, f := range []struct {
		feature int
		chance  float64
	}{{reviews, .35}, {video, .2}, {featuredSnippet, .08}, {images, .45}, {alsoAsked, .6}, {aiOverview, .25}} {
		if always.chance(f.chance) {
			r.Features = append(r.Features, f.feature)
		}
	}
	return r
}

// roundVolume rounds to two digits like keyword tools.
func roundVolume(x float64) int {
	if x < 10 {
		return 10
	}
	unit := math.Pow(10, math.Floor(math.Log10(x))-1)
	return int(math.Round(x/unit) * unit)
}
