package main

import (
	"fmt"
	"net/http"
	"os"
	"strings"
	"sync"
	"testing"
	"time"
)

// fleetReads are what a person's working day reads.
var fleetReads = []string{ //nolint:gochecknoglobals // of this benchmark
	"/api/auth/user", "/api/sites", "/api/insights?siteId=%s", "/api/insights/total?siteId=%s", "/api/kpis/overview?siteId=%s", "/api/kpis/daily?siteId=%s",
	"/api/integrations?siteId=%s", "/api/portfolio", "/api/activity?siteId=%s", "/api/seo/queries?siteId=%s", "/api/seo/pages?siteId=%s",
	"/api/ads/wasted-spend?siteId=%s", "/api/technical/pagespeed?siteId=%s", "/api/technical/sf-issues?siteId=%s", "/api/reports",
}

// overviewReads are what the Overview asks for: the person and sites, then all of the site.
var overviewReads = [][]string{ //nolint:gochecknoglobals // of this benchmark
	{"/api/auth/user", "/api/sites"},
	{
		"/api/insights?siteId=%s&limit=30", "/api/insights/total?siteId=%s", "/api/kpis/overview?siteId=%s", "/api/kpis/daily?siteId=%s&compare=previous",
		"/api/integrations?siteId=%s", "/api/activity?siteId=%s&limit=6", "/api/sites/%s/changes?limit=500", "/api/insights/types",
	},
}

// openOverview reads what a browser reads, and returns the milliseconds after which each part is there.
func (f *fleet) openOverview(v *visitor) (parts [2]float64) {
	f.t.Helper()
	began := time.Now()
	site := ""
	for part, wave := range overviewReads {
		var reading sync.WaitGroup
		for _, pattern := range wave {
			path := strings.Replace(pattern, "%s", site, 1)
			reading.Go(func() {
				if status, answer, err := v.try("GET", path, "", nil); err != nil || status != http.StatusOK {
					f.t.Errorf("%s: %v %d %s", path, err, status, answer)
				}
			})
		}
		reading.Wait()
		took := time.Since(began)
		parts[part] = took.Seconds() * 1000
		if site == "" {
			var sites []struct{ ID string }
			v.call("GET", "/api/sites", nil, &sites)
			if len(sites) == 0 {
				f.t.Fatal("there is no site")
			}
			site = sites[0].ID
			began = time.Now().Add(-took)
		}
	}
	return parts
}

// An edge far from the databases, with and without an edge beside them that it may ask: how long reads take
// that it remembers and that it does not, how many trips a write takes, and a sign-in.
func BenchmarkFarEdge(b *testing.B) {
	f := startFleet(b, 1, 1)
	site := f.enter(f.near, "ana", "near").loadDemo().SiteID
	for _, trip := range []time.Duration{50 * time.Millisecond, 100 * time.Millisecond, 250 * time.Millisecond} {
		for _, asks := range []bool{false, true} {
			b.Run(fmt.Sprintf("%v/asksAnEdge=%t", trip, asks), func(b *testing.B) {
				far := f.addEdge(trip, asks)
				for b.Loop() {
					f.measure(b, far, site, asks)
				}
				far.stop() // PostgreSQL has connections for the others
			})
		}
	}
}

// signIns is how many people sign in for a figure of it.
const signIns = 9

func (f *fleet) measure(b *testing.B, far *farEdge, site string, asks bool) {
	b.Helper()
	time.Sleep(3 * time.Second) // until it hears of changes
	var known, full []float64
	for i := range signIns {
		// Otherwise an edge would remember what the one before has read.
		if status, answer := f.enter(f.near, "ana", "near").call("PATCH", "/api/sites/"+site, map[string]string{"name": fmt.Sprint("Shop ", i)}, nil); status != http.StatusOK {
			b.Fatalf("write: %d %s", status, answer)
		}
		time.Sleep(time.Second)
		parts := f.openOverview(f.enter(far.program, "ana", fmt.Sprintf("%s-%d", far.url, i)))
		known, full = append(known, parts[0]), append(full, parts[1])
	}
	b.ReportMetric(median(known), "ms-sign-in")
	b.ReportMetric(median(full), "ms-overview")
	ana := f.enter(far.program, "ana", far.url)
	ask := func(path string) (took time.Duration, flights int64) {
		before, began := far.flights(), time.Now()
		if status, answer := ana.call("GET", path, nil, nil); status != http.StatusOK {
			b.Fatalf("%s: %d %s", path, status, answer)
		}
		return time.Since(began), far.flights() - before
	}
	var cold, warm []float64
	var coldFlights int64
	local := 0
	for _, pattern := range fleetReads {
		path := strings.Replace(pattern, "%s", site, 1)
		first, trips := ask(path)
		cold, coldFlights = append(cold, first.Seconds()*1000), coldFlights+trips
		fmt.Fprintf(os.Stderr, "%-45s cold %6.0f ms in %2d flights", pattern, first.Seconds()*1000, trips)
		for range 20 {
			again, _ := ask(path)
			warm = append(warm, again.Seconds()*1000)
			if again < 15*time.Millisecond {
				local++
			}
		}
		fmt.Fprintf(os.Stderr, ", then %.1f ms\n", warm[len(warm)-1])
	}
	b.ReportMetric(median(cold), "ms-cold-median")
	b.ReportMetric(float64(coldFlights)/float64(len(cold)), "flights-cold")
	b.ReportMetric(quantile(warm, .95), "ms-warm-p95")
	b.ReportMetric(100*float64(local)/float64(len(warm)), "%-below-15-ms")
	if !asks {
		return // Fly.io would replay its writes at the primary region
	}
	before, began := far.flights(), time.Now()
	if status, answer := ana.call("PATCH", "/api/account/branding", map[string]string{"name": "Agency"}, nil); status != http.StatusOK {
		b.Fatalf("write: %d %s", status, answer)
	}
	b.ReportMetric(time.Since(began).Seconds()*1000, "ms-write")
	b.ReportMetric(float64(far.flights()-before), "flights-write")
}
