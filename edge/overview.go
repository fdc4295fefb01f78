package edge

import (
	"context"

	"upslope/edge/api"
)

// GetKPIs answers the last 28 final days against the 28 before.
func (h *handlers) GetKPIs(ctx context.Context, in api.GetKPIsRequestObject) (api.GetKPIsResponseObject, error) {
	siteID, err := h.siteOf(ctx, in.Params.SiteId)
	if err != nil {
		return nil, err
	}
	kpis, err := h.deps.KPIs.KPIs(ctx, requestOf(ctx).user.AccountID, siteID)
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
	activity, total, err := h.deps.Activity.Activity(ctx, requestOf(ctx).user.AccountID, siteID, page.limit, page.offset)
	count := int(total)
	return api.ListActivity200JSONResponse{
		Body: list(activity), Headers: api.ListActivity200ResponseHeaders{XTotalCount: &count, Link: next(ctx, page, total)},
	}, err
}
