package gsc

import (
	"bytes"
	"encoding/json"
	"os"
	"testing"

	"google.golang.org/api/searchconsole/v1"
)

func TestACutAtAnyByteIsNoticed(t *testing.T) {
	integer, err := os.ReadFile("testdata/query_query_page.json")
	if err != nil {
		t.Fatal(err)
	}
	integer = bytes.TrimSpace(integer)
	answer := newDecoder(query, page)
	for cut := range integer {
		if err := answer.read(integer[:cut]); err == nil {
			t.Errorf("cut at byte %d: %v", cut, answer.columns(nil))
		}
	}
	if err := answer.read(integer); err != nil || len(answer.clicks) != 2 {
		t.Errorf("whole: %v", err)
	}
}

func TestNothingIsWrittenAsAnEmptyOrAMissingListOrNull(t *testing.T) {
	answer := newDecoder(query)
	for _, body := range []string{`{}`, `{"rows":[]}`, `{"rows":null,"metadata":null}`} {
		if err := answer.read([]byte(body)); err != nil || len(answer.clicks) != 0 {
			t.Errorf("%s: %v", body, err)
		}
	}
	for _, body := range []string{`null`, `{"rows":nul`, `{"rows":[{"keys":null}]}`} {
		if err := answer.read([]byte(body)); err == nil {
			t.Errorf("%s was read", body)
		}
	}
}

// FuzzRead compares the decoder with the generated client.
func FuzzRead(f *testing.F) {
	for _, name := range []string{"query_query.json", "query_empty.json", "query_date_all.json"} {
		body, err := os.ReadFile("testdata/" + name)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(body)
	}
	f.Add([]byte(`{"rows":[{"keys":["\ud83d\udc5f \u0000\n\"","x"],"clicks":1e2,"position":-0.5e-3,"more":[{},[],null,true,false,""]}]}`))
	f.Add([]byte("{\"rows\":[{\"keys\":[\"ru\xc2\xc2\xc2ing \xe9\"]}]}"))
	f.Fuzz(func(t *testing.T, body []byte) {
		answer := newDecoder(query)
		if answer.read(body) != nil {
			return
		}
		var want searchconsole.SearchAnalyticsQueryResponse
		if json.Unmarshal(body, &want) != nil || bytes.Count(body, []byte(`"rows"`)) != 1 || bytes.Count(body, []byte(`"keys"`)) != len(want.Rows) {
			return // more lenient than encoding/json, or a duplicate name, where that keeps the last one
		}
		queries := answer.queries()
		if len(queries) != len(want.Rows) {
			t.Fatalf("%d rows instead of %d", len(queries), len(want.Rows))
		}
		for i, row := range want.Rows {
			if row != nil && len(row.Keys) == 1 && queries[i] != row.Keys[0] {
				t.Errorf("row %d is of %q, not %q", i, queries[i], row.Keys[0])
			}
		}
	})
}
