package main

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"path/filepath"
	"slices"
	"strings"
	"time"

	natsgo "github.com/nats-io/nats.go"
	"golang.org/x/sync/errgroup"

	"upslope/infra/clickhouse"
	embeddedclickhouse "upslope/infra/embedded/clickhouse"
	embeddednats "upslope/infra/embedded/nats"
	embeddedpostgres "upslope/infra/embedded/postgres"
	"upslope/infra/migrations"
	"upslope/infra/nats"
	"upslope/infra/objects"
	"upslope/infra/postgres"
)

// engines are the servers behind the parts, remote or embedded; callers need not know which.
type engines struct {
	records *postgres.DB
	facts   *clickhouse.DB
	queue   *nats.Queue
	bus     *nats.Bus
	files   *objects.Store

	closers []func() // closed in reverse order
}

// open connects to the engines that have a URL and, with embed, starts those that have none.
func open(ctx context.Context, config Config, embed bool, log *slog.Logger) (_ *engines, err error) {
	opened := &engines{}
	defer func() {
		if err != nil {
			opened.close()
		}
	}()
	err = needURLs(embed, map[string]string{"DATABASE_URL": config.DatabaseURL, "CLICKHOUSE_URL": config.ClickHouseURL, "NATS_URL": config.NATSURL})
	if err != nil {
		return nil, err
	}
	if opened.files, err = objects.Open(ctx, config.ObjectsURL, filepath.Join(config.DataDir, "objects")); err != nil {
		return nil, err
	}
	opened.later(func() { _ = opened.files.Close() })

	var starting errgroup.Group
	var closeRecords, closeFacts, closeNATS func()
	starting.Go(func() (err error) { closeRecords, err = opened.openRecords(ctx, config, log); return err })
	starting.Go(func() (err error) { closeFacts, err = opened.openFacts(ctx, config, log); return err })
	starting.Go(func() (err error) { closeNATS, err = opened.openNATS(ctx, config, log); return err })
	err = starting.Wait()
	for _, close := range []func(){closeRecords, closeFacts, closeNATS} {
		opened.later(close)
	}
	opened.files.Ledger = opened.records
	return opened, err
}

// needURLs returns an error that lists the engines without a URL, unless they are embedded.
func needURLs(embed bool, urls map[string]string) error {
	var missing []string
	for name, url := range urls {
		if url == "" && !embed {
			missing = append(missing, name)
		}
	}
	slices.Sort(missing)
	if len(missing) > 0 {
		return fmt.Errorf("set %s, or use upslope dev, which starts these engines on this machine", strings.Join(missing, ", "))
	}
	return nil
}

func (e *engines) openRecords(ctx context.Context, config Config, log *slog.Logger) (func(), error) {
	url, stop := config.DatabaseURL, func() {}
	if url == "" {
		server, err := embeddedpostgres.Start(ctx, embeddedpostgres.Config{Dir: filepath.Join(config.DataDir, "postgres"), Log: log})
		if err != nil {
			return nil, fmt.Errorf("start PostgreSQL: %w", err)
		}
		url, stop = server.URL(), func() { stopServer(log, "PostgreSQL", server.Stop) }
	}
	var err error
	if e.records, err = postgres.Open(ctx, url); err != nil {
		stop()
		return nil, err
	}
	return func() { e.records.Close(); stop() }, nil
}

func (e *engines) openFacts(ctx context.Context, config Config, log *slog.Logger) (func(), error) {
	url, stop := config.ClickHouseURL, func() {}
	if url == "" {
		server, err := embeddedclickhouse.Start(ctx, embeddedclickhouse.Config{Dir: filepath.Join(config.DataDir, "clickhouse"), Log: log})
		if err != nil {
			return nil, fmt.Errorf("start ClickHouse: %w", err)
		}
		url, stop = server.URL(), func() { stopServer(log, "ClickHouse", server.Stop) }
	}
	var err error
	if e.facts, err = clickhouse.Open(url); err != nil {
		stop()
		return nil, err
	}
	return func() { _ = e.facts.Close(); stop() }, nil
}

func (e *engines) openNATS(ctx context.Context, config Config, log *slog.Logger) (func(), error) {
	var conn *natsgo.Conn
	var err error
	stop := func() {}
	if config.NATSURL != "" {
		conn, err = nats.Connect(config.NATSURL)
	} else {
		var server *embeddednats.Server
		if server, err = embeddednats.Start(ctx, embeddednats.Config{Dir: filepath.Join(config.DataDir, "nats"), Log: log}); err != nil {
			return nil, fmt.Errorf("start NATS: %w", err)
		}
		stop = server.Stop
		conn, err = server.Connect()
	}
	if err != nil {
		stop()
		return nil, err
	}
	if e.queue, err = nats.NewQueue(conn); err != nil {
		conn.Close()
		stop()
		return nil, err
	}
	e.bus = nats.NewBus(conn)
	return func() { conn.Close(); stop() }, nil
}

// migrate applies this program's migrations to both databases.
func (e *engines) migrate(ctx context.Context) error {
	facts, err := fs.Sub(migrations.Files, "clickhouse")
	if err != nil {
		return err
	}
	var migrating errgroup.Group
	migrating.Go(func() error { return e.records.Migrate(ctx) })
	migrating.Go(func() error { return e.facts.Migrate(ctx, facts) })
	return migrating.Wait()
}

func (e *engines) later(close func()) {
	if close != nil {
		e.closers = append(e.closers, close)
	}
}

// close closes everything in reverse order.
func (e *engines) close() {
	for i := len(e.closers) - 1; i >= 0; i-- {
		e.closers[i]()
	}
}

// stopServer stops an embedded engine, with 15 seconds for a clean shutdown.
func stopServer(log *slog.Logger, name string, stop func(context.Context) error) {
	ctx, cancel := context.WithTimeout(context.Background(), 15*time.Second)
	defer cancel()
	if err := stop(ctx); err != nil && !errors.Is(err, context.Canceled) {
		log.Warn("an engine did not stop in order", "engine", name, "error", err)
	}
}
