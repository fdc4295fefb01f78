package families

import (
	"fmt"
	"hash/fnv"
	"math"
	"math/rand/v2"
	"time"
)

// uniform draws from low to high.
func uniform(r *rand.Rand, low, high float64) float64 { return low + (high-low)*r.Float64() }

// chance returns true with the given probability.
func chance(r *rand.Rand, share float64) bool { return r.Float64() < share }

func pick[T any](r *rand.Rand, of []T) T { return of[r.IntN(len(of))] }

// logUniform draws a number whose logarithm is uniform.
func logUniform(r *rand.Rand, low, high float64) float64 {
	return math.Exp(uniform(r, math.Log(low), math.Log(high)))
}

// lognormal has mean 1 and the given standard deviation of the logarithm.
func lognormal(r *rand.Rand, deviation float64) float64 {
	return math.Exp(deviation*r.NormFloat64() - deviation*deviation/2)
}

// noisy adds lognormal noise to a value.
func noisy(r *rand.Rand, value, deviation float64) float64 { return value * lognormal(r, deviation) }

// gamma has mean 1 and variance 1/shape (Marsaglia and Tsang, 2000).
func gamma(r *rand.Rand, shape float64) float64 {
	if shape < 1 {
		return gammaSample(r, shape+1) * math.Pow(r.Float64(), 1/shape) / shape
	}
	return gammaSample(r, shape) / shape
}

func gammaSample(r *rand.Rand, shape float64) float64 {
	d := shape - 1./3
	c := 1 / math.Sqrt(9*d)
	for {
		x := r.NormFloat64()
		v := 1 + c*x
		if v <= 0 {
			continue
		}
		v = v * v * v
		if math.Log(r.Float64()) < x*x/2+d-d*v+d*math.Log(v) {
			return d * v
		}
	}
}

// poisson draws a count with the given mean, by the normal approximation if large.
func poisson(r *rand.Rand, mean float64) int {
	switch {
	case mean <= 0 || math.IsNaN(mean):
		return 0
	case mean > 60:
		return max(0, int(math.Round(mean+math.Sqrt(mean)*r.NormFloat64())))
	}
	limit, product, count := math.Exp(-mean), r.Float64(), 0
	for product > limit {
		product *= r.Float64()
		count++
	}
	return count
}

// binomial draws the successes of n trials with probability p.
func binomial(r *rand.Rand, n int, p float64) int {
	p = min(max(p, 0), 1)
	switch {
	case n <= 0 || p == 0:
		return 0
	case n < 40:
		count := 0
		for range n {
			if r.Float64() < p {
				count++
			}
		}
		return count
	case float64(n)*p < 20:
		return min(n, poisson(r, float64(n)*p))
	}
	mean := float64(n) * p
	return min(n, max(0, int(math.Round(mean+math.Sqrt(mean*(1-p))*r.NormFloat64()))))
}

// Daily is a site as its daily totals alone, for what watches a site over years. Nothing is planted in it but
// what Drop says: its process is that of a world's levels (trend, seasons of sections, weekends, drift of
// demand) without pages and queries.
type Daily struct {
	First time.Time
	// By day; days that did not come lack all metrics of their provider. Nil: the site has no such metric.
	Clicks, Sessions, Conversions, Revenue, Spend []float64
}

// Drop is a lasting change of a site's traffic: from a day on, the given factor of what it would have been.
type Drop struct {
	Day    int
	Factor float64
}

// NewDaily generates the daily totals of a site of a family, up to a last day. The same arguments give the
// same site, and the same days before a drop.
func NewDaily(family string, seed uint64, days int, last time.Time, drop Drop) (Daily, error) {
	make, ok := families()[family]
	if !ok {
		return Daily{}, fmt.Errorf("%q is no family of worlds", family)
	}
	h := fnv.New64a()
	_, _ = h.Write([]byte(family + "/daily"))
	r := rand.New(rand.NewPCG(seed, h.Sum64())) //nolint:gosec // must be reproducible
	t := make(r)
	d := &dailyRun{traits: t, r: r, days: days, first: last.AddDate(0, 0, 1-days), drop: drop}
	return d.run(), nil
}

type dailyRun struct {
	traits
	r     *rand.Rand
	days  int
	first time.Time
	drop  Drop
}

func (d *dailyRun) run() Daily {
	r := d.r
	pages := 0
	for _, s := range d.sections {
		pages += s.pages
	}
	queries := float64(d.queriesPerPage[0]+d.queriesPerPage[1]) / 2
	clicks := float64(pages) * queries * d.medianSearches * uniform(r, .01, .05)
	levels := d.levels()
	steadiness := uniform(r, 60, 400) // of a day's total: queries vary together a little
	order := lognormal(r, .2) * d.orderValue
	out := Daily{First: d.first}
	for day := range d.days {
		level := levels[day]
		if d.drop.Factor > 0 && day >= d.drop.Day {
			level *= d.drop.Factor
		}
		search := poisson(r, clicks*level*gamma(r, steadiness))
		others := poisson(r, .9*clicks*level*d.otherChannels*gamma(r, steadiness))
		sessions := binomial(r, search, .9) + others
		converted := binomial(r, sessions, math.Min(.3, .75*d.baseConversionRate))
		revenue := 0.
		for range converted {
			revenue += order * lognormal(r, d.response.OrderSpread)
		}
		spend := d.adSpend / daysPerMonth * math.Sqrt(level) * gamma(r, 40)
		out.Clicks = append(out.Clicks, float64(search))
		out.Sessions = append(out.Sessions, float64(sessions))
		out.Conversions = append(out.Conversions, float64(converted))
		out.Revenue = append(out.Revenue, math.Round(100*revenue)/100)
		out.Spend = append(out.Spend, math.Round(100*spend)/100)
	}
	return d.observed(out)
}

// levels are the factors on the site's traffic by day, 1 on the last.
func (d *dailyRun) levels() []float64 {
	r := d.r
	volatility, drift := uniform(r, .01, .05), 0.
	swing, peak := d.maxSwing*uniform(r, .3, 1), 365*r.Float64()
	quiet := -uniform(r, 0, .5) // holidays
	levels := make([]float64, d.days)
	for i := range levels {
		day := d.first.AddDate(0, 0, i)
		drift = .9*drift + volatility*r.NormFloat64()
		level := drift + d.trend*float64(i-d.days)/365 + swing*math.Cos(2*math.Pi*(float64(day.YearDay())-peak)/365)
		if weekday := day.Weekday(); weekday == time.Saturday || weekday == time.Sunday {
			level += math.Log(d.weekendFactor)
		}
		if isHoliday(day) {
			level += quiet
		}
		levels[i] = math.Exp(level)
	}
	return levels
}

// isHoliday names days on which most countries rest. Moving holidays are left out.
func isHoliday(day time.Time) bool {
	switch day.Format("01-02") {
	case "01-01", "05-01", "12-24", "12-25", "12-26", "12-31":
		return true
	}
	return false
}

// observed takes out what the site does not measure, and the days that did not come.
func (d *dailyRun) observed(out Daily) Daily {
	if !d.hasSearchConsole {
		out.Clicks = nil
	}
	if !d.hasAnalytics {
		out.Sessions, out.Conversions = nil, nil
	}
	if !d.hasAnalytics || !d.hasRevenue {
		out.Revenue = nil
	}
	if d.adSpend == 0 {
		out.Spend = nil
	}
	for day := range d.days {
		for _, of := range [][][]float64{{out.Clicks}, {out.Sessions, out.Conversions, out.Revenue}, {out.Spend}} {
			if missing := chance(d.r, d.missingShare); missing {
				for _, metric := range of {
					if metric != nil {
						metric[day] = math.NaN()
					}
				}
			}
		}
	}
	return out
}
