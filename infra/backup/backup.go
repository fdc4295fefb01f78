// Package backup copies an installation to one place and back: PostgreSQL's tables, ClickHouse's own backup,
// and the uploaded files. It owns the layout of a backup and the proof that a restore is complete. It does
// not keep ENCRYPTION_KEYSET, without which the credentials in a backup are unreadable, and nothing of NATS:
// jobs are published again from PostgreSQL.
package backup

import (
	"compress/gzip"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"time"

	"gocloud.dev/blob"

	"upslope"
	"upslope/infra/clickhouse"
	"upslope/infra/postgres"
)

const (
	// manifestFile is written last: a place without it holds no complete backup.
	manifestFile = "manifest.json"
	// uploads is where object storage has what people uploaded. Unfinished uploads are sent again.
	uploads = "uploads/"
)

// Records is PostgreSQL.
type Records interface {
	Dump(ctx context.Context, create func(table string) (io.WriteCloser, error)) (postgres.Dump, error)
	Restore(ctx context.Context, dump postgres.Dump, open func(table string) (io.ReadCloser, error), meanwhile func() error) error
}

// Facts is ClickHouse.
type Facts interface {
	Database() string
	Backup(ctx context.Context, to clickhouse.BackupPlace) error
	RestoreBackup(ctx context.Context, from clickhouse.BackupPlace, database string) error
	TableRows(ctx context.Context) (map[string]uint64, error)
}

// Files is object storage.
type Files interface {
	Keys(ctx context.Context, prefix string) ([]string, error)
	Open(ctx context.Context, key string) (io.ReadCloser, int64, error)
	Put(ctx context.Context, key string, body io.Reader) error
}

// Installation is what is backed up. Without Files, uploads are left to the versioning of their bucket.
type Installation struct {
	Records Records
	Facts   Facts
	Files   Files
}

// Manifest says what a backup holds.
type Manifest struct {
	CreatedAt time.Time     `json:"createdAt"`
	Records   postgres.Dump `json:"postgresql"`
	Facts     FactsManifest `json:"clickhouse"`
	Files     []string      `json:"files"` // keys in object storage
	WithFiles bool          `json:"withFiles"`
}

// FactsManifest has the number of rows of each table before and after ClickHouse's backup, which are equal
// where nothing was written meanwhile.
type FactsManifest struct {
	Database string            `json:"database"`
	Before   map[string]uint64 `json:"rowsBefore"`
	After    map[string]uint64 `json:"rowsAfter"`
}

// Rows returns the number of rows in PostgreSQL.
func (m Manifest) Rows() (rows int64) {
	for _, table := range m.Records.Tables {
		rows += table.Rows
	}
	return rows
}

// Run backs up the installation. PostgreSQL comes first: it names crawls whose rows ClickHouse must have.
func Run(ctx context.Context, from Installation, to *Place, now time.Time) (Manifest, error) {
	switch _, err := to.bucket.List(nil).Next(ctx); {
	case err == nil:
		return Manifest{}, errors.New("the place of the backup is not empty: each backup needs a folder of its own")
	case !errors.Is(err, io.EOF):
		return Manifest{}, fmt.Errorf("look into the place of the backup: %w", err)
	}
	manifest := Manifest{CreatedAt: now.UTC(), WithFiles: from.Files != nil, Facts: FactsManifest{Database: from.Facts.Database()}}
	var err error
	manifest.Records, err = from.Records.Dump(ctx, func(table string) (io.WriteCloser, error) { return to.create(ctx, tableFile(table)) })
	if err != nil {
		return Manifest{}, fmt.Errorf("PostgreSQL: %w", err)
	}
	if manifest.Facts.Before, err = from.Facts.TableRows(ctx); err != nil {
		return Manifest{}, fmt.Errorf("ClickHouse: %w", err)
	}
	if err := from.Facts.Backup(ctx, to.engine); err != nil {
		return Manifest{}, fmt.Errorf("ClickHouse: %w", err)
	}
	if manifest.Facts.After, err = from.Facts.TableRows(ctx); err != nil {
		return Manifest{}, fmt.Errorf("ClickHouse: %w", err)
	}
	if from.Files != nil {
		if manifest.Files, err = copyFiles(ctx, from.Files, to); err != nil {
			return Manifest{}, fmt.Errorf("files: %w", err)
		}
	}
	text, err := json.MarshalIndent(manifest, "", "  ")
	if err != nil {
		return Manifest{}, err
	}
	if err := to.bucket.WriteAll(ctx, manifestFile, text, nil); err != nil {
		return Manifest{}, fmt.Errorf("write the manifest: %w", err)
	}
	return manifest, nil
}

// copyFiles copies all objects. One that its site's deletion removes meanwhile is left out.
func copyFiles(ctx context.Context, from Files, to *Place) (copied []string, err error) {
	keys, err := from.Keys(ctx, uploads)
	if err != nil {
		return nil, err
	}
	for _, key := range keys {
		body, _, err := from.Open(ctx, key)
		if upslope.CodeOf(err) == upslope.NotFound {
			continue
		}
		if err != nil {
			return nil, err
		}
		err = to.write(ctx, "files/"+key, body)
		if err = errors.Join(err, body.Close()); err != nil {
			return nil, err
		}
		copied = append(copied, key)
	}
	return copied, nil
}

func tableFile(table string) string { return "postgresql/" + table + ".copy.gz" }

func (p *Place) write(ctx context.Context, key string, body io.Reader) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	writer, err := p.bucket.NewWriter(ctx, key, &blob.WriterOptions{ContentType: "application/octet-stream"})
	if err != nil {
		return fmt.Errorf("write %s: %w", key, err)
	}
	if _, err := io.Copy(writer, body); err != nil {
		cancel() // so that closing discards what was written
		_ = writer.Close()
		return fmt.Errorf("write %s: %w", key, err)
	}
	if err := writer.Close(); err != nil {
		return fmt.Errorf("write %s: %w", key, err)
	}
	return nil
}

// packed compresses what is written to a file.
type packed struct {
	*gzip.Writer
	file io.Closer
}

func (p packed) Close() error { return errors.Join(p.Writer.Close(), p.file.Close()) }

func (p *Place) create(ctx context.Context, key string) (io.WriteCloser, error) {
	file, err := p.bucket.NewWriter(ctx, key, &blob.WriterOptions{ContentType: "application/gzip"})
	if err != nil {
		return nil, fmt.Errorf("write %s: %w", key, err)
	}
	return packed{gzip.NewWriter(file), file}, nil
}
