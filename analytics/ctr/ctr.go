// Package ctr says how many of the people who see a result at a position of Google's list click on it, on one site.
//
// Published curves overstate some real sites many times, and a site's own figures are thin and not even monotone; so the curve
// of a site is the published shape, scaled to the site and bent by what the site has seen, the more the more it has seen.
package ctr

import (
	"math"

	"upslope/analytics/stats"
)

// The constants of a curve, all (cal).
const (
	// Deepest is the last position that has a bucket. Beyond, few look.
	Deepest = 20

	priorWeight = 2000 // impressions: as much as this counts the published shape in each bucket
	leastScale  = .03  // of the published shape
	mostScale   = 1.5
	beyond      = .003 // the published rate after Deepest
)

// prior is the published rate at positions 1 to 20: counted on page one, falling geometrically on page two.
func prior(position int) float64 {
	first := [10]float64{.276, .158, .110, .084, .063, .049, .039, .033, .027, .024}
	if position <= len(first) {
		return first[position-1]
	}
	const from, to, steps = .018, .006, Deepest - 11
	return from * math.Pow(to/from, float64(position-11)/steps)
}

// Bucket is what a site has seen at about one position, in queries that do not name its brand.
type Bucket struct {
	Place       int     // the whole number nearest to the position, 1 to Deepest
	Position    float64 // mean, by Weight
	Clicks      float64
	Impressions float64
	Weight      float64 // impressions, no query with more than a tenth of the bucket's
	Rate        float64 // mean share of clicks, by Weight
}

// Curve is the click rate of a site by position.
type Curve struct {
	positions, rates []float64 // the positions rise, the rates do not
	last             float64   // beyond them
}

// Fit makes the curve of a site; without buckets it is the published one.
func Fit(buckets []Bucket) Curve {
	scale := scaleOf(buckets)
	byPlace := map[int]Bucket{}
	for _, bucket := range buckets {
		byPlace[bucket.Place] = bucket
	}
	positions, rates, weights := make([]float64, Deepest), make([]float64, Deepest), make([]float64, Deepest)
	for i := range Deepest {
		place := i + 1
		bucket := byPlace[place]
		positions[i], weights[i] = float64(place), priorWeight+bucket.Weight
		if bucket.Weight > 0 {
			positions[i] = bucket.Position
		}
		rates[i] = (bucket.Weight*bucket.Rate + priorWeight*scale*prior(place)) / weights[i]
	}
	rates = stats.Falling(rates, weights)
	return Curve{positions: positions, rates: rates, last: min(scale*beyond, rates[Deepest-1])}
}

// scaleOf is how many times the published shape the site's clicks are.
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

// At is the rate at a position, between the buckets by the logarithm.
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

// Steps is how many entries of a table lie between two whole positions.
const Steps = 20

// Table is the curve in steps of 1/Steps from position 1 to Deepest+1, for queries: a rate is then one look into an array.
func (c Curve) Table() []float64 {
	table := make([]float64, Deepest*Steps+1)
	for i := range table {
		const digits = 1e7
		table[i] = math.Round(c.At(1+float64(i)/Steps)*digits) / digits
	}
	return table
}
