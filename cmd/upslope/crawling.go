package main

import (
	"context"
	"net"
	"time"

	"upslope/analytics/insights/snippets"
	"upslope/analytics/knownpages"
	"upslope/infra/outbound"
	"upslope/infra/render"
	"upslope/ingest/crawler"
	"upslope/ingest/imports"
	"upslope/ingest/ownership"
)

// openCrawling prepares how sites are reached: public addresses only, unless development allows local ones.
func (w *wiring) openCrawling() (err error) {
	if w.config.CrawlAllowPrivate {
		w.crawling = outbound.Unguarded()
	} else if w.crawling, err = outbound.Transport(); err != nil {
		return err
	}
	w.renderer = render.New(w.config.ChromePath, w.crawling, crawler.UserAgent(w.config.PublicURL))
	return nil
}

// ownership returns what knows whose sites are proven; on a developer's machine none needs to be.
func (w *wiring) ownership() *ownership.Ownership {
	return &ownership.Ownership{
		Records: w.engines.records, Transport: w.crawling, UserAgent: crawler.UserAgent(w.config.PublicURL), LookupTXT: net.DefaultResolver.LookupTXT,
		Unlimited: w.config.CrawlAllowPrivate, Now: time.Now,
	}
}

// closeBrowsers ends the browsers of this process.
func (w *wiring) closeBrowsers() {
	w.printer.Close()
	w.renderer.Close()
}

// crawler returns the crawler of sites.
func (w *wiring) crawler(importer *imports.Importer) *crawler.Crawler {
	known := &knownpages.Finder{Tables: w.engines.facts, Records: w.engines.records, Now: time.Now}
	made := &crawler.Crawler{
		Records: w.engines.records, Objects: w.engines.files, Transport: w.crawling, Import: importer.Import, Require: w.ownership().Require, Known: known.KnownPages, PublicURL: w.config.PublicURL,
		TitlePixels: snippets.TitlePixels, DescriptionPixels: snippets.DescriptionPixels, Now: time.Now, Log: w.log,
	}
	if w.renderer.Browser() != "" {
		made.Render = func(ctx context.Context, page crawler.Bare) (html, url string, err error) {
			rendered, err := w.renderer.Render(ctx, render.Page(page))
			return rendered.HTML, rendered.URL, err
		}
	}
	return made.Polite()
}
