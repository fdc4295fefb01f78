package edge

import (
	"context"

	"upslope"
	"upslope/edge/api"
	"upslope/edge/request"
)

// KPIs works out the figures at the top of the Overview.
type KPIs interface {
	// KPIs answers what is known of one site, or of all together when siteID is "".
	KPIs(ctx context.Context, accountID, siteID string) (upslope.KPIs, error)
}

// Activity is what happened in an account.
type Activity interface {
	// Activity answers one page, newest first, and how much happened in all; siteID "" is every site.
	Activity(ctx context.Context, accountID, siteID string, limit, offset int) ([]upslope.Activity, int64, error)
}

// GetKPIs answers the last 28 final days against the 28 before.
func (h *handlers) GetKPIs(ctx context.Context, in api.GetKPIsRequestObject) (api.GetKPIsResponseObject, error) {
	siteID, err := h.siteOf(ctx, in.Params.SiteId)
	if err != nil {
		return nil, err
	}
	kpis, err := h.deps.KPIs.KPIs(ctx, request.AccountID(ctx), siteID)
	return api.GetKPIs200JSONResponse(kpis), err
}

// ListActivity answers what happened, newest first.
func (h *handlers) ListActivity(ctx context.Context, in api.ListActivityRequestObject) (api.ListActivityResponseObject, error) {
	siteID, err := h.siteOf(ctx, in.Params.SiteId)
	if err != nil {
		return nil, err
	}
	page, err := pageOf(in.Params.Limit, in.Params.Cursor)
	if err != nil {
		return nil, err
	}
	activity, total, err := h.deps.Activity.Activity(ctx, request.AccountID(ctx), siteID, page.limit, page.offset)
	count := int(total)
	return api.ListActivity200JSONResponse{
		Body: list(activity), Headers: api.ListActivity200ResponseHeaders{XTotalCount: &count, Link: next(ctx, page, total)},
	}, err
}
