package families

import (
	"math"
	"math/rand/v2"
)

// ctrCurve is the click-through rate of an average snippet by position.
type ctrCurve func(position float64) float64

// randomCTRCurve draws one of four shapes; none is a published curve, so that the engine cannot have it by heart.
func randomCTRCurve(r *rand.Rand) ctrCurve {
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
	// Ads above: the first gets hardly more than the second, the top of page two a little more than the end of page one.
	decline := uniform(r, .14, .24)
	return func(position float64) float64 {
		return first * math.Exp(-decline*(math.Max(position, 1.4)-1)) * (1 + .25*math.Exp(-(position-11)*(position-11)))
	}
}
