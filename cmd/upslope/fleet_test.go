package main

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/cookiejar"
	"net/http/httptest"
	"net/url"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/johannesboyne/gofakes3"
	"github.com/johannesboyne/gofakes3/backend/s3mem"

	"upslope/infra/clerk/clerktest"
	embeddedclickhouse "upslope/infra/embedded/clickhouse"
	embeddedpostgres "upslope/infra/embedded/postgres"
)

// fleet is a production deployment on one machine: each part is its own process, and Clerk signs people in.
type fleet struct {
	t        testing.TB
	signer   *clerktest.Signer
	postgres string
	facts    string
	bus      []*natsServer
	settings []string // of all processes
	near     *program // the edge beside the databases
	far      []*farEdge
}

// farEdge is an edge and the distances around it.
type farEdge struct {
	*program
	trip     time.Duration
	settings []string
	origin   []*distant // to the databases, and to the near edge
	news     []*distant // to NATS
	metrics  string     // address of its figures
}

const (
	fleetURL     = "https://app.example.com"
	tokenMinutes = 9 // of the ten that a session's token may last
)

// startFleet starts the engines, an edge beside them, and the workers.
func startFleet(t testing.TB, natsServers, analyticsProcesses int) *fleet {
	t.Helper()
	records, err := embeddedpostgres.Start(t.Context(), embeddedpostgres.Config{Dir: t.TempDir()})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = records.Stop(context.Background()) })
	facts, err := embeddedclickhouse.Start(t.Context(), embeddedclickhouse.Config{Dir: t.TempDir()})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = facts.Stop(context.Background()) })
	backend := s3mem.New()
	if err := backend.CreateBucket("upslope"); err != nil {
		t.Fatal(err)
	}
	storage := httptest.NewServer(gofakes3.New(backend).Server())
	t.Cleanup(storage.Close)
	keyset, err := keysCommand(t, nil, "new")
	if err != nil {
		t.Fatal(err)
	}
	f := &fleet{t: t, signer: clerktest.NewSigner(t, "ins_1", fleetURL), postgres: records.URL(), facts: facts.URL(), bus: startNATSCluster(t, natsServers)}
	f.settings = []string{
		"APP_ENV=production", "PUBLIC_URL=" + fleetURL, "ENCRYPTION_KEYSET=" + keyset, fmt.Sprint("NATS_REPLICAS=", natsServers),
		"CLERK_PUBLISHABLE_KEY=" + clerktest.PublishableKey("live"), "CLERK_SIGN_IN_URL=" + clerktest.SignInURL, "CLERK_JWT_KEY=" + f.signer.PEM(),
		"AWS_ACCESS_KEY_ID=test", "AWS_SECRET_ACCESS_KEY=test", "SYNC_TODAY=2026-11-20",
		"OBJECTS_URL=s3://upslope?region=auto&use_path_style=true&request_checksum_calculation=when_required&response_checksum_validation=when_required&endpoint=" + storage.URL,
		"REPORTS_REPLICA_URL=s3://upslope/reports?region=us-east-1&forcePathStyle=true&endpoint=" + storage.URL, "PRIMARY_REGION=fra", "FLY_REGION=fra",
	}
	f.settings = append(f.settings, "DATABASE_URL="+f.postgres, "CLICKHOUSE_URL="+f.facts, "NATS_URL="+f.natsURL(func(n *natsServer) string { return n.url() }))
	f.near = launch(t, "edge", t.TempDir(), f.settings...)
	launch(t, "ingest", t.TempDir(), f.settings...)
	for range analyticsProcesses {
		launch(t, "analytics", t.TempDir(), f.settings...)
	}
	f.near.awaitEverything()
	return f
}

func (f *fleet) natsURL(address func(*natsServer) string) string {
	var addresses []string
	for _, n := range f.bus {
		addresses = append(addresses, address(n))
	}
	return strings.Join(addresses, ",")
}

// addEdge starts an edge at a distance from the databases. One that asks gets the rest from the near one.
func (f *fleet) addEdge(trip time.Duration, asks bool) *farEdge {
	f.t.Helper()
	at := func(raw string) *url.URL {
		u, err := url.Parse(raw)
		if err != nil {
			f.t.Fatal(err)
		}
		return u
	}
	e := &farEdge{trip: trip, metrics: freeAddress(f.t)}
	far := func(to *[]*distant, network, target string) string {
		d := startDistant(f.t, network, target, trip)
		*to = append(*to, d)
		return d.address
	}
	records := at(f.postgres)
	values := records.Query()
	socket := filepath.Join(values.Get("host"), ".s.PGSQL.5432")
	values.Del("host")
	records.Host, records.RawQuery = far(&e.origin, "unix", socket), values.Encode()
	warehouse := at(f.facts)
	warehouse.Scheme, warehouse.Host, warehouse.Path = "http", far(&e.origin, "unix", warehouse.Path), ""
	e.settings = append(slices.Clone(f.settings), "DATABASE_URL="+records.String(), "CLICKHOUSE_URL="+warehouse.String(), "FLY_REGION=syd", "METRICS_ADDR="+e.metrics)
	if asks {
		e.settings = append(e.settings, "PRIMARY_URL=http://"+far(&e.origin, "tcp", at(f.near.url).Host))
	}
	e.settings = append(e.settings, "NATS_URL="+f.natsURL(func(n *natsServer) string { return "nats://" + far(&e.news, "tcp", at(n.url()).Host) }))
	e.program = launch(f.t, "edge", f.t.TempDir(), e.settings...)
	f.far = append(f.far, e)
	e.awaitEverything()
	return e
}

// restart stops the edge as a platform does, and starts it at the same address.
func (e *farEdge) restart() {
	e.t.Helper()
	e.stop()
	address := e.url
	e.program = launch(e.t, "edge", e.data, append(e.settings, "ADDR="+strings.TrimPrefix(address, "http://"))...)
	e.url = address
	e.awaitEverything()
}

// cut separates the edge from everything but storage, as if packets were lost, or ends that.
func (e *farEdge) cut(is bool) {
	for _, d := range slices.Concat(e.origin, e.news) {
		d.cut.Store(is)
	}
}

// flights is how often the edge has sent something to the origin.
func (e *farEdge) flights() (n int64) {
	for _, d := range e.origin {
		n += d.flights.Load()
	}
	return n
}

// readiness is what an edge says of itself.
type readiness struct {
	Checks map[string]string
	Serves struct{ All bool }
	Jobs   struct{ Wanted, Stored, Current int }
}

func (p *program) readiness() (says readiness, ready bool) {
	response, err := http.Get(p.url + "/readyz")
	if err != nil {
		return says, false
	}
	defer func() { _ = response.Body.Close() }()
	return says, json.NewDecoder(response.Body).Decode(&says) == nil && response.StatusCode == http.StatusOK
}

// awaitEverything waits until an edge has all that it needs.
func (p *program) awaitEverything() {
	p.t.Helper()
	var says readiness
	for deadline := time.Now().Add(maxWait); time.Now().Before(deadline); time.Sleep(50 * time.Millisecond) {
		var ready bool
		if says, ready = p.readiness(); ready && says.Serves.All {
			return
		}
	}
	p.t.Fatalf("an edge lacks something after %s: %v\n%s", maxWait, says.Checks, p.stderr)
}

// enter signs a person in at an edge with a session of their own.
func (f *fleet) enter(at *program, person, session string) *visitor {
	f.t.Helper()
	jar, err := cookiejar.New(nil)
	if err != nil {
		f.t.Fatal(err)
	}
	v := &visitor{program: at, client: &http.Client{Jar: jar, Timeout: maxWait}}
	f.renew(v, person, session)
	return v
}

// renew gives a session a token of its next minutes.
func (f *fleet) renew(v *visitor, person, session string) {
	f.t.Helper()
	v.set(f.signer.Token(map[string]any{
		"sub": "user_" + person, "sid": "sess_" + session, "email": person + "@example.com", "exp": time.Now().Add(tokenMinutes * time.Minute).Unix(),
	}))
}
