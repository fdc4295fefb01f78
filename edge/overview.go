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

// ListIntegrations answers the connections of a site, one for each provider there is; without a site, the
// connections of the account, of which there are none yet.
func (h *handlers) ListIntegrations(ctx context.Context, in api.ListIntegrationsRequestObject) (api.ListIntegrationsResponseObject, error) {
	siteID, err := h.siteOf(ctx, in.Params.SiteId)
	if err != nil {
		return nil, err
	}
	connections := []upslope.Integration{}
	if siteID != "" {
		connections = disconnected(siteID)
	}
	return api.ListIntegrations200JSONResponse{
		Body: connections, Headers: api.ListIntegrations200ResponseHeaders{XTotalCount: count(connections)},
	}, nil
}

// disconnected is every provider, in the order of the product, as a site that has connected none sees it.
func disconnected(siteID string) []upslope.Integration {
	google := []string{"GOOGLE_APPLICATION_CREDENTIALS"}
	providers := []upslope.Integration{
		{
			Provider: "ga4", Name: "Google Analytics 4", RequiredEnvVars: google,
			Description: "Sessions, conversions and revenue of every page.",
		},
		{
			Provider: "gsc", Name: "Google Search Console", RequiredEnvVars: google,
			Description: "Queries, positions, impressions and clicks in Google Search.",
		},
		{
			Provider: "gads", Name: "Google Ads", RequiredEnvVars: []string{"GOOGLE_APPLICATION_CREDENTIALS", "GOOGLE_ADS_CUSTOMER_ID"},
			Description: "Campaigns, search terms and what they cost.",
		},
		{
			Provider: "semrush", Name: "Semrush", RequiredEnvVars: []string{"SEMRUSH_API_KEY"},
			Description: "Keyword volumes, difficulty and competitors.",
		},
	}
	for i := range providers {
		providers[i].ID = siteID + ":" + providers[i].Provider
		providers[i].SiteID, providers[i].Status = siteID, "disconnected"
		providers[i].MissingEnvVars = providers[i].RequiredEnvVars
	}
	return providers
}
