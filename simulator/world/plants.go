package world

import (
	"fmt"
	"slices"
	"strings"
)

// plant puts one clear case of every type of insight into the demo, on top of what any shop of this size has by itself:
//
//	type                   entity                                              what is planted
//	keyword_opportunity    query waterproof hiking boots, /hiking-boots/       position 6.4 with 240 impressions a day
//	                       query ultralight backpack, /backpacks/              position 11.5 with 150
//	                       query down jacket for winter, /down-jackets/        position 8.3 with 120
//	                       query camping stove, /camping-stoves/               CTR gap: position 2.8, clicked on 0.4 times as often as it should be
//	cannibalization        query best sleeping bags for winter                 its guide and /sleeping-bags/ take turns every other day, around 6.5
//	                       query 4 season tent                                 /tents/ and its 4 season tent, around 8
//	content_decay          /guides/how-to-choose-a-rain-jacket/                position 3.2 to 7.7 over the last nine months (rank loss)
//	                       /guides/trail-running-shoes-for-beginners/          same position, CTR down to 0.4 (snippet loss)
//	wasted_ad_spend        n-gram free, campaign Search | Tents                five search terms, about 20 clicks a day, no conversion
//	                       search term rain jacket repair kit                  6 clicks a day, no conversion
//	                       ad group Prices, campaign Search | Base Layers      converts at a tenth of the rate of the others
//	underperforming_landing /trekking-poles/                                   converts at an eighth of the rate of the other categories
//	slow_page              /down-jackets/                                      LCP p75 about 4.5 s on mobile, CLS 0.17
//	                       /backpacks/                                         LCP p75 about 3 s on mobile
//	link_targets           /guides/best-water-filters-for-backpacking/         its query at 8.7 with 90 impressions a day, one link in content, none from /water-filters/
//	                       /guides/sleeping-pad-sizes-explained/               its query at 10.5 with 70, one link in content, none from /sleeping-pads/
//	meta_issues            /guides/how-to-clean-hiking-boots/                  noindex, though people find it
//	                       /cart/, /account/                                   a decoy: noindex on purpose
//	                       the 65l backpack, the tactical headlamp             canonical elsewhere; 404
//	                       the cycling rain jacket, /camping-stoves/           no title; a title that says nothing
//	                       the double and the compact sleeping bag             one title, and a query that finds both
//	                       products of /climbing-ropes/ (a template)           no description
//	                       products of /camping-stoves/                        titles that are too long; three without H1
//	                       addresses beside the pages (extras in crawl.go)     404 and 500 with links to them, a chain of redirects
//	rising CPC             keywords of Search | Hiking Boots                   a click costs 45 % more than fifty days ago
func (w *World) plant() {
	p := &planter{World: w}
	p.queries()
	p.decay()
	p.waste()
	p.slowness()
	p.faults()
	w.addHidden()
}

// planter is a world while things are planted in it.
type planter struct {
	*World
	replaced int // queries, from the rarest on
}

// page finds a page by its path; the plants are on pages that every demo has, which a test makes sure of.
func (w *World) page(path string) *Page {
	i := slices.IndexFunc(w.Pages, func(p Page) bool { return p.Path == path })
	return &w.Pages[max(0, i)]
}

func (w *World) pageIndex(path string) int {
	return max(0, slices.IndexFunc(w.Pages, func(p Page) bool { return p.Path == path }))
}

// set makes a query what it is to be, and adds it when the shop had dropped it.
func (w *planter) set(text, path string, volume, position, snippet float64) *Query {
	i := slices.IndexFunc(w.Queries, func(q Query) bool { return q.Text == text })
	page := w.pageIndex(path)
	q := Query{Text: text, page: page, second: -1, volume: volume, position: position, snippet: snippet, season: w.Pages[page].season, intent: "commercial", hardness: 48}
	if w.Pages[page].Kind == Guide {
		q.intent = "informational"
	}
	if i < 0 {
		w.replaced++
		i = len(w.Queries) - w.replaced // in place of the rarest, so that their number stays
	}
	w.Queries[i] = q
	return &w.Queries[i]
}

func (w *planter) queries() {
	w.set("waterproof hiking boots", "/hiking-boots/", 240, 6.4, 1)
	w.set("ultralight backpack", "/backpacks/", 150, 11.5, 1)
	w.set("down jacket for winter", "/down-jackets/", 120, 8.3, 1)
	w.set("camping stove", "/camping-stoves/", 220, 2.8, .4)
	turns := w.set("best sleeping bags for winter", "/guides/best-sleeping-bags-for-winter/", 60, 6.5, 1)
	turns.second, turns.flips, turns.together = w.pageIndex("/sleeping-bags/"), true, .05
	turns = w.set("4 season tent", "/tents/", 55, 8, 1)
	turns.second, turns.flips, turns.together = w.pageIndexOf("tents", "4-season"), true, .05
	w.unlinked("best water filters for backpacking", "/guides/best-water-filters-for-backpacking/", "/water-filters/", 90, 8.7)
	w.unlinked("sleeping pad size guide", "/guides/sleeping-pad-sizes-explained/", "/sleeping-pads/", 70, 10.5)
	landing := w.page("/trekking-poles/")
	landing.converts, landing.visits = .12, 42
}

// unlinked makes a page that few link to, though a stronger one is now and then found for the same query: that one should link to it.
func (w *planter) unlinked(query, path, source string, volume, position float64) {
	q := w.set(query, path, volume, position, 1)
	q.second, q.together = w.pageIndex(source), .12
	w.page(path).few = true
}

// pageIndexOf finds the first product of a section whose path has a word.
func (w *World) pageIndexOf(section, word string) int {
	return max(0, slices.IndexFunc(w.Pages, func(p Page) bool {
		return p.Kind == Product && p.Section == section && strings.Contains(p.Path, word)
	}))
}

func (w *planter) decay() {
	w.set("how to choose a rain jacket", "/guides/how-to-choose-a-rain-jacket/", 60, 3.2, 1)
	w.set("trail running shoes for beginners", "/guides/trail-running-shoes-for-beginners/", 55, 3, 1)
	w.page("/guides/how-to-choose-a-rain-jacket/").shifts = []shift{{from: w.anchor - 270, to: w.anchor - 45, position: 4.5}}
	w.page("/guides/trail-running-shoes-for-beginners/").shifts = []shift{{from: w.anchor - 200, to: w.anchor - 60, snippet: .4}}
}

func (w *planter) waste() {
	for k := range w.keywords {
		keyword := &w.keywords[k]
		group := w.adGroups[keyword.AdGroup]
		switch w.Campaigns[group.Campaign].Name + " | " + group.Name {
		case "Search | Tents | Generic":
			if keyword.Text == "tents" {
				for i, text := range []string{"free tents", "free tent giveaway", "tent free sample", "how to get free tents", "free tent plans"} {
					w.wasteOn(text, k, 5/float64(i+1)+1.8)
				}
			}
		case "Search | Rain Jackets | Generic":
			if keyword.Text == "rain jackets" {
				w.wasteOn("rain jacket repair kit", k, 6)
			}
		case "Search | Base Layers | Prices":
			keyword.rate *= .1
		}
		if w.Campaigns[group.Campaign].Name == "Search | Hiking Boots" {
			keyword.shifts = []shift{{from: w.anchor - 50, to: w.anchor - 12, volume: 1.45}}
		}
	}
}

// wasteOn adds a search term that is clicked on so often a day and never brings anything.
func (w *planter) wasteOn(text string, keyword int, clicks float64) {
	w.terms = append(w.terms, Term{Text: text, Keyword: keyword, Match: "BROAD", Status: "NONE", volume: clicks / w.keywords[keyword].ctr, cpc: 1.05})
}

func (w *planter) slowness() {
	w.page("/down-jackets/").speed = 2.1
	w.page("/backpacks/").speed = 1.4
}

// The faults of pages that a crawl shows.
const (
	faultNoindex   = "noindex"
	faultCanonical = "canonical" // to the page of its section
	faultMissing   = "404"
	faultNoH1      = "no h1"
)

// fault breaks a page that is still found for a query.
func (w *planter) fault(fault string, page *Page, query string, volume float64) {
	page.fault = fault
	w.set(query, page.Path, volume, 5.5, 1)
}

func (w *planter) faults() {
	w.fault(faultNoindex, w.page("/guides/how-to-clean-hiking-boots/"), "how to clean a hiking boot", 12)
	w.page("/cart/").fault, w.page("/account/").fault = faultNoindex, faultNoindex // on purpose: nobody is to find them
	w.fault(faultCanonical, &w.Pages[w.pageIndexOf("backpacks", "65l")], "wren 65l backpack", 6)
	w.fault(faultMissing, &w.Pages[w.pageIndexOf("headlamps", "tactical")], "fell tactical headlamp", 6)
	untitled := &w.Pages[w.pageIndexOf("rain-jackets", "cycling")]
	w.fault("", untitled, "esker cycling rain jacket", 8)
	untitled.Title = ""
	first, second := w.pageIndexOf("sleeping-bags", "double"), w.pageIndexOf("sleeping-bags", "compact")
	w.Pages[second].Title = w.Pages[first].Title
	shared := w.set("double sleeping bag for couples", w.Pages[first].Path, 10, 7, 1)
	shared.second, shared.together = second, .6
	stoves := 0
	for i := range w.Pages {
		page := &w.Pages[i]
		switch {
		case page.Kind == Product && page.Section == "climbing-ropes":
			page.Description = "" // one template, eighteen pages
		case page.Kind == Product && page.Section == "camping-stoves":
			page.Title = fmt.Sprintf("%s - Buy Online at the Best Price with Free Delivery | %s", page.H1, w.Brand)
			if stoves++; stoves <= 3 {
				page.fault = faultNoH1
			}
		}
	}
	w.page("/camping-stoves/").Title = "Products"
}
