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
	name       string
	converting float64 // times what search makes
}

func channels() []channel {
	return []channel{{"Organic Search", 1}, {"Direct", 1.3}, {"Paid Social", .25}, {"Email", 1.6}}
}

// conversionRate is what part of a page's visits convert, by where they come from.
func (w *World) conversionRate(p *page, from channel, device string) float64 {
	return w.usualRate(p, from, device) * p.converting * p.left(device) * (1 - w.lostToWaiting(p))
}

func (p *page) left(device string) float64 {
	if left, ok := p.onDevice[device]; ok {
		return left
	}
	return 1
}

// usualRate is that of a page like it.
func (w *World) usualRate(p *page, from channel, device string) float64 {
	rate := w.converting * p.section.converting * from.converting
	if device == "mobile" {
		rate *= .65
	}
	return math.Min(.4, rate)
}

// worth is what a click from search on a page brings: where Analytics tells revenue, that; where it does not, or measures no conversion, and
// ads tell what a click costs, half of it; else a click is a click.
func (w *World) worth(p *page) float64 {
	switch {
	case w.revenue && w.visits && w.converting > 0:
		organic := channels()[0]
		return w.order * (p.mobile*w.conversionRate(p, organic, "mobile") + (1-p.mobile)*w.conversionRate(p, organic, "desktop"))
	case w.spending > 0:
		return .5 * w.ads.meanCost()
	}
	return 1
}

// unit is what worth counts in.
func (w *World) unit() string {
	if w.revenue && w.visits || w.spending > 0 {
		return "EUR"
	}
	return "clicks"
}

// buildVisits plants pages that convert badly, pages that only seem to, and slow pages.
func (w *World) buildVisits() {
	r := w.stream("plant visits")
	pages := w.content(r)
	w.buildSpeed(r, pages)
	if !w.visits {
		return
	}
	if w.messy && chance(r, .3) {
		w.converting = 0
		w.Plant(truth.Case{Type: truth.Landing, Kind: "unmeasured", Fix: 1, Reason: "No conversion is measured on the whole site."})
		return
	}
	slices.SortStableFunc(pages, func(a, b *page) int { return cmp.Compare(w.visitsNow(b), w.visitsNow(a)) })
	busiest := pages[:len(pages)/12]
	r.Shuffle(len(busiest), func(i, j int) { busiest[i], busiest[j] = busiest[j], busiest[i] })
	take := func(fits func(*page) bool) *page {
		for i, p := range pages {
			if old(p) && p.indexable() && p.section.pages >= 6 && fits(p) {
				pages = append(pages[:i:i], pages[i+1:]...)
				return p
			}
		}
		return nil
	}
	seed := &plots{w: w, r: r}
	for range seed.plants(truth.Landing, 3) {
		p := take(func(p *page) bool { return p.section.converting >= .5 && w.visitsNow(p) > 150*w.size })
		if p == nil {
			break
		}
		if chance(r, .3) {
			p.onDevice["mobile"] = between(r, .05, .3)
		} else {
			p.converting = between(r, .1, .5)
		}
	}
	for range seed.times(2) {
		if p := take(func(p *page) bool { return w.visitsNow(p) > 100*w.size }); p != nil {
			p.paid = 12 // nearly all of its visits come from where nobody converts well
			w.Decoy(truth.Case{Type: truth.Landing, Kind: "channel", Page: p.url, Reason: "Its visitors come from where people convert badly on every page."})
		}
	}
	for _, p := range w.pages {
		if p.isFixture {
			p.converting = 0
			w.Decoy(truth.Case{Type: truth.Landing, Kind: "fixture", Page: p.url, Reason: "Nobody is meant to convert there."})
		}
	}
}

// clicksOf are the clicks from search that a page gets on a day on average.
func (w *World) clicksOf(p *page, d int) float64 {
	sum := 0.
	for _, one := range p.rankings {
		sum += w.expected(one, d, nil)
	}
	return sum
}

// visitsOf are the visits of a page in the newest days.
func (w *World) visitsOf(p *page) float64 {
	sum := 0.
	for d := history - window; d < history; d++ {
		clicks := w.clicksOf(p, d)
		for _, from := range channels() {
			sum += w.visitsFrom(p, from, d, clicks)
		}
	}
	return sum
}

// visitsNow is visitsOf of the world as it was when it was asked first.
func (w *World) visitsNow(p *page) float64 {
	if _, known := w.visited[p]; !known {
		w.visited[p] = w.visitsOf(p)
	}
	return w.visited[p]
}

// visitsFrom are the visits of a page from a channel on a day on which search brings so many clicks.
func (w *World) visitsFrom(p *page, from channel, d int, clicks float64) float64 {
	if p.isFixture {
		return 3 * w.levels.site[d]
	}
	switch from.name {
	case "Organic Search":
		return .9 * clicks
	case "Direct":
		return w.otherVisits * .4 * clicks
	case "Paid Social":
		return w.otherVisits * .4 * p.paid * clicks
	}
	return w.otherVisits * .2 * clicks
}

// runVisits lets visitors come and convert.
func (w *World) runVisits() {
	if !w.visits {
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
			clicks := w.clicksOf(p, d)
			for _, from := range channels() {
				sessions := poisson(r, w.visitsFrom(p, from, d, clicks)*about1(r, .1))
				if from.name == "Organic Search" && !p.isFixture {
					sessions = binomial(r, p.days[d].clicks, .9)
				}
				onMobile := binomial(r, sessions, p.mobile)
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
					if w.revenue {
						for range won {
							money += w.order * about1(r, .7)
						}
					}
					engaged := binomial(r, n, p.engaged)
					out = append(out, warehouse.Visits{
						Head: w.head("ga4", d), Page: p.url, Channel: from.name, Device: device, Sessions: uint32(n), Engaged: uint32(engaged),
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
			Head: w.head("ga4", d), Sessions: uint64(t.sessions), Engaged: uint64(t.engaged), Users: uint64(float64(t.sessions) * .8),
			Conversions: t.conversions, Revenue: t.money, Currency: w.currencyOf(d),
		})
	}
	if w.messy {
		w.spoilVisits(r, out)
	}
	w.addTable("ga4_pages", out)
	w.addTable("ga4_totals", all)
	w.judgeLandings()
}

// judgeLandings: pages whose visitors convert less than on pages like it, over all or on a device.
func (w *World) judgeLandings() {
	if w.converting == 0 {
		return
	}
	for _, p := range w.pages {
		if p.isFixture || p.gone < history {
			continue
		}
		var got, due, worst float64
		visits := w.visitsNow(p)
		worst = 1
		clicks := make([]float64, window)
		for i := range clicks {
			clicks[i] = w.clicksOf(p, history-window+i)
		}
		for _, device := range []string{"mobile", "desktop"} {
			var gotThere, dueThere float64
			share := p.mobile
			if device == "desktop" {
				share = 1 - p.mobile
			}
			for _, from := range channels() {
				n := 0.
				for d := history - window; d < history; d++ {
					n += share * w.visitsFrom(p, from, d, clicks[d-history+window])
				}
				gotThere += n * w.conversionRate(p, from, device)
				dueThere += n * w.usualRate(p, from, device)
			}
			got, due = got+gotThere, due+dueThere
			if share > .2 {
				worst = math.Min(worst, gotThere/dueThere)
			}
		}
		if worst >= .8 || due == 0 {
			continue
		}
		each := w.order
		if !w.revenue {
			each = visits / due * w.worth(p) // in visits of the kind that make a conversion
		}
		// A page that makes half of what is due must be told from one that makes four fifths of it.
		// Visits to a page that says it is another count as that one's.
		told := p.canonical == "" && .8*due-1.645*math.Sqrt(.8*due) >= .5*due+1.645*math.Sqrt(.5*due)
		w.Cases = append(w.Cases, truth.Case{
			Type: truth.Landing, Kind: "page", Page: p.url, Value: month(math.Max(0, due-got)) * each, Fix: .5,
			Must: told && got <= .5*due && w.sisters(p, due), Reason: "Its visitors convert less than those of pages like it.",
		})
	}
}

// sisters says whether there are enough pages of the kind to compare with: several, which together are told from half of them, too.
func (w *World) sisters(p *page, due float64) bool {
	n, conversions := 0, 0.
	each := due / w.visitsNow(p)
	for _, other := range w.pages {
		if other.section.folder != p.section.folder || !other.indexable() || other.isHub {
			continue
		}
		if w.visitsNow(other) > 30 {
			n++
		}
		if other != p {
			conversions += each * w.visitsNow(other)
		}
	}
	return n >= 7 && conversions >= 100
}

// head begins a row of a provider on a day.
func (w *World) head(provider string, d int) warehouse.Head {
	head := w.heads[provider]
	head.Day = w.dates[d]
	return head
}

// syncID is of the read that counts.
const syncID = 2000
