package pagespeed

import (
	"context"
	"fmt"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"path/filepath"
	"reflect"
	"sync"
	"testing"
	"time"

	"upslope/ingest/providers"
	"upslope/ingest/remote"
)

const key = "not-a-key-of-google"

// standIn fakes PageSpeed Insights.
type standIn struct {
	*httptest.Server
	mu     sync.Mutex
	asks   []string // page and device
	waited []time.Duration
}

func newStandIn(t *testing.T, answer func(page, device string, time int) (int, string)) *standIn {
	t.Helper()
	s := &standIn{}
	s.Server = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		query := r.URL.Query()
		if r.URL.Path != "/pagespeedonline/v5/runPagespeed" || query.Get("key") != key || query.Get("category") != "PERFORMANCE" {
			t.Errorf("asked for %s", r.URL)
		}
		page, device := query.Get("url"), query.Get("strategy")
		s.mu.Lock()
		times := 1
		for _, ask := range s.asks {
			if ask == page+" "+device {
				times++
			}
		}
		s.asks = append(s.asks, page+" "+device)
		s.mu.Unlock()
		status, body := answer(page, device, times)
		w.Header().Set("Content-Type", "application/json; charset=UTF-8")
		w.WriteHeader(status)
		_, _ = w.Write([]byte(body))
	}))
	t.Cleanup(s.Close)
	return s
}

func (s *standIn) source() *Source {
	return New(s.URL, func(ctx context.Context, rest time.Duration) error {
		s.mu.Lock()
		s.waited = append(s.waited, rest)
		s.mu.Unlock()
		return ctx.Err()
	})
}

func (s *standIn) access(pages ...string) providers.Access {
	return providers.Access{Domain: "shop.example", Origin: "https://shop.example", Key: key, Pages: pages,
		HTTP: remote.NewClient(remote.Options{Provider: Name, Limits: providers.Limits{Backoff: time.Millisecond}})}
}

// rows tests the pages and returns rows of column → value, with pointers dereferenced.
func (s *standIn) rows(t *testing.T, pages ...string) ([]map[string]any, error) {
	t.Helper()
	day := time.Date(2026, 11, 21, 0, 0, 0, 0, time.UTC)
	var rows []map[string]any
	for batch, err := range s.source().Reports()[0].Fetch(context.Background(), s.access(pages...), day, day) {
		if err != nil {
			return rows, err
		}
		if !batch.Day.Equal(day) {
			t.Errorf("rows of %s", batch.Day)
		}
		for range reflect.ValueOf(batch.Columns[0].Values).Len() {
			rows = append(rows, map[string]any{})
		}
		for _, column := range batch.Columns {
			values := reflect.ValueOf(column.Values)
			for i := range values.Len() {
				if value := values.Index(i); value.Kind() != reflect.Pointer {
					rows[i][column.Name] = value.Interface()
				} else if value.IsNil() {
					rows[i][column.Name] = nil
				} else {
					rows[i][column.Name] = value.Elem().Interface()
				}
			}
		}
	}
	return rows, nil
}

// tested counts the rows of each page.
func tested(rows []map[string]any) map[string]int {
	pages := map[string]int{}
	for _, row := range rows {
		pages[row["page"].(string)]++
	}
	return pages
}

func manyPages(n int) (pages []string) {
	for i := range n {
		pages = append(pages, fmt.Sprintf("https://shop.example/%d", i))
	}
	return pages
}

func file(t *testing.T, name string) string {
	t.Helper()
	data, err := os.ReadFile(filepath.Join("testdata", name))
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}

func full(t *testing.T) func(string, string, int) (int, string) {
	return func(string, string, int) (int, string) { return http.StatusOK, file(t, "full.json") }
}

func host(page string) string {
	address, err := url.Parse(page)
	if err != nil {
		return ""
	}
	return address.Host
}
