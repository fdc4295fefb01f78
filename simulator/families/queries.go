package families

import (
	"math"
	"math/rand/v2"
	"slices"
	"strings"
)

// buildQueries creates the queries and the pages that rank for them.
func (w *World) buildQueries() {
	r := w.stream("queries")
	namedVolume := 0.
	for _, p := range w.content(r) {
		namedVolume += w.addPageQueries(r, p)
	}
	// Occasionally another page ranks for a query, far down.
	pages := w.content(r)
	for _, q := range w.queries {
		if q.anonymous || !chance(r, .2) {
			continue
		}
		if other := pick(r, pages); other != q.rankings[0].page {
			w.rank(r, q, other, q.rankings[0].position+uniform(r, 4, 25)).share = uniform(r, .01, .05)
		}
	}
	volume := namedVolume * w.brandShare / (1 - w.brandShare)
	for i, text := range []string{w.brand, w.brand + " login", w.brand + " prices", w.brand + " reviews", misspelled(r, w.brand), w.brand + " contact"} {
		if q := w.addQuery(r, text, "", volume*math.Pow(.45, float64(i+1))); q != nil {
			q.brand, q.gammaShape = true, 30
			w.rank(r, q, w.home, uniform(r, 1, 1.2))
		}
	}
}

// addPageQueries adds a page's queries, and one for all anonymous ones.
func (w *World) addPageQueries(r *rand.Rand, p *page) (namedVolume float64) {
	n := w.queriesPerPage[0] + r.IntN(w.queriesPerPage[1]-w.queriesPerPage[0]+1)
	popularity := lognormal(r, w.searchSpread)
	var drift []shift // of its demand, apart from that of its section
	if w.response.DemandDrift > 0 {
		drift = []shift{{history - 400, history, w.response.DemandDrift * w.stream("demand/"+p.url).NormFloat64()}}
	}
	for i := range n {
		text := p.topic
		if modifier := pick(r, modifiers()); modifier != "" && i > 0 {
			text += " " + modifier
		}
		q := w.addQuery(r, text, p.section.folder, w.medianSearches*popularity/math.Pow(float64(i+1), .8))
		if q == nil {
			continue
		}
		q.volumeShifts = slices.Clone(drift)
		namedVolume += q.volume
		w.rank(r, q, p, p.position*lognormal(r, .25))
		q.hasAIOverview = w.hasSemrush && chance(r, .12)
	}
	ofPage := 0.
	for _, ranking := range p.rankings {
		ofPage += ranking.query.volume
	}
	anonymous := &query{anonymous: true, volume: ofPage * w.anonymousShare * lognormal(r, .4), gammaShape: 30, section: p.section.folder, volumeShifts: slices.Clone(drift)}
	if draw := w.response.QueryCurve; draw != nil {
		anonymous.curve, _ = draw(w.stream("curve of hidden queries/" + p.url))
	}
	w.queries = append(w.queries, anonymous)
	w.rank(r, anonymous, p, p.position*1.1)
	return namedVolume
}

// addQuery returns nil for a duplicate text.
func (w *World) addQuery(r *rand.Rand, text, section string, volume float64) *query {
	text = strings.TrimSpace(text)
	if w.queryTexts[text] {
		return nil
	}
	w.queryTexts[text] = true
	q := &query{text: text, volume: volume, section: section, gammaShape: 1 / (.02 + w.volatility*r.Float64())}
	if draw := w.response.QueryCurve; draw != nil {
		q.curve, q.features = draw(w.stream("curve/" + text))
	}
	w.queries = append(w.queries, q)
	return q
}

func (w *World) rank(r *rand.Rand, q *query, p *page, position float64) *ranking {
	ranking := &ranking{
		query: q, page: p, position: math.Min(math.Max(1, position), 90), noise: uniform(r, .05, .4),
		snippet: lognormal(r, w.snippetSpread), share: 1,
	}
	if q.brand {
		ranking.noise = .05
	}
	if chance(r, .5) && !q.brand { // positions drift over the year, most of them a little
		drift := .6 * r.NormFloat64() * math.Sqrt(ranking.position) / 2
		ranking.positionShifts = append(ranking.positionShifts, shift{-200, history + 200, drift})
	}
	q.rankings, p.rankings = append(q.rankings, ranking), append(p.rankings, ranking)
	return ranking
}
