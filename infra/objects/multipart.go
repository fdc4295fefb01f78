package objects

import (
	"context"
	"io"
	"time"

	"upslope"
)

// parts is how a storage takes a file in parts. Whatever an upload id does not name is NotFound, also when it belongs
// to another key.
type parts interface {
	begin(ctx context.Context, upload upslope.Upload) (uploadID string, err error)
	address(ctx context.Context, key, uploadID string, number int, valid time.Duration) (string, error)
	put(ctx context.Context, key, uploadID string, number int, body io.Reader, most int64) (etag string, err error)
	list(ctx context.Context, key, uploadID string) ([]upslope.Part, error)
	complete(ctx context.Context, key, uploadID string, list []upslope.Part) error
	completed(ctx context.Context, key, uploadID string) (upslope.Upload, error)
	abort(ctx context.Context, key, uploadID string) error
	sweep(ctx context.Context, before time.Time) error
}

// BeginParts begins a file that comes in parts under upload.ObjectKey. FileName and SiteID are kept with it.
func (s *Store) BeginParts(ctx context.Context, upload upslope.Upload) (uploadID string, err error) {
	return s.parts.begin(ctx, upload)
}

// PartAddress returns the address that takes one part by PUT for so long, without any other proof of who sends it.
// It is "" when this storage has no addresses of its own and takes parts by PutPart.
func (s *Store) PartAddress(ctx context.Context, key, uploadID string, number int, valid time.Duration) (string, error) {
	return s.parts.address(ctx, key, uploadID, number, valid)
}

// PutPart stores one part, in place of what was sent as the same part before. When the body or the storage fails, or
// when the file would have more than most bytes with it (TooLarge), nothing is stored.
func (s *Store) PutPart(ctx context.Context, key, uploadID string, number int, body io.Reader, most int64) (etag string, err error) {
	return s.parts.put(ctx, key, uploadID, number, body, most)
}

// Parts lists the parts that are stored, in their order.
func (s *Store) Parts(ctx context.Context, key, uploadID string) ([]upslope.Part, error) {
	return s.parts.list(ctx, key, uploadID)
}

// CompleteParts makes one file of the parts in the list, which must be in order. A part that is missing, or not the
// one that the list means, is an Invalid Error, and all parts stay.
func (s *Store) CompleteParts(ctx context.Context, key, uploadID string, list []upslope.Part) error {
	return s.parts.complete(ctx, key, uploadID, list)
}

// Completed returns what is known of a file whose parts were put together: its key, name, site and size. Until then
// it is NotFound.
func (s *Store) Completed(ctx context.Context, key, uploadID string) (upslope.Upload, error) {
	return s.parts.completed(ctx, key, uploadID)
}

// AbortParts forgets an upload and its parts.
func (s *Store) AbortParts(ctx context.Context, key, uploadID string) error {
	return s.parts.abort(ctx, key, uploadID)
}

// SweepParts forgets uploads in parts that were begun, or last touched, before a time and never completed.
func (s *Store) SweepParts(ctx context.Context, before time.Time) error {
	return s.parts.sweep(ctx, before)
}

var (
	errNoUpload = upslope.Errorf(upslope.NotFound, "This upload does not exist.")
	errNoParts  = upslope.Errorf(upslope.NotFound, "This storage takes its parts elsewhere.")
)

func errPart(number int) error {
	return upslope.Errorf(upslope.Invalid, "Part %d is not the one that was sent last. Send it again.", number)
}
