package families

import (
	"math"
	"math/rand/v2"

	"upslope/simulator/warehouse"
)

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
			revenue += v.orderValue * lognormal(v.r, .7)
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
