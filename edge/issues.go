package edge

import (
	"context"
	"fmt"

	"upslope"
	"upslope/edge/api"
	"upslope/edge/request"
)

// Issues are the technical issues of the newest crawl of each site.
type Issues interface {
	Issues(ctx context.Context, accountID string, filter upslope.IssueFilter) ([]upslope.TechnicalIssue, int64, error)
	CountIssues(ctx context.Context, accountID string, filter upslope.IssueFilter) ([]upslope.IssueCount, error)
	// ExportIssues passes all matching issues to each; it stops at an error of each and returns it.
	ExportIssues(ctx context.Context, accountID string, filter upslope.IssueFilter, each func(upslope.TechnicalIssue) error) error
	// Page returns all data about a page, or NotFound; an empty siteID searches every site.
	Page(ctx context.Context, accountID, siteID, url string) (upslope.PageDetail, error)
	MarkIssue(ctx context.Context, accountID, issueID, status string) (upslope.TechnicalIssue, int64, error)
}

// ListTechnicalIssues returns one page of the technical issues of the newest crawls.
func (h *handlers) ListTechnicalIssues(ctx context.Context, in api.ListTechnicalIssuesRequestObject) (api.ListTechnicalIssuesResponseObject, error) {
	filter := upslope.IssueFilter{
		Type: value(in.Params.Type), Severity: string(value(in.Params.Severity)), Seen: string(value(in.Params.Seen)),
		Query: value(in.Params.Q), Sort: string(value(in.Params.Sort)), Crawl: value(in.Params.Crawl), Against: value(in.Params.Against),
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
	issues, total, err := h.deps.Issues.Issues(ctx, request.AccountID(ctx), filter)
	count := int(total)
	return api.ListTechnicalIssues200JSONResponse{
		Body:    list(issues),
		Headers: api.ListTechnicalIssues200ResponseHeaders{XTotalCount: &count, Link: next(ctx, page, total)},
	}, err
}

// CountTechnicalIssues returns the number of issues of each type.
func (h *handlers) CountTechnicalIssues(ctx context.Context, in api.CountTechnicalIssuesRequestObject) (api.CountTechnicalIssuesResponseObject, error) {
	siteID, err := h.siteOf(ctx, in.Params.SiteId)
	if err != nil {
		return nil, err
	}
	counts, err := h.deps.Issues.CountIssues(ctx, request.AccountID(ctx), upslope.IssueFilter{
		SiteID: siteID, Crawl: value(in.Params.Crawl), Against: value(in.Params.Against),
	})
	return api.CountTechnicalIssues200JSONResponse{
		Body: list(counts), Headers: api.CountTechnicalIssues200ResponseHeaders{XTotalCount: count(counts)},
	}, err
}

// MarkTechnicalIssue marks an issue as fixed, or reverts that.
func (h *handlers) MarkTechnicalIssue(ctx context.Context, in api.MarkTechnicalIssueRequestObject) (api.MarkTechnicalIssueResponseObject, error) {
	if in.Body.Status != "open" && in.Body.Status != "fixed" {
		return nil, upslope.FieldErrorf("status", "Unknown status %q. Use open or fixed.", in.Body.Status)
	}
	issue, now, err := h.deps.Issues.MarkIssue(ctx, request.AccountID(ctx), in.Id, in.Body.Status)
	request.Of(ctx).Named.Name = fmt.Sprintf("%s on %s, now %s", issue.Title, issue.URL, issue.Status)
	return api.MarkTechnicalIssue200JSONResponse{
		Body: issue, Headers: api.MarkTechnicalIssue200ResponseHeaders{XVersion: version(now)},
	}, err
}

// GetPage returns the newest crawl's data about one page.
func (h *handlers) GetPage(ctx context.Context, in api.GetPageRequestObject) (api.GetPageResponseObject, error) {
	siteID, err := h.siteOf(ctx, in.Params.SiteId)
	if err != nil {
		return nil, err
	}
	if value(in.Params.Url) == "" {
		return nil, upslope.FieldErrorf("url", "Say which page with url.")
	}
	page, err := h.deps.Issues.Page(ctx, request.AccountID(ctx), siteID, *in.Params.Url)
	return api.GetPage200JSONResponse(page), err
}
