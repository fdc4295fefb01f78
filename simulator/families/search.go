package families

import (
	"math"
	"math/rand/v2"
	"strings"
	"upslope/simulator/warehouse"
)

// query is what people search for.
type query struct {
	text     string
	brand    bool
	hidden   bool       // Google does not tell it
	searches float64    // a day, before what moves them
	change   []change   // of how often people search for it
	shape    float64    // of the days' variation: the larger, the steadier
	together bool       // its pages stand on one result page
	overview bool       // Google answers it itself
	section  string     // whose season it has
	rankings []*ranking // the pages that show for it
	leads    []int      // which of its pages shows on a day; nil: each by its share
	season   []float64  // of its own; nil: its section's
}

// ranking is a page that shows for a query.
type ranking struct {
	query  *query
	page   *page
	place  float64  // where it settles
	wobble float64  // how far it strays from there, day by day
	skill  float64  // how often it is clicked, beside others at its place
	shown  float64  // in what part of the searches
	fall   []change // places lost
	dull   []change // part of the clicks lost, as a logarithm
	fade   []change // part of the searches lost, likewise
	swing  float64  // places that it jumps up and down every other day
}

// change is something that grows from nothing to its size between two days of the history, and stays.
type change struct {
	from, to int
	size     float64
}

func (c change) at(d int) float64 {
	switch {
	case d < c.from:
		return 0
	case d >= c.to:
		return c.size
	}
	return c.size * float64(d-c.from+1) / float64(c.to-c.from+1)
}

func sumAt(changes []change, d int) float64 {
	sum := 0.
	for _, c := range changes {
		sum += c.at(d)
	}
	return sum
}

// overviewTakes is the part of clicks that an answer of Google takes, higher up more.
func overviewTakes(place float64) float64 { return .15 + .45*math.Exp(-(place-1)/5) }

// demand is how many searches a day has on average.
func (w *World) demand(q *query, d int) float64 {
	season := w.levels.sections[q.section]
	if q.season != nil {
		season = q.season
	}
	demand := q.searches * math.Exp(sumAt(q.change, d)) * season[d]
	if q.brand {
		return demand // people who know the name search for it whatever Google does
	}
	return demand * w.levels.site[d]
}

// at is the place of a ranking on a day, before it strays.
func (r *ranking) at(d int) float64 {
	place := r.place + sumAt(r.fall, d)
	if r.swing != 0 {
		place += r.swing * float64(1-2*(d%2))
	}
	return math.Max(1, place)
}

// seen is in what part of the searches of a day the page shows.
func (r *ranking) seen(d int) float64 {
	if d < r.page.born || d >= r.page.gone {
		return 0
	}
	share := r.shown * math.Exp(sumAt(r.fade, d))
	if r.query.leads != nil {
		share = .04
		if r.query.rankings[r.query.leads[d]%len(r.query.rankings)] == r {
			share = .93
		}
	}
	return share
}

// rate is how often a result at a place is clicked for a query, were it as good as others there.
func (w *World) rate(q *query, place float64) float64 {
	rate := w.rates(place)
	if q.brand {
		rate = math.Min(.7, .5*math.Pow(place, -1.2))
	}
	if q.overview {
		rate *= 1 - overviewTakes(place)
	}
	return rate
}

// expected is how many clicks a ranking gets on a day on average. other says what is different in the world that is asked about; nil is
// the world as it is.
func (w *World) expected(r *ranking, d int, other func(r *ranking, d int) (place, skill, seen float64)) float64 {
	place, skill, seen := r.at(d), r.skillAt(d), r.seen(d)
	if other != nil {
		place, skill, seen = other(r, d)
	}
	return w.demand(r.query, d) * seen * math.Min(.95, w.rate(r.query, place)*skill)
}

func (r *ranking) skillAt(d int) float64 { return r.skill * math.Exp(sumAt(r.dull, d)) }

// clicksOfMonth is what rankings bring in a month like the newest days.
func (w *World) clicksOfMonth(rankings []*ranking, other func(r *ranking, d int) (place, skill, seen float64)) float64 {
	sum := 0.
	for _, r := range rankings {
		for d := history - window; d < history; d++ {
			sum += w.expected(r, d, other)
		}
	}
	return month(sum)
}

// impressions are those of a ranking in the newest days.
func (w *World) impressions(r *ranking) float64 {
	sum := 0.
	for d := history - window; d < history; d++ {
		sum += w.demand(r.query, d) * r.seen(d)
	}
	return sum
}

// meanPlace is where a ranking stood on average in the newest days.
func (w *World) meanPlace(r *ranking) float64 {
	weight, sum := 0., 0.
	for d := history - window; d < history; d++ {
		n := w.demand(r.query, d) * r.seen(d)
		weight, sum = weight+n, sum+n*r.at(d)
	}
	if weight == 0 {
		return r.place
	}
	return sum / weight
}

// buildQueries makes up what people search for and which pages show for it.
func (w *World) buildQueries() {
	r := w.stream("queries")
	all := 0.
	for _, p := range w.content(r) {
		n := w.perPage[0] + r.IntN(w.perPage[1]-w.perPage[0]+1)
		heavy := about1(r, w.spread)
		for i := range n {
			text := p.about
			if intent := pick(r, intents()); intent != "" && i > 0 {
				text += " " + intent
			}
			q := w.addQuery(r, text, p.section.folder, w.searches*heavy/math.Pow(float64(i+1), .8))
			if q == nil {
				continue
			}
			all += q.searches
			w.rank(r, q, p, p.place*about1(r, .25))
			q.overview = w.semrush && chance(r, .12)
		}
		told := 0.
		for _, ranking := range p.rankings {
			told += ranking.query.searches
		}
		hidden := &query{hidden: true, searches: told * w.hiddenShare * about1(r, .4), shape: 30, section: p.section.folder}
		w.queries = append(w.queries, hidden)
		w.rank(r, hidden, p, p.place*1.1)
	}
	// Other pages show for a query now and then, far down.
	pages := w.content(r)
	for _, q := range w.queries {
		if q.hidden || !chance(r, .2) {
			continue
		}
		if other := pick(r, pages); other != q.rankings[0].page {
			w.rank(r, q, other, q.rankings[0].place+between(r, 4, 25)).shown = between(r, .01, .05)
		}
	}
	brandSearches := all * w.brandShare / (1 - w.brandShare)
	for i, text := range []string{w.brand, w.brand + " login", w.brand + " prices", w.brand + " reviews", mistyped(r, w.brand), w.brand + " contact"} {
		if q := w.addQuery(r, text, "", brandSearches*math.Pow(.45, float64(i+1))); q != nil {
			q.brand, q.shape = true, 30
			w.rank(r, q, w.home, between(r, 1, 1.2))
		}
	}
}

func (w *World) addQuery(r *rand.Rand, text, section string, searches float64) *query {
	text = strings.TrimSpace(text)
	if w.taken[text] {
		return nil
	}
	w.taken[text] = true
	q := &query{text: text, searches: searches, section: section, shape: 1 / (.02 + w.unrest*r.Float64())}
	w.queries = append(w.queries, q)
	return q
}

func (w *World) rank(r *rand.Rand, q *query, p *page, place float64) *ranking {
	ranking := &ranking{query: q, page: p, place: math.Min(math.Max(1, place), 90), wobble: between(r, .05, .4), skill: about1(r, w.skill), shown: 1}
	if q.brand {
		ranking.wobble = .05
	}
	// Places drift over the year, most of them a little.
	if chance(r, .5) && !q.brand {
		ranking.fall = append(ranking.fall, change{-200, history + 200, .6 * r.NormFloat64() * math.Sqrt(ranking.place) / 2})
	}
	q.rankings, p.rankings = append(q.rankings, ranking), append(p.rankings, ranking)
	return ranking
}

// runSearch lets people search, day by day, and keeps what Search Console would tell of it.
func (w *World) runSearch() {
	r := w.stream("search")
	var pairs []warehouse.SearchQueryPage
	var byQuery []warehouse.SearchQuery
	totals := make([]dayFigures, history)
	place := map[*ranking]float64{}
	jitter := between(r, .05, .25) // of the days' click rates
	for _, q := range w.queries {
		for d := range history {
			searches := w.demand(q, d) * gamma(r, q.shape)
			var ofQuery dayFigures
			most, best := 0, math.Inf(1)
			for _, ranking := range q.rankings {
				seen := ranking.seen(d)
				if seen == 0 {
					continue
				}
				place[ranking] = .85*place[ranking] + ranking.wobble*r.NormFloat64()
				impressions := poisson(r, searches*seen)
				if impressions == 0 {
					continue
				}
				at := math.Max(1, ranking.at(d)*(1+.06*place[ranking])+.25*r.NormFloat64()/math.Sqrt(float64(impressions)))
				clicks := min(impressions, poisson(r, float64(impressions)*math.Min(.95, w.rate(q, at)*ranking.skillAt(d)*about1(r, jitter))))
				ranking.page.days[d].add(clicks, impressions, at)
				most, best = max(most, impressions), math.Min(best, at)
				ofQuery.add(clicks, impressions, at)
				if !q.hidden {
					pairs = append(pairs, warehouse.SearchQueryPage{Head: w.head("gsc", d), Query: q.text, Page: ranking.page.url, SearchFigures: figuresOf(clicks, impressions, at)})
				}
			}
			if ofQuery.impressions == 0 {
				continue
			}
			impressions, at := ofQuery.impressions, ofQuery.places/float64(ofQuery.impressions)
			if q.together { // one result page with several of them is one impression, at the best place
				impressions, at = most, best
			}
			totals[d].add(min(ofQuery.clicks, impressions), impressions, at)
			if !q.hidden {
				byQuery = append(byQuery, warehouse.SearchQuery{Head: w.head("gsc", d), Query: q.text, SearchFigures: figuresOf(min(ofQuery.clicks, impressions), impressions, at)})
			}
		}
	}
	var pages []warehouse.SearchPage
	for _, p := range w.pages {
		for d, f := range p.days {
			if f.impressions > 0 {
				pages = append(pages, warehouse.SearchPage{Head: w.head("gsc", d), Page: p.url, SearchFigures: figuresOf(f.clicks, f.impressions, f.places/float64(f.impressions))})
			}
		}
	}
	var all []warehouse.SearchTotal
	for d, f := range totals {
		if f.impressions > 0 {
			all = append(all, warehouse.SearchTotal{Head: w.head("gsc", d), Clicks: uint64(f.clicks), Impressions: uint64(f.impressions), Position: f.places / float64(f.impressions)})
		}
	}
	if w.messy {
		pairs, byQuery, pages = w.spoilSearch(r, pairs, byQuery, pages)
	}
	if !w.search {
		return
	}
	w.addTable("gsc_query_pages", pairs)
	w.addTable("gsc_queries", byQuery)
	w.addTable("gsc_pages", pages)
	w.addTable("gsc_totals", all)
	w.addTable("gsc_page_countries", w.countries(r))
	if w.semrush {
		w.addTable("semrush_positions", w.semrushRows(r))
	}
}

func figuresOf(clicks, impressions int, place float64) warehouse.SearchFigures {
	return warehouse.SearchFigures{Clicks: uint32(clicks), Impressions: uint32(impressions), Position: float32(place)}
}

// countries is where the pages are seen: pages of a locale in their country, others in several.
func (w *World) countries(r *rand.Rand) []warehouse.SearchPageCountry {
	var out []warehouse.SearchPageCountry
	for _, p := range w.pages {
		abroad := strings.Contains(p.url, "/at/")
		for d := history - 90; d < history; d++ {
			f := p.days[d]
			if f.impressions == 0 {
				continue
			}
			at := f.places / float64(f.impressions)
			here := binomial(r, f.impressions, .85)
			if abroad {
				here = binomial(r, f.impressions, .05)
			}
			clicked := binomial(r, f.clicks, float64(here)/float64(f.impressions))
			if here > 0 {
				out = append(out, warehouse.SearchPageCountry{Head: w.head("gsc", d), Page: p.url, Country: "deu", SearchFigures: figuresOf(clicked, here, at)})
			}
			if away := f.impressions - here; away > 0 {
				out = append(out, warehouse.SearchPageCountry{Head: w.head("gsc", d), Page: p.url, Country: "aut", SearchFigures: figuresOf(f.clicks-clicked, away, at)})
			}
		}
	}
	return out
}

func (w *World) semrushRows(r *rand.Rand) []warehouse.Ranking {
	var out []warehouse.Ranking
	for _, q := range w.queries {
		if q.hidden || len(q.rankings) == 0 {
			continue
		}
		features := []string{"people_also_ask"}
		if q.overview {
			features = append(features, "ai_overview")
		}
		volume := uint64(math.Round(q.searches*monthDays*about1(r, .3)/10) * 10)
		out = append(out, warehouse.Ranking{
			Head: w.head("semrush", history-1), Query: q.text, Page: q.rankings[0].page.url,
			Position: uint16(math.Round(q.rankings[0].at(history - 1))), Volume: &volume, Features: features,
		})
	}
	return out
}
