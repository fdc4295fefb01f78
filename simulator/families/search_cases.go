package families

import (
	"math"
	"slices"
	"strings"

	"upslope/simulator/truth"
)

// indexable reports whether search engines may index a page.
func (p *page) indexable() bool {
	return p.status == 200 && !p.noindex && !p.blocked && p.canonical == "" && p.redirect == "" && !p.isFixture
}

// isPaginated reports whether a page is a later page of a list.
func (p *page) isPaginated() bool {
	return len(p.url) > 7 && p.url[len(p.url)-7:len(p.url)-1] == "?page="
}

// findSearchCases derives the queries and pages with a problem, and its value, from the process.
func (w *World) findSearchCases() {
	if !w.hasSearchConsole { // not visible in the data
		return
	}
	meanSnippet := w.meanSnippet()
	siteImpressions := 0.
	for _, q := range w.queries {
		for _, one := range q.rankings {
			if !q.brand && !q.anonymous {
				siteImpressions += w.windowImpressions(one)
			}
		}
	}
	for _, q := range w.queries {
		if q.anonymous || q.brand {
			continue
		}
		for _, one := range w.leadingRankings(q) {
			if one.page.indexable() && !one.page.isPaginated() {
				w.findReach(one, siteImpressions)
				w.findGap(one, meanSnippet)
			}
		}
	}
	for _, p := range w.pages {
		w.findDecay(p)
	}
	for i := range w.Cases {
		if c := &w.Cases[i]; c.Type == truth.Cannibal && !c.Decoy {
			w.valueCannibal(c)
		}
	}
}

// meanSnippet is the average snippet factor of the site.
func (w *World) meanSnippet() float64 {
	weight, sum := 0., 0.
	for _, q := range w.queries {
		if q.anonymous || q.brand {
			continue
		}
		for _, r := range q.rankings {
			n := math.Sqrt(w.windowImpressions(r)) // so that no query stands for the whole site
			weight, sum = weight+n, sum+n*r.snippetOn(history-1)
		}
	}
	if weight == 0 {
		return 1
	}
	return sum / weight
}

// leadingRankings returns a query's ranking with most clicks, and those close to it.
func (w *World) leadingRankings(q *query) []*ranking {
	clicks, maxClicks := make([]float64, len(q.rankings)), 0.
	for i, r := range q.rankings {
		clicks[i] = w.monthlyClicks([]*ranking{r}, nil)
		maxClicks = math.Max(maxClicks, clicks[i])
	}
	var leading []*ranking
	for i, r := range q.rankings {
		if clicks[i] > 0 && clicks[i] >= .7*maxClicks {
			leading = append(leading, r)
		}
	}
	return leading
}

// findReach: a result that would get more clicks at the target position.
func (w *World) findReach(r *ranking, siteImpressions float64) {
	position := w.meanPosition(r)
	impressions := w.windowImpressions(r)
	if position < 3.3 || position > 20.8 || impressions < 40 {
		return
	}
	wanted := w.pageWanted(r)
	if wanted == anotherPlace {
		return
	}
	target := 8.
	if position <= 10 {
		target = 3
	}
	fix := w.moveSuccess(r, position-target, wanted)
	now := w.monthlyClicks([]*ranking{r}, nil)
	gainAt := func(target float64) float64 {
		reached := math.Min(position, w.response.Reached(w.stream("reach/"+r.query.text+r.page.url), position, target))
		atTarget := func(r *ranking, d int) (position, snippet, share float64) {
			return reached, r.snippetOn(d), r.shareOn(d)
		}
		return w.monthlyClicks([]*ranking{r}, atTarget) - now
	}
	gain, value := gainAt(target), w.clickValue(r.page)
	if gain <= 0 {
		return
	}
	var after []float64
	for places := 1.; position-places > target; places++ {
		after = append(after, gainAt(position-places)*value)
	}
	w.Cases = append(w.Cases, truth.Case{
		Type: truth.Keyword, Kind: "reach", Query: r.query.text, Page: r.page.url, Value: gain * value, Fix: fix,
		Must:        wanted == thisPage && gain*fix >= 10 && position >= 4 && position <= 19.5 && impressions >= 100 && impressions >= .0004*siteImpressions && r.query.leaders == nil && r.alternation == 0,
		Reason:      "It stands within reach of the top.",
		AfterPlaces: after,
	})
}

// findGap: a result with a lower CTR than others at its position.
func (w *World) findGap(r *ranking, meanSnippet float64) {
	snippet := r.snippetOn(history - 1)
	if snippet >= .9*meanSnippet || w.meanPosition(r) > 10.3 {
		return
	}
	now := w.monthlyClicks([]*ranking{r}, nil)
	regained := w.response.Regained(w.stream("title/" + r.query.text + r.page.url))
	// The data must distinguish half of an average snippet's clicks from all of them.
	expected := now / daysPerMonth * window * meanSnippet / snippet
	edge := expected - 2.33*math.Sqrt(expected+w.snippetSpread*expected*w.snippetSpread*expected)
	w.Cases = append(w.Cases, truth.Case{
		Type: truth.Keyword, Kind: "gap", Query: r.query.text, Page: r.page.url, Value: regained * now * (meanSnippet/snippet - 1) * w.clickValue(r.page), Fix: .4,
		Must: w.pageWanted(r) == thisPage && snippet <= .5*meanSnippet && .5*expected+1.645*math.Sqrt(.6*expected) <= edge && now*(meanSnippet/snippet-1)*.4 >= 10 && w.meanPosition(r) < 9.5 &&
			w.windowImpressions(r) >= 260 && r.query.leaders == nil,
		Reason: "It is clicked less than the site's other results at its place.",
	})
}

// findDecay: a page that lost clicks by its position or by its snippet.
func (w *World) findDecay(p *page) {
	if p.createdDay > history-180 || p.removedDay < history || !p.indexable() || p.isHub {
		return
	}
	then := func(d int) int { return max(d-364, p.createdDay+45, 0) }
	now := w.monthlyClicks(p.rankings, nil)
	before := w.monthlyClicks(p.rankings, func(r *ranking, d int) (position, snippet, share float64) {
		return r.positionOn(then(d)), r.snippetOn(then(d)), r.shareOn(d)
	})
	lost := 1 - now/before
	if before == 0 || lost < .2 {
		return
	}
	// Clicks of the reference days: four weeks at half of them must be distinguishable.
	referenceClicks := 0.
	for d := history - window; d < history; d++ {
		for _, one := range p.rankings {
			referenceClicks += w.expectedClicks(one, then(d), nil)
		}
	}
	overdispersion := 1 + .005*referenceClicks // of days and weeks
	recentChange := 0.
	for _, one := range p.rankings { // the loss must not be new
		recentChange = math.Max(recentChange, math.Abs(one.positionOn(history-1)-one.positionOn(history-40))+math.Abs(one.snippetOn(history-1)-one.snippetOn(history-40)))
	}
	w.Cases = append(w.Cases, truth.Case{
		Type: truth.Decay, Kind: "decay", Page: p.url, Value: (before - now) * w.clickValue(p), Fix: .5,
		Must:   lost >= .5 && .3*math.Sqrt(referenceClicks) >= (3+1.645)/2*math.Sqrt(1.5*math.Min(overdispersion, 3)) && recentChange < .8 && before-now >= 10 && p.createdDay < history-364-90,
		Reason: "It fell behind others, or is clicked less where it stands.",
	})
}

// valueCannibal replaces Value, the position of a single page, with the gain from it.
func (w *World) valueCannibal(c *truth.Case) {
	for _, q := range w.queries {
		if q.text != c.Query {
			continue
		}
		alonePosition, first := c.Value, q.rankings[0]
		now := w.monthlyClicks(q.rankings, nil)
		best := w.monthlyClicks([]*ranking{first}, func(r *ranking, d int) (position, snippet, share float64) { return alonePosition, r.snippetOn(d), 1 })
		c.Value = math.Max(0, best-now) * w.clickValue(first.page)
		total, active := 0., 0
		for d := history - 90; d < history; d++ {
			searches := w.searches(q, d)
			total += searches
			if searches > 14 {
				active++
			}
		}
		maxShare := 0. // share of the clicks of one of its pages
		for _, one := range q.rankings {
			maxShare = math.Max(maxShare, w.monthlyClicks([]*ranking{one}, nil)/w.monthlyClicks(one.page.rankings, nil))
		}
		position := w.meanPosition(first)
		c.Must = maxShare >= .14 && total >= 600 && active >= 45 && position >= 4 && position <= 25 && best-now >= 10
		return
	}
}

// wantedPage is the page that the people behind a query want.
type wantedPage int

const (
	thisPage     wantedPage = iota
	guidePage               // to choose or to learn, where this page is a list or an offer
	anotherPlace            // a place near them, where this page is not about one
)

// Folders of pages that sell: of lists and services, of one thing, and of what others offer. Decision 104.
var (
	lists  = []string{"category", "c", "brands", "browse", "services", "locations", "treatments"}
	offers = []string{"product", "p", "shop", "features", "integrations"}
	others = []string{"listing", "team"}
)

// pageWanted says whether a page can answer the query of its ranking: what sells does not teach, only pages
// of one thing say how to have it, and only pages of services and places are near somebody.
func (w *World) pageWanted(r *ranking) wantedPage {
	folder := strings.TrimPrefix(r.page.section.folder, "at/")
	isList, isOther := slices.Contains(lists, folder), slices.Contains(others, folder)
	sells := isList || isOther || slices.Contains(offers, folder)
	words := " " + r.query.text + " "
	has := func(modifiers ...string) bool {
		return slices.ContainsFunc(modifiers, func(modifier string) bool { return strings.Contains(words, " "+modifier+" ") })
	}
	switch {
	case has("near me") && folder != "services" && folder != "locations":
		return anotherPlace
	case sells && has("comparison", "ideas", "checklist", "tips", "step by step", "alternatives", "vs rental", "examples", "explained", "problems"):
		return guidePage
	case (isList || isOther) && has("size chart", "maintenance", "reviews", "setup"):
		return guidePage
	}
	return thisPage
}

// moveSuccess is how often work moves a query up by a distance in positions: more rarely where the page says
// everything already, or another one has to be written.
func (w *World) moveSuccess(r *ranking, distance float64, wanted wantedPage) float64 {
	success := w.response.ReachFix(math.Max(0, distance))
	text := strings.ToLower(r.page.title + " " + r.page.h1)
	isSaid := !slices.ContainsFunc(strings.Fields(r.query.text), func(word string) bool { return !strings.Contains(text, word) })
	switch {
	case wanted == guidePage:
		return .5 * success
	case isSaid:
		return .7 * success
	}
	return success
}
