package crawl

import (
	"path"
	"regexp"
	"slices"
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"

	"upslope"
)

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

// identify names the tab's report and filter: by headers that only one crawler's report has, the title line,
// the file name or the headers, in that order.
func (t *Tab) identify(title string, headers []string) {
	if t.ofOneCrawler(headers) {
		return
	}
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

// hintsFolder is where Sitebulb exports a file for each of its hints, with the pages that it found at fault.
const hintsFolder = "hints/"

// ofOneCrawler names a report that one crawler alone exports, by its headers or the folder that it is in.
func (t *Tab) ofOneCrawler(headers []string) bool {
	known, reports := t.known(headers), reportTable().reports
	at := slices.IndexFunc(reports, func(r report) bool { return r.crawler != "" && r.fits(t.Kind, known) })
	switch {
	case at >= 0:
		t.Crawler, t.Scope = reports[at].crawler, reports[at].scope
		var filter string
		if t.Report, filter, t.ofPairs = strings.Cut(reports[at].name, ": "); t.ofPairs {
			t.applyFilter(spacedWords(filter))
		}
	case t.Kind == Pages && strings.HasPrefix(t.Name, hintsFolder):
		t.Crawler, t.Report, t.Scope = "Sitebulb", upslope.IssueList, PartScope
	default:
		return false
	}
	if t.Report == upslope.IssueList {
		t.listIssue(spacedWords(aroundIssue.ReplaceAllString(fileWords(t.Name), "")))
	}
	return true
}

// aroundIssue is the domain and the date that surround the name of an issue, as in
// example.com_title_element_is_too_long_20251012.csv.
var aroundIssue = regexp.MustCompile(`^[\pL\d-]+(\.[\pL\d-]+)+_|_\d{8}$`)

// copyMark is what browsers and systems add to the name of a second copy.
var copyMark = regexp.MustCompile(`(?i)( ?\(\d{1,2}\)| - (copy|kopie|copie|copia)( \(\d{1,2}\))?| copy( \d{1,2})?)$`)

// fileWords returns a file's name without folders, extensions and the mark of a copy.
func fileWords(name string) string {
	name = path.Base(strings.ReplaceAll(name, `\`, "/"))
	for _, extension := range []string{".gz", ".csv", ".tsv", ".txt", ".xlsx", ".xlsm"} {
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
	if strings.Contains(" "+rest+" ", " external ") {
		t.Scope = ForeignScope
	}
	if f, found := filterOf(t.Report, rest); found && t.Scope == PartScope {
		t.Covers = slices.Clone(f.covers)
	}
}

// known lists the headers of the table, normalized, and its fields behind a #.
func (t *Tab) known(headers []string) map[string]bool {
	has := map[string]bool{}
	for _, header := range headers {
		has[normalizeWords(header)] = true
	}
	for _, column := range t.Columns {
		has["#"+string(column.Field)] = true
	}
	return has
}

// reportOfColumns names a report by its headers alone.
func reportOfColumns(t Tab, headers []string) (string, Scope) {
	if known := t.known(headers); t.Crawler == "Screaming Frog" {
		for _, r := range reportTable().reports {
			if r.crawler == "" && r.fits(t.Kind, known) {
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
