package simulator

import (
	"cmp"
	"regexp"
	"slices"
	"strings"
	"sync"

	"upslope/simulator/world"
)

// filterGroup and filter are the documented formats; all groups and filters must match.
type filterGroup struct {
	GroupType string       `json:"groupType"`
	Filters   []filterForm `json:"filters"`
}

type filterForm struct {
	Dimension  string `json:"dimension"`
	Operator   string `json:"operator"`
	Expression string `json:"expression"`
}

type filter struct {
	dimension string
	matches   func(value string) bool
}

func filtersOf(groups []filterGroup) ([]filter, *failure) {
	var out []filter
	for _, group := range groups {
		if group.GroupType != "" && !strings.EqualFold(group.GroupType, "and") {
			return nil, badRequest("Invalid value at 'group_type'.")
		}
		for _, form := range group.Filters {
			holds, f := form.test()
			if f != nil {
				return nil, f
			}
			out = append(out, filter{strings.ToLower(form.Dimension), holds})
		}
	}
	return out, nil
}

func (f filterForm) test() (func(string) bool, *failure) {
	if !oneOf(strings.ToLower(f.Dimension), "query", "page", "device", "country") {
		return nil, badRequest("Invalid value at 'dimension_filter_groups': dimension " + f.Dimension + ".")
	}
	low := strings.ToLower(f.Expression)
	switch f.Operator {
	case "", "equals":
		return func(v string) bool { return strings.EqualFold(v, f.Expression) }, nil
	case "notEquals":
		return func(v string) bool { return !strings.EqualFold(v, f.Expression) }, nil
	case "contains":
		return func(v string) bool { return strings.Contains(strings.ToLower(v), low) }, nil
	case "notContains":
		return func(v string) bool { return !strings.Contains(strings.ToLower(v), low) }, nil
	case "includingRegex", "excludingRegex":
		expression, err := regexp.Compile(f.Expression)
		if err != nil {
			return nil, badRequest("Invalid regular expression: " + f.Expression)
		}
		return func(v string) bool { return expression.MatchString(v) == (f.Operator == "includingRegex") }, nil
	}
	return nil, badRequest("Invalid value at 'operator' (" + f.Operator + ").")
}

// searchKey groups rows; dimensions not requested are zero.
type searchKey struct {
	day             world.Day
	query, page     int
	device, country string
}

type searchSum struct {
	searchKey
	clicks, impressions, positions int
}

// searchRows groups the days, each cut at the row limit separately, as Search Console stores only the rows
// with most clicks of a day.
func (s *Server) searchRows(w *world.World, q *searchRequest, last, final world.Day) []searchRow {
	var days [][]searchSum
	for day := max(q.from, w.First()); day <= last; day++ {
		if sums := s.searchDay(w, q, day, completeness(day-final)); len(sums) > 0 {
			days = append(days, sums)
		}
	}
	if len(days) == 0 {
		return nil
	}
	sums := slices.Concat(days...)
	if len(days) > 1 && !q.has("date") {
		for i := range sums {
			sums[i].day = 0
		}
		sums = grouped(sums)
	}
	if q.has("date") {
		slices.SortStableFunc(sums, func(a, b searchSum) int { return cmp.Compare(a.day, b.day) })
	}
	rows := make([]searchRow, len(sums))
	for i, sum := range sums {
		rows[i] = searchRow{Keys: q.keys(w, sum.searchKey), Clicks: sum.clicks, Impressions: sum.impressions, CTR: float64(sum.clicks) / float64(sum.impressions), Position: float64(sum.positions) / float64(sum.impressions)}
	}
	return rows
}

// completeness returns the counted share of a day's searches at a number of days after the last final one.
func completeness(after world.Day) float64 {
	switch {
	case after <= 0:
		return 1
	case after == 1:
		return .9
	}
	return .55
}

// searchDay groups one day, most clicks first, up to the row limit.
func (s *Server) searchDay(w *world.World, q *searchRequest, day world.Day, complete float64) []searchSum {
	showings := s.days.search(w, day, complete)
	if q.has("query") || slices.ContainsFunc(q.filters, func(f filter) bool { return f.dimension == "query" }) {
		showings = namedQueries(showings)
	}
	needs := func(dimension string) bool {
		return q.has(dimension) || slices.ContainsFunc(q.filters, func(f filter) bool { return f.dimension == dimension })
	}
	var sums []searchSum
	if byDevice, byCountry := needs("device"), needs("country"); byDevice || byCountry {
		pieces := w.Pieces(day, showings, byDevice, byCountry)
		sums = make([]searchSum, 0, len(pieces))
		for _, piece := range pieces {
			sums = q.add(sums, w, piece.Showing, day, piece.Device, piece.Country)
		}
	} else {
		sums = make([]searchSum, 0, len(showings))
		for _, showing := range showings {
			sums = q.add(sums, w, showing, day, "", "")
		}
	}
	sums = grouped(sums)
	return sums[:min(len(sums), gscRowsPerDay)]
}

func namedQueries(showings []world.Showing) []world.Showing {
	out := make([]world.Showing, 0, len(showings))
	for _, showing := range showings {
		if showing.Query != world.Hidden {
			out = append(out, showing)
		}
	}
	return out
}

// add appends a showing under its key, if it passes the filters.
func (q *searchRequest) add(sums []searchSum, w *world.World, showing world.Showing, day world.Day, device, country string) []searchSum {
	full := searchKey{day, showing.Query, showing.Page, device, country}
	for _, filter := range q.filters {
		if !filter.matches(full.value(w, filter.dimension)) {
			return sums
		}
	}
	sum := searchSum{searchKey: searchKey{day: day, query: -1, page: -1}, clicks: showing.Clicks, impressions: showing.Impressions, positions: showing.PositionSum}
	if !q.byPage && showing.Shared > 0 { // counted once for the property, at the position of the page above
		sum.positions -= sum.positions * showing.Shared / showing.Impressions
		sum.impressions -= showing.Shared
	}
	for _, dimension := range q.Dimensions {
		switch dimension {
		case "query":
			sum.query = showing.Query
		case "page":
			sum.page = showing.Page
		case "device":
			sum.device = device
		case "country":
			sum.country = country
		}
	}
	return append(sums, sum)
}

// grouped sums equal keys and sorts by clicks.
func grouped(sums []searchSum) []searchSum {
	index := make(map[searchKey]int, len(sums))
	out := make([]searchSum, 0, len(sums))
	for _, sum := range sums {
		if i, known := index[sum.searchKey]; known {
			out[i].clicks += sum.clicks
			out[i].impressions += sum.impressions
			out[i].positions += sum.positions
			continue
		}
		index[sum.searchKey] = len(out)
		out = append(out, sum)
	}
	// A page shown only below another page of its property adds clicks but no impression, so it has no row.
	out = slices.DeleteFunc(out, func(s searchSum) bool { return s.impressions == 0 })
	slices.SortFunc(out, func(a, b searchSum) int {
		return cmp.Or(cmp.Compare(b.clicks, a.clicks), cmp.Compare(b.impressions, a.impressions), cmp.Compare(a.day, b.day), cmp.Compare(a.query, b.query), cmp.Compare(a.page, b.page), cmp.Compare(a.device, b.device), cmp.Compare(a.country, b.country))
	})
	return out
}

func (k searchKey) value(w *world.World, dimension string) string {
	switch dimension {
	case "date":
		return k.day.String()
	case "query":
		return w.Queries[k.query].Text
	case "page":
		return w.Pages[k.page].URL
	case "device":
		return k.device
	}
	return k.country
}

func (q *searchRequest) keys(w *world.World, key searchKey) []string {
	if len(q.Dimensions) == 0 {
		return nil
	}
	keys := make([]string, len(q.Dimensions))
	for i, dimension := range q.Dimensions {
		keys[i] = key.value(w, dimension)
	}
	return keys
}

// dayCache caches the newest computed days: a client reads a day several times, by report and page.
type dayCache struct {
	mu    sync.Mutex
	days  []cachedDay
	weeks []cachedWeek
}

// cachedWeek is a week of Bing: all of them are read at once, by query and by page.
type cachedWeek struct {
	world   *world.World
	last    world.Day
	results []world.BingResult
}

type cachedDay struct {
	world    *world.World
	day      world.Day
	complete float64
	showings []world.Showing
}

const (
	cachedDays  = 6
	cachedWeeks = world.BingHistory / world.BingWeek
)

func (c *dayCache) search(w *world.World, day world.Day, complete float64) []world.Showing {
	c.mu.Lock()
	for _, cached := range c.days {
		if cached.world == w && cached.day == day && cached.complete == complete {
			c.mu.Unlock()
			return cached.showings
		}
	}
	c.mu.Unlock()
	made := cachedDay{w, day, complete, w.Search(day, complete)}
	c.mu.Lock()
	defer c.mu.Unlock()
	if len(c.days) == cachedDays {
		c.days = c.days[1:]
	}
	c.days = append(c.days, made)
	return made.showings
}

func (c *dayCache) bing(w *world.World, last world.Day) []world.BingResult {
	c.mu.Lock()
	for _, cached := range c.weeks {
		if cached.world == w && cached.last == last {
			c.mu.Unlock()
			return cached.results
		}
	}
	c.mu.Unlock()
	made := cachedWeek{w, last, w.Bing(last)}
	c.mu.Lock()
	defer c.mu.Unlock()
	if len(c.weeks) == cachedWeeks {
		c.weeks = c.weeks[1:]
	}
	c.weeks = append(c.weeks, made)
	return made.results
}
