package alerts

import (
	"math"
	"testing"
	"time"

	"upslope/simulator/families"
)

func lastDay() time.Time { return time.Date(2026, 11, 18, 0, 0, 0, 0, time.UTC) }

func daily(t *testing.T, family string, seed uint64, drop families.Drop) families.Daily {
	t.Helper()
	site, err := families.NewDaily(family, seed, 845, lastDay(), drop)
	if err != nil {
		t.Fatal(err)
	}
	return site
}

func TestQuietSitesHaveAtMostOneFalseAlarmAYear(t *testing.T) {
	t.Parallel()
	alarms, sites := 0, []string{"shop", "leads", "sparse"}
	for _, family := range sites {
		site := daily(t, family, 1, families.Drop{})
		for _, days := range [][]float64{site.Clicks, site.Sessions, site.Conversions} {
			until := 0
			for end := 480; days != nil && end <= 845; end++ {
				found, ok := deviates(Series{First: site.First, Days: days[:end]}, nil, true, falls, 20)
				if ok && found.PValue <= maxPValue && end > until {
					alarms, until = alarms+1, end+newLevelDays
				}
			}
		}
	}
	if alarms > len(sites) {
		t.Errorf("%d alarms on %d quiet sites in a year", alarms, len(sites))
	}
}

func TestAHalvedSiteIsFoundWithinTwoDays(t *testing.T) {
	t.Parallel()
	const day = 700
	found := 0
	for seed := range uint64(10) {
		site := daily(t, "huge", seed, families.Drop{Day: day, Factor: .5})
		deviation, ok := deviates(Series{First: site.First, Days: site.Sessions[:day+2]}, nil, true, falls, 20)
		if ok && deviation.PValue <= maxPValue {
			found++
		}
	}
	if found < 8 {
		t.Errorf("found %d of 10", found)
	}
}

func TestALossOfAThirdOfABusySiteIsFoundWithinFourDays(t *testing.T) {
	t.Parallel()
	const day = 700
	found := map[int]int{}
	for seed := range uint64(20) {
		site := daily(t, "huge", seed, families.Drop{Day: day, Factor: .67})
		for _, after := range []int{2, 4} {
			deviation, ok := deviates(Series{First: site.First, Days: site.Sessions[:day+after]}, nil, true, falls, 20)
			if ok && deviation.PValue <= maxPValue {
				found[after]++
			}
		}
	}
	if found[2] < 10 || found[4] < 12 {
		t.Errorf("of 20 sites, %d were told within two days and %d on the fourth", found[2], found[4])
	}
}

func TestDaysThatDidNotComeAreNoDrop(t *testing.T) {
	t.Parallel()
	days := make([]float64, 200)
	for i := range days {
		days[i] = 500 + float64(i*37%41)
	}
	for _, day := range []int{197, 198, 199} {
		days[day] = math.NaN()
	}
	if found, ok := deviates(Series{First: lastDay().AddDate(0, 0, -199), Days: days}, nil, true, falls, 20); ok && found.PValue <= maxPValue {
		t.Errorf("%+v", found)
	}
}

func TestAnAlertRecoversAtItsOldLevelAndEndsAtALastingOne(t *testing.T) {
	t.Parallel()
	days := make([]float64, 240)
	for i := range days {
		days[i] = 500 + float64(i*37%41)
		if i >= 200 && i < 210 || i >= 215 {
			days[i] /= 2
		}
	}
	first := lastDay().AddDate(0, 0, -239)
	series := func(end int) Series { return Series{First: first, Days: days[:end]} }
	open := Span{Onset: first.AddDate(0, 0, 200), Loss: .5}
	for _, c := range []struct {
		end               int
		recovered, lasted bool
	}{{208, false, false}, {213, true, false}, {228, false, true}} {
		recovered, lasted := recovers(series(c.end), open, []Span{open}, true)
		if recovered != c.recovered || lasted != c.lasted {
			t.Errorf("after %d days: recovered %v, lasted %v", c.end, recovered, lasted)
		}
	}
}
