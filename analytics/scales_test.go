package analytics

import (
	"fmt"
	"math"
	"testing"
	"time"

	"upslope"
	"upslope/infra/clickhouse/clickhousetest"
)

// scoresOf is what candidates in euros, each sure and of effort 3, score on a site that is worth 10,000 a month.
func scoresOf(known upslope.SiteScales, at time.Time, values ...float64) ([]int, upslope.ScaleChanges) {
	g := &ground{clicks: &clickValues{source: "Revenue", currency: "EUR", mean: 2}, windows: windows{days: map[string]int{"gsc_totals": 28}}}
	g.search.clicks = 5000 * 28 / monthDays
	candidates := make([]candidate, len(values))
	for i, value := range values {
		candidates[i] = candidate{value: &upslope.Value{Mid: value, Unit: unitCurrency, Currency: "EUR"}, probabilityReal: 1, probabilityFix: 1}
	}
	s := newScales(known, at)
	s.measure(g, candidates)
	scores := make([]int, len(values))
	for i, c := range candidates {
		scores[i] = Score(s.of(c.value).Share(c.expectedValue()), 3)
	}
	return scores, s.changes()
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

// On a site that is known by its name most clicks are of people who look for it, whom no task brings: beside them every task would be small.
func TestClicksOfTheBrandAreNoMeasureOfWhatCanBeMoved(t *testing.T) {
	t.Parallel()
	db := clickhousetest.Open(t)
	addDays(t, db, "gsc_queries", "0..27")
	addDays(t, db, "gsc_totals", "0..27")
	addReport(t, db, "gsc_queries", []byte("query,days,clicks,impressions,position\nthing {1..40},0..13,1,20,5\nbrand example,0..27,90,100,1\n"))
	addReport(t, db, "gsc_totals", []byte("days,clicks,impressions,position\n0..27,150,1000,5\n"))
	g := groundOf(t, db)
	s := newScales(upslope.SiteScales{}, today)
	s.measure(g, []candidate{{value: &upslope.Value{Mid: 100, Unit: unitClicks}, probabilityReal: 1, probabilityFix: 1}})
	// 150 clicks a day without the 90 of those who name the brand; hidden searches count.
	if put := s.changes().Put; len(put) != 1 || !about(put[0].Worth, 60*monthDays) {
		t.Errorf("keeps %+v", put)
	}
}

func TestAScaleIsWorkedOutEachTimeUntilTheOlderDaysAreIn(t *testing.T) {
	t.Parallel()
	before, changes := scoresOf(upslope.SiteScales{}, today, 100, 200, 400)
	if changes.Put[0].FrozenAt != nil {
		t.Fatalf("froze %+v", changes.Put)
	}
	after, changes := scoresOf(upslope.SiteScales{Scales: changes.Put, Settled: true}, today, 100, 200, 4000)
	if fmt.Sprint(before[:2]) == fmt.Sprint(after[:2]) || changes.Put[0].FrozenAt == nil {
		t.Errorf("scores %v, then %v, keeps %+v", before, after, changes.Put)
	}
}
