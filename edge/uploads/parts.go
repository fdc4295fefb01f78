package uploads

import (
	"context"
	"errors"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"time"

	"upslope/edge/contract"
	"upslope/edge/request"

	"github.com/gofiber/fiber/v3"
	"github.com/google/uuid"

	"upslope"
)

// The storage protocol of the upload widget (@uppy/aws-s3) for large files: create an upload, send parts to
// signed addresses, assemble them. Keys are made here, under the account's prefix, which every call checks.

const (
	maxLargeFile = 10 << 30
	// addressLifetime is how long a part's address is valid; later parts get new ones.
	addressLifetime = 15 * time.Minute
)

// BeginParts starts a multipart upload.
func (h *Handlers) BeginParts(c fiber.Ctx) error {
	body, _ := c.Locals(contract.ValidatedBody).(map[string]any)
	u, err := h.newUpload(c)
	if err != nil {
		return err
	}
	if err := u.setSiteFrom(body["metadata"]); err != nil {
		return err
	}
	name, _ := body["filename"].(string)
	id := uuid.NewString()
	u.file.ID, u.file.AccountID, u.file.CreatedAt = id, u.account.ID, h.deps.Now()
	u.file.FileName, u.file.ObjectKey = fileName(name), keyPrefix(u.account.ID)+id
	uploadID, err := h.deps.Parts.BeginParts(u.ctx, u.file)
	if err != nil {
		return err
	}
	return c.JSON(fiber.Map{"key": u.file.ObjectKey, "uploadId": uploadID})
}

// setSiteFrom reads the site from the upload widget's metadata.
func (u *upload) setSiteFrom(metadata any) error {
	fields, _ := metadata.(map[string]any)
	switch siteID := fields["siteId"].(type) {
	case nil:
		return nil
	case string:
		return u.setSite(siteID)
	}
	return upslope.FieldErrorf("metadata.siteId", "metadata.siteId must be text.")
}

// multipartUpload is the upload of a call.
type multipartUpload struct {
	ctx           context.Context
	accountID, id string
	key, uploadID string
}

// multipartUploadOf fails with NotFound for another account's key; the storage knows whether the upload
// exists.
func multipartUploadOf(c fiber.Ctx) (p multipartUpload, err error) {
	p = multipartUpload{ctx: c.Context(), accountID: request.Of(c.Context()).User.AccountID, key: c.Query("key")}
	id, ours := strings.CutPrefix(p.key, keyPrefix(p.accountID))
	if !ours || !contract.IsID(id) {
		return p, errNoUpload
	}
	p.id = id
	if p.uploadID, err = url.PathUnescape(c.Params("uploadId")); err != nil {
		return p, errNoUpload
	}
	return p, nil
}

// ListParts lists the received parts, to resume an upload.
func (h *Handlers) ListParts(c fiber.Ctx) error {
	p, err := multipartUploadOf(c)
	if err != nil {
		return err
	}
	parts, err := h.deps.Parts.Parts(p.ctx, p.key, p.uploadID)
	if err != nil {
		return err
	}
	c.Set("X-Total-Count", strconv.Itoa(len(parts)))
	return c.JSON(nonNil(parts))
}

// SignPart returns the address of a part.
func (h *Handlers) SignPart(c fiber.Ctx) error {
	p, err := multipartUploadOf(c)
	if err != nil {
		return err
	}
	number, err := strconv.Atoi(c.Params("partNumber"))
	if err != nil {
		return err // the contract accepts only numbers
	}
	address, err := h.deps.Parts.PartAddress(p.ctx, p.key, p.uploadID, number, addressLifetime)
	if err != nil {
		return err
	}
	if address == "" {
		address = h.originOf(c) + h.signedAddress(p.uploadID, number, p.key)
	}
	return c.JSON(fiber.Map{"url": address, "expires": int(addressLifetime.Seconds())})
}

// AbortParts deletes an unfinished upload.
func (h *Handlers) AbortParts(c fiber.Ctx) error {
	p, err := multipartUploadOf(c)
	if err != nil {
		return err
	}
	if err := h.deps.Parts.AbortParts(p.ctx, p.key, p.uploadID); err != nil {
		return err
	}
	return c.SendStatus(http.StatusNoContent)
}

// CompleteParts assembles the parts and returns the import job without waiting. It is idempotent.
func (h *Handlers) CompleteParts(c fiber.Ctx) error {
	p, err := multipartUploadOf(c)
	if err != nil {
		return err
	}
	requested, err := requestedParts(c.Locals(contract.ValidatedBody))
	if err != nil {
		return err
	}
	known, err := h.deps.Crawls.Upload(p.ctx, p.accountID, p.id)
	if upslope.CodeOf(err) == upslope.NotFound {
		return h.importParts(c, p, requested)
	}
	if err != nil {
		return err
	}
	job, err := h.deps.Jobs.Job(p.ctx, p.accountID, known.JobID)
	if err != nil {
		return err
	}
	return h.answerStarted(c, p.key, job)
}

func (h *Handlers) importParts(c fiber.Ctx, p multipartUpload, requested []upslope.Part) error {
	siteIDs, err := h.deps.Sites.SiteIDs(p.ctx, p.accountID)
	if err != nil {
		return err
	}
	file, err := h.assemble(p, requested)
	if err != nil {
		return err
	}
	u := &upload{Handlers: h, ctx: p.ctx, account: request.Of(p.ctx).Account(), siteIDs: siteIDs}
	siteID := file.SiteID
	file.ID, file.AccountID, file.SHA256, file.SiteID = p.id, p.accountID, digestOf(requested), ""
	u.file = file
	switch {
	case file.Bytes == 0:
		err = errEmptyFile
	case file.Bytes > maxLargeFile:
		err = errLargeFileTooLarge
	default:
		err = u.setSite(siteID) // it may have been deleted meanwhile
	}
	if err != nil {
		u.discard()
		return err
	}
	job, joined, err := h.deps.Crawls.StartImport(p.ctx, u.file, h.deps.Now().Add(-joinWindow))
	if err != nil {
		return err // the file stays, so that completing can be retried
	}
	if joined {
		// Joined another upload of the same bytes, or a concurrent completion of this one.
		if _, err := h.deps.Crawls.Upload(p.ctx, p.accountID, p.id); upslope.CodeOf(err) == upslope.NotFound {
			u.discard()
		}
	}
	return h.answerStarted(c, p.key, job)
}

// assemble combines the parts, unless that succeeded before and its response was lost.
func (h *Handlers) assemble(p multipartUpload, requested []upslope.Part) (upslope.Upload, error) {
	file, err := h.deps.Parts.Completed(p.ctx, p.key, p.uploadID)
	if upslope.CodeOf(err) != upslope.NotFound {
		return file, err
	}
	stored, err := h.deps.Parts.Parts(p.ctx, p.key, p.uploadID)
	if err != nil {
		return file, err
	}
	parts, err := checkParts(requested, stored)
	if errors.Is(err, errLargeFileTooLarge) {
		return file, errors.Join(err, h.deps.Parts.AbortParts(p.ctx, p.key, p.uploadID))
	}
	if err != nil {
		return file, err
	}
	if err := h.deps.Parts.CompleteParts(p.ctx, p.key, p.uploadID, parts); err != nil {
		return file, err
	}
	return h.deps.Parts.Completed(p.ctx, p.key, p.uploadID)
}

// startedImport is the response of completing: the job, and the fields the upload widget reads.
type startedImport struct {
	upslope.Job
	JobID    string `json:"jobId"`
	Location string `json:"location"` // of the job: the file itself is not accessible
	Key      string `json:"key"`
}

func (h *Handlers) answerStarted(c fiber.Ctx, key string, job upslope.Job) error {
	location := h.deps.Jobs.SetLocation(c, job)
	return c.Status(http.StatusAccepted).JSON(startedImport{Job: job, JobID: job.ID, Location: location, Key: key})
}

// FormAddress returns the address for a file without parts, the same as for any other upload.
func (h *Handlers) FormAddress(c fiber.Ctx) error {
	u, err := h.newUpload(c)
	if err != nil {
		return err
	}
	if err := u.setSite(c.Query("metadata[siteId]")); err != nil {
		return err
	}
	address := h.originOf(c) + "/api/upload/sf-csv"
	if u.file.SiteID != "" {
		address += "?siteId=" + u.file.SiteID
	}
	return c.JSON(fiber.Map{
		"method": http.MethodPost, "url": address, "fields": fiber.Map{"key": fileName(c.Query("filename"))},
		"expires": int(addressLifetime.Seconds()),
	})
}

// RefuseCredentials never issues storage credentials: such uploads would have no size limit and no import.
func (*Handlers) RefuseCredentials(fiber.Ctx) error {
	return upslope.Errorf(upslope.NotFound, "This storage gives out no credentials. Begin an upload by POST /api/storage/s3/multipart; its parts need none.")
}

var (
	errNoUpload          = upslope.Errorf(upslope.NotFound, "This upload is no longer available. Upload the file again.")
	errLargeFileTooLarge = upslope.Errorf(upslope.TooLarge, "The file is too large: at most 10 GB.")
)
