package world

import "math"

// BingWeek is the number of days that Bing counts together.
const BingWeek = 7

// BingHistory is the number of days that Bing keeps: six months.
const BingHistory = 182

// bingShare is the mean share of Google's searches that are made in Bing as well.
const bingShare = .07

// BingResult is one page's result in Bing for one query in a week; Query may be Hidden.
type BingResult struct {
	Query, Page         int // indexes
	Impressions, Clicks int
	PositionSum         int // summed over the impressions
}

// Bing returns the results in Bing of the week that ends on a day. They follow what people search for in
// Google.
func (w *World) Bing(last Day) []BingResult {
	type key struct{ query, page int }
	index := map[key]int{}
	var google []Showing
	for day := last - BingWeek + 1; day <= last; day++ {
		for _, showing := range w.Search(day, 1) {
			of := key{showing.Query, showing.Page}
			i, known := index[of]
			if !known {
				i = len(google)
				index[of], google = i, append(google, Showing{Query: showing.Query, Page: showing.Page})
			}
			google[i].Impressions += showing.Impressions
			google[i].PositionSum += showing.PositionSum
		}
	}
	var out []BingResult
	for _, showing := range google {
		if result := w.bingResult(showing, last); result.Impressions > 0 {
			out = append(out, result)
		}
	}
	return out
}

// bingResult draws Bing's figures from those of Google. Each page and query has a share and a place of its
// own there.
func (w *World) bingResult(google Showing, last Day) BingResult {
	out := BingResult{Query: google.Query, Page: google.Page}
	entity := google.Page*len(w.Queries) + google.Query + 1
	own := newDice(w.seed, rollBing, entity, 0)
	share := min(.5, bingShare*math.Exp(.5*own.normal()))
	apart := 1.5 * own.normal()
	d := newDice(w.seed, rollBing, entity, last)
	if out.Impressions = d.binomial(google.Impressions, share); out.Impressions == 0 {
		return out
	}
	position := max(1, math.Round(float64(google.PositionSum)/float64(google.Impressions)+apart))
	out.PositionSum = int(position) * out.Impressions
	out.Clicks = d.binomial(out.Impressions, min(.75, w.ctrScale*ctrAt(position)))
	return out
}

// BingIssue is an address that Bing could not crawl, or only by a detour.
type BingIssue struct {
	URL         string
	Code, Links int
}

// BingIssues returns what Bing could not crawl: the addresses that a crawl of the site finds gone, broken or
// moved.
func (w *World) BingIssues() []BingIssue {
	links := map[string]int{}
	for _, link := range w.links() {
		links[link.to]++
	}
	var out []BingIssue
	for _, page := range w.Pages {
		if page.fault == faultMissing {
			out = append(out, BingIssue{page.URL, 404, links[page.URL]})
		}
	}
	for _, e := range extras() {
		if url := w.Origin + e.path; links[url] > 0 {
			out = append(out, BingIssue{url, e.code, links[url]})
		}
	}
	return out
}
