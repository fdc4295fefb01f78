package scoring

import (
	"fmt"
	"math"
	"testing"
	"time"

	"upslope"
)

// scoresOf scores candidates in euros, each certain and of effort 3, on a site with a monthly value of
// 10,000.
func scoresOf(known upslope.SiteScales, at time.Time, values ...float64) ([]int, upslope.ScaleChanges) {
	worth := SiteValue{Month: map[string]float64{"currencyEUR": 10_000}, Click: map[string]float64{"currencyEUR": 2}}
	finds := make([]Estimate, len(values))
	for i, value := range values {
		finds[i] = Estimate{Value: &upslope.Value{Mid: value, Unit: UnitCurrency, Currency: "EUR"}, Expected: value}
	}
	s := NewScales(known, at)
	s.Fit(worth, finds)
	scores := make([]int, len(values))
	for i, one := range finds {
		scores[i] = Score(s.For(one.Value).Share(one.Expected), 3)
	}
	return scores, s.Changes()
}

func TestAScaleStaysForAQuarterUnlessWhatItRestsOnGrows(t *testing.T) {
	t.Parallel()
	first := time.Date(2026, 10, 2, 9, 0, 0, 0, time.UTC)
	rests := []string{"gsc 1", "currency EUR"}
	before, changes := scoresOf(upslope.SiteScales{RestsOn: rests, Settled: true}, first, 100, 200, 400)
	frozen := changes.Put
	if len(frozen) != 1 || frozen[0].FrozenAt == nil || math.Round(frozen[0].Worth) != 10_000 || frozen[0].ClickValue != 2 || frozen[0].Top != 380 {
		t.Fatalf("froze %+v", frozen)
	}
	for name, c := range map[string]struct {
		at      time.Time
		rests   []string
		settled bool
		stays   bool
		freezes bool
	}{
		"the next day":                      {first.AddDate(0, 0, 1), rests, true, true, false},
		"the last day of the quarter":       {time.Date(2026, 12, 31, 23, 59, 0, 0, time.UTC), rests, true, true, false},
		"while older days are read again":   {first.AddDate(0, 0, 1), rests, false, true, false},
		"a source was disconnected":         {first.AddDate(0, 0, 1), rests[1:], true, true, false},
		"the next quarter":                  {time.Date(2027, 1, 1, 0, 0, 0, 0, time.UTC), rests, true, false, true},
		"the same quarter a year later":     {first.AddDate(1, 0, 0), rests, true, false, true},
		"a source was connected":            {first.AddDate(0, 0, 1), append([]string{"ga4 2"}, rests...), true, false, true},
		"its older days are still to come":  {first.AddDate(0, 0, 1), append([]string{"ga4 2"}, rests...), false, false, false},
		"the source reads another property": {first.AddDate(0, 0, 1), []string{"gsc 3", "currency EUR"}, true, false, true},
		"the currency of the site changed":  {first.AddDate(0, 0, 1), []string{"gsc 1", "currency USD"}, true, false, true},
	} {
		t.Run(name, func(t *testing.T) {
			after, changes := scoresOf(upslope.SiteScales{Scales: frozen, RestsOn: c.rests, Settled: c.settled}, c.at, 100, 200, 400, 1_000_000)
			if same := fmt.Sprint(after[:3]) == fmt.Sprint(before); same != c.stays {
				t.Errorf("scores %v, then %v", before, after)
			}
			if freezes := len(changes.Put) == 1 && changes.Put[0].FrozenAt != nil; freezes != c.freezes || c.stays && len(changes.Put) > 0 {
				t.Errorf("keeps %+v", changes.Put)
			}
			if after[3] < after[2] {
				t.Errorf("a million scores %d, below %v", after[3], after[:3])
			}
		})
	}
}

func TestAScaleIsWorkedOutEachTimeUntilTheOlderDaysAreIn(t *testing.T) {
	t.Parallel()
	at := time.Date(2026, 11, 21, 9, 0, 0, 0, time.UTC)
	before, changes := scoresOf(upslope.SiteScales{}, at, 100, 200, 400)
	if changes.Put[0].FrozenAt != nil {
		t.Fatalf("froze %+v", changes.Put)
	}
	after, changes := scoresOf(upslope.SiteScales{Scales: changes.Put, Settled: true}, at, 100, 200, 4000)
	if fmt.Sprint(before[:2]) == fmt.Sprint(after[:2]) || changes.Put[0].FrozenAt == nil {
		t.Errorf("scores %v, then %v, keeps %+v", before, after, changes.Put)
	}
}
