package families

import (
	"math"
	"math/rand/v2"
	"slices"

	"upslope/simulator/truth"
)

// plantSearch plants search problems and decoys.
func (w *World) plantSearch() {
	r := w.stream("plant search")
	p := &pool{w: w, r: r, pages: w.content(r)}
	w.plantGaps(p)
	w.plantReach(p)
	w.plantDecay(p)
	w.plantCannibals(p)
	w.plantBrand(p)
}

// ensureClicks raises a query's searches until an average snippet gets that many clicks in the window.
func (w *World) ensureClicks(target *ranking, clicks float64) {
	now := 0.
	for d := history - window; d < history; d++ {
		now += w.expectedClicks(target, d, func(r *ranking, d int) (position, snippet, share float64) { return r.positionOn(d), 1, r.shareOn(d) })
	}
	if now > 0 {
		target.query.volume *= math.Max(1, clicks/now)
	}
}

// plantGaps: results with a low CTR for their position, and one whose position alternates.
func (w *World) plantGaps(p *pool) {
	for range p.plantCount(truth.Keyword, 4) {
		page := p.take(isOld)
		if page == nil {
			return
		}
		target := page.rankings[0]
		target.position, target.positionShifts, target.query.hasAIOverview = uniform(p.r, 1.3, 7), nil, false
		w.ensureClicks(target, math.Exp(uniform(p.r, math.Log(15), math.Log(400))*math.Min(1, w.plantScale)))
		target.snippet = uniform(p.r, .2, .5)
	}
	if chance(p.r, w.plantChance) { // few clicks for the mean position, as due for daily ones
		if page := p.take(isOld); page != nil {
			target := page.rankings[0]
			target.position, target.alternation, target.snippet, target.positionShifts = 8, 6, 1, nil
			w.ensureClicks(target, 60*w.plantScale)
		}
	}
}

// plantReach: results in striking distance.
func (w *World) plantReach(p *pool) {
	for range p.plantCount(truth.Keyword, 3) {
		if page := p.take(isOld); page != nil {
			target := page.rankings[0]
			target.position, target.positionShifts = uniform(p.r, 4.5, 17), nil
			target.query.volume = math.Max(target.query.volume, uniform(p.r, 200, 2500)*w.plantScale/window)
		}
	}
}

// plantBrand plants decoys: brand searches for other sites, sitelinks, later pages of a list.
func (w *World) plantBrand(p *pool) {
	if chance(p.r, w.plantChance) {
		q := w.addQuery(p.r, w.brand+" jobs", "", uniform(p.r, 15, 80)*w.plantScale)
		q.brand = true
		w.rank(p.r, q, w.home, uniform(p.r, 4.5, 8)).positionShifts = nil
		w.Decoy(truth.Case{Type: truth.Keyword, Kind: "brand", Query: q.text, Page: w.home.url, Reason: "They look for this company on another site."})
	}
	if chance(p.r, w.plantChance) {
		brand := w.queries[slices.IndexFunc(w.queries, func(q *query) bool { return q.text == w.brand })]
		brand.sharesResultPage = true
		for range 3 {
			if page := p.take(isOld); page != nil {
				w.rank(p.r, brand, page, uniform(p.r, 1, 1.4)).share = .8
			}
		}
		w.Decoy(truth.Case{Type: truth.Cannibal, Kind: "sitelinks", Query: brand.text, Page: w.home.url, Reason: "They are links below the brand's own result."})
	}
	if chance(p.r, w.plantChance) {
		if page := p.take(isOld); page != nil {
			target := page.rankings[0]
			list := w.addPage(p.r, page.url+"?page=2", page.section, page.topic+" page 2")
			target.page.rankings = target.page.rankings[1:]
			target.page, target.position, target.positionShifts = list, uniform(p.r, 5, 12), nil
			target.query.volume = math.Max(target.query.volume, uniform(p.r, 15, 50)*w.plantScale)
			list.rankings = append(list.rankings, target)
			w.Decoy(truth.Case{Type: truth.Keyword, Kind: "paginated", Query: target.query.text, Page: list.url, Reason: "A later page of a list is not the one to work on."})
			w.Decoy(truth.Case{Type: truth.Links, Kind: "paginated", Page: list.url, Reason: "A later page of a list is not the one to link to."})
		}
	}
}

// pool holds the pages without a plant.
type pool struct {
	w     *World
	r     *rand.Rand
	pages []*page
}

// take removes the first matching page, or returns nil.
func (p *pool) take(fits func(*page) bool) *page {
	i := slices.IndexFunc(p.pages, func(one *page) bool {
		return len(one.rankings) > 1 && !one.rankings[0].query.anonymous && len(one.rankings[0].query.rankings) == 1 && (fits == nil || fits(one))
	})
	if i < 0 {
		return nil
	}
	found := p.pages[i]
	p.pages = slices.Delete(p.pages, i, i+1)
	return found
}

// count draws the number of plants in this world, possibly none.
func (p *pool) count(maxTimes int) int {
	if !chance(p.r, p.w.plantChance) {
		return 0
	}
	return max(1, int(math.Round(p.w.plantScale*float64(1+p.r.IntN(maxTimes)))))
}

// plantCount is count for a detector's plants: some worlds have none.
func (p *pool) plantCount(detector string, maxTimes int) int {
	times := p.count(maxTimes)
	if p.w.unplanted[detector] {
		return 0
	}
	return times
}

// ownRankings returns the rankings for queries created for this page.
func (p *page) ownRankings() []*ranking {
	return slices.DeleteFunc(slices.Clone(p.rankings), func(one *ranking) bool { return one.query.rankings[0] != one })
}

func isOld(p *page) bool { return p.createdDay < 0 }
