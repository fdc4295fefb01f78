package main

import (
	"fmt"
	"io"
	"net"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	embeddedclickhouse "upslope/infra/embedded/clickhouse"
	embeddedpostgres "upslope/infra/embedded/postgres"
)

// distant passes connections on and delays every byte by half a round trip each way.
type distant struct {
	address string
	flights atomic.Int64 // bursts of the client: what it waited for
}

func startDistant(t testing.TB, network, target string, roundTrip time.Duration) *distant {
	t.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = listener.Close() })
	d := &distant{address: listener.Addr().String()}
	go func() {
		for {
			client, err := listener.Accept()
			if err != nil {
				return
			}
			server, err := net.Dial(network, target)
			if err != nil {
				_ = client.Close()
				continue
			}
			go delay(server, client, roundTrip/2, &d.flights)
			go delay(client, server, roundTrip/2, nil)
		}
	}()
	return d
}

// delay copies what it reads, later.
func delay(to io.WriteCloser, from io.ReadCloser, by time.Duration, flights *atomic.Int64) {
	type burst struct {
		at   time.Time
		text []byte
	}
	waiting := make(chan burst, 1024)
	go func() {
		defer func() { _ = to.Close() }()
		for b := range waiting {
			time.Sleep(time.Until(b.at))
			if _, err := to.Write(b.text); err != nil {
				_ = from.Close()
			}
		}
	}()
	defer close(waiting)
	for {
		buffer := make([]byte, 64<<10)
		n, err := from.Read(buffer)
		if n > 0 {
			if flights != nil {
				flights.Add(1)
			}
			waiting <- burst{time.Now().Add(by), buffer[:n]}
		}
		if err != nil {
			return
		}
	}
}

// fleetReads are what a person's working day reads.
var fleetReads = []string{ //nolint:gochecknoglobals // of this benchmark
	"/api/auth/user", "/api/sites", "/api/insights?siteId=%s", "/api/insights/total?siteId=%s", "/api/kpis/overview?siteId=%s", "/api/kpis/daily?siteId=%s",
	"/api/integrations?siteId=%s", "/api/portfolio", "/api/activity?siteId=%s", "/api/seo/queries?siteId=%s", "/api/seo/pages?siteId=%s",
	"/api/ads/wasted-spend?siteId=%s", "/api/technical/pagespeed?siteId=%s", "/api/technical/sf-issues?siteId=%s", "/api/reports",
}

// An edge far from the databases, with and without an edge beside them that it may ask: how long reads take that it
// remembers and that it does not, and how many trips a write takes.
func BenchmarkFarEdge(b *testing.B) {
	postgres, err := embeddedpostgres.Start(b.Context(), embeddedpostgres.Config{Dir: b.TempDir()})
	if err != nil {
		b.Fatal(err)
	}
	b.Cleanup(func() { _ = postgres.Stop(b.Context()) })
	facts, err := embeddedclickhouse.Start(b.Context(), embeddedclickhouse.Config{Dir: b.TempDir()})
	if err != nil {
		b.Fatal(err)
	}
	b.Cleanup(func() { _ = facts.Stop(b.Context()) })
	nats, folder := startNATS(b), b.TempDir()
	shared := []string{"REPORTS_REPLICA_URL=file://" + filepath.Join(folder, "storage")}
	near := append([]string{"DATABASE_URL=" + postgres.URL(), "CLICKHOUSE_URL=" + facts.URL(), "NATS_URL=" + nats.url()}, shared...)
	origin := start(b, filepath.Join(folder, "dev"), near...)
	ana := origin.signIn("ana@example.com")
	site := ana.loadDemo().SiteID

	for _, trip := range []time.Duration{50 * time.Millisecond, 100 * time.Millisecond, 250 * time.Millisecond} {
		for _, asks := range []bool{false, true} {
			b.Run(fmt.Sprintf("%v/asksAnEdge=%t", trip, asks), func(b *testing.B) {
				far := startFar(b, trip, postgres.URL(), facts.URL(), nats.url(), origin, asks, shared)
				for b.Loop() {
					far.measure(b, site)
				}
			})
		}
	}
}

// farEdge is an edge and the distances around it.
type farEdge struct {
	*program
	distances []*distant
}

func startFar(b *testing.B, trip time.Duration, postgresURL, factsURL, natsURL string, origin *program, asks bool, shared []string) *farEdge {
	b.Helper()
	at := func(raw string) *url.URL {
		u, err := url.Parse(raw)
		if err != nil {
			b.Fatal(err)
		}
		return u
	}
	records := at(postgresURL)
	values := records.Query()
	pg := startDistant(b, "unix", filepath.Join(values.Get("host"), ".s.PGSQL.5432"), trip)
	values.Del("host")
	records.Host, records.RawQuery = pg.address, values.Encode()
	warehouse := at(factsURL)
	ch := startDistant(b, "unix", warehouse.Path, trip)
	warehouse.Scheme, warehouse.Host, warehouse.Path = "http", ch.address, ""
	news := startDistant(b, "tcp", at(natsURL).Host, trip)
	edge := startDistant(b, "tcp", at(origin.url).Host, trip)
	settings := append([]string{
		"APP_ENV=development", "DATABASE_URL=" + records.String(), "CLICKHOUSE_URL=" + warehouse.String(), "NATS_URL=nats://" + news.address, "PUBLIC_URL=" + origin.url,
	}, shared...)
	if asks {
		settings = append(settings, "PRIMARY_REGION=fra", "FLY_REGION=syd", "PRIMARY_URL=http://"+edge.address)
	}
	data := b.TempDir()
	key, err := os.ReadFile(filepath.Join(origin.data, "localidp.pem")) // both take the sessions of either
	if err != nil {
		b.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(data, "localidp.pem"), key, 0o600); err != nil {
		b.Fatal(err)
	}
	far := &farEdge{launch(b, "edge", data, settings...), []*distant{pg, ch, edge}}
	eventually(b, "the far edge has reached the databases", func() bool {
		response, err := http.Get(far.url + "/api/sites")
		return err == nil && response.Body.Close() == nil && response.StatusCode == http.StatusUnauthorized
	})
	return far
}

// flights is how often the edge has sent something to the origin.
func (f *farEdge) flights() (n int64) {
	for _, d := range f.distances {
		n += d.flights.Load()
	}
	return n
}

func (f *farEdge) measure(b *testing.B, site string) {
	b.Helper()
	ana := f.signIn("ana@example.com")
	time.Sleep(3 * time.Second) // until it hears of changes
	ask := func(path string) (took time.Duration, flights int64) {
		before, began := f.flights(), time.Now()
		if status, answer := ana.call("GET", path, nil, nil); status != http.StatusOK {
			b.Fatalf("%s: %d %s", path, status, answer)
		}
		return time.Since(began), f.flights() - before
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
	before, began := f.flights(), time.Now()
	if status, answer := ana.call("PATCH", "/api/account/branding", map[string]string{"name": "Agency"}, nil); status != http.StatusOK {
		b.Fatalf("write: %d %s", status, answer)
	}
	b.ReportMetric(time.Since(began).Seconds()*1000, "ms-write")
	b.ReportMetric(float64(f.flights()-before), "flights-write")
	b.ReportMetric(median(cold), "ms-cold-median")
	b.ReportMetric(float64(coldFlights)/float64(len(cold)), "flights-cold")
	b.ReportMetric(quantile(warm, .95), "ms-warm-p95")
	b.ReportMetric(100*float64(local)/float64(len(warm)), "%-below-15-ms")
}
