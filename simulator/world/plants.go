package world

import (
	"fmt"
	"slices"
	"strings"
	"upslope/simulator/truth"
)

// plant adds and records clear problems of every type to the demo, on top of those any shop of this size has.
func (w *World) plant() {
	p := &planter{World: w}
	p.queries()
	p.decay()
	p.waste()
	p.slowness()
	p.faults()
	p.risingCPC()
	w.addAnonymous()
}

// planter is a world during planting.
type planter struct {
	*World
	replaced int // queries, rarest first
}

// plantOn records a problem of a page, and of one of its queries if it involves one.
func (w *planter) plantOn(detector, kind, path, query, reason string) {
	w.Plant(truth.Case{Type: detector, Kind: kind, Page: w.pageByPath(path).URL, Query: query, Must: true, Reason: reason})
}

// plantIssue records a technical issue.
func (w *planter) plantIssue(issue string, page *Page, reason string) {
	w.Plant(truth.Case{Type: truth.Meta, Kind: issue, Issue: issue, Page: page.URL, Must: true, Reason: reason})
}

// plantSpend records unprofitable ads.
func (w *planter) plantSpend(kind, term, campaign, group, reason string) {
	w.Plant(truth.Case{Type: truth.Waste, Kind: kind, Term: term, Campaign: campaign, Group: group, Must: true, Reason: reason})
}

// pageByPath finds a page by its path; a test ensures that every demo has the plants' pages.
func (w *World) pageByPath(path string) *Page {
	i := slices.IndexFunc(w.Pages, func(p Page) bool { return p.Path == path })
	return &w.Pages[max(0, i)]
}

func (w *World) pageIndex(path string) int {
	return max(0, slices.IndexFunc(w.Pages, func(p Page) bool { return p.Path == path }))
}

// set sets a query's figures, and adds it again if the shop had dropped it.
func (w *planter) set(text, path string, volume, position, snippet float64) *Query {
	i := slices.IndexFunc(w.Queries, func(q Query) bool { return q.Text == text })
	page := w.pageIndex(path)
	q := Query{Text: text, page: page, second: -1, volume: volume, position: position, snippet: snippet, season: w.Pages[page].season, intent: "commercial", difficulty: 48}
	if w.Pages[page].Kind == Guide {
		q.intent = "informational"
	}
	if i < 0 {
		w.replaced++
		i = len(w.Queries) - w.replaced // replaces the rarest, to keep their number
	}
	w.Queries[i] = q
	return &w.Queries[i]
}

func (w *planter) queries() {
	for _, reach := range []struct {
		query, path      string
		volume, position float64
	}{
		{"waterproof hiking boots", "/hiking-boots/", 240, 6.4}, {"ultralight backpack", "/backpacks/", 150, 11.5}, {"down jacket for winter", "/down-jackets/", 120, 8.3},
	} {
		w.set(reach.query, reach.path, reach.volume, reach.position, 1)
		w.plantOn(truth.Keyword, "reach", reach.path, reach.query, fmt.Sprintf("Position %.1f with %.0f impressions a day.", reach.position, reach.volume))
	}
	w.set("camping stove", "/camping-stoves/", 220, 2.8, .4)
	w.plantOn(truth.Keyword, "gap", "/camping-stoves/", "camping stove", "Position 2.8, with 0.4 times the CTR of others there.")
	w.takeTurns("best sleeping bags for winter", "/guides/best-sleeping-bags-for-winter/", w.pageIndex("/sleeping-bags/"), 60, 6.5)
	w.takeTurns("4 season tent", "/tents/", w.productIndex("tents", "4-season"), 55, 8)
	w.unlinked("best water filters for backpacking", "/guides/best-water-filters-for-backpacking/", "/water-filters/", 90, 8.7)
	w.unlinked("sleeping pad size guide", "/guides/sleeping-pad-sizes-explained/", "/sleeping-pads/", 70, 10.5)
	landing := w.pageByPath("/trekking-poles/")
	landing.conversionFactor, landing.visits = .12, 42
	w.plantOn(truth.Landing, "page", "/trekking-poles/", "", "It converts at an eighth of the rate of the other categories.")
}

// takeTurns makes two pages alternate as the leading result for a query.
func (w *planter) takeTurns(query, path string, second int, volume, position float64) {
	q := w.set(query, path, volume, position, 1)
	q.second, q.alternates, q.sharedChance = second, true, .05
	w.plantOn(truth.Cannibal, "turns", path, query, "Two pages take turns every other day.")
}

// unlinked gives a page few links, and lets a stronger page, which should link to it, rank for its query at
// times.
func (w *planter) unlinked(query, path, source string, volume, position float64) {
	q := w.set(query, path, volume, position, 1)
	q.second, q.sharedChance = w.pageIndex(source), .12
	w.pageByPath(path).fewLinks = true
	w.plantOn(truth.Links, "ranking", path, query, "One content link, and none from "+source+".")
}

// productIndex finds the first product of a section with a word in its path.
func (w *World) productIndex(section, word string) int {
	return max(0, slices.IndexFunc(w.Pages, func(p Page) bool {
		return p.Kind == Product && p.Section == section && strings.Contains(p.Path, word)
	}))
}

func (w *planter) decay() {
	w.set("how to choose a rain jacket", "/guides/how-to-choose-a-rain-jacket/", 60, 3.2, 1)
	w.set("trail running shoes for beginners", "/guides/trail-running-shoes-for-beginners/", 55, 3, 1)
	w.plantOn(truth.Decay, "decay", "/guides/how-to-choose-a-rain-jacket/", "", "Position 3.2 to 7.7 over nine months.")
	w.plantOn(truth.Decay, "decay", "/guides/trail-running-shoes-for-beginners/", "", "The CTR falls to 0.4 at the same position.")
	w.pageByPath("/guides/how-to-choose-a-rain-jacket/").shifts = []shift{{from: w.anchor - 270, to: w.anchor - 45, position: 4.5}}
	w.pageByPath("/guides/trail-running-shoes-for-beginners/").shifts = []shift{{from: w.anchor - 200, to: w.anchor - 60, snippet: .4}}
}

func (w *planter) waste() {
	if k := w.keyword("Search | Tents", "Generic", "tents"); k >= 0 {
		for i, text := range []string{"free tents", "free tent giveaway", "tent free sample", "how to get free tents", "free tent plans"} {
			w.wasteOn(text, k, 5/float64(i+1)+1.8)
		}
		w.plantSpend("ngram", "free", "Search | Tents", "", "Five search terms, about 20 clicks a day, no conversion.")
	}
	if k := w.keyword("Search | Rain Jackets", "Generic", "rain jackets"); k >= 0 {
		w.wasteOn("rain jacket repair kit", k, 6)
		w.plantSpend("search_term", "rain jacket repair kit", "Search | Rain Jackets", "Generic", "6 clicks a day, no conversion.")
	}
	for k := range w.keywords {
		if campaign, group := w.placeOf(k); campaign == "Search | Base Layers" && group == "Prices" {
			w.keywords[k].rate *= .1
		}
	}
	w.plantSpend("ad_group", "", "Search | Base Layers", "Prices", "It converts at a tenth of the rate of the others.")
}

// risingCPC raises a campaign's CPC by 45 % over fifty days.
func (w *planter) risingCPC() {
	for k := range w.keywords {
		if campaign, _ := w.placeOf(k); campaign == "Search | Hiking Boots" {
			w.keywords[k].shifts = []shift{{from: w.anchor - 50, to: w.anchor - 12, volume: 1.45}}
		}
	}
	w.Plant(truth.Case{Type: truth.RisingCPC, Kind: "campaign", Campaign: "Search | Hiking Boots", Must: true, Reason: "The CPC of its keywords rises by 45 % in fifty days."})
}

// placeOf returns the names of a keyword's campaign and ad group.
func (w *planter) placeOf(keyword int) (campaign, group string) {
	g := w.adGroups[w.keywords[keyword].AdGroup]
	return w.Campaigns[g.Campaign].Name, g.Name
}

// keyword returns the index of a keyword, or -1.
func (w *planter) keyword(campaign, group, text string) int {
	return slices.IndexFunc(w.keywords, func(k Keyword) bool {
		g := w.adGroups[k.AdGroup]
		return k.Text == text && g.Name == group && w.Campaigns[g.Campaign].Name == campaign
	})
}

// wasteOn adds a search term with daily clicks and no conversions.
func (w *planter) wasteOn(text string, keyword int, clicks float64) {
	w.terms = append(w.terms, Term{Text: text, Keyword: keyword, Match: "BROAD", Status: "NONE", volume: clicks / w.keywords[keyword].ctr, cpc: 1.05})
}

func (w *planter) slowness() {
	w.pageByPath("/down-jackets/").speedFactor = 2.1
	w.pageByPath("/backpacks/").speedFactor = 1.4
	w.plantOn(truth.Slow, "slow", "/down-jackets/", "", "LCP of about 4.5 s on mobile, CLS 0.17.")
	w.plantOn(truth.Slow, "slow", "/backpacks/", "", "LCP of about 3 s on mobile.")
}

// Page faults visible in a crawl.
const (
	faultNoindex   = "noindex"
	faultCanonical = "canonical" // points to the page of its section
	faultMissing   = "404"
	faultNoH1      = "no h1"
)

// fault breaks a page that still ranks for a query.
func (w *planter) fault(fault, issue string, page *Page, query string, volume float64, reason string) {
	page.fault = fault
	w.set(query, page.Path, volume, 5.5, 1)
	w.plantIssue(issue, page, reason)
}

func (w *planter) faults() {
	w.fault(faultNoindex, "hidden_page", w.pageByPath("/guides/how-to-clean-hiking-boots/"), "how to clean a hiking boot", 12, "noindex, though people find it.")
	for _, path := range []string{"/cart/", "/account/"} {
		w.pageByPath(path).fault = faultNoindex
		w.Decoy(truth.Case{Type: truth.Meta, Kind: "meant", Page: w.pageByPath(path).URL, Reason: "noindex on purpose: nobody is to find it."})
	}
	w.fault(faultCanonical, "hidden_page", &w.Pages[w.productIndex("backpacks", "65l")], "wren 65l backpack", 6, "Its canonical is elsewhere.")
	w.fault(faultMissing, "broken_page", &w.Pages[w.productIndex("headlamps", "tactical")], "fell tactical headlamp", 6, "404, though links lead there.")
	untitled := &w.Pages[w.productIndex("rain-jackets", "cycling")]
	w.fault("", "missing_title", untitled, "esker cycling rain jacket", 8, "It has no title.")
	untitled.Title = ""
	first, second := w.productIndex("sleeping-bags", "double"), w.productIndex("sleeping-bags", "compact")
	w.Pages[second].Title = w.Pages[first].Title
	shared := w.set("double sleeping bag for couples", w.Pages[first].Path, 10, 7, 1)
	shared.second, shared.sharedChance = second, .6
	for _, i := range []int{first, second} {
		w.plantIssue("duplicate_title", &w.Pages[i], "Two sleeping bags have one title, and a query that finds both.")
	}
	w.templateFaults()
	w.pageByPath("/camping-stoves/").Title = "Products"
	w.plantIssue("short_title", w.pageByPath("/camping-stoves/"), "A title that says nothing.")
}

// templateFaults break the products of two sections.
func (w *planter) templateFaults() {
	stoves := 0
	for i := range w.Pages {
		page := &w.Pages[i]
		switch {
		case page.Kind == Product && page.Section == "climbing-ropes":
			page.Description = ""
			w.plantIssue("missing_description", page, "The template writes no description.")
		case page.Kind == Product && page.Section == "camping-stoves":
			page.Title = fmt.Sprintf("%s - Buy Online at the Best Price with Free Delivery | %s", page.H1, w.Brand)
			w.plantIssue("long_title", page, "The template adds too much to the title.")
			if stoves++; stoves <= 3 {
				page.fault = faultNoH1
				w.plantIssue("missing_h1", page, "It has no H1.")
			}
		}
	}
}
