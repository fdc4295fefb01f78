package alerts

import (
	"math"
	"time"

	"upslope/analytics/stats"
)

// Constants of the tests, calibrated: docs/method.md#alerts.
const (
	maxPValue        = 3e-3 // of one metric of a site on one day
	discoveryRate    = .1   // false discoveries among the metrics of all sites of an account
	minExpected      = 10.  // events that a window should have had
	recoveryDays     = 3    // at the end of which an alert is looked at again
	newLevelDays     = 28   // after which the new level counts as normal
	recoveredShare   = .5   // of the loss, regained
	rangeProbability = .9
)

// window is a number of days that are judged together. Errors have heavier tails than the normal
// distribution, the more days the heavier: the site's own drift adds up.
type window struct {
	days    int
	freedom float64 // degrees of freedom of Student's t
}

// windows are what the end of a series is judged by.
func windows(way direction) []window {
	if way == both { // spend changes by decisions, also for two days
		return []window{{2, 8}, {4, 8}, {7, 8}}
	}
	return []window{{2, 16}, {4, 10}, {7, 8}}
}

// Span is an alert of a series: the days from its onset to the last day that was judged when it was resolved.
type Span struct {
	Onset    time.Time
	Resolved time.Time // zero: it is open
	NewLevel bool      // resolved since its level lasted
	Loss     float64   // part of the expected that was missing; negative: too much
}

// Series has the daily figures of one metric of a site up to its last final day.
type Series struct {
	Currency string // of money
	Metric   string
	First    time.Time
	Days     []float64 // NaN: the day did not come, or is not whole
}

// Deviation is what a series shows against what was expected.
type Deviation struct {
	Onset            time.Time
	Through          time.Time // the last day
	Days             int
	Actual, Expected float64 // sums of the window
	Low, High        float64 // of the expected: 90 % prediction interval
	PValue           float64
}

// Change is the relative difference to what was expected, in percent.
func (d Deviation) Change() float64 { return 100 * (d.Actual - d.Expected) / d.Expected }

// direction says which deviations of a metric matter.
type direction int

const (
	falls direction = iota
	both
)

// deviates tests the windows at the end of a series. Windows that began before the last alert was resolved
// are not tested again. False: it cannot be judged.
func deviates(s Series, spans []Span, counts bool, way direction, percent float64) (found Deviation, ok bool) {
	y := s.masked(spans)
	last := len(y) - 1
	from := 0
	for _, span := range spans {
		if !span.Resolved.IsZero() {
			from = max(from, s.index(span.Resolved)+1)
		}
	}
	best := Deviation{PValue: 1}
	m, fits := fit(newHistory(y, s.First), last+1-longestWindow, counts)
	if !fits {
		return best, false
	}
	for _, w := range windows(way) {
		n := w.days
		origin := last + 1 - n
		if origin < from {
			continue
		}
		days := m.expected(origin, n)
		if days == nil {
			continue
		}
		actual, expected, observed := totals(y[origin:], days)
		if observed < 2 || observed < n-2 || math.IsNaN(y[last]) || expected < minExpected && counts || expected <= 0 {
			continue
		}
		ok = true
		deviation := Deviation{Onset: s.day(origin), Through: s.day(last), Days: observed, Actual: actual, Expected: expected}
		scale := math.Sqrt(m.dispersion[n])
		z := distance(actual, expected) / scale
		deviation.PValue = math.Min(1, 2*w.tail(-z))
		if way == both {
			deviation.PValue = math.Min(1, 4*w.tail(math.Abs(z)))
		}
		deviation.Low, deviation.High = interval(expected, scale)
		change := deviation.Change()
		matters := change <= -percent || way == both && change >= percent
		if matters && deviation.PValue < best.PValue {
			best = deviation
		}
	}
	return best, ok
}

// tail is the probability of more than z.
func (w window) tail(z float64) float64 {
	half := stats.BetaCDF(w.freedom/(w.freedom+z*z), w.freedom/2, .5) / 2
	if z < 0 {
		return 1 - half
	}
	return half
}

// interval is where the middle {rangeProbability} of the outcomes lies, back from Anscombe's scale.
func interval(expected, scale float64) (low, high float64) {
	const z = 1.86 // 95th percentile of Student's t with 8 degrees of freedom
	root := math.Sqrt(expected + .375)
	low, high = root-z*scale/2, root+z*scale/2
	return math.Max(0, math.Max(0, low)*math.Max(0, low)-.375), high*high - .375
}

// recovers reports whether the last days of a series are back at what its days before the onset would have
// led to, or whether the new level has lasted.
func recovers(s Series, open Span, spans []Span, counts bool) (recovered, lasted bool) {
	y := s.masked(spans)
	last, onset := len(y)-1, s.index(open.Onset)
	if last-onset+1 >= newLevelDays {
		return false, true
	}
	from := max(onset+1, last+1-recoveryDays)
	if last+1-from < recoveryDays {
		return false, false
	}
	m, fits := fit(newHistory(y, s.First), onset, counts)
	if !fits {
		return false, false
	}
	days := m.expected(onset, last+1-onset)
	if days == nil {
		return false, false
	}
	actual, expected, observed := totals(y[from:], days[from-onset:])
	if observed < recoveryDays-1 || expected <= 0 {
		return false, false
	}
	missing := (expected - actual) / expected
	if open.Loss < 0 {
		missing, open.Loss = -missing, -open.Loss
	}
	return missing < (1-recoveredShare)*open.Loss, false
}

// masked leaves the days of earlier alerts out of what is expected, unless their level lasted.
func (s Series) masked(spans []Span) []float64 {
	y := append([]float64(nil), s.Days...)
	for _, span := range spans {
		if span.Resolved.IsZero() || span.NewLevel {
			continue
		}
		for day := max(0, s.index(span.Onset)); day <= s.index(span.Resolved)-recoveryDays && day < len(y); day++ {
			y[day] = math.NaN()
		}
	}
	return y
}

func (s Series) index(day time.Time) int { return int(math.Round(day.Sub(s.First).Hours() / 24)) }

func (s Series) day(index int) time.Time { return s.First.AddDate(0, 0, index) }
