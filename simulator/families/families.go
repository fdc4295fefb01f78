package families

import (
	"maps"
	"math"
	"math/rand/v2"
	"slices"
)

// traits are what the worlds of a family have in common, and what differs from one to the next.
type traits struct {
	sections    []section
	search      bool    // Search Console is connected
	perPage     [2]int  // queries of a page, from and to
	searches    float64 // a day, of a middling query
	spread      float64 // of searches between queries: the deviation of their logarithm
	middlePlace float64 // where a middling page stands
	placeSpread float64
	brandShare  float64 // of all searches
	hiddenShare float64 // searches whose query is not told, for one that is
	skill       float64 // how much results at one place differ in what they are clicked: the deviation of their logarithm
	unrest      float64 // how much a day differs from its mean, likewise
	season      float64 // the most that a section's year swings by
	weekend     float64 // of what a working day has
	trend       float64 // a year, as a logarithm
	shock       float64 // what one day changed for the whole site, as a logarithm; 0 none
	revenue     bool    // Analytics tells what visits brought
	visits      bool    // Analytics is connected
	converting  float64 // conversions a visit
	order       float64 // what one brings, where revenue is told
	otherVisits float64 // of other channels, for one of search
	spending    float64 // on ads, a month; 0 none
	click       float64 // of an ad, what it costs
	semrush     bool
	speed       bool // PageSpeed tests are there
	slowness    float64
	messy       bool
	missing     float64 // of days that did not come
	rates       func(place float64) float64
	odds        float64 // of each kind of plant and decoy to be there
	size        float64 // how many of each, where they are
}

// section is a part of a site: its folder, how many pages, and what part of other pages' conversions its own make.
type section struct {
	folder     string // "" is the root
	pages      int
	converting float64
	words      string // which words its pages are about
	depth      int
}

// Names lists the families.
func Names() []string { return slices.Sorted(maps.Keys(families())) }

func families() map[string]func(*rand.Rand) traits {
	return map[string]func(*rand.Rand) traits{
		"shop": shop, "leads": leads, "publisher": publisher, "saas": saas, "huge": huge, "messy": messy, "sparse": sparse,
	}
}

// usual are traits that differ from world to world whatever the family.
func usual(r *rand.Rand) traits {
	t := traits{
		search: chance(r, .95), perPage: [2]int{1, 5}, searches: math.Exp(between(r, math.Log(12), math.Log(150))), spread: between(r, .9, 1.4), middlePlace: between(r, 5, 12), placeSpread: between(r, .6, .9),
		brandShare: between(r, .05, .2), hiddenShare: between(r, .5, 1.3), skill: between(r, .08, .28), unrest: between(r, .05, .25),
		season: between(r, .05, .45), weekend: between(r, .5, 1.3), trend: between(r, -.3, .4), visits: true, converting: between(r, .015, .06),
		order: between(r, 30, 160), otherVisits: math.Exp(between(r, math.Log(.5), math.Log(6))), click: between(r, .4, 2.5), semrush: chance(r, .5), speed: chance(r, .8),
		slowness: between(r, 1500, 2600), rates: clickRates(r), odds: .6, size: 1,
	}
	if chance(r, .35) {
		t.shock = pick(r, []float64{-.55, -.35, -.2, .25, .4})
	}
	return t
}

func shop(r *rand.Rand) traits {
	t := usual(r)
	t.revenue, t.spending, t.season = true, between(r, 4000, 20000), between(r, .2, .6)
	t.sections = []section{
		{"category", 10 + r.IntN(12), 1.3, "things", 1}, {"product", 70 + r.IntN(90), 1, "things", 2}, {"guide", 25 + r.IntN(35), .12, "subjects", 2},
	}
	return t
}

func leads(r *rand.Rand) traits {
	t := usual(r)
	t.sections = []section{
		{"services", 10 + r.IntN(12), 1.2, "services", 1}, {"locations", 25 + r.IntN(40), 1, "services", 2}, {"", 8 + r.IntN(6), .5, "services", 1},
		{"advice", 15 + r.IntN(20), .1, "subjects", 2},
	}
	t.searches, t.weekend, t.converting, t.click, t.spending = between(r, 8, 60), between(r, .25, .6), between(r, .03, .08), between(r, 2, 9), between(r, 6000, 30000)
	t.semrush, t.season = false, between(r, .02, .2)
	return t
}

func publisher(r *rand.Rand) traits {
	t := usual(r)
	t.sections = []section{
		{"news", 50 + r.IntN(60), .8, "subjects", 2}, {"reviews", 40 + r.IntN(40), 1, "things", 2}, {"how-to", 50 + r.IntN(50), 1, "subjects", 2},
	}
	t.searches, t.spread, t.hiddenShare, t.season, t.unrest = between(r, 25, 120), between(r, 1.1, 1.6), between(r, .9, 2), between(r, .3, .7), between(r, .15, .4)
	t.converting, t.visits = between(r, .01, .06), chance(r, .7)
	return t
}

func saas(r *rand.Rand) traits {
	t := usual(r)
	t.sections = []section{
		{"", 14 + r.IntN(8), 1.4, "tools", 1}, {"features", 12 + r.IntN(14), 1, "tools", 1}, {"docs", 40 + r.IntN(50), .05, "tools", 3},
		{"blog", 35 + r.IntN(40), .2, "subjects", 2}, {"integrations", 15 + r.IntN(25), .5, "tools", 2},
	}
	t.brandShare, t.trend, t.weekend, t.revenue = between(r, .5, .8), between(r, .1, .9), between(r, .3, .55), chance(r, .6)
	t.spending, t.click, t.order = between(r, 3000, 25000), between(r, 3, 10), between(r, 80, 400)
	return t
}

func huge(r *rand.Rand) traits {
	t := usual(r)
	t.sections = []section{
		{"c", 60, 1.2, "things", 1}, {"p", 350 + r.IntN(150), 1, "things", 2}, {"magazine", 80, .1, "subjects", 2}, {"brands", 60, .8, "things", 2},
	}
	t.perPage, t.searches, t.revenue, t.spending, t.size, t.odds = [2]int{1, 3}, between(r, 15, 50), true, between(r, 30000, 90000), 2, .8
	return t
}

func messy(r *rand.Rand) traits {
	t := shop(r)
	t.messy, t.missing, t.revenue = true, between(r, .02, .2), chance(r, .6)
	t.sections[1].pages = 40 + r.IntN(40)
	return t
}

func sparse(r *rand.Rand) traits {
	t := usual(r)
	t.sections = []section{{"", 6 + r.IntN(8), 1, "services", 1}, {"blog", 4 + r.IntN(10), .2, "subjects", 2}}
	t.searches, t.spending, t.odds, t.size = between(r, .4, 1.5), pick(r, []float64{0, 300, 900}), .35, .5
	t.visits, t.speed, t.search = chance(r, .7), chance(r, .5), chance(r, .8)
	return t
}

// clickRates makes up what share of those who see a result click on it, by its place. Its shape differs from site to site; no published
// curve stands behind it.
func clickRates(r *rand.Rand) func(place float64) float64 {
	first := math.Exp(between(r, math.Log(.06), math.Log(.36)))
	switch r.IntN(4) {
	case 0: // falls by a power
		power := between(r, .85, 1.35)
		return func(place float64) float64 { return first * math.Pow(place, -power) }
	case 1: // falls by half every few places, to a floor
		half, floor := between(r, 1.6, 3.2), first*between(r, .01, .03)
		return func(place float64) float64 { return (first-floor)*math.Exp2(-(place-1)/half) + floor }
	case 2: // the first screen gets most; beyond the first page hardly anything
		edge, cut := between(r, 3.2, 5), between(r, .25, .6)
		return func(place float64) float64 {
			rate := first * (.22 + .78/(1+math.Exp((place-edge)/.9))) * math.Exp(-.06*(place-1))
			return rate * (1 - (1-cut)/(1+math.Exp(-(place-10.5)*3)))
		}
	}
	// Ads and boxes above: the first is clicked hardly more than the second; the top of page two a little more than the end of page one.
	decline := between(r, .14, .24)
	return func(place float64) float64 {
		return first * math.Exp(-decline*(math.Max(place, 1.4)-1)) * (1 + .25*math.Exp(-(place-11)*(place-11)))
	}
}
