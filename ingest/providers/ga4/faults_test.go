package ga4_test

import (
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"testing"
	"time"

	"upslope/ingest/providers"
)

func TestNoFaultAtAnyPageMakesAnIncompleteReportLookWhole(t *testing.T) {
	var rows []row
	for i := range 7 {
		rows = append(rows, row{"20261101", "example.com", fmt.Sprint("/", i), "1"})
	}
	const pages = 3 // of at most 3 rows
	refuse := func(code int, body string) func(http.ResponseWriter, question) {
		return func(w http.ResponseWriter, _ question) {
			w.WriteHeader(code)
			fmt.Fprint(w, body)
		}
	}
	for name, fault := range map[string]struct {
		passes bool // a retry succeeds
		answer func(w http.ResponseWriter, q question)
	}{
		"429":        {true, func(w http.ResponseWriter, _ question) { w.Header().Set("Retry-After", "0"); w.WriteHeader(429) }},
		"403 quota":  {true, refuse(403, `[{"error": {"code": 403, "status": "RESOURCE_EXHAUSTED"}}]`)},
		"500":        {true, refuse(500, `{"error": {"code": 500, "status": "INTERNAL"}}`)},
		"slow":       {true, func(http.ResponseWriter, question) { time.Sleep(600 * time.Millisecond) }},
		"not JSON":   {true, func(w http.ResponseWriter, _ question) { fmt.Fprint(w, `{"rowCount": 7, "rows": [{"dimensionVal`) }},
		"broken off": {true, func(http.ResponseWriter, question) { panic(http.ErrAbortHandler) }},
		"exhausted":  {false, document(t, "error_exhausted.json")},
		"bad offset": {false, refuse(400, `{"error": {"code": 400, "message": "Invalid offset.", "status": "INVALID_ARGUMENT"}}`)},
		"revoked":    {false, refuse(400, `{"error": "invalid_grant"}`)},
		"rows gone":  {false, func(w http.ResponseWriter, q question) { give(w, question{Offset: q.Offset}, rows, 0) }},
		"rows added": {false, func(w http.ResponseWriter, q question) { give(w, q, append(rows[:7:7], rows...), 1) }},
		"figure lost": {false, func(w http.ResponseWriter, q question) {
			give(w, q, []row{{"20261101", "", "", "-"}, {}, {}, {}, {}, {}, {}}, 3)
		}},
	} {
		for at := range pages {
			for _, forGood := range []bool{false, true} {
				t.Run(fmt.Sprintf("%s at page %d, for good %v", name, at+1, forGood), func(t *testing.T) {
					t.Parallel()
					if name == "rows added" && at == 0 {
						t.Skip("the first page says how many there are")
					}
					broken := 0
					_, source, access := reach(t, noon, func(w http.ResponseWriter, q question) {
						if q.offset()/3 == at && (forGood || broken == 0) {
							broken++
							fault.answer(w, q)
							return
						}
						give(w, q, rows, 3)
					})
					if name == "slow" {
						access.HTTP = client(500*time.Millisecond, noon)
					}
					got, _, err := fetch(t, source, access, "ga4_pages", "2026-11-01", "2026-11-01")
					if fault.passes && !forGood {
						if err != nil || len(got) != len(rows) {
							t.Fatalf("%d rows: %v", len(got), err)
						}
						return
					}
					var providerError *providers.Error
					if !errors.As(err, &providerError) || len(got) != at*3 {
						t.Errorf("%d rows: %v", len(got), err)
					}
				})
			}
		}
	}
}

// quota returns one row and the remaining hourly tokens.
func quota(consumed, remaining int) func(http.ResponseWriter, question) {
	return func(w http.ResponseWriter, q question) {
		recorder := httptest.NewRecorder()
		give(recorder, q, []row{{"20261101", "example.com", "/", "1"}, {"20261101", "example.com", "/b", "1"}}, 1)
		body := recorder.Body.String()
		fmt.Fprintf(w, `%s, "propertyQuota": {"tokensPerHour": {"consumed": %d, "remaining": %d}}}`, body[:len(body)-2], consumed, remaining)
	}
}

func TestAUsedUpQuotaStopsUntilItBeginsAnew(t *testing.T) {
	api, source, access := reach(t, noon, quota(10, 0))
	rows, _, err := fetch(t, source, access, "ga4_pages", "2026-11-01", "2026-11-01")
	var providerError *providers.Error
	if !errors.As(err, &providerError) || providerError.Kind != providers.Quota || !providerError.Until.Equal(noon.Truncate(time.Hour).Add(time.Hour)) || len(rows) != 1 || len(api.asked) != 1 {
		t.Errorf("%d rows: %v", len(rows), err)
	}
	access.Property = "456" // another property has its own quota
	if _, _, err = fetch(t, source, access, "ga4_pages", "2026-11-01", "2026-11-01"); len(api.asked) != 2 {
		t.Errorf("asked %d times: %v", len(api.asked), err)
	}
}

func TestAQuotaThatTellsNothingStopsNobody(t *testing.T) {
	_, source, access := reach(t, noon, quota(0, 0))
	if rows, _, err := fetch(t, source, access, "ga4_pages", "2026-11-01", "2026-11-01"); err != nil || len(rows) != 2 {
		t.Errorf("%d rows: %v", len(rows), err)
	}
}

func TestTheLastTenthOfAQuotaIsSpentSlowly(t *testing.T) {
	late := noon.Truncate(time.Hour).Add(time.Hour - 2*time.Second) // two seconds before the hour ends
	for _, test := range []struct {
		remaining   int
		least, most time.Duration
	}{{9_000, 0, 800 * time.Millisecond}, {40, 900 * time.Millisecond, 5 * time.Second}} {
		left := 10_000
		_, source, access := reach(t, late, func(w http.ResponseWriter, q question) {
			quota(10, left)(w, q)
			left = test.remaining
		})
		var took time.Duration
		for range 2 { // the first response shows the full quota
			began := time.Now()
			if _, _, err := fetch(t, source, access, "ga4_pages", "2026-11-01", "2026-11-01"); err != nil {
				t.Fatal(err)
			}
			took = time.Since(began)
		}
		if took < test.least || took > test.most {
			t.Errorf("two requests with %d of 10,000 left took %v", test.remaining, took)
		}
	}
}
