package behavior

import (
	"math"
	"math/rand/v2"
)

// Independent draws the second set. Result pages differ by query and device, success is partial, what waiting
// costs compounds, and orders are heavy-tailed.
//
// Ranges follow published studies where there are any: speed from no effect to 10 % of conversions a second
// (web.dev, Milliseconds make millions), order values lognormal with a deviation of about 1.
func Independent(r *rand.Rand) Model {
	perSecond, perHundredth := uniform(r, .02, .1), uniform(r, .002, .02)
	reached := uniform(r, .6, .95)
	linkShift := logUniform(r, .012, .05)
	click := clickModel(r)
	return Model{
		Curve:      click.average(),
		QueryCurve: click.draw,
		Reached: func(r *rand.Rand, position, target float64) float64 {
			return position - (position-target)*math.Min(1.1, reached*lognormal(r, .2))
		},
		ReachFix: func(distance float64) float64 { return .4 * math.Exp(-distance/9) },
		Regained: func(r *rand.Rand) float64 { return uniform(r, .5, 1.05) },
		// Proportional to the position: the further up, the more the results around have links, too.
		LinkGain: func(r *rand.Rand, position float64) float64 { return position * linkShift * lognormal(r, .4) },
		Merged:   func(r *rand.Rand, alone, loss float64) float64 { return alone + loss*uniform(r, 0, .5) },
		SpeedLoss: func(seconds, hundredths float64) float64 {
			return 1 - math.Exp(-perSecond*seconds-perHundredth*hundredths)
		},

		OrderSpread: uniform(r, .8, 1.3), Assisted: uniform(r, 0, .3), MediaShare: uniform(r, .3, .75), PageSpread: uniform(r, .05, .2),
		DemandDrift: uniform(r, .05, .25), CampaignRates: uniform(r, .2, .4), TermShapes: [2]float64{2, 8}, AdLag: uniform(r, 2, 5),
	}
}

// clicks is the click model of a site: how people on each device go through results.
type clicks struct {
	phone, computer Curve
	phoneShare      float64
	levelSpread     float64 // between queries: standard deviation of the logarithm
	depthSpread     float64 // of how far down people look
	dampened        float64 // share of queries whose results have features above them
}

// clickModel draws a family of curves for each device: people on phones look less far down.
func clickModel(r *rand.Rand) clicks {
	first := logUniform(r, .12, .34)
	var curve func(first, depth float64) Curve
	switch r.IntN(3) {
	case 0: // examination falls as a power of the position
		curve = func(first, depth float64) Curve {
			return func(position float64) float64 { return first * math.Pow(position, -1.15/depth) }
		}
	case 1: // a cascade: each result is passed with the same probability, some start over on page two
		curve = func(first, depth float64) Curve {
			return func(position float64) float64 {
				return first * (math.Exp(-(position-1)/(3.2*depth)) + .03/(1+.1*position))
			}
		}
	default: // a logistic screen: what is above the fold is seen, little of the rest
		curve = func(first, depth float64) Curve {
			return func(position float64) float64 {
				return first * (.06 + .94/(1+math.Exp((position-2.6*depth)/1.4))) / (1 + .05*position)
			}
		}
	}
	depth := uniform(r, .85, 1.3)
	return clicks{
		phone: curve(first, .85*depth), computer: curve(first*uniform(r, .8, 1.1), 1.15*depth), phoneShare: uniform(r, .35, .8),
		levelSpread: uniform(r, .03, .12), depthSpread: uniform(r, .02, .08), dampened: uniform(r, 0, .08),
	}
}

func (c clicks) at(position, phoneShare float64) float64 {
	return phoneShare*c.phone(position) + (1-phoneShare)*c.computer(position)
}

func (c clicks) average() Curve {
	return func(position float64) float64 { return c.at(position, c.phoneShare) }
}

// draw returns the curve of a query. Features above the results take more from the first than from others.
func (c clicks) draw(r *rand.Rand) (Curve, []string) {
	phoneShare := math.Min(.95, c.phoneShare*lognormal(r, .2))
	level, depth := lognormal(r, c.levelSpread), lognormal(r, c.depthSpread)
	taken, features := 0., []string(nil)
	if r.Float64() < c.dampened {
		taken, features = uniform(r, .3, .55), []string{[]string{"shopping_ads", "featured_snippet", "local_pack"}[r.IntN(3)]}
	}
	return func(position float64) float64 {
		within := math.Max(1, 1+(position-1)/depth) // how far down it seems
		return level * c.at(within, phoneShare) * (1 - taken*math.Exp(-(position-1)/6))
	}, features
}

func uniform(r *rand.Rand, low, high float64) float64 { return low + (high-low)*r.Float64() }

func logUniform(r *rand.Rand, low, high float64) float64 {
	return math.Exp(uniform(r, math.Log(low), math.Log(high)))
}

// lognormal has the median 1.
func lognormal(r *rand.Rand, deviation float64) float64 { return math.Exp(deviation * r.NormFloat64()) }
