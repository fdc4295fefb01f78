package imports

import (
	"context"
	_ "embed"
	"fmt"
	"slices"
	"time"

	"upslope"
	"upslope/ingest/crawl"
)

//go:embed queries/shares_pages.sql
var sharesPagesSQL string

// Files belong to one crawler run when they were crawled at most maxCrawlGap apart or, when a file lacks
// crawl times, uploaded at most maxUploadGap apart.
const (
	maxCrawlGap  = 24 * time.Hour
	maxUploadGap = 2 * time.Hour
)

// plan is the crawl a file will become or join.
type plan struct {
	crawl      upslope.Crawl // has the newest crawl's id if the file joins it; Uploads: the waiting files
	parts      []string      // import ids of the crawl's pages, newest last; empty: its pages do not change
	linkParts  []string      // the same of its links
	unions     []string      // import ids made of parts
	joined     bool          // joins earlier files
	waits      bool          // until the pages of its crawl come
	images     bool          // the links show which images of the pages have no alt text
	imagePages int64         // pages with images without alt text, when images
	warnings   []string
}

// plan selects the file's crawl: the newest for another report of the same run, else a new one with the files
// that wait for its pages. A file already in the newest is replaced. What shows no issues by itself waits.
func (a *attempt) plan(base *upslope.Crawl, others, waiting []upslope.Upload, crawledAt time.Time) (plan, error) {
	again := a.upload.CrawlID != ""
	if again && (base == nil || base.ID != a.upload.CrawlID) {
		return plan{}, upslope.Errorf(upslope.Conflict, "A newer crawl was imported, so this file was not imported again.")
	}
	if a.upload.Pages+a.upload.Links+a.upload.ForeignPages == 0 {
		return plan{}, upslope.Errorf(upslope.Unprocessable, "%s lists issue counts, not pages. Export all pages as CSV instead, such as the Internal tab of Screaming Frog; Upslope detects the issues.", a.upload.FileName)
	}
	var p plan
	switch {
	case again || base != nil && a.belongsTo(*base, others, crawledAt):
		p = a.joinPlan(*base, others, again)
	case a.standsAlone() || a.listsIssue() && (base == nil || listsOfIssues(append(slices.Clone(waiting), a.upload)) > 1):
		p = a.newPlan(base, waiting, crawledAt)
	default:
		return plan{waits: true}, nil
	}
	if p.crawl.CrawledAt == nil && !crawledAt.IsZero() {
		p.crawl.CrawledAt = &crawledAt
	}
	return p, nil
}

// standsAlone reports whether the file can be a crawl: it has pages, and issues can be found in them.
func (a *attempt) standsAlone() bool {
	hasPages := slices.ContainsFunc(a.upload.Recognition, func(tab upslope.RecognizedTab) bool { return tab.Kind == string(crawl.Pages) })
	return a.upload.Pages > 0 && hasPages && len(a.Issues.Detectable([]upslope.Upload{a.upload})) > 0
}

// listsIssue reports whether the file lists pages at fault, with texts that show it: a crawl where none is to
// join. One list alone does not take the place of an earlier crawl.
func (a *attempt) listsIssue() bool {
	return a.upload.Pages > 0 && slices.ContainsFunc(a.upload.Recognition, func(tab upslope.RecognizedTab) bool {
		return tab.Report == upslope.IssueList && slices.ContainsFunc([]string{"title", "description", "h1"}, func(field string) bool { return hasField(tab, field) })
	})
}

func listsOfIssues(files []upslope.Upload) (lists int) {
	for _, file := range files {
		for _, tab := range file.Recognition {
			if tab.Report == upslope.IssueList {
				lists++
			}
		}
	}
	return lists
}

func (a *attempt) joinPlan(base upslope.Crawl, others []upslope.Upload, again bool) plan {
	p := plan{crawl: base, joined: !again || slices.ContainsFunc(others, hasPages)}
	p.crawl.Uploads = nil
	all := append(slices.Clone(others), a.upload)
	p.crawl.Judged, p.images = a.Issues.Detectable(all), listsImages(all)
	p.crawl.Partial = slices.ContainsFunc(all, func(file upslope.Upload) bool { return file.Partial })
	switch {
	case again: // base contains this file's earlier rows
		p.parts, p.linkParts = partsOf(others)
	default:
		p.parts = []string{base.ImportID}
		if base.LinksImportID != "" {
			p.linkParts = []string{base.LinksImportID}
		}
	}
	pages, links := partsOf([]upslope.Upload{a.upload})
	p.parts, p.linkParts = append(p.parts, pages...), append(p.linkParts, links...)
	if len(pages) == 0 && !a.hadPages {
		p.parts = nil
	}
	return p
}

// partsOf returns the import ids of the files' pages and links.
func partsOf(list []upslope.Upload) (pages, links []string) {
	for _, file := range list {
		if hasPages(file) {
			pages = append(pages, file.ImportID)
		}
		if file.Links > 0 {
			links = append(links, file.ImportID)
		}
	}
	return pages, links
}

func hasPages(file upslope.Upload) bool { return file.Pages+file.ForeignPages > 0 }

func (a *attempt) newPlan(base *upslope.Crawl, waiting []upslope.Upload, crawledAt time.Time) plan {
	all := append(slices.Clone(waiting), a.upload)
	p := plan{images: listsImages(all)}
	p.parts, p.linkParts = partsOf(all)
	p.crawl = upslope.Crawl{
		SiteID: a.site.ID, ImportedAt: *a.upload.ImportedAt, Judged: a.Issues.Detectable(all),
		Partial: slices.ContainsFunc(all, func(file upslope.Upload) bool { return file.Partial }),
	}
	for _, file := range waiting {
		p.crawl.Uploads = append(p.crawl.Uploads, file.ID)
	}
	if base == nil {
		return p
	}
	// Clocks differ between machines, but a later import must be newer.
	if !p.crawl.ImportedAt.After(base.ImportedAt) {
		p.crawl.ImportedAt = base.ImportedAt.Add(time.Millisecond)
	}
	if base.CrawledAt != nil && !crawledAt.IsZero() && crawledAt.Before(*base.CrawledAt) {
		p.warnings = append(p.warnings, fmt.Sprintf("This crawl is from %s and older than the one before, which is from %s. It now counts as the newest.",
			day(crawledAt), day(*base.CrawledAt)))
	}
	return p
}

// belongsTo reports whether the file is of the crawl's run: another report, or the same one again, such as
// its HTML pages, when a page has the same time of crawling.
func (a *attempt) belongsTo(base upslope.Crawl, files []upslope.Upload, crawledAt time.Time) bool {
	if a.files.otherSite != "" {
		return false // another site's crawl joins none
	}
	if !a.standsAlone() { // the newest crawl's, unless that is of another day and has its own
		return a.upload.ImportedAt.Sub(base.ImportedAt) <= maxCrawlGap || !hasPages(a.upload) && base.Links == 0
	}
	if a.sameRun {
		return true
	}
	// A list of some of its pages that says the same of them, without crawl times, is no newer crawl.
	excerpt := a.saysTheSame && crawledAt.IsZero() && a.upload.Pages*2 < base.Pages
	for _, file := range files {
		for _, theirs := range file.Recognition {
			for _, ours := range a.upload.Recognition {
				if !excerpt && !complement(theirs, ours) && !a.splits(theirs, ours) && !a.repeatsTab(theirs, ours) {
					return false
				}
			}
		}
	}
	if base.CrawledAt == nil || crawledAt.IsZero() {
		return a.upload.ImportedAt.Sub(base.ImportedAt) <= maxUploadGap
	}
	return base.CrawledAt.Sub(crawledAt).Abs() <= maxCrawlGap
}

// overlap finds out whether the file is a crawl of the same pages. Two crawls of a site share most of them.
// The parts of one share none, or a few that say the same in both; the lists of a filter may share none.
func (a *attempt) overlap(ctx context.Context, base *upslope.Crawl) error {
	a.overlaps, a.sameRun, a.saysTheSame = true, false, false
	if base == nil || a.upload.Pages == 0 || a.upload.CrawlID != "" {
		return nil
	}
	var found []struct {
		Shared     uint64 `ch:"shared"`
		SharedURLs uint64 `ch:"shared_urls"`
		SameSecond bool   `ch:"same_second"`
		Differs    bool   `ch:"differs"`
	}
	err := a.Facts.Select(ctx, &found, sharesPagesSQL, map[string]any{
		"account_id": a.upload.AccountID, "site_id": a.site.ID, "import_id": base.ImportID, "other_import": a.upload.ImportID,
	})
	if err != nil {
		return fmt.Errorf("compare %s with the newest crawl: %w", a.upload.FileName, err)
	}
	shared := int64(found[0].Shared)
	smaller := min(a.upload.Pages, base.Pages)
	a.overlaps, a.sameRun = found[0].Differs || shared > 0 && shared*2 >= smaller, found[0].SameSecond
	a.saysTheSame = int64(found[0].SharedURLs) == smaller && !found[0].Differs
	return nil
}

// splits reports whether two tables may be halves of one report of one crawler.
func (a *attempt) splits(theirs, ours upslope.RecognizedTab) bool {
	return !a.overlaps && theirs.Crawler == ours.Crawler && theirs.Report == ours.Report &&
		theirs.Scope != string(crawl.PartScope) && ours.Scope != string(crawl.PartScope)
}

// repeatsTab reports whether the crawl has the table already, as when a tab also came in an archive.
func (a *attempt) repeatsTab(theirs, ours upslope.RecognizedTab) bool {
	return a.saysTheSame && theirs.Rows == ours.Rows && theirs.Report == ours.Report && theirs.Filter == ours.Filter && !wholeCrawl(ours)
}

// complement reports whether two tables may be of one run: the same crawler, but different reports.
func complement(a, b upslope.RecognizedTab) bool {
	if a.Kind != string(crawl.Pages) || b.Kind != string(crawl.Pages) {
		return true
	}
	if a.Crawler != b.Crawler && a.Crawler != "" && b.Crawler != "" {
		return false
	}
	if a.Report == b.Report && a.Filter == b.Filter || wholeCrawl(a) && wholeCrawl(b) {
		return false
	}
	return a.Report != b.Report && named(a) && named(b) || a.Filter != b.Filter || !sameFields(a, b)
}

// named reports whether the report is one that crawlers know by its name.
func named(tab upslope.RecognizedTab) bool { return tab.Report != "Pages" && tab.Report != "Internal" }

// wholeCrawl reports whether the report covers all pages, under whichever name. Answers without titles may be
// those of some pages.
func wholeCrawl(tab upslope.RecognizedTab) bool {
	return tab.Report == "Internal" && tab.Scope != string(crawl.PartScope) || tab.Report == "Pages" && hasField(tab, "status_code") && hasField(tab, "title")
}

func sameFields(a, b upslope.RecognizedTab) bool {
	return len(a.Columns) == len(b.Columns) && !slices.ContainsFunc(a.Columns, func(column upslope.RecognizedColumn) bool { return !hasField(b, column.Field) })
}

func hasField(tab upslope.RecognizedTab, field string) bool {
	return slices.ContainsFunc(tab.Columns, func(column upslope.RecognizedColumn) bool { return column.Field == field })
}
