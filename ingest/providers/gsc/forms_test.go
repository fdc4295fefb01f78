package gsc_test

import (
	"net/http"
	"os"
	"slices"
	"strings"
	"testing"

	"upslope/ingest/providers/wire/wiretest"
)

func TestAnyFormOfAnAnswerIsReadAlike(t *testing.T) {
	const first = `{"responseAggregationType": "byProperty"}`
	read := func(table string, document []byte) ([]string, error) {
		_, source, access := reach(t, func(w http.ResponseWriter, q question, _ int) {
			if q.StartRow > 0 {
				document = []byte(first)
			}
			_, _ = w.Write(document)
		})
		rows, _, err := fetch(t, source, access, table, "2026-11-01", "2026-11-01")
		return rows, err
	}
	document, err := os.ReadFile("testdata/query_query_page.json")
	if err != nil {
		t.Fatal(err)
	}
	want, err := read("gsc_query_pages", document)
	if err != nil || len(want) == 0 {
		t.Fatal(want, err)
	}
	for name, body := range wiretest.Forms(t, document) {
		if name == "strings as numbers" {
			continue // keys are always text
		}
		if got, err := read("gsc_query_pages", body); err != nil || !slices.Equal(got, want) {
			t.Errorf("%s: %v\n got %s\nwant %s", name, err, strings.Join(got, "\n     "), strings.Join(want, "\n     "))
		}
	}
	for name, rest := range map[string]string{
		"metadata as text": `"metadata":"none"`, "metadata as a list": `"metadata":[1,{}]`, "metadata empty": `"metadata":{}`,
		"a date as an object": `"metadata":{"first_incomplete_date":{"year":2026}}`, "an unknown aggregation": `"responseAggregationType":{"by":7}`, "new lists": `"x":[[],{},[{}]],"y":-1.5e3`,
	} {
		got, err := read("gsc_query_pages", []byte(`{`+rest+`,"rows":[{"keys":["tents","https://example.com/"],"clicks":"3","impressions":"40","ctr":{},"position":"2.5","new":{}}]}`))
		if err != nil || len(got) != 1 || !strings.Contains(got[0], "tents") || !strings.Contains(got[0], "| 3 | 40 | 2.5") {
			t.Errorf("%s: %q, %v", name, got, err)
		}
	}
}
