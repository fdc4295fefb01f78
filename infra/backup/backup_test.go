package backup_test

import (
	"context"
	"io"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/johannesboyne/gofakes3"
	"github.com/johannesboyne/gofakes3/backend/s3mem"

	"upslope/infra/backup"
	"upslope/infra/clickhouse"
	"upslope/infra/clickhouse/clickhousetest"
	"upslope/infra/objects"
	"upslope/infra/postgres/postgrestest"
)

func TestMain(m *testing.M) { clickhousetest.Main(run{m}) }

// run runs the tests with PostgreSQL.
type run struct{ m *testing.M }

func (r run) Run() int { return postgrestest.Main(r.m) }

// A bucket holds all of a backup: the engine writes its part by itself.
func TestABackupInABucketIsRestored(t *testing.T) {
	backend := s3mem.New()
	if err := backend.CreateBucket("backups"); err != nil {
		t.Fatal(err)
	}
	storage := httptest.NewServer(gofakes3.New(backend).Server())
	defer storage.Close()
	t.Setenv("AWS_ACCESS_KEY_ID", "test")
	t.Setenv("AWS_SECRET_ACCESS_KEY", "test")
	place, err := backup.OpenPlace(t.Context(), "s3://backups/2026-11-25?region=us-east-1&use_path_style=true"+
		"&request_checksum_calculation=when_required&response_checksum_validation=when_required&endpoint="+storage.URL, "test", "test")
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = place.Close() }()

	from := installation(t)
	const insert = `insert into gsc_totals (account_id, site_id, connection_id, day, sync_id, clicks)
		select generateUUIDv4(), generateUUIDv4(), generateUUIDv4(), '2026-11-20', 1, number from numbers(1000)`
	if err := from.Facts.(*clickhouse.DB).Exec(t.Context(), insert, nil); err != nil {
		t.Fatal(err)
	}
	if err := from.Files.Put(t.Context(), "uploads/a/1", strings.NewReader("a crawl")); err != nil {
		t.Fatal(err)
	}
	made, err := backup.Run(t.Context(), from, place, time.Now())
	if err != nil {
		t.Fatal(err)
	}
	to := installation(t)
	if _, err := backup.Restore(t.Context(), place, to); err != nil {
		t.Fatal(err)
	}
	counts, err := to.Facts.TableRows(t.Context())
	if err != nil || counts["gsc_totals"] != 1000 || made.Facts.Before["gsc_totals"] != 1000 {
		t.Errorf("%v rows restored of %v: %v", counts["gsc_totals"], made.Facts.Before["gsc_totals"], err)
	}
	body, _, err := to.Files.Open(t.Context(), "uploads/a/1")
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = body.Close() }()
	if text, err := io.ReadAll(body); err != nil || string(text) != "a crawl" {
		t.Errorf("%q %v", text, err)
	}
	used := installation(t)
	used.Facts = to.Facts
	if _, err := backup.Restore(t.Context(), place, used); err == nil || !strings.Contains(err.Error(), "has rows already") {
		t.Errorf("into a ClickHouse in use: %v", err)
	}
}

// installation has empty, migrated databases and an empty folder of files.
func installation(t *testing.T) backup.Installation {
	t.Helper()
	files, err := objects.Open(context.Background(), "", t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = files.Close() })
	return backup.Installation{Records: postgrestest.Open(t), Facts: clickhousetest.Open(t), Files: files}
}
