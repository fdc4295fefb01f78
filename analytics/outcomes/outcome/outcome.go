// Package outcome estimates the effect of a change: the counts of one entity before and after it, against the
// counts of controls that nobody changed.
//
// It knows nothing of insights: plain numbers in, plain numbers out. The method is difference in differences
// on ratios: the growth of the controls is the counterfactual, which removes shared seasons, trends and
// shocks. The error comes from the controls: a bootstrap gives the error of their growth, their
// overdispersion that of the treated entity.
package outcome

import (
	"math"
	"math/rand/v2"
	"slices"
)

// Constants of the estimate, calibrated: docs/method.md#outcomes.
const (
	FewestControls = 5 // with fewer, the spread of growth cannot be estimated
	draws          = 2000
	weeksOfShape   = 8   // with fewer weeks, shapes cannot be compared
	levelWeight    = .15 // penalty of a size ratio of e, in units of correlation
)

// Counts are the totals of a span: an amount, such as clicks or conversions, and its exposure in days or
// visits, which is above 0.
type Counts struct {
	Amount, Exposure float64
}

type Unit struct {
	Before, After Counts
}

// Gain is the difference to the counterfactual, with its error.
type Gain struct {
	mid   float64
	draws []float64
}

// Of estimates the gain of treated in the span after, against at least FewestControls controls; false if
// there are fewer, or their counts are zero. dispersion is the minimum variance-to-mean ratio: 1 for counts,
// the mean price for money.
func Of(treated Unit, controls []Unit, dispersion float64) (Gain, bool) {
	if len(controls) < FewestControls || treated.Before.Exposure <= 0 || treated.After.Exposure <= 0 {
		return Gain{}, false
	}
	growth, _, ok := together(controls, dispersion)
	if !ok {
		return Gain{}, false
	}
	gain := Gain{mid: treated.gain(growth), draws: make([]float64, 0, draws)}
	// Few controls underestimate the spread: use the variance of the t distribution.
	unsure := float64(len(controls)) / float64(len(controls)-2)
	random := rand.New(rand.NewPCG(1, uint64(len(controls)))) //nolint:gosec // the same figures give the same answer
	picked := make([]Unit, len(controls))
	for range draws {
		for i := range picked {
			picked[i] = controls[random.IntN(len(controls))]
		}
		grown, spread, ok := together(picked, dispersion)
		if !ok {
			grown, spread = growth, dispersion
		}
		drawn := treated
		drawn.Before.Amount += math.Sqrt(unsure*spread*max(treated.Before.Amount, dispersion)) * random.NormFloat64()
		drawn.After.Amount += math.Sqrt(unsure*spread*max(treated.After.Amount, dispersion)) * random.NormFloat64()
		gain.draws = append(gain.draws, drawn.gain(grown))
	}
	return gain, true
}

// gain is the amount after minus its counterfactual at this growth.
func (u Unit) gain(growth float64) float64 {
	return u.After.Amount - growth*u.Before.Amount/u.Before.Exposure*u.After.Exposure
}

// together estimates the common growth s of units and their overdispersion, at least the given one. With e
// the exposure after per exposure before, after - s·before·e has the variance spread·s·e·before·(1 + s·e).
func together(units []Unit, least float64) (growth, spread float64, ok bool) {
	var after, before float64
	for _, u := range units {
		after += u.After.Amount
		before += u.Before.Amount / u.Before.Exposure * u.After.Exposure
	}
	if before <= 0 || after <= 0 {
		return 0, 0, false
	}
	growth = after / before
	squares, counted := 0., 0
	for _, u := range units {
		each := growth * u.After.Exposure / u.Before.Exposure
		if u.Before.Amount > 0 {
			residual := u.After.Amount - each*u.Before.Amount
			squares += residual * residual / (u.Before.Amount * each * (1 + each))
			counted++
		}
	}
	if counted < 2 {
		return growth, least, true
	}
	return growth, max(least, squares/float64(counted-1)), true
}

// Times converts the gain to another unit.
func (g Gain) Times(factor float64) Gain {
	scaled := Gain{mid: g.mid * factor, draws: slices.Clone(g.draws)}
	for i := range scaled.draws {
		scaled.draws[i] *= factor
	}
	return scaled
}

// Plus adds gains with independent errors.
func (g Gain) Plus(other Gain) Gain {
	sum := Gain{mid: g.mid + other.mid, draws: slices.Clone(g.draws)}
	for i := range sum.draws {
		sum.draws[i] += other.draws[i]
	}
	return sum
}

// Interval returns the estimate and its 80 % interval.
func (g Gain) Interval() (low, mid, high float64) {
	sorted := slices.Clone(g.draws)
	slices.Sort(sorted)
	last := float64(len(sorted) - 1)
	return min(g.mid, sorted[int(math.Round(.1*last))]), g.mid, max(g.mid, sorted[int(math.Round(.9*last))])
}

// Candidate is a possible control, with its weekly counts before the change, oldest first.
type Candidate struct {
	Weeks []float64
}

// Match returns the indexes of the best controls, best first: by correlation of square roots (which stabilize
// the variance of counts) and by size. Anticorrelated candidates are dropped while enough others remain.
func Match(weeks []float64, candidates []Candidate, most int) []int {
	type match struct {
		index       int
		shape, like float64
	}
	matches := make([]match, 0, len(candidates))
	for i, candidate := range candidates {
		size := sum(candidate.Weeks)
		if size <= 0 {
			continue
		}
		shape := 0.
		if len(weeks) >= weeksOfShape && len(candidate.Weeks) == len(weeks) {
			shape = correlation(weeks, candidate.Weeks)
		}
		apart := math.Abs(math.Log(size / max(sum(weeks), 1)))
		matches = append(matches, match{i, shape, shape - levelWeight*apart})
	}
	slices.SortStableFunc(matches, func(a, b match) int {
		switch {
		case a.like > b.like:
			return -1
		case a.like < b.like:
			return 1
		}
		return 0
	})
	against := -1 / math.Sqrt(max(float64(len(weeks)), 1)) // a correlation above it may be chance
	alike := slices.DeleteFunc(slices.Clone(matches), func(m match) bool { return m.shape < against })
	if len(alike) >= FewestControls {
		matches = alike
	}
	indexes := make([]int, 0, most)
	for _, m := range matches[:min(most, len(matches))] {
		indexes = append(indexes, m.index)
	}
	return indexes
}

func sum(values []float64) float64 {
	total := 0.
	for _, value := range values {
		total += value
	}
	return total
}

// correlation of the square roots; 0 if one of them is constant.
func correlation(a, b []float64) float64 {
	root := func(v float64) float64 { return math.Sqrt(max(v, 0)) }
	var meanA, meanB float64
	for i := range a {
		meanA += root(a[i]) / float64(len(a))
		meanB += root(b[i]) / float64(len(a))
	}
	var both, squaresA, squaresB float64
	for i := range a {
		x, y := root(a[i])-meanA, root(b[i])-meanB
		both, squaresA, squaresB = both+x*y, squaresA+x*x, squaresB+y*y
	}
	if squaresA <= 0 || squaresB <= 0 {
		return 0
	}
	return both / math.Sqrt(squaresA*squaresB)
}
