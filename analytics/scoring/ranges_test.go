package scoring_test

import (
	"math"
	"testing"

	"upslope/analytics/scoring"
)

func TestConvertedRangeWidensWithTheErrorOfTheRate(t *testing.T) {
	low, high := scoring.ConvertRange(50, 100, 200, 3, 0, 1.28)
	if math.Abs(low-150) > 1e-9 || math.Abs(high-600) > 1e-9 {
		t.Errorf("a known rate only scales: got %v to %v", low, high)
	}
	wideLow, wideHigh := scoring.ConvertRange(50, 100, 200, 3, .5, 1.28)
	if !(0 < wideLow && wideLow < low && wideHigh > high) {
		t.Errorf("got %v to %v", wideLow, wideHigh)
	}
	if math.Abs(wideLow*wideHigh-300*300) > 1e-6 {
		t.Errorf("a ratio is as likely to be halved as doubled: got %v to %v", wideLow, wideHigh)
	}
}

func TestConvertedRangeOfNothingIsNothing(t *testing.T) {
	if low, high := scoring.ConvertRange(0, 0, 0, 3, .5, 1.28); low != 0 || high != 0 {
		t.Errorf("got %v to %v", low, high)
	}
	if low, high := scoring.ConvertRange(0, 10, 20, 3, .5, 1.28); low != 0 || high <= 60 {
		t.Errorf("an unknown lower end stays 0: got %v to %v", low, high)
	}
}
