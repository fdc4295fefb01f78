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
	// Insights is Insights.Insights with each insight scored, and ordered, relative to the whole account.
	Insights(ctx context.Context, accountID string, filter upslope.InsightFilter) ([]upslope.Insight, int64, error)
	// AddLeads adds to each insight the lead of its group, and to a lead its followers.
	AddLeads(ctx context.Context, accountID string, insights []upslope.Insight, now time.Time) error
	// Followers returns the followers of leads, best first, by the lead's id.
	Followers(ctx context.Context, accountID string, leads []upslope.Insight) (map[string][]upslope.Insight, error)
	// Plan returns the insights to do first in a number of hours; an empty siteID means every site.
	Plan(ctx context.Context, accountID, siteID string, hours float64, now time.Time) (upslope.Plan, error)
	// Sites returns one page of the sites of a client and tag, highest expected value first, and the total.
	Sites(ctx context.Context, accountID string, scope upslope.Scope, limit, offset int, now time.Time) ([]upslope.PortfolioSite, int64, error)
}

// GetPlan returns the insights to do first in a number of hours.
func (h *handlers) GetPlan(ctx context.Context, in api.GetPlanRequestObject) (api.GetPlanResponseObject, error) {
	siteID, err := h.siteOf(ctx, in.Params.SiteId)
	if err != nil {
		return nil, err
	}
	plan, err := h.deps.Portfolio.Plan(ctx, request.AccountID(ctx), siteID, in.Params.Hours, h.deps.Now())
	plan.Items, plan.Values = list(plan.Items), list(plan.Values)
	return api.GetPlan200JSONResponse(plan), err
}

// ListPortfolio returns all sites of the account for comparison.
func (h *handlers) ListPortfolio(ctx context.Context, in api.ListPortfolioRequestObject) (api.ListPortfolioResponseObject, error) {
	page, err := pageOf(in.Params.Limit, in.Params.Cursor)
	if err != nil {
		return nil, err
	}
	scope, err := h.scopeOf(ctx, nil, in.Params.ClientId, in.Params.Tag)
	if err != nil {
		return nil, err
	}
	sites, total, err := h.deps.Portfolio.Sites(ctx, request.AccountID(ctx), scope, page.limit, page.offset, h.deps.Now())
	count := int(total)
	return api.ListPortfolio200JSONResponse{
		Body: list(sites), Headers: api.ListPortfolio200ResponseHeaders{XTotalCount: &count, Link: next(ctx, page, total)},
	}, err
}
