package edge

import (
	"context"

	"upslope"
	"upslope/edge/api"
)

// ListTechnicalIssues answers one page of the technical issues of the newest crawls.
func (h *handlers) ListTechnicalIssues(ctx context.Context, in api.ListTechnicalIssuesRequestObject) (api.ListTechnicalIssuesResponseObject, error) {
	filter := upslope.IssueFilter{
		Type: value(in.Params.Type), Severity: string(value(in.Params.Severity)), Seen: string(value(in.Params.Seen)),
		Query: value(in.Params.Q), Sort: string(value(in.Params.Sort)),
	}
	if status := value(in.Params.Status); status != api.ListTechnicalIssuesParamsStatusAll {
		filter.Status = string(status)
	}
	page, err := pageOf(in.Params.Limit, in.Params.Cursor)
	if err != nil {
		return nil, err
	}
	filter.Limit, filter.Offset = page.limit, page.offset
	if filter.SiteID, err = h.siteOf(ctx, in.Params.SiteId); err != nil {
		return nil, err
	}
	issues, total, err := h.deps.Issues.Issues(ctx, requestOf(ctx).user.AccountID, filter)
	count := int(total)
	return api.ListTechnicalIssues200JSONResponse{
		Body:    list(issues),
		Headers: api.ListTechnicalIssues200ResponseHeaders{XTotalCount: &count, Link: next(ctx, page, total)},
	}, err
}

// CountTechnicalIssues answers how many issues of each type there are.
func (h *handlers) CountTechnicalIssues(ctx context.Context, in api.CountTechnicalIssuesRequestObject) (api.CountTechnicalIssuesResponseObject, error) {
	siteID, err := h.siteOf(ctx, in.Params.SiteId)
	if err != nil {
		return nil, err
	}
	counts, err := h.deps.Issues.CountIssues(ctx, requestOf(ctx).user.AccountID, siteID)
	return api.CountTechnicalIssues200JSONResponse{
		Body: list(counts), Headers: api.CountTechnicalIssues200ResponseHeaders{XTotalCount: count(counts)},
	}, err
}

// MarkTechnicalIssue marks an issue as fixed, or takes that back.
func (h *handlers) MarkTechnicalIssue(ctx context.Context, in api.MarkTechnicalIssueRequestObject) (api.MarkTechnicalIssueResponseObject, error) {
	if in.Body.Status != "open" && in.Body.Status != "fixed" {
		return nil, upslope.FieldErrorf("status", "Unknown status %q. Use open or fixed.", in.Body.Status)
	}
	issue, now, err := h.deps.Issues.MarkIssue(ctx, requestOf(ctx).user.AccountID, in.Id, in.Body.Status)
	return api.MarkTechnicalIssue200JSONResponse{
		Body: issue, Headers: api.MarkTechnicalIssue200ResponseHeaders{XVersion: version(now)},
	}, err
}

// ListCrawls answers the imported crawls, newest first.
func (h *handlers) ListCrawls(ctx context.Context, in api.ListCrawlsRequestObject) (api.ListCrawlsResponseObject, error) {
	siteID, err := h.siteOf(ctx, in.Params.SiteId)
	if err != nil {
		return nil, err
	}
	page, err := pageOf(in.Params.Limit, in.Params.Cursor)
	if err != nil {
		return nil, err
	}
	crawls, total, err := h.deps.Crawls.Crawls(ctx, requestOf(ctx).user.AccountID, siteID, page.limit, page.offset)
	count := int(total)
	return api.ListCrawls200JSONResponse{
		Body: list(crawls), Headers: api.ListCrawls200ResponseHeaders{XTotalCount: &count, Link: next(ctx, page, total)},
	}, err
}

// DeleteCrawl deletes a crawl.
func (h *handlers) DeleteCrawl(ctx context.Context, in api.DeleteCrawlRequestObject) (api.DeleteCrawlResponseObject, error) {
	now, err := h.deps.Crawls.DeleteCrawl(ctx, requestOf(ctx).user.AccountID, in.Id)
	return api.DeleteCrawl204Response{Headers: api.DeleteCrawl204ResponseHeaders{XVersion: version(now)}}, err
}

// GetPage answers all that the newest crawl tells of one page.
func (h *handlers) GetPage(ctx context.Context, in api.GetPageRequestObject) (api.GetPageResponseObject, error) {
	siteID, err := h.siteOf(ctx, in.Params.SiteId)
	if err != nil {
		return nil, err
	}
	if value(in.Params.Url) == "" {
		return nil, upslope.FieldErrorf("url", "Say which page with url.")
	}
	page, err := h.deps.Issues.Page(ctx, requestOf(ctx).user.AccountID, siteID, *in.Params.Url)
	return api.GetPage200JSONResponse(page), err
}
