package main

import (
	"context"
	"errors"
	"log/slog"
	"sync/atomic"
	"time"

	"github.com/prometheus/client_golang/prometheus"

	"upslope"
	"upslope/analytics"
	"upslope/edge"
	"upslope/infra/nats"
	"upslope/ingest"
	"upslope/web"
)

// wiring gives each part what it needs from the engines and from the other parts.
type wiring struct {
	config  Config
	engines *engines
	log     *slog.Logger
	metrics *prometheus.Registry
	ready   atomic.Bool // the databases have this program's schema
}

// How many jobs of a kind a process does at once: what bounds its memory, not its speed.
const (
	importsAtOnce    = 2
	recomputesAtOnce = 2
	erasesAtOnce     = 1
)

func (w *wiring) ingest() []nats.Consumer {
	importer := &ingest.Importer{
		Records: w.engines.records, Facts: w.engines.facts, Objects: w.engines.files, Now: time.Now, Log: w.log,
	}
	return []nats.Consumer{
		workOn(w.engines.records, upslope.ImportCrawl, importsAtOnce, importer.Import),
		{
			Kind: "erase", Concurrency: erasesAtOnce,
			Handle: func(ctx context.Context, message nats.Message) error {
				erase, err := decode(message)
				if err != nil {
					return err
				}
				return importer.EraseSite(ctx, erase.AccountID, erase.SiteID, erase.ObjectKeys)
			},
			Dead: func(context.Context, nats.Message, error) error { return nil }, // kept in the stream of dead jobs
		},
	}
}
