package edge

import (
	"context"

	"upslope"
	"upslope/edge/api"
)

// GetKPIs answers what is known of the last 28 days. No provider is read yet, so all of it is unknown.
func (h *handlers) GetKPIs(ctx context.Context, in api.GetKPIsRequestObject) (api.GetKPIsResponseObject, error) {
	_, err := h.siteOf(ctx, in.Params.SiteId)
	return api.GetKPIs200JSONResponse(upslope.KPIs{}), err
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
