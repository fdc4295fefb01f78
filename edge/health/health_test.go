package health_test

import (
	"context"
	"errors"
	"io"
	"net"
	"net/http"
	"sync/atomic"
	"testing"
	"time"

	"upslope/edge/health"
)

// links are always there.
type links struct{}

func (links) Ready(context.Context) error   { return nil }
func (links) Position() (uint64, time.Time) { return 1, time.Time{} }

func TestAnswerIsQuickWhateverHangs(t *testing.T) {
	hang := func(context.Context) error { select {} } // it ignores its context
	m := health.New(map[string]func(context.Context) error{"postgres": hang, "clickhouse": hang, "nats": func(context.Context) error { return nil }},
		links{}, func(context.Context) (any, error) { select {} }, true, time.Now)
	for range 3 {
		began := time.Now()
		report, ready := m.Current(t.Context())
		if took := time.Since(began); took > 500*time.Millisecond {
			t.Errorf("it took %v", took)
		}
		if !ready || report.Status != "degraded" || !report.Serves.Links || report.Serves.All ||
			report.Checks["postgres"] != "unavailable" || report.Checks["jobs"] != "unavailable" || report.Checks["nats"] != "ok" {
			t.Errorf("ready %v, %+v", ready, report)
		}
	}
}

// An edge that is about to serve everything is not ready for links alone: what else it got would fail. Where
// a database is away, it is.
func TestAnEdgeByItselfAwaitsTheSchemaOfDatabasesThatAnswer(t *testing.T) {
	var away, has atomic.Bool
	failing := func(when *atomic.Bool, is bool) func(context.Context) error {
		return func(context.Context) error {
			if when.Load() == is {
				return errors.New("not available")
			}
			return nil
		}
	}
	for _, c := range []struct{ away, has, ready bool }{{false, false, false}, {false, true, true}, {true, false, true}} {
		away.Store(c.away)
		has.Store(c.has)
		m := health.New(map[string]func(context.Context) error{"postgres": failing(&away, true), "schema": failing(&has, false)}, links{}, nil, true, time.Now)
		if report, ready := m.Current(t.Context()); ready != c.ready || !report.Serves.Links {
			t.Errorf("away %t, schema %t: ready %t, %+v", c.away, c.has, ready, report)
		}
	}
}

func TestReadinessIsLearnedWithoutBeingAsked(t *testing.T) {
	var down atomic.Bool
	seen := make(chan struct{}, 100)
	m := health.New(map[string]func(context.Context) error{"clickhouse": func(context.Context) error {
		if down.Load() {
			return errors.New("away")
		}
		seen <- struct{}{}
		return nil
	}}, links{}, nil, false, time.Now)
	ctx, stop := context.WithCancel(t.Context())
	done := make(chan struct{})
	go func() { m.Run(ctx); close(done) }()
	<-seen
	time.Sleep(2 * health.Interval) // until another run has begun, after the first was recorded
	down.Store(true)
	stop()
	<-done
	time.Sleep(health.Interval)
	if report, ready := m.Current(t.Context()); !ready || report.Status != "degraded" {
		t.Errorf("ready %v, %+v: an outage takes a process out of service that has served", ready, report)
	}
	m.Stop()
	if report, ready := m.Current(t.Context()); ready || report.Status != "stopping" {
		t.Errorf("ready %v, %+v while it stops", ready, report)
	}
}

func TestNobodyIsRefusedBeforeTheServerStarts(t *testing.T) {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	url := "http://" + listener.Addr().String()
	waiting := health.Wait(listener)
	get := func(path string) (*http.Response, string) {
		t.Helper()
		response, err := http.Get(url + path)
		if err != nil {
			t.Fatal(err)
		}
		defer func() { _ = response.Body.Close() }()
		body, err := io.ReadAll(response.Body)
		if err != nil {
			t.Fatal(err)
		}
		return response, string(body)
	}
	for _, path := range []string{"/", "/api/sites", "/api/webhooks/stripe", "/readyz"} {
		if response, body := get(path); response.StatusCode != http.StatusServiceUnavailable || response.Header.Get("Retry-After") == "" {
			t.Errorf("%s: %d %s", path, response.StatusCode, body)
		}
	}
	if response, _ := get("/healthz"); response.StatusCode != http.StatusOK {
		t.Errorf("/healthz: %d", response.StatusCode)
	}
	waiting.End()
	answered := make(chan int, 1)
	go func() { // it waits for the server
		response, err := http.Get(url)
		if err != nil {
			answered <- 0
			return
		}
		_ = response.Body.Close()
		answered <- response.StatusCode
	}()
	server := &http.Server{Handler: http.HandlerFunc(func(out http.ResponseWriter, _ *http.Request) { out.WriteHeader(http.StatusTeapot) })}
	go func() { _ = server.Serve(listener) }()
	defer func() { _ = server.Close() }()
	if status := <-answered; status != http.StatusTeapot {
		t.Errorf("the server's own answer: %d", status)
	}
}
