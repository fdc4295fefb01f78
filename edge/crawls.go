package edge

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"
	"time"

	"github.com/gofiber/fiber/v3"

	"upslope"
	"upslope/edge/api"
	"upslope/edge/request"
	"upslope/edge/uploads"
)

// Crawls stores crawls and starts their imports.
type Crawls interface {
	uploads.Crawls
	// Crawls returns one page, newest first, and the total; an empty siteID means every site.
	Crawls(ctx context.Context, accountID, siteID string, limit, offset int) ([]upslope.Crawl, int64, error)
	DeleteCrawl(ctx context.Context, accountID, crawlID string) (version int64, err error)
	// StartCrawl queues a crawl of a site by Upslope, or joins the waiting or running one.
	StartCrawl(ctx context.Context, crawl upslope.SiteCrawl, now time.Time) (upslope.Job, error)
	CrawlSettings(ctx context.Context, accountID, siteID string) (upslope.CrawlSettings, error)
	EditCrawlSettings(ctx context.Context, accountID string, settings upslope.CrawlSettings, now time.Time) (version int64, err error)
	// PageChanges returns a page of them, newest first, and the total; an empty siteID or kind means all.
	PageChanges(ctx context.Context, accountID, siteID, kind string, limit, offset int) ([]upslope.PageChange, int64, error)
	// ImportAgain queues another import of an upload with a mapping from headers to fields.
	ImportAgain(ctx context.Context, accountID, uploadID string, mapping map[string]string) (upslope.Job, error)
	// ConfirmImport queues the import of an upload that stopped with a question, for a site of the account.
	ConfirmImport(ctx context.Context, accountID, uploadID, siteID string) (upslope.Job, error)
}

// Objects stores uploaded files.
type Objects interface {
	uploads.Objects
	// Open returns a file and its size, or NotFound.
	Open(ctx context.Context, key string) (io.ReadCloser, int64, error)
}

// maxMapped bounds a mapping, above the number of columns in a crawler's file.
const maxMapped = 1000

// ListCrawls returns the imported crawls, newest first.
func (h *handlers) ListCrawls(ctx context.Context, in api.ListCrawlsRequestObject) (api.ListCrawlsResponseObject, error) {
	siteID, err := h.siteOf(ctx, in.Params.SiteId)
	if err != nil {
		return nil, err
	}
	page, err := pageOf(in.Params.Limit, in.Params.Cursor)
	if err != nil {
		return nil, err
	}
	crawls, total, err := h.deps.Crawls.Crawls(ctx, request.AccountID(ctx), siteID, page.limit, page.offset)
	count := int(total)
	return api.ListCrawls200JSONResponse{
		Body: list(crawls), Headers: api.ListCrawls200ResponseHeaders{XTotalCount: &count, Link: next(ctx, page, total)},
	}, err
}

// DeleteCrawl deletes a crawl.
func (h *handlers) DeleteCrawl(ctx context.Context, in api.DeleteCrawlRequestObject) (api.DeleteCrawlResponseObject, error) {
	now, err := h.deps.Crawls.DeleteCrawl(ctx, request.AccountID(ctx), in.Id)
	return api.DeleteCrawl204Response{Headers: api.DeleteCrawl204ResponseHeaders{XVersion: version(now)}}, err
}

// ListCrawlFields returns the fields a crawler file's column can be mapped to.
func (h *handlers) ListCrawlFields(context.Context, api.ListCrawlFieldsRequestObject) (api.ListCrawlFieldsResponseObject, error) {
	return api.ListCrawlFields200JSONResponse{
		Body: list(h.deps.CrawlFields), Headers: api.ListCrawlFields200ResponseHeaders{XTotalCount: count(h.deps.CrawlFields)},
	}, nil
}

// GetUpload returns one uploaded file and its recognition.
func (h *handlers) GetUpload(ctx context.Context, in api.GetUploadRequestObject) (api.GetUploadResponseObject, error) {
	upload, err := h.deps.Crawls.Upload(ctx, request.AccountID(ctx), in.Id)
	upload.Recognition, upload.Warnings = list(upload.Recognition), list(upload.Warnings)
	if upload.Mapping == nil {
		upload.Mapping = map[string]string{}
	}
	return api.GetUpload200JSONResponse(upload), err
}

// ImportUpload imports a file again with a new mapping, and waits for it for a while.
func (h *handlers) ImportUpload(ctx context.Context, in api.ImportUploadRequestObject) (api.ImportUploadResponseObject, error) {
	account := request.Of(ctx).Account()
	if err := account.Has(upslope.CrawlFeature, h.deps.Now()); err != nil {
		return nil, err
	}
	if err := h.validMapping(in.Body.Mapping); err != nil {
		return nil, err
	}
	job, err := h.deps.Crawls.ImportAgain(ctx, account.ID, in.Id, in.Body.Mapping)
	if err != nil {
		return nil, err
	}
	result, job, err := h.importResult(ctx, job)
	if err != nil {
		return nil, err
	}
	if !job.Finished() {
		return api.ImportUpload202JSONResponse{AcceptedJSONResponse: h.jobs.accepted(ctx, job)}, nil
	}
	return api.ImportUpload200JSONResponse{
		Body: result, Headers: api.ImportUpload200ResponseHeaders{XVersion: h.currentVersion(ctx)},
	}, nil
}

// ConfirmUpload imports a file that stopped with a question, and waits for it for a while.
func (h *handlers) ConfirmUpload(ctx context.Context, in api.ConfirmUploadRequestObject) (api.ConfirmUploadResponseObject, error) {
	account := request.Of(ctx).Account()
	if err := account.Has(upslope.CrawlFeature, h.deps.Now()); err != nil {
		return nil, err
	}
	siteID := in.Body.SiteId.String()
	if _, err := h.deps.Sites.Site(ctx, account.ID, siteID); err != nil {
		return nil, err
	}
	job, err := h.deps.Crawls.ConfirmImport(ctx, account.ID, in.Id, siteID)
	if err != nil {
		return nil, err
	}
	result, job, err := h.importResult(ctx, job)
	if err != nil {
		return nil, err
	}
	if !job.Finished() {
		return api.ConfirmUpload202JSONResponse{AcceptedJSONResponse: h.jobs.accepted(ctx, job)}, nil
	}
	return api.ConfirmUpload200JSONResponse{
		Body: result, Headers: api.ConfirmUpload200ResponseHeaders{XVersion: h.currentVersion(ctx)},
	}, nil
}

// importResult waits for an import for a while, and returns its result when it is done.
func (h *handlers) importResult(ctx context.Context, job upslope.Job) (result upslope.ImportResult, now upslope.Job, err error) {
	if job, err = h.jobs.await(ctx, job); err != nil || !job.Finished() {
		return result, job, err
	}
	if err := json.Unmarshal(job.Result, &result); err != nil {
		return result, job, fmt.Errorf("read the result of job %s: %w", job.ID, err)
	}
	return result, job, nil
}

func (h *handlers) validMapping(mapping map[string]string) error {
	if len(mapping) > maxMapped {
		return upslope.FieldErrorf("mapping", "The mapping has too many headers: at most %d.", maxMapped)
	}
	for _, header := range slices.Sorted(maps.Keys(mapping)) {
		field := mapping[header]
		known := slices.ContainsFunc(h.deps.CrawlFields, func(f upslope.CrawlField) bool { return f.Name == field })
		if field != "" && !known {
			return upslope.FieldErrorf("mapping", "Unknown field %q. GET /api/technical/fields lists them.", field)
		}
	}
	return nil
}

// downloadRejected returns the rejected rows of an uploaded file.
func (h *handlers) downloadRejected(c fiber.Ctx) error {
	upload, err := h.deps.Crawls.Upload(c.Context(), request.AccountID(c.Context()), c.Params("id"))
	if err != nil {
		return err
	}
	// The file is streamed after this handler returns, when the request's context has ended.
	file, size, err := h.deps.Objects.Open(h.requests, upload.RejectedKey())
	if upslope.CodeOf(err) == upslope.NotFound {
		return upslope.Errorf(upslope.NotFound, "Every row of this file was imported.")
	}
	if err != nil {
		return err
	}
	asCSV(c, "rejected rows of "+strings.TrimSuffix(upload.FileName, ".csv")+".csv")
	if c.Method() == fiber.MethodHead {
		c.Response().Header.SetContentLength(int(size))
		c.Response().SkipBody = true
		return file.Close()
	}
	return c.SendStream(file, int(size)) // closes the file
}
