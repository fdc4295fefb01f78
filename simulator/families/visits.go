package families

import (
	"cmp"
	"math"
	"slices"
	"upslope/simulator/truth"
	"upslope/simulator/warehouse"
)

const visitDays = 56 // that Analytics has been read for

type channel struct {
	name             string
	conversionFactor float64 // times what search makes
}

func channels() []channel {
	return []channel{{"Organic Search", 1}, {"Direct", 1.3}, {"Paid Social", .25}, {"Email", 1.6}}
}

// conversionRate is what part of a page's visits convert, by where they come from.
func (w *World) conversionRate(p *page, from channel, device string) float64 {
	return w.peerConversionRate(p, from, device) * p.conversionFactor * p.deviceFactor(device) * (1 - w.speedLoss(p))
}

func (p *page) deviceFactor(device string) float64 {
	if left, ok := p.deviceFactors[device]; ok {
		return left
	}
	return 1
}

// usualRate is that of a page like it.
func (w *World) peerConversionRate(p *page, from channel, device string) float64 {
	rate := w.baseConversionRate * p.section.conversionFactor * from.conversionFactor
	if device == "mobile" {
		rate *= .65
	}
	return math.Min(.4, rate)
}

// worth is what a click from search on a page brings: where Analytics tells revenue, that; where it does not, or measures no conversion, and
// ads tell what a click costs, half of it; else a click is a click.
func (w *World) clickValue(p *page) float64 {
	switch {
	case w.hasRevenue && w.hasAnalytics && w.baseConversionRate > 0:
		organic := channels()[0]
		return w.orderValue * (p.mobileShare*w.conversionRate(p, organic, "mobile") + (1-p.mobileShare)*w.conversionRate(p, organic, "desktop"))
	case w.adSpend > 0:
		return .5 * w.ads.meanCPC()
	}
	return 1
}

// unit is what worth counts in.
func (w *World) unit() string {
	if w.hasRevenue && w.hasAnalytics || w.adSpend > 0 {
		return "EUR"
	}
	return "clicks"
}

// plantVisits plants pages that convert badly, pages that only seem to, and slow pages.
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
	seed := &pool{w: w, r: r}
	for range seed.plantCount(truth.Landing, 3) {
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
	for range seed.count(2) {
		if p := take(func(p *page) bool { return w.recentVisits(p) > 100*w.plantScale }); p != nil {
			p.paidSocialFactor = 12 // nearly all of its visits come from where nobody converts well
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

// visitsOf are the visits of a page in the newest days.
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

// visitsNow is visitsOf of the world as it was when it was asked first.
func (w *World) recentVisits(p *page) float64 {
	if _, known := w.visitCache[p]; !known {
		w.visitCache[p] = w.countVisits(p)
	}
	return w.visitCache[p]
}

// visitsFrom are the visits of a page from a channel on a day on which search brings so many clicks.
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

// runVisits lets visitors come and convert.
func (w *World) runVisits() {
	if !w.hasAnalytics {
		return
	}
	r := w.stream("visits")
	var out []warehouse.Visits
	type total struct {
		sessions, engaged  int
		conversions, money float64
	}
	totals := make([]total, history)
	for _, p := range w.pages {
		for d := history - visitDays; d < history; d++ {
			clicks := w.clicksOn(p, d)
			for _, from := range channels() {
				sessions := poisson(r, w.sessionsFrom(p, from, d, clicks)*lognormal(r, .1))
				if from.name == "Organic Search" && !p.isFixture {
					sessions = binomial(r, p.searchDays[d].clicks, .9)
				}
				onMobile := binomial(r, sessions, p.mobileShare)
				for _, device := range []string{"mobile", "desktop"} {
					n := onMobile
					if device == "desktop" {
						n = sessions - onMobile
					}
					if n == 0 {
						continue
					}
					won := binomial(r, n, w.conversionRate(p, from, device))
					money := 0.
					if w.hasRevenue {
						for range won {
							money += w.orderValue * lognormal(r, .7)
						}
					}
					engaged := binomial(r, n, p.engagementRate)
					out = append(out, warehouse.Visits{
						Head: w.rowHead("ga4", d), Page: p.url, Channel: from.name, Device: device, Sessions: uint32(n), Engaged: uint32(engaged),
						Conversions: float64(won), Revenue: math.Round(100*money) / 100, Currency: w.Site.Currency,
					})
					t := &totals[d]
					t.sessions, t.engaged, t.conversions, t.money = t.sessions+n, t.engaged+engaged, t.conversions+float64(won), t.money+money
				}
			}
		}
	}
	var all []warehouse.VisitTotal
	for d := history - visitDays; d < history; d++ {
		t := totals[d]
		all = append(all, warehouse.VisitTotal{
			Head: w.rowHead("ga4", d), Sessions: uint64(t.sessions), Engaged: uint64(t.engaged), Users: uint64(float64(t.sessions) * .8),
			Conversions: t.conversions, Revenue: t.money, Currency: w.currencyOn(d),
		})
	}
	if w.isMessy {
		w.corruptVisits(r, out)
	}
	w.addTable("ga4_pages", out)
	w.addTable("ga4_totals", all)
	w.findLandings()
}

// judgeLandings: pages whose visitors convert less than on pages like it, over all or on a device.
func (w *World) findLandings() {
	if w.baseConversionRate == 0 {
		return
	}
	for _, p := range w.pages {
		if p.isFixture || p.removedDay < history {
			continue
		}
		var got, due, worst float64
		visits := w.recentVisits(p)
		worst = 1
		clicks := make([]float64, window)
		for i := range clicks {
			clicks[i] = w.clicksOn(p, history-window+i)
		}
		for _, device := range []string{"mobile", "desktop"} {
			var gotThere, dueThere float64
			share := p.mobileShare
			if device == "desktop" {
				share = 1 - p.mobileShare
			}
			for _, from := range channels() {
				n := 0.
				for d := history - window; d < history; d++ {
					n += share * w.sessionsFrom(p, from, d, clicks[d-history+window])
				}
				gotThere += n * w.conversionRate(p, from, device)
				dueThere += n * w.peerConversionRate(p, from, device)
			}
			got, due = got+gotThere, due+dueThere
			if share > .2 {
				worst = math.Min(worst, gotThere/dueThere)
			}
		}
		if worst >= .8 || due == 0 {
			continue
		}
		each := w.orderValue
		if !w.hasRevenue {
			each = visits / due * w.clickValue(p) // in visits of the kind that make a conversion
		}
		// A page that makes half of what is due must be told from one that makes four fifths of it.
		// Visits to a page that says it is another count as that one's.
		told := p.canonical == "" && .8*due-1.645*math.Sqrt(.8*due) >= .5*due+1.645*math.Sqrt(.5*due)
		w.Cases = append(w.Cases, truth.Case{
			Type: truth.Landing, Kind: "page", Page: p.url, Value: perMonth(math.Max(0, due-got)) * each, Fix: .5,
			Must: told && got <= .5*due && w.hasPeers(p, due), Reason: "Its visitors convert less than those of pages like it.",
		})
	}
}

// sisters says whether there are enough pages of the kind to compare with: several, which together are told from half of them, too.
func (w *World) hasPeers(p *page, due float64) bool {
	n, conversions := 0, 0.
	each := due / w.recentVisits(p)
	for _, other := range w.pages {
		if other.section.folder != p.section.folder || !other.indexable() || other.isHub {
			continue
		}
		if w.recentVisits(other) > 30 {
			n++
		}
		if other != p {
			conversions += each * w.recentVisits(other)
		}
	}
	return n >= 7 && conversions >= 100
}
