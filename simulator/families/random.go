package families

import (
	"math"
	"math/rand/v2"
)

// uniform draws from low to high.
func uniform(r *rand.Rand, low, high float64) float64 { return low + (high-low)*r.Float64() }

// chance returns true with the given probability.
func chance(r *rand.Rand, share float64) bool { return r.Float64() < share }

func pick[T any](r *rand.Rand, of []T) T { return of[r.IntN(len(of))] }

// logUniform draws a number whose logarithm is uniform.
func logUniform(r *rand.Rand, low, high float64) float64 {
	return math.Exp(uniform(r, math.Log(low), math.Log(high)))
}

// lognormal has mean 1 and the given standard deviation of the logarithm.
func lognormal(r *rand.Rand, deviation float64) float64 {
	return math.Exp(deviation*r.NormFloat64() - deviation*deviation/2)
}

// noisy adds lognormal noise to a value.
func noisy(r *rand.Rand, value, deviation float64) float64 { return value * lognormal(r, deviation) }

// gamma has mean 1 and variance 1/shape (Marsaglia and Tsang, 2000).
func gamma(r *rand.Rand, shape float64) float64 {
	if shape < 1 {
		return gammaSample(r, shape+1) * math.Pow(r.Float64(), 1/shape) / shape
	}
	return gammaSample(r, shape) / shape
}

func gammaSample(r *rand.Rand, shape float64) float64 {
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

// poisson draws a count with the given mean, by the normal approximation if large.
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

// binomial draws the successes of n trials with probability p.
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
