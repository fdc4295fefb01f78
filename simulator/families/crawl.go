package families

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"upslope/simulator/truth"
	"upslope/simulator/warehouse"

	"github.com/google/uuid"

	"upslope"
)

func formatID(id uint64) string { return strconv.FormatUint(id, 10) }

// fault is a technical fault that is put on pages.
type fault struct {
	issue       string
	clickLoss   [2]float64 // of the page's clicks, from and to
	must        bool
	set         func(r *rand.Rand, p *page)
	fits        func(p *page) bool
	onBusyPages bool // on pages that people come to
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
				p.canonical = w.url("/")
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

// plantCrawl plants what a crawler finds wrong, and pages that links do not do justice to; and what only looks so.
func (w *World) plantCrawl() {
	r := w.stream("plant crawl")
	pages := slices.DeleteFunc(w.content(r), func(p *page) bool {
		return p.removedDay < history || !p.indexable() || strings.Contains(p.url, "?") || len(p.rankings) == 0
	})
	seed := &pool{w: w, r: r}
	for _, f := range w.faults() {
		for range seed.plantCount(truth.Meta, 2) {
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
		must, cost := true, uniform(r, .003, .02) // to find one of them is to find all
		for _, p := range pages {
			if p.section.folder == s.folder && s.folder != "" {
				p.description = ""
				w.plantFault(p, "missing_description", cost, must, false, "The template writes no description.")
				must = false
			}
		}
	}
	w.plantLinks(r, seed, pages)
	w.crawlDecoys(r)
}

// shares says whether a page has part of a query that is another's too.
func (p *page) sharesQuery() bool {
	return slices.ContainsFunc(p.rankings, func(one *ranking) bool { return one.query.leaders != nil || one.query.sharesResultPage })
}

// plantFault has a fault cost a page part of its clicks: from now on, or where it did not show yet, soon.
func (w *World) plantFault(p *page, issue string, cost float64, must, isToCome bool, reason string) {
	must = must && (w.hasSearchConsole || !isToCome || issue != "hidden_page")
	w.Plant(truth.Case{Type: truth.Meta, Kind: issue, Issue: issue, Page: p.url, Fix: .7, Must: must, Value: cost * w.monthlyClicks(p.rankings, nil) * w.clickValue(p), Reason: reason})
	if isToCome {
		return
	}
	for _, one := range p.rankings {
		one.snippetShifts = append(one.snippetShifts, shift{-2, -1, math.Log(1 - cost)})
	}
}

// busy says whether people come to a page from search, beyond doubt.
func (w *World) isBusy(p *page) bool {
	seen := 0.
	for _, one := range p.rankings {
		seen += w.windowImpressions(one)
	}
	return seen > 120 && w.monthlyClicks(p.rankings, nil) > 8
}

// crawlDecoys are pages that a crawl shows something odd about, which is as it should be.
func (w *World) crawlDecoys(r *rand.Rand) {
	add := func(path string, converting float64, reason string, set func(p *page)) {
		p := w.addPage(r, w.url(path), section{folder: "", conversionFactor: converting, depth: 2}, strings.Trim(strings.ReplaceAll(path, "/", " "), " "))
		p.isFixture, p.inFooter, p.createdDay = true, false, -1000
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
	if len(w.pages) > 20 {
		s := w.pages[10]
		add(strings.TrimPrefix(s.url, w.url(""))+"-print", s.section.conversionFactor, "Another address of a page, and says so.", func(p *page) { p.canonical = s.url })
	}
}

// plantLinks takes the links in texts from pages that deserve them, and leaves pages without any link.
func (w *World) plantLinks(r *rand.Rand, seed *pool, pages []*page) {
	for range seed.plantCount(truth.Links, 3) {
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

// runCrawl lays the links and crawls the site.
func (w *World) runCrawl() {
	r := w.stream("crawl")
	pagesImport, linksImport := uuid.NewSHA1(uuid.NameSpaceURL, []byte(w.Site.ID+"/pages")).String(), uuid.NewSHA1(uuid.NameSpaceURL, []byte(w.Site.ID+"/links")).String()
	crawledAt := w.Today.Add(-30 * 60e9)
	w.Crawl = &upslope.Crawl{SiteID: w.Site.ID, AccountID: w.Site.AccountID, ImportID: pagesImport, LinksImportID: linksImport, FileName: "internal_all.csv", CrawledAt: &crawledAt, ImportedAt: w.Today}
	w.layLinks(r, linksImport)
	inlinks := map[string]uint64{}
	for _, l := range w.linkRows {
		inlinks[l.Destination]++
	}
	var out []warehouse.CrawledPage
	for _, p := range w.pages {
		row := warehouse.CrawledPage{
			AccountID: w.Site.AccountID, SiteID: w.Site.ID, ImportID: pagesImport, Page: p.url, URL: p.url, StatusCode: new(uint16(p.status)),
			ContentType: "text/html; charset=utf-8", Indexable: new(p.status == 200 && !p.noindex && !p.blocked && p.canonical == "" && p.redirect == ""),
			Title: &p.title, Description: &p.description, H1: &p.h1, SecondH1: &p.secondH1, MetaRobots: new(""), WordCount: new(uint32(p.wordCount)),
			Inlinks: new(inlinks[p.url]), Canonical: p.canonical,
		}
		if p.depth >= 0 {
			row.Depth = new(uint32(p.depth))
		}
		switch {
		case p.blocked:
			row.Reason, row.StatusCode, row.ContentType = upslope.BlockedByRobots, new(uint16(0)), ""
			row.Title, row.Description, row.H1, row.SecondH1 = nil, nil, nil, nil
		case p.status >= 500:
			row.Reason = upslope.ServerError
		case p.status >= 400:
			row.Reason = upslope.ClientError
		case p.redirect != "":
			row.Reason, row.RedirectURL, row.Redirect = upslope.Redirected, p.redirect, p.redirect
		case p.noindex:
			row.Reason, row.MetaRobots = upslope.Noindex, new("noindex")
		case p.canonical != "":
			row.Reason = upslope.Canonicalised
		}
		if p.status != 200 {
			row.Title, row.Description, row.H1, row.SecondH1 = nil, nil, nil, nil
		}
		out = append(out, row)
	}
	w.addTable("pages", out)
	w.addTable("links", w.linkRows)
	for _, p := range w.pages { // a page that was taken down and is still linked is one too
		if p.removedDay < history {
			w.Cases = append(w.Cases, truth.Case{Type: truth.Meta, Kind: "broken_page", Issue: "broken_page", Page: p.url, Fix: .7, Reason: "It was taken down, and links still lead there."})
		}
	}
}

// layLinks: every page links to the sections, sections to their pages, and texts to pages on the subject, to some more than to others.
func (w *World) layLinks(r *rand.Rand, importID string) {
	link := func(from, to *page, position string) {
		w.linkRows = append(w.linkRows, warehouse.CrawledLink{
			AccountID: w.Site.AccountID, SiteID: w.Site.ID, ImportID: importID, Source: from.url, Destination: to.url,
			Type: upslope.Hyperlink, Follow: new(true), Position: position,
		})
	}
	var hubs, fixtures, texts []*page
	for _, p := range w.pages {
		switch {
		case p.depth < 0:
		case p.isHub:
			hubs = append(hubs, p)
		case p.isFixture:
			fixtures = append(fixtures, p)
		default:
			texts = append(texts, p)
		}
	}
	loved := make([]float64, len(texts)) // by those who write
	sum := 0.
	for i := range texts {
		loved[i] = lognormal(r, .8)
		sum += loved[i]
	}
	anyText := func() *page {
		at := sum * r.Float64()
		for i, much := range loved {
			if at -= much; at <= 0 {
				return texts[i]
			}
		}
		return texts[len(texts)-1]
	}
	for _, p := range w.pages {
		if p.status != 200 || p.redirect != "" || p.depth < 0 {
			continue
		}
		for _, hub := range hubs {
			if hub != p {
				link(p, hub, "navigation")
			}
		}
		for _, fixture := range fixtures {
			if p == w.home || fixture.inFooter && fixture != p {
				link(p, fixture, "footer")
			}
		}
		if p.isFixture || p.isHub {
			continue
		}
		for range 2 + poisson(r, 4) {
			if to := anyText(); to != p && !to.isUnlinked {
				link(p, to, "content")
			}
		}
	}
	for _, hub := range hubs {
		for _, p := range texts {
			if hub != w.home && strings.HasPrefix(p.url, hub.url+"/") || hub == w.home && p.section.folder == "" {
				position := "content"
				if p.isUnlinked {
					position = "footer"
				}
				link(hub, p, position)
			}
		}
	}
	for _, p := range texts { // a page of a locale or a later page of a list hangs on the page that it belongs to
		if strings.Contains(p.url, "/at/") || strings.Contains(p.url, "?") {
			link(w.home, p, "footer")
		}
	}
}

// judgeLinks: pages that stand within reach of the top and are linked less than others.
func (w *World) findWeakLinks() {
	if !w.hasSearchConsole {
		return
	}
	strength, inTexts, found := map[string]float64{}, map[string]int{}, map[string]bool{}
	for _, p := range w.pages {
		strength[p.url], found[p.url] = 1, p.indexable()
	}
	out := map[string]float64{}
	weight := map[string]float64{"content": 1, "navigation": .5, "footer": .15}
	type pair struct{ from, to string }
	counted := map[pair]bool{} // a page that links twice counts once, one that may not be found not at all
	for _, l := range w.linkRows {
		out[l.Source] += weight[l.Position]
		if l.Position == "content" && found[l.Source] && !counted[pair{l.Source, l.Destination}] {
			counted[pair{l.Source, l.Destination}] = true
			inTexts[l.Destination]++
		}
	}
	for range 8 { // how often somebody who follows links and starts anew one time in five comes along
		next := map[string]float64{}
		for _, l := range w.linkRows {
			next[l.Destination] += .8 * strength[l.Source] * weight[l.Position] / out[l.Source]
		}
		for url := range strength {
			strength[url] = .2 + next[url]
		}
	}
	var counts []int
	var all, chances []float64
	for _, p := range w.pages {
		if p.indexable() {
			counts, all = append(counts, inTexts[p.url]), append(all, strength[p.url])
		}
	}
	slices.Sort(counts)
	slices.Sort(all)
	places := w.positionsPerLink()
	more := map[*page]float64{}
	for _, p := range w.pages {
		if p.indexable() && !p.isHub {
			more[p] = math.Max(0, w.monthlyClicks(p.rankings, func(one *ranking, d int) (position, snippet, share float64) {
				if one.query.brand { // a link below the brand's own result stays there
					return one.positionOn(d), one.snippetOn(d), one.shareOn(d)
				}
				return math.Max(1, one.positionOn(d)-places), one.snippetOn(d), one.shareOn(d)
			})-w.monthlyClicks(p.rankings, nil))
			chances = append(chances, more[p])
		}
	}
	slices.Sort(chances)
	rank := func(sorted []float64, value float64) float64 {
		at, _ := slices.BinarySearch(sorted, value)
		return float64(at) / float64(max(1, len(sorted)-1))
	}
	for _, p := range w.pages {
		if !p.indexable() || p.isHub || p.isPaginated() {
			continue
		}
		var main *ranking
		most := 0.
		for _, one := range p.rankings {
			if n := w.windowImpressions(one); n > most && !one.query.anonymous && !one.query.brand {
				main, most = one, n
			}
		}
		if main == nil || most < 180 || w.meanPosition(main) < 4.6 || w.meanPosition(main) > 20.6 {
			continue
		}
		weak := rank(all, strength[p.url])
		if inTexts[p.url] > counts[len(counts)/2] || weak > .65 {
			continue
		}
		w.Cases = append(w.Cases, truth.Case{
			Type: truth.Links, Kind: "ranking", Issue: "ranking_page", Page: p.url, Value: more[p] * w.clickValue(p), Fix: .4, Planted: p.isUnlinked,
			Must:   p.isUnlinked && weak < .3 && most >= 300 && rank(chances, more[p]) > .8 && more[p] >= 5 && w.meanPosition(main) > 5.4 && w.meanPosition(main) < 19,
			Reason: fmt.Sprintf("%d links in texts, while half of the site has more than %d.", inTexts[p.url], counts[len(counts)/2]),
		})
	}
}

// linkWorth is how many places links from related pages bring on this site.
func (w *World) positionsPerLink() float64 { return uniform(w.stream("links"), .4, 1.1) }
