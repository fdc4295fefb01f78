package edge

import (
	"context"

	"upslope/edge/api"
)

// GetPlan answers the insights to do first in a number of hours.
func (h *handlers) GetPlan(ctx context.Context, in api.GetPlanRequestObject) (api.GetPlanResponseObject, error) {
	siteID, err := h.siteOf(ctx, in.Params.SiteId)
	if err != nil {
		return nil, err
	}
	plan, err := h.deps.Portfolio.Plan(ctx, requestOf(ctx).user.AccountID, siteID, in.Params.Hours, h.deps.Now())
	plan.Items, plan.Values = list(plan.Items), list(plan.Values)
	return api.GetPlan200JSONResponse(plan), err
}

// ListPortfolio answers every site of the account beside the others.
func (h *handlers) ListPortfolio(ctx context.Context, in api.ListPortfolioRequestObject) (api.ListPortfolioResponseObject, error) {
	page, err := pageOf(in.Params.Limit, in.Params.Cursor)
	if err != nil {
		return nil, err
	}
	sites, total, err := h.deps.Portfolio.Sites(ctx, requestOf(ctx).user.AccountID, page.limit, page.offset, h.deps.Now())
	count := int(total)
	return api.ListPortfolio200JSONResponse{
		Body: list(sites), Headers: api.ListPortfolio200ResponseHeaders{XTotalCount: &count, Link: next(ctx, page, total)},
	}, err
}
