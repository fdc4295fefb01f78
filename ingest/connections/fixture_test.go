package connections_test

import (
	"bytes"
	"encoding/json"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"upslope"
	"upslope/infra/clickhouse"
	"upslope/infra/clickhouse/clickhousetest"
	"upslope/infra/postgres"
	"upslope/infra/postgres/postgrestest"
	"upslope/ingest/connections"
	"upslope/ingest/connections/secrets"
	"upslope/ingest/providers"
	"upslope/simulator"
	"upslope/simulator/world"
)

func TestMain(m *testing.M) { clickhousetest.Main(withPostgres{m}) }

// withPostgres runs the tests and stops the PostgreSQL they started.
type withPostgres struct{ m *testing.M }

func (w withPostgres) Run() int { return postgrestest.Main(w.m) }

// workbench is a service with its own databases and the simulator, and one account with the site of the
// simulator's small world. On cleanup it searches everything logged and returned for secrets.
type workbench struct {
	*connections.Service
	t          *testing.T
	deps       connections.Deps
	db         *postgres.DB
	rows       *pgxpool.Pool // connected to db
	facts      *clickhouse.DB
	provider   *simulator.Server
	url        string // the provider's
	account    string
	site       upslope.Site
	at         time.Time
	transcript *transcript
	secrets    []string // must appear nowhere
}

// transcript collects all output visible from outside.
type transcript struct {
	mu   sync.Mutex
	text bytes.Buffer
}

func (s *transcript) Write(text []byte) (int, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.text.Write(text)
}

const smallShop = "fernhill-camping.example"

func bench(t *testing.T, change ...func(*connections.Deps)) *workbench {
	t.Helper()
	return benchOf(t, []string{world.Small, world.Demo}, change...)
}

// benchOf is bench with some of the simulator's worlds; none means all of them, which takes seconds.
func benchOf(t *testing.T, worlds []string, change ...func(*connections.Deps)) *workbench {
	t.Helper()
	w := &workbench{t: t, facts: clickhousetest.Shared(t), at: time.Now().UTC(), transcript: &transcript{}}
	address := postgrestest.URL(t)
	var err error
	if w.db, err = postgres.Open(t.Context(), address); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(w.db.Close)
	if w.rows, err = pgxpool.New(t.Context(), address); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(w.rows.Close)
	if w.provider, err = simulator.New(simulator.Config{Worlds: worlds, Now: func() time.Time { return w.at }}); err != nil {
		t.Fatal(err)
	}
	mux := http.NewServeMux()
	mux.Handle("/", w.provider.Handler())
	mux.HandleFunc("/keyed", answerKey)
	server := httptest.NewServer(mux)
	t.Cleanup(server.Close)
	w.url = server.URL
	keys, err := secrets.New()
	if err != nil {
		t.Fatal(err)
	}
	now := func() time.Time { return w.at }
	today := func(*time.Location) time.Time { return w.at.Truncate(24 * time.Hour) }
	w.deps = connections.Deps{
		Records: w.db, Facts: w.facts, Keys: keys, Today: today, Now: now, Log: slog.New(slog.NewTextHandler(w.transcript, nil)),
		Providers: withKeyedProvider(w.url + "/keyed"),
		Settings: connections.Settings{
			PublicURL: "https://upslope.example", GoogleOAuthBaseURL: w.url, ServiceAccountFile: w.keyFile(w.url + "/token"), BackfillDays: 480,
			Providers: providers.Settings{
				"GA4_BASE_URL": w.url, "GA4_ADMIN_BASE_URL": w.url, "GSC_BASE_URL": w.url, "GOOGLE_ADS_BASE_URL": w.url, "GOOGLE_ADS_API_VERSION": "v26",
			},
		},
	}
	for _, change := range change {
		change(&w.deps)
	}
	w.Service = connections.New(w.deps)
	w.account = w.signUp("ana")
	w.site = w.addSite(w.account, smallShop)
	t.Cleanup(w.search)
	return w
}

func (w *workbench) signUp(name string) (accountID string) {
	w.t.Helper()
	user, err := w.db.SignIn(w.t.Context(), upslope.Identity{Subject: "user_" + name, Email: name + "@example.com"}, w.at, 14)
	if err != nil {
		w.t.Fatal(err)
	}
	return user.AccountID
}

func (w *workbench) addSite(account, domain string) upslope.Site {
	w.t.Helper()
	currency, zone := "EUR", "Europe/Berlin"
	site, _, err := w.db.AddSite(w.t.Context(), account, upslope.SiteEdit{Name: &domain, Domain: &domain, Currency: &currency, TimeZone: &zone})
	if err != nil {
		w.t.Fatal(err)
	}
	return site
}

// note records a result for the final search.
func (w *workbench) note(answer any, err error) {
	text, encoding := json.Marshal(answer)
	if encoding != nil {
		w.t.Error(encoding)
	}
	_, _ = w.transcript.Write(append(text, '\n'))
	if err != nil {
		_, _ = io.WriteString(w.transcript, err.Error()+"\n")
	}
}

// search fails the test when a secret was exposed.
func (w *workbench) search() {
	for _, secret := range append(w.secrets, "hush-") {
		if i := strings.Index(w.transcript.text.String(), secret); i >= 0 {
			w.t.Errorf("a secret was shown: …%s…", w.transcript.text.String()[max(0, i-100):min(w.transcript.text.Len(), i+100)])
		}
	}
}

// result asserts the outcome of a connection attempt.
func (w *workbench) result(success bool, words string) func(upslope.IntegrationResult, error) {
	return func(result upslope.IntegrationResult, err error) {
		w.t.Helper()
		w.note(result, err)
		if err != nil || result.Success != success || !strings.Contains(result.Message, words) {
			w.t.Errorf("got %+v, %v; want success %v and %q", result, err, success, words)
		}
	}
}

// shown returns the integration of the site as users see it.
func (w *workbench) shown(provider string) upslope.Integration {
	w.t.Helper()
	integration, err := w.Integration(w.t.Context(), w.account, w.site.ID, provider)
	w.note(integration, err)
	if err != nil {
		w.t.Fatal(err)
	}
	return integration
}

func (w *workbench) wantStatus(provider, status, lastError string) upslope.Integration {
	w.t.Helper()
	integration := w.shown(provider)
	listed := ""
	if integration.LastError != nil {
		listed = *integration.LastError
	}
	if integration.Status != status || (listed == "") != (lastError == "") || !strings.Contains(listed, lastError) {
		w.t.Errorf("%s is %s (%q), want %s (%q)", provider, integration.Status, listed, status, lastError)
	}
	return integration
}

// connection returns the row of the site's connection, or an empty one.
func (w *workbench) connection(provider string) upslope.Connection {
	w.t.Helper()
	all, err := w.db.Connections(w.t.Context(), w.account, w.site.ID)
	if err != nil {
		w.t.Fatal(err)
	}
	for _, connection := range all {
		if connection.Provider == provider {
			return connection
		}
	}
	return upslope.Connection{}
}

// count runs a query for one number about the account, @account.
func (w *workbench) count(query string) (count int) {
	w.t.Helper()
	if err := w.rows.QueryRow(w.t.Context(), query, pgx.NamedArgs{"account": w.account}).Scan(&count); err != nil {
		w.t.Fatal(err)
	}
	return count
}

// secretsKept returns a checksum of the account's stored secrets.
func (w *workbench) secretsKept() (sum string) {
	w.t.Helper()
	const query = "select coalesce(string_agg(md5(secret), ' ' order by id), '') from credentials where account_id = $1"
	if err := w.rows.QueryRow(w.t.Context(), query, w.account).Scan(&sum); err != nil {
		w.t.Fatal(err)
	}
	return sum
}

// syncs returns how many syncs of the account are queued.
func (w *workbench) syncs() int {
	w.t.Helper()
	return w.count("select count(*) from jobs where account_id = @account and kind = 'recompute' and sync and status = 'queued'")
}

// serve starts a server with the handler.
func (w *workbench) serve(t *testing.T, handler http.Handler) (address string) {
	t.Helper()
	server := httptest.NewServer(handler)
	t.Cleanup(server.Close)
	return server.URL
}

func wantCode(t *testing.T, err error, code upslope.Code) {
	t.Helper()
	if err == nil || upslope.CodeOf(err) != code {
		t.Errorf("error %v, want code %s", err, code)
	}
}
