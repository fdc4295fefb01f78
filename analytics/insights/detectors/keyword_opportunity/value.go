package keywordopportunity

import (
	"math"

	"upslope/analytics/ctr"
	"upslope/analytics/facts"
	"upslope/analytics/scoring"
	"upslope/analytics/stats"
)

// Positions at which the target changes.
const (
	pageOne      = 10. // worst position of page one
	topTarget    = 3.  // target from page one
	middleTarget = 8.  // target from further down
)

// rates has the parameters that queries are valued with.
type rates struct {
	ctr    []float64 // in steps of 1/20 of a position, from 1
	params map[string]any
}

func (r rates) parameter(name string) float64 { return facts.Number(r.params, name) }

// at returns the CTR at a position, of a query with or without an AI overview.
func (r rates) at(position float64, hasOverview bool) float64 {
	rate := ctr.At(r.ctr, position)
	if !hasOverview {
		return rate
	}
	first, third, tenth := r.parameter("overview_first"), r.parameter("overview_third"), r.parameter("overview_tenth")
	if position <= topTarget {
		return rate * (1 - first + (first-third)*(position-1)/2)
	}
	return rate * min(1, 1-third+(third-tenth)*(position-3)/7)
}

// opportunity is a query with its page and the clicks a month that it could gain.
type opportunity struct {
	row         map[string]any
	query, page string
	needsPage   bool // the page cannot answer the query
	wantsGuide  bool // but a guide would
	stems       []string
	isGap       bool               // a better snippet gains more than a better position
	isLarge     bool               // enough for a task of its own
	to          func(by lift) move // what it gains by steps that carry it so far
	expected    float64            // at most: clicks times the probability of success
	main        string             // the most valuable query with the same intent, which is the task
}

// value returns the larger opportunity of a row; not ok without one.
func (r rates) value(row map[string]any) (o opportunity, ok bool) {
	number := func(name string) float64 { return facts.Number(row, name) }
	clicks, impressions, monthly := number("clicks_of_window"), number("impressions_of_window"), number("impressions_of_month")
	position, expected, prior := number("place"), number("expected_rate"), r.parameter("prior_weight")
	hasOverview := number("ai_overview") != 0
	rate := (clicks + prior*expected) / (impressions + prior)
	row["posterior_alpha"] = prior*expected + clicks/r.parameter("dispersion")
	row["posterior_beta"] = prior*(1-expected) + (impressions-clicks)/r.parameter("dispersion")
	deviation := stats.BetaDeviation(number("posterior_alpha"), number("posterior_beta"))

	// The query keeps its CTR relative to the curve when it moves, up to a cap: what is clicked far more
	// often stands higher for some people than on average, and has so much less to gain.
	relative, most := rate/expected, r.parameter("most_liked")
	if relative > most {
		gap := most / relative
		relative = max(1, most*gap*gap*gap)
	}
	gain := func(at float64) float64 { return monthly * max(0, relative*r.at(at, hasOverview)-rate) }
	// A query that is clicked more than usual gains no more by moving up than others do, except at best.
	usual := func(at float64) float64 { return min(gain(at), monthly*max(0, r.at(at, hasOverview)-expected)) }
	moved := func(by lift) move {
		far, most := distance(position, by), math.Inf(1)
		if !by.isEarned {
			most = monthly * rate // no edit of a page doubles its clicks
		}
		// Minor steps seldom carry it even one place.
		one := move{fix: r.success(row, far, by) * min(1, by.places())}
		best := max(position-far-1, min(position, topTarget)-.5) // nothing on a site leads to the very top
		one.low, one.mid, one.high = scoring.Within(usual(position-min(1, far/2)), usual(position-far), gain(best), most)
		return one
	}
	started := func(lift) move {
		at := r.start(row)
		return move{low: usual(min(position, at.low)), mid: usual(min(position, at.mid)), high: gain(min(position, at.high)), fix: r.success(row, position-at.mid, unlimited)}
	}
	better := r.parameter("gap_share") * expected
	spread := math.Hypot(deviation, r.parameter("curve_spread")*expected) // results differ from the curve
	closed := move{
		low:  monthly * max(0, better-rate-stats.Z90*spread),
		mid:  monthly * max(0, better-rate),
		high: monthly * max(0, min(better-rate+stats.Z90*spread, expected-clicks/impressions)),
		fix:  r.parameter("fix_gap"),
	}
	// What to work on is chosen by what can be reached; what the steps found carry is told.
	best := moved(unlimited)
	reach := opportunity{to: moved, expected: best.mid * best.fix}
	gap := opportunity{to: func(lift) move { return closed }, isGap: true, expected: closed.mid * closed.fix}
	isInReach, hasGap := number("is_in_reach") != 0, number("has_gap") != 0
	if number("needs_page") != 0 {
		hasGap = false // a page that does not answer the query is clicked less with any snippet
	}
	if !(hasGap && closed.mid > 0 || isInReach && best.mid > 0) {
		return opportunity{}, false
	}
	enough := r.parameter("min_clicks")
	if number("needs_page") != 0 {
		enough *= r.parameter("fix_new_page") // that it could is told; how seldom it does lowers its rank
	}
	reach.isLarge = isInReach && reach.expected >= enough
	gap.isLarge = hasGap && gap.expected >= r.parameter("min_clicks")
	o = reach
	if hasGap && (!reach.isLarge || gap.expected >= reach.expected) {
		o = gap
	}
	o.isLarge = reach.isLarge || gap.isLarge
	if o.needsPage = number("needs_page") != 0; o.needsPage {
		o.to = started
	}
	o.wantsGuide = o.needsPage && row["is_guide_wanted"] == true
	o.row, o.query, o.page = row, facts.Text(row, "query"), facts.Text(row, "page")
	row["probability_real"], row["posterior_threshold"], row["target_position"] = nil, better, nil
	if !o.isGap {
		row["probability_real"] = r.parameter("reach_real")
	}
	return o, true
}
