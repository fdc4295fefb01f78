package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"os"
	"path/filepath"
	"text/tabwriter"
	"time"

	"upslope/analytics/sharing"
	"upslope/infra/audit"
	"upslope/infra/objects"
	"upslope/infra/replica"
)

// replicaTimeout bounds the first copy of the replica of reports.
const replicaTimeout = time.Minute

// errOrphans is returned by an audit after it has printed what it found.
var errOrphans = errors.New("something is stored that belongs to nothing; sweeps delete it within an hour, and rows in ClickHouse within a day")

// auditAccount prints what is stored of an account, deleted or not, by place: `doctor --audit <account id>`.
func auditAccount(ctx context.Context, config Config, log *slog.Logger, accountID string, stdout io.Writer) error {
	if _, err := os.Stat(filepath.Join(config.DataDir, "clickhouse")); err != nil && config.ClickHouseURL == "" {
		return fmt.Errorf("set DATABASE_URL and CLICKHOUSE_URL, or the DATA_DIR of an upslope dev that was stopped: %w", err)
	}
	opened := &engines{}
	defer opened.close()
	for _, open := range []func(context.Context, Config, *slog.Logger) (func(), error){opened.openRecords, opened.openFacts} {
		closer, err := open(ctx, config, log)
		if err != nil {
			return err
		}
		opened.later(closer)
	}
	files, err := objects.Open(ctx, config.ObjectsURL, filepath.Join(config.DataDir, "objects"))
	if err != nil {
		return err
	}
	defer func() { _ = files.Close() }()
	places, err := audit.Run(ctx, audit.Sources{
		Records: opened.records, Facts: opened.facts, Files: files, TempDir: os.TempDir(),
		Reports: func(ctx context.Context) (pages, orphaned int, err error) { return opened.auditReports(ctx, config) },
	}, accountID)
	if err != nil {
		return err
	}
	return printAudit(stdout, places)
}

func printAudit(stdout io.Writer, places []audit.Place) error {
	var failed error
	table := tabwriter.NewWriter(stdout, 0, 0, 2, ' ', 0)
	_, _ = fmt.Fprintln(table, "\tPLACE\tFOUND\tBELONGS TO NOTHING")
	for _, place := range places {
		mark := "ok"
		if place.Orphaned > 0 {
			mark, failed = "FAIL", errOrphans
		}
		_, _ = fmt.Fprintf(table, "%s\t%s\t%d\t%d\n", mark, place.Name, place.Found, place.Orphaned)
	}
	return errors.Join(table.Flush(), failed)
}

// auditReports copies the replica of reports to a temporary folder, and compares it with the links.
func (e *engines) auditReports(ctx context.Context, config Config) (pages, orphaned int, err error) {
	folder, err := os.MkdirTemp("", "upslope-doctor-")
	if err != nil {
		return 0, 0, err
	}
	defer func() { _ = os.RemoveAll(folder) }()
	follower, err := replica.OpenFollower(folder, config.ReportsReplicaURL)
	if err != nil {
		return 0, 0, fmt.Errorf("REPORTS_REPLICA_URL: %w", err)
	}
	defer follower.Close()
	if err := follower.Sync(ctx, replicaTimeout); err != nil {
		return 0, 0, err
	}
	published, err := sharing.Published(follower)
	if err != nil {
		return 0, 0, err
	}
	known, err := e.records.ReportHashes(ctx)
	for _, hash := range published {
		if !known[hash] {
			orphaned++
		}
	}
	return len(published), orphaned, err
}
