package crawler_test

import (
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"
)

// BenchmarkSpeed crawls a site that answers in 50 ms: at the polite limit, and as fast as it can.
func BenchmarkSpeed(b *testing.B) {
	words := strings.Repeat("<p>Some <b>words</b> about garden furniture that lasts for many winters.</p>", 60)
	for _, test := range []struct {
		name          string
		pages, atOnce int
		polite        bool
	}{{"polite", 50, 0, true}, {"unlimited", 3000, 64, false}} {
		b.Run(test.name, func(b *testing.B) {
			s := serve(b, func(w http.ResponseWriter, r *http.Request) {
				var number int
				if _, err := fmt.Sscanf(r.URL.Path, "/p%d", &number); err != nil && r.URL.Path != "/" {
					http.NotFound(w, r)
					return
				}
				time.Sleep(50 * time.Millisecond)
				w.Header().Set("Content-Type", "text/html")
				_, _ = fmt.Fprintf(w, "<title>Page %d</title>%s", number, words)
				for i := range 40 {
					_, _ = fmt.Fprintf(w, `<a href="/p%d">to page %[1]d</a> `, number*40+i+1)
				}
			})
			for b.Loop() {
				m := newMemory(s.URL+"/", test.pages)
				c := newCrawler(m, test.atOnce)
				if test.polite {
					c.Polite()
				}
				began := time.Now()
				if err := c.Crawl(b.Context(), "account", "job"); err != nil {
					b.Fatal(err)
				}
				b.ReportMetric(float64(test.pages)/time.Since(began).Seconds(), "pages/s")
			}
		})
	}
}
