package crawl

import (
	"path"
	"strings"
)

// Recognition says what a file was taken for, for the user to check before and after an import.
type Recognition struct {
	Tabs  []Tab    `json:"tabs"`
	Notes []string `json:"notes"` // sentences about the file as a whole, such as what was left out of an archive
}

// Tab is one table: the file itself, or one CSV file of an archive.
type Tab struct {
	Name       string          `json:"name"`
	Crawler    string          `json:"crawler"` // "" when no crawler's headers fit
	Report     string          `json:"report"`  // such as Internal or All Inlinks
	Kind       Kind            `json:"kind"`
	Encoding   string          `json:"encoding"`  // as far as the beginning tells: ASCII may turn out to be another later
	Delimiter  string          `json:"delimiter"` // comma, semicolon, tab or pipe
	HeaderLine int             `json:"headerLine"`
	Columns    []Column        `json:"columns"` // used
	Missing    []MissingColumn `json:"missing"` // not in the file, and worth having
	Unknown    []string        `json:"unknown"` // headers that are not used, in the order of the file
	Notes      []string        `json:"notes"`
}

// Column is a header of the file and what it was read as.
type Column struct {
	Header string `json:"header"`
	Field  Field  `json:"field"`
	Label  string `json:"label"`
}

// MissingColumn is what the file does not have and what that costs.
type MissingColumn struct {
	Field Field  `json:"field"`
	Label string `json:"label"`
	Cost  string `json:"cost"` // a sentence
}

// Has says whether the table has a column for the field. What it has no column for, it says nothing about:
// a Page Titles export without a page's 404 does not mean that the page works.
func (t Tab) Has(name Field) bool {
	for _, column := range t.Columns {
		if column.Field == name {
			return true
		}
	}
	return false
}

// reports are the names that exports carry in their title line and file name, longest first.
const reports = "issues overview|meta description|response codes|page titles|all inlinks|all outlinks|canonicals|directives|inlinks|outlinks|internal|external|images|h1|h2"

// reportName is the name of the report: from the title line, else the file name, else from what the columns are about.
func reportName(t Tab, title string) string {
	file := strings.ReplaceAll(strings.ToLower(path.Base(t.Name)), "_", " ")
	for _, from := range []string{strings.ToLower(title), file} {
		for name := range strings.SplitSeq(reports, "|") {
			if (t.Kind == Links) != strings.HasSuffix(name, "links") || (t.Kind == Issues) != strings.HasPrefix(name, "issues") {
				continue
			}
			if from == name || strings.HasPrefix(from, name+" ") || strings.HasPrefix(from, name+".") {
				return titleCase(name)
			}
		}
	}
	switch {
	case t.Kind == Links:
		return "All Inlinks"
	case t.Kind == Issues:
		return "Issues Overview"
	case t.Crawler != "Screaming Frog":
		return "Pages"
	case t.Has("title") && (t.Has("description") || t.Has("status_code")):
		return "Internal"
	case t.Has("title"):
		return "Page Titles"
	case t.Has("description"):
		return "Meta Description"
	case t.Has("h1"):
		return "H1"
	case t.Has("status_code"):
		return "Response Codes"
	case t.Has("content_type") && t.Has("size"):
		return "Images"
	}
	return "Pages"
}

func titleCase(s string) string {
	words := strings.Fields(s)
	for i, w := range words {
		words[i] = strings.ToUpper(w[:1]) + w[1:]
	}
	return strings.Join(words, " ")
}

// missing lists the fields whose absence costs something.
func missing(t Tab) []MissingColumn {
	var list []MissingColumn
	for _, f := range fieldsOf(t.Kind) {
		if f.cost != "" && !t.Has(f.name) && !covered(t, f.name) {
			list = append(list, MissingColumn{Field: f.name, Label: f.label, Cost: f.cost})
		}
	}
	return list
}

// covered says whether another column tells the same.
func covered(t Tab, name Field) bool {
	switch name {
	case "inlinks":
		return t.Has("unique_inlinks") || t.Has("link_score")
	case "title_pixels":
		return !t.Has("title") // that one is missed more
	case "follow":
		return t.Has("nofollow")
	}
	return false
}
