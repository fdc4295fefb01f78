package crawler_test

import (
	"archive/zip"
	"bytes"
	"context"
	"encoding/csv"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"upslope"
	"upslope/ingest/crawler"
)

// memory stands in for the databases: one crawl, as if each attempt were a new process.
type memory struct {
	mu        sync.Mutex
	crawl     upslope.SiteCrawl
	site      upslope.Site
	addresses []upslope.CrawledAddress
	records   map[int][]byte
	stopAfter int               // pages; 0 never
	before    map[string][]byte // by address, of the last crawl
	hasOther  bool              // the site has a crawl that was imported before
	parts     []upslope.Upload
	partFiles [][]byte

	known         []string
	pauseAfter    int // pages; 0 never
	paused, rests bool
	onPause       func()
	onPart        func() // the crawl asks whether its first pages may be imported; nil none
	upload        *upslope.Upload
	file          []byte
	imported      int
	message       string
}

func (m *memory) StartJob(context.Context, string, string, string) (upslope.Job, error) {
	return upslope.Job{}, nil
}

func (m *memory) JobProgress(_ context.Context, _, _ string, _ float64, message string) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.message = message
	return nil
}

func (m *memory) Site(context.Context, string, string) (upslope.Site, error) { return m.site, nil }

func (m *memory) SiteCrawl(context.Context, string, string) (upslope.SiteCrawl, error) {
	return m.crawl, nil
}

func (m *memory) UploadOfJob(context.Context, string, string) (upslope.Upload, error) {
	if m.upload == nil {
		return upslope.Upload{}, upslope.Errorf(upslope.NotFound, "none")
	}
	return *m.upload, nil
}

func (m *memory) CrawledAddresses(context.Context, upslope.SiteCrawl) ([]upslope.CrawledAddress, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	list := slices.Clone(m.addresses)
	for i := range list {
		_, list[i].Read = m.records[list[i].Position]
	}
	return list, nil
}

func (m *memory) SaveCrawl(_ context.Context, _ upslope.SiteCrawl, found []upslope.CrawledAddress, read []upslope.CrawledPage) (upslope.CrawlWish, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.addresses = append(m.addresses, found...)
	for _, page := range read {
		m.records[page.Position] = page.Record
	}
	wish := upslope.CrawlWish{Stopped: m.stopAfter > 0 && len(m.records) >= m.stopAfter}
	if m.pauseAfter > 0 && len(m.records) >= m.pauseAfter {
		m.paused, m.pauseAfter = true, 0
		m.onPause()
	}
	wish.Paused = m.paused
	return wish, nil
}

func (m *memory) RestCrawl(_ context.Context, _ upslope.SiteCrawl, message string) (bool, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.message, m.rests = message, m.paused
	return m.paused, nil
}

func (m *memory) EarlierPage(_ context.Context, _ upslope.SiteCrawl, url string) ([]byte, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if record, found := m.before[url]; found {
		return record, nil
	}
	return nil, upslope.Errorf(upslope.NotFound, "none")
}

func (m *memory) CrawlPart(context.Context, upslope.SiteCrawl) (upslope.CrawlPart, error) {
	if m.onPart != nil {
		m.onPart()
	}
	return upslope.CrawlPart{Alone: !m.hasOther}, nil
}

func (m *memory) ImportPart(_ context.Context, _ upslope.SiteCrawl, upload upslope.Upload) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.parts = append(m.parts, upload)
	m.partFiles = append(m.partFiles, m.file)
	return nil
}

func (m *memory) EachCrawledPage(_ context.Context, _ upslope.SiteCrawl, each func([]byte) error) error {
	for position := range m.addresses {
		if record, read := m.records[position]; read {
			if err := each(record); err != nil {
				return err
			}
		}
	}
	return nil
}

func (m *memory) FinishCrawl(_ context.Context, _ upslope.SiteCrawl, upload upslope.Upload) error {
	m.upload = &upload
	return nil
}

func (m *memory) Put(_ context.Context, _ string, body io.Reader) (err error) {
	m.file, err = io.ReadAll(body)
	return err
}

// table returns a report of the crawl: a row is a map from headers to cells.
func (m *memory) table(t *testing.T, name string) []map[string]string {
	t.Helper()
	archive, err := zip.NewReader(bytes.NewReader(m.file), int64(len(m.file)))
	if err != nil {
		t.Fatal(err)
	}
	file, err := archive.Open(name)
	if err != nil {
		t.Fatal(err)
	}
	rows, err := csv.NewReader(file).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	var list []map[string]string
	for _, row := range rows[1:] {
		cells := map[string]string{}
		for i, cell := range row {
			cells[rows[0][i]] = cell
		}
		list = append(list, cells)
	}
	return list
}

func (m *memory) page(t *testing.T, address string) map[string]string {
	t.Helper()
	for _, page := range m.table(t, "internal_all.csv") {
		if page["Address"] == address {
			return page
		}
	}
	t.Fatalf("%s was not read", address)
	return nil
}

// site is a website whose requests are counted.
type site struct {
	*httptest.Server
	mu    sync.Mutex
	asked map[string]int
}

func serve(t testing.TB, answer http.HandlerFunc) *site {
	t.Helper()
	s := &site{asked: map[string]int{}}
	s.Server = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		s.mu.Lock()
		s.asked[r.URL.RequestURI()]++
		s.mu.Unlock()
		answer(w, r)
	}))
	t.Cleanup(s.Close)
	return s
}

func (s *site) times(address string) int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.asked[address]
}

// pages answers with HTML by path; a path without any is not found.
func pages(list map[string]string) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		text, found := list[r.URL.RequestURI()]
		if !found {
			http.NotFound(w, r)
			return
		}
		if target, redirects := strings.CutPrefix(text, "-> "); redirects {
			http.Redirect(w, r, target, http.StatusMovedPermanently)
			return
		}
		if !strings.HasSuffix(r.URL.Path, ".txt") && !strings.HasSuffix(r.URL.Path, ".xml") {
			w.Header().Set("Content-Type", "text/html; charset=utf-8")
		}
		_, _ = io.WriteString(w, text)
	}
}

func newMemory(start string, maxPages int) *memory {
	return &memory{
		crawl: upslope.SiteCrawl{JobID: "job", AccountID: "account", SiteID: "site", URL: start, MaxPages: maxPages},
		site:  upslope.Site{ID: "site", Domain: "example.com"}, records: map[int][]byte{},
	}
}

func crawl(ctx context.Context, m *memory) error {
	return newCrawler(m, 2).Crawl(ctx, "account", "job")
}

func newCrawler(m *memory, atOnce int) *crawler.Crawler {
	return &crawler.Crawler{
		Records: m, Objects: m, Transport: http.DefaultTransport.(*http.Transport).Clone(), AtOnce: atOnce, PublicURL: "https://upslope.example", Now: time.Now,
		Import: func(context.Context, string, string) error { m.imported++; return nil },
		Known:  func(context.Context, string, string, int) ([]string, error) { return m.known, nil },
		Log:    slog.New(slog.DiscardHandler),
	}
}
