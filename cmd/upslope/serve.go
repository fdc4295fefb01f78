package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"path/filepath"
	"sync"
	"syscall"
	"time"

	"golang.org/x/sync/errgroup"

	"upslope/edge/health"
	"upslope/infra/monitoring"
)

// parts selects the parts of the product that a process runs.
type parts struct {
	edge, ingest, analytics bool
	embed                   bool // start the engines that have no URL
}

// alone reports whether the process runs an edge only.
func (p parts) alone() bool { return p == parts{edge: true} }

var everything = parts{edge: true, ingest: true, analytics: true, embed: true}

// serve runs parts until ctx ends: open, wire, run, close. It listens first so that nobody is refused.
func serve(ctx context.Context, config Config, log *slog.Logger, stdout io.Writer, run parts) error {
	if err := config.check(run); err != nil {
		return err
	}
	var listener net.Listener
	endWait := func() {}
	if run.edge {
		var err error
		if listener, err = listen(ctx, config.Addr); err != nil {
			return err
		}
		defer func() { _ = listener.Close() }()
		endWait = sync.OnceFunc(health.Wait(listener).End)
		defer endWait()
	}
	opened, err := open(ctx, config, run.embed, log)
	if err != nil && ctx.Err() != nil {
		return nil // stopped during startup
	}
	if err != nil {
		return err
	}
	defer opened.close()
	stopTraces, err := monitoring.Trace(ctx, config.TracesURL, log)
	if err != nil {
		return err
	}
	defer stopTraces()
	metrics := monitoring.New(log)
	wired, err := wire(config, opened, log, metrics)
	if err != nil {
		return err
	}
	wired.embedded = run.embed
	wired.space = watchSpace(ctx, config, run.embed, log)
	defer wired.closeBrowsers()
	// Jobs end after the listeners: the context of workers ends when the edge has stopped.
	working, workers := errgroup.WithContext(context.WithoutCancel(ctx))
	workers, stopWorkers := context.WithCancel(workers)
	defer stopWorkers()
	if run.edge {
		stop, err := wired.serveEdge(ctx, working, workers, run, listener, endWait, stopWorkers)
		if err != nil {
			return err
		}
		defer stop()
	} else {
		defer context.AfterFunc(ctx, stopWorkers)()
	}
	ready := sync.OnceFunc(func() { _, _ = fmt.Fprintf(stdout, "Upslope is ready at %s\n", config.PublicURL) })
	if run.alone() {
		working.Go(func() error {
			if wired.awaitReports(workers) == nil {
				ready()
			}
			return nil
		})
	}
	if config.MetricsAddr != "" {
		var copied monitoring.Reports
		if wired.opener != nil {
			copied = wired.opener.pages
		}
		metrics.Watch(opened.records, copied)
		working.Go(func() error { return serveMetrics(workers, config.MetricsAddr, metrics.Handler(wired.healthy)) })
	}
	working.Go(func() error {
		if err := wired.prepare(workers, run); err != nil {
			return err
		}
		if run.edge {
			ready()
		}
		return wired.work(workers, run)
	})
	if err := working.Wait(); err != nil && ctx.Err() == nil {
		return err
	}
	return nil
}

// serveEdge serves on the listener until ctx ends, and ends the workers after it.
func (w *wiring) serveEdge(ctx context.Context, working *errgroup.Group, workers context.Context, run parts, listener net.Listener, endWait, stopWorkers func()) (stop func(), err error) {
	server, err := w.edge(run.alone())
	if err != nil {
		return nil, err
	}
	stopChanges, err := w.engines.bus.Subscribe(changesSubject, func(_ string, change []byte) { w.feed.Receive(change) })
	if err != nil {
		return nil, err
	}
	serving, stopServing := context.WithCancel(ctx)
	context.AfterFunc(workers, stopServing) // another part has failed
	endWait()
	working.Go(func() error {
		defer stopWorkers()
		return server.Serve(serving, listener)
	})
	working.Go(func() error { return w.follow(workers) })
	// printing reports the error
	warm := time.AfterFunc(browserWarmup, func() { _ = w.printer.Warm() })
	return func() {
		warm.Stop()
		stopServing()
		w.opener.copy.Close()
		stopChanges()
	}, nil
}

// prepare waits for the engines and applies migrations.
func (w *wiring) prepare(ctx context.Context, run parts) error {
	for {
		err := w.engines.migrate(ctx)
		if err == nil {
			w.ready.Store(true)
			return nil
		}
		if run.embed || ctx.Err() != nil {
			return err
		}
		w.log.WarnContext(ctx, "the databases are not ready; trying again", "error", err)
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(2 * time.Second):
		}
	}
}

// work runs the consumers of the parts that have some, and takes part in publishing the outbox.
func (w *wiring) work(ctx context.Context, run parts) error {
	if run.ingest || run.analytics {
		worker, err := watchCrashes(ctx, filepath.Join(w.config.DataDir, "crashes"), w.engines.records, w.log)
		if err != nil {
			return err
		}
		defer worker.close()
		w.engines.queue.UseLedger(w.engines.records, worker.name)
	}
	working, ctx := errgroup.WithContext(ctx)
	if run.ingest {
		for _, consumer := range w.metrics.Measure(w.ingest()) {
			working.Go(func() error { return w.engines.queue.Consume(ctx, consumer) })
		}
		working.Go(func() error { return w.schedule(ctx) })
	}
	if run.analytics {
		consumers, err := w.analytics()
		if err != nil {
			return err
		}
		for _, consumer := range w.metrics.Measure(consumers) {
			working.Go(func() error { return w.engines.queue.Consume(ctx, consumer) })
		}
		working.Go(func() error { return w.publisher().Run(ctx) })
		working.Go(func() error { return w.webhooks.Run(ctx) })
		working.Go(func() error { return w.trackers.Run(ctx) })
		if err := w.watchAlerts(ctx, working); err != nil {
			return err
		}
	}
	if run.ingest || run.analytics {
		working.Go(func() error { return w.relay(ctx) })
		working.Go(func() error { return w.sweep(ctx) })
		working.Go(func() error { return w.sweepFiles(ctx) })
		working.Go(func() error { return w.keepDeadLetters(ctx) })
	}
	return working.Wait()
}

// browserWarmup delays the start of the browser on an edge: after everything that users wait for, but before
// the first PDF.
const browserWarmup = 15 * time.Second

// uploadRetention is how long an inactive multipart upload is kept.
const uploadRetention = 24 * time.Hour

// Retention of finished jobs, which are needed for their progress only, of activity and of expired tokens.
const (
	jobRetention      = 90 * 24 * time.Hour
	activityRetention = 400 * 24 * time.Hour // one year, and the season before it
	expiredTokensKept = 30 * 24 * time.Hour  // people can still see that they have expired
)

// unusedUploadRetention is how long an uploaded file that is part of no crawl waits for an answer.
const unusedUploadRetention = 7 * 24 * time.Hour

// givenUpRetention is how long work that was given up waits for an administrator.
const givenUpRetention = 30 * 24 * time.Hour

// deliveryRetention is how long it can be seen what webhooks were sent.
const deliveryRetention = 30 * 24 * time.Hour

// auditRetention is the retention of the audit log.
const auditRetention = 400 * 24 * time.Hour

// sweep deletes expired data once an hour.
func (w *wiring) sweep(ctx context.Context) error {
	for {
		now := time.Now()
		err := errors.Join(
			w.engines.records.SweepSessions(ctx, now),
			w.engines.records.SweepUserEvents(ctx, now),
			w.engines.records.EndUnpaidPlans(ctx, now),
			w.engines.records.ForgetTokens(ctx, now.Add(-expiredTokensKept)),
			w.engines.records.ForgetUploads(ctx, now.Add(-unusedUploadRetention)),
			w.engines.records.ForgetJobs(ctx, now.Add(-jobRetention)),
			w.engines.records.ForgetGivenUp(ctx, now.Add(-givenUpRetention)),
			w.engines.records.ForgetActivity(ctx, now.Add(-activityRetention)),
			w.engines.records.ForgetDeliveries(ctx, now.Add(-deliveryRetention)),
			w.engines.records.ForgetAlerts(ctx, now.Add(-activityRetention)),
			w.engines.records.ForgetAlertMails(ctx, now.Add(-jobRetention)),
			w.engines.records.EraseAgain(ctx, now, w.eraseSite),
			w.engines.records.EraseConnectionsAgain(ctx, now, w.syncer.EraseConnection),
			w.sweepRows(ctx, now),
			w.engines.records.SweepAudit(ctx, now.Add(-auditRetention)),
			w.engines.records.SweepViewBatches(ctx, now.Add(-batchesKept)),
			w.connections.Sweep(ctx),
			w.engines.files.SweepParts(ctx, now.Add(-uploadRetention)),
		)
		if err != nil && ctx.Err() == nil {
			w.log.WarnContext(ctx, "not everything that is too old was swept", "error", err)
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(time.Hour):
		}
	}
}

func listen(ctx context.Context, addr string) (net.Listener, error) {
	listener, err := new(net.ListenConfig).Listen(ctx, "tcp", addr)
	if errors.Is(err, syscall.EADDRINUSE) {
		return nil, fmt.Errorf("%s is taken by another program; choose another address, such as ADDR=127.0.0.1:8081", addr)
	}
	if err != nil {
		return nil, fmt.Errorf("listen on ADDR: %w", err)
	}
	return listener, nil
}

// serveMetrics serves metrics and health on an address that only operators can reach.
func serveMetrics(ctx context.Context, addr string, handler http.Handler) error {
	listener, err := listen(ctx, addr)
	if err != nil {
		return err
	}
	server := &http.Server{Handler: handler, ReadHeaderTimeout: 5 * time.Second}
	go func() {
		<-ctx.Done()
		_ = server.Close()
	}()
	if err := server.Serve(listener); !errors.Is(err, http.ErrServerClosed) {
		return fmt.Errorf("serve metrics: %w", err)
	}
	return nil
}
