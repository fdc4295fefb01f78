package keywordopportunity

import (
	"cmp"
	"math"
	"slices"
	"strings"

	"upslope/analytics/facts"
	"upslope/analytics/format"
)

// move is what a query gains by a better position, in clicks a month, and the probability of it.
type move struct{ low, mid, high, fix float64 }

// lift is how many places steps carry a query if they work: those on the page that are about it, and links.
type lift struct {
	onPage, links float64
	isEarned      bool // links from other sites, without which hardly anything reaches the top
}

func (l lift) places() float64 { return l.onPage + l.links }

// unlimited work moves a query to the top of its page of results.
var unlimited = lift{onPage: math.Inf(1), isEarned: true}

// distance is how far steps move a query up: whole places, at least one, and to the top where less than half
// a place is left. Without links from other sites, the top is at most one place away.
func distance(place float64, by lift) float64 {
	top := place - topOf(place)
	far := max(1, math.Round(by.places()))
	if !by.isEarned && place <= pageOne && place-far <= topTarget+.5 {
		far = max(1, math.Floor(place-topTarget-.5))
	}
	if by.onPage == 0 && !by.isEarned {
		return min(1, top) // links of the site alone carry nothing further
	}
	if far < top-.5 {
		return far
	}
	return top
}

// topOf is the best position that a query can be moved to at once.
func topOf(place float64) float64 {
	if place > pageOne {
		return middleTarget
	}
	return topTarget
}

// liftOf returns how far the steps of an opportunity carry one of its queries: a title or a section moves
// only what it is about, links move the whole page. See docs/method.md.
func (j judge) liftOf(row map[string]any, o opportunity) (by lift) {
	if facts.Text(row, "text") != "reach" {
		return unlimited // a page of its own, or a snippet
	}
	isLeft := facts.Text(row, "namesake") == "" && j.isLeftOut(row, o.query)
	if isLeft && !(row["is_unanswered"] == true && o.query == facts.Text(row, "query")) {
		return by // links to a page that does not answer a search move nobody
	}
	by.onPage = min(j.parameter("places_content"), j.placesOnPage(row, o))
	by.links = j.parameter("places_link") * min(mostLinks, float64(len(facts.Texts(row, "other_pages"))))
	if by.isEarned = facts.Number(row, "earn_links") != 0; by.isEarned {
		by.links += j.parameter("places_earned")
	}
	by.links = min(by.links, max(0, j.parameter("places_most")-by.onPage))
	isLonely := row["is_unanswered"] == true && o.query == facts.Text(row, "query")
	if by.onPage == 0 && !isLonely && !j.isAbout(row, o.query) {
		return lift{} // links move what the page is about
	}
	// Difficult results are further apart, and those of page two closer together.
	factor := min(1, j.ease(o.row)/j.ease(nil)) * max(1, facts.Number(o.row, "place")/pageOne)
	by.onPage, by.links = factor*by.onPage, factor*by.links
	return by
}

// placesOnPage adds up the steps on the page that are about a query.
func (j judge) placesOnPage(row map[string]any, o opportunity) (places float64) {
	has := func(name string) bool { return facts.Number(row, name) != 0 }
	subject := j.subjects(o.query)
	isAbout := func(text string) bool { own := j.subjects(text); return hasAll(own, subject) && hasAll(subject, own) }
	isMain := isAbout(facts.Text(row, "query"))
	newTitle := facts.Text(row, "proposed_title")
	switch {
	case newTitle != "" && j.hasWords(newTitle, subject) && !j.hasWords(facts.Text(row, "page_title"), subject),
		isMain && (facts.Text(row, "namesake") != "" || has("check_title") && !has("is_untitled")):
		places += j.parameter("places_title")
	}
	var sections []string
	for _, part := range NewParts {
		sections = append(sections, facts.Texts(row, part)...)
	}
	if has("check_sections") {
		sections = append(sections, facts.Texts(row, "siblings")...)
	}
	if isMain && has("add_section") || slices.ContainsFunc(sections, isAbout) {
		places += j.parameter("places_section")
	}
	if isMain && has("change_heading") {
		places += j.parameter("places_heading")
	}
	if slices.Contains(facts.Texts(row, "wishes"), o.query) {
		places += j.parameter("places_prices")
	}
	return places
}

// isAbout reports whether a page says what a query asks for, as far as its words are known.
func (j judge) isAbout(row map[string]any, query string) bool {
	title := facts.Text(row, "page_title")
	return facts.Text(row, "namesake") != "" || title == "" || j.hasWords(title+" "+wordsOf(row), j.subjects(query))
}

// mostLinks is the number of links from the site's own pages that count: a third one adds little.
const mostLinks = 2.

// settle sets what a task moves, its target, and what it is worth there: of each query, as far as the steps
// carry it. Where none is about a query worth a task of its own, links from other sites have to move it.
func (j judge) settle(row map[string]any, queries []opportunity) {
	left := facts.Texts(row, "siblings")
	queries = slices.DeleteFunc(slices.Clone(queries), func(o opportunity) bool {
		return o.query != facts.Text(row, "query") && !slices.Contains(left, o.query)
	})
	main := facts.Text(row, "query")
	isReach := facts.Text(row, "text") == "reach"
	gainOfIt := func(o opportunity) (one move, place, at float64) {
		by, place := j.liftOf(row, o), facts.Number(o.row, "place")
		one, at = o.to(by), place-distance(place, by)
		if isReach && (by.places() == 0 || o.query != main && at > pageOne+.5) {
			one = move{} // no step is about it, or hardly anybody looks there
		}
		return one, place, at
	}
	gains := func(o opportunity) bool { one, _, _ := gainOfIt(o); return math.RoundToEven(one.mid) != 0 }
	row["is_unanswered"] = false
	if isReach && facts.Text(row, "namesake") == "" {
		row["only_by_links"] = j.onlyByLinks(row, queries)
		isDear := row["leaves_outreach"] == true
		row["earn_links"] = !isDear && (row["needs_links"] == true || row["is_difficult"] == true || row["only_by_links"] != "")
		if !slices.ContainsFunc(queries, gains) { // what can be done on the site carries none of them
			if row["is_unanswered"] = isDear || j.isLeftOut(row, main) || !j.isAbout(row, main); row["is_unanswered"] == false && row["earn_links"] == false {
				row["only_by_links"], row["earn_links"] = main, true
			}
		}
	}
	var uncounted []string
	queries = slices.DeleteFunc(queries, func(o opportunity) bool {
		if o.query == main || !isReach && j.liftOf(row, o).places() > 0 || isReach && gains(o) {
			return false
		}
		uncounted = append(uncounted, o.query)
		return true
	})
	row["uncounted"] = append(facts.Texts(row, "uncounted"), uncounted...)
	describe(row, queries)
	if isReach {
		keepParts(row)
	}
	var all move
	expected, parts := 0., make([]gainOf, 0, len(queries))
	for _, o := range queries {
		one, place, at := gainOfIt(o)
		parts = append(parts, gainOf{o.query, math.RoundToEven(one.mid), place, at})
		all.low, all.mid, all.high, expected = all.low+one.low, all.mid+one.mid, all.high+one.high, expected+one.mid*one.fix
	}
	ofMain, _, _ := gainOfIt(queries[0])
	covered, sum, places := 0., 0., 0. // of what is told: the parts add up
	for _, one := range parts {
		sum, places = sum+one.clicks, places+one.clicks*one.from
		if slices.Contains(answered(row), one.query) {
			covered += one.clicks
		}
	}
	row["probability_fix"], row["covers_most"] = expected/max(all.mid, 1e-9), 2*covered >= all.mid
	if isReach && len(parts) > 1 {
		all.low, all.mid, all.high = min(all.low, sum), sum, max(all.high, sum)
	}
	row["mean_place"] = places / max(1e-9, sum)
	row["value_low"], row["value_mid"], row["value_high"] = all.low, all.mid, all.high
	row["more_clicks"], row["more_clicks_of_all"] = math.RoundToEven(ofMain.mid), sum
	row["is_by_page"], row["gains"] = 2*ofMain.mid < all.mid && row["namesake"] == "", byGain(parts, isReach)
	row["anchor"] = main
	if isReach && row["namesake"] == "" {
		row["anchor"] = j.anchorOf(row, main, math.RoundToEven(ofMain.mid), parts)
	}
	row["anchor"] = j.withoutYear(facts.Text(row, "anchor"))
	if !queries[0].isGap {
		j.aim(row, queries[0])
	}
}

// keepParts keeps the new content of a page that is for the searches of its task: the others gain nothing.
func keepParts(row map[string]any) {
	merged := facts.Texts(row, "merged_queries")
	for _, part := range append(slices.Clone(NewParts), "wishes") {
		row[part] = without(facts.Texts(row, part), func(query string) bool { return !slices.Contains(merged, query) })
	}
}

// gainOf is what one search of a task gains, in clicks a month, and the positions that this takes it through.
type gainOf struct {
	query            string
	clicks, from, to float64
}

// byGain lists the searches that gain most, with their clicks and, if they move, their positions: the first
// may not be what the task began with.
func byGain(gains []gainOf, areMoved bool) string {
	slices.SortStableFunc(gains, func(a, b gainOf) int { return cmp.Compare(b.clicks, a.clicks) })
	if still := slices.IndexFunc(gains, func(one gainOf) bool { return one.clicks == 0 }); still > 0 {
		gains = gains[:still]
	}
	var named []string
	for i, one := range gains[:min(len(gains), maxGains)] {
		clicks := format.Number(one.clicks, 0)
		if areMoved {
			clicks = "#" + format.Number(one.from, 1) + " → #" + format.Number(one.to, 1) + ": " + clicks
		}
		if i == 0 && areMoved {
			clicks += " more clicks"
		}
		named = append(named, "“"+shortened(one.query)+"” ("+clicks+")")
	}
	if others := len(gains) - maxGains; others == 1 {
		named = append(named, "another search")
	} else if others > 1 {
		named = append(named, format.Number(float64(others), 0)+" other searches")
	}
	return format.Joined(named)
}

// maxGains is the number of searches that a summary names with what they gain.
const maxGains = 3

// onlyByLinks returns the first search that no step moves, of those worth links from other sites: the main
// one, and large ones; "" for none.
func (j judge) onlyByLinks(row map[string]any, queries []opportunity) string {
	if len(facts.Texts(row, "other_pages")) > 0 {
		return ""
	}
	for i, o := range queries {
		if (i == 0 || o.expected >= j.parameter("links_from")) && j.placesOnPage(row, o) == 0 && j.isAbout(row, o.query) && !j.isLeftOut(row, o.query) {
			return o.query
		}
	}
	return ""
}

// aim sets the position that a task speaks of, and the places up to it.
func (j judge) aim(row map[string]any, main opportunity) {
	place, by := facts.Number(row, "place"), j.liftOf(row, main)
	far := distance(place, by)
	if main.needsPage {
		at := j.start(row)
		far, row["knows_start"] = max(0, place-at.mid), at.isKnown
	}
	top := topOf(place)
	row["target_position"], row["places"] = math.RoundToEven(10*(place-far))/10, max(1, math.Round(far))
	row["is_limited"] = far < place-top
	row["target_number"] = max(top, math.RoundToEven(place)-math.Round(far))
	if row["is_limited"] == false {
		row["target_number"] = top
	}
	row["goal"] = "an average position of " + strings.TrimSuffix(format.Number(place-far, 1), ".0")
	if row["is_limited"] == false {
		row["goal"] = "the top " + format.Number(top, 0)
	}
}

// describe sets the figures of what a task moves.
func describe(row map[string]any, queries []opportunity) {
	impressions, clicks := 0., 0.
	names := []string{}
	for _, o := range queries {
		shown := facts.Number(o.row, "impressions_of_month")
		impressions += shown
		clicks += shown * facts.Number(o.row, "clicks_of_window") / facts.Number(o.row, "impressions_of_window")
		names = append(names, o.query)
	}
	row["impressions_of_all"], row["clicks_of_all"] = math.RoundToEven(impressions), math.RoundToEven(clicks)
	row["merged_queries"], row["siblings"] = names, names[1:]
	row["same_task"] = SameTask(row)
	row["queries"], row["related"] = float64(len(names)), related(row)
}

// SameTask lists the other searches of a task, also those that its steps do not move.
func SameTask(row map[string]any) string {
	return strings.Join(append(slices.Clone(facts.Texts(row, "siblings")), facts.Texts(row, "uncounted")...), ", ")
}
