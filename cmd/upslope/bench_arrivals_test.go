package main

import (
	"context"
	"log/slog"
	"math/rand/v2"
	"net/http/httptest"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/johannesboyne/gofakes3"
	"github.com/johannesboyne/gofakes3/backend/s3mem"

	"upslope"
	"upslope/analytics/sharing"
	embeddednats "upslope/infra/embedded/nats"
	"upslope/infra/nats"
	"upslope/infra/postgres"
	"upslope/infra/postgres/postgrestest"
	"upslope/infra/replica"
	"upslope/ingest/connections/secrets"
)

func quantile(values []float64, share float64) float64 {
	sorted := slices.Sorted(slices.Values(values))
	return sorted[int(share*float64(len(sorted)-1))]
}

// arrivals measures the seconds until links open on every edge.
func arrivals(b *testing.B, edges, count int, lookEvery time.Duration, news bool) (seconds []float64) {
	b.Helper()
	backend := s3mem.New()
	if err := backend.CreateBucket("reports"); err != nil {
		b.Fatal(err)
	}
	storage := httptest.NewServer(gofakes3.New(backend).Server())
	defer storage.Close()
	b.Setenv("AWS_ACCESS_KEY_ID", "key")
	b.Setenv("AWS_SECRET_ACCESS_KEY", "secret")
	address := "s3://reports/replica?region=us-east-1&forcePathStyle=true&endpoint=" + storage.URL
	server, err := embeddednats.Start(b.Context(), embeddednats.Config{Dir: b.TempDir(), Log: slog.New(slog.DiscardHandler)})
	if err != nil {
		b.Fatal(err)
	}
	defer server.Stop()
	conn, err := server.Connect()
	if err != nil {
		b.Fatal(err)
	}
	defer conn.Close()
	bus, ctx := nats.NewBus(conn), b.Context()
	db, err := postgres.Open(ctx, postgrestest.URL(b))
	if err != nil {
		b.Fatal(err)
	}
	defer db.Close()
	user, err := db.SignIn(ctx, upslope.Identity{Subject: "user_ana"}, time.Now(), 14)
	if err != nil {
		b.Fatal(err)
	}

	running, stop := context.WithCancel(ctx)
	defer stop()
	publisher := &sharing.Publisher{
		Source: db, Now: time.Now, Log: slog.New(slog.DiscardHandler),
		Open: func(ctx context.Context) (sharing.Replica, error) {
			return replica.OpenWriter(ctx, filepath.Join(b.TempDir(), "reports.db"), address, sharing.Schema)
		},
		Poke: func(uint64) { _ = bus.Publish(reportsChanged, nil) },
	}
	go func() { _ = publisher.Run(running) }()
	var opened []*sharing.Pages
	for range edges {
		copied, err := replica.OpenFollower(b.TempDir(), address)
		if err != nil {
			b.Fatal(err)
		}
		if news {
			unsubscribe, err := bus.Subscribe(reportsChanged, func(string, []byte) { copied.Poke() })
			if err != nil {
				b.Fatal(err)
			}
			defer unsubscribe()
		}
		pages, err := sharing.NewPages(copied, time.Hour, time.Now)
		if err != nil {
			b.Fatal(err)
		}
		opened = append(opened, pages)
		go copied.Run(running, lookEvery, func(error) {})
		eventually(b, "an edge has a copy", func() bool { copied.Poke(); return pages.Ready(ctx) == nil })
	}
	keyset, err := secrets.New()
	if err != nil {
		b.Fatal(err)
	}
	html := []byte("<!doctype html>" + strings.Repeat("<p>What a report says, again and again.</p>", 2000))
	made := &committed{DB: db, linkKeys: linkKeys{keyset}, opened: opened}
	maker := &sharing.Links{Records: made, Reports: anyReport{html}, Keys: made, PublicURL: "http://upslope.example", Now: time.Now}
	for range count {
		if !news { // at any moment between two polls
			time.Sleep(rand.N(lookEvery))
		}
		if _, _, err := maker.CreateLink(ctx, user.AccountID, upslope.ReportSettings{Title: "Report"}, upslope.LinkTerms{Days: 1}); err != nil {
			b.Fatal(err)
		}
		seconds = append(seconds, <-made.arrived)
	}
	return seconds
}

// committed measures from the commit of each link until it opens everywhere, independent of its creator's
// wait.
type committed struct {
	*postgres.DB
	linkKeys
	opened  []*sharing.Pages
	token   string
	arrived chan float64
}

func (c *committed) Seal(accountID, linkID, token string) ([]byte, int64, error) {
	c.token, c.arrived = token, make(chan float64, 1)
	return c.linkKeys.Seal(accountID, linkID, token)
}

func (c *committed) AddReport(ctx context.Context, link upslope.StoredReport) error {
	err := c.DB.AddReport(ctx, link)
	began, token, arrived := time.Now(), c.token, c.arrived
	go func() {
		for _, pages := range c.opened {
			for {
				if _, err := pages.Page("", token, ""); err == nil {
					break
				}
				time.Sleep(500 * time.Microsecond)
			}
		}
		arrived <- time.Since(began).Seconds()
	}()
	return err
}
