package ctr

import (
	"math"
	"testing"
)

func near(a, b float64) bool { return math.Abs(a-b) < 1e-6 }

func TestWithoutDataTheCurveIsThePublishedOne(t *testing.T) {
	curve := Fit(nil)
	for position, want := range map[float64]float64{0: .276, 1: .276, 3: .11, 10: .024, 11: .018, 20: .006, 21: .003, 90: .003} {
		if got := curve.At(position); !near(got, want) {
			t.Errorf("at %v: %v, want %v", position, got, want)
		}
	}
	// Halfway between two positions, the rate is their geometric mean.
	if got := curve.At(1.5); !near(got, math.Sqrt(.276*.158)) {
		t.Errorf("at 1.5: %v", got)
	}
}

func TestTheSiteScalesTheShapeAndBendsIt(t *testing.T) {
	// 630 clicks against 100,000 × .063 = 6,300 expected from the published shape: a tenth of it.
	curve := Fit([]Bucket{{Place: 5, Position: 5.2, Clicks: 630, Impressions: 100_000, Weight: 100_000, Rate: .0055}})
	if got := curve.At(5.2); !near(got, (100_000*.0055+2000*.1*.063)/102_000) {
		t.Errorf("at 5.2: %v", got)
	}
	if got := curve.At(10); !near(got, .1*.024) {
		t.Errorf("at 10: %v", got)
	}
	// One click where many are expected: the scale is clamped at .03.
	if got := Fit([]Bucket{{Place: 1, Position: 1, Clicks: 1, Impressions: 1000, Weight: 1, Rate: .001}}).At(10); !near(got, .03*.024) {
		t.Errorf("at 10 of a site without clicks: %v", got)
	}
}

func TestTheCurveNeverRises(t *testing.T) {
	buckets := make([]Bucket, 0, Deepest)
	for place := 1; place <= Deepest; place++ {
		rate := .02 + .01*float64(place%3)
		buckets = append(buckets, Bucket{Place: place, Position: float64(place) + .1, Clicks: 1e4 * rate, Impressions: 1e4, Weight: 1e4, Rate: rate})
	}
	table := Fit(buckets).Table()
	if len(table) != Deepest*Steps+1 {
		t.Fatalf("%d entries", len(table))
	}
	for i := 1; i < len(table); i++ {
		if table[i] > table[i-1] || table[i] <= 0 {
			t.Fatalf("at %v: %v after %v", 1+float64(i)/Steps, table[i], table[i-1])
		}
	}
}

func TestNoClicksAtAllStillGiveACurve(t *testing.T) {
	curve := Fit([]Bucket{{Place: 1, Position: 1, Impressions: 1e6, Weight: 1e6}})
	if got := curve.At(1); got <= 0 || math.IsNaN(got) {
		t.Errorf("at 1: %v", got)
	}
}

func TestAtTheTopTheSiteOutweighsThePublishedShapeSooner(t *testing.T) {
	t.Parallel()
	// A site clicked like the shape at #5, but at #1 as rarely as at #2. The shape counts as 50 clicks there.
	buckets := []Bucket{
		{Place: 1, Position: 1, Clicks: 80, Impressions: 1000, Weight: 1000, Rate: .08},
		{Place: 2, Position: 2, Clicks: 8000, Impressions: 100_000, Weight: 100_000, Rate: .08},
		{Place: 5, Position: 5, Clicks: 6496, Impressions: 100_000, Weight: 100_000, Rate: .06496},
	}
	scale := scaleOf(buckets)
	if got, want := Fit(buckets).At(1), (80+50)/(1000+50/(.276*scale)); !near(got, want) {
		t.Errorf("at 1: %v, want %v", got, want)
	}
	// Where clicks are rare, it counts as 2,000 impressions, as they say little.
	buckets[0] = Bucket{Place: 12, Position: 12, Impressions: 2000, Weight: 2000, Clicks: 20, Rate: .01}
	if got, want := Fit(buckets).At(12), (.01+scaleOf(buckets)*prior(12))/2; !near(got, want) {
		t.Errorf("at 12: %v, want %v", got, want)
	}
}
