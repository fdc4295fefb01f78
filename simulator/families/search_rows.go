package families

import (
	"math"
	"math/rand/v2"
	"strings"

	"upslope/simulator/warehouse"
)

const countryDays = 90 // of history by country

// searchRun collects Search Console's rows of all days.
type searchRun struct {
	*World
	r          *rand.Rand
	ctrNoise   float64
	drift      map[*ranking]float64 // of positions, from day to day
	queryPages []warehouse.SearchQueryPage
	queries    []warehouse.SearchQuery
	totals     []dayFigures
}

// runSearch simulates the searches of all days.
func (w *World) runSearch() {
	r := w.stream("search")
	run := &searchRun{World: w, r: r, ctrNoise: uniform(r, .05, .25), drift: map[*ranking]float64{}, totals: make([]dayFigures, history)}
	for _, q := range w.queries {
		for d := range history {
			run.query(q, d)
		}
	}
	var pages []warehouse.SearchPage
	for _, p := range w.pages {
		for d, f := range p.searchDays {
			if f.impressions > 0 {
				pages = append(pages, warehouse.SearchPage{Head: w.rowHead("gsc", d), Page: p.url, SearchFigures: searchFigures(f.clicks, f.impressions, f.position())})
			}
		}
	}
	var totals []warehouse.SearchTotal
	for d, f := range run.totals {
		if f.impressions > 0 {
			totals = append(totals, warehouse.SearchTotal{Head: w.rowHead("gsc", d), Clicks: uint64(f.clicks), Impressions: uint64(f.impressions), Position: f.position()})
		}
	}
	if w.isMessy {
		run.queryPages, pages = w.corruptSearch(r, run.queryPages, run.queries, pages)
	}
	if !w.hasSearchConsole {
		return
	}
	w.addTable("gsc_query_pages", run.queryPages)
	w.addTable("gsc_queries", run.queries)
	w.addTable("gsc_pages", pages)
	w.addTable("gsc_totals", totals)
	w.addTable("gsc_page_countries", w.countries(r))
	if w.hasSemrush {
		w.addTable("semrush_positions", w.semrushRows(r))
	}
}

// query simulates a query's searches on a day.
func (s *searchRun) query(q *query, d int) {
	searches := s.searches(q, d) * gamma(s.r, q.gammaShape)
	var ofQuery dayFigures
	maxImpressions, best := 0, math.Inf(1)
	for _, ranking := range q.rankings {
		share := ranking.shareOn(d)
		if share == 0 {
			continue
		}
		impressions, clicks, position := s.show(ranking, d, searches*share)
		if impressions == 0 {
			continue
		}
		maxImpressions, best = max(maxImpressions, impressions), math.Min(best, position)
		ranking.page.searchDays[d].add(clicks, impressions, position)
		ofQuery.add(clicks, impressions, position)
		if !q.anonymous {
			s.queryPages = append(s.queryPages, warehouse.SearchQueryPage{
				Head: s.rowHead("gsc", d), Query: q.text, Page: ranking.page.url, SearchFigures: searchFigures(clicks, impressions, position),
			})
		}
	}
	if ofQuery.impressions == 0 {
		return
	}
	impressions, position := ofQuery.impressions, ofQuery.position()
	if q.sharesResultPage { // several pages on one result page are one impression, at the best position
		impressions, position = maxImpressions, best
	}
	clicks := min(ofQuery.clicks, impressions)
	s.totals[d].add(clicks, impressions, position)
	if !q.anonymous {
		s.queries = append(s.queries, warehouse.SearchQuery{Head: s.rowHead("gsc", d), Query: q.text, SearchFigures: searchFigures(clicks, impressions, position)})
	}
}

// show draws the impressions and clicks of a ranking on a day.
func (s *searchRun) show(ranking *ranking, d int, mean float64) (impressions, clicks int, position float64) {
	s.drift[ranking] = .85*s.drift[ranking] + ranking.noise*s.r.NormFloat64()
	if impressions = poisson(s.r, mean); impressions == 0 {
		return 0, 0, 0
	}
	noise := .25 * s.r.NormFloat64() / math.Sqrt(float64(impressions))
	position = math.Max(1, ranking.positionOn(d)*(1+.06*s.drift[ranking])+noise)
	rate := math.Min(.95, s.ctr(ranking.query, position)*ranking.snippetOn(d)*lognormal(s.r, s.ctrNoise))
	return impressions, min(impressions, poisson(s.r, float64(impressions)*rate)), position
}

func searchFigures(clicks, impressions int, position float64) warehouse.SearchFigures {
	return warehouse.SearchFigures{Clicks: uint32(clicks), Impressions: uint32(impressions), Position: float32(position)}
}

// countries splits the pages by country: those of a locale belong to its country, others to both.
func (w *World) countries(r *rand.Rand) []warehouse.SearchPageCountry {
	var out []warehouse.SearchPageCountry
	for _, p := range w.pages {
		isAustrian := strings.Contains(p.url, "/at/")
		for d := history - countryDays; d < history; d++ {
			f := p.searchDays[d]
			if f.impressions == 0 {
				continue
			}
			position := f.position()
			here := binomial(r, f.impressions, .85)
			if isAustrian {
				here = binomial(r, f.impressions, .05)
			}
			clicksHere := binomial(r, f.clicks, float64(here)/float64(f.impressions))
			if here > 0 {
				out = append(out, warehouse.SearchPageCountry{Head: w.rowHead("gsc", d), Page: p.url, Country: "deu", SearchFigures: searchFigures(clicksHere, here, position)})
			}
			if away := f.impressions - here; away > 0 {
				out = append(out, warehouse.SearchPageCountry{Head: w.rowHead("gsc", d), Page: p.url, Country: "aut", SearchFigures: searchFigures(f.clicks-clicksHere, away, position)})
			}
		}
	}
	return out
}

func (w *World) semrushRows(r *rand.Rand) []warehouse.Ranking {
	var out []warehouse.Ranking
	for _, q := range w.queries {
		if q.anonymous || len(q.rankings) == 0 {
			continue
		}
		features := append([]string{"people_also_ask"}, q.features...)
		if q.hasAIOverview {
			features = append(features, "ai_overview")
		}
		volume := uint64(math.Round(q.volume*daysPerMonth*lognormal(r, .3)/10) * 10)
		out = append(out, warehouse.Ranking{
			Head: w.rowHead("semrush", history-1), Query: q.text, Page: q.rankings[0].page.url,
			Position: uint16(math.Round(q.rankings[0].positionOn(history - 1))), Volume: &volume, Features: features,
		})
	}
	return out
}
