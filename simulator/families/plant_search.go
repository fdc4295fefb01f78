package families

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"upslope/simulator/truth"
)

// plots are pages that nothing is planted on yet.
type pool struct {
	w     *World
	r     *rand.Rand
	pages []*page
}

// next takes the first page that fits out of the plots; nil when there is none.
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

// times is how often something is planted in this world, if at all.
func (p *pool) count(most int) int {
	if !chance(p.r, p.w.plantChance) {
		return 0
	}
	return max(1, int(math.Round(p.w.plantScale*float64(1+p.r.IntN(most)))))
}

// plants is times, for what a detector has to find: some worlds have nothing for it.
func (p *pool) plantCount(detector string, most int) int {
	times := p.count(most)
	if p.w.unplanted[detector] {
		return 0
	}
	return times
}

// own are what a page is the first to show for.
func (p *page) ownRankings() []*ranking {
	return slices.DeleteFunc(slices.Clone(p.rankings), func(one *ranking) bool { return one.query.rankings[0] != one })
}

func isOld(p *page) bool { return p.createdDay < 0 }

// plantSearch puts into what people search for the problems of search, and what looks like them.
func (w *World) plantSearch() {
	r := w.stream("plant search")
	p := &pool{w: w, r: r, pages: w.content(r)}
	w.plantGaps(p)
	w.plantReach(p)
	w.plantDecay(p)
	w.plantCannibals(p)
	w.plantBrand(p)
}

// demandFor raises the searches of a query, so that the newest days hold that many clicks of a result that is as good as others.
func (w *World) ensureClicks(one *ranking, clicks float64) {
	now := 0.
	for d := history - window; d < history; d++ {
		now += w.expectedClicks(one, d, func(r *ranking, d int) (position, snippet, share float64) { return r.positionOn(d), 1, r.shareOn(d) })
	}
	if now > 0 {
		one.query.volume *= math.Max(1, clicks/now)
	}
}

// plantGaps: results that are clicked less than others at their place; and some for which that has another cause.
func (w *World) plantGaps(p *pool) {
	for range p.plantCount(truth.Keyword, 4) {
		page := p.take(isOld)
		if page == nil {
			return
		}
		one := page.rankings[0]
		one.position, one.positionShifts, one.query.hasAIOverview = uniform(p.r, 1.3, 7), nil, false
		w.ensureClicks(one, math.Exp(uniform(p.r, math.Log(15), math.Log(400))*math.Min(1, w.plantScale)))
		one.snippet = uniform(p.r, .2, .5)
	}
	if chance(p.r, w.plantChance) { // up one day and down the next: few clicks for the mean of its places, but all that they bring
		if page := p.take(isOld); page != nil {
			one := page.rankings[0]
			one.position, one.alternation, one.snippet, one.positionShifts = 8, 6, 1, nil
			w.ensureClicks(one, 60*w.plantScale)
		}
	}
}

// plantReach: results just below where people look.
func (w *World) plantReach(p *pool) {
	for range p.plantCount(truth.Keyword, 3) {
		if page := p.take(isOld); page != nil {
			one := page.rankings[0]
			one.position, one.positionShifts = uniform(p.r, 4.5, 17), nil
			one.query.volume = math.Max(one.query.volume, uniform(p.r, 200, 2500)*w.plantScale/window)
		}
	}
}

// plantDecay: pages that fall behind; and pages that lose clicks for other reasons.
func (w *World) plantDecay(p *pool) {
	busy := func(least float64) func(*page) bool {
		return func(page *page) bool {
			if page.createdDay >= 0 {
				return false
			}
			sum := 0.
			for _, one := range page.rankings {
				for d := history - window; d < history; d++ {
					sum += w.expectedClicks(one, d, nil)
				}
			}
			return sum >= least
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
			for d := range season { // now out of season, as a year ago
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

// placesFor is how far a result has to fall to keep that part of its clicks.
func (w *World) positionsLost(one *ranking, left float64) float64 {
	for places := 0.; places < 60; places += .25 {
		if w.ctr(one.query, one.position+places) <= left*w.ctr(one.query, one.position) {
			return places
		}
	}
	return 60
}

// plantCannibals: pages that take turns for a query; and pages that share one as they should.
func (w *World) plantCannibals(p *pool) {
	pair := func() (*ranking, *page) {
		a, b := p.take(isOld), p.take(isOld)
		if a == nil || b == nil {
			return nil, nil
		}
		one := a.rankings[0]
		one.positionShifts, one.query.hasAIOverview = nil, false
		one.query.volume = math.Max(one.query.volume, uniform(p.r, 12, 60))
		return one, b
	}
	for range p.plantCount(truth.Cannibal, 3) {
		one, b := pair()
		if one == nil {
			return
		}
		alone := uniform(p.r, 2.5, 14)
		cost := uniform(p.r, 1.5, 5)
		one.position = alone + cost
		w.rank(p.r, one.query, b, alone+cost+uniform(p.r, 0, 1.5)).positionShifts = nil
		pages := 2
		if c := p.take(isOld); c != nil && chance(p.r, .25) {
			w.rank(p.r, one.query, c, alone+cost+uniform(p.r, 0, 2)).positionShifts = nil
			pages = 3
		}
		one.query.leaders = alternate(p.r, uniform(p.r, .3, .7), pages)
		w.Plant(truth.Case{Type: truth.Cannibal, Kind: "turns", Query: one.query.text, Page: one.page.url, Fix: .4, Value: alone,
			Reason: fmt.Sprintf("%d pages take turns; one alone would stand at %.1f.", pages, alone)})
	}
	kinds := []struct {
		kind, reason string
		set          func(one *ranking, b *page)
	}{
		{"double listing", "Both stand in the top five, on one result page.", func(one *ranking, b *page) {
			one.position, one.query.sharesResultPage = uniform(p.r, 1.5, 2.5), true
			w.rank(p.r, one.query, b, one.position+uniform(p.r, .8, 1.8)).positionShifts = nil
		}},
		{"small share", "One page has nearly all of it.", func(one *ranking, b *page) {
			one.position = uniform(p.r, 3, 10)
			w.rank(p.r, one.query, b, one.position+uniform(p.r, 0, 3)).positionShifts = nil
			one.query.leaders = make([]int, history)
			for d := range one.query.leaders {
				if chance(p.r, .04) {
					one.query.leaders[d] = 1
				}
			}
		}},
		{"redirect", "One page took over from the other, once.", func(one *ranking, b *page) {
			one.position = uniform(p.r, 3, 9)
			w.rank(p.r, one.query, b, one.position).positionShifts = nil
			one.query.leaders = make([]int, history)
			moved := history - 35 - p.r.IntN(30)
			for d := range one.query.leaders {
				if d > moved+6 || d > moved && chance(p.r, .5) {
					one.query.leaders[d] = 1
				}
			}
		}},
		{"locale", "They are the same page for two countries.", func(one *ranking, _ *page) {
			path := strings.TrimPrefix(one.page.url, w.url(""))
			b := w.addPage(p.r, w.url("/at"+path), section{folder: "at" + "/" + one.page.section.folder, conversionFactor: one.page.section.conversionFactor, depth: 2}, one.page.topic)
			w.levels.sections[b.section.folder] = w.levels.sections[one.page.section.folder]
			b.title = capitalize(one.page.topic) + " in Austria, compared"
			b.description = "In Austria: " + b.description
			b.h1 += " in Austria"
			one.position = uniform(p.r, 3, 9)
			w.rank(p.r, one.query, b, one.position).positionShifts = nil
			one.query.leaders = alternate(p.r, .5, 2)
		}},
		{"parameter", "They are one page under two addresses that lack a canonical.", func(one *ranking, _ *page) {
			b := w.addPage(p.r, one.page.url+"?variant=2", one.page.section, one.page.topic)
			b.title, b.description = one.page.title, one.page.description
			for _, twin := range []*page{one.page, b} {
				for _, issue := range []string{"duplicate_title", "duplicate_description", "missing_canonical"} {
					w.Cases = append(w.Cases, truth.Case{Type: truth.Meta, Kind: "twin", Issue: issue, Page: twin.url, Fix: .7, Reason: "Two addresses of one page share it; they lack a canonical."})
				}
			}
			one.position = uniform(p.r, 3, 9)
			w.rank(p.r, one.query, b, one.position).positionShifts = nil
			one.query.leaders = alternate(p.r, .5, 2)
		}},
	}
	for _, k := range kinds {
		if !chance(p.r, w.plantChance) {
			continue
		}
		one, b := pair()
		if one == nil {
			return
		}
		k.set(one, b)
		w.Decoy(truth.Case{Type: truth.Cannibal, Kind: k.kind, Query: one.query.text, Page: one.page.url, Reason: k.reason})
	}
}

// turns says which of the pages leads on each day.
func alternate(r *rand.Rand, change float64, pages int) []int {
	leads, now := make([]int, history), 0
	for d := range leads {
		if chance(r, change) {
			now = (now + 1 + r.IntN(pages-1)) % pages
		}
		leads[d] = now
	}
	return leads
}

// plantBrand: searches for the brand that look like chances, and are about others' pages or the site's own links.
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
			one := page.rankings[0]
			list := w.addPage(p.r, page.url+"?page=2", page.section, page.topic+" page 2")
			one.page.rankings = one.page.rankings[1:]
			one.page, one.position, one.positionShifts = list, uniform(p.r, 5, 12), nil
			one.query.volume = math.Max(one.query.volume, uniform(p.r, 15, 50)*w.plantScale)
			list.rankings = append(list.rankings, one)
			w.Decoy(truth.Case{Type: truth.Keyword, Kind: "paginated", Query: one.query.text, Page: list.url, Reason: "A later page of a list is not the one to work on."})
			w.Decoy(truth.Case{Type: truth.Links, Kind: "paginated", Page: list.url, Reason: "A later page of a list is not the one to link to."})
		}
	}
}
