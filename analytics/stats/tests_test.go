package stats

import (
	"math"
	"testing"
)

func TestBenjaminiHochbergTakesAllUpToTheLastThatIsRareEnough(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		p     []float64
		tests int
		want  int
	}{
		{nil, 10, 0},
		{[]float64{.2, .3}, 2, 0},
		{[]float64{.001, .02, .03, .5}, 4, 3}, // .03 is below .05 × 3 / 4
		{[]float64{.03, .031, .032}, 3, 3},    // the last passes, and with it those before
		{[]float64{.001}, 100, 0},
	} {
		if got := BenjaminiHochberg(c.p, c.tests, .05); got != c.want {
			t.Errorf("%v of %d: %d, want %d", c.p, c.tests, got, c.want)
		}
	}
}

func TestARateIsLessThanAnotherTheSurerTheMoreIsSeen(t *testing.T) {
	t.Parallel()
	if even := RateRatioBelow(1, 50, 50); math.Abs(even-.5) > 1e-9 {
		t.Errorf("%v", even)
	}
	few, many := RateRatioBelow(.5, 5, 20), RateRatioBelow(.5, 50, 200)
	if few < .7 || few > .95 || many < .999 {
		t.Errorf("%v %v", few, many)
	}
}

func TestACountFarBelowItsExpectationIsRare(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ count, expected, dispersion, least, most float64 }{
		{100, 100, 1, .5, .5},
		{80, 100, 1, .015, .025},  // Poisson: 0.0226
		{80, 100, 4, .13, .18},    // twice the deviation
		{130, 100, 1, .99, .9999}, // far above
	} {
		if got := CountBelow(c.count, c.expected, c.dispersion); got < c.least || got > c.most {
			t.Errorf("%+v: %v", c, got)
		}
	}
	if got := NormalCDF(Z90); math.Abs(got-.9) > 1e-4 {
		t.Errorf("%v", got)
	}
	if got := NormalQuantile(.9); math.Abs(got-Z90) > 1e-4 {
		t.Errorf("%v", got)
	}
}

func TestTheSignificantPValueIsTheLargestThatPasses(t *testing.T) {
	t.Parallel()
	if limit, ok := SignificantPValue([]float64{.5, .001, .03, .02}, 4, .05); !ok || limit != .03 {
		t.Errorf("%v, %v", limit, ok)
	}
	if _, ok := SignificantPValue([]float64{.5}, 4, .05); ok {
		t.Error("nothing passes")
	}
}
