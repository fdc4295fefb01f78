package families

import (
	"cmp"
	"math"
	"math/rand/v2"
	"slices"
	"upslope/simulator/truth"
	"upslope/simulator/warehouse"
)

// What waiting costs here: each second more than good loses part of those who came, as a straight line. Reacting late loses a little more.
const (
	goodLCP = 2500.
	goodINP = 200.
	goodCLS = .1
)

// lostToWaiting is the part of a page's conversions that waiting costs.
func (w *World) speedLoss(p *page) float64 {
	return math.Min(.3, .022*math.Max(0, p.lcp-goodLCP)/1000+.008*math.Max(0, p.inp-goodINP)/100)
}

// plantSpeed decides how long people wait, page by page, and plants slow ones.
func (w *World) plantSpeed(r *rand.Rand, pages []*page) {
	for _, p := range w.pages {
		p.lcp, p.inp, p.cls = math.Min(2300, w.medianLCP*lognormal(r, .1)), math.Min(170, 110*lognormal(r, .2)), math.Min(.08, .03*lognormal(r, .5))
	}
	if !w.hasPageSpeed {
		return
	}
	busiest := slices.Clone(pages)
	slices.SortStableFunc(busiest, func(a, b *page) int { return cmp.Compare(w.recentVisits(b), w.recentVisits(a)) })
	busiest, pages = busiest[:max(1, len(busiest)/5)], busiest
	seed := &pool{w: w, r: r}
	for range seed.plantCount(truth.Slow, 4) {
		p := pick(r, busiest)
		switch r.IntN(4) {
		case 0:
			p.inp = uniform(r, 260, 700)
		case 1:
			p.cls = uniform(r, .13, .5)
		default:
			p.lcp = uniform(r, 2800, 7000)
		}
	}
	for range seed.count(2) { // slow where hardly anybody comes
		p := pages[len(pages)-1-r.IntN(max(1, len(pages)/10))]
		p.lcp, p.alwaysTested = uniform(r, 3500, 8000), true
	}
	if chance(r, w.plantChance/2) && !w.unplanted[truth.Slow] { // a template
		s := pick(r, w.sections)
		if s.folder != "" {
			for _, p := range w.pages {
				if p.section.folder == s.folder && !p.isHub {
					p.lcp = noisy(r, 4200, .12)
				}
			}
		}
	}
}

// runSpeed tests the pages with most visits, and some of each section, once a week.
func (w *World) runSpeed() {
	if !w.hasPageSpeed {
		return
	}
	r := w.stream("speed")
	sorted := w.content(r)
	visits := map[*page]float64{}
	for _, p := range sorted {
		if w.hasAnalytics {
			visits[p] = w.recentVisits(p)
			continue
		}
		for d := history - window; d < history; d++ {
			visits[p] += w.clicksOn(p, d)
		}
	}
	slices.SortStableFunc(sorted, func(a, b *page) int { return cmp.Compare(visits[b], visits[a]) })
	sorted = slices.DeleteFunc(sorted, func(p *page) bool { return !p.indexable() })
	tested := slices.Clone(sorted[:min(35, len(sorted))])
	for _, p := range sorted[len(tested):] {
		if p.alwaysTested {
			tested = append(tested, p)
		}
	}
	for len(tested) < min(50, len(sorted)) {
		if p := pick(r, sorted); !slices.Contains(tested, p) {
			tested = append(tested, p)
		}
	}
	originLCP := 0.
	for _, p := range tested {
		originLCP += p.lcp / float64(len(tested))
	}
	var out []warehouse.SpeedTest
	for _, p := range tested {
		n := visits[p]
		bad := p.lcp > goodLCP || p.inp > goodINP || p.cls > goodCLS
		enough := n > 600 // of people whose browsers tell
		seesOrigin := !enough && len(tested) > 20
		for weeks := range 3 {
			for _, device := range []string{"mobile", "desktop"} {
				row := warehouse.SpeedTest{Head: w.rowHead("pagespeed", history-1-7*weeks), Page: p.url, Device: device}
				factor := 1.
				if device == "desktop" {
					factor = .8
				}
				if enough || seesOrigin {
					row.Source = "url"
					lcp := p.lcp
					if seesOrigin {
						row.Source, lcp = "origin", originLCP
					}
					row.LCP, row.INP = new(uint32(noisy(r, lcp*factor, .02))), new(uint32(noisy(r, p.inp*factor, .02)))
					row.CLS, row.TTFB = new(noisy(r, p.cls, .03)), new(uint32(noisy(r, 400, .2)))
					if seesOrigin {
						row.INP, row.CLS = new(uint32(120)), new(.04)
					}
				}
				row.LabLCP, row.LabCLS, row.LabTTFB = new(noisy(r, p.lcp*factor*1.1, .3)), new(noisy(r, p.cls, .4)), new(noisy(r, 350, .3))
				row.Score = new(uint8(math.Max(5, 100-p.lcp/70)))
				if p.lcp > goodLCP {
					row.Advice, row.SavingMS = []string{"Improve image delivery", "Reduce unused JavaScript"}, []uint32{uint32(p.lcp / 4), 300}
				}
				out = append(out, row)
			}
		}
		if bad && n >= 100 {
			kind := "slow"
			if p.lcp <= goodLCP && p.inp <= goodINP {
				kind = "moving"
			}
			value := perMonth(n) * w.clickValue(p) * w.speedLoss(p)
			w.Cases = append(w.Cases, truth.Case{
				Type: truth.Slow, Kind: kind, Page: p.url, Value: value, Fix: .7, Planted: true,
				Must:   enough && n >= 200 && (p.lcp > 1.15*goodLCP || p.inp > 1.15*goodINP || p.cls > 1.2*goodCLS) && (p.mobileShare > .4 || n > 1500),
				Reason: "People wait for it, or it moves under their fingers.",
			})
		} else if bad {
			w.Decoy(truth.Case{Type: truth.Slow, Kind: "unvisited", Page: p.url, Reason: "Hardly anybody opens it."})
		}
	}
	w.addTable("pagespeed_tests", out)
}
