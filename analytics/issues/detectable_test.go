package issues

import (
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"upslope"
	"upslope/analytics/issues/rules"
)

func TestEveryTypeOfIssueSaysWhatItNeeds(t *testing.T) {
	var found, needed, fields []string
	for _, line := range regexp.MustCompile(`\('(\w+)',\s+'(?:critical|high|medium|low)'`).FindAllStringSubmatch(rules.Find(), -1) {
		found = append(found, line[1])
	}
	columns, err := os.ReadFile("../../ingest/crawl/columns.tsv")
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(string(columns)) {
		fields = append(fields, strings.Fields(line)...)
	}
	for _, needs := range issueNeeds() {
		needed = append(needed, needs.issueType)
		for _, field := range slices.Concat(needs.groups...) {
			if !slices.Contains(fields, field) {
				t.Errorf("%s needs %s, which is no field", needs.issueType, field)
			}
		}
	}
	slices.Sort(found)
	slices.Sort(needed)
	if len(found) < 10 || !slices.Equal(found, needed) {
		t.Errorf("the rules find %q, detectable.go knows %q", found, needed)
	}
}

func TestIssuesWithoutTheirColumnsAreNotDetectable(t *testing.T) {
	file := func(kind string, fields ...string) upslope.Upload {
		tab := upslope.RecognizedTab{Kind: kind}
		for _, field := range fields {
			tab.Columns = append(tab.Columns, upslope.RecognizedColumn{Field: field})
		}
		return upslope.Upload{Recognition: []upslope.RecognizedTab{tab}}
	}
	for name, c := range map[string]struct {
		files []upslope.Upload
		want  []string
	}{
		"answers alone":      {[]upslope.Upload{file("pages", "address", "status_code")}, []string{"server_error"}},
		"two files together": {[]upslope.Upload{file("pages", "status_code"), file("pages", "inlinks", "h1")}, []string{"server_error", "broken_page", "missing_h1", "duplicate_h1", "forbidden_page"}},
		"a part of a report": {[]upslope.Upload{{Recognition: []upslope.RecognizedTab{{Kind: "pages", Scope: "part", Covers: []string{"missing_title"},
			Columns: []upslope.RecognizedColumn{{Field: "title"}, {Field: "h1"}, {Field: "status_code"}}}}}}, []string{"missing_title"}},
		"a list of an issue without its column": {[]upslope.Upload{{Recognition: []upslope.RecognizedTab{{Kind: "pages", Report: "Issue", Scope: "part", Covers: []string{"missing_h1"},
			Columns: []upslope.RecognizedColumn{{Field: "title"}}}}}}, []string{}},
		"answers of HTML pages":         {[]upslope.Upload{{Recognition: []upslope.RecognizedTab{{Kind: "pages", Scope: "html", Columns: []upslope.RecognizedColumn{{Field: "status_code"}}}}}}, []string{}},
		"hreflang":                      {[]upslope.Upload{file("pages", "hreflang", "title_pixels")}, []string{"missing_return_link"}},
		"every image with its alt text": {[]upslope.Upload{imageLinks("All Image Inlinks", 3)}, []string{"images_without_alt"}},
		"images without alt text alone": {[]upslope.Upload{imageLinks("Images Missing Alt Text Inlinks", 3)}, []string{}},
		"a list of no image":            {[]upslope.Upload{imageLinks("All Image Inlinks", 0)}, []string{}},
		"answers of links' ends":        {[]upslope.Upload{file("links", "status_code")}, []string{}},
	} {
		if got := Detectable(c.files); !slices.Equal(got, c.want) {
			t.Errorf("%s: %q, want %q", name, got, c.want)
		}
	}
}

// imageLinks is a file of links to images.
func imageLinks(report string, rows int64) upslope.Upload {
	columns := []upslope.RecognizedColumn{{Field: "source"}, {Field: "destination"}, {Field: "alt"}}
	return upslope.Upload{Recognition: []upslope.RecognizedTab{{Kind: "links", Report: report, Rows: rows, Columns: columns}}}
}

func TestEveryTypeOfIssueSaysWhatItMeans(t *testing.T) {
	t.Parallel()
	types := map[string]bool{}
	for _, needed := range issueNeeds() {
		types[needed.issueType] = true
		if about[needed.issueType] == "" {
			t.Errorf("%s says nothing about itself", needed.issueType)
		}
	}
	for issueType := range about {
		if !types[issueType] {
			t.Errorf("%s is no type of issue", issueType)
		}
	}
}
