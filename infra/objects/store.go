// Package objects stores uploaded files in a folder or in an S3-compatible bucket. It owns how they are
// stored; object keys and file contents belong to its callers.
package objects

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strings"
	"time"

	"gocloud.dev/blob"
	_ "gocloud.dev/blob/s3blob" // registers s3:// URLs
	"gocloud.dev/gcerrors"

	"upslope"
)

// Store is a folder or a bucket. It is safe for concurrent use.
type Store struct {
	bucket   *blob.Bucket
	parts    parts
	partsKey []byte
	folder   string // of the objects, "" in a bucket

	// Ledger, if set, records every object from before it is written until after it is deleted.
	Ledger      Ledger
	recordEvery time.Duration // while an object is written
}

// recordEvery is well below the age at which a recorded object without an owner is swept.
const recordEvery = 10 * time.Minute

// Ledger remembers which objects may exist. Its errors are those of the calls that write and delete objects.
type Ledger interface {
	AddObject(ctx context.Context, key string) error
	ForgetObject(ctx context.Context, key string) error
}

// Open opens the bucket of an s3:// URL, e.g. s3://uploads?region=eu-west-1 or
// s3://uploads?endpoint=https://storage.example&region=auto, or the folder when the URL is empty. Some
// S3-compatible storages need request_checksum_calculation=when_required and
// response_checksum_validation=when_required. Open does not connect.
func Open(ctx context.Context, url, folder string) (*Store, error) {
	if url == "" {
		bucket, err := openFolder(folder)
		if err != nil {
			return nil, err
		}
		key, err := openPartsKey(folder)
		return &Store{bucket: bucket, parts: &folderParts{folder: folder}, partsKey: key, folder: folder, recordEvery: recordEvery}, err
	}
	if !strings.HasPrefix(url, "s3://") {
		return nil, fmt.Errorf("OBJECTS_URL is %q: it must begin with s3://", url)
	}
	bucket, err := blob.OpenBucket(ctx, url)
	if err != nil {
		return nil, fmt.Errorf("open OBJECTS_URL: %w", err)
	}
	parts, err := newBucketParts(bucket, url)
	return &Store{bucket: bucket, parts: parts, recordEvery: recordEvery}, err
}

// Close releases the storage.
func (s *Store) Close() error { return s.bucket.Close() }

// Put stores the body under the key and replaces an existing object. When the body, the storage or the
// context fails, nothing is stored. An error of the body is returned unchanged.
func (s *Store) Put(ctx context.Context, key string, body io.Reader) error {
	written, err := s.record(ctx, key)
	if err != nil {
		return err
	}
	defer written()
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	writer, err := s.bucket.NewWriter(ctx, key, &blob.WriterOptions{ContentType: "application/octet-stream"})
	if err != nil {
		return explain(ctx, fmt.Errorf("store %s: %w", key, err))
	}
	source := &source{body: body}
	if _, err := io.Copy(writer, source); err != nil {
		failed := explain(ctx, fmt.Errorf("store %s: %w", key, err))
		cancel() // closing after the context is canceled discards the write
		_ = writer.Close()
		if source.err != nil {
			return source.err
		}
		return failed
	}
	if err := writer.Close(); err != nil {
		return explain(ctx, fmt.Errorf("store %s: %w", key, err))
	}
	return nil
}

// Open returns a reader of an object and its size in bytes, or NotFound.
func (s *Store) Open(ctx context.Context, key string) (io.ReadCloser, int64, error) {
	reader, err := s.bucket.NewReader(ctx, key, nil)
	if err != nil {
		return nil, 0, explain(ctx, fmt.Errorf("open %s: %w", key, err))
	}
	return reader, reader.Size(), nil
}

// Delete removes an object. Deleting a missing one is not an error.
func (s *Store) Delete(ctx context.Context, key string) error {
	err := s.bucket.Delete(ctx, key)
	if err != nil && gcerrors.Code(err) != gcerrors.NotFound {
		return explain(ctx, fmt.Errorf("delete %s: %w", key, err))
	}
	if s.Ledger == nil {
		return nil
	}
	return s.Ledger.ForgetObject(ctx, key) //nolint:wrapcheck // for who asked
}

// record records an object that is about to be written, and again until written is called: a transfer may
// take hours.
func (s *Store) record(ctx context.Context, key string) (written func(), err error) {
	if s.Ledger == nil {
		return func() {}, nil
	}
	if err := s.Ledger.AddObject(ctx, key); err != nil {
		return nil, err //nolint:wrapcheck // for who asked
	}
	ctx, cancel := context.WithCancel(ctx)
	go func() {
		ticker := time.NewTicker(s.recordEvery)
		defer ticker.Stop()
		for {
			select {
			case <-ctx.Done():
				return
			case <-ticker.C:
				_ = s.Ledger.AddObject(ctx, key) // the next one may succeed
			}
		}
	}()
	return cancel, nil
}

// explain turns a storage failure into an Error for users, and returns context errors unchanged.
func explain(ctx context.Context, err error) error {
	switch {
	case ctx.Err() != nil:
		return err
	case gcerrors.Code(err) == gcerrors.NotFound:
		return fmt.Errorf("%w (%w)", upslope.Errorf(upslope.NotFound, "This file no longer exists."), err)
	}
	return explainDisk(err)
}

var (
	errNoRoom      = upslope.Errorf(upslope.Unavailable, "There is no space for this file right now. Try again later.")
	errUnreachable = upslope.Errorf(upslope.Unavailable, "File storage is unavailable right now. Try again in a moment.")
)

// source records whether reading the body failed.
type source struct {
	body io.Reader
	err  error
}

func (s *source) Read(p []byte) (int, error) {
	n, err := s.body.Read(p)
	if err != nil && !errors.Is(err, io.EOF) {
		s.err = err
	}
	return n, err
}
