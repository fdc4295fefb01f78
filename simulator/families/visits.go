package families

import (
	"cmp"
	"math"
	"math/rand/v2"
	"slices"

	"upslope/simulator/truth"
	"upslope/simulator/warehouse"
)

const visitDays = 56 // of history in Analytics

type channel struct {
	name             string
	conversionFactor float64 // on the rate of search
}

func channels() []channel {
	return []channel{{"Organic Search", 1}, {"Direct", 1.3}, {"Paid Social", .25}, {"Email", 1.6}}
}

// conversionRate is the share of a page's visits that convert, by channel and device.
func (w *World) conversionRate(p *page, from channel, device string) float64 {
	return w.peerConversionRate(p, from, device) * p.conversionFactor * p.deviceFactor(device) * (1 - w.speedLoss(p))
}

func (p *page) deviceFactor(device string) float64 {
	if factor, ok := p.deviceFactors[device]; ok {
		return factor
	}
	return 1
}

// peerConversionRate is the rate of an average page of its kind.
func (w *World) peerConversionRate(p *page, from channel, device string) float64 {
	rate := w.baseConversionRate * p.section.conversionFactor * from.conversionFactor
	if device == "mobile" {
		rate *= .65
	}
	return math.Min(.4, rate)
}

// clickValue is the value of a search click: its revenue if tracked, with what Analytics credits to a later
// visit, else a share of an ad's CPC, else one click.
func (w *World) clickValue(p *page) float64 {
	switch {
	case w.hasRevenue && w.hasAnalytics && w.baseConversionRate > 0:
		organic := channels()[0]
		return (1 + w.response.Assisted) * w.orderValue * (p.mobileShare*w.conversionRate(p, organic, "mobile") + (1-p.mobileShare)*w.conversionRate(p, organic, "desktop"))
	case w.adSpend > 0:
		return w.response.MediaShare * w.ads.meanCPC()
	}
	return 1
}

// unit is that of clickValue.
func (w *World) unit() string {
	if w.hasRevenue && w.hasAnalytics || w.adSpend > 0 {
		return "EUR"
	}
	return "clicks"
}

// countVisits returns a page's visits in the window.
func (w *World) countVisits(p *page) float64 {
	sum := 0.
	for d := history - window; d < history; d++ {
		clicks := w.clicksOn(p, d)
		for _, from := range channels() {
			sum += w.sessionsFrom(p, from, d, clicks)
		}
	}
	return sum
}

// recentVisits caches countVisits; before the process runs, it ignores later plants.
func (w *World) recentVisits(p *page) float64 {
	if _, known := w.visitCache[p]; !known {
		w.visitCache[p] = w.countVisits(p)
	}
	return w.visitCache[p]
}

// sessionsFrom returns the mean sessions of a channel on a day with the given search clicks.
func (w *World) sessionsFrom(p *page, from channel, d int, clicks float64) float64 {
	if p.isFixture {
		return 3 * w.levels.site[d]
	}
	switch from.name {
	case "Organic Search":
		return .9 * clicks
	case "Direct":
		return w.otherChannels * .4 * clicks
	case "Paid Social":
		return w.otherChannels * .4 * p.paidSocialFactor * clicks
	}
	return w.otherChannels * .2 * clicks
}

// plantVisits plants slow pages, pages with a low conversion rate, and decoys.
func (w *World) plantVisits() {
	r := w.stream("plant visits")
	pages := w.content(r)
	w.plantSpeed(r, pages)
	if !w.hasAnalytics {
		return
	}
	if w.isMessy && chance(r, .3) {
		w.baseConversionRate = 0
		w.Plant(truth.Case{Type: truth.Landing, Kind: "unmeasured", Fix: 1, Reason: "No conversion is measured on the whole site."})
		return
	}
	slices.SortStableFunc(pages, func(a, b *page) int { return cmp.Compare(w.recentVisits(b), w.recentVisits(a)) })
	busiest := pages[:len(pages)/12]
	r.Shuffle(len(busiest), func(i, j int) { busiest[i], busiest[j] = busiest[j], busiest[i] })
	take := func(fits func(*page) bool) *page {
		for i, p := range pages {
			if isOld(p) && p.indexable() && p.section.pages >= 6 && fits(p) {
				pages = append(pages[:i:i], pages[i+1:]...)
				return p
			}
		}
		return nil
	}
	pool := &pool{w: w, r: r}
	for range pool.plantCount(truth.Landing, 3) {
		p := take(func(p *page) bool { return p.section.conversionFactor >= .5 && w.recentVisits(p) > 150*w.plantScale })
		if p == nil {
			break
		}
		if chance(r, .3) {
			p.deviceFactors["mobile"] = uniform(r, .05, .3)
		} else {
			p.conversionFactor = uniform(r, .1, .5)
		}
	}
	for range pool.count(2) {
		if p := take(func(p *page) bool { return w.recentVisits(p) > 100*w.plantScale }); p != nil {
			p.paidSocialFactor = 12 // most visits come from a channel with a low conversion rate everywhere
			w.Decoy(truth.Case{Type: truth.Landing, Kind: "channel", Page: p.url, Reason: "Its visitors come from where people convert badly on every page."})
		}
	}
	for _, p := range w.pages {
		if p.isFixture {
			p.conversionFactor = 0
			w.Decoy(truth.Case{Type: truth.Landing, Kind: "fixture", Page: p.url, Reason: "Nobody is meant to convert there."})
		}
	}
}

// visitRun collects Analytics' rows of all days.
type visitRun struct {
	*World
	r      *rand.Rand
	rows   []warehouse.Visits
	totals []visitTotal
}

type visitTotal struct {
	sessions, engaged    int
	conversions, revenue float64
}

// runVisits simulates visits and conversions.
func (w *World) runVisits() {
	if !w.hasAnalytics {
		return
	}
	run := &visitRun{World: w, r: w.stream("visits"), totals: make([]visitTotal, history)}
	for _, p := range w.pages {
		for d := history - visitDays; d < history; d++ {
			run.page(p, d)
		}
	}
	var totals []warehouse.VisitTotal
	for d := history - visitDays; d < history; d++ {
		t := run.totals[d]
		totals = append(totals, warehouse.VisitTotal{
			Head: w.rowHead("ga4", d), Sessions: uint64(t.sessions), Engaged: uint64(t.engaged), Users: uint64(float64(t.sessions) * .8),
			Conversions: t.conversions, Revenue: t.revenue, Currency: w.currencyOn(d),
		})
	}
	if w.isMessy {
		w.corruptVisits(run.r, run.rows)
	}
	w.addTable("ga4_pages", run.rows)
	w.addTable("ga4_totals", totals)
	w.findLandings()
}

// page draws the sessions of a page on a day.
func (v *visitRun) page(p *page, d int) {
	clicks := v.clicksOn(p, d)
	for _, from := range channels() {
		sessions := poisson(v.r, v.sessionsFrom(p, from, d, clicks)*lognormal(v.r, .1))
		if from.name == "Organic Search" && !p.isFixture {
			sessions = binomial(v.r, p.searchDays[d].clicks, .9)
		}
		onMobile := binomial(v.r, sessions, p.mobileShare)
		v.sessions(p, d, from, "mobile", onMobile)
		v.sessions(p, d, from, "desktop", sessions-onMobile)
	}
}

// sessions draws how many of n sessions convert and engage.
func (v *visitRun) sessions(p *page, d int, from channel, device string, n int) {
	if n == 0 {
		return
	}
	conversions := binomial(v.r, n, v.conversionRate(p, from, device))
	revenue := 0.
	if v.hasRevenue {
		for range conversions {
			revenue += v.orderValue * lognormal(v.r, v.response.OrderSpread)
		}
	}
	engaged := binomial(v.r, n, p.engagementRate)
	v.rows = append(v.rows, warehouse.Visits{
		Head: v.rowHead("ga4", d), Page: p.url, Channel: from.name, Device: device, Sessions: uint32(n), Engaged: uint32(engaged),
		Conversions: float64(conversions), Revenue: math.Round(100*revenue) / 100, Currency: v.Site.Currency,
	})
	t := &v.totals[d]
	t.sessions, t.engaged = t.sessions+n, t.engaged+engaged
	t.conversions, t.revenue = t.conversions+float64(conversions), t.revenue+revenue
}
