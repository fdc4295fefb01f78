package risingcpc

import "testing"

// 29 conversions that cost a third more than 31 before them are chance; 290 are not.
func TestAConversionsCostMovesBeyondChanceOnly(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		conversions float64 // before; a twentieth fewer now, at a third more each
		beyond      bool
	}{"thirty": {30, false}, "three hundred": {300, true}} {
		of := campaign{row: map[string]any{
			"conversions_settled": .95 * c.conversions, "conversions_settled_before": c.conversions, "cost_settled": 1.33 * .95 * c.conversions, "cost_settled_before": c.conversions,
			"clicks_settled": 20 * c.conversions, "clicks_settled_before": 20 * c.conversions,
		}}
		if got := of.beyondChance(2); got != c.beyond {
			t.Errorf("%s: %v", name, got)
		}
		if z := of.rateChange(); z > 0 || z < -2 {
			t.Errorf("%s: a twentieth fewer is %v deviations", name, z)
		}
	}
}

func TestACostNearTheTargetIsAboutThat(t *testing.T) {
	t.Parallel()
	for cost, want := range map[float64]bool{106: true, 96: true, 111: false, 90: false} {
		of := campaign{row: map[string]any{"cost_settled": 100 * cost, "conversions_settled": 100., "target_cost": 101.}}
		of.addConversions(func(string) float64 { return 2 })
		if of.row["is_at_target"] != want {
			t.Errorf("%v beside 101: %v", cost, of.row["is_at_target"])
		}
	}
}
