package families

import (
	"fmt"
	"math"
	"slices"

	"upslope/simulator/truth"
)

// findWeakLinks finds pages in striking distance with fewer links than others.
func (w *World) findWeakLinks() {
	if !w.hasSearchConsole {
		return
	}
	contentLinks, strength := w.contentLinks(), w.linkStrength()
	var counts []int
	var strengths, gains []float64
	gain := map[*page]float64{}
	for _, p := range w.pages {
		if !p.indexable() {
			continue
		}
		counts, strengths = append(counts, contentLinks[p.url]), append(strengths, strength[p.url])
		if !p.isHub {
			gain[p] = w.gainOfLinks(p)
			gains = append(gains, gain[p])
		}
	}
	slices.Sort(counts)
	slices.Sort(strengths)
	slices.Sort(gains)
	for _, p := range w.pages {
		if !p.indexable() || p.isHub || p.isPaginated() {
			continue
		}
		main, impressions := w.mainRanking(p)
		if main == nil || impressions < 180 {
			continue
		}
		position, median, percentile := w.meanPosition(main), counts[len(counts)/2], percentileOf(strengths, strength[p.url])
		if position < 4.6 || position > 20.6 || contentLinks[p.url] > median || percentile > .65 {
			continue
		}
		w.Cases = append(w.Cases, truth.Case{
			Type: truth.Links, Kind: "ranking", Issue: "ranking_page", Page: p.url, Value: gain[p] * w.clickValue(p), Fix: .4, Planted: p.isUnlinked,
			Must: p.isUnlinked && percentile < .3 && impressions >= 300 && percentileOf(gains, gain[p]) > .8 && gain[p] >= 5 &&
				position > 5.4 && position < 19,
			Reason: fmt.Sprintf("%d links in texts, while half of the site has more than %d.", contentLinks[p.url], median),
		})
	}
}

// contentLinks counts the indexable pages with a content link to each page.
func (w *World) contentLinks() map[string]int {
	indexable := map[string]bool{}
	for _, p := range w.pages {
		indexable[p.url] = p.indexable()
	}
	type pair struct{ from, to string }
	seen, counts := map[pair]bool{}, map[string]int{}
	for _, l := range w.linkRows {
		link := pair{l.Source, l.Destination}
		if l.Position == "content" && indexable[l.Source] && !seen[link] {
			seen[link] = true
			counts[l.Destination]++
		}
	}
	return counts
}

// linkStrength is PageRank with damping .8, with links weighted by their place.
func (w *World) linkStrength() map[string]float64 {
	weight := map[string]float64{"content": 1, "navigation": .5, "footer": .15}
	strength, outgoing := map[string]float64{}, map[string]float64{}
	for _, p := range w.pages {
		strength[p.url] = 1
	}
	for _, l := range w.linkRows {
		outgoing[l.Source] += weight[l.Position]
	}
	for range 8 {
		next := map[string]float64{}
		for _, l := range w.linkRows {
			next[l.Destination] += .8 * strength[l.Source] * weight[l.Position] / outgoing[l.Source]
		}
		for url := range strength {
			strength[url] = .2 + next[url]
		}
	}
	return strength
}

// gainOfLinks returns the additional monthly clicks from links on related pages.
func (w *World) gainOfLinks(p *page) float64 {
	stream := "links"
	if w.response.QueryCurve != nil { // pages differ
		stream += p.url
	}
	linked := func(r *ranking, d int) (position, snippet, share float64) {
		if r.query.brand { // a link below the brand's own result stays there
			return r.positionOn(d), r.snippetOn(d), r.shareOn(d)
		}
		at := r.positionOn(d)
		return math.Max(1, at-w.response.LinkGain(w.stream(stream), at)), r.snippetOn(d), r.shareOn(d)
	}
	return math.Max(0, w.monthlyClicks(p.rankings, linked)-w.monthlyClicks(p.rankings, nil))
}

// mainRanking returns the page's named non-brand query with the most impressions.
func (w *World) mainRanking(p *page) (main *ranking, impressions float64) {
	for _, r := range p.rankings {
		if n := w.windowImpressions(r); n > impressions && !r.query.anonymous && !r.query.brand {
			main, impressions = r, n
		}
	}
	return main, impressions
}

func percentileOf(sorted []float64, value float64) float64 {
	rank, _ := slices.BinarySearch(sorted, value)
	return float64(rank) / float64(max(1, len(sorted)-1))
}
