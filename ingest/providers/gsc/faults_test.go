package gsc_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"testing"
	"time"

	"upslope/ingest/providers"
)

// fault is a failure of one request; a transient one succeeds on retry.
type fault struct {
	passes bool
	answer func(w http.ResponseWriter, q question)
}

// faults lists all failures; half truncates a response.
func faults(half func(w http.ResponseWriter, q question)) map[string]fault {
	refuse := func(code int, body string) func(http.ResponseWriter, question) {
		return func(w http.ResponseWriter, _ question) {
			w.WriteHeader(code)
			fmt.Fprint(w, body)
		}
	}
	return map[string]fault{
		"429":           {true, func(w http.ResponseWriter, _ question) { w.Header().Set("Retry-After", "0"); w.WriteHeader(429) }},
		"403 quota":     {true, refuse(403, `{"error": {"code": 403, "errors": [{"reason": "quotaExceeded"}]}}`)},
		"500":           {true, refuse(500, "oops")},
		"slow":          {true, func(http.ResponseWriter, question) { time.Sleep(600 * time.Millisecond) }},
		"truncated":     {true, half},
		"daily quota":   {false, refuse(403, `{"error": {"code": 403, "errors": [{"reason": "dailyLimitExceeded"}]}}`)},
		"bad offset":    {false, refuse(400, `{"error": {"code": 400, "message": "Invalid value at 'start_row'.", "status": "INVALID_ARGUMENT"}}`)},
		"invalid grant": {false, refuse(400, `{"error": "invalid_grant"}`)},
	}
}

func TestNoFaultAtAnyPageMakesAnIncompleteDayLookWhole(t *testing.T) {
	var rows []row
	for i := range 7 {
		rows = append(rows, row{Keys: []string{fmt.Sprint("query ", i)}, Clicks: i})
	}
	const pages = 4 // of at most 3 rows, the last page empty
	half := func(w http.ResponseWriter, q question) {
		integer, _ := json.Marshal(map[string]any{"rows": rows[:min(3, len(rows)-q.StartRow)]})
		w.Header().Set("Content-Length", fmt.Sprint(len(integer)))
		_, _ = w.Write(integer[:len(integer)/2])
	}
	for name, fault := range faults(half) {
		for at := range pages {
			for _, forGood := range []bool{false, true} {
				t.Run(fmt.Sprintf("%s at page %d, for good %v", name, at+1, forGood), func(t *testing.T) {
					t.Parallel()
					broken := 0
					_, source, access := reach(t, func(w http.ResponseWriter, q question, _ int) {
						if page := (q.StartRow + 2) / 3; page == at && (forGood || broken == 0) {
							broken++
							fault.answer(w, q)
							return
						}
						give(w, q, rows, 3)
					})
					if name == "slow" {
						access.HTTP = client(500 * time.Millisecond)
					}
					got, _, err := fetch(t, source, access, "gsc_queries", "2026-11-01", "2026-11-01")
					if fault.passes && !forGood {
						if err != nil || len(got) != len(rows) {
							t.Fatalf("%d rows: %v", len(got), err)
						}
						return
					}
					var providerError *providers.Error
					if !errors.As(err, &providerError) || len(got) != min(at*3, len(rows)) {
						t.Errorf("%d rows: %v", len(got), err)
					}
				})
			}
		}
	}
}

func TestWhatIsNoAnswerIsNotRead(t *testing.T) {
	for _, body := range []string{
		`{"rows": [{"keys": ["a"], "clicks": 1`,
		`{"rows": [{"keys": ["a"], "clicks": 1}]`,
		`{"rows": [{"keys": ["a"], "clicks": 1}]}}`,
		`{"rows": [{"keys": ["a", "b"], "clicks": 1}]}`,
		`{"rows": [{"clicks": 1}]}`,
		`{"rows": [{"keys": ["a"], "clicks": -1}]}`,
		`{"rows": [{"keys": ["a"], "clicks": 1.5}]}`,
		`{"rows": [{"keys": ["a"], "clicks": 5000000000}]}`,
		`{"rows": [{"keys": ["a"], "clicks": "many"}]}`,
		`{"rows": [{"keys": ["a\"], "clicks": 1}]}`,
		`{"rows": {"keys": ["a"]}}`,
		`[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[`,
		"<html>Sorry</html>", "null", "",
	} {
		_, source, access := reach(t, func(w http.ResponseWriter, _ question, _ int) { fmt.Fprint(w, body) })
		rows, _, err := fetch(t, source, access, "gsc_queries", "2026-11-01", "2026-11-01")
		var providerError *providers.Error
		if !errors.As(err, &providerError) || providerError.Kind != providers.Temporary || len(rows) > 0 {
			t.Errorf("%s: %q: %v", body, rows, err)
		}
	}
}
