package gads

import (
	"bytes"
	"context"
	"io"
	"net/http"
	"strings"
	"sync/atomic"
	"testing"

	"upslope/ingest/providers"
)

// faults are the failures that may replace a response.
func faults(t *testing.T) map[string]func([]byte) (int, []byte) {
	return map[string]func([]byte) (int, []byte){
		"cut in a row":       func(checkComplete []byte) (int, []byte) { return http.StatusOK, checkComplete[:len(checkComplete)*2/3] },
		"cut before its end": func(checkComplete []byte) (int, []byte) { return http.StatusOK, bytes.TrimRight(checkComplete, "]\n ") },
		"empty":              func([]byte) (int, []byte) { return http.StatusOK, []byte{} },
		"500":                func([]byte) (int, []byte) { return http.StatusInternalServerError, []byte("<html>sorry</html>") },
		"503 in an array": func([]byte) (int, []byte) {
			return http.StatusServiceUnavailable, []byte(`[{"error":{"code":503,"message":"The service is currently unavailable.","status":"UNAVAILABLE"}}]`)
		},
		"500 behind good rows": func(checkComplete []byte) (int, []byte) {
			return http.StatusOK, append(bytes.TrimRight(checkComplete, "]\n "), `,{"error":{"code":500,"status":"INTERNAL"}}]`...)
		},
		"error without a code": func([]byte) (int, []byte) { return http.StatusOK, []byte(`[{"error":{}}]`) },
		"429 that asks for a moment": func([]byte) (int, []byte) {
			return http.StatusTooManyRequests, bytes.ReplaceAll(file(t, "exhausted.json"), []byte("1800s"), []byte("0.01s"))
		},
	}
}

// Every query of every report fails once and then works: the rows must be unaffected.
func TestAFaultAtAnyQueryLosesAndDoublesNothing(t *testing.T) {
	resources := map[string][]string{
		"gads_campaigns": {"customer", "campaign"}, "gads_ad_groups": {"ad_group"}, "gads_keywords": {"keyword_view"}, "gads_search_terms": {"search_term_view"},
		"gads_criteria": {"ad_group_criterion", "campaign_criterion", "campaign_shared_set", "shared_criterion"},
	}
	for table, resources := range resources {
		google := newStandIn(t, ok)
		want, err := read(t, report(t, google.source(), table).Fetch(context.Background(), google.access(), date(11, 1), date(11, 30)))
		if err != nil {
			t.Fatal(err)
		}
		for _, resource := range resources {
			for name, fault := range faults(t) {
				var failed atomic.Bool
				google := newStandIn(t, func(a asked) (int, []byte) {
					if a.from == resource && !failed.Swap(true) {
						return fault(documented(t, resource))
					}
					return http.StatusOK, nil
				})
				got, err := read(t, report(t, google.source(), table).Fetch(context.Background(), google.access(), date(11, 1), date(11, 30)))
				if err != nil || len(got) != len(want) || !failed.Load() {
					t.Errorf("%s of %s, %s: %d rows instead of %d, %v", resource, table, name, len(got), len(want), err)
				}
			}
		}
	}
}

func TestAFaultThatStaysIsAnErrorInWords(t *testing.T) {
	for name, fault := range faults(t) {
		google := newStandIn(t, func(a asked) (int, []byte) {
			if a.from == "shared_criterion" {
				return fault(documented(t, a.from))
			}
			return http.StatusOK, nil
		})
		_, err := read(t, report(t, google.source(), "gads_criteria").Fetch(context.Background(), google.access(), date(11, 1), date(11, 1)))
		if k := kind(err); k != providers.Temporary && k != providers.Quota || strings.Contains(err.Error(), google.URL) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func TestAnErrorBehindGoodRowsSaysWhatOneInsteadOfThemWould(t *testing.T) {
	for name, want := range map[string]providers.Kind{"exhausted.json": providers.Quota, "denied.json": providers.Denied} {
		google := newStandIn(t, func(a asked) (int, []byte) {
			if a.from != "campaign" {
				return http.StatusOK, nil
			}
			behind := bytes.TrimLeft(file(t, name), "[ \n")
			return http.StatusOK, append(append(bytes.TrimRight(documented(t, "campaign"), "]\n "), ','), behind...)
		})
		rows, err := read(t, report(t, google.source(), "gads_campaigns").Fetch(context.Background(), google.access(), date(11, 1), date(11, 30)))
		if kind(err) != want || len(rows) != 0 {
			t.Errorf("%s: %d rows, %v", name, len(rows), err)
		}
	}
}

func TestAnAnswerCutAnywhereIsAnError(t *testing.T) {
	checkComplete := bytes.TrimSpace(documented(t, "campaign"))
	for end := range checkComplete {
		if err := decode(bytes.NewReader(checkComplete[:end]), func(*row) bool { return true }); err == nil {
			t.Fatalf("cut at byte %d of %d it is taken for whole", end, len(checkComplete))
		}
	}
	if err := decode(bytes.NewReader(checkComplete), func(*row) bool { return true }); err != nil {
		t.Error(err)
	}
}

func TestAnswersAreReadARowAtATime(t *testing.T) {
	reader, writer := io.Pipe()
	seen := make(chan string)
	go func() {
		for _, name := range []string{"first", "second"} {
			// The next row is written only after the previous one was used.
			_, _ = io.WriteString(writer, map[string]string{"first": `[{"results":[`, "second": ","}[name]+`{"campaign":{"name":"`+name+`"}}`)
			if got := <-seen; got != name {
				t.Errorf("%s instead of %s", got, name)
			}
		}
		_, _ = io.WriteString(writer, `]}]`)
		writer.Close()
	}()
	if err := decode(reader, func(r *row) bool { seen <- r.Campaign.Name; return true }); err != nil {
		t.Error(err)
	}
}

func FuzzDecode(f *testing.F) {
	for _, seed := range []string{
		`[]`, `[{"results":[],"fieldMask":"a"}]`, `[{"results":[{"metrics":{"clicks":"1","costMicros":-5,"conversions":0.5},"segments":{"date":"2026-11-01"}}]}]`,
		`[{"error":{"code":403}}]`, `{"results":[]}`, `[{"results":[{"campaign":{"id":null}}]}`, `[[{}]]`, `[{"results":{}}]`, `[{"results":[1]}]`, "",
	} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		rows := 0
		err := decode(bytes.NewReader(data), func(r *row) bool { rows++; _ = r.AdGroupCriterion.bid(); return true })
		if err == nil && rows > len(data) {
			t.Errorf("%d rows of %d bytes", rows, len(data))
		}
		again := 0
		if same := decode(bytes.NewReader(data), func(*row) bool { again++; return true }); (same == nil) != (err == nil) || again != rows {
			t.Errorf("read twice it differs: %d %v, %d %v", rows, err, again, same)
		}
	})
}
