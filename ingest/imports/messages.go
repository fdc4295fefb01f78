package imports

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"golang.org/x/text/language"
	"golang.org/x/text/message"

	"upslope"
	"upslope/ingest/crawl"
)

// result returns the import's result.
func (a *attempt) result(p plan, upload upslope.Upload) upslope.ImportResult {
	// Subdomains that are left out wait for nothing: once they are included, the same file is another crawl.
	isLeftOut := p.waits && a.isOfSubdomains(upload)
	return upslope.ImportResult{
		Message: a.message(p, upload), SiteID: a.site.ID, UploadID: upload.ID, Rows: a.rows(), Pages: upload.Pages, Links: upload.Links,
		Issues: p.crawl.Issues, Rejected: upload.Rejected, Joined: p.joined, Waiting: p.waits && !isLeftOut, Unchanged: isLeftOut,
		Recognition: upload.Recognition, Warnings: upload.Warnings,
	}
}

// rows is the number of rows read of all tables.
func (a *attempt) rows() (rows int64) {
	for _, count := range a.tabRows {
		rows += count
	}
	return rows
}

// counts says what was read, as in "525 pages and 12 links, 1,148 rows read".
func (a *attempt) counts(upload upslope.Upload) string {
	var things []string
	if upload.Pages > 0 {
		things = append(things, amount(upload.Pages, "page", "pages"))
	}
	if upload.ForeignPages > 0 {
		things = append(things, amount(upload.ForeignPages, "address of other sites", "addresses of other sites"))
	}
	if upload.Links > 0 || len(things) == 0 {
		things = append(things, amount(upload.Links, "link", "links"))
	}
	text := strings.Join(things, " and ")
	if len(things) == 3 {
		text = things[0] + ", " + things[1] + " and " + things[2]
	}
	if rows := a.rows(); rows != upload.Pages+upload.ForeignPages+upload.Links {
		text += ", " + amount(rows, "row", "rows")
	}
	return text + " read"
}

// message summarizes the import, as in "4,175 pages read, 312 issues found".
func (a *attempt) message(p plan, upload upslope.Upload) string {
	text := a.counts(upload)
	if upload.Pages > 0 && !p.waits {
		text += ", " + amount(p.crawl.Issues, "issue", "issues") + " found"
	}
	if upload.Rejected > 0 {
		text += ", " + amount(upload.Rejected, "row", "rows") + " could not be read"
	}
	switch {
	case p.waits && a.isOfSubdomains(upload):
		text += ". They are on subdomains of " + a.site.Domain + ", which its settings leave out: include subdomains and upload the file again, or add a site for them"
	case p.waits:
		text += ". Kept for the pages of the same crawl: upload " + a.pagesExport() + " within a day"
	}
	if len(p.crawl.Uploads) > 0 && !p.joined {
		text += ". Joined with " + amount(int64(len(p.crawl.Uploads)), "file that was", "files that were") + " waiting"
	}
	if p.joined && upload.Pages > 0 {
		text += fmt.Sprintf(". Joined with the crawl of %s that was imported on %s", amount(p.crawl.Pages, "page", "pages"), day(p.crawl.ImportedAt))
	}
	if a.showsLittle(p) {
		text += ". This list alone shows no other fault: add " + a.pagesExport()
	}
	if p.imagePages > 0 && listsImages([]upslope.Upload{upload}) {
		text += ". " + amount(p.imagePages, "page has", "pages have") + " images without alt text"
	}
	if a.files.otherSite != "" {
		text += ". Warning: most URLs are not on " + a.site.Domain
	}
	if a.files.partial != "" {
		text += ". " + strings.TrimSuffix(a.files.partial, ".")
	}
	return text
}

// isOfSubdomains reports whether the file is a whole crawl of subdomains that the site's settings leave out.
func (a *attempt) isOfSubdomains(upload upslope.Upload) bool {
	return upload.Pages == 0 && !a.site.IncludeSubdomains && slices.ContainsFunc(upload.Recognition, wholeCrawl)
}

// showsLittle reports whether no issues are found because the crawl has neither answers nor titles.
func (a *attempt) showsLittle(p plan) bool {
	return !p.waits && !p.joined && a.upload.Pages > 0 && p.crawl.Issues == 0 &&
		!slices.Contains(p.crawl.Judged, "server_error") && !slices.Contains(p.crawl.Judged, "missing_title")
}

// pagesExport names the export of a crawler that has all pages of a crawl.
func (a *attempt) pagesExport() string {
	if slices.ContainsFunc(a.tabs, func(tab crawl.Tab) bool { return tab.Crawler != "" && tab.Crawler != "Screaming Frog" }) {
		return "the list of all its pages"
	}
	return "its Internal export"
}

// unchangedResult is the result for a file imported before.
func unchangedResult(duplicate upslope.Upload, current *upslope.Crawl) upslope.ImportResult {
	when := duplicate.CreatedAt
	if duplicate.ImportedAt != nil {
		when = *duplicate.ImportedAt
	}
	result := upslope.ImportResult{
		Message: fmt.Sprintf("This file was already imported on %s; nothing changed.", day(when)),
		CrawlID: duplicate.CrawlID, SiteID: duplicate.SiteID, UploadID: duplicate.ID, Pages: duplicate.Pages, Links: duplicate.Links, Rejected: duplicate.Rejected,
		Unchanged: true, Recognition: duplicate.Recognition, Warnings: duplicate.Warnings,
	}
	switch {
	case current == nil:
	case current.ID == duplicate.CrawlID:
		result.Issues = current.Issues
	default:
		result.Message = fmt.Sprintf("This file was already imported on %s, and a newer crawl on %s; nothing changed.", day(when), day(current.ImportedAt))
	}
	return result
}

// warnings lists what the uploader may not expect.
func warnings(summary crawl.Summary, recognition crawl.Recognition) []string {
	texts := slices.Clone(recognition.Notes)
	texts = append(texts, summary.Notes...)
	labels := map[crawl.Field]string{}
	for _, field := range crawl.Fields() {
		labels[crawl.Field(field.Name)] = field.Label
	}
	for _, field := range slices.Sorted(maps.Keys(summary.Unread)) {
		if count := summary.Unread[field]; count == 1 {
			texts = append(texts, fmt.Sprintf("1 cell of %s was not understood and counts as unknown.", labels[field]))
		} else {
			texts = append(texts, fmt.Sprintf("%s of %s were not understood and count as unknown.", amount(count, "cell", "cells"), labels[field]))
		}
	}
	if summary.Rejected > maxRejectedRows {
		texts = append(texts, fmt.Sprintf("Of the %s that could not be read, the first %s can be downloaded.", amount(summary.Rejected, "row", "rows"), amount(maxRejectedRows, "row", "rows")))
	}
	return texts
}

func otherDomain(site upslope.Site) string {
	return "Most URLs are not on " + site.Domain + "."
}

// amount formats a count with its noun.
func amount(count int64, one, many string) string {
	if count == 1 {
		return "1 " + one
	}
	return message.NewPrinter(language.English).Sprintf("%d ", count) + many
}

// day formats a date for display.
func day(at time.Time) string { return at.UTC().Format(upslope.DateFormat) }
