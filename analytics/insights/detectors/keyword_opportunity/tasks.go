package keywordopportunity

import (
	"cmp"
	"math"
	"net/url"
	"path"
	"slices"
	"strings"

	"upslope/analytics/facts"
	"upslope/analytics/format"
)

// tasks returns one row for the queries of a page with the same intent: that of the most valuable one, the
// most valuable tasks first.
func (j judge) tasks(rows []map[string]any) []map[string]any {
	byPage := map[string][]opportunity{}
	for _, row := range rows {
		if o, ok := j.value(row); ok {
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
		mains := mainQueries(queries, j.stems(slugOf(queries[0].page)))
		isTitleFree := true // a page has one title, so one task changes it
		for _, main := range mains {
			siblings := slices.DeleteFunc(slices.Clone(queries), func(o opportunity) bool { return o.main != main.query })
			if len(siblings) == 0 || !siblings[0].isLarge {
				continue
			}
			expected := j.addTask(siblings)
			main.row["owns_title"] = isTitleFree && !main.needsPage
			isTitleFree = isTitleFree && main.needsPage
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

// slugOf returns the last segment of a URL's path without its file extension; "" for the home page.
func slugOf(page string) string {
	address, err := url.Parse(page)
	if err != nil {
		return ""
	}
	slug := path.Base("/" + address.Path)
	return strings.Trim(strings.TrimSuffix(slug, path.Ext(slug)), "/")
}

// mainQueries assigns each query of a page its main query, and returns the main ones. queries are sorted, the
// most valuable first; slug has the stems of the page's slug.
func mainQueries(queries []opportunity, slug []string) (mains []opportunity) {
	for i, query := range queries {
		at := slices.IndexFunc(mains, func(main opportunity) bool {
			isOfKind := main.isGap == query.isGap && main.needsPage == query.needsPage && (!main.needsPage || main.wantsGuide == query.wantsGuide)
			return isOfKind && (haveSameIntent(main.stems, query.stems, query.wantsGuide) || haveSameSubject(queries, slug, main.stems, query.stems))
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
// theirs; for a guide, which answers all that is asked about its subject, half.
func haveSameIntent(some, others []string, forGuide bool) bool {
	if len(some) == 0 || len(others) == 0 {
		return false
	}
	shared := 0
	for _, stem := range others {
		if slices.Contains(some, stem) {
			shared++
		}
	}
	return shared == len(others) || shared == len(some) || 2*shared > max(len(some), len(others)) ||
		forGuide && shared > 1 && 2*shared >= max(len(some), len(others))
}

// haveSameSubject reports whether two queries extend one subject of two words or more: the page's slug or a
// third query.
func haveSameSubject(queries []opportunity, slug, some, others []string) bool {
	if len(slug) > 1 && hasAll(some, slug) && hasAll(others, slug) {
		return true
	}
	return slices.ContainsFunc(queries, func(o opportunity) bool {
		return len(o.stems) > 1 && hasAll(some, o.stems) && hasAll(others, o.stems)
	})
}

// addTask adds the figures of a task to the row of its main query, with the way to value it by its steps, and
// returns the clicks that can be expected at most.
func (j judge) addTask(queries []opportunity) (expected float64) {
	main := queries[0]
	row := main.row
	number := func(name string) float64 { return facts.Number(row, name) }
	clickRate := number("clicks_of_window") / number("impressions_of_window")
	row["text"] = "reach"
	switch {
	case main.needsPage:
		row["text"] = "page"
	case main.isGap:
		row["text"] = "gap"
	}
	row["position"], row["place_number"] = math.RoundToEven(10*number("place"))/10, math.RoundToEven(number("place"))
	row["impressions_month"] = math.RoundToEven(number("impressions_of_month"))
	row["clicks_month"] = math.RoundToEven(clickRate * number("impressions_of_month"))
	row["click_rate"], row["expected_click_rate"] = math.RoundToEven(1e6*clickRate)/1e6, math.RoundToEven(1e6*number("expected_rate"))/1e6
	row["click_percent"], row["expected_percent"] = format.RoundPercent(clickRate, 1), format.RoundPercent(number("expected_rate"), 1)
	row["intent"] = strings.Join(facts.Texts(row, "intents"), ", ")
	row["short_query"] = shortened(main.query)
	describe(row, queries)
	clicks := map[string]float64{}
	for _, o := range queries {
		clicks[o.query] = o.to(unlimited).mid
	}
	row["clicks_by_query"] = clicks
	row["carry"] = func() { j.settle(row, queries) }
	for _, o := range queries {
		best := o.to(unlimited)
		expected += best.mid * best.fix
	}
	return expected
}
