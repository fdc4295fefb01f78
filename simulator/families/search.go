package families

import (
	"math"

	"upslope/simulator/behavior"
)

// query is a search query.
type query struct {
	text             string
	brand            bool
	anonymous        bool    // not reported by Search Console
	volume           float64 // searches a day, before seasons and shifts
	volumeShifts     []shift // logarithms
	gammaShape       float64 // of the daily variation: larger is steadier
	sharesResultPage bool    // its pages appear on one result page
	hasAIOverview    bool
	curve            behavior.Curve // its own; nil: the site's
	features         []string       // of its result page, beside an AI overview
	section          string         // whose season it has
	rankings         []*ranking     // pages that rank for it
	leaders          []int          // leading page by day; nil: each by its share
	season           []float64      // its own; nil: its section's
}

// ranking is a page that ranks for a query.
type ranking struct {
	query          *query
	page           *page
	position       float64
	noise          float64 // of the position, day by day
	snippet        float64 // factor on the CTR of its position
	share          float64 // of the searches it appears in
	positionShifts []shift
	snippetShifts  []shift // logarithms
	alternation    float64 // positions it jumps every other day
}

// shift is linear between two days of the history, and lasting.
type shift struct {
	from, to int
	size     float64
}

func (s shift) at(d int) float64 {
	switch {
	case d < s.from:
		return 0
	case d >= s.to:
		return s.size
	}
	return s.size * float64(d-s.from+1) / float64(s.to-s.from+1)
}

func totalShift(shifts []shift, d int) float64 {
	sum := 0.
	for _, s := range shifts {
		sum += s.at(d)
	}
	return sum
}

// scenario is a counterfactual ranking on a day; nil is the actual world.
type scenario func(r *ranking, d int) (position, snippet, share float64)

// searches returns a query's mean searches on a day.
func (w *World) searches(q *query, d int) float64 {
	season := w.levels.sections[q.section]
	if q.season != nil {
		season = q.season
	}
	searches := q.volume * math.Exp(totalShift(q.volumeShifts, d)) * season[d]
	if q.brand {
		return searches // brand searches are independent of the site's changes
	}
	return searches * w.levels.site[d]
}

// positionOn is the position on a day, without noise.
func (r *ranking) positionOn(d int) float64 {
	position := r.position + totalShift(r.positionShifts, d)
	if r.alternation != 0 {
		position += r.alternation * float64(1-2*(d%2))
	}
	return math.Max(1, position)
}

func (r *ranking) snippetOn(d int) float64 {
	return r.snippet * math.Exp(totalShift(r.snippetShifts, d))
}

// shareOn is the share of the searches of a day in which the page appears.
func (r *ranking) shareOn(d int) float64 {
	if d < r.page.createdDay || d >= r.page.removedDay {
		return 0
	}
	if r.query.leaders == nil {
		return r.share
	}
	if r.query.rankings[r.query.leaders[d]%len(r.query.rankings)] == r {
		return .93
	}
	return .04
}

// ctr is the click-through rate of an average snippet at a position.
func (w *World) ctr(q *query, position float64) float64 {
	curve := w.response.Curve
	if q.curve != nil {
		curve = q.curve
	}
	rate := curve(position)
	if q.brand {
		rate = math.Min(.7, .5*math.Pow(position, -1.2))
	}
	if q.hasAIOverview {
		rate *= 1 - aiOverviewLoss(position)
	}
	return rate
}

// aiOverviewLoss is the share of clicks that an AI overview takes, more at the top.
func aiOverviewLoss(position float64) float64 { return .15 + .45*math.Exp(-(position-1)/5) }

// expectedClicks is the mean number of clicks of a ranking on a day.
func (w *World) expectedClicks(r *ranking, d int, whatIf scenario) float64 {
	position, snippet, share := r.positionOn(d), r.snippetOn(d), r.shareOn(d)
	if whatIf != nil {
		position, snippet, share = whatIf(r, d)
	}
	return w.searches(r.query, d) * share * math.Min(.95, w.ctr(r.query, position)*snippet)
}

// monthlyClicks returns the clicks of rankings in a month like the window.
func (w *World) monthlyClicks(rankings []*ranking, whatIf scenario) float64 {
	sum := 0.
	for _, r := range rankings {
		for d := history - window; d < history; d++ {
			sum += w.expectedClicks(r, d, whatIf)
		}
	}
	return perMonth(sum)
}

// clicksOn is the mean number of clicks from search of a page on a day.
func (w *World) clicksOn(p *page, d int) float64 {
	sum := 0.
	for _, r := range p.rankings {
		sum += w.expectedClicks(r, d, nil)
	}
	return sum
}

// windowImpressions are those of a ranking in the window.
func (w *World) windowImpressions(r *ranking) float64 {
	sum := 0.
	for d := history - window; d < history; d++ {
		sum += w.searches(r.query, d) * r.shareOn(d)
	}
	return sum
}

// meanPosition is the average position of a ranking in the window.
func (w *World) meanPosition(r *ranking) float64 {
	weight, sum := 0., 0.
	for d := history - window; d < history; d++ {
		n := w.searches(r.query, d) * r.shareOn(d)
		weight, sum = weight+n, sum+n*r.positionOn(d)
	}
	if weight == 0 {
		return r.position
	}
	return sum / weight
}
