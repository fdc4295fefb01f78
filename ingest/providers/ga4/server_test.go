package ga4_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"upslope/ingest/providers"
	"upslope/ingest/providers/ga4"
	"upslope/ingest/remote"
)

// question is the body of a runReport request.
type question struct {
	Dimensions, Metrics []struct{ Name string }
	DateRanges          []struct{ StartDate, EndDate string }
	Offset, Limit       string
	ReturnPropertyQuota bool
	OrderBys            []struct {
		Dimension struct{ DimensionName string }
	}
}

func (q question) names() string {
	var names []string
	for _, field := range slices.Concat(q.Dimensions, q.Metrics) {
		names = append(names, field.Name)
	}
	return strings.Join(names, " ")
}

func (q question) offset() int {
	offset, _ := strconv.Atoi(q.Offset)
	return offset
}

// asked is one recorded request.
type asked struct {
	path string
	question
}

// api fakes the Data API and the Admin API.
type api struct {
	mu     sync.Mutex
	asked  []asked
	answer func(w http.ResponseWriter, q question)
	admin  func(w http.ResponseWriter, r *http.Request)
}

func (a *api) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	var q question
	_ = json.NewDecoder(r.Body).Decode(&q)
	a.mu.Lock()
	defer a.mu.Unlock()
	a.asked = append(a.asked, asked{r.Method + " " + r.URL.Path, q})
	w.Header().Set("Content-Type", "application/json; charset=UTF-8")
	if r.Method == http.MethodGet {
		a.admin(w, r)
		return
	}
	a.answer(w, q)
}

// reach starts the fake API, and returns a source and an access to it. now is the source's time.
func reach(t *testing.T, now time.Time, answer func(w http.ResponseWriter, q question)) (*api, *ga4.Source, providers.Access) {
	t.Helper()
	api := &api{answer: answer, admin: func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusForbidden) }}
	server := httptest.NewServer(api)
	t.Cleanup(server.Close)
	clock := func() time.Time { return now }
	return api, ga4.New(server.URL, server.URL+"/", clock), providers.Access{HTTP: client(10*time.Second, now), Property: "123", Origin: "https://example.com"}
}

// client has a short timeout and retries soon.
func client(after time.Duration, now time.Time) *http.Client {
	return remote.NewClient(remote.Options{
		Provider: ga4.Name, Now: func() time.Time { return now },
		Limits: providers.Limits{Timeout: after, Backoff: time.Millisecond, Patience: 20 * time.Millisecond},
	})
}

// document serves files of testdata in turn, and repeats the last one.
func document(t *testing.T, names ...string) func(http.ResponseWriter, question) {
	t.Helper()
	return func(w http.ResponseWriter, _ question) {
		body, err := os.ReadFile("testdata/" + names[0])
		if err != nil {
			t.Error(err)
		}
		switch {
		case strings.Contains(names[0], "error_permission"):
			w.WriteHeader(http.StatusForbidden)
		case strings.Contains(names[0], "error_exhausted"):
			w.WriteHeader(http.StatusTooManyRequests)
		case strings.Contains(names[0], "error_"):
			w.WriteHeader(http.StatusBadRequest)
		}
		if len(names) > 1 {
			names = names[1:]
		}
		_, _ = w.Write(body)
	}
}

// row is one row of a landing page report.
type row struct{ date, host, path, sessions string }

// give serves the requested range of rows, at most limit.
func give(w http.ResponseWriter, q question, rows []row, limit int) {
	type value struct {
		Value string `json:"value"`
	}
	answer := map[string]any{"rowCount": len(rows), "metadata": map[string]any{"currencyCode": "JPY"}}
	var given []any
	for _, row := range rows[min(q.offset(), len(rows)):min(q.offset()+limit, len(rows))] {
		given = append(given, map[string]any{
			"dimensionValues": []value{{row.date}, {row.host}, {row.path}, {"Direct"}, {"mobile"}},
			"metricValues":    []value{{row.sessions}, {"0"}, {"0"}, {"1"}},
		})
	}
	answer["rows"] = given
	_ = json.NewEncoder(w).Encode(answer)
}

func day(text string) time.Time {
	at, err := time.Parse(time.DateOnly, text)
	if err != nil {
		panic(err)
	}
	return at
}

// fetch reads a report, and formats its rows for comparison.
func fetch(t *testing.T, source *ga4.Source, access providers.Access, table, from, to string) (rows []string, batches []providers.Batch, err error) {
	t.Helper()
	for _, report := range source.Reports() {
		if report.Table != table {
			continue
		}
		for batch, failed := range report.Fetch(t.Context(), access, day(from), day(to)) {
			if failed != nil {
				return rows, batches, failed
			}
			batches = append(batches, batch)
			rows = append(rows, written(batch)...)
		}
	}
	return rows, batches, nil
}

func written(batch providers.Batch) []string {
	var rows []string
	for _, column := range batch.Columns {
		var cells []string
		switch values := column.Values.(type) {
		case []string:
			cells = values
		case []uint32:
			cells = texts(values)
		case []uint64:
			cells = texts(values)
		case []float64:
			cells = texts(values)
		}
		if rows == nil {
			rows = slices.Repeat([]string{batch.Day.Format(time.DateOnly)}, len(cells))
		}
		for i, cell := range cells {
			rows[i] += " | " + cell
		}
	}
	return rows
}

func texts[T any](values []T) []string {
	cells := make([]string, len(values))
	for i, value := range values {
		cells[i] = fmt.Sprint(value)
	}
	return cells
}
