package behavior_test

import (
	"math/rand/v2"
	"testing"

	"upslope/simulator/behavior"
)

func source(seed uint64) *rand.Rand { return rand.New(rand.NewPCG(seed, 1)) } //nolint:gosec // reproducible

// Better positions get more clicks, and no response is impossible, whatever is drawn.
func TestIndependentModelsRespondInTheRightDirection(t *testing.T) {
	for seed := range uint64(200) {
		m := behavior.Independent(source(seed))
		curve, _ := m.QueryCurve(source(seed + 1000))
		for _, c := range []behavior.Curve{m.Curve, curve} {
			if first, third, tenth, last := c(1), c(3), c(10), c(40); first > .6 || tenth >= third || last > tenth || last < 0 {
				t.Fatalf("seed %d: %.4f at 1, %.4f at 3, %.4f at 10, %.4f at 40", seed, first, third, tenth, last)
			}
		}
		if at := m.Reached(source(seed), 9, 3); at >= 9 || at < 2 {
			t.Errorf("seed %d: success moves from 9 towards 3 and arrives at %.1f", seed, at)
		}
		if gain := m.LinkGain(source(seed), 8); gain <= 0 || gain > 2.5 {
			t.Errorf("seed %d: links bring %.2f positions", seed, gain)
		}
		if fast, slow := m.SpeedLoss(0, 0), m.SpeedLoss(2, 0); fast != 0 || slow <= 0 || slow >= .5 {
			t.Errorf("seed %d: no wait costs %.2f and two seconds %.2f", seed, fast, slow)
		}
		if m.ReachFix(10) >= m.ReachFix(2) {
			t.Errorf("seed %d: a longer way succeeds more often", seed)
		}
	}
}

// The two sets must not rest on the same elasticities, or the second tells nothing new.
func TestTheSetsDisagree(t *testing.T) {
	links, speed := 0., 0.
	base := behavior.Base(behavior.BaseCurve(source(1)))
	for seed := range uint64(200) {
		m := behavior.Independent(source(seed))
		links += m.LinkGain(source(seed), 7) / base.LinkGain(source(seed), 7) / 200
		speed += m.SpeedLoss(2, 0) / base.SpeedLoss(2, 0) / 200
	}
	if links > .6 || speed < 1.5 {
		t.Errorf("links bring %.2f and speed costs %.2f times as much as in the base set", links, speed)
	}
}
