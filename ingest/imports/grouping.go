package imports

import (
	"fmt"
	"slices"
	"time"

	"upslope"
	"upslope/ingest/crawl"
)

// Files belong to one crawler run when they were crawled at most maxCrawlGap apart or, when a file lacks
// crawl times, uploaded at most maxUploadGap apart.
const (
	maxCrawlGap  = 24 * time.Hour
	maxUploadGap = 2 * time.Hour
)

// plan is the crawl a file will become or join.
type plan struct {
	crawl    upslope.Crawl // with the newest crawl's id when the file joins it
	parts    []string      // import ids of the crawl's pages, newest last; empty: its pages do not change
	unions   []string      // import ids of the first two parts joined, the first three and so on
	joined   bool          // joins earlier files
	warnings []string
}

// plan selects the file's crawl: the newest one for links, and for pages from another report of the same
// run; otherwise a new one. A file already in the newest crawl is replaced.
func (a *attempt) plan(base *upslope.Crawl, others []upslope.Upload, crawledAt time.Time) (plan, error) {
	again := a.upload.CrawlID != ""
	if again && (base == nil || base.ID != a.upload.CrawlID) {
		return plan{}, upslope.Errorf(upslope.Conflict, "A newer crawl has been imported since, so this file was not read again.")
	}
	pagesOfOthers := slices.DeleteFunc(slices.Clone(others), func(file upslope.Upload) bool { return file.Pages == 0 })
	switch {
	case a.upload.Pages == 0 && a.upload.Links == 0:
		return plan{}, upslope.Errorf(upslope.Unprocessable, "%s has counts of issues, but no pages. Export the Internal tab as CSV instead; Upslope finds the issues itself.", a.upload.FileName)
	case a.upload.Pages == 0 && len(pagesOfOthers) == 0:
		return plan{}, upslope.Errorf(upslope.Unprocessable, "%s has links, but no pages yet to put them on. Upload the Internal export of the same crawl first.", a.upload.FileName)
	}
	var p plan
	if again || a.upload.Pages == 0 || base != nil && a.belongsTo(*base, pagesOfOthers, crawledAt) {
		p = a.joinPlan(*base, pagesOfOthers, again)
	} else {
		p = a.newPlan(base, crawledAt)
	}
	if p.crawl.CrawledAt == nil && !crawledAt.IsZero() {
		p.crawl.CrawledAt = &crawledAt
	}
	if a.upload.Links > 0 {
		p.crawl.LinksImportID, p.crawl.Links = a.upload.ImportID, a.upload.Links
	}
	return p, nil
}

func (a *attempt) joinPlan(base upslope.Crawl, pagesOfOthers []upslope.Upload, again bool) plan {
	p := plan{crawl: base, joined: len(pagesOfOthers) > 0 || !again}
	if base.LinksImportID == a.before {
		p.crawl.LinksImportID, p.crawl.Links = "", 0
	}
	if a.upload.Pages == 0 && !again {
		return p
	}
	if !again {
		p.parts = []string{base.ImportID}
	} else {
		for _, file := range pagesOfOthers { // base contains this file's earlier rows
			p.parts = append(p.parts, file.ImportID)
		}
	}
	p.parts = append(p.parts, a.upload.ImportID)
	p.crawl.Judged = a.Issues.Detectable(append(slices.Clone(pagesOfOthers), a.upload))
	return p
}

func (a *attempt) newPlan(base *upslope.Crawl, crawledAt time.Time) plan {
	p := plan{parts: []string{a.upload.ImportID}}
	p.crawl = upslope.Crawl{SiteID: a.site.ID, ImportedAt: *a.upload.ImportedAt, Judged: a.Issues.Detectable([]upslope.Upload{a.upload})}
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

// belongsTo reports whether the file is another report of the crawl's run.
func (a *attempt) belongsTo(base upslope.Crawl, files []upslope.Upload, crawledAt time.Time) bool {
	for _, file := range files {
		for _, theirs := range file.Recognition {
			for _, ours := range a.upload.Recognition {
				if !complement(theirs, ours) {
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

// complement reports whether two tables may be of one run: the same crawler, but different reports.
func complement(a, b upslope.RecognizedTab) bool {
	if a.Kind != string(crawl.Pages) || b.Kind != string(crawl.Pages) {
		return true
	}
	if a.Crawler != b.Crawler && a.Crawler != "" && b.Crawler != "" {
		return false
	}
	return a.Report != b.Report && !(wholeCrawl(a) && wholeCrawl(b)) && !sameFields(a, b)
}

// wholeCrawl reports whether the report covers all pages, under whichever name.
func wholeCrawl(tab upslope.RecognizedTab) bool {
	return tab.Report == "Internal" || tab.Report == "Pages" && hasField(tab, "status_code")
}

func sameFields(a, b upslope.RecognizedTab) bool {
	return len(a.Columns) == len(b.Columns) && !slices.ContainsFunc(a.Columns, func(column upslope.RecognizedColumn) bool { return !hasField(b, column.Field) })
}

func hasField(tab upslope.RecognizedTab, field string) bool {
	return slices.ContainsFunc(tab.Columns, func(column upslope.RecognizedColumn) bool { return column.Field == field })
}
