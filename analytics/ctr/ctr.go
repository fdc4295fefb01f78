// Package ctr estimates the click-through rate by position in Google's results, for one site.
//
// Published curves overstate some sites many times over, and a site's own figures are sparse and not even
// monotone. The curve of a site is therefore the published shape, scaled to the site and shrunk towards its
// own rates in proportion to its impressions.
package ctr

import (
	"math"

	"upslope/analytics/stats"
)

// Constants of the CTR curve, calibrated: docs/method.md#ctr-curve.
const (
	// Deepest is the last position with its own bucket; few searchers look further.
	Deepest = 20

	priorWeight = 2000 // impressions: the prior weight of the published shape in each bucket
	priorClicks = 50   // and at most as many as bring so many clicks: at the top, a site soon knows better
	leastScale  = .03  // lower bound of the scale
	mostScale   = 1.5
	beyond      = .003 // published rate after Deepest
)

// prior is the published rate at positions 1 to 20: measured on page one, falling geometrically on page two.
func prior(position int) float64 {
	first := [10]float64{.276, .158, .110, .084, .063, .049, .039, .033, .027, .024}
	if position <= len(first) {
		return first[position-1]
	}
	const from, to, steps = .018, .006, Deepest - 11
	return from * math.Pow(to/from, float64(position-11)/steps)
}

// Bucket aggregates a site's non-brand queries around one position.
type Bucket struct {
	Place       int     // the position rounded, 1 to Deepest
	Position    float64 // mean, by Weight
	Clicks      float64
	Impressions float64
	Weight      float64 // impressions; one query contributes at most a tenth of the bucket
	Rate        float64 // mean click share, by Weight
}

// Curve is the CTR of a site by position.
type Curve struct {
	positions, rates []float64 // positions ascend, rates never do
	last             float64   // rate beyond the last position
}

// Fit estimates the curve of a site; without buckets it is the published one.
func Fit(buckets []Bucket) Curve {
	scale := scaleOf(buckets)
	byPlace := map[int]Bucket{}
	for _, bucket := range buckets {
		byPlace[bucket.Place] = bucket
	}
	positions, rates, weights := make([]float64, Deepest), make([]float64, Deepest), make([]float64, Deepest)
	for i := range Deepest {
		place := i + 1
		bucket, usual := byPlace[place], scale*prior(place)
		shape := min(priorWeight, priorClicks/usual)
		positions[i], weights[i] = float64(place), shape+bucket.Weight
		if bucket.Weight > 0 {
			positions[i] = bucket.Position
		}
		rates[i] = (bucket.Weight*bucket.Rate + shape*usual) / weights[i]
	}
	rates = stats.Falling(rates, weights)
	return Curve{positions: positions, rates: rates, last: min(scale*beyond, rates[Deepest-1])}
}

// scaleOf returns the ratio of the site's clicks to those of the published shape.
func scaleOf(buckets []Bucket) float64 {
	var clicks, expected float64
	for _, bucket := range buckets {
		clicks += bucket.Clicks
		expected += bucket.Impressions * prior(bucket.Place)
	}
	if expected == 0 {
		return 1
	}
	return min(max(clicks/expected, leastScale), mostScale)
}

// At returns the CTR at a position, interpolated on the logarithm of the position.
func (c Curve) At(position float64) float64 {
	if position <= c.positions[0] {
		return c.rates[0]
	}
	for i := 1; i < len(c.positions); i++ {
		if position <= c.positions[i] {
			return between(c.positions[i-1], c.positions[i], c.rates[i-1], c.rates[i], position)
		}
	}
	deepest := len(c.positions) - 1
	if position >= Deepest+1 {
		return c.last
	}
	return between(c.positions[deepest], Deepest+1, c.rates[deepest], c.last, position)
}

func between(from, to, fromRate, toRate, at float64) float64 {
	if to <= from || fromRate <= 0 || toRate <= 0 {
		return toRate
	}
	share := (at - from) / (to - from)
	return math.Exp((1-share)*math.Log(fromRate) + share*math.Log(toRate))
}

// Steps is the number of table entries per position.
const Steps = 20

// Table samples the curve in steps of 1/Steps from position 1 to Deepest+1, so that SQL reads a rate from an
// array.
func (c Curve) Table() []float64 {
	table := make([]float64, Deepest*Steps+1)
	for i := range table {
		const digits = 1e7
		table[i] = math.Round(c.At(1+float64(i)/Steps)*digits) / digits
	}
	return table
}
