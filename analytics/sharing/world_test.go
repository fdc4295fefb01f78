package sharing_test

import (
	"bytes"
	"compress/gzip"
	"context"
	"database/sql"
	"errors"
	"io"
	"log/slog"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"upslope"
	"upslope/analytics/sharing"
	"upslope/infra/postgres"
	"upslope/infra/postgres/postgrestest"
	"upslope/infra/replica"
)

// world is an account with links, their publisher, and edges.
type world struct {
	*testing.T
	db      *postgres.DB
	records string // address of the database
	account string
	site    string
	storage string
	clock   atomic.Int64 // how far it is ahead
	links   *sharing.Links
	source  *faulty
	opened  atomic.Int32 // how often the replica was opened
	stopped func()
}

func begin(t *testing.T) *world {
	t.Helper()
	w := &world{T: t, records: postgrestest.URL(t), storage: filepath.Join(t.TempDir(), "storage")}
	var err error
	if w.db, err = postgres.Open(t.Context(), w.records); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(w.db.Close)
	user, err := w.db.SignIn(t.Context(), upslope.Identity{Subject: "user_ana", Email: "ana@example.com"}, time.Now(), 14)
	if err != nil {
		t.Fatal(err)
	}
	name, domain, currency, zone := "Shop", "shop.example", "EUR", "UTC"
	site, _, err := w.db.AddSite(t.Context(), user.AccountID, upslope.SiteEdit{Name: &name, Domain: &domain, Currency: &currency, TimeZone: &zone})
	if err != nil {
		t.Fatal(err)
	}
	w.account, w.site, w.source = user.AccountID, site.ID, &faulty{DB: w.db}
	w.links = &sharing.Links{Records: w.db, Reports: reports{}, Keys: keys{}, PublicURL: "https://upslope.example", Now: w.now}
	w.publish()
	return w
}

func (w *world) now() time.Time { return time.Now().Add(time.Duration(w.clock.Load())) }

func (w *world) later(by time.Duration) { w.clock.Add(int64(by)) }

func (w *world) address() string { return "file://" + w.storage }

func (w *world) settings() upslope.ReportSettings {
	return upslope.ReportSettings{SiteID: w.site, Title: "Q3", DateRange: "last-30-days"}
}

// reports are pages that say their settings.
type reports struct{}

func (reports) Page(_ context.Context, _ string, settings upslope.ReportSettings) ([]byte, error) {
	return []byte("<!doctype html><p>" + strings.Repeat("The whole story of "+settings.Title+". ", 200)), nil
}

// keys write the token backwards.
type keys struct{}

func backwards(text string) string {
	runes := []byte(text)
	for i, j := 0, len(runes)-1; i < j; i, j = i+1, j-1 {
		runes[i], runes[j] = runes[j], runes[i]
	}
	return string(runes)
}

func (keys) Seal(_, _, token string) ([]byte, int64, error) { return []byte(backwards(token)), 1, nil }

func (keys) Open(_, _ string, sealed []byte) (string, error) { return backwards(string(sealed)), nil }

// faulty fails at a step of publishing, once.
type faulty struct {
	*postgres.DB
	mu sync.Mutex
	at string

	beforeDomains atomic.Bool // it reads no domains
}

var errKilled = errors.New("killed")

// fail has the next step of that name fail, "" none.
func (f *faulty) fail(at string) { f.mu.Lock(); defer f.mu.Unlock(); f.at = at }

func (f *faulty) step(name string) error {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.at != name {
		return nil
	}
	f.at = ""
	return errKilled
}

func (f *faulty) WaitingReports(ctx context.Context, most int) ([]upslope.StoredReport, error) {
	waiting, err := f.DB.WaitingReports(ctx, most)
	for i := range waiting {
		if f.beforeDomains.Load() {
			waiting[i].Hosts = nil
		}
	}
	return waiting, err
}

func (f *faulty) PublishedReports(ctx context.Context, copied []upslope.StoredReport, position uint64) error {
	if err := f.step("before it is noted"); err != nil {
		return err
	}
	if err := f.DB.PublishedReports(ctx, copied, position); err != nil {
		return err
	}
	return f.step("after it is noted")
}

// failing is a replica whose writes fail at a step.
type failing struct {
	*replica.Writer
	source *faulty
}

func (f failing) Write(ctx context.Context, do func(*sql.Tx) error) (uint64, error) {
	if err := f.source.step("before the write"); err != nil {
		return 0, err
	}
	position, err := f.Writer.Write(ctx, func(tx *sql.Tx) error {
		if err := do(tx); err != nil {
			return err
		}
		return f.source.step("in the write")
	})
	if err != nil {
		return 0, err
	}
	return position, f.source.step("after the write")
}

// publish starts the publisher, each time on an empty disk.
func (w *world) publish() {
	w.Helper()
	publisher := &sharing.Publisher{
		Source: w.source, Now: w.now, Log: slog.New(slog.DiscardHandler), Poke: func(uint64) {},
		Open: func(ctx context.Context) (sharing.Replica, error) {
			w.opened.Add(1)
			writer, err := replica.OpenWriter(ctx, filepath.Join(w.TempDir(), "reports.db"), w.address(), sharing.Schema)
			return failing{writer, w.source}, err
		},
	}
	ctx, cancel := context.WithCancel(context.Background())
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		_ = publisher.Run(ctx)
	}()
	w.stopped = sync.OnceFunc(func() { cancel(); <-ended })
	w.Cleanup(w.stopped)
}

// edge is a machine that opens links.
type edge struct {
	*sharing.Pages
	copy *replica.Follower
}

func (w *world) edge() edge {
	w.Helper()
	return w.edgeIn(w.TempDir())
}

func (w *world) edgeIn(folder string) edge {
	w.Helper()
	copied, err := replica.OpenFollower(folder, w.address())
	if err != nil {
		w.Fatal(err)
	}
	pages, err := sharing.NewPages(copied, 24*time.Hour, w.now)
	if err != nil {
		w.Fatal(err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	var running sync.WaitGroup
	running.Go(func() { copied.Run(ctx, 20*time.Millisecond, func(error) {}) })
	w.Cleanup(func() { cancel(); running.Wait(); copied.Close() })
	return edge{pages, copied}
}

func (w *world) create(terms upslope.LinkTerms) upslope.SharedReport {
	w.Helper()
	link, _, err := w.links.CreateLink(w.Context(), w.account, w.settings(), terms)
	if err != nil {
		w.Fatal(err)
	}
	return link
}

func tokenOf(link upslope.SharedReport) string {
	return link.URL[strings.LastIndexByte(link.URL, '/')+1:]
}

func unpack(t *testing.T, page upslope.ReportPage) string {
	t.Helper()
	reader, err := gzip.NewReader(bytes.NewReader(page.Gzip))
	if err != nil {
		t.Fatal(err)
	}
	html, err := io.ReadAll(reader)
	if err != nil {
		t.Fatal(err)
	}
	return string(html)
}

// opens waits until a link opens on an edge.
func (w *world) opens(e edge, link upslope.SharedReport) {
	w.Helper()
	w.eventually("it opens", func() bool {
		page, err := e.Page("", tokenOf(link), "")
		return err == nil && strings.Contains(unpack(w.T, page), "The whole story of Q3.")
	})
}

func (w *world) opensNot(e edge, link upslope.SharedReport) {
	w.Helper()
	w.eventually("it opens no more", func() bool {
		_, err := e.Page("", tokenOf(link), "")
		return upslope.CodeOf(err) == upslope.NotFound
	})
}

func (w *world) eventually(what string, is func() bool) {
	w.Helper()
	for range 600 {
		if is() {
			return
		}
		time.Sleep(25 * time.Millisecond)
	}
	w.Fatalf("never: %s", what)
}

func (w *world) wantCode(err error, code upslope.Code) {
	w.Helper()
	if err == nil || upslope.CodeOf(err) != code {
		w.Errorf("error %v, want code %s", err, code)
	}
}
