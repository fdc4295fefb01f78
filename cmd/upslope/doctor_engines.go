package main

import (
	"context"
	"embed"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"strings"
	"time"

	"github.com/google/uuid"

	"upslope"
	"upslope/infra/clickhouse"
	"upslope/infra/nats"
	"upslope/infra/objects"
	"upslope/infra/postgres"
	"upslope/infra/replica"
)

// examineEngines pings the engines that have a URL, and briefly starts the others in a temporary folder.
func examineEngines(ctx context.Context, config Config) []finding {
	ctx, cancel := context.WithTimeout(ctx, 30*time.Second)
	defer cancel()
	var findings []finding
	embedded := config
	if config.DatabaseURL != "" {
		findings = append(findings, look("PostgreSQL", "answers at DATABASE_URL", askPostgres(ctx, config.DatabaseURL)))
	}
	if config.ClickHouseURL != "" {
		findings = append(findings, look("ClickHouse", "answers at CLICKHOUSE_URL", askClickHouse(ctx, config.ClickHouseURL)))
	}
	if config.NATSURL != "" {
		fact, err := askNATS(ctx, config)
		findings = append(findings, look("NATS", fact, err))
	}
	if len(findings) == 3 {
		return findings
	}
	dir, err := os.MkdirTemp("", "upslope-doctor-")
	if err != nil {
		return append(findings, look("engines", "", err))
	}
	defer func() { _ = os.RemoveAll(dir) }()
	embedded.DataDir, embedded.ObjectsURL = dir, ""
	opened, err := open(ctx, embedded, true, slog.New(slog.DiscardHandler))
	if err == nil {
		if config.ClickHouseURL == "" {
			err = opened.facts.Migrate(ctx, embed.FS{}) // creates the database, without tables
		}
		err = errors.Join(err, opened.records.Ping(ctx), opened.facts.Ping(ctx))
		opened.close()
	}
	return append(findings, look("engines", "the embedded ones start here", err))
}

// examineStorage writes, reads and deletes a small object, and reads the replica of reports.
func examineStorage(ctx context.Context, config Config) (findings []finding) {
	ctx, cancel := context.WithTimeout(ctx, 30*time.Second)
	defer cancel()
	if config.ObjectsURL != "" {
		findings = append(findings, look("files", "stored and read at OBJECTS_URL", tryObjects(ctx, config)))
	}
	if config.replicaChosen {
		fact, err := tryReplica(ctx, config)
		findings = append(findings, look("reports", fact, err))
	}
	return findings
}

func tryObjects(ctx context.Context, config Config) error {
	files, err := objects.Open(ctx, config.ObjectsURL, "")
	if err != nil {
		return err
	}
	defer func() { _ = files.Close() }()
	key := "doctor/" + uuid.NewString()
	if err := files.Put(ctx, key, strings.NewReader("upslope doctor")); err != nil {
		return fmt.Errorf("OBJECTS_URL: %w", err)
	}
	body, _, err := files.Open(ctx, key)
	if err == nil {
		err = body.Close()
	}
	if err = errors.Join(err, files.Delete(ctx, key)); err != nil {
		return fmt.Errorf("OBJECTS_URL: %w", err)
	}
	return nil
}

func tryReplica(ctx context.Context, config Config) (fact string, err error) {
	folder, err := os.MkdirTemp("", "upslope-doctor-")
	if err != nil {
		return "", err
	}
	defer func() { _ = os.RemoveAll(folder) }()
	follower, err := replica.OpenFollower(folder, config.ReportsReplicaURL)
	if err != nil {
		return "", fmt.Errorf("REPORTS_REPLICA_URL: %w", err)
	}
	defer follower.Close()
	err = follower.Sync(ctx, replicaTimeout)
	if errors.Is(err, replica.ErrEmptyStorage) {
		return "the storage at REPORTS_REPLICA_URL is empty, as before the first start of analytics", nil
	}
	if err != nil {
		return "", fmt.Errorf("REPORTS_REPLICA_URL: %w", err)
	}
	return "copied from REPORTS_REPLICA_URL", nil
}

func askPostgres(ctx context.Context, url string) error {
	db, err := postgres.Open(ctx, url)
	if err != nil {
		return err
	}
	defer db.Close()
	return db.Ping(ctx)
}

func askClickHouse(ctx context.Context, url string) error {
	db, err := clickhouse.Open(url)
	if err != nil {
		return err
	}
	return errors.Join(db.Ping(ctx), db.Close())
}

// askNATS says how safely jobs are stored.
func askNATS(ctx context.Context, config Config) (string, error) {
	conn, err := nats.Connect(config.NATSURL)
	if err != nil {
		return "", err
	}
	defer conn.Close()
	if err := conn.FlushTimeout(3 * time.Second); err != nil {
		return "", err
	}
	queue, err := nats.NewQueue(conn)
	if err != nil {
		return "", err
	}
	found, err := queue.Inspect(ctx)
	if upslope.CodeOf(err) == upslope.NotFound {
		return "answers at NATS_URL; its streams are made when the first job is queued", nil
	}
	if err != nil {
		return "", err
	}
	if found.Current < config.NATSReplicas {
		return "", fmt.Errorf("each job is stored on %d servers of %d that have a copy, and NATS_REPLICAS asks for %d: look at the cluster's servers", found.Current, found.Stored, config.NATSReplicas)
	}
	return fmt.Sprintf("answers at NATS_URL; each job is stored on %d of %d servers that have a copy", found.Current, found.Stored), nil
}
