package families

import (
	"math"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"

	"upslope/simulator/truth"
)

func formatID(id uint64) string { return strconv.FormatUint(id, 10) }

// fault is a technical fault planted on pages.
type fault struct {
	issue       string
	clickLoss   [2]float64 // range of the share of the page's clicks
	must        bool
	set         func(r *rand.Rand, p *page)
	fits        func(p *page) bool
	onBusyPages bool // only where it shows
}

func (w *World) faults() []fault {
	return []fault{
		{"hidden_page", [2]float64{.75, 1}, true, func(r *rand.Rand, p *page) {
			switch r.IntN(3) {
			case 0:
				p.noindex = true
			case 1:
				p.blocked = true
			default:
				if p.canonical = w.url("/"); w.canonicals == 0 {
					p.canonical, p.noindex = "", true
				}
			}
		}, nil, true},
		{"server_error", [2]float64{.7, 1}, true, func(_ *rand.Rand, p *page) { p.status = 500 }, nil, true},
		{"broken_page", [2]float64{.6, 1}, true, func(_ *rand.Rand, p *page) { p.status = 404 }, nil, true},
		{"missing_title", [2]float64{.08, .25}, true, func(_ *rand.Rand, p *page) { p.title = "" }, nil, false},
		{"missing_description", [2]float64{.003, .02}, true, func(_ *rand.Rand, p *page) { p.description = "" }, nil, false},
		{"long_title", [2]float64{.005, .03}, true, func(_ *rand.Rand, p *page) {
			p.title += ", with everything that anybody could ever want to know about " + p.topic
		}, nil, false},
		{"missing_h1", [2]float64{0, .02}, true, func(_ *rand.Rand, p *page) { p.h1 = "" }, nil, false},
		{"short_title", [2]float64{0, .03}, false, func(_ *rand.Rand, p *page) { p.title = capitalize(p.topic) }, func(p *page) bool { return len(p.topic) < 29 }, false},
		{"several_h1", [2]float64{0, .01}, false, func(_ *rand.Rand, p *page) { p.secondH1 = "More about " + p.topic }, nil, false},
	}
}

// plantCrawl plants technical faults and missing links, and decoys.
func (w *World) plantCrawl() {
	r := w.stream("plant crawl")
	w.canonicals = pick(w.stream("canonicals"), []float64{1, 1, 1, .5, 0})
	if w.unplanted[truth.Meta] {
		w.canonicals = max(w.canonicals, .5)
	}
	pages := slices.DeleteFunc(w.content(r), func(p *page) bool {
		return p.removedDay < history || !p.indexable() || strings.Contains(p.url, "?") || len(p.rankings) == 0
	})
	pool := &pool{w: w, r: r}
	for _, f := range w.faults() {
		for range pool.plantCount(truth.Meta, 2) {
			i := slices.IndexFunc(pages, func(p *page) bool {
				return (f.fits == nil || f.fits(p)) && (!f.onBusyPages || w.isBusy(p)) && !slices.ContainsFunc(w.Cases, func(c truth.Case) bool { return c.Page == p.url }) && !p.sharesQuery()
			})
			if i < 0 {
				break
			}
			p := pages[i]
			pages = slices.Delete(pages, i, i+1)
			f.set(r, p)
			w.plantFault(p, f.issue, uniform(r, f.clickLoss[0], f.clickLoss[1]), f.must, f.onBusyPages, "A fault that the crawl shows.")
		}
	}
	if chance(r, w.plantChance) && len(w.sections) > 1 && !w.unplanted[truth.Meta] { // a template
		s := w.sections[1+r.IntN(len(w.sections)-1)]
		must, cost := true, uniform(r, .003, .02) // finding one means finding all
		for _, p := range pages {
			if p.section.folder == s.folder && s.folder != "" {
				p.description = ""
				w.plantFault(p, "missing_description", cost, must, false, "The template writes no description.")
				must = false
			}
		}
	}
	w.plantLinks(r, pool, pages)
	w.crawlDecoys(r)
	w.plantAddresses(w.stream("plant addresses"))
}

// sharesQuery reports whether another page competes for one of the page's queries.
func (p *page) sharesQuery() bool {
	return slices.ContainsFunc(p.rankings, func(one *ranking) bool { return one.query.leaders != nil || one.query.sharesResultPage })
}

// plantFault reduces a page's clicks; a fault too new to show in the rows will reduce them soon.
func (w *World) plantFault(p *page, issue string, cost float64, must, isNew bool, reason string) {
	must = must && (w.hasSearchConsole || !isNew || issue != "hidden_page")
	w.Plant(truth.Case{Type: truth.Meta, Kind: issue, Issue: issue, Page: p.url, Fix: .7, Must: must, Value: cost * w.monthlyClicks(p.rankings, nil) * w.clickValue(p), Reason: reason})
	if isNew {
		return
	}
	for _, one := range p.rankings {
		one.snippetShifts = append(one.snippetShifts, shift{-2, -1, math.Log(1 - cost)})
	}
}

// isBusy reports whether a page clearly has search clicks.
func (w *World) isBusy(p *page) bool {
	seen := 0.
	for _, one := range p.rankings {
		seen += w.windowImpressions(one)
	}
	return seen > 120 && w.monthlyClicks(p.rankings, nil) > 8
}

// crawlDecoys makes pages that look odd in the crawl on purpose.
func (w *World) crawlDecoys(r *rand.Rand) {
	add := func(path string, conversionFactor float64, reason string, set func(p *page)) {
		p := w.addFixture(r, w.url(path), conversionFactor)
		set(p)
		w.Decoy(truth.Case{Type: truth.Meta, Kind: "meant", Page: p.url, Reason: reason})
	}
	add("/internal-search/results", 0, "Hidden from search as it should be: nobody looks for it.", func(p *page) { p.noindex = true })
	add("/staff/handbook", 0, "Blocked as it should be: nobody looks for it.", func(p *page) { p.blocked = true })
	atRoot := 0. // as others there
	if i := slices.IndexFunc(w.sections, func(s section) bool { return s.folder == "" }); i >= 0 {
		atRoot = w.sections[i].conversionFactor
	}
	add("/busy-page-of-the-crawl", atRoot, "429: the server refused the crawler, not visitors.", func(p *page) { p.status = 429 })
	add("/old-address", 0, "One redirect to where it moved.", func(p *page) { p.status, p.redirect = 301, w.home.url })
	w.Cases = append(w.Cases, truth.Case{Type: truth.Meta, Kind: "linked_redirect", Issue: "linked_redirect", Page: w.url("/old-address"), Fix: .7, Reason: "The home page links to an address that moved."})
	if len(w.pages) > 20 && w.canonicals > 0 {
		s := w.pages[10]
		add(strings.TrimPrefix(s.url, w.url(""))+"-print", s.section.conversionFactor, "Another address of a page, and says so.", func(p *page) { p.canonical = s.url })
	}
}

// addFixture adds a page that only the home page links to and nobody searches for.
func (w *World) addFixture(r *rand.Rand, url string, conversionFactor float64) *page {
	path := strings.TrimPrefix(url, w.url("/"))
	p := w.addPage(r, url, section{folder: "", conversionFactor: conversionFactor, depth: 2}, strings.ReplaceAll(path, "/", " "))
	p.isFixture, p.inFooter, p.createdDay = true, false, beforeHistory
	return p
}

// plantLinks removes content links to valuable pages, and adds an orphan page.
func (w *World) plantLinks(r *rand.Rand, pool *pool, pages []*page) {
	for range pool.plantCount(truth.Links, 3) {
		for _, p := range pages {
			if p.isUnlinked || len(p.rankings) == 0 || p.rankings[0].page != p {
				continue
			}
			main := p.rankings[0]
			seen := w.windowImpressions(main)
			if place := w.meanPosition(main); place > 5.5 && place < 18 && seen > 300 && !main.query.anonymous && !main.query.brand && main.query.leaders == nil {
				p.isUnlinked = true
				break
			}
		}
	}
	if chance(r, w.plantChance) && !w.unplanted[truth.Links] {
		p := w.addPage(r, w.url("/archive/"+strings.ReplaceAll(pick(r, qualifiers("subjects"))+"-report", " ", "-")), section{folder: "archive", depth: 2}, "report of years ago")
		w.levels.sections["archive"] = w.levels.sections[""]
		p.isUnlinked, p.isHub, p.inFooter, p.depth = true, true, false, -1
		w.Plant(truth.Case{Type: truth.Links, Kind: "orphan", Page: p.url, Issue: "orphan_page", Fix: .4, Must: !w.hasSearchConsole, Reason: "No page links to it."})
	}
}

// What the address of a page does with a slash at its end.
const (
	twinAnswers   = "answers"
	twinRedirects = "redirects"
	twinNames     = "names" // the page without a slash as its canonical
)

// plantAddresses plants pages at two addresses, chains of canonicals, empty headings of a layout and a site
// without canonicals, and what only looks like them.
func (w *World) plantAddresses(r *rand.Rand) {
	plant := func(p *page, issue, reason string, must bool) {
		w.Plant(truth.Case{Type: truth.Meta, Kind: issue, Issue: issue, Page: p.url, Fix: .6, Must: must, Reason: reason})
	}
	decoy := func(p *page, reason string) {
		w.Decoy(truth.Case{Type: truth.Meta, Kind: "meant", Page: p.url, Reason: reason})
	}
	if w.canonicals == 0 {
		plant(w.home, "no_canonicals", "No page of the site names a canonical.", w.indexablePages() >= 20)
	}
	pages := slices.DeleteFunc(w.content(r), func(p *page) bool {
		return p.removedDay < history || p.status != 200 || !p.indexable() || strings.Contains(p.url, "?") ||
			slices.ContainsFunc(w.Cases, func(c truth.Case) bool { return c.Page == p.url })
	})
	isPlanted := func() bool { return !w.unplanted[truth.Meta] && chance(r, w.plantChance) }
	if isPlanted() && len(pages) > 3 {
		for i, p := range pages[:3] {
			p.twin = twinAnswers
			plant(p, "slash_twins", "It answers with a slash at its end, too.", i == 0)
		}
		pages = pages[3:]
	}
	if isPlanted() && len(pages) > 0 && w.canonicals > 0 {
		w.plantCanonicals(r, pages[0], plant, decoy)
		pages = pages[1:]
	}
	if hasEmptyH1 := isPlanted() && w.plantEmptyH1(pages, plant); !hasEmptyH1 {
		p := w.addFixture(r, w.url("/our-story"), 0)
		p.h1, p.secondH1 = "", p.h1
		decoy(p, "One page leaves its first heading empty, no layout does.")
	}
	logo := w.addFixture(r, w.url("/press-kit"), 0)
	logo.h1 = "Logo of " + capitalize(w.brand)
	decoy(logo, "Its first heading is an image, with an alternative text.")
	redirects, names := w.addFixture(r, w.url("/opening-hours"), 0), w.addFixture(r, w.url("/shipping-zones"), 0)
	redirects.twin = twinRedirects
	decoy(redirects, "With a slash it redirects.")
	if w.canonicals > 0 {
		names.twin = twinNames
		decoy(names, "With a slash it names the page without.")
	}
}

// plantCanonicals adds two other addresses of a page: one names it, the other one names the first.
func (w *World) plantCanonicals(r *rand.Rand, end *page, plant func(p *page, issue, reason string, must bool), decoy func(p *page, reason string)) {
	direct := w.addFixture(r, end.url+"-mobile", end.section.conversionFactor)
	direct.canonical = end.url
	chain := w.addFixture(r, end.url+"-offline", end.section.conversionFactor)
	chain.canonical = direct.url
	plant(chain, "canonical_chain", "Its canonical names a page that names another.", true)
	if chance(r, .5) {
		direct.title, direct.h1, direct.inFooter = end.title, end.h1, true
		plant(direct, "linked_canonicalized", "Every page links to another address of a page.", true)
	} else {
		decoy(direct, "Another address of a page, and says so.")
	}
}

// plantEmptyH1 makes the layout of a section put an empty heading first, and reports whether one is large
// enough to show it.
func (w *World) plantEmptyH1(pages []*page, plant func(p *page, issue, reason string, must bool)) bool {
	for _, s := range w.sections {
		inSection := slices.DeleteFunc(slices.Clone(pages), func(p *page) bool { return p.section.folder != s.folder || p.h1 == "" || p.secondH1 != "" })
		if s.folder == "" || len(inSection) < 5 {
			continue
		}
		for i, p := range inSection {
			p.h1, p.secondH1 = "", p.h1
			plant(p, "empty_h1", "The layout writes an empty heading first.", i == 0)
		}
		return true
	}
	return false
}

// indexablePages counts the pages that a crawl judges.
func (w *World) indexablePages() (count int) {
	for _, p := range w.pages {
		if p.status == 200 && p.indexable() && p.depth >= 0 {
			count++
		}
	}
	return count
}
