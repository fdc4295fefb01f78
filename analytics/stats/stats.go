// Package stats has the few statistics that neither ClickHouse nor the standard library has.
//
// It knows nothing of insights: plain numbers in, plain numbers out. Odd input returns a bound of the range,
// never NaN.
package stats

import "math"

// Z90 is the 90th percentile of the standard normal distribution; the 10th is -Z90.
const Z90 = 1.2816

// BetaCDF returns P(X < x) of a Beta(a, b) variable: the regularized incomplete beta function I_x(a, b).
// Outside its domain (a or b not above 0) it returns ½.
func BetaCDF(x, a, b float64) float64 {
	switch {
	case math.IsNaN(x+a+b) || math.IsInf(a+b, 0) || a <= 0 || b <= 0:
		return .5
	case x <= 0:
		return 0
	case x >= 1:
		return 1
	}
	// The fraction converges fast only left of the mean.
	if x > (a+1)/(a+b+2) {
		return 1 - BetaCDF(1-x, b, a)
	}
	return min(math.Exp(a*math.Log(x)+b*math.Log1p(-x)-logBeta(a, b))/a*betaFraction(x, a, b), 1)
}

// BetaQuantile returns the x below which a Beta(a, b) variable is with this probability, by bisection.
func BetaQuantile(probability, a, b float64) float64 {
	low, high := 0., 1.
	for range 50 {
		if middle := (low + high) / 2; BetaCDF(middle, a, b) < probability {
			low = middle
		} else {
			high = middle
		}
	}
	return (low + high) / 2
}

func logBeta(a, b float64) float64 {
	left, _ := math.Lgamma(a)
	right, _ := math.Lgamma(b)
	both, _ := math.Lgamma(a + b)
	return left + right - both
}

// betaFraction evaluates the continued fraction of the incomplete beta function (DLMF 8.17.22), by Lentz's
// method.
func betaFraction(x, a, b float64) float64 {
	const (
		most    = 10_000
		precise = 1e-12
		tiny    = 1e-300
	)
	away := func(v float64) float64 {
		if math.Abs(v) < tiny {
			return tiny
		}
		return v
	}
	c, d := 1., 1/away(1-(a+b)*x/(a+1))
	value := d
	for n := 1.; n < most; n++ {
		even := n * (b - n) * x / ((a + 2*n - 1) * (a + 2*n))
		d, c = 1/away(1+even*d), away(1+even/c)
		value *= d * c
		odd := -(a + n) * (a + b + n) * x / ((a + 2*n) * (a + 2*n + 1))
		d, c = 1/away(1+odd*d), away(1+odd/c)
		value *= d * c
		if math.Abs(d*c-1) < precise {
			break
		}
	}
	return value
}

// Falling returns the weighted isotonic regression to non-increasing values, by pool adjacent violators.
func Falling(values, weights []float64) []float64 {
	type pool struct {
		sum, weight float64
		size        int
	}
	var pools []pool
	for i, value := range values {
		next := pool{value * weights[i], weights[i], 1}
		for len(pools) > 0 {
			last := pools[len(pools)-1]
			if last.sum*next.weight >= next.sum*last.weight {
				break
			}
			next = pool{last.sum + next.sum, last.weight + next.weight, last.size + next.size}
			pools = pools[:len(pools)-1]
		}
		pools = append(pools, next)
	}
	fallen := make([]float64, 0, len(values))
	for _, pool := range pools {
		for range pool.size {
			fallen = append(fallen, pool.sum/pool.weight)
		}
	}
	return fallen
}

// BetaDeviation returns the standard deviation of a Beta(a, b) variable.
func BetaDeviation(a, b float64) float64 { return math.Sqrt(a*b/(a+b+1)) / (a + b) }
