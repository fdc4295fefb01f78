package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"log/slog"
	"os"
	"path/filepath"
	"time"

	"upslope/infra/backup"
	"upslope/infra/objects"
)

// backUp copies PostgreSQL, ClickHouse and uploads to a folder or bucket: `backup [-files=false] <place>`.
func backUp(ctx context.Context, config Config, log *slog.Logger, args []string, stdout, stderr io.Writer) error {
	return withBackup(ctx, config, log, "backup", args, stderr, func(installation backup.Installation, place *backup.Place, _ *engines) error {
		if config.ClickHouseURL == "" {
			if _, err := os.Stat(filepath.Join(config.DataDir, "clickhouse")); err != nil {
				return fmt.Errorf("there is nothing to back up: set DATABASE_URL and CLICKHOUSE_URL, or the DATA_DIR of an upslope dev that was stopped: %w", err)
			}
		}
		manifest, err := backup.Run(ctx, installation, place, time.Now())
		if err != nil {
			return err
		}
		_, err = fmt.Fprintf(stdout, "Backed up %s. ENCRYPTION_KEYSET is not in it: keep it elsewhere.\n", describeBackup(manifest))
		return err
	})
}

// restoreBackup fills empty databases, and object storage, from a backup: `restore [-files=false] <place>`.
func restoreBackup(ctx context.Context, config Config, log *slog.Logger, args []string, stdout, stderr io.Writer) error {
	return withBackup(ctx, config, log, "restore", args, stderr, func(installation backup.Installation, place *backup.Place, opened *engines) error {
		manifest, err := backup.Restore(ctx, place, installation)
		if err != nil {
			return err
		}
		if err := opened.migrate(ctx); err != nil {
			return err
		}
		_, err = fmt.Fprintf(stdout, "Restored %s, as of %s; the counts are equal. Start analytics first, then ingest and edge.\n",
			describeBackup(manifest), manifest.CreatedAt.Format(time.DateTime+" UTC"))
		return err
	})
}

func describeBackup(m backup.Manifest) string {
	var facts uint64
	for _, rows := range m.Facts.After {
		facts += rows
	}
	files := fmt.Sprintf("%d files", len(m.Files))
	if !m.WithFiles {
		files = "no files"
	}
	return fmt.Sprintf("%d rows of PostgreSQL, %d rows of ClickHouse and %s", m.Rows(), facts, files)
}

// withBackup opens the engines and the place that a command names, and calls do.
func withBackup(ctx context.Context, config Config, log *slog.Logger, command string, args []string, stderr io.Writer,
	do func(backup.Installation, *backup.Place, *engines) error,
) error {
	flags := flag.NewFlagSet(command, flag.ContinueOnError)
	flags.SetOutput(stderr)
	withFiles := flags.Bool("files", true, "copy uploaded files, too; turn it off where their bucket keeps versions")
	if err := flags.Parse(args); err != nil {
		return err
	}
	if flags.NArg() != 1 {
		return fmt.Errorf("upslope %s takes one place: a folder, or s3://<bucket>/<folder>?region=…", command)
	}
	place, err := backup.OpenPlace(ctx, flags.Arg(0), config.storageKey, config.storageSecret)
	if err != nil {
		return err
	}
	defer func() { _ = place.Close() }()
	if place.OnThisMachine() && config.ClickHouseURL != "" {
		return errors.New("a ClickHouse server writes its backup itself and cannot reach a folder of this machine: name a bucket, s3://<bucket>/<folder>")
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
	installation := backup.Installation{Records: opened.records, Facts: opened.facts}
	if *withFiles {
		files, err := objects.Open(ctx, config.ObjectsURL, filepath.Join(config.DataDir, "objects"))
		if err != nil {
			return err
		}
		defer func() { _ = files.Close() }()
		installation.Files = files
	}
	return do(installation, place, opened)
}
