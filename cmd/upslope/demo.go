package main

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"net/http"
	"strings"
	"sync"
	"time"

	"upslope"
	syncing "upslope/ingest/sync"
	"upslope/simulator"
	"upslope/simulator/world"
)

// demoToken is the token of the simulated shop, which is reachable within this process only.
const demoToken = "demo"

// demoShop is the shop of load-demo, with simulated providers in this process.
type demoShop struct {
	config Config

	mu      sync.Mutex
	servers map[world.Day]func() (*simulator.Server, error) // by the last day of the shop's history
}

func newDemoShop(config Config) *demoShop {
	return &demoShop{config: config, servers: map[world.Day]func() (*simulator.Server, error){}}
}

// maxShops bounds the cached shops: one per day on which demos were loaded.
const maxShops = 8

// server returns the providers of a shop, generated at the first call.
func (d *demoShop) server(anchor time.Time) (*simulator.Server, error) {
	day := world.DayOf(anchor)
	d.mu.Lock()
	made := d.servers[day]
	if made == nil {
		if len(d.servers) >= maxShops {
			clear(d.servers)
		}
		config := simulator.Config{Worlds: []string{world.Demo}, Now: time.Now, Anchor: day.Time(), StaticToken: demoToken, Unlimited: true}
		if d.config.SyncToday != "" {
			config.Today = func() time.Time { return d.config.today(time.UTC) }
		}
		made = sync.OnceValues(func() (*simulator.Server, error) { return simulator.New(config) })
		d.servers[day] = made
	}
	d.mu.Unlock()
	return made()
}

// providers returns the transport to the simulated providers of a demo site.
func (d *demoShop) providers(site upslope.Site) http.RoundTripper {
	return inProcess(func() (http.Handler, error) {
		server, err := d.server(site.CreatedAt.UTC())
		if err != nil {
			return nil, err
		}
		return server.Handler(), nil
	})
}

// shop describes the shop to the sync.
func (d *demoShop) shop() (syncing.Shop, error) {
	server, err := d.server(d.config.today(time.UTC))
	if err != nil {
		return syncing.Shop{}, fmt.Errorf("open the demo shop: %w", err)
	}
	shop := server.World(world.Demo)
	return syncing.Shop{
		Site: upslope.Site{Name: shop.Title, Domain: shop.Domain, GA4PropertyID: shop.GA4ID, Currency: shop.Currency, TimeZone: shop.Zone},
		Properties: map[string]upslope.Property{
			upslope.GA4: {ID: shop.GA4ID, Name: shop.Title}, upslope.GSC: {ID: shop.GSCSite, Name: shop.Domain},
			upslope.GAds: {ID: shop.AdsID, Name: shop.Title}, upslope.Semrush: {ID: shop.Domain, Name: shop.Domain},
			upslope.Bing: {ID: shop.Domain, Name: shop.Domain}, upslope.PageSpeed: {ID: shop.Domain, Name: shop.Domain},
		},
		Crawl: d.crawl,
	}, nil
}

// crawl returns a crawler export of the shop.
func (d *demoShop) crawl(anchor time.Time) (fileName string, content []byte, err error) {
	server, err := d.server(anchor.UTC())
	if err != nil {
		return "", nil, err
	}
	content, err = server.World(world.Demo).Archive()
	return "demo-crawl.zip", content, err
}

// inProcess is an http.RoundTripper that calls a handler directly.
type inProcess func() (http.Handler, error)

// RoundTrip adds the simulator's credentials.
func (handler inProcess) RoundTrip(r *http.Request) (*http.Response, error) {
	serve, err := handler()
	if err != nil {
		return nil, err
	}
	asked := r.Clone(r.Context())
	asked.Header.Set("Authorization", "Bearer "+demoToken)
	query := asked.URL.Query()
	switch {
	case query.Has("apikey"):
		query.Set("apikey", simulator.BingKey)
	case !query.Has("key"):
	case strings.HasPrefix(asked.URL.Path, "/pagespeedonline/"):
		query.Set("key", simulator.PageSpeedKey)
	default:
		query.Set("key", simulator.SemrushKey)
	}
	asked.URL.RawQuery = query.Encode()
	asked.RequestURI, asked.RemoteAddr = asked.URL.RequestURI(), "demo"
	if asked.Body == nil {
		asked.Body = http.NoBody
	}
	answer := &recorded{header: http.Header{}, status: http.StatusOK}
	serve.ServeHTTP(answer, asked)
	if r.Body != nil {
		_ = r.Body.Close()
	}
	return &http.Response{
		Status: http.StatusText(answer.status), StatusCode: answer.status, Proto: "HTTP/1.1", ProtoMajor: 1, ProtoMinor: 1,
		Header: answer.header, Body: io.NopCloser(&answer.body), ContentLength: int64(answer.body.Len()), Request: r,
	}, nil
}

// recorded is a response writer in memory.
type recorded struct {
	header http.Header
	status int
	body   bytes.Buffer
}

// Header implements http.ResponseWriter.
func (r *recorded) Header() http.Header { return r.header }

// WriteHeader implements http.ResponseWriter.
func (r *recorded) WriteHeader(status int) { r.status = status }

// Write implements http.ResponseWriter.
func (r *recorded) Write(data []byte) (int, error) { return r.body.Write(data) }

// loadDemo does the job that fills the demo site.
func (w *wiring) loadDemo(ctx context.Context, accountID, jobID string) error {
	shop, err := w.shop.shop()
	if err != nil {
		return err
	}
	demo := &syncing.Demo{Syncer: w.syncer, Shop: shop, Records: w.engines.records, Objects: w.engines.files}
	return demo.Load(ctx, accountID, jobID)
}
