package families

import (
	"math"

	"upslope/simulator/truth"
)

// plantDecay plants decaying pages, and pages that lose clicks for other reasons.
func (w *World) plantDecay(p *pool) {
	busy := func(minClicks float64) func(*page) bool {
		return func(page *page) bool {
			if page.createdDay >= 0 {
				return false
			}
			sum := 0.
			for _, r := range page.rankings {
				for d := history - window; d < history; d++ {
					sum += w.expectedClicks(r, d, nil)
				}
			}
			return sum >= minClicks
		}
	}
	for range p.plantCount(truth.Decay, 4) {
		page := p.take(busy(40 * w.plantScale))
		if page == nil {
			break
		}
		from := history - 50 - p.r.IntN(180)
		to, left := from+15+p.r.IntN(60), uniform(p.r, .15, .5)
		byRank := chance(p.r, .65)
		for _, one := range page.rankings {
			if byRank {
				one.positionShifts = []shift{{from, to, w.positionsLost(one, left)}}
			} else {
				one.snippetShifts = []shift{{from, to, math.Log(left)}}
			}
		}
	}
	for range p.count(2) {
		if page := p.take(busy(30 * w.plantScale)); page != nil {
			from := history - 60 - p.r.IntN(150)
			for _, one := range page.ownRankings() {
				one.query.volumeShifts = append(one.query.volumeShifts, shift{from, from + 40, math.Log(uniform(p.r, .25, .5))})
			}
			w.Decoy(truth.Case{Type: truth.Decay, Kind: "demand", Page: page.url, Reason: "People search less for what it is about; it stands and is clicked as before."})
		}
	}
	for range p.count(2) {
		if page := p.take(busy(30 * w.plantScale)); page != nil {
			season := make([]float64, history)
			for d := range season { // off season now, as a year ago
				season[d] = math.Exp(1.1 * (math.Cos(2*math.Pi*(float64(history-14-d)/365-.5)) + .2))
			}
			for _, one := range page.ownRankings() {
				one.query.season = season
			}
			w.Decoy(truth.Case{Type: truth.Decay, Kind: "season", Page: page.url, Reason: "It is out of season, as a year ago."})
		}
	}
	for range p.count(2) {
		if page := p.take(nil); page != nil {
			page.createdDay = history - 100 - p.r.IntN(60)
			for _, one := range page.ownRankings() {
				one.query.volume *= 4
				one.positionShifts, one.snippetShifts = nil, nil
				one.query.volumeShifts = append(one.query.volumeShifts, shift{page.createdDay + 14, page.createdDay + 60, math.Log(.2)})
			}
			w.Decoy(truth.Case{Type: truth.Decay, Kind: "launch", Page: page.url, Reason: "It is young: what was new is no longer."})
		}
	}
	if chance(p.r, w.plantChance) {
		if page := p.take(busy(20 * w.plantScale)); page != nil {
			page.removedDay, page.status = history-40-p.r.IntN(40), 404
			w.Decoy(truth.Case{Type: truth.Decay, Kind: "gone", Page: page.url, Reason: "It was taken down; that is no decay."})
		}
	}
}

// positionsLost returns the drop in position that leaves a share of the clicks.
func (w *World) positionsLost(one *ranking, share float64) float64 {
	for positions := 0.; positions < 60; positions += .25 {
		if w.ctr(one.query, one.position+positions) <= share*w.ctr(one.query, one.position) {
			return positions
		}
	}
	return 60
}
