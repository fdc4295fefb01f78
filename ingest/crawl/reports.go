package crawl

import (
	_ "embed"
	"path"
	"regexp"
	"slices"
	"strings"
	"sync"
	"unicode"

	"golang.org/x/text/unicode/norm"
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
	crawler string   // whose reports alone have these names, each the list of an issue, never the whole crawl
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
		switch crawler, named := strings.CutPrefix(cells[4], "@"); {
		case named:
			r.crawler = crawler
		case cells[4] != "-":
			for header := range strings.SplitSeq(cells[4], " | ") {
				bang := ""
				if rest, negated := strings.CutPrefix(header, "!"); negated {
					bang, header = "!", rest
				}
				if !strings.HasPrefix(header, "#") {
					header = normalizeWords(header)
				}
				r.headers = append(r.headers, bang+header)
			}
		}
		table.reports = append(table.reports, r)
	}
	return table
})

func wordsList(cell string) []string {
	var list []string
	for name := range strings.SplitSeq(cell, " | ") {
		list = append(list, spacedWords(name))
	}
	return list
}

// spacedWords reduces text to lower-case words without accents and punctuation, one space apart.
func spacedWords(s string) string {
	var b strings.Builder
	space := false
	for _, r := range norm.NFKD.String(s) {
		switch {
		case unicode.IsLetter(r) || unicode.IsDigit(r):
			if space && b.Len() > 0 {
				b.WriteByte(' ')
			}
			space = false
			b.WriteRune(unicode.ToLower(r))
		case unicode.Is(unicode.Mn, r):
		default:
			space = true
		}
	}
	return b.String()
}

// identify names the tab's report and filter: by the title line, the file name or the headers, in that order.
func (t *Tab) identify(title string, headers []string) {
	for _, name := range []string{title, fileWords(t.Name)} {
		if r, rest, found := byName(spacedWords(name), t.Kind, t.Crawler); found {
			t.Report, t.Scope = r.name, r.scope
			if r.crawler != "" {
				t.listIssue(rest)
			} else {
				t.applyFilter(rest)
			}
			return
		}
	}
	t.Report, t.Scope = reportOfColumns(*t, headers)
}

// copyMark is what browsers and systems add to the name of a second copy.
var copyMark = regexp.MustCompile(`(?i)( ?\(\d{1,2}\)| - (copy|kopie|copie|copia)( \(\d{1,2}\))?| copy( \d{1,2})?)$`)

// fileWords returns a file's name without folders, extensions and the mark of a copy.
func fileWords(name string) string {
	name = path.Base(strings.ReplaceAll(name, `\`, "/"))
	for _, extension := range []string{".gz", ".csv", ".tsv", ".txt"} {
		if len(name) > len(extension) && strings.EqualFold(name[len(name)-len(extension):], extension) {
			name = name[:len(name)-len(extension)]
		}
	}
	return copyMark.ReplaceAllString(name, "")
}

// byName finds the report whose name text starts with; inside the text a name counts only before a filter.
func byName(text string, kind Kind, crawler string) (found report, rest string, ok bool) {
	longest := 0
	for _, r := range reportTable().reports {
		if r.kind != kind || r.crawler != "" && r.crawler != crawler {
			continue
		}
		for _, name := range r.names {
			if after, fits := cutWords(text, name); fits && len(name) > longest {
				found, rest, ok, longest = r, after, true, len(name)
			}
		}
	}
	if ok {
		return found, rest, true
	}
	for _, r := range reportTable().reports {
		for _, name := range r.names {
			_, after, inside := strings.Cut(" "+text+" ", " "+name+" ")
			if after = strings.TrimSpace(after); r.kind == kind && r.crawler == "" && inside && len(name) > longest && (after == "all" || isFilter(r.name, after)) {
				found, rest, ok, longest = r, after, true, len(name)
			}
		}
	}
	return found, rest, ok
}

// cutWords cuts the leading words off text.
func cutWords(text, words string) (rest string, ok bool) {
	rest, ok = strings.CutPrefix(text+" ", words+" ")
	return strings.TrimSpace(rest), ok
}

func isFilter(report, rest string) bool {
	_, found := filterOf(report, rest)
	return found
}

// filterOf returns the filter of a report whose name rest starts with: the longest, else the report's own.
func filterOf(report, rest string) (found filter, ok bool) {
	longest := 0
	for _, f := range reportTable().filters {
		if f.report != report && f.report != "*" {
			continue
		}
		for _, name := range f.names {
			if _, fits := cutWords(rest, name); fits && len(name) > longest {
				found, ok, longest = f, true, len(name)
			}
			sign := !strings.Contains(name, " ") && strings.ContainsAny(name, "0123456789")
			if sign && longest == 0 && strings.Contains(" "+rest+" ", " "+name+" ") {
				found, ok = f, true
			}
		}
	}
	return found, ok
}

func (t *Tab) applyFilter(rest string) {
	f, found := filterOf(t.Report, rest)
	if !found || t.Scope == "-" {
		return
	}
	t.Filter = titleCase(rest)
	if f.whole {
		t.Filter = f.name
		return
	}
	if t.Scope != ForeignScope {
		t.Scope, t.Covers = PartScope, slices.Clone(f.covers)
	}
	if strings.HasPrefix(rest, "external ") {
		t.Scope, t.Covers = ForeignScope, nil
	}
}

// listIssue names the issue whose pages the table lists, of all pages or of the indexable ones alone.
func (t *Tab) listIssue(rest string) {
	rest = strings.TrimPrefix(rest, "indexable ")
	t.Filter = titleCase(rest)
	if f, found := filterOf(t.Report, rest); found && t.Scope == PartScope {
		t.Covers = slices.Clone(f.covers)
	}
}

// reportOfColumns names a report by its headers alone.
func reportOfColumns(t Tab, headers []string) (string, Scope) {
	has := map[string]bool{}
	for _, header := range headers {
		has[normalizeWords(header)] = true
	}
	for _, column := range t.Columns {
		has["#"+string(column.Field)] = true
	}
	if t.Crawler == "Screaming Frog" {
		for _, r := range reportTable().reports {
			if r.kind == t.Kind && len(r.headers) > 0 && !slices.ContainsFunc(r.headers, func(header string) bool {
				absent, negated := strings.CutPrefix(header, "!")
				return has[absent] == negated
			}) {
				return r.name, r.scope
			}
		}
	}
	return reportOfFields(t)
}

// reportOfFields names a report by its fields, whatever their headers' language.
func reportOfFields(t Tab) (string, Scope) {
	switch {
	case t.Kind == Links:
		return "All Inlinks", ""
	case t.Kind == Issues:
		return "Issues Overview", ""
	case t.Kind == Redirects:
		return "Redirect Chains", SiteScope
	case t.Crawler != "Screaming Frog":
		return "Pages", SiteScope
	case t.Has("title") && (t.Has("description") || t.Has("status_code")):
		return "Internal", SiteScope
	case t.Has("title"):
		return "Page Titles", HTMLScope
	case t.Has("description"):
		return "Meta Description", HTMLScope
	case t.Has("h1"):
		return "H1", HTMLScope
	case t.Has("status_code"):
		return "Response Codes", SiteScope
	case t.Has("content_type") && t.Has("size"):
		return "Images", FilesScope
	}
	return "Pages", SiteScope
}

func titleCase(s string) string {
	words := strings.Fields(s)
	for i, w := range words {
		r := []rune(w)
		words[i] = string(unicode.ToUpper(r[0])) + string(r[1:])
	}
	return strings.Join(words, " ")
}
