package gsc

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"google.golang.org/api/searchconsole/v1"

	"upslope/ingest/providers"
	"upslope/ingest/remote"
)

// fullPage is a response of 25,000 rows, Google's maximum.
func fullPage() []byte {
	var b strings.Builder
	b.WriteString(`{"rows":[`)
	for i := range rowsAtOnce {
		if i > 0 {
			b.WriteByte(',')
		}
		fmt.Fprintf(&b, `{"keys":["how to choose shoes for running on trail %d","https://www.example.com/shop/running/trail-shoes-%d"],"clicks":%d,"impressions":%d,"ctr":0.0123456789,"position":%.14f}`,
			i, i%5000, i%37, 40+i%977, 1+float64(i%971)/7)
	}
	b.WriteString(`],"responseAggregationType":"byPage"}`)
	return []byte(b.String())
}

// BenchmarkFetch reads a day at Google's row limit over local HTTP.
func BenchmarkFetch(b *testing.B) {
	body := fullPage()
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		var query searchconsole.SearchAnalyticsQueryRequest
		if err := json.NewDecoder(r.Body).Decode(&query); err != nil {
			b.Error(err)
		}
		w.Header().Set("Content-Type", "application/json")
		if query.StartRow >= rowsADay {
			_, _ = w.Write([]byte("{}"))
			return
		}
		_, _ = w.Write(body)
	}))
	defer server.Close()
	source := New(server.URL, nil)
	access := providers.Access{HTTP: remote.NewClient(remote.Options{Provider: Name}), Property: "sc-domain:example.com"}
	b.ReportAllocs()
	for b.Loop() {
		batches := 0
		for _, err := range source.day(b.Context(), access, time.Time{}, []dimension{query, page}) {
			if err != nil {
				b.Fatal(err)
			}
			batches++
		}
		if batches != rowsADay/rowsAtOnce {
			b.Fatalf("%d batches", batches)
		}
	}
	b.ReportMetric(float64(rowsADay*b.N)/b.Elapsed().Seconds(), "rows/s")
}

// BenchmarkPage decodes 25,000 rows into columns like Fetch, compared with the generated client.
func BenchmarkPage(b *testing.B) {
	body := fullPage()
	b.Run("columns", func(b *testing.B) {
		b.SetBytes(int64(len(body)))
		b.ReportAllocs()
		for b.Loop() {
			answer := newDecoder(query, page)
			if err := answer.read(body); err != nil || len(answer.columns(nil)) != 5 {
				b.Fatal(err)
			}
		}
		b.ReportMetric(float64(rowsAtOnce*b.N)/b.Elapsed().Seconds(), "rows/s")
	})
	b.Run("generated", func(b *testing.B) {
		b.SetBytes(int64(len(body)))
		b.ReportAllocs()
		for b.Loop() {
			var answer searchconsole.SearchAnalyticsQueryResponse
			if err := json.Unmarshal(body, &answer); err != nil {
				b.Fatal(err)
			}
		}
		b.ReportMetric(float64(rowsAtOnce*b.N)/b.Elapsed().Seconds(), "rows/s")
	})
}
