package crawl

import (
	_ "embed"
	"strconv"
	"strings"
	"sync"
	"unicode"

	"golang.org/x/text/unicode/norm"
)

//go:embed columns.tsv
var columnsTSV string

//go:embed values.tsv
var valuesTSV string

// maxHreflang is the number of alternates of a page that are read, of each origin.
const maxHreflang = 60

// alias maps a crawler's header to a field and its unit.
type alias struct {
	field   Field
	crawler string
	unit    string
}

// columnTable is columns.tsv, keyed by normalized header.
var columnTable = sync.OnceValue(func() map[string][]alias {
	table := map[string][]alias{}
	for _, cells := range tsv(columnsTSV) {
		entry := alias{field: Field(cells[0]), crawler: cells[1]}
		if len(cells) > 3 {
			entry.unit = cells[3]
		}
		for header := range strings.SplitSeq(cells[2], "|") {
			key := normalizeWords(header)
			table[key] = append(table[key], entry)
		}
	}
	for n := 1; n <= maxHops; n++ {
		for header, name := range map[string]string{"redirecturl": "hop_url_", "redirecttype": "hop_type_", "statuscode": "hop_code_"} {
			key := header + strconv.Itoa(n)
			table[key] = append(table[key], alias{field: Field(name + strconv.Itoa(n)), crawler: "Screaming Frog"})
		}
	}
	for n := 2; n <= maxHreflang; n++ { // the first of each is in columns.tsv
		for _, origin := range []string{"html", "http", "sitemap"} {
			key := origin + "hreflang" + strconv.Itoa(n) + "url"
			table[key] = append(table[key], alias{field: fieldHreflang, crawler: "Screaming Frog"})
		}
	}
	return table
})

// valueTable is values.tsv, keyed by set and normalized word.
var valueTable = sync.OnceValue(func() map[string]map[string]string {
	table := map[string]map[string]string{}
	for _, cells := range tsv(valuesTSV) {
		set := table[cells[0]]
		if set == nil {
			set = map[string]string{}
			table[cells[0]] = set
		}
		for word := range strings.SplitSeq(cells[2], "|") {
			set[normalizeWords(word)] = cells[1]
		}
	}
	return table
})

func tsv(text string) [][]string {
	var lines [][]string
	for line := range strings.Lines(text) {
		line = strings.TrimRight(line, "\r\n")
		if line != "" && line[0] != '#' {
			lines = append(lines, strings.Split(line, "\t"))
		}
	}
	return lines
}

// normalizeWords reduces text to lower-case letters and digits without accents.
func normalizeWords(s string) string {
	var b strings.Builder
	for _, r := range norm.NFKD.String(s) {
		if unicode.IsLetter(r) || unicode.IsDigit(r) {
			b.WriteRune(unicode.ToLower(r))
		}
	}
	return b.String()
}
