package edge

import (
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/gofiber/fiber/v3"

	"upslope"
	"upslope/edge/api"
)

// mostMapped is how many headers a mapping may have: more than a crawler's file has columns.
const mostMapped = 1000

// ListCrawlFields answers what a column of a crawler's file can be read as.
func (h *handlers) ListCrawlFields(context.Context, api.ListCrawlFieldsRequestObject) (api.ListCrawlFieldsResponseObject, error) {
	return api.ListCrawlFields200JSONResponse{
		Body: list(h.deps.CrawlFields), Headers: api.ListCrawlFields200ResponseHeaders{XTotalCount: count(h.deps.CrawlFields)},
	}, nil
}

// GetUpload answers one uploaded file and what it was taken for.
func (h *handlers) GetUpload(ctx context.Context, in api.GetUploadRequestObject) (api.GetUploadResponseObject, error) {
	upload, err := h.deps.Crawls.Upload(ctx, requestOf(ctx).user.AccountID, in.Id)
	upload.Recognition, upload.Warnings = list(upload.Recognition), list(upload.Warnings)
	if upload.Mapping == nil {
		upload.Mapping = map[string]string{}
	}
	return api.GetUpload200JSONResponse(upload), err
}

// ImportUpload reads an uploaded file again with the columns it is said to have, and waits for that a while.
func (h *handlers) ImportUpload(ctx context.Context, in api.ImportUploadRequestObject) (api.ImportUploadResponseObject, error) {
	account := requestOf(ctx).account()
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
	waiting, cancel := context.WithTimeout(ctx, waitForJobs)
	defer cancel()
	if job, err = h.await(waiting, job); err != nil {
		return nil, err
	}
	if !job.Finished() {
		return api.ImportUpload202JSONResponse{AcceptedJSONResponse: h.accepted(ctx, job)}, nil
	}
	var result upslope.ImportResult
	if err := json.Unmarshal(job.Result, &result); err != nil {
		return nil, fmt.Errorf("read the result of job %s: %w", job.ID, err)
	}
	return api.ImportUpload200JSONResponse{
		Body: result, Headers: api.ImportUpload200ResponseHeaders{XVersion: h.versionNow(ctx)},
	}, nil
}

func (s *Server) validMapping(mapping map[string]string) error {
	if len(mapping) > mostMapped {
		return upslope.FieldErrorf("mapping", "The mapping has too many headers: at most %d.", mostMapped)
	}
	for _, header := range slices.Sorted(maps.Keys(mapping)) {
		field := mapping[header]
		known := slices.ContainsFunc(s.deps.CrawlFields, func(f upslope.CrawlField) bool { return f.Name == field })
		if field != "" && !known {
			return upslope.FieldErrorf("mapping", "There is no field %q. GET /api/technical/fields lists them.", field)
		}
	}
	return nil
}

// downloadRejected answers the rows of an uploaded file that could not be read.
func (s *Server) downloadRejected(c fiber.Ctx) error {
	upload, err := s.deps.Crawls.Upload(c.Context(), requestOf(c.Context()).user.AccountID, c.Params("id"))
	if err != nil {
		return err
	}
	// The file is sent after this handler has returned, when the context of the request has ended.
	file, size, err := s.deps.Objects.Open(s.requests, upload.RejectedKey())
	if upslope.CodeOf(err) == upslope.NotFound {
		return upslope.Errorf(upslope.NotFound, "All rows of this file could be read.")
	}
	if err != nil {
		return err
	}
	asDownload(c, "rejected rows of "+strings.TrimSuffix(upload.FileName, ".csv")+".csv")
	if c.Method() == fiber.MethodHead {
		c.Response().Header.SetContentLength(int(size))
		c.Response().SkipBody = true
		return file.Close()
	}
	return c.SendStream(file, int(size)) // closes the file
}
