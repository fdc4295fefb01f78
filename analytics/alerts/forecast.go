package alerts

import (
	"math"
	"slices"
	"time"

	"upslope/analytics/stats"
)

// Constants of the forecast, calibrated: docs/method.md#alerts.
const (
	profileDays   = 56   // of the weekday profile
	levelDays     = 28   // of the level
	minLevelDays  = 14   // observed days of them
	backtests     = 56   // rolling origins whose errors give the dispersion
	minBacktests  = 20   // below, nothing is judged
	yearDays      = 364  // the same weekday a year ago
	seasonPrior   = 60.  // events a year ago at which their season counts half
	maxSeason     = 2.5  // bounds a season's factor
	holidayScore  = -1.5 // standard deviations that the date fell by a year ago to count as a holiday
	holidayFactor = .85  // and the part of a normal day that it must have stayed below
	minWeekday    = .05
	maxOutlier    = 1.8 // a day counts at most this times, at least this part of, the median level
	longestWindow = 7
)

// halfLives of the level's weights, in days: forecasts choose the one that would have served best.
func halfLives() []float64 { return []float64{3, 10} }

// history is a series with what forecasts of it share.
type history struct {
	y        []float64 // by day, the oldest first; NaN: the day did not come
	first    time.Time // the oldest day
	profiles map[int][7]float64
	holidays map[int]float64
}

func newHistory(y []float64, first time.Time) *history {
	return &history{y: y, first: first, profiles: map[int][7]float64{}, holidays: map[int]float64{}}
}

// forecaster predicts days from the days before: level x weekday x season.
type forecaster struct {
	*history
	halfLife float64
	seasonal bool
}

// expected forecasts n days from an origin, from the days before it; nil if these are too few.
func (f forecaster) expected(origin, n int) []float64 {
	weekdays := f.weekdays(origin)
	level, ok := f.level(origin, weekdays)
	if !ok {
		return nil
	}
	days := make([]float64, n)
	for i := range days {
		days[i] = level * weekdays[(origin+i)%7]
	}
	if f.seasonal {
		base, ok := f.level(origin-yearDays, weekdays)
		if !ok || base <= 0 {
			return nil
		}
		for i := range days {
			days[i] *= f.season(origin+i, base)
		}
	}
	for i := range days {
		days[i] *= f.holiday(origin + i)
	}
	return days
}

// weekdays returns the factors of the days of a week: the medians of each day's share in the week around it.
func (f *history) weekdays(origin int) (factors [7]float64) {
	if known, ok := f.profiles[origin]; ok {
		return known
	}
	defer func() { f.profiles[origin] = factors }()
	var shares [7][]float64
	for day := max(3, origin-profileDays); day+3 < origin; day++ {
		week, n := sum(f.y[day-3 : day+4])
		if n == 7 && week > 0 {
			shares[day%7] = append(shares[day%7], 7*f.y[day]/week)
		}
	}
	total := 0.
	for i, of := range shares {
		factors[i] = shrunk(of)
		total += factors[i]
	}
	for i := range factors {
		if total > 0 {
			factors[i] = math.Max(minWeekday, factors[i]*7/total)
		}
	}
	return factors
}

// shrunk is the median of a weekday's shares, shrunk towards 1 by how far they differ (James and Stein);
// their mean where most are 0.
func shrunk(shares []float64) float64 {
	if len(shares) < 3 {
		return 1
	}
	mean, n := sum(shares)
	mean /= float64(n)
	squares := 0.
	for _, share := range shares {
		squares += (share - mean) * (share - mean)
	}
	slices.Sort(shares)
	factor := stats.Percentile(shares, .5)
	if factor == 0 {
		factor = mean
	}
	effect, noise := (factor-1)*(factor-1), squares/float64(n-1)/float64(n)
	if effect+noise == 0 {
		return 1
	}
	return 1 + (factor-1)*effect/(effect+noise)
}

// level returns the exponentially weighted mean of the days before an origin without their weekdays,
// winsorized where no day is empty. Days weigh as much as their weekday brings: a ratio of sums.
func (f forecaster) level(origin int, weekdays [7]float64) (float64, bool) {
	if origin < minLevelDays {
		return 0, false
	}
	var values, sorted []float64
	from := max(0, origin-levelDays)
	for day := from; day < origin; day++ {
		value := f.y[day] / weekdays[day%7]
		values = append(values, value)
		if !math.IsNaN(value) {
			sorted = append(sorted, value)
		}
	}
	if len(sorted) < minLevelDays {
		return 0, false
	}
	slices.Sort(sorted)
	middle, steady := stats.Percentile(sorted, .5), stats.Percentile(sorted, .1) > 0
	total, weights := 0., 0.
	for i, value := range values {
		if math.IsNaN(value) {
			continue
		}
		if steady {
			value = math.Max(middle/maxOutlier, math.Min(middle*maxOutlier, value))
		}
		weight := math.Exp2(-float64(origin-from-i)/f.halfLife) * weekdays[(from+i)%7]
		total, weights = total+weight*value, weights+weight
	}
	return total / weights, true
}

// season returns how the week around a day a year ago compares with the level of that time, shrunk towards 1.
func (f forecaster) season(day int, base float64) float64 {
	ago := day - yearDays
	if ago < 3 || ago+4 > len(f.y) {
		return 1
	}
	week, n := sum(f.y[ago-3 : ago+4])
	if n < 5 || week <= 0 {
		return 1
	}
	factor := math.Max(1/maxSeason, math.Min(maxSeason, week/float64(n)/base))
	return math.Pow(factor, week/(week+seasonPrior))
}

// holiday returns how far the same date a year ago fell below the days around it, where it did: a holiday is
// on its date, not on its weekday.
func (f *history) holiday(day int) (factor float64) {
	if known, ok := f.holidays[day]; ok {
		return known
	}
	defer func() { f.holidays[day] = factor }()
	weekdays := f.weekdays(min(day, len(f.y)))
	date := f.first.AddDate(0, 0, day)
	ago := int(math.Round(date.AddDate(-1, 0, 0).Sub(f.first).Hours() / 24))
	if ago < levelDays/2 || ago+levelDays/2 >= len(f.y) || math.IsNaN(f.y[ago]) {
		return 1
	}
	var around []float64
	for other := ago - levelDays/2; other <= ago+levelDays/2; other++ {
		if value := f.y[other] / weekdays[other%7]; !math.IsNaN(value) {
			around = append(around, value)
		}
	}
	slices.Sort(around)
	expected := stats.Percentile(around, .5) * weekdays[ago%7]
	if len(around) < minLevelDays || expected <= 0 {
		return 1
	}
	deviations := make([]float64, len(around))
	for i, value := range around {
		deviations[i] = math.Abs(distance(value, stats.Percentile(around, .5)))
	}
	slices.Sort(deviations)
	scale := math.Max(1, 1.4826*stats.Percentile(deviations, .5))
	if distance(f.y[ago], expected) > holidayScore*scale || f.y[ago] > holidayFactor*expected {
		return 1
	}
	return f.y[ago] / expected
}

func sum(days []float64) (total float64, observed int) {
	for _, value := range days {
		if !math.IsNaN(value) {
			total, observed = total+value, observed+1
		}
	}
	return total, observed
}

// model is the forecaster of a series that served best on its recent days, and its errors there.
type model struct {
	forecaster
	dispersion [longestWindow + 1]float64 // variance of the error, by length of the window
}

// fit picks the forecaster with the smallest errors at rolling origins before a day; false with too few days.
func fit(of *history, origin int, counts bool) (model, bool) {
	var best model
	found, least := false, math.Inf(1)
	for _, seasonal := range []bool{false, true} {
		for _, halfLife := range halfLives() {
			tried := model{forecaster: forecaster{history: of, halfLife: halfLife, seasonal: seasonal}}
			if loss, ok := tried.measure(origin, counts); ok && loss < least {
				best, least, found = tried, loss, true
			}
		}
	}
	return best, found
}

// measure backtests the forecaster, and returns its mean squared error over windows of two days.
func (m *model) measure(origin int, counts bool) (loss float64, ok bool) {
	var errors [longestWindow + 1][]float64
	for at := origin - backtests - 1; at < origin-1; at++ {
		if at < minLevelDays {
			continue
		}
		days := m.expected(at, min(longestWindow, origin-at))
		for n := 1; n <= len(days); n++ {
			if actual, expected, seen := totals(m.y[at:at+n], days[:n]); seen == n {
				errors[n] = append(errors[n], distance(actual, expected))
			}
		}
	}
	if len(errors[2]) < minBacktests {
		return 0, false
	}
	for n, of := range errors {
		if n > 0 {
			m.dispersion[n] = dispersion(of, counts)
		}
	}
	return m.dispersion[2], true
}

// totals adds up the observed days of a window, and what was expected of them.
func totals(y, days []float64) (actual, expected float64, observed int) {
	for i, value := range y {
		if !math.IsNaN(value) {
			actual, expected, observed = actual+value, expected+days[i], observed+1
		}
	}
	return actual, expected, observed
}

// distance is the difference on Anscombe's scale, where the variance of a count is its overdispersion.
func distance(actual, expected float64) float64 {
	return 2 * (math.Sqrt(math.Max(0, actual)+.375) - math.Sqrt(math.Max(0, expected)+.375))
}

// dispersion is the mean squared error, winsorized at three robust deviations; of counts at least Poisson's.
func dispersion(errors []float64, counts bool) float64 {
	sizes := make([]float64, len(errors))
	for i, one := range errors {
		sizes[i] = math.Abs(one)
	}
	slices.Sort(sizes)
	limit := 3 * 1.4826 * stats.Percentile(sizes, .5)
	squares := 0.
	for _, size := range sizes {
		if size > limit && limit > 0 {
			size = limit
		}
		squares += size * size
	}
	variance := squares / math.Max(1, float64(len(errors)))
	if counts {
		variance = math.Max(1, variance)
	}
	return variance
}
