package families

import (
	"cmp"
	"math"
	"math/rand/v2"
	"slices"

	"upslope/simulator/truth"
	"upslope/simulator/warehouse"
)

// The thresholds of good Core Web Vitals.
const (
	goodLCP = 2500.
	goodINP = 200.
	goodCLS = .1
)

// speedLoss is the share of conversions lost to slow loading.
func (w *World) speedLoss(p *page) float64 {
	return w.response.SpeedLoss(math.Max(0, p.lcp-goodLCP)/1000, math.Max(0, p.inp-goodINP)/100)
}

func (p *page) isSlow() bool { return p.lcp > goodLCP || p.inp > goodINP || p.cls > goodCLS }

// plantSpeed sets loading times, and plants slow pages.
func (w *World) plantSpeed(r *rand.Rand, pages []*page) {
	for _, p := range w.pages {
		p.lcp, p.inp, p.cls = math.Min(2300, w.medianLCP*lognormal(r, .1)), math.Min(170, 110*lognormal(r, .2)), math.Min(.08, .03*lognormal(r, .5))
	}
	if !w.hasPageSpeed {
		return
	}
	byVisits := slices.Clone(pages)
	slices.SortStableFunc(byVisits, func(a, b *page) int { return cmp.Compare(w.recentVisits(b), w.recentVisits(a)) })
	busiest := byVisits[:max(1, len(byVisits)/5)]
	pool := &pool{w: w, r: r}
	for range pool.plantCount(truth.Slow, 4) {
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
	for range pool.count(2) { // slow, but hardly visited
		p := byVisits[len(byVisits)-1-r.IntN(max(1, len(byVisits)/10))]
		p.lcp, p.alwaysTested = uniform(r, 3500, 8000), true
	}
	if chance(r, w.plantChance/2) && !w.unplanted[truth.Slow] { // a whole template
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

// runSpeed tests pages once a week.
func (w *World) runSpeed() {
	if !w.hasPageSpeed {
		return
	}
	r := w.stream("speed")
	tested, visits := w.testedPages(r)
	originLCP := 0.
	for _, p := range tested {
		originLCP += p.lcp / float64(len(tested))
	}
	var tests []warehouse.SpeedTest
	visitsEach := w.visitsPerConversion()
	for _, p := range tested {
		hasOrigin := len(tested) > 20
		for week := range 3 {
			for _, device := range []string{"mobile", "desktop"} {
				test := warehouse.SpeedTest{Head: w.rowHead("pagespeed", history-1-7*week), Page: p.url, Device: device}
				if visits[p] > minFieldVisits {
					addField(r, &test, p, p.lcp)
				} else if hasOrigin {
					addField(r, &test, p, originLCP)
					test.Source, test.INP, test.CLS = "origin", new(uint32(120)), new(.04)
				}
				addLab(r, &test, p)
				tests = append(tests, test)
			}
		}
		w.addSpeedCase(p, visits[p], w.worthOfVisit(p, visitsEach))
	}
	w.addTable("pagespeed_tests", tests)
}

const minFieldVisits = 600 // a month, below which a page has no field data of its own

// testedPages returns the most visited pages, some of every kind, and those always tested.
func (w *World) testedPages(r *rand.Rand) ([]*page, map[*page]float64) {
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
	return tested, visits
}

// deviceSpeed is a factor on loading times.
func deviceSpeed(device string) float64 {
	if device == "desktop" {
		return .8
	}
	return 1
}

// addField adds the field data.
func addField(r *rand.Rand, test *warehouse.SpeedTest, p *page, lcp float64) {
	factor := deviceSpeed(test.Device)
	test.Source = "url"
	test.LCP, test.INP = new(uint32(noisy(r, lcp*factor, .02))), new(uint32(noisy(r, p.inp*factor, .02)))
	test.CLS, test.TTFB = new(noisy(r, p.cls, .03)), new(uint32(noisy(r, 400, .2)))
}

// addLab adds the lab data.
func addLab(r *rand.Rand, test *warehouse.SpeedTest, p *page) {
	test.LabLCP, test.LabCLS = new(noisy(r, p.lcp*deviceSpeed(test.Device)*1.1, .3)), new(noisy(r, p.cls, .4))
	test.LabTTFB, test.Score = new(noisy(r, 350, .3)), new(uint8(math.Max(5, 100-p.lcp/70)))
	if p.lcp > goodLCP {
		test.Advice, test.SavingMS = []string{"Improve image delivery", "Reduce unused JavaScript"}, []uint32{uint32(p.lcp / 4), 300}
	}
}

// addSpeedCase records a slow page as a problem if it has visitors, else as a decoy.
func (w *World) addSpeedCase(p *page, visits, worth float64) {
	if !p.isSlow() {
		return
	}
	if visits < 100 {
		w.Decoy(truth.Case{Type: truth.Slow, Kind: "unvisited", Page: p.url, Reason: "Hardly anybody opens it."})
		return
	}
	kind := "slow"
	if p.lcp <= goodLCP && p.inp <= goodINP {
		kind = "moving"
	}
	isClear := p.lcp > 1.15*goodLCP || p.inp > 1.15*goodINP || p.cls > 1.2*goodCLS
	w.Cases = append(w.Cases, truth.Case{
		Type: truth.Slow, Kind: kind, Page: p.url, Value: perMonth(visits) * worth * w.clickValue(p) * w.speedLoss(p) / (1 - w.speedLoss(p)), Fix: .7, Planted: true,
		Must:   visits > minFieldVisits && isClear && (p.mobileShare > .4 || visits > 1500),
		Reason: "People wait for it, or it moves under their fingers.",
	})
}
