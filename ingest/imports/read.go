package imports

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"upslope"
	"upslope/ingest/crawl"
)

// read sends the file's rows to ClickHouse and returns the closed file, for its recognition and summary.
func (a *attempt) read(ctx context.Context) (file *crawl.File, err error) {
	body, size, err := a.Objects.Open(ctx, a.upload.ObjectKey)
	if err != nil {
		return nil, fmt.Errorf("open %s: %w", a.upload.ObjectKey, err)
	}
	defer func() { err = errors.Join(err, body.Close()) }()
	rejected := &rejectedRows{}
	defer func() { err = errors.Join(err, rejected.close()) }()
	a.progress = progress{attempt: a, body: body, size: size}
	file, err = crawl.Open(&a.progress, crawl.Options{Name: a.upload.FileName, Size: size, Mapping: a.mapping, Rejected: rejected.add})
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, file.Close()) }()
	err = errors.Join(a.readRows(ctx, file), a.pages.wait(), a.links.wait())
	if err == nil || upslope.CodeOf(err) == upslope.Unprocessable {
		err = errors.Join(err, rejected.keep(ctx, a.Objects, a.upload.RejectedKey()))
	}
	return file, err
}

func (a *attempt) readRows(ctx context.Context, file *crawl.File) error {
	a.tabRows, a.ownHosts, a.tabs = map[int]int64{}, map[string]bool{}, file.Recognition().Tabs
	a.pages.table = pagesTable(a.upload.AccountID, a.site.ID, a.upload.ImportID)
	a.links.table = linksTable(a.upload.AccountID, a.site.ID, a.upload.ImportID)
	a.repeats = newRepeats(a.tabs, a.upload.Confirmed)
	for row, err := range file.Rows() {
		if err == nil {
			err = a.add(ctx, &row)
		}
		if err != nil {
			return err
		}
	}
	return errors.Join(a.pages.send(ctx, a.Facts), a.links.send(ctx, a.Facts))
}

func (a *attempt) add(ctx context.Context, row *crawl.Row) error {
	a.tabRows[row.Tab]++
	switch row.Kind {
	case crawl.Pages, crawl.Redirects:
		tab := a.tabs[row.Tab]
		page := pageRow{Page: row.Page, tab: order(row.Tab, tab), own: a.owns(row.Page.Key)}
		if tab.Scope == crawl.PartScope {
			page.listedIn = tab.Report + ": " + tab.Filter
		}
		if !a.repeats.adds(&page) {
			if a.repeats.left%int64(a.pages.table.batch) == 0 {
				a.progress.reportRows(ctx, a.pages.sent+int64(len(a.pages.rows))+a.repeats.left)
			}
			return nil
		}
		if a.pages.add(page) {
			a.progress.reportRows(ctx, a.pages.sent+int64(len(a.pages.rows)))
			return a.pages.send(ctx, a.Facts)
		}
	case crawl.Links:
		if a.links.add(linkRow{Link: row.Link, tab: order(row.Tab, a.tabs[row.Tab])}) {
			a.progress.reportRows(ctx, a.links.sent+int64(len(a.links.rows)))
			return a.links.send(ctx, a.Facts)
		}
	case crawl.Issues: // the crawler's own counts; ours come from the pages
	}
	return nil
}

// order is the place of a table among those of its file: the crawler's whole report counts first.
func order(index int, tab crawl.Tab) uint16 {
	if tab.IsWhole() {
		return uint16(index)
	}
	return uint16(index) + wholeReports
}

// wholeReports is above the number of tables of an archive.
const wholeReports = 1000

// owns reports whether a page belongs to the site.
func (a *attempt) owns(key string) bool {
	host := upslope.HostOf(key)
	own, known := a.ownHosts[host]
	if !known {
		own = a.site.Owns(host)
		if len(a.ownHosts) < 10_000 {
			a.ownHosts[host] = own
		}
	}
	return own
}

// describe stores the recognition of the file in its upload.
func (a *attempt) describe(file *crawl.File) {
	summary, recognition := file.Summary(), file.Recognition()
	a.upload.Rejected, a.upload.Partial = summary.Rejected, a.files.partial != ""
	a.upload.Recognition = make([]upslope.RecognizedTab, len(recognition.Tabs))
	for i, tab := range recognition.Tabs {
		a.upload.Recognition[i] = recognizedTab(tab, a.tabRows[i])
	}
	a.upload.Warnings = append(a.files.warnings(a.site), warnings(summary, recognition)...)
}

// scope is what the rows of a report of pages are, else "".
func scope(tab crawl.Tab) string {
	if tab.Kind == crawl.Pages || tab.Kind == crawl.Redirects {
		return string(tab.Scope)
	}
	return ""
}

func recognizedTab(tab crawl.Tab, rows int64) upslope.RecognizedTab {
	recognized := upslope.RecognizedTab{
		Name: tab.Name, Crawler: tab.Crawler, Report: tab.Report, Filter: tab.Filter, Scope: scope(tab), Covers: tab.Covers, Kind: string(tab.Kind), Rows: rows, Encoding: tab.Encoding,
		Delimiter: tab.Delimiter, HeaderLine: tab.HeaderLine, Unknown: tab.Unknown, Notes: tab.Notes,
		Columns: []upslope.RecognizedColumn{}, Missing: []upslope.MissingColumn{},
	}
	for _, column := range tab.Columns {
		recognized.Columns = append(recognized.Columns, upslope.RecognizedColumn{Header: column.Header, Field: string(column.Field), Label: column.Label})
	}
	for _, column := range tab.Missing {
		recognized.Missing = append(recognized.Missing, upslope.MissingColumn{Field: string(column.Field), Label: column.Label, Cost: column.Cost})
	}
	return recognized
}

// mergeMeanings prefers the mapping of the file itself over the saved one.
func mergeMeanings(remembered, stated map[string]string) map[string]crawl.Field {
	merged := make(map[string]crawl.Field, len(remembered)+len(stated))
	for header, field := range remembered {
		merged[header] = crawl.Field(field)
	}
	for header, field := range stated {
		delete(merged, strings.ToLower(header)) // the header must not occur twice, in two spellings
		merged[header] = crawl.Field(field)
	}
	return merged
}
