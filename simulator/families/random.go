package families

import (
	"math"
	"math/rand/v2"
)

// between is a number that is as likely anywhere from low to high.
func between(r *rand.Rand, low, high float64) float64 { return low + (high-low)*r.Float64() }

// chance is true in that share of the cases.
func chance(r *rand.Rand, share float64) bool { return r.Float64() < share }

func pick[T any](r *rand.Rand, of []T) T { return of[r.IntN(len(of))] }

// about1 varies around a mean of 1, by factors: lognormal with that deviation of the logarithm.
func about1(r *rand.Rand, deviation float64) float64 {
	return math.Exp(deviation*r.NormFloat64() - deviation*deviation/2)
}

// jitter is a value that is measured not quite exactly.
func jitter(r *rand.Rand, value, deviation float64) float64 { return value * about1(r, deviation) }

// gamma has mean 1 and variance 1/shape (Marsaglia and Tsang 2000).
func gamma(r *rand.Rand, shape float64) float64 {
	if shape < 1 {
		return gammaOf(r, shape+1) * math.Pow(r.Float64(), 1/shape) / shape
	}
	return gammaOf(r, shape) / shape
}

func gammaOf(r *rand.Rand, shape float64) float64 {
	d := shape - 1./3
	c := 1 / math.Sqrt(9*d)
	for {
		x := r.NormFloat64()
		v := 1 + c*x
		if v <= 0 {
			continue
		}
		v = v * v * v
		if math.Log(r.Float64()) < x*x/2+d-d*v+d*math.Log(v) {
			return d * v
		}
	}
}

// poisson is a count with that mean; large ones by the normal distribution.
func poisson(r *rand.Rand, mean float64) int {
	switch {
	case mean <= 0 || math.IsNaN(mean):
		return 0
	case mean > 60:
		return max(0, int(math.Round(mean+math.Sqrt(mean)*r.NormFloat64())))
	}
	limit, product, count := math.Exp(-mean), r.Float64(), 0
	for product > limit {
		product *= r.Float64()
		count++
	}
	return count
}

// binomial is how many of n come true, each with that probability.
func binomial(r *rand.Rand, n int, p float64) int {
	p = min(max(p, 0), 1)
	switch {
	case n <= 0 || p == 0:
		return 0
	case n < 40:
		count := 0
		for range n {
			if r.Float64() < p {
				count++
			}
		}
		return count
	case float64(n)*p < 20:
		return min(n, poisson(r, float64(n)*p))
	}
	mean := float64(n) * p
	return min(n, max(0, int(math.Round(mean+math.Sqrt(mean*(1-p))*r.NormFloat64()))))
}
