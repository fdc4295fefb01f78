package semrush

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"path/filepath"
	"reflect"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"upslope/ingest/providers"
	"upslope/ingest/remote"
)

const key = "0123456789abcdef0123456789abcdef"

// standIn fakes Semrush.
type standIn struct {
	*httptest.Server
	mu   sync.Mutex
	asks []url.Values
}

func newStandIn(t *testing.T, answer func(url.Values) (int, string)) *standIn {
	t.Helper()
	s := &standIn{}
	s.Server = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		query := r.URL.Query()
		s.mu.Lock()
		s.asks = append(s.asks, query)
		s.mu.Unlock()
		if r.URL.Path != "/" || query.Get("key") != key || query.Get("domain") != "seobook.com" || query.Get("database") != "us" {
			t.Errorf("asked for %s", r.URL)
		}
		status, body := answer(query)
		w.Header().Set("Content-Type", "text/plain; charset=utf-8")
		w.WriteHeader(status)
		_, _ = w.Write([]byte(body))
	}))
	t.Cleanup(s.Close)
	return s
}

func (s *standIn) source() *Source {
	return New(s.URL, "us", func() time.Time { return time.Date(2026, 11, 21, 12, 0, 0, 0, time.UTC) })
}

func (s *standIn) access() providers.Access {
	return providers.Access{Domain: "seobook.com", Key: key, HTTP: remote.NewClient(remote.Options{Provider: Name, Limits: providers.Limits{Backoff: time.Millisecond}})}
}

func (s *standIn) count() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return len(s.asks)
}

// rankings serves a domain with the given number of rankings: display_limit counts from the first.
func rankings(rows int) func(url.Values) (int, string) {
	return func(query url.Values) (int, string) {
		limit, _ := strconv.Atoi(query.Get("display_limit"))
		offset, _ := strconv.Atoi(query.Get("display_offset"))
		if offset >= limit {
			return http.StatusOK, "ERROR 605 :: OFFSET"
		}
		if offset >= rows {
			return http.StatusOK, "ERROR 50 :: NOTHING FOUND"
		}
		var body strings.Builder
		body.WriteString("Keyword;Position;Url;Search Volume\r\n")
		for i := offset; i < min(limit, rows); i++ {
			fmt.Fprintf(&body, "keyword %d;%d;https://seobook.com/%d;%d\r\n", i, 1+i%100, i, i)
		}
		return http.StatusOK, body.String()
	}
}

func documented(t *testing.T, name string) string {
	t.Helper()
	data, err := os.ReadFile(filepath.Join("testdata", name))
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}

func date(day int) time.Time { return time.Date(2026, 11, day, 0, 0, 0, 0, time.UTC) }

func fetch(s *standIn, report int) iter.Seq2[providers.Batch, error] {
	return s.source().Reports()[report].Fetch(context.Background(), s.access(), date(21), date(21))
}

// read reads all batches as rows of column → value, with pointers dereferenced.
func read(t *testing.T, batches iter.Seq2[providers.Batch, error]) (rows []map[string]any, notes []providers.Note, err error) {
	t.Helper()
	for batch, err := range batches {
		if err != nil {
			return rows, notes, err
		}
		if !batch.Day.Equal(date(21)) {
			t.Errorf("a row of %s", batch.Day)
		}
		notes = append(notes, batch.Notes...)
		first := len(rows)
		for range reflect.ValueOf(batch.Columns[0].Values).Len() {
			rows = append(rows, map[string]any{})
		}
		for _, column := range batch.Columns {
			values := reflect.ValueOf(column.Values)
			for i := range values.Len() {
				if value := values.Index(i); value.Kind() != reflect.Pointer {
					rows[first+i][column.Name] = value.Interface()
				} else if value.IsNil() {
					rows[first+i][column.Name] = nil
				} else {
					rows[first+i][column.Name] = value.Elem().Interface()
				}
			}
		}
	}
	return rows, notes, nil
}

func kind(err error) providers.Kind {
	var reply *providers.Error
	if errors.As(err, &reply) {
		return reply.Kind
	}
	return ""
}

func TestTheDocumentedRankingsBecomeRows(t *testing.T) {
	semrush := newStandIn(t, once(documented(t, "domain_organic.csv")))
	got, _, err := read(t, fetch(semrush, 0))
	if err != nil || len(got) != 10 {
		t.Fatalf("%d rows, %v", len(got), err)
	}
	want := map[string]any{"query": "seo basics", "page": "http://www.seobook.com/learn-seo/seo-basics", "position": uint16(2), "previous_position": uint16(2), "volume": uint64(1600),
		"difficulty": nil, "cpc": 6.84, "intents": []string{}, "serp_features": []string{}, "traffic_share": 1.1}
	if !reflect.DeepEqual(got[3], want) {
		t.Errorf("\n got %v\nwant %v", got[3], want)
	}
}

func TestEveryColumnIsReadByItsNameAndCodesBecomeWords(t *testing.T) {
	semrush := newStandIn(t, once(documented(t, "domain_organic_all_columns.csv")))
	got, _, err := read(t, fetch(semrush, 0))
	if err != nil {
		t.Fatal(err)
	}
	want := []map[string]any{
		{"query": "seo", "page": "http://www.seobook.com/", "position": uint16(9), "previous_position": uint16(10), "volume": uint64(110000), "difficulty": 99.12, "cpc": 14.82,
			"intents": []string{"informational"}, "serp_features": []string{"sitelinks", "video", "people_also_ask", "related_searches", "ai_overview"}, "traffic_share": 17.53},
		{"query": "seobook", "page": "http://www.seobook.com/", "position": uint16(1), "previous_position": nil, "volume": uint64(1300), "difficulty": 41.0, "cpc": 4.54,
			"intents": []string{"navigational", "transactional"}, "serp_features": []string{}, "traffic_share": 5.52},
		{"query": `seo; "tools" 🔧`, "page": "http://tools.seobook.com/a", "position": uint16(6), "previous_position": uint16(6), "volume": uint64(8100), "difficulty": nil, "cpc": 10.54,
			"intents": []string{}, "serp_features": []string{"featured_snippet", "feature_999"}, "traffic_share": 2.15},
	}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("\n got %v\nwant %v", got, want)
	}
}

func TestTheDocumentedCompetitorsBecomeRows(t *testing.T) {
	semrush := newStandIn(t, once(documented(t, "domain_organic_organic.csv")))
	got, _, err := read(t, fetch(semrush, 1))
	want := map[string]any{"domain": "internetmarketingninjas.com", "relevance": 0.12, "common_keywords": uint64(323), "keywords": uint64(15751), "traffic": uint64(16182), "traffic_cost": 30168.0}
	if err != nil || len(got) != 10 || !reflect.DeepEqual(got[2], want) {
		t.Errorf("%v, %v", got, err)
	}
	if n := semrush.count(); n != 1 || semrush.asks[0].Get("display_limit") != "20" {
		t.Errorf("asked %d times: %v", n, semrush.asks)
	}
}

// once serves body as the first page, and nothing after it.
func once(body string) func(url.Values) (int, string) {
	return func(query url.Values) (int, string) {
		if query.Get("display_offset") != "0" {
			return http.StatusOK, "ERROR 50 :: NOTHING FOUND"
		}
		return http.StatusOK, body
	}
}

func TestEveryRankingIsReadOnceAndNoMoreLinesThanTheCap(t *testing.T) {
	for rows, want := range map[int]int{0: 0, 1: 1, 999: 999, 1000: 1000, 1001: 1001, 4999: 4999, 5000: 5000, 9000: 5000} {
		semrush := newStandIn(t, rankings(rows))
		got, notes, err := read(t, fetch(semrush, 0))
		if err != nil || len(got) != want {
			t.Errorf("%d rankings: %d rows, %v", rows, len(got), err)
		}
		for i, row := range got {
			if row["query"] != fmt.Sprintf("keyword %d", i) {
				t.Fatalf("%d rankings: row %d is %v", rows, i, row)
			}
		}
		if truncated := len(notes) > 0; truncated != (rows >= 5000) {
			t.Errorf("%d rankings: notes %v", rows, notes)
		}
		for _, ask := range semrush.asks {
			if limit, _ := strconv.Atoi(ask.Get("display_limit")); limit > maxPositions {
				t.Errorf("asked for %d lines", limit)
			}
		}
	}
}

func TestATestBuysOneLine(t *testing.T) {
	semrush := newStandIn(t, rankings(100))
	found, err := semrush.source().Test(context.Background(), semrush.access())
	if err != nil || found.Message != "Semrush knows rankings of seobook.com in its database us." || semrush.count() != 1 || semrush.asks[0].Get("display_limit") != "1" {
		t.Errorf("%+v, %v, asked %v", found, err, semrush.asks)
	}
	unknown := newStandIn(t, rankings(0))
	if found, err := unknown.source().Test(context.Background(), unknown.access()); err != nil || !strings.Contains(found.Message, "accepts the key") {
		t.Errorf("%+v, %v", found, err)
	}
}
