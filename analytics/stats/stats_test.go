package stats

import (
	"math"
	"slices"
	"testing"
)

func TestBetaCDFIsTheProbabilityOfLess(t *testing.T) {
	for _, c := range []struct{ x, a, b, want float64 }{
		{.3, 1, 1, .3},
		{.5, 2, 2, .5},
		{.2, 2, 3, .1808},        // 6x² - 8x³ + 3x⁴
		{.75, .5, .5, 2. / 3},    // the arcsine distribution: 2/π·asin(√x)
		{.01, 1, 100, .63396766}, // 1 - .99¹⁰⁰
		{.5, 250000, 250000, .5},
		{0, 2, 3, 0}, {1, 2, 3, 1}, {-1, 2, 3, 0}, {2, 2, 3, 1},
		{.5, 0, 3, .5}, {math.NaN(), 1, 1, .5}, {.5, math.Inf(1), 1, .5},
	} {
		if got := BetaCDF(c.x, c.a, c.b); math.Abs(got-c.want) > 2e-3*max(c.want, 1e-3) {
			t.Errorf("I_%v(%v, %v) = %v, want %v", c.x, c.a, c.b, got, c.want)
		}
	}
}

func TestBetaQuantileInvertsBetaCDF(t *testing.T) {
	for _, c := range []struct{ a, b float64 }{{1, 1}, {3, 597}, {.5, .5}, {40, 2}} {
		for _, want := range []float64{.1, .5, .9} {
			if got := BetaCDF(BetaQuantile(want, c.a, c.b), c.a, c.b); math.Abs(got-want) > 1e-6 {
				t.Errorf("Beta(%v, %v): %v, want %v", c.a, c.b, got, want)
			}
		}
	}
}

func TestFallingPoolsWhatRises(t *testing.T) {
	for _, c := range []struct{ values, weights, want []float64 }{
		{[]float64{3, 2, 1}, []float64{1, 1, 1}, []float64{3, 2, 1}},
		{[]float64{1, 2, 3}, []float64{1, 1, 1}, []float64{2, 2, 2}},
		{[]float64{4, 1, 3, 2}, []float64{1, 1, 3, 1}, []float64{4, 2.5, 2.5, 2}},
		{nil, nil, nil},
	} {
		if got := Falling(c.values, c.weights); !slices.Equal(got, c.want) {
			t.Errorf("%v by %v: %v, want %v", c.values, c.weights, got, c.want)
		}
	}
}
