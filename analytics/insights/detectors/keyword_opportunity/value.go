package keywordopportunity

import (
	"cmp"
	"math"
	"slices"
	"strings"

	"upslope/analytics/ctr"
	"upslope/analytics/facts"
	"upslope/analytics/format"
	"upslope/analytics/stats"
)

// Positions at which the range of a target changes.
const (
	pageOne      = 10. // worst position of page one
	nearPageOne  = 15.
	topTarget    = 3. // target from page one
	middleTarget = 8. // target from further down
)

// rates has the parameters that queries are valued with.
type rates struct {
	ctr    []float64 // in steps of 1/20 of a position, from 1
	params map[string]any
}

func newRates(params map[string]any) rates { return rates{facts.Numbers(params, "ctr"), params} }

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
	row            map[string]any
	query, page    string
	stems          []string
	isGap          bool // a better snippet gains more than a better position
	isLarge        bool // enough for a task of its own
	low, mid, high float64
	expected       float64 // mid times the probability of success
	main           string  // the most valuable query with the same intent, which is the task
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
	target, fix := topTarget, r.parameter("fix_page_one")
	if position > pageOne {
		target, fix = middleTarget, r.parameter("fix_far")
		if position <= nearPageOne {
			fix = r.parameter("fix_near")
		}
	}
	if before, known := facts.Float(row["place_before_window"]); known && math.Abs(before-position) <= r.parameter("steady") {
		fix += r.parameter("fix_steady")
	}
	gain := func(at float64) float64 { return monthly * max(0, relative*r.at(at, hasOverview)-rate) }
	better := r.parameter("gap_share") * expected
	spread := math.Hypot(deviation, r.parameter("curve_spread")*expected) // result pages differ from the curve
	reach := opportunity{low: gain(max(position-1, target)), mid: gain(target), high: gain(target - 1)}
	gap := opportunity{
		isGap: true,
		low:   monthly * max(0, better-rate-stats.Z90*spread),
		mid:   monthly * max(0, better-rate),
		high:  monthly * max(0, min(better, better-rate+stats.Z90*spread)),
	}
	reach.expected, gap.expected = reach.mid*fix, gap.mid*r.parameter("fix_gap")
	isInReach, hasGap := number("is_in_reach") != 0, number("has_gap") != 0
	if !(hasGap && gap.mid > 0 || isInReach && reach.mid > 0) {
		return opportunity{}, false
	}
	reach.isLarge = isInReach && reach.expected >= r.parameter("min_clicks")
	gap.isLarge = hasGap && gap.expected >= r.parameter("min_clicks")
	o = reach
	if hasGap && (!reach.isLarge || gap.expected >= reach.expected) {
		o = gap
	}
	o.isLarge = reach.isLarge || gap.isLarge
	o.row, o.query, o.page = row, facts.Text(row, "query"), facts.Text(row, "page")
	row["probability_real"], row["posterior_threshold"], row["target_position"] = nil, better, nil
	if !o.isGap {
		row["probability_real"], row["target_position"] = r.parameter("reach_real"), target
	}
	return o, true
}

// tasks returns one row for the queries of a page with the same intent: that of the most valuable one, the
// most valuable tasks first.
func (j judge) tasks(r rates, rows []map[string]any) []map[string]any {
	byPage := map[string][]opportunity{}
	for _, row := range rows {
		if o, ok := r.value(row); ok {
			o.stems = j.stems(o.query)
			byPage[o.page] = append(byPage[o.page], o)
		}
	}
	type task struct {
		row      map[string]any
		expected float64
	}
	var tasks []task
	for _, queries := range byPage {
		slices.SortFunc(queries, func(a, b opportunity) int {
			return cmp.Or(cmp.Compare(b.expected, a.expected), cmp.Compare(b.query, a.query))
		})
		mains := mainQueries(queries)
		for i, main := range mains {
			siblings := slices.DeleteFunc(slices.Clone(queries), func(o opportunity) bool { return o.main != main.query })
			if len(siblings) == 0 || !siblings[0].isLarge {
				continue
			}
			expected := addTask(siblings)
			others := []string{}
			for k, other := range mains {
				if k != i && len(others) < 3 {
					others = append(others, other.query)
				}
			}
			main.row["other_queries"], main.row["owns_title"] = others, i == 0 // a page has one title, so one task changes it
			tasks = append(tasks, task{main.row, expected})
		}
	}
	slices.SortFunc(tasks, func(a, b task) int {
		return cmp.Or(
			cmp.Compare(b.expected, a.expected), cmp.Compare(facts.Text(a.row, "query"), facts.Text(b.row, "query")),
			cmp.Compare(facts.Text(a.row, "page"), facts.Text(b.row, "page")))
	})
	merged := make([]map[string]any, len(tasks))
	for i, task := range tasks {
		merged[i] = task.row
	}
	return merged
}

// mainQueries sets the main query of each query of a page, and returns the main ones. queries are sorted, the
// most valuable first.
func mainQueries(queries []opportunity) (mains []opportunity) {
	for i, query := range queries {
		at := slices.IndexFunc(mains, func(main opportunity) bool {
			return main.isGap == query.isGap && haveSameIntent(main.stems, query.stems)
		})
		if at >= 0 {
			queries[i].main = mains[at].query
			continue
		}
		if len(query.stems) > 0 { // a query of stop words only is no task
			queries[i].main = query.query
		}
		mains = append(mains, query)
	}
	return mains
}

// haveSameIntent reports whether one query has all words of the other, or they share more than half of
// theirs.
func haveSameIntent(some, others []string) bool {
	if len(some) == 0 || len(others) == 0 {
		return false
	}
	shared := 0
	for _, stem := range others {
		if slices.Contains(some, stem) {
			shared++
		}
	}
	return shared == len(others) || shared == len(some) || 2*shared > max(len(some), len(others))
}

// addTask adds the value and the figures of a task to the row of its main query, and returns its expected
// clicks.
func addTask(queries []opportunity) (expected float64) {
	main, names := queries[0], []string{}
	var all opportunity
	for _, o := range queries {
		all.low, all.mid, all.high, expected = all.low+o.low, all.mid+o.mid, all.high+o.high, expected+o.expected
		names = append(names, o.query)
	}
	row := main.row
	number := func(name string) float64 { return facts.Number(row, name) }
	clickRate := number("clicks_of_window") / number("impressions_of_window")
	row["text"] = "reach"
	if main.isGap {
		row["text"] = "gap"
	}
	row["value_low"], row["value_mid"], row["value_high"], row["probability_fix"] = all.low, all.mid, all.high, expected/all.mid
	row["position"], row["position_before"] = math.RoundToEven(10*number("place"))/10, nil
	if before, known := facts.Float(row["place_before_window"]); known {
		row["position_before"] = math.RoundToEven(10*before) / 10
	}
	row["impressions_month"] = math.RoundToEven(number("impressions_of_month"))
	row["clicks_month"] = math.RoundToEven(clickRate * number("impressions_of_month"))
	row["click_rate"], row["expected_click_rate"] = math.RoundToEven(1e4*clickRate)/1e4, math.RoundToEven(1e4*number("expected_rate"))/1e4
	row["click_percent"], row["expected_percent"] = format.RoundPercent(clickRate, 1), format.RoundPercent(number("expected_rate"), 1)
	row["more_clicks"], row["more_clicks_of_all"] = math.RoundToEven(main.mid), math.RoundToEven(all.mid)
	row["merged_queries"], row["siblings"], row["same_task"] = names, names[1:], strings.Join(names[1:], ", ")
	row["intent"], row["searchers"] = strings.Join(facts.Texts(row, "intents"), ", "), searchers(facts.Texts(row, "intents"))
	return expected
}

// searchers says what people with these intents want.
func searchers(intents []string) string {
	var wants []string
	for _, intent := range intents {
		switch intent {
		case "commercial":
			wants = append(wants, "compare before they buy")
		case "informational":
			wants = append(wants, "want to learn something")
		case "navigational":
			wants = append(wants, "look for one certain site")
		case "transactional":
			wants = append(wants, "are ready to buy")
		}
	}
	return strings.Join(wants, " or ")
}
