package gads

import (
	"encoding/json"
	"iter"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"reflect"
	"regexp"
	"sync"
	"testing"
	"time"

	"upslope/ingest/providers"
	"upslope/ingest/remote"
)

// asked is one recorded request.
type asked struct {
	customer string // "" for listAccessibleCustomers
	login    string
	from     string // resource of the query
	query    string
}

// standIn fakes Google Ads.
type standIn struct {
	*httptest.Server
	answer func(asked) (status int, body []byte)

	mu   sync.Mutex
	asks []asked
}

var (
	customerPath = regexp.MustCompile(`^/v26/customers/(\d+)/googleAds:searchStream$`)
	fromClause   = regexp.MustCompile(`FROM (\w+)`)
)

// newStandIn replies with answer, or with the documented response when that has no body.
func newStandIn(t *testing.T, answer func(asked) (int, []byte)) *standIn {
	t.Helper()
	s := &standIn{answer: answer}
	s.Server = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		ask := asked{login: r.Header.Get("login-customer-id")}
		if found := customerPath.FindStringSubmatch(r.URL.Path); found != nil {
			var body struct{ Query string }
			if err := json.NewDecoder(r.Body).Decode(&body); err != nil {
				t.Errorf("body: %v", err)
			}
			ask.customer, ask.query, ask.from = found[1], body.Query, fromClause.FindStringSubmatch(body.Query)[1]
		} else if r.URL.Path != "/v26/customers:listAccessibleCustomers" {
			t.Errorf("asked for %s", r.URL.Path)
		}
		s.mu.Lock()
		s.asks = append(s.asks, ask)
		s.mu.Unlock()
		status, body := s.answer(ask)
		if body == nil && status == http.StatusOK {
			body = documented(t, ask.from)
		}
		w.Header().Set("Content-Type", "application/json; charset=UTF-8")
		w.WriteHeader(status)
		_, _ = w.Write(body)
	}))
	t.Cleanup(s.Close)
	return s
}

// documented returns the documentation's sample response for a resource.
func documented(t *testing.T, from string) []byte {
	t.Helper()
	name := map[string]string{
		"": "accessible", "campaign": "campaigns", "ad_group": "ad_groups", "keyword_view": "keywords", "search_term_view": "search_terms",
		"ad_group_criterion": "ad_group_criteria", "campaign_criterion": "campaign_criteria", "campaign_shared_set": "campaign_lists",
		"shared_criterion": "list_criteria", "customer": "customer", "customer_client": "customer_clients",
	}[from]
	return file(t, name+".json")
}

func file(t *testing.T, name string) []byte {
	t.Helper()
	data, err := os.ReadFile(filepath.Join("testdata", name))
	if err != nil {
		t.Fatal(err)
	}
	return data
}

func (s *standIn) source() *Source {
	return New(s.URL+"/", "v26", func(zone *time.Location) time.Time {
		year, month, today := time.Date(2026, 11, 21, 23, 30, 0, 0, time.UTC).In(zone).Date()
		return time.Date(year, month, today, 0, 0, 0, 0, time.UTC)
	})
}

func (s *standIn) access() providers.Access {
	return providers.Access{Property: "123-456-7890", HTTP: remote.NewClient(remote.Options{Provider: Name, Limits: providers.Limits{Backoff: time.Millisecond}})}
}

func (s *standIn) requests() []asked {
	s.mu.Lock()
	defer s.mu.Unlock()
	return append([]asked(nil), s.asks...)
}

func ok(asked) (int, []byte) { return http.StatusOK, nil }

func date(month time.Month, day int) time.Time {
	return time.Date(2026, month, day, 0, 0, 0, 0, time.UTC)
}

func report(t *testing.T, s *Source, table string) providers.Report {
	t.Helper()
	for _, report := range s.Reports() {
		if report.Table == table {
			return report
		}
	}
	t.Fatalf("no report %s", table)
	return providers.Report{}
}

// read reads all batches as rows of column → value, with pointers dereferenced and the day under "day".
func read(t *testing.T, batches iter.Seq2[providers.Batch, error]) (rows []map[string]any, err error) {
	t.Helper()
	for batch, err := range batches {
		if err != nil {
			return rows, err
		}
		first := len(rows)
		for i, column := range batch.Columns {
			values := reflect.ValueOf(column.Values)
			for row := range values.Len() {
				if i == 0 {
					rows = append(rows, map[string]any{"day": batch.Day.Format(time.DateOnly)})
				}
				value := values.Index(row)
				if value.Kind() != reflect.Pointer {
					rows[first+row][column.Name] = value.Interface()
				} else if value.IsNil() {
					rows[first+row][column.Name] = nil
				} else {
					rows[first+row][column.Name] = value.Elem().Interface()
				}
			}
			if len(rows)-first != values.Len() {
				t.Fatalf("column %s has %d values, the others %d", column.Name, values.Len(), len(rows)-first)
			}
		}
	}
	return rows, nil
}
