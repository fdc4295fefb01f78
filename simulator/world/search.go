package world

import "math"

// Hidden is the Query of a Showing whose queries are too rare to be reported.
const Hidden = -1

// Showing is one page's result for one query on a day. Shared counts its impressions below another page of
// the site, which count for the page, but not again for the property.
type Showing struct {
	Query, Page         int // indexes; Query may be Hidden
	Impressions, Clicks int
	Shared              int
	PositionSum         int // summed over the impressions, to avoid rounding
}

// Search returns all web search results of a day. complete is the share the provider has counted so far.
func (w *World) Search(day Day, complete float64) []Showing {
	if day < w.first || complete <= 0 {
		return nil
	}
	if w.fixedSearch != nil {
		return w.fixedSearch
	}
	weather := w.weather(day)
	out := make([]Showing, 0, len(w.Queries)/8+len(w.Pages))
	for i := range w.Queries {
		out = w.searchQuery(out, i, day, weather, complete)
	}
	for i := range w.Pages {
		out = w.searchAnonymous(out, i, day, weather, complete)
	}
	return out
}

func (w *World) searchQuery(out []Showing, i int, day Day, weather weather, complete float64) []Showing {
	q := &w.Queries[i]
	mean := q.volume * weather.factor * weather.seasons[q.season] * complete
	d := newDice(w.seed, rollSearch, i, day)
	if mean < .5 && d.uniform() < 1-mean*2 { // shortcut: most rare queries are not searched on most days
		return out
	}
	if mean < .5 {
		mean = .5
	}
	position, volume, snippet := totalShift(q.shifts, day)
	if page := &w.Pages[q.page]; len(page.shifts) > 0 {
		p, v, s := totalShift(page.shifts, day)
		position, volume, snippet = position+p, volume*v, snippet*s
	}
	n := d.poisson(mean * volume)
	if n == 0 {
		return out
	}
	week := newDice(w.seed, rollDrift, i, day/7)
	position += q.position + .12*math.Sqrt(q.position)*week.normal()
	leader, other := q.page, q.second
	if q.second < 0 {
		return append(out, w.showing(&d, i, leader, n, 0, position, q.snippet*snippet))
	}
	if q.alternates {
		turn := newDice(w.seed, rollTurn, i, day/2)
		if turn.chance(.5) {
			leader, other = other, leader
		}
		away := d.binomial(n, d.between(.1, .35))
		both := d.binomial(n-away, q.sharedChance)
		if n > away {
			out = append(out, w.showing(&d, i, leader, n-away, 0, position, q.snippet*snippet))
		}
		if away+both > 0 {
			out = append(out, w.showing(&d, i, other, away+both, both, position+.8, q.snippet*snippet))
		}
		return out
	}
	out = append(out, w.showing(&d, i, leader, n, 0, position, q.snippet*snippet))
	if both := d.binomial(n, q.sharedChance); both > 0 {
		out = append(out, w.showing(&d, i, other, both, both, position+1.5, q.snippet*snippet*.5))
	}
	return out
}

// searchAnonymous adds a page's queries not reported by Search Console.
func (w *World) searchAnonymous(out []Showing, i int, day Day, weather weather, complete float64) []Showing {
	page := &w.Pages[i]
	if page.anonymous == 0 {
		return out
	}
	position, volume, snippet := totalShift(page.shifts, day)
	d := newDice(w.seed, rollHidden, i, day)
	n := d.poisson(page.anonymous * volume * weather.factor * weather.seasons[page.season] * complete)
	if n == 0 {
		return out
	}
	return append(out, w.showing(&d, Hidden, i, n, 0, page.anonymousPosition+position, snippet))
}

func (w *World) showing(d *dice, query, page, n, shared int, position, snippet float64) Showing {
	position = max(1, position)
	sum := max(n, d.round(float64(n)*max(1, position+.25*math.Sqrt(position/float64(n))*d.normal())))
	rate := w.ctrScale * ctrAt(position) * snippet * (1 + .1*d.normal())
	return Showing{Query: query, Page: page, Impressions: n, Clicks: d.binomial(n, min(.75, rate)), Shared: shared, PositionSum: sum}
}
