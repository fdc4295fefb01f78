package families

import (
	"maps"
	"math/rand/v2"
	"slices"

	"upslope/simulator/behavior"
)

// traits are the parameters of a family and of a world within it. Spreads are standard deviations of
// logarithms.
type traits struct {
	sections []section

	hasSearchConsole bool
	queriesPerPage   [2]int  // from, to
	medianSearches   float64 // a day, of a query
	searchSpread     float64 // of searches, between pages
	medianPosition   float64 // of pages
	positionSpread   float64
	brandShare       float64 // of all searches
	anonymousShare   float64 // anonymous searches per named one
	snippetSpread    float64 // of CTR, between results at one position
	response         behavior.Model

	volatility    float64 // of days
	maxSwing      float64 // of a section over the year
	weekendFactor float64 // on the traffic of a working day
	trend         float64 // a year, as a logarithm
	shock         float64 // one lasting change of the whole site, as a logarithm; 0 none

	hasAnalytics       bool
	hasRevenue         bool
	baseConversionRate float64
	orderValue         float64 // where there is revenue
	otherChannels      float64 // visits from other channels per search visit

	adSpend      float64 // a month; 0 no ads
	costPerClick float64

	hasSemrush   bool
	hasPageSpeed bool
	medianLCP    float64
	isMessy      bool
	missingShare float64 // of days

	plantChance float64 // probability of a kind of plant or decoy
	plantScale  float64 // number of them, if any
}

// section is a part of a site.
type section struct {
	folder           string // "" is the root
	pages            int
	conversionFactor float64
	topicKind        string // of the vocabulary
	depth            int
}

// Sets are the two sets of families, by the assumptions that their worlds rest on.
func Sets() map[string][]string {
	return map[string][]string{"base": slices.Sorted(maps.Keys(baseFamilies())), "independent": slices.Sorted(maps.Keys(independentFamilies()))}
}

// Names lists the families of both sets.
func Names() []string { return slices.Sorted(maps.Keys(families())) }

func families() map[string]func(*rand.Rand) traits {
	all := baseFamilies()
	maps.Copy(all, independentFamilies())
	return all
}

func baseFamilies() map[string]func(*rand.Rand) traits {
	return map[string]func(*rand.Rand) traits{
		"shop": shop, "leads": leads, "publisher": publisher, "saas": saas, "huge": huge, "messy": messy, "sparse": sparse,
	}
}

func independentFamilies() map[string]func(*rand.Rand) traits {
	return map[string]func(*rand.Rand) traits{
		"marketplace": marketplace, "clinic": clinic, "portal": portal, "maker": maker, "tools": tools,
	}
}

// commonTraits vary by world in every family.
func commonTraits(r *rand.Rand) traits {
	t := traits{
		hasSearchConsole: chance(r, .95), queriesPerPage: [2]int{1, 5}, medianSearches: logUniform(r, 12, 150), searchSpread: uniform(r, .9, 1.4),
		medianPosition: uniform(r, 5, 12), positionSpread: uniform(r, .6, .9), brandShare: uniform(r, .05, .2), anonymousShare: uniform(r, .5, 1.3),
		snippetSpread: uniform(r, .08, .28), volatility: uniform(r, .05, .25), maxSwing: uniform(r, .05, .45), weekendFactor: uniform(r, .5, 1.3),
		trend: uniform(r, -.3, .4), hasAnalytics: true, baseConversionRate: uniform(r, .015, .06), orderValue: uniform(r, 30, 160),
		otherChannels: logUniform(r, .5, 6), costPerClick: uniform(r, .4, 2.5), hasSemrush: chance(r, .5), hasPageSpeed: chance(r, .8),
		medianLCP: uniform(r, 1500, 2600), response: behavior.Base(behavior.BaseCurve(r)), plantChance: .6, plantScale: 1,
	}
	if chance(r, .35) {
		t.shock = pick(r, []float64{-.55, -.35, -.2, .25, .4})
	}
	return t
}

func shop(r *rand.Rand) traits {
	t := commonTraits(r)
	t.hasRevenue, t.adSpend, t.maxSwing = true, uniform(r, 4000, 20000), uniform(r, .2, .6)
	t.sections = []section{
		{"category", 10 + r.IntN(12), 1.3, "things", 1}, {"product", 70 + r.IntN(90), 1, "things", 2}, {"guide", 25 + r.IntN(35), .12, "subjects", 2},
	}
	return t
}

func leads(r *rand.Rand) traits {
	t := commonTraits(r)
	t.sections = []section{
		{"services", 10 + r.IntN(12), 1.2, "services", 1}, {"locations", 25 + r.IntN(40), 1, "services", 2}, {"", 8 + r.IntN(6), .5, "services", 1},
		{"advice", 15 + r.IntN(20), .1, "subjects", 2},
	}
	t.medianSearches, t.weekendFactor, t.baseConversionRate, t.costPerClick, t.adSpend = uniform(r, 8, 60), uniform(r, .25, .6), uniform(r, .03, .08), uniform(r, 2, 9), uniform(r, 6000, 30000)
	t.hasSemrush, t.maxSwing = false, uniform(r, .02, .2)
	return t
}

func publisher(r *rand.Rand) traits {
	t := commonTraits(r)
	t.sections = []section{
		{"news", 50 + r.IntN(60), .8, "subjects", 2}, {"reviews", 40 + r.IntN(40), 1, "things", 2}, {"how-to", 50 + r.IntN(50), 1, "subjects", 2},
	}
	t.medianSearches, t.searchSpread, t.anonymousShare, t.maxSwing, t.volatility = uniform(r, 25, 120), uniform(r, 1.1, 1.6), uniform(r, .9, 2), uniform(r, .3, .7), uniform(r, .15, .4)
	t.baseConversionRate, t.hasAnalytics = uniform(r, .01, .06), chance(r, .7)
	return t
}

func saas(r *rand.Rand) traits {
	t := commonTraits(r)
	t.sections = []section{
		{"", 14 + r.IntN(8), 1.4, "tools", 1}, {"features", 12 + r.IntN(14), 1, "tools", 1}, {"docs", 40 + r.IntN(50), .05, "tools", 3},
		{"blog", 35 + r.IntN(40), .2, "subjects", 2}, {"integrations", 15 + r.IntN(25), .5, "tools", 2},
	}
	t.brandShare, t.trend, t.weekendFactor, t.hasRevenue = uniform(r, .5, .8), uniform(r, .1, .9), uniform(r, .3, .55), chance(r, .6)
	t.adSpend, t.costPerClick, t.orderValue = uniform(r, 3000, 25000), uniform(r, 3, 10), uniform(r, 80, 400)
	return t
}

func huge(r *rand.Rand) traits {
	t := commonTraits(r)
	t.sections = []section{
		{"c", 60, 1.2, "things", 1}, {"p", 350 + r.IntN(150), 1, "things", 2}, {"magazine", 80, .1, "subjects", 2}, {"brands", 60, .8, "things", 2},
	}
	t.queriesPerPage, t.medianSearches, t.hasRevenue, t.adSpend, t.plantScale, t.plantChance = [2]int{1, 3}, uniform(r, 15, 50), true, uniform(r, 30000, 90000), 2, .8
	return t
}

func messy(r *rand.Rand) traits {
	t := shop(r)
	t.isMessy, t.missingShare, t.hasRevenue = true, uniform(r, .02, .2), chance(r, .6)
	t.sections[1].pages = 40 + r.IntN(40)
	return t
}

func sparse(r *rand.Rand) traits {
	t := commonTraits(r)
	t.sections = []section{{"", 6 + r.IntN(8), 1, "services", 1}, {"blog", 4 + r.IntN(10), .2, "subjects", 2}}
	t.medianSearches, t.adSpend, t.plantChance, t.plantScale = uniform(r, .4, 1.5), pick(r, []float64{0, 300, 900}), .35, .5
	t.hasAnalytics, t.hasPageSpeed, t.hasSearchConsole = chance(r, .7), chance(r, .5), chance(r, .8)
	return t
}
