// Package behavior describes how searchers, visitors and search engines of a generated site respond: click
// models, elasticities, and what a click is worth.
//
// It owns two independent sets of assumptions, Base and Independent. Neither uses the engine's formulas or
// constants. It neither generates sites nor measures findings.
package behavior

import (
	"math"
	"math/rand/v2"
)

// Curve is the click-through rate of an average snippet by position.
type Curve func(position float64) float64

// Model is how the world outside a site responds to it. Random sources are streams of one case each, so that
// the outcome of a case does not depend on other cases.
type Model struct {
	Curve Curve // of an average search of the site
	// QueryCurve is that of one query, with the features of its result page; nil: the site's.
	QueryCurve func(r *rand.Rand) (curve Curve, features []string)

	// Reached is the position after successful work towards a target.
	Reached func(r *rand.Rand, position, target float64) float64
	// ReachFix is the probability that work moves a page up by so many positions.
	ReachFix func(distance float64) float64
	// Regained is the share of missing clicks that a better title brings.
	Regained func(r *rand.Rand) float64
	// LinkGain is how many positions links from related pages bring.
	LinkGain func(r *rand.Rand, position float64) float64
	// Merged is the position of a page that no longer competes with another of the site.
	Merged func(r *rand.Rand, alone, loss float64) float64

	// SpeedLoss is the share of conversions lost by seconds of LCP and 100 ms of INP beyond good.
	SpeedLoss func(seconds, hundredths float64) float64

	OrderSpread   float64 // of an order's value: standard deviation of the logarithm
	Assisted      float64 // conversions that Analytics credits to a later visit, per credited one
	MediaShare    float64 // of the CPC that a click is worth where no revenue is known
	PageSpread    float64 // of the conversion rates of pages: standard deviation of the logarithm
	DemandDrift   float64 // of a page's demand over a year: standard deviation of the logarithm
	CampaignRates float64 // of conversion rates between campaigns: standard deviation of the logarithm
	TermShapes    [2]float64
	AdLag         float64 // mean days from an ad click to its conversion
}

// Base is the first set: one curve a site, success reaches its target, links bring the same everywhere.
func Base(curve Curve) Model {
	return Model{
		Curve:    curve,
		Reached:  func(_ *rand.Rand, _, target float64) float64 { return target },
		ReachFix: func(distance float64) float64 { return .45 / (1 + distance/6) },
		Regained: func(*rand.Rand) float64 { return 1 },
		LinkGain: func(r *rand.Rand, _ float64) float64 { return .4 + .7*r.Float64() },
		Merged:   func(_ *rand.Rand, alone, _ float64) float64 { return alone },
		SpeedLoss: func(seconds, hundredths float64) float64 {
			return math.Min(.3, .022*seconds+.008*hundredths)
		},
		OrderSpread: .7, MediaShare: .5, CampaignRates: .2, TermShapes: [2]float64{3, 12}, AdLag: 2.5,
	}
}

// BaseCurve draws one of four shapes; none is a published curve, so that the engine cannot know it.
func BaseCurve(r *rand.Rand) Curve {
	first := logUniform(r, .06, .36)
	switch r.IntN(4) {
	case 0: // a power law
		power := uniform(r, .85, 1.35)
		return func(position float64) float64 { return first * math.Pow(position, -power) }
	case 1: // halves every few positions, down to a floor
		half, floor := uniform(r, 1.6, 3.2), first*uniform(r, .01, .03)
		return func(position float64) float64 { return (first-floor)*math.Exp2(-(position-1)/half) + floor }
	case 2: // most on the first screen, hardly anything beyond the first page
		edge, cut := uniform(r, 3.2, 5), uniform(r, .25, .6)
		return func(position float64) float64 {
			rate := first * (.22 + .78/(1+math.Exp((position-edge)/.9))) * math.Exp(-.06*(position-1))
			return rate * (1 - (1-cut)/(1+math.Exp(-(position-10.5)*3)))
		}
	}
	// Ads above: the first gains little over the second, and the top of page two over the end of page one.
	decline := uniform(r, .14, .24)
	return func(position float64) float64 {
		return first * math.Exp(-decline*(math.Max(position, 1.4)-1)) * (1 + .25*math.Exp(-(position-11)*(position-11)))
	}
}
