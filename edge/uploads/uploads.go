// Package uploads receives crawl files: as a form, as a body, in parts, and from Companion. It stores them
// and queues their import; it does not parse them.
package uploads

import (
	"context"
	"io"
	"log/slog"
	"time"

	"github.com/gofiber/fiber/v3"

	"upslope"
)

// Sites lists sites.
type Sites interface {
	// SiteIDs lists the account's sites; Conflict when it has none.
	SiteIDs(ctx context.Context, accountID string) ([]string, error)
}

// Crawls starts imports.
type Crawls interface {
	// StartImport stores the upload and queues its import. If the account has uploaded the same bytes for the
	// same site since, and they are being imported or were sent by PUT before this POST, it returns that job
	// and joined, and does not store the upload.
	StartImport(ctx context.Context, upload upslope.Upload, since time.Time) (job upslope.Job, joined bool, err error)
	Upload(ctx context.Context, accountID, uploadID string) (upslope.Upload, error)
}

// Jobs responds with jobs.
type Jobs interface {
	Job(ctx context.Context, accountID, jobID string) (upslope.Job, error)
	// Answer waits for a job for a while and responds with its result, or with 202 and its address.
	Answer(c fiber.Ctx, job upslope.Job) error
	// SetLocation sets the headers of a response that does not wait for a job.
	SetLocation(c fiber.Ctx, job upslope.Job) (location string)
}

// Objects stores files.
type Objects interface {
	// Put stores all of body under the key. If body or ctx fails, it stores nothing.
	Put(ctx context.Context, key string, body io.Reader) error
	Delete(ctx context.Context, key string) error
}

// Parts stores multipart uploads. An unknown upload, or one with another key, is NotFound.
type Parts interface {
	// BeginParts starts the file with the key upload.ObjectKey, and stores its name and its site.
	BeginParts(ctx context.Context, upload upslope.Upload) (uploadID string, err error)
	// PartAddress returns the address to PUT a part to within valid, "" when parts go to PutPart.
	PartAddress(ctx context.Context, key, uploadID string, number int, valid time.Duration) (string, error)
	// PutPart stores or replaces a part, unless the file would exceed max bytes with it.
	PutPart(ctx context.Context, key, uploadID string, number int, body io.Reader, max int64) (etag string, err error)
	Parts(ctx context.Context, key, uploadID string) ([]upslope.Part, error) // in order
	// CompleteParts assembles a file from stored parts.
	CompleteParts(ctx context.Context, key, uploadID string, list []upslope.Part) error
	// Completed returns that file's key, name, site and size.
	Completed(ctx context.Context, key, uploadID string) (upslope.Upload, error)
	AbortParts(ctx context.Context, key, uploadID string) error
}

// Auth identifies the users of Companion.
type Auth interface {
	Identify(c fiber.Ctx) error
}

// Streams counts connections that outlive their request.
type Streams interface {
	Take(accountID string) (release func(), err error)
}

// Config configures Companion.
type Config struct {
	PublicURL       string
	CompanionURL    string // "" without Companion
	CompanionSecret string // shared with Companion
}

// Deps are the dependencies of Handlers.
type Deps struct {
	Sites    Sites
	Crawls   Crawls
	Jobs     Jobs
	Objects  Objects
	Parts    Parts
	PartsKey []byte // signs the addresses of parts received here; nil when the storage has its own
	Auth     Auth
	Streams  Streams
	Stopping context.Context // ends when the server stops
	Log      *slog.Logger
	Now      func() time.Time
}

// Handlers handles uploads.
type Handlers struct {
	config    Config
	deps      Deps
	companion *companion // nil without one
}

// New makes the handlers.
func New(config Config, deps Deps) (*Handlers, error) {
	h := &Handlers{config: config, deps: deps}
	if config.CompanionURL == "" {
		return h, nil
	}
	var err error
	h.companion, err = newCompanion(config.CompanionURL, config.CompanionSecret)
	return h, err
}
