package crawl

import (
	_ "embed"
	"slices"
	"strings"
	"sync"
)

//go:embed reports.tsv
var reportsTSV string

// Scope is what the rows of a report of pages are.
type Scope string

// The scopes, which say what the absence of a row means.
const (
	SiteScope    Scope = "site"    // every URL of the site
	HTMLScope    Scope = "html"    // its HTML pages
	FilesScope   Scope = "files"   // images and other files
	ForeignScope Scope = "foreign" // URLs of other sites
	PartScope    Scope = "part"    // those that pass a filter
)

// ImagesWithoutAlt is the report of images without alt text, with the pages that they are on.
const ImagesWithoutAlt = "Images Missing Alt Text Inlinks"

// report is a line of reports.tsv: a kind of table that a crawler exports.
type report struct {
	name    string
	kind    Kind
	scope   Scope
	names   []string
	headers []string // normalized, or a # and a field; those with "!" must be absent
	crawler string   // whose reports alone have these names or headers
}

// filter is a part of a report, and the issue types that it shows completely.
type filter struct {
	report, name string
	names        []string
	covers       []string
	whole        bool // covers what the whole report does
}

type registry struct {
	reports []report
	filters []filter
}

// reportTable is reports.tsv.
var reportTable = sync.OnceValue(func() registry {
	var table registry
	for _, cells := range tsv(reportsTSV) {
		if cells[0] == "part" {
			f := filter{report: cells[1], name: cells[2], names: wordsList(cells[3])}
			switch cells[4] {
			case "-":
			case "*":
				f.whole = true
			default:
				f.covers = strings.Split(cells[4], ",")
			}
			table.filters = append(table.filters, f)
			continue
		}
		r := report{name: cells[0], kind: Kind(cells[1]), scope: Scope(cells[2]), names: wordsList(cells[3])}
		headers := cells[4]
		if named, ofCrawler := strings.CutPrefix(headers, "@"); ofCrawler {
			r.crawler, headers, _ = strings.Cut(named, " | ")
		}
		r.headers = headerList(headers)
		table.reports = append(table.reports, r)
	}
	return table
})

func headerList(cell string) (headers []string) {
	if cell == "" || cell == "-" {
		return nil
	}
	for header := range strings.SplitSeq(cell, " | ") {
		bang := ""
		if rest, negated := strings.CutPrefix(header, "!"); negated {
			bang, header = "!", rest
		}
		if !strings.HasPrefix(header, "#") {
			header = normalizeWords(header)
		}
		headers = append(headers, bang+header)
	}
	return headers
}

func wordsList(cell string) []string {
	var list []string
	for name := range strings.SplitSeq(cell, " | ") {
		if words := spacedWords(name); words != "" {
			list = append(list, words)
		}
	}
	return list
}

// fits reports whether a table of these headers and fields is such a report.
func (r report) fits(kind Kind, known map[string]bool) bool {
	return r.kind == kind && len(r.headers) > 0 && !slices.ContainsFunc(r.headers, func(header string) bool {
		absent, negated := strings.CutPrefix(header, "!")
		return known[absent] == negated
	})
}
