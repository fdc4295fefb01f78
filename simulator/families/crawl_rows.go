package families

import (
	"hash/fnv"
	"math/rand/v2"
	"strings"
	"time"

	"upslope"
	"upslope/simulator/truth"
	"upslope/simulator/warehouse"
)

// runCrawl links the pages with each other and crawls the site.
func (w *World) runCrawl() {
	crawledAt := w.Today.Add(-30 * time.Minute)
	w.Crawl = &upslope.Crawl{
		SiteID: w.Site.ID, AccountID: w.Site.AccountID, ImportID: newID(w.Site.ID + "/pages"), LinksImportID: newID(w.Site.ID + "/links"),
		FileName: "internal_all.csv", CrawledAt: &crawledAt, ImportedAt: w.Today,
	}
	w.linkPages(w.stream("crawl"))
	inlinks := map[string]uint64{}
	for _, l := range w.linkRows {
		inlinks[l.Destination]++
	}
	var pages []warehouse.CrawledPage
	for _, p := range w.pages {
		row := w.crawledPage(p, inlinks[p.url])
		pages = append(pages, row)
		if p.twin != "" {
			pages = append(pages, twinOf(row, p.twin))
		}
		if p.removedDay < history {
			w.Cases = append(w.Cases, truth.Case{Type: truth.Meta, Kind: "broken_page", Issue: "broken_page", Page: p.url, Fix: .7, Reason: "It was taken down, and links still lead there."})
		}
	}
	w.addTable("pages", pages)
	w.addTable("links", w.linkRows)
}

func (w *World) crawledPage(p *page, inlinks uint64) warehouse.CrawledPage {
	row := warehouse.CrawledPage{
		AccountID: w.Site.AccountID, SiteID: w.Site.ID, ImportID: w.Crawl.ImportID, Page: p.url, URL: p.url, StatusCode: new(uint16(p.status)),
		ContentType: "text/html; charset=utf-8", Indexable: new(p.status == 200 && !p.noindex && !p.blocked && p.canonical == "" && p.redirect == ""),
		Title: &p.title, Description: &p.description, H1: &p.h1, SecondH1: &p.secondH1, MetaRobots: new(""), WordCount: new(uint32(p.wordCount)),
		Inlinks: &inlinks, Canonical: p.canonical, Written: new(p.canonical),
	}
	if h := fnv.New32a(); p.canonical == "" && p.status == 200 && !p.blocked {
		_, _ = h.Write([]byte(p.url))
		if float64(h.Sum32()%100) < 100*w.canonicals { // itself
			row.Canonical, row.Written = p.url, new(p.url)
		}
	}
	if p.depth >= 0 {
		row.Depth = new(uint32(p.depth))
	}
	switch {
	case p.blocked:
		row.Reason, row.StatusCode, row.ContentType = upslope.BlockedByRobots, new(uint16(0)), ""
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
	if p.blocked || p.status != 200 {
		row.Title, row.Description, row.H1, row.SecondH1 = nil, nil, nil, nil
	}
	return row
}

// twinOf is the row of a page's address with a slash at its end.
func twinOf(row warehouse.CrawledPage, twin string) warehouse.CrawledPage {
	without := row.URL
	row.URL, row.Inlinks = without+"/", new(uint64(0))
	switch twin {
	case twinAnswers:
		row.Canonical, row.Written = "", new("")
	case twinNames:
		row.Canonical, row.Written = row.Page, &without
	case twinRedirects:
		row.StatusCode, row.Indexable, row.Reason = new(uint16(301)), new(false), upslope.Redirected
		row.RedirectURL, row.Redirect, row.Canonical, row.Written = without, row.Page, "", new("")
		row.Title, row.Description, row.H1, row.SecondH1 = nil, nil, nil, nil
	}
	return row
}

// linkPages links every page to the sections, sections to their pages, and texts to random pages by
// popularity.
func (w *World) linkPages(r *rand.Rand) {
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
	randomText := byPopularity(r, texts)
	for _, p := range w.pages {
		if p.status != 200 || p.redirect != "" || p.depth < 0 {
			continue
		}
		for _, hub := range hubs {
			if hub != p {
				w.link(p, hub, "navigation")
			}
		}
		for _, fixture := range fixtures {
			if p == w.home || fixture.inFooter && fixture != p {
				w.link(p, fixture, "footer")
			}
		}
		if p.isFixture || p.isHub {
			continue
		}
		for range 2 + poisson(r, 4) {
			if to := randomText(); to != p && !to.isUnlinked {
				w.link(p, to, "content")
			}
		}
	}
	w.linkFromHubs(hubs, texts)
}

func (w *World) linkFromHubs(hubs, texts []*page) {
	for _, hub := range hubs {
		for _, p := range texts {
			if hub != w.home && strings.HasPrefix(p.url, hub.url+"/") || hub == w.home && p.section.folder == "" {
				position := "content"
				if p.isUnlinked {
					position = "footer"
				}
				w.link(hub, p, position)
			}
		}
	}
	for _, p := range texts { // pages of a locale and later pages of a list
		if strings.Contains(p.url, "/at/") || strings.Contains(p.url, "?") {
			w.link(w.home, p, "footer")
		}
	}
}

func (w *World) link(from, to *page, position string) {
	w.linkRows = append(w.linkRows, warehouse.CrawledLink{
		AccountID: w.Site.AccountID, SiteID: w.Site.ID, ImportID: w.Crawl.LinksImportID, Source: from.url, Destination: to.url,
		Type: upslope.Hyperlink, Follow: new(true), Position: position,
	})
}

// byPopularity picks pages at random, by weights that it draws first.
func byPopularity(r *rand.Rand, pages []*page) func() *page {
	weights, sum := make([]float64, len(pages)), 0.
	for i := range pages {
		weights[i] = lognormal(r, .8)
		sum += weights[i]
	}
	return func() *page {
		rest := sum * r.Float64()
		for i, weight := range weights {
			if rest -= weight; rest <= 0 {
				return pages[i]
			}
		}
		return pages[len(pages)-1]
	}
}
