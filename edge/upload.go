package edge

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
)

const (
	fileLimit = 50 << 20
	// formOverhead is what the other fields and the boundaries of a form may take.
	formOverhead = 64 << 10
	// uploadTimeout lets 50 MB come in at half a megabit a second.
	uploadTimeout = 15 * time.Minute
	// sameUpload is how long the same bytes count as the same upload: the upload widget sends a file by PUT and then
	// by POST, which must make one import.
	sameUpload = 10 * time.Minute
)

// uploadsMayTakeLonger gives a request its time to arrive.
func uploadsMayTakeLonger(header *fasthttp.RequestHeader) (config fasthttp.RequestConfig) {
	if address := string(header.RequestURI()); strings.HasPrefix(address, "/api/upload/") || strings.HasPrefix(address, localStorage) {
		config.ReadTimeout = uploadTimeout
	} else if address == companionUpload {
		config.ReadTimeout = transferTime
	}
	return config
}

// upload is one upload while it comes in.
type upload struct {
	*Server
	ctx     context.Context
	account upslope.Account
	siteIDs []string // of the account
	file    upslope.Upload

	most     int64 // bytes of the file
	tooLarge error // the answer to more
}

// newUpload checks what an upload of any kind needs: a plan that has crawls, or a trial, and the site it names.
func (s *Server) newUpload(c fiber.Ctx) (*upload, error) {
	u := &upload{Server: s, ctx: c.Context(), account: requestOf(c.Context()).account(), most: fileLimit, tooLarge: errFileTooLarge}
	if err := u.account.Has(upslope.CrawlFeature, s.deps.Now()); err != nil {
		return nil, err
	}
	var err error
	if u.siteIDs, err = s.siteIDs(u.ctx, u.account.ID); err != nil {
		return nil, err
	}
	return u, u.setSite(c.Query("siteId"))
}

// beginUpload checks everything that can be known before any of the file is read.
func (s *Server) beginUpload(c fiber.Ctx, allowance int64) (*upload, error) {
	u, err := s.newUpload(c)
	if err != nil {
		return nil, err
	}
	body := requestOf(c.Context()).body
	if body == nil {
		return nil, upslope.FieldErrorf("file", "Send a file.")
	}
	return u, body.atMost(u.most+allowance, u.tooLarge)
}

// setSite says which site the file is about; "" leaves that to the import.
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

// store keeps the file in object storage while it comes in. What cannot be stored whole is not stored.
func (u *upload) store(name string, source io.Reader) error {
	id := uuid.NewString()
	u.file.ID, u.file.AccountID, u.file.CreatedAt = id, u.account.ID, u.deps.Now()
	u.file.FileName = fileName(name)
	key := uploadsOf(u.account.ID) + id
	hash := sha256.New()
	counted := &fileReader{source: io.TeeReader(source, hash), most: u.most, tooLarge: u.tooLarge}
	err := u.deps.Objects.Put(u.ctx, key, counted)
	if counted.failed != nil {
		return counted.failed // why it broke off is the sender's to know
	}
	if err != nil {
		return fmt.Errorf("store an upload: %w", err)
	}
	u.file.ObjectKey, u.file.Bytes, u.file.SHA256 = key, counted.bytes, hex.EncodeToString(hash.Sum(nil))
	if u.file.Bytes == 0 {
		return errEmptyFile
	}
	return nil
}

// discard takes the file out of object storage again; the request may have ended by now, so its end does not matter.
func (u *upload) discard() {
	if u.file.ObjectKey == "" {
		return
	}
	if err := u.deps.Objects.Delete(context.WithoutCancel(u.ctx), u.file.ObjectKey); err != nil {
		u.deps.Log.Error("an upload that is not wanted stays in object storage", "object", u.file.ObjectKey, "error", err)
	}
}

// start hands the file over to its import and waits for that a while.
func (u *upload) start(c fiber.Ctx) error {
	job, err := u.queue()
	if err != nil {
		return err
	}
	return u.answerJob(c, job)
}

// queue hands the file over to its import, or to the one that has it already.
func (u *upload) queue() (upslope.Job, error) {
	job, joined, err := u.deps.Crawls.StartImport(u.ctx, u.file, u.deps.Now().Add(-sameUpload))
	if joined || refused(err) {
		u.discard()
	}
	return job, err
}

// refused says whether err means that nothing was done. After any other, a job may have been queued all the same,
// and needs its file.
func refused(err error) bool {
	code := upslope.CodeOf(err)
	return err != nil && code != upslope.Unavailable && code != upslope.Internal
}

// putCrawl takes a file as the body.
func (s *Server) putCrawl(c fiber.Ctx) error {
	kind, _, err := mime.ParseMediaType(c.Get(fiber.HeaderContentType))
	if err == nil && (strings.HasPrefix(kind, "multipart/") || kind == fiber.MIMEApplicationJSON) {
		return upslope.Errorf(upslope.Unsupported, "Send the file itself as the body, or a form by POST.")
	}
	u, err := s.beginUpload(c, 0)
	if err != nil {
		return err
	}
	u.file.Put = true
	if err := u.store(c.Query("filename"), requestOf(c.Context()).body); err != nil {
		u.discard()
		return err
	}
	return u.start(c)
}

// fileReader counts a file and holds it to its limit.
type fileReader struct {
	source   io.Reader
	most     int64
	tooLarge error
	bytes    int64
	failed   error
}

// Read implements io.Reader.
func (f *fileReader) Read(p []byte) (int, error) {
	n, err := f.source.Read(p)
	f.bytes += int64(n)
	if f.bytes > f.most {
		err = f.tooLarge
	}
	if err != nil && !errors.Is(err, io.EOF) {
		f.failed = err
	}
	return n, err
}

// fileName keeps of a name what can be shown: no folders, no control characters, at most 255 characters.
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

// uploadsOf is what the keys of an account's files in object storage begin with.
func uploadsOf(accountID string) string { return "uploads/" + accountID + "/" }

var (
	errFileTooLarge = upslope.Errorf(upslope.TooLarge, "The file is too large: at most 50 MB.")
	errEmptyFile    = upslope.Errorf(upslope.Unprocessable, "The file is empty.")
)
