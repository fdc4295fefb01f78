package imports

import (
	"reflect"
	"strings"
	"testing"

	"github.com/google/uuid"

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

func TestAnArchiveOfTabsThatWereImportedOneByOneIsNoNewCrawl(t *testing.T) {
	const head, row = "Address,Content Type,Status Code,Title 1,Crawl Timestamp", "https://shop.example/,text/html,200,Home,2026-11-19 "
	const titles = "Address,Title 1,Title 1 Length,Indexability\nhttps://shop.example/,Home,4,Indexable\n"
	for moment, crawls := range map[string]int{"10:00:00": 1, "00:00:00": 2} { // midnight is a date alone
		w := newWorkbench(t)
		w.mustUpload("internal_all.csv", head, row+moment)
		w.mustUpload("page_titles_all.csv", strings.TrimSuffix(titles, "\n"))
		result := w.mustUpload("tabs.zip", zipped(t, "internal_all.csv", head+"\n"+row+moment+"\n", "page_titles_all.csv", titles))
		if got := w.crawls(); len(got) != crawls || got[0].Pages != 1 || result.Joined != (crawls == 1) {
			t.Errorf("crawled at %s: %q, %+v", moment, result.Message, got)
		}
	}
}

func TestTheSearchForCommonPagesReadsEachImportOnce(t *testing.T) {
	w := newWorkbench(t)
	reads := 0
	err := w.facts.Query(t.Context(), "explain "+sharesPagesSQL, map[string]any{
		"account_id": w.account, "site_id": w.site.ID, "import_id": uuid.NewString(), "other_import": uuid.NewString(),
	}, func(_ []string, values []any) error {
		if step, _ := values[0].(string); strings.Contains(step, "──Read") {
			reads++
		}
		return nil
	})
	if err != nil || reads != 2 {
		t.Errorf("%d reads of pages, want one of each import (%v)", reads, err)
	}
}
