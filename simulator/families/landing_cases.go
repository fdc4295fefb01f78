package families

import (
	"math"

	"upslope/simulator/truth"
)

// closed is the share of a gap, whose cause nobody knows, that work on a page closes: what insights promise.
const closed = .5

// findLandings finds pages that convert worse than their peers, overall or on one device.
func (w *World) findLandings() {
	if w.baseConversionRate == 0 {
		return
	}
	visitsEach := w.visitsPerConversion()
	for _, p := range w.pages {
		if p.isFixture || p.removedDay < history {
			continue
		}
		actual, expected, worst := w.windowConversions(p)
		if worst >= .8 || expected == 0 {
			continue
		}
		// A repaired page is not an average one.
		potential := expected * noisy(w.stream("potential"+p.url), 1, w.response.PageSpread)
		value := w.orderValue // of a conversion
		if !w.hasRevenue {
			value = visitsEach * w.clickValue(p)
		}
		// A page at half of its peers' rate must be distinguishable from one at four fifths. A canonicalized
		// page's visits count for its canonical.
		isClear := p.canonical == "" && .8*expected-1.645*math.Sqrt(.8*expected) >= .5*expected+1.645*math.Sqrt(.5*expected)
		w.Cases = append(w.Cases, truth.Case{
			Type: truth.Landing, Kind: "page", Page: p.url, Value: closed * perMonth(math.Max(0, potential-actual)) * value, Fix: .5,
			Must: isClear && actual <= .5*expected && w.hasPeers(p, expected), Reason: "Its visitors convert less than those of pages like it.",
		})
	}
}

// visitsPerConversion returns the visits that bring a conversion on the pages where they are made, each page
// weighed by its conversions.
func (w *World) visitsPerConversion() float64 {
	all, weighed := 0., 0.
	for _, p := range w.pages {
		if visits := w.recentVisits(p); !p.isFixture && p.removedDay >= history && visits > 0 {
			actual, _, _ := w.windowConversions(p)
			all, weighed = all+actual, weighed+actual*actual/visits
		}
	}
	return all / weighed
}

// worthOfVisit is what a visit to a page brings, beside one of those that bring the site's conversions: one
// value of a conversion for all pages, where nobody says what one is worth.
func (w *World) worthOfVisit(p *page, visitsEach float64) float64 {
	visits := w.recentVisits(p)
	if w.hasRevenue || !w.hasAnalytics || w.baseConversionRate == 0 || visits == 0 {
		return 1
	}
	actual, _, _ := w.windowConversions(p)
	return actual / visits * visitsEach
}

// windowConversions returns a page's conversions in the window, an average page's, and their lowest ratio on
// a relevant device.
func (w *World) windowConversions(p *page) (actual, expected, worst float64) {
	worst = 1
	clicks := make([]float64, window)
	for i := range clicks {
		clicks[i] = w.clicksOn(p, history-window+i)
	}
	for _, device := range []string{"mobile", "desktop"} {
		share := p.mobileShare
		if device == "desktop" {
			share = 1 - p.mobileShare
		}
		var onDevice, expectedOnDevice float64
		for _, from := range channels() {
			visits := 0.
			for d := history - window; d < history; d++ {
				visits += share * w.sessionsFrom(p, from, d, clicks[d-history+window])
			}
			onDevice += visits * w.conversionRate(p, from, device)
			expectedOnDevice += visits * w.peerConversionRate(p, from, device)
		}
		actual, expected = actual+onDevice, expected+expectedOnDevice
		if share > .2 {
			worst = math.Min(worst, onDevice/expectedOnDevice)
		}
	}
	return actual, expected, worst
}

// hasPeers reports whether enough similar pages with enough conversions exist.
func (w *World) hasPeers(p *page, expected float64) bool {
	n, conversions := 0, 0.
	each := expected / w.recentVisits(p)
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
