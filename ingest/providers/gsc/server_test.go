package gsc_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"upslope/ingest/providers"
	"upslope/ingest/providers/gsc"
	"upslope/ingest/remote"
)

// question is the body of a query request.
type question struct {
	StartDate, EndDate, Type, DataState string
	Dimensions                          []string
	RowLimit, StartRow                  int
}

// asked is one recorded request.
type asked struct {
	path string // escaped
	question
}

// api fakes Search Console.
type api struct {
	mu     sync.Mutex
	asked  []asked
	answer func(w http.ResponseWriter, q question, n int) // n counts from 1
}

// reach starts the fake API, and returns a source and an access to it.
func reach(t *testing.T, answer func(w http.ResponseWriter, q question, n int)) (*api, *gsc.Source, providers.Access) {
	t.Helper()
	api := &api{answer: answer}
	server := httptest.NewServer(api)
	t.Cleanup(server.Close)
	today := func(*time.Location) time.Time { return day("2026-11-21") }
	return api, gsc.New(server.URL+"/", today), providers.Access{HTTP: client(10 * time.Second), Property: "sc-domain:example.com"}
}

// client has a short timeout and retries soon.
func client(after time.Duration) *http.Client {
	return remote.NewClient(remote.Options{Provider: gsc.Name, Limits: providers.Limits{Timeout: after, Backoff: time.Millisecond, Patience: 20 * time.Millisecond}})
}

func (a *api) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	var q question
	_ = json.NewDecoder(r.Body).Decode(&q)
	a.mu.Lock()
	defer a.mu.Unlock()
	a.asked = append(a.asked, asked{r.Method + " " + r.URL.EscapedPath(), q})
	w.Header().Set("Content-Type", "application/json; charset=UTF-8")
	a.answer(w, q, len(a.asked))
}

// row is one row of a response.
type row struct {
	Keys        []string `json:"keys"`
	Clicks      int      `json:"clicks"`
	Impressions int      `json:"impressions"`
	CTR         float64  `json:"ctr"`
	Position    float64  `json:"position"`
}

// give serves the requested range of rows, at most limit.
func give(w http.ResponseWriter, q question, rows []row, limit int) {
	rows = rows[min(q.StartRow, len(rows)):]
	answer := map[string]any{"responseAggregationType": "byPage"}
	if rows = rows[:min(len(rows), q.RowLimit, limit)]; len(rows) > 0 {
		answer["rows"] = rows
	}
	_ = json.NewEncoder(w).Encode(answer)
}

// document serves a file of testdata as the first page, then an empty one.
func document(t *testing.T, name string) func(http.ResponseWriter, question, int) {
	body, err := os.ReadFile("testdata/" + name)
	if err != nil {
		t.Fatal(err)
	}
	return func(w http.ResponseWriter, q question, _ int) {
		if strings.HasPrefix(name, "error_") {
			w.WriteHeader(http.StatusForbidden)
		}
		if q.StartRow > 0 {
			body = []byte(`{"responseAggregationType": "byProperty"}`)
		}
		_, _ = w.Write(body)
	}
}

func day(text string) time.Time {
	at, err := time.Parse(time.DateOnly, text)
	if err != nil {
		panic(err)
	}
	return at
}

func report(t *testing.T, source *gsc.Source, table string) providers.Report {
	t.Helper()
	for _, report := range source.Reports() {
		if report.Table == table {
			return report
		}
	}
	t.Fatalf("there is no report %s", table)
	return providers.Report{}
}

// fetch reads a report, and formats its rows for comparison.
func fetch(t *testing.T, source *gsc.Source, access providers.Access, table, from, to string) (rows []string, batches []providers.Batch, err error) {
	t.Helper()
	for batch, failed := range report(t, source, table).Fetch(t.Context(), access, day(from), day(to)) {
		if failed != nil {
			return rows, batches, failed
		}
		batches = append(batches, batch)
		rows = append(rows, written(batch)...)
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
		case []float32:
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
