package edge

import (
	"context"
	"errors"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"time"

	"github.com/gofiber/fiber/v3"
	"github.com/google/uuid"

	"upslope"
)

// What is here is the storage protocol of the upload widget (@uppy/aws-s3 calls it Companion's), for files that are
// too large for one request: a file is begun, each part is sent to an address signed for it, and the parts are put
// together. Keys are made here and lie under the account's prefix, which every call is held to.

const (
	largeFileLimit = 10 << 30
	// addressesValid is how long a part may be sent to its address; for a part that comes later a new one is signed.
	addressesValid = 15 * time.Minute
)

// beginParts begins a file that comes in parts.
func (s *Server) beginParts(c fiber.Ctx) error {
	asked, _ := c.Locals(validatedBody).(map[string]any)
	u, err := s.newUpload(c)
	if err != nil {
		return err
	}
	if err := u.setSiteOf(asked["metadata"]); err != nil {
		return err
	}
	name, _ := asked["filename"].(string)
	id := uuid.NewString()
	u.file.ID, u.file.AccountID, u.file.CreatedAt = id, u.account.ID, s.deps.Now()
	u.file.FileName, u.file.ObjectKey = fileName(name), uploadsOf(u.account.ID)+id
	uploadID, err := s.deps.Parts.BeginParts(u.ctx, u.file)
	if err != nil {
		return err
	}
	return c.JSON(fiber.Map{"key": u.file.ObjectKey, "uploadId": uploadID})
}

// setSiteOf reads the site out of what the upload widget sends along with a file.
func (u *upload) setSiteOf(metadata any) error {
	fields, _ := metadata.(map[string]any)
	switch siteID := fields["siteId"].(type) {
	case nil:
		return nil
	case string:
		return u.setSite(siteID)
	}
	return upslope.FieldErrorf("metadata.siteId", "metadata.siteId must be text.")
}

// partedUpload is the file in parts that a call is about.
type partedUpload struct {
	ctx           context.Context
	accountID, id string
	key, uploadID string
}

// partedUploadOf answers NotFound for a key that is not the account's; whether there is such an upload is the
// storage's to say.
func partedUploadOf(c fiber.Ctx) (p partedUpload, err error) {
	p = partedUpload{ctx: c.Context(), accountID: requestOf(c.Context()).user.AccountID, key: c.Query("key")}
	id, ours := strings.CutPrefix(p.key, uploadsOf(p.accountID))
	if !ours || !isID(id) {
		return p, errNoUpload
	}
	p.id = id
	if p.uploadID, err = url.PathUnescape(c.Params("uploadId")); err != nil {
		return p, errNoUpload
	}
	return p, nil
}

// listParts answers which parts have come in, for an upload that goes on after a break.
func (s *Server) listParts(c fiber.Ctx) error {
	p, err := partedUploadOf(c)
	if err != nil {
		return err
	}
	parts, err := s.deps.Parts.Parts(p.ctx, p.key, p.uploadID)
	if err != nil {
		return err
	}
	c.Set("X-Total-Count", strconv.Itoa(len(parts)))
	return c.JSON(list(parts))
}

// signPart answers the address that a part is to be sent to.
func (s *Server) signPart(c fiber.Ctx) error {
	p, err := partedUploadOf(c)
	if err != nil {
		return err
	}
	number, err := strconv.Atoi(c.Params("partNumber"))
	if err != nil {
		return err // the contract has let only numbers pass
	}
	address, err := s.deps.Parts.PartAddress(p.ctx, p.key, p.uploadID, number, addressesValid)
	if err != nil {
		return err
	}
	if address == "" {
		address = s.originOf(c) + s.signedAddress(p.uploadID, number, p.key)
	}
	return c.JSON(fiber.Map{"url": address, "expires": int(addressesValid.Seconds())})
}

// abortParts forgets a file whose sender does not want it any more.
func (s *Server) abortParts(c fiber.Ctx) error {
	p, err := partedUploadOf(c)
	if err != nil {
		return err
	}
	if err := s.deps.Parts.AbortParts(p.ctx, p.key, p.uploadID); err != nil {
		return err
	}
	return c.SendStatus(http.StatusNoContent)
}

// completeParts puts the parts together and starts the import, whose job it answers at once: a file of this size
// takes its time. Asked again, it answers the same job.
func (s *Server) completeParts(c fiber.Ctx) error {
	p, err := partedUploadOf(c)
	if err != nil {
		return err
	}
	asked, err := askedParts(c.Locals(validatedBody))
	if err != nil {
		return err
	}
	known, err := s.deps.Crawls.Upload(p.ctx, p.accountID, p.id)
	if upslope.CodeOf(err) == upslope.NotFound {
		return s.importParts(c, p, asked)
	}
	if err != nil {
		return err
	}
	job, err := s.deps.Jobs.Job(p.ctx, p.accountID, known.JobID)
	if err != nil {
		return err
	}
	return s.answerStarted(c, p.key, job)
}

func (s *Server) importParts(c fiber.Ctx, p partedUpload, asked []upslope.Part) error {
	siteIDs, err := s.siteIDs(p.ctx, p.accountID)
	if err != nil {
		return err
	}
	file, err := s.putTogether(p, asked)
	if err != nil {
		return err
	}
	u := &upload{Server: s, ctx: p.ctx, account: requestOf(p.ctx).account(), siteIDs: siteIDs}
	siteID := file.SiteID
	file.ID, file.AccountID, file.SHA256, file.SiteID = p.id, p.accountID, digestOf(asked), ""
	u.file = file
	switch {
	case file.Bytes == 0:
		err = errEmptyFile
	case file.Bytes > largeFileLimit:
		err = errLargeFileTooLarge
	default:
		err = u.setSite(siteID) // it may have been deleted meanwhile
	}
	if err != nil {
		u.discard()
		return err
	}
	job, joined, err := s.deps.Crawls.StartImport(p.ctx, u.file, s.deps.Now().Add(-sameUpload))
	if err != nil {
		return err // the file stays, so that completing can be tried again
	}
	if joined {
		// By another upload of the same bytes, unless this one was completed twice at once.
		if _, err := s.deps.Crawls.Upload(p.ctx, p.accountID, p.id); upslope.CodeOf(err) == upslope.NotFound {
			u.discard()
		}
	}
	return s.answerStarted(c, p.key, job)
}

// putTogether makes one file of the parts, unless that was done before: whoever asked may have missed the answer.
func (s *Server) putTogether(p partedUpload, asked []upslope.Part) (upslope.Upload, error) {
	file, err := s.deps.Parts.Completed(p.ctx, p.key, p.uploadID)
	if upslope.CodeOf(err) != upslope.NotFound {
		return file, err
	}
	stored, err := s.deps.Parts.Parts(p.ctx, p.key, p.uploadID)
	if err != nil {
		return file, err
	}
	parts, err := wholeFile(asked, stored)
	if errors.Is(err, errLargeFileTooLarge) {
		return file, errors.Join(err, s.deps.Parts.AbortParts(p.ctx, p.key, p.uploadID))
	}
	if err != nil {
		return file, err
	}
	if err := s.deps.Parts.CompleteParts(p.ctx, p.key, p.uploadID, parts); err != nil {
		return file, err
	}
	return s.deps.Parts.Completed(p.ctx, p.key, p.uploadID)
}

// startedImport is what completing answers: the job, and what the upload widget reads.
type startedImport struct {
	upslope.Job
	JobID    string `json:"jobId"`
	Location string `json:"location"` // of the job: nobody gets at the file itself
	Key      string `json:"key"`
}

func (s *Server) answerStarted(c fiber.Ctx, key string, job upslope.Job) error {
	s.setVersion(c)
	c.Location(jobAddress(job))
	return c.Status(http.StatusAccepted).JSON(startedImport{Job: job, JobID: job.ID, Location: jobAddress(job), Key: key})
}

// formAddress answers where a file is sent that needs no parts: to the same place as any other upload.
func (s *Server) formAddress(c fiber.Ctx) error {
	u, err := s.newUpload(c)
	if err != nil {
		return err
	}
	if err := u.setSite(c.Query("metadata[siteId]")); err != nil {
		return err
	}
	address := s.originOf(c) + "/api/upload/sf-csv"
	if u.file.SiteID != "" {
		address += "?siteId=" + u.file.SiteID
	}
	return c.JSON(fiber.Map{
		"method": http.MethodPost, "url": address, "fields": fiber.Map{"key": fileName(c.Query("filename"))},
		"expires": int(addressesValid.Seconds()),
	})
}

// noCredentials answers that nobody is given the credentials of the storage: whoever had them could not be held to
// sizes, and nothing would start an import.
func (*Server) noCredentials(fiber.Ctx) error {
	return upslope.Errorf(upslope.NotFound, "This storage gives out no credentials. Begin an upload by POST /api/storage/s3/multipart; its parts need none.")
}

var (
	errNoUpload          = upslope.Errorf(upslope.NotFound, "This upload does not exist.")
	errLargeFileTooLarge = upslope.Errorf(upslope.TooLarge, "The file is too large: at most 10 GB.")
)
