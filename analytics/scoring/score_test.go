package scoring

import (
	"math"
	"testing"
	"testing/quick"
)

func TestScaleTakesTheLargestOfItsFloorsAndTops(t *testing.T) {
	t.Parallel()
	twenty := make([]float64, 20)
	for i := range twenty {
		twenty[i] = float64(100 * (i + 1)) // 100 … 2,000; its 95th percentile is 1,905
	}
	for name, c := range map[string]struct {
		site, click float64
		values      []float64
		want        Scale
	}{
		"nothing known":              {0, 0, nil, Scale{1, 20}},
		"a click is worth more":      {0, 2.5, nil, Scale{2.5, 50}},
		"a tenth of a percent":       {50_000, 2.5, nil, Scale{50, 1000}},
		"two percent of a site":      {50_000, .5, []float64{10}, Scale{50, 1000}},
		"the site's own insights":    {50_000, .5, twenty, Scale{50, 1905}},
		"one insight is the top":     {0, 0, []float64{500}, Scale{1, 500}},
		"nonsense counts for naught": {math.NaN(), math.Inf(-1), []float64{math.NaN(), -5}, Scale{1, 20}},
	} {
		t.Run(name, func(t *testing.T) {
			if got := NewScale(c.site, c.click, c.values); math.Abs(got.Floor-c.want.Floor) > 1e-9 || math.Abs(got.Top-c.want.Top) > 1e-9 {
				t.Errorf("got %v, want %v", got, c.want)
			}
		})
	}
}

func TestOnlyWhatIsCertainHasAConfidenceOfAHundred(t *testing.T) {
	t.Parallel()
	for probability, want := range map[float64]int{0: 0, .0002: 1, .434: 43, .9998: 99, 1: 100} {
		if got := ProbabilityPercent(probability); got != want {
			t.Errorf("%v: got %d, want %d", probability, got, want)
		}
	}
}

func TestShareIsLogarithmicFromNothingToTheTopAndBeyond(t *testing.T) {
	t.Parallel()
	scale := Scale{Floor: 50, Top: 1905}
	for _, c := range []struct{ value, want float64 }{
		{0, 0}, {-3, 0}, {math.NaN(), 0},
		{50, math.Log(2) / math.Log(1+1905./50)},
		{400, math.Log(9) / math.Log(1+1905./50)},
		{1905, 1}, {19050, math.Log(382) / math.Log(1+1905./50)},
	} {
		if got := scale.Share(c.value); math.Abs(got-c.want) > 1e-9 {
			t.Errorf("the share of %v is %v, want %v", c.value, got, c.want)
		}
	}
}

// Worked example: 100 × (.75f + .25 × ease × f^.3) with f = severity × (.5 + .5 × percentile).
func TestScoreOfUnknownValueFollowsSeverityAndLinks(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		severity   string
		percentile float64 // below 0: unknown
		effort     int
		want       int
	}{
		{"critical", 1, 1, 83}, {"critical", 0, 1, 49}, {"critical", -1, 1, 66},
		{"high", 1, 1, 62}, {"high", 1, 2, 58}, {"high", -1, 3, 41},
		{"medium", 1, 1, 40}, {"medium", 0, 1, 25}, {"medium", -1, 2, 30},
		{"low", 1, 1, 20}, {"low", 0, 5, 5}, {"unheard of", 1, 1, 0},
	} {
		var percentile *float64
		if c.percentile >= 0 {
			percentile = &c.percentile
		}
		if got := Score(ShareOfSeverity(c.severity, percentile), c.effort); got != c.want {
			t.Errorf("%s, percentile %v, effort %d: %d, want %d", c.severity, c.percentile, c.effort, got, c.want)
		}
	}
}

func TestEasyButWorthlessStaysLow(t *testing.T) {
	t.Parallel()
	if easy, hard := Score(.001, 1), Score(.8, 5); easy >= 15 || easy >= hard {
		t.Errorf("easy but worthless scores %d, a project that pays %d", easy, hard)
	}
}

// Values beyond the top still count: a tenfold value justifies a project over an easy task.
func TestWhatIsWorthFarMoreThanTheTopNeedNotBeEasy(t *testing.T) {
	t.Parallel()
	scale := Scale{Floor: 50, Top: 1905}
	top, easy, project := Score(scale.Share(1905), 4), Score(scale.Share(1905), 1), Score(scale.Share(19050), 4)
	if top >= easy || easy != 100 || project != 100 {
		t.Errorf("the top scores %d, an easy one %d, ten times as much %d", top, easy, project)
	}
}

func TestEffortClassesAreTenToNinety(t *testing.T) {
	t.Parallel()
	for class, want := range map[int]int{-1: 10, 0: 10, 1: 10, 2: 30, 3: 50, 4: 70, 5: 90, 6: 90} {
		if got := Effort(class); got != want {
			t.Errorf("class %d is %d, want %d", class, got, want)
		}
	}
}

func TestScoresAreBoundedAndRiseWithValueAndEase(t *testing.T) {
	t.Parallel()
	bounded := func(site, click, value float64, effort int8, others []float64) bool {
		scale := NewScale(site, click, others)
		share := scale.Share(value)
		score := Score(share, int(effort))
		return !math.IsNaN(share) && share >= 0 && !math.IsInf(share, 0) && score >= 0 && score <= 100 &&
			Score(scale.Share(value*1.5), int(effort)) >= score*boolToInt(value >= 0) &&
			Score(share, int(effort)+1) <= score
	}
	if err := quick.Check(bounded, &quick.Config{MaxCount: 5000}); err != nil {
		t.Error(err)
	}
	for _, odd := range []float64{math.NaN(), math.Inf(1), math.Inf(-1), 0, -1, math.MaxFloat64, math.SmallestNonzeroFloat64} {
		for _, value := range []float64{math.NaN(), math.Inf(1), 0, math.MaxFloat64} {
			if share := NewScale(odd, odd, []float64{odd, value}).Share(value); math.IsNaN(share) || math.IsInf(share, 0) || share < 0 {
				t.Errorf("site %v, value %v: share %v", odd, value, share)
			}
		}
	}
}

func boolToInt(b bool) int {
	if b {
		return 1
	}
	return 0
}
