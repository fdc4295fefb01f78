package crawl

import "strings"

// Recognition is the result of recognizing a file, for the user to check before and after an import.
type Recognition struct {
	Tabs  []Tab    `json:"tabs"`
	Notes []string `json:"notes"` // sentences about the file, such as skipped files of an archive
}

// Tab is one table: the file itself, one CSV file of an archive, or one sheet of a workbook.
type Tab struct {
	Name       string          `json:"name"`
	Crawler    string          `json:"crawler"` // "" when no crawler's headers fit
	Report     string          `json:"report"`  // for example Internal or All Inlinks
	Filter     string          `json:"filter"`  // such as Client Error (4xx); "" when the report is whole
	Scope      Scope           `json:"scope"`   // of a report of pages
	Covers     []string        `json:"covers"`  // the issue types that a part shows completely
	Kind       Kind            `json:"kind"`
	Encoding   string          `json:"encoding"`  // provisional: a text that starts as ASCII may change later
	Delimiter  string          `json:"delimiter"` // comma, semicolon, tab or pipe; "" in a workbook
	HeaderLine int             `json:"headerLine"`
	Columns    []Column        `json:"columns"` // used
	Missing    []MissingColumn `json:"missing"` // absent and important
	Unknown    []string        `json:"unknown"` // unused headers, in file order
	Notes      []string        `json:"notes"`

	ofPairs bool // its rows are of a page and another URL, which most columns are about
}

// Column is a header of the file and its field.
type Column struct {
	Header string `json:"header"`
	Field  Field  `json:"field"`
	Label  string `json:"label"`
}

// MissingColumn is an absent column and the cost of its absence.
type MissingColumn struct {
	Field Field  `json:"field"`
	Label string `json:"label"`
	Cost  string `json:"cost"` // a sentence
}

// Has reports whether the table has a column for the field. A missing column is no evidence: a Page Titles
// export without a page's 404 does not mean that the page works.
func (t Tab) Has(name Field) bool {
	for _, column := range t.Columns {
		if column.Field == name {
			return true
		}
	}
	return false
}

// IsWhole reports whether the table is the crawler's whole report, whose values count first.
func (t Tab) IsWhole() bool { return t.Report == "Internal" && t.Scope == SiteScope }

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

// covered reports whether another column has the same information.
func covered(t Tab, name Field) bool {
	switch name {
	case "inlinks":
		return t.Has("unique_inlinks") || t.Has("link_score")
	case "title_pixels":
		return !t.Has("title") // the title matters more
	case "follow":
		return t.Has("nofollow")
	}
	return false
}

// minVotes is the number of headers that name a crawler.
const minVotes = 4

// Upslope is our own crawler, which one header names: the others it shares with desktop crawlers.
const Upslope = "Upslope"

// elect returns the crawler with the most matching headers, or none on a tie, as with Title and H1 alone.
// All languages of a crawler share its untranslated headers.
func elect(votes map[string]int, headers int) string {
	if votes[Upslope] > 0 {
		return Upslope
	}
	families := map[string]int{}
	for name, count := range votes {
		base, _, localised := strings.Cut(name, " (")
		if localised {
			count += votes[base] // counts shared headers twice, for every language alike
		}
		if base != "any" {
			families[base] = max(families[base], count)
		}
	}
	best, most := "", 0
	for name, count := range families {
		if name != "Screaming Frog" && count < min(minVotes, headers) {
			continue // a few common words name no crawler
		}
		switch {
		case count > most:
			best, most = name, count
		case count == most:
			best = ""
		}
	}
	delete(families, best)
	for _, count := range families {
		if count >= most {
			return "" // as many words are another crawler's, though too few to name it
		}
	}
	return best
}
