package families

import (
	"math/rand/v2"

	"upslope/simulator/behavior"
)

// independentTraits vary by world in every family of the independent set.
func independentTraits(r *rand.Rand) traits {
	t := commonTraits(r)
	t.response = behavior.Independent(r)
	t.hasSearchConsole, t.hasPageSpeed = true, chance(r, .9)
	t.queriesPerPage, t.anonymousShare, t.snippetSpread = [2]int{1, 7}, uniform(r, .6, 1.6), uniform(r, .05, .2)
	t.positionSpread, t.volatility = uniform(r, .5, .8), uniform(r, .05, .2)
	return t
}

// marketplace has many similar listings below busy categories, and result pages full of other things.
func marketplace(r *rand.Rand) traits {
	t := independentTraits(r)
	t.hasRevenue, t.adSpend, t.orderValue = true, uniform(r, 8000, 40000), uniform(r, 20, 90)
	t.sections = []section{
		{"browse", 20 + r.IntN(20), 1.1, "things", 1}, {"listing", 120 + r.IntN(120), .9, "things", 2}, {"help", 10 + r.IntN(15), .05, "subjects", 2},
	}
	return t
}

// clinic sells appointments: few pages, no revenue in Analytics, expensive clicks.
func clinic(r *rand.Rand) traits {
	t := independentTraits(r)
	t.sections = []section{
		{"treatments", 15 + r.IntN(15), 1.2, "services", 1}, {"team", 8 + r.IntN(8), .6, "services", 2}, {"health", 30 + r.IntN(30), .1, "subjects", 2},
	}
	t.medianSearches, t.weekendFactor, t.baseConversionRate = uniform(r, 15, 70), uniform(r, .3, .7), uniform(r, .02, .06)
	t.adSpend, t.costPerClick, t.maxSwing = uniform(r, 5000, 20000), uniform(r, 3, 12), uniform(r, .02, .2)
	return t
}

// portal lives on articles; few of its queries are known, and Analytics reports no revenue.
func portal(r *rand.Rand) traits {
	t := independentTraits(r)
	t.sections = []section{
		{"topics", 60 + r.IntN(60), 1, "subjects", 2}, {"tests", 50 + r.IntN(40), 1, "things", 2}, {"wiki", 40 + r.IntN(60), .6, "tools", 3},
	}
	t.medianSearches, t.searchSpread, t.anonymousShare = uniform(r, 30, 150), uniform(r, 1, 1.5), uniform(r, 1, 2)
	t.hasAnalytics, t.maxSwing = chance(r, .6), uniform(r, .2, .6)
	return t
}

// maker sells its own brand: most searches name it, and a few large orders bring most of the revenue.
func maker(r *rand.Rand) traits {
	t := independentTraits(r)
	t.sections = []section{
		{"shop", 40 + r.IntN(50), 1.2, "things", 1}, {"care", 15 + r.IntN(20), .1, "subjects", 2}, {"stories", 25 + r.IntN(25), .15, "subjects", 2},
	}
	t.brandShare, t.hasRevenue, t.orderValue, t.baseConversionRate = uniform(r, .5, .85), true, uniform(r, 80, 300), uniform(r, .01, .03)
	t.adSpend, t.trend = uniform(r, 3000, 15000), uniform(r, -.2, .6)
	return t
}

// tools sells subscriptions after long trials; documentation brings many visits and few conversions.
func tools(r *rand.Rand) traits {
	t := independentTraits(r)
	t.sections = []section{
		{"product", 18 + r.IntN(15), 1.3, "tools", 1}, {"compare", 20 + r.IntN(25), 1, "tools", 2}, {"docs", 60 + r.IntN(60), .04, "tools", 3},
		{"blog", 40 + r.IntN(40), .2, "subjects", 2},
	}
	t.weekendFactor, t.hasRevenue, t.adSpend = uniform(r, .3, .5), chance(r, .6), uniform(r, 5000, 30000)
	t.costPerClick, t.orderValue, t.baseConversionRate = uniform(r, 3, 12), uniform(r, 100, 500), uniform(r, .01, .04)
	return t
}
