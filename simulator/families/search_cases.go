package families

import (
	"math"

	"upslope/simulator/truth"
)

// indexable says whether search engines may show a page.
func (p *page) indexable() bool {
	return p.status == 200 && !p.noindex && !p.blocked && p.canonical == "" && p.redirect == "" && !p.isFixture
}

// isPaginated says whether a page is a later one of a list.
func (p *page) isPaginated() bool {
	return len(p.url) > 7 && p.url[len(p.url)-7:len(p.url)-1] == "?page="
}

// findSearchCases derives from the process which queries and pages have a problem, and its value.
func (w *World) findSearchCases() {
	if !w.hasSearchConsole { // the data cannot tell
		return
	}
	usual := w.meanSnippet()
	all := 0.
	for _, q := range w.queries {
		for _, one := range q.rankings {
			if !q.brand && !q.anonymous {
				all += w.windowImpressions(one)
			}
		}
	}
	for _, q := range w.queries {
		if q.anonymous || q.brand {
			continue
		}
		for _, one := range w.leadingRankings(q) {
			if one.page.indexable() && !one.page.isPaginated() {
				w.findReach(one, all)
				w.findGap(one, usual)
			}
		}
	}
	for _, p := range w.pages {
		w.findDecay(p)
	}
	for i := range w.Cases {
		if c := &w.Cases[i]; c.Type == truth.Cannibal && !c.Decoy {
			w.valueCannibal(c)
		}
	}
}

// meanSnippet is the average snippet factor of the site.
func (w *World) meanSnippet() float64 {
	weight, sum := 0., 0.
	for _, q := range w.queries {
		if q.anonymous || q.brand {
			continue
		}
		for _, one := range q.rankings {
			n := math.Sqrt(w.windowImpressions(one)) // so that no query stands for the whole site
			weight, sum = weight+n, sum+n*one.snippetOn(history-1)
		}
	}
	if weight == 0 {
		return 1
	}
	return sum / weight
}

// leadingRankings are those with most clicks for a query, and those with nearly as many.
func (w *World) leadingRankings(q *query) []*ranking {
	clicks, most := make([]float64, len(q.rankings)), 0.
	for i, one := range q.rankings {
		clicks[i] = w.monthlyClicks([]*ranking{one}, nil)
		most = math.Max(most, clicks[i])
	}
	var chosen []*ranking
	for i, one := range q.rankings {
		if clicks[i] > 0 && clicks[i] >= .7*most {
			chosen = append(chosen, one)
		}
	}
	return chosen
}

// findReach: a result that would get more clicks at the target position.
func (w *World) findReach(one *ranking, all float64) {
	place := w.meanPosition(one)
	seen := w.windowImpressions(one)
	if place < 3.3 || place > 20.8 || seen < 40 {
		return
	}
	target, fix := 8., .15
	switch {
	case place <= 10:
		target, fix = 3, .35
	case place <= 15:
		fix = .25
	}
	more := w.monthlyClicks([]*ranking{one}, func(r *ranking, d int) (position, snippet, share float64) {
		return target, r.snippetOn(d), r.shareOn(d)
	}) -
		w.monthlyClicks([]*ranking{one}, nil)
	if more <= 0 {
		return
	}
	w.Cases = append(w.Cases, truth.Case{
		Type: truth.Keyword, Kind: "reach", Query: one.query.text, Page: one.page.url, Value: more * w.clickValue(one.page), Fix: fix,
		Must:   more*fix >= 10 && place >= 4 && place <= 19.5 && seen >= 100 && seen >= .0004*all && one.query.leaders == nil && one.alternation == 0,
		Reason: "It stands within reach of the top.",
	})
}

// findGap: a result with a lower CTR than others at its position.
func (w *World) findGap(one *ranking, usual float64) {
	skill := one.snippetOn(history - 1)
	if skill >= .9*usual || w.meanPosition(one) > 10.3 {
		return
	}
	now := w.monthlyClicks([]*ranking{one}, nil)
	// The data must tell half of the clicks of an average snippet from all of them.
	due := now / daysPerMonth * window * usual / skill
	edge := due - 2.33*math.Sqrt(due+w.snippetSpread*due*w.snippetSpread*due)
	w.Cases = append(w.Cases, truth.Case{
		Type: truth.Keyword, Kind: "gap", Query: one.query.text, Page: one.page.url, Value: now * (usual/skill - 1) * w.clickValue(one.page), Fix: .4,
		Must: skill <= .5*usual && .5*due+1.645*math.Sqrt(.6*due) <= edge && now*(usual/skill-1)*.4 >= 10 && w.meanPosition(one) < 9.5 &&
			w.windowImpressions(one) >= 260 && one.query.leaders == nil,
		Reason: "It is clicked less than the site's other results at its place.",
	})
}

// findDecay: a page that lost clicks by its position or by its snippet.
func (w *World) findDecay(p *page) {
	if p.createdDay > history-180 || p.removedDay < history || !p.indexable() || p.isHub {
		return
	}
	then := func(d int) int { return max(d-364, p.createdDay+45, 0) }
	now := w.monthlyClicks(p.rankings, nil)
	before := w.monthlyClicks(p.rankings, func(r *ranking, d int) (position, snippet, share float64) {
		return r.positionOn(then(d)), r.snippetOn(then(d)), r.shareOn(d)
	})
	lost := 1 - now/before
	if before == 0 || lost < .2 {
		return
	}
	// The clicks of the days it is compared with: four weeks of half of them must be distinguishable.
	ref := 0.
	for d := history - window; d < history; d++ {
		for _, one := range p.rankings {
			ref += w.expectedClicks(one, then(d), nil)
		}
	}
	restless := 1 + .005*ref // overdispersion of days and weeks
	fallen := 0.
	for _, one := range p.rankings { // the loss must not be new
		fallen = math.Max(fallen, math.Abs(one.positionOn(history-1)-one.positionOn(history-40))+math.Abs(one.snippetOn(history-1)-one.snippetOn(history-40)))
	}
	w.Cases = append(w.Cases, truth.Case{
		Type: truth.Decay, Kind: "decay", Page: p.url, Value: (before - now) * w.clickValue(p), Fix: .5,
		Must:   lost >= .5 && .3*math.Sqrt(ref) >= (3+1.645)/2*math.Sqrt(1.5*math.Min(restless, 3)) && fallen < .8 && before-now >= 10 && p.createdDay < history-364-90,
		Reason: "It fell behind others, or is clicked less where it stands.",
	})
}

// valueCannibal replaces Value, the position of one page alone, by what that would bring.
func (w *World) valueCannibal(c *truth.Case) {
	for _, q := range w.queries {
		if q.text != c.Query {
			continue
		}
		alone, first := c.Value, q.rankings[0]
		now := w.monthlyClicks(q.rankings, nil)
		best := w.monthlyClicks([]*ranking{first}, func(r *ranking, d int) (position, snippet, share float64) { return alone, r.snippetOn(d), 1 })
		c.Value = math.Max(0, best-now) * w.clickValue(first.page)
		seen, active := 0., 0
		for d := history - 90; d < history; d++ {
			searches := w.searches(q, d)
			seen += searches
			if searches > 14 {
				active++
			}
		}
		most := 0. // share of the clicks of one of its pages
		for _, one := range q.rankings {
			most = math.Max(most, w.monthlyClicks([]*ranking{one}, nil)/w.monthlyClicks(one.page.rankings, nil))
		}
		place := w.meanPosition(first)
		c.Must = most >= .14 && seen >= 600 && active >= 45 && place >= 4 && place <= 25 && best-now >= 10
		return
	}
}
