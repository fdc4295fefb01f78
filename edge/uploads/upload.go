package uploads

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"mime"
	"path"
	"slices"
	"strings"
	"time"
	"unicode"

	"github.com/gofiber/fiber/v3"
	"github.com/google/uuid"
	"github.com/valyala/fasthttp"

	"upslope"
	"upslope/edge/request"
)

const (
	maxFile = 50 << 20
	// maxFormOverhead bounds a form's other fields and boundaries.
	maxFormOverhead = 64 << 10
	// uploadTimeout suffices for 50 MB at half a megabit a second.
	uploadTimeout = 15 * time.Minute
	// joinWindow is how long the same bytes count as the same upload: the upload widget sends a file by PUT
	// and then by POST, which must make one import.
	joinWindow = 10 * time.Minute
)

// ReadTimeouts extends the timeout of uploads. It is fasthttp's HeaderReceived.
func ReadTimeouts(header *fasthttp.RequestHeader) (config fasthttp.RequestConfig) {
	if address := string(header.RequestURI()); strings.HasPrefix(address, "/api/upload/") || strings.HasPrefix(address, localParts) {
		config.ReadTimeout = uploadTimeout
	} else if address == CompanionUploadPath {
		config.ReadTimeout = maxTransfer
	}
	return config
}

// upload is one upload in progress.
type upload struct {
	*Handlers
	ctx     context.Context
	account upslope.Account
	siteIDs []string // the account's
	file    upslope.Upload

	max      int64 // maximum bytes of the file
	tooLarge error // error for a larger file
}

// newUpload checks the requirements of any upload: a plan with crawls, or a trial, and the given site.
func (h *Handlers) newUpload(c fiber.Ctx) (*upload, error) {
	u := &upload{Handlers: h, ctx: c.Context(), account: request.Of(c.Context()).Account(), max: maxFile, tooLarge: errFileTooLarge}
	if err := u.account.Has(upslope.CrawlFeature, h.deps.Now()); err != nil {
		return nil, err
	}
	var err error
	if u.siteIDs, err = h.deps.Sites.SiteIDs(u.ctx, u.account.ID); err != nil {
		return nil, err
	}
	if err := u.setConfirmed(c.Query("confirm")); err != nil {
		return nil, err
	}
	return u, u.setSite(c.Query("siteId"))
}

// beginUpload checks everything known before the file is read.
func (h *Handlers) beginUpload(c fiber.Ctx, overhead int64) (*upload, error) {
	u, err := h.newUpload(c)
	if err != nil {
		return nil, err
	}
	body := request.Of(c.Context()).Body
	if body == nil {
		return nil, upslope.FieldErrorf("file", "Send a file.")
	}
	return u, body.Limit(u.max+overhead, u.tooLarge)
}

// setSite sets the file's site; "" leaves it to the import.
func (u *upload) setSite(siteID string) error {
	switch {
	case siteID == "":
	case !slices.Contains(u.siteIDs, siteID):
		return upslope.Errorf(upslope.NotFound, "This site does not exist.")
	case u.file.SiteID != "" && u.file.SiteID != siteID:
		return upslope.FieldErrorf("siteId", "siteId is given twice, and differs.")
	default:
		u.file.SiteID = siteID
	}
	return nil
}

// setConfirmed says whether to import the file whatever site it is of.
func (u *upload) setConfirmed(text string) error {
	switch text {
	case "", "false":
	case "true":
		u.file.Confirmed = true
	default:
		return upslope.FieldErrorf("confirm", "confirm must be true or false.")
	}
	return nil
}

// store streams the file into object storage, completely or not at all.
func (u *upload) store(name string, source io.Reader) error {
	id := uuid.NewString()
	u.file.ID, u.file.AccountID, u.file.CreatedAt = id, u.account.ID, u.deps.Now()
	u.file.FileName = fileName(name)
	request.Of(u.ctx).Named.Name = u.file.FileName
	key := keyPrefix(u.account.ID) + id
	hash := sha256.New()
	counter := &fileReader{source: io.TeeReader(source, hash), max: u.max, tooLarge: u.tooLarge}
	err := u.deps.Objects.Put(u.ctx, key, counter)
	if counter.failed != nil {
		return counter.failed // has the reason for the sender
	}
	if err != nil {
		return fmt.Errorf("store an upload: %w", err)
	}
	u.file.ObjectKey, u.file.Bytes, u.file.SHA256 = key, counter.bytes, hex.EncodeToString(hash.Sum(nil))
	if u.file.Bytes == 0 {
		return errEmptyFile
	}
	return nil
}

// discard deletes the stored file, even after the request has ended.
func (u *upload) discard() {
	if u.file.ObjectKey == "" {
		return
	}
	if err := u.deps.Objects.Delete(context.WithoutCancel(u.ctx), u.file.ObjectKey); err != nil {
		u.deps.Log.Error("an upload that is not wanted stays in object storage", "object", u.file.ObjectKey, "error", err)
	}
}

// start queues the import and waits for it for a while.
func (u *upload) start(c fiber.Ctx) error {
	job, err := u.queue()
	if err != nil {
		return err
	}
	return u.deps.Jobs.Answer(c, job)
}

// queue queues the import, or joins one of the same bytes.
func (u *upload) queue() (upslope.Job, error) {
	job, joined, err := u.deps.Crawls.StartImport(u.ctx, u.file, u.deps.Now().Add(-joinWindow))
	if joined || refused(err) {
		u.discard()
	}
	return job, err
}

// refused reports whether an error means that nothing was done. After any other error a job may be queued and
// need its file.
func refused(err error) bool {
	code := upslope.CodeOf(err)
	return err != nil && code != upslope.Unavailable && code != upslope.Internal
}

// Put takes a file as the body.
func (h *Handlers) Put(c fiber.Ctx) error {
	kind, _, err := mime.ParseMediaType(c.Get(fiber.HeaderContentType))
	if err == nil && (strings.HasPrefix(kind, "multipart/") || kind == fiber.MIMEApplicationJSON) {
		return upslope.Errorf(upslope.Unsupported, "Send the file itself as the body, or a form by POST.")
	}
	u, err := h.beginUpload(c, 0)
	if err != nil {
		return err
	}
	u.file.Put = true
	if err := u.store(c.Query("filename"), request.Of(c.Context()).Body); err != nil {
		u.discard()
		return err
	}
	return u.start(c)
}

// fileReader counts the bytes of a file up to its limit.
type fileReader struct {
	source   io.Reader
	max      int64
	tooLarge error
	bytes    int64
	failed   error
}

// Read implements io.Reader.
func (f *fileReader) Read(p []byte) (int, error) {
	n, err := f.source.Read(p)
	f.bytes += int64(n)
	if f.bytes > f.max {
		err = f.tooLarge
	}
	if err != nil && !errors.Is(err, io.EOF) {
		f.failed = err
	}
	return n, err
}

// fileName sanitizes a name for display: no folders, no control characters, at most 255 characters.
func fileName(name string) string {
	name = path.Base(strings.ReplaceAll(strings.ToValidUTF8(name, ""), `\`, "/"))
	name = strings.Map(func(r rune) rune {
		if unicode.IsPrint(r) {
			return r
		}
		return -1
	}, name)
	if runes := []rune(name); len(runes) > 255 {
		name = string(runes[:255])
	}
	if name == "" || name == "." || name == "/" {
		return "crawl.csv"
	}
	return name
}

// keyPrefix is the prefix of an account's files in object storage.
func keyPrefix(accountID string) string { return "uploads/" + accountID + "/" }

var (
	errFileTooLarge = upslope.Errorf(upslope.TooLarge, "The file is larger than 50 MB. Upload it as a large crawl, or compress a CSV as .gz or .zip: it shrinks to about a sixth of its size.")
	errEmptyFile    = upslope.Errorf(upslope.Unprocessable, "The file is empty. Export the Internal tab from your crawler as CSV.")
)
