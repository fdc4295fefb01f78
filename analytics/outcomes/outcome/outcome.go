// Package outcome tells what came of a change: what was counted of something before and after it, against what was counted of others that
// nobody changed.
//
// It knows nothing of insights: plain numbers in, plain numbers out. Difference in differences, as ratios: without the change it would have
// grown like the others together did, which takes out seasons, trends and shocks that they share. How sure that is follows from how
// differently the others grew: the bootstrap over them gives the error of their growth, their dispersion around it that of the one.
package outcome

import (
	"math"
	"math/rand/v2"
	"slices"
)

// The constants of the method, all (cal).
const (
	FewestControls = 5 // with fewer nobody can tell how differently they grow
	draws          = 2000
	weeksOfShape   = 8   // with fewer weeks there is no shape to compare
	levelWeight    = .15 // what a factor of e in size costs, in correlation
)

// Counts is what was counted in a span: an amount, such as clicks or conversions, and of how much: days, or visits. Exposure is above 0.
type Counts struct {
	Amount, Exposure float64
}

// Unit is one entity before and after the change.
type Unit struct {
	Before, After Counts
}

// Gain is how much more was counted after a change than would have been without it, with what chance makes of it.
type Gain struct {
	mid   float64
	draws []float64
}

// Of works out the gain of treated in the span after, against at least FewestControls controls; false when there are too few, or nothing was
// counted of them. dispersion is the least variance of an amount in units of its mean: 1 for what is counted, the mean price for money.
func Of(treated Unit, controls []Unit, dispersion float64) (Gain, bool) {
	if len(controls) < FewestControls || treated.Before.Exposure <= 0 || treated.After.Exposure <= 0 {
		return Gain{}, false
	}
	growth, _, ok := together(controls, dispersion)
	if !ok {
		return Gain{}, false
	}
	gain := Gain{mid: treated.gain(growth), draws: make([]float64, 0, draws)}
	// Few controls say little of how far they spread: the variance of the t distribution, as of their number.
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

// gain is what was counted after, less what would have been had the rate grown so.
func (u Unit) gain(growth float64) float64 {
	return u.After.Amount - growth*u.Before.Amount/u.Before.Exposure*u.After.Exposure
}

// together is how the rate of units grew, and how far they spread around that: the variance of an amount in units of its mean, at least the
// given one. With growth s, after - s·before·e has the variance spread·s·e·before·(1 + s·e), e the exposure after per exposure before.
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

// Times is the gain in another unit.
func (g Gain) Times(factor float64) Gain {
	scaled := Gain{mid: g.mid * factor, draws: slices.Clone(g.draws)}
	for i := range scaled.draws {
		scaled.draws[i] *= factor
	}
	return scaled
}

// Plus is both gains together, as far as chance goes apart from each other.
func (g Gain) Plus(other Gain) Gain {
	sum := Gain{mid: g.mid + other.mid, draws: slices.Clone(g.draws)}
	for i := range sum.draws {
		sum.draws[i] += other.draws[i]
	}
	return sum
}

// Interval is the estimate and its 80 % interval.
func (g Gain) Interval() (low, mid, high float64) {
	sorted := slices.Clone(g.draws)
	slices.Sort(sorted)
	last := float64(len(sorted) - 1)
	return min(g.mid, sorted[int(math.Round(.1*last))]), g.mid, max(g.mid, sorted[int(math.Round(.9*last))])
}

// Candidate is an entity that another can be compared with: what was counted of it week by week before the change, the oldest first.
type Candidate struct {
	Weeks []float64
}

// Match picks at most so many candidates, those most like what was counted of the changed one in the same weeks: by the correlation of the
// square roots, whose noise does not depend on their size, and by size. Those that move against it are left out while enough others are
// there. It answers their indexes, the most alike first.
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
	against := -1 / math.Sqrt(max(float64(len(weeks)), 1)) // what lies above it may be chance
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

// correlation of the square roots; 0 when one of them does not vary.
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
