package edge

import (
	"context"

	"upslope"
	"upslope/edge/api"
	"upslope/edge/request"
)

// KPIs computes the figures at the top of the Overview.
type KPIs interface {
	// KPIs returns those of one site, or of all together when the filter has none; it uses the filter's days.
	KPIs(ctx context.Context, accountID string, filter upslope.TableFilter) (upslope.KPIs, error)
}

// Overviews computes figures before they are asked for.
type Overviews interface {
	// Prepare computes the figures of a site's Overview and does not wait for them.
	Prepare(ctx context.Context, accountID, siteID string)
}

// Activity stores the events of an account.
type Activity interface {
	// Activity returns one page, newest first, and the total.
	Activity(ctx context.Context, accountID string, scope upslope.Scope, limit, offset int) ([]upslope.Activity, int64, error)
}

// GetKPIs compares the days that are asked for, or the last 28 final ones with the 28 before.
func (h *handlers) GetKPIs(ctx context.Context, in api.GetKPIsRequestObject) (api.GetKPIsResponseObject, error) {
	siteID, err := h.siteOf(ctx, in.Params.SiteId)
	if err != nil {
		return nil, err
	}
	filter := upslope.TableFilter{
		SiteID: siteID, Compare: string(value(in.Params.Compare)),
		From: value(in.Params.From).Time, To: value(in.Params.To).Time, Before: value(in.Params.CompareFrom).Time,
	}
	kpis, err := h.deps.KPIs.KPIs(ctx, request.AccountID(ctx), filter)
	return api.GetKPIs200JSONResponse(kpis), err
}

// ListActivity returns the account's events, newest first.
func (h *handlers) ListActivity(ctx context.Context, in api.ListActivityRequestObject) (api.ListActivityResponseObject, error) {
	scope, err := h.scopeOf(ctx, in.Params.SiteId, in.Params.ClientId, in.Params.Tag)
	if err != nil {
		return nil, err
	}
	page, err := pageOf(in.Params.Limit, in.Params.Cursor)
	if err != nil {
		return nil, err
	}
	activity, total, err := h.deps.Activity.Activity(ctx, request.AccountID(ctx), scope, page.limit, page.offset)
	count := int(total)
	return api.ListActivity200JSONResponse{
		Body: list(activity), Headers: api.ListActivity200ResponseHeaders{XTotalCount: &count, Link: next(ctx, page, total)},
	}, err
}
