package backup

import (
	"compress/gzip"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"

	"gocloud.dev/gcerrors"
)

// Restore copies a backup into an installation whose databases are empty, and compares the counts.
// PostgreSQL's rows are read first, so that a damaged backup changes nothing, and appear last.
func Restore(ctx context.Context, from *Place, to Installation) (Manifest, error) {
	manifest, err := from.manifest(ctx)
	if err != nil {
		return Manifest{}, err
	}
	open := func(table string) (io.ReadCloser, error) { return from.open(ctx, tableFile(table)) }
	err = to.Records.Restore(ctx, manifest.Records, open, func() error {
		if err := restoreFacts(ctx, from, manifest.Facts, to.Facts); err != nil {
			return fmt.Errorf("ClickHouse: %w", err)
		}
		if to.Files == nil {
			return nil
		}
		if err := restoreFiles(ctx, from, manifest, to.Files); err != nil {
			return fmt.Errorf("files: %w", err)
		}
		return nil
	})
	return manifest, err
}

func (p *Place) manifest(ctx context.Context) (Manifest, error) {
	text, err := p.bucket.ReadAll(ctx, manifestFile)
	if gcerrors.Code(err) == gcerrors.NotFound {
		return Manifest{}, errors.New("there is no complete backup: " + manifestFile + " is missing")
	}
	if err != nil {
		return Manifest{}, fmt.Errorf("read the manifest: %w", err)
	}
	var manifest Manifest
	if err := json.Unmarshal(text, &manifest); err != nil {
		return Manifest{}, fmt.Errorf("read the manifest: %w", err)
	}
	return manifest, nil
}

// restoreFacts allows each table any number of rows between those before and after the backup.
func restoreFacts(ctx context.Context, from *Place, manifest FactsManifest, facts Facts) error {
	if err := facts.RestoreBackup(ctx, from.engine, manifest.Database); err != nil {
		return err
	}
	counts, err := facts.TableRows(ctx)
	if err != nil {
		return err
	}
	for table, before := range manifest.Before {
		least, most := min(before, manifest.After[table]), max(before, manifest.After[table])
		if rows := counts[table]; rows < least || rows > most {
			return fmt.Errorf("%s has %d rows after the restore, and had %d to %d", table, rows, least, most)
		}
	}
	return nil
}

func restoreFiles(ctx context.Context, from *Place, manifest Manifest, to Files) error {
	if !manifest.WithFiles {
		return nil
	}
	present, err := to.Keys(ctx, uploads)
	if err != nil {
		return err
	}
	slices.Sort(present)
	for _, key := range manifest.Files {
		if _, found := slices.BinarySearch(present, key); found {
			continue
		}
		body, err := from.bucket.NewReader(ctx, "files/"+key, nil)
		if err != nil {
			return fmt.Errorf("read %s: %w", key, err)
		}
		err = to.Put(ctx, key, body)
		if err = errors.Join(err, body.Close()); err != nil {
			return err
		}
	}
	return nil
}

// unpacked decompresses a file.
type unpacked struct {
	*gzip.Reader
	file io.Closer
}

func (u unpacked) Close() error { return errors.Join(u.Reader.Close(), u.file.Close()) }

func (p *Place) open(ctx context.Context, key string) (io.ReadCloser, error) {
	file, err := p.bucket.NewReader(ctx, key, nil)
	if err != nil {
		return nil, fmt.Errorf("read %s: %w", key, err)
	}
	reader, err := gzip.NewReader(file)
	if err != nil {
		return nil, errors.Join(fmt.Errorf("read %s: %w", key, err), file.Close())
	}
	return unpacked{reader, file}, nil
}
