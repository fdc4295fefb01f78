package edge

import (
	"context"
	"time"

	"upslope"
	"upslope/edge/api"
	"upslope/edge/request"
)

// Portfolio ranks insights across sites.
type Portfolio interface {
	// Insights is that of Insights, each scored, and ordered, by what the whole account is worth.
	Insights(ctx context.Context, accountID string, filter upslope.InsightFilter) ([]upslope.Insight, int64, error)
	// AddLeads adds to each insight the one that it stands under, as one task with it, and those that stand
	// under it.
	AddLeads(ctx context.Context, accountID string, insights []upslope.Insight, now time.Time) error
	// Followers answers those that stand under insights, best first, by the id of the one that leads.
	Followers(ctx context.Context, accountID string, leads []upslope.Insight) (map[string][]upslope.Insight, error)
	// Plan answers what to do first in so many hours; siteID "" is every site.
	Plan(ctx context.Context, accountID, siteID string, hours float64, now time.Time) (upslope.Plan, error)
	// Sites answers one page of the account's sites, those with the most expected value first, and how many
	// there are.
	Sites(ctx context.Context, accountID string, limit, offset int, now time.Time) ([]upslope.PortfolioSite, int64, error)
}

// GetPlan answers the insights to do first in a number of hours.
func (h *handlers) GetPlan(ctx context.Context, in api.GetPlanRequestObject) (api.GetPlanResponseObject, error) {
	siteID, err := h.siteOf(ctx, in.Params.SiteId)
	if err != nil {
		return nil, err
	}
	plan, err := h.deps.Portfolio.Plan(ctx, request.AccountID(ctx), siteID, in.Params.Hours, h.deps.Now())
	plan.Items, plan.Values = list(plan.Items), list(plan.Values)
	return api.GetPlan200JSONResponse(plan), err
}

// ListPortfolio answers every site of the account beside the others.
func (h *handlers) ListPortfolio(ctx context.Context, in api.ListPortfolioRequestObject) (api.ListPortfolioResponseObject, error) {
	page, err := pageOf(in.Params.Limit, in.Params.Cursor)
	if err != nil {
		return nil, err
	}
	sites, total, err := h.deps.Portfolio.Sites(ctx, request.AccountID(ctx), page.limit, page.offset, h.deps.Now())
	count := int(total)
	return api.ListPortfolio200JSONResponse{
		Body: list(sites), Headers: api.ListPortfolio200ResponseHeaders{XTotalCount: &count, Link: next(ctx, page, total)},
	}, err
}
