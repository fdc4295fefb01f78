package objects

import (
	"context"
	"io"
	"time"

	"upslope"
)

// parts is multipart upload on one kind of storage. Methods return NotFound for an unknown upload id, and for
// an id of another key.
type parts interface {
	begin(ctx context.Context, upload upslope.Upload) (uploadID string, err error)
	address(ctx context.Context, key, uploadID string, number int, valid time.Duration) (string, error)
	put(ctx context.Context, key, uploadID string, number int, body io.Reader, most int64) (etag string, err error)
	list(ctx context.Context, key, uploadID string) ([]upslope.Part, error)
	complete(ctx context.Context, key, uploadID string, list []upslope.Part) error
	completed(ctx context.Context, key, uploadID string) (upslope.Upload, error)
	abort(ctx context.Context, key, uploadID string) error
	sweep(ctx context.Context, before time.Time) error
	// erase deletes all uploads, completed or not, to keys with the prefix, and reports how many; with count
	// it only counts them.
	erase(ctx context.Context, prefix string, count bool) (int, error)
}

// BeginParts starts a multipart upload to upload.ObjectKey. FileName and SiteID are stored with it.
func (s *Store) BeginParts(ctx context.Context, upload upslope.Upload) (uploadID string, err error) {
	return s.parts.begin(ctx, upload)
}

// PartAddress returns a presigned URL that accepts one part by PUT until it expires. It is "" for a storage
// without presigned URLs, which takes parts by PutPart.
func (s *Store) PartAddress(ctx context.Context, key, uploadID string, number int, valid time.Duration) (string, error) {
	return s.parts.address(ctx, key, uploadID, number, valid)
}

// PutPart stores one part and replaces an earlier one of the same number. Nothing is stored when the body or
// the storage fails, or when the upload would exceed most bytes (TooLarge).
func (s *Store) PutPart(ctx context.Context, key, uploadID string, number int, body io.Reader, most int64) (etag string, err error) {
	return s.parts.put(ctx, key, uploadID, number, body, most)
}

// Parts lists the stored parts by number.
func (s *Store) Parts(ctx context.Context, key, uploadID string) ([]upslope.Part, error) {
	return s.parts.list(ctx, key, uploadID)
}

// CompleteParts assembles the listed parts, in order, into the object. If one is missing or its ETag differs
// it returns an Invalid Error and keeps all parts.
func (s *Store) CompleteParts(ctx context.Context, key, uploadID string, list []upslope.Part) error {
	written, err := s.record(ctx, key)
	if err != nil {
		return err
	}
	defer written()
	return s.parts.complete(ctx, key, uploadID, list)
}

// Completed returns the key, name, site and size of a completed upload whose object is there, and NotFound
// otherwise. From then on a sweep leaves the object alone for as long as a new one.
func (s *Store) Completed(ctx context.Context, key, uploadID string) (upslope.Upload, error) {
	upload, err := s.parts.completed(ctx, key, uploadID)
	if err != nil || s.Ledger == nil {
		return upload, err
	}
	if err := s.Ledger.AddObject(ctx, key); err != nil {
		return upload, err //nolint:wrapcheck // for who asked
	}
	return s.parts.completed(ctx, key, uploadID) // a sweep may just have deleted it
}

// AbortParts deletes an upload and its parts.
func (s *Store) AbortParts(ctx context.Context, key, uploadID string) error {
	return s.parts.abort(ctx, key, uploadID)
}

// SweepParts deletes uncompleted uploads that were started, or last modified, before the given time.
func (s *Store) SweepParts(ctx context.Context, before time.Time) error {
	return s.parts.sweep(ctx, before)
}

var (
	errNoUpload = upslope.Errorf(upslope.NotFound, "This upload is no longer available. Upload the file again.")
	errNoParts  = upslope.Errorf(upslope.NotFound, "This storage takes its parts elsewhere.")
)

func errPart(number int) error {
	return upslope.Errorf(upslope.Invalid, "Part %d is not the one that was sent last. Send it again.", number)
}
