package imports

import (
	"reflect"
	"strings"
	"testing"

	"upslope"
)

func TestEveryValueOfAPageCountsWhenItsRowSaysMoreThanEarlierTables(t *testing.T) {
	t.Parallel()
	seen := map[uint64]string{}
	page := reflect.TypeFor[upslope.Page]()
	for i := range page.NumField() {
		name := page.Field(i).Name
		// URL and Key are the URL itself; what Columns adds is compared by its texts.
		if name == "URL" || name == "Key" || name == "Columns" {
			continue
		}
		var p upslope.Page
		value := reflect.ValueOf(&p).Elem().Field(i)
		if value.Kind() == reflect.String {
			value.SetString("x")
		} else {
			value.FieldByName("Known").SetBool(true)
		}
		bits := valuesOf(&p)
		if other, taken := seen[bits]; bits == 0 || taken {
			t.Errorf("%s is not told from %q", name, other)
		}
		seen[bits] = name
	}
}

func TestRowsThatRepeatEarlierTablesAreNotStored(t *testing.T) {
	const header = "Address,Content Type,Status Code,Title 1,Meta Description 1,H1-1,H2-1\n"
	internal := header + "https://shop.example/,text/html,200,Home,,Hello,Second\nhttps://shop.example/a,text/html,200,A,All of A,,\n"
	const stored = "select count() from pages where site_id = {site_id:UUID}"
	for name, c := range map[string]struct {
		name, tab string
		rows      string
		says      string
	}{
		"nothing new":       {"h2_all.csv", "Address,Status Code,H2-1\nhttps://shop.example/,200,Second\nhttps://shop.example/a,200,\n", "2", ""},
		"a value":           {"content_all.csv", "Address,Status Code,Word Count\nhttps://shop.example/,200,\nhttps://shop.example/a,200,90\n", "5", "https://shop.example/a | 90"},
		"a page":            {"url_all.csv", "Address,Status Code,H1-1\nhttps://shop.example/a,200,\nhttps://shop.example/b,200,New\n", "3", "https://shop.example/b | null"},
		"a column of cells": {"h2_all.csv", "Address,Status Code,H2-1\nhttps://shop.example/,200,Second\nhttps://shop.example/a,200,More\n", "5", ""},
	} {
		t.Run(name, func(t *testing.T) {
			w := newWorkbench(t)
			// It is read first all the same.
			result := w.mustUpload("tabs.zip", zipped(t, c.name, c.tab, "internal_all.csv", internal))
			if !strings.Contains(result.Message, "4 rows read") {
				t.Errorf("%q does not count all rows", result.Message)
			}
			if got := w.rows(strings.ReplaceAll(stored, "{site_id:UUID}", "'"+w.site.ID+"'")); got != c.rows {
				t.Errorf("%s rows are stored, want %s", got, c.rows)
			}
			got := w.rows("select url, word_count from pages where import_id = {import_id:UUID} and (word_count > 0 or endsWith(url, '/b'))")
			if got != c.says {
				t.Errorf("the crawl has %q, want %q", got, c.says)
			}
		})
	}
}
