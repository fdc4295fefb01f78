package crawl

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
)

var update = flag.Bool("update", false, "write the golden files of testdata/exports")

// TestExportsOfEveryCrawlerAndLanguage compares the complete result for small exports with real crawlers'
// headers to the golden file next to each.
func TestExportsOfEveryCrawlerAndLanguage(t *testing.T) {
	names, err := filepath.Glob("testdata/exports/*.csv")
	if err != nil || len(names) == 0 {
		t.Fatalf("no exports: %v", err)
	}
	for _, name := range names {
		t.Run(filepath.Base(name), func(t *testing.T) {
			file, err := os.Open(name)
			if err != nil {
				t.Fatal(err)
			}
			defer func() { _ = file.Close() }()
			got := describe(readAll(file, Options{Name: filepath.Base(name)}))
			golden := strings.TrimSuffix(name, ".csv") + ".golden"
			if *update {
				if err := os.WriteFile(golden, []byte(got), 0o644); err != nil {
					t.Fatal(err)
				}
			}
			want, err := os.ReadFile(golden)
			if err != nil {
				t.Fatal(err)
			}
			if got != string(want) {
				t.Errorf("got\n%s\nwant\n%s", got, want)
			}
		})
	}
}

// describe prints the complete result of reading a file, one value a line.
func describe(out outcome) string {
	var b strings.Builder
	for _, tab := range out.rec.Tabs {
		fmt.Fprintf(&b, "%s, %s, %s, %s, %s, header on line %d\n", tab.Crawler, tab.Report, tab.Kind, tab.Encoding, tab.Delimiter, tab.HeaderLine)
		for _, column := range tab.Columns {
			fmt.Fprintf(&b, "  %s <- %s\n", column.Field, column.Header)
		}
		for _, column := range tab.Missing {
			fmt.Fprintf(&b, "  no %s: %s\n", column.Label, column.Cost)
		}
		fmt.Fprintf(&b, "  unknown: %s\n", strings.Join(tab.Unknown, " | "))
		for _, note := range tab.Notes {
			fmt.Fprintf(&b, "  note: %s\n", note)
		}
	}
	for _, row := range out.rows {
		fmt.Fprintf(&b, "line %d\n", row.Line)
		describeFields(&b, reflect.ValueOf(row.Page))
		describeFields(&b, reflect.ValueOf(row.Link))
		describeFields(&b, reflect.ValueOf(row.Issue))
	}
	for _, reject := range out.rejects {
		fmt.Fprintf(&b, "rejected line %d: %s\n", reject.Line, reject.Reason)
	}
	s := out.summary
	fmt.Fprintf(&b, "%d rows: %d pages, %d links, %d issues; %d rejected, %d skipped; hosts %v; unread %v; notes %q\n",
		s.Rows, s.Pages, s.Links, s.Issues, s.Rejected, s.Skipped, s.Hosts, s.Unread, s.Notes)
	if out.err != nil {
		fmt.Fprintf(&b, "error: %v\n", out.err)
	}
	return b.String()
}

// describeFields prints the known fields of a page, link or issue.
func describeFields(b *strings.Builder, v reflect.Value) {
	for i := range v.NumField() {
		value := v.Field(i)
		if value.Kind() == reflect.Struct && value.NumField() == 2 {
			if !value.Field(1).Bool() {
				continue
			}
			value = value.Field(0)
		} else if value.IsZero() {
			continue
		}
		fmt.Fprintf(b, "  %s: %v\n", v.Type().Field(i).Name, value)
	}
}
