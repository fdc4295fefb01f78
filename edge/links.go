package edge

import (
	"context"

	"upslope"
	"upslope/edge/api"
	"upslope/edge/request"
)

// Links keeps the addresses at which anybody can open a report. A link that is not the account's is NotFound.
type Links interface {
	// CreateLink makes the report and answers once its address opens it; Unavailable when that takes too long, and then it never will.
	CreateLink(ctx context.Context, accountID string, settings upslope.ReportSettings, terms upslope.LinkTerms) (upslope.SharedReport, int64, error)
	// Links answers one page of them, the newest first, and how many there are; siteID "" is all.
	Links(ctx context.Context, accountID, siteID string, limit, offset int) ([]upslope.SharedReport, int64, error)
	// ExtendLink has a link open for so many days from now; Conflict for one that cannot open any more.
	ExtendLink(ctx context.Context, accountID, id string, days int) (upslope.SharedReport, int64, error)
	RevokeLink(ctx context.Context, accountID, id string) (version int64, err error)
}

// linkDays is how long a link opens unless the request says otherwise.
const linkDays = 30

// CreateReportLink makes a report and answers the address that opens it.
func (h *handlers) CreateReportLink(ctx context.Context, in api.CreateReportLinkRequestObject) (api.CreateReportLinkResponseObject, error) {
	account := request.Of(ctx).Account()
	if err := account.Entitled(h.deps.Now()); err != nil {
		return nil, err
	}
	b := in.Body
	settings, err := h.settingsOf(ctx, &api.ReportSettings{
		SiteId: b.SiteId, Title: b.Title, DateRange: b.DateRange, Notes: b.Notes,
		IncludeKPIs: b.IncludeKPIs, IncludeInsights: b.IncludeInsights, IncludeRecommendations: b.IncludeRecommendations,
	})
	if err != nil {
		return nil, err
	}
	terms := upslope.LinkTerms{Days: linkDays, Password: value(b.Password)}
	if b.ExpirationDays != nil {
		terms.Days = *b.ExpirationDays
	}
	if err := terms.Clean(); err != nil {
		return nil, err
	}
	link, now, err := h.deps.Links.CreateLink(ctx, account.ID, settings, terms)
	return api.CreateReportLink201JSONResponse{Body: link, Headers: api.CreateReportLink201ResponseHeaders{XVersion: version(now)}}, err
}

// ListReports answers the account's links.
func (h *handlers) ListReports(ctx context.Context, in api.ListReportsRequestObject) (api.ListReportsResponseObject, error) {
	page, err := pageOf(in.Params.Limit, in.Params.Cursor)
	if err != nil {
		return nil, err
	}
	siteID, err := h.siteOf(ctx, in.Params.SiteId)
	if err != nil {
		return nil, err
	}
	links, total, err := h.deps.Links.Links(ctx, request.AccountID(ctx), siteID, page.limit, page.offset)
	count := int(total)
	return api.ListReports200JSONResponse{
		Body: list(links), Headers: api.ListReports200ResponseHeaders{XTotalCount: &count, Link: next(ctx, page, total)},
	}, err
}

// ExtendReport has a link open longer.
func (h *handlers) ExtendReport(ctx context.Context, in api.ExtendReportRequestObject) (api.ExtendReportResponseObject, error) {
	link, now, err := h.deps.Links.ExtendLink(ctx, request.AccountID(ctx), in.Id, in.Body.ExpirationDays)
	return api.ExtendReport200JSONResponse{Body: link, Headers: api.ExtendReport200ResponseHeaders{XVersion: version(now)}}, err
}

// RevokeReport has a link open no more.
func (h *handlers) RevokeReport(ctx context.Context, in api.RevokeReportRequestObject) (api.RevokeReportResponseObject, error) {
	now, err := h.deps.Links.RevokeLink(ctx, request.AccountID(ctx), in.Id)
	return api.RevokeReport204Response{Headers: api.RevokeReport204ResponseHeaders{XVersion: version(now)}}, err
}
