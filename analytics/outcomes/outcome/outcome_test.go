package outcome

import (
	"math"
	"math/rand/v2"
	"testing"
)

// site is a made-up site in which something may be changed: pages that share a season and a shock, and each
// its own drift.
type site struct {
	controls int
	level    float64 // clicks of the changed one in 28 days
	spread   float64 // of the sizes of the others: their logarithm's deviation
	drift    float64 // likewise of how each grows
	shock    float64 // what all grow by
	effect   float64 // what the change multiplies
	days     float64 // after; 28 before
}

// happen makes the counts of the site, and the clicks that the change truly brought.
func (s site) happen(random *rand.Rand) (treated Unit, controls []Unit, truth float64) {
	page := func(level, effect float64) (Unit, float64) {
		grown := level * s.days / 28 * s.shock * math.Exp(s.drift*random.NormFloat64()-s.drift*s.drift/2)
		return Unit{Counts{counted(random, level), 28}, Counts{counted(random, grown*effect), s.days}}, grown * (effect - 1)
	}
	treated, truth = page(s.level, s.effect)
	for range s.controls {
		control, _ := page(s.level*math.Exp(s.spread*random.NormFloat64()), 1)
		controls = append(controls, control)
	}
	return treated, controls, truth
}

// counted is a Poisson number, doubled in variance: half of the clicks come in pairs.
func counted(random *rand.Rand, mean float64) float64 {
	single, pairs := poisson(random, mean/2), poisson(random, mean/4)
	return single + 2*pairs
}

func poisson(random *rand.Rand, mean float64) float64 {
	if mean > 200 {
		return max(0, math.Round(mean+math.Sqrt(mean)*random.NormFloat64()))
	}
	limit, product, n := math.Exp(-mean), random.Float64(), 0.
	for product > limit {
		product *= random.Float64()
		n++
	}
	return n
}

func TestTheIntervalCoversTheTrueGainAsOftenAsItSays(t *testing.T) {
	const worlds = 400
	for name, s := range map[string]site{
		"it works":             {controls: 20, level: 300, spread: .4, shock: 1, effect: 1.3, days: 21},
		"it does nothing":      {controls: 20, level: 300, spread: .4, shock: 1, effect: 1, days: 21},
		"it harms":             {controls: 20, level: 300, spread: .4, shock: 1, effect: .7, days: 21},
		"the site loses half":  {controls: 20, level: 300, spread: .4, shock: .5, effect: 1.3, days: 21},
		"the season doubles":   {controls: 20, level: 300, spread: .4, shock: 2, effect: 1, days: 21},
		"each drifts":          {controls: 20, level: 300, spread: .4, drift: .15, shock: 1.2, effect: 1.2, days: 21},
		"a large page":         {controls: 20, level: 20_000, spread: .6, drift: .1, shock: .8, effect: 1.1, days: 21},
		"a small page":         {controls: 20, level: 25, spread: .4, shock: 1, effect: 1.5, days: 21},
		"few to compare with":  {controls: 8, level: 300, spread: .4, drift: .1, shock: 1, effect: 1, days: 21},
		"as long as before":    {controls: 20, level: 300, spread: .4, drift: .1, shock: 1, effect: 1.2, days: 28},
		"sizes differ greatly": {controls: 20, level: 300, spread: 1, drift: .05, shock: 1, effect: 1, days: 21},
	} {
		random, covered, bias, size := rand.New(rand.NewPCG(7, 7)), 0, 0., 0.
		for range worlds {
			treated, controls, truth := s.happen(random)
			gain, ok := Of(treated, controls, 1)
			if !ok {
				t.Fatalf("%s: not measured", name)
			}
			low, mid, high := gain.Interval()
			if low <= truth && truth <= high {
				covered++
			}
			bias += (mid - truth) / worlds
			size += (high - low) / worlds
		}
		share := float64(covered) / worlds
		t.Logf("%-22s covers %.2f, off by %+.1f on average, %.0f wide of %.0f", name, share, bias, size, s.level)
		if share < .72 || share > .92 {
			t.Errorf("%s: the 80 %% interval covers %.2f", name, share)
		}
		if math.Abs(bias) > .15*size {
			t.Errorf("%s: off by %.1f on average, the interval is %.1f wide", name, bias, size)
		}
	}
}

func TestTooFewToCompareWithIsNotMeasured(t *testing.T) {
	one := Unit{Counts{100, 28}, Counts{100, 28}}
	empty := Unit{Counts{0, 28}, Counts{0, 28}}
	for name, c := range map[string]struct {
		treated  Unit
		controls []Unit
	}{
		"four":                    {one, []Unit{one, one, one, one}},
		"none that was seen":      {one, []Unit{empty, empty, empty, empty, empty}},
		"no day before came":      {Unit{Counts{}, Counts{100, 28}}, []Unit{one, one, one, one, one}},
		"no day after came":       {Unit{Counts{100, 28}, Counts{}}, []Unit{one, one, one, one, one}},
		"all others are gone now": {one, []Unit{{one.Before, empty.After}, {one.Before, empty.After}, {one.Before, empty.After}, {one.Before, empty.After}, {one.Before, empty.After}}},
	} {
		if gain, ok := Of(c.treated, c.controls, 1); ok {
			t.Errorf("%s: %v", name, gain.mid)
		}
	}
}

func TestAGainIsInTheUnitThatItIsTurnedInto(t *testing.T) {
	control := func(before, after float64) Unit { return Unit{Counts{before, 28}, Counts{after, 21}} }
	// 100 in 28 days, then as many a day.
	controls := []Unit{control(100, 60), control(100, 90), control(100, 70), control(100, 80), control(100, 75)}
	gain, ok := Of(Unit{Counts{200, 28}, Counts{180, 21}}, controls, 1)
	low, mid, high := gain.Interval()
	if !ok || math.Abs(mid-30) > 1e-9 || low > 15 || high < 45 {
		t.Fatalf("%v to %v, %v", low, high, mid)
	}
	_, doubled, _ := gain.Times(2).Interval()
	_, both, _ := gain.Plus(gain.Times(-1)).Interval()
	lost, _, won := gain.Times(-1).Interval()
	if doubled != 2*mid || both != 0 || math.Abs(lost+high) > .05*high || math.Abs(won+low) > 1 {
		t.Errorf("%v, %v, %v to %v", doubled, both, lost, won)
	}
}

func TestWhatMovesAlikeIsComparedWith(t *testing.T) {
	random := rand.New(rand.NewPCG(3, 3))
	// A year in which half of the pages peak in summer, the others in winter.
	year := func(level, peak float64) []float64 {
		weeks := make([]float64, 52)
		for w := range weeks {
			weeks[w] = poisson(random, level*(1+.7*math.Cos(2*math.Pi*(float64(w)-peak)/52)))
		}
		return weeks
	}
	var candidates []Candidate
	for i := range 60 {
		level := []float64{20, 30, 45}[i%3]
		candidates = append(candidates, Candidate{year(level, float64(26*(i/3%2)))})
	}
	picked := Match(year(30, 26), candidates, 20)
	if len(picked) != 20 {
		t.Fatalf("picked %v", picked)
	}
	for _, i := range picked {
		if i/3%2 == 0 {
			t.Errorf("candidate %d peaks in winter", i)
		}
	}
	// Without a history, what is of the same size.
	short := []Candidate{{[]float64{300, 300}}, {[]float64{31, 29}}, {[]float64{0, 0}}, {[]float64{3, 3}}}
	if picked = Match([]float64{30, 30}, short, 2); len(picked) != 2 || picked[0] != 1 {
		t.Errorf("picked %v", picked)
	}
}
