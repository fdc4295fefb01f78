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
