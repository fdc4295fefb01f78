package edge

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"

	"upslope"
	"upslope/edge/api"
	"upslope/edge/request"
)

// Integrations connects sites to providers. A refusal by a provider or its credentials is an unsuccessful
// result, not an error.
type Integrations interface {
	// List returns the integrations of a site, or with an empty siteID the account's existing ones.
	List(ctx context.Context, accountID, siteID string) ([]upslope.Integration, error)
	Integration(ctx context.Context, accountID, siteID, provider string) (upslope.Integration, error)
	Test(ctx context.Context, accountID, siteID, provider string) (upslope.IntegrationResult, error)
	// Connect stores the given credentials and property, nil for those not given, and then tests them.
	Connect(ctx context.Context, accountID, siteID, provider string, property *string, credentials map[string]any) (upslope.IntegrationResult, error)
	Disconnect(ctx context.Context, accountID, siteID, provider string) (upslope.IntegrationResult, error)
	// Properties lists the accessible properties; an empty siteID means the account's credentials.
	Properties(ctx context.Context, accountID, siteID, provider string) ([]upslope.Property, error)
	// AddSites adds a site for each of Search Console's properties.
	AddSites(ctx context.Context, accountID string, properties []string, currency, timeZone string) (upslope.AddedSites, error)
}

// Syncs lists the syncs of sites.
type Syncs interface {
	// Syncs returns one page of a site's syncs, newest first, and the total.
	Syncs(ctx context.Context, accountID, siteID string, limit, offset int) ([]upslope.SyncRun, int64, error)
}

// ListIntegrations returns a site's connection to each provider; without a site, the account's existing
// connections.
func (h *handlers) ListIntegrations(ctx context.Context, in api.ListIntegrationsRequestObject) (api.ListIntegrationsResponseObject, error) {
	integrations, err := h.deps.Integrations.List(ctx, request.AccountID(ctx), value(in.Params.SiteId))
	return api.ListIntegrations200JSONResponse{
		Body: list(integrations), Headers: api.ListIntegrations200ResponseHeaders{XTotalCount: count(integrations)},
	}, err
}

// GetIntegration returns a site's connection to one provider.
func (h *handlers) GetIntegration(ctx context.Context, in api.GetIntegrationRequestObject) (api.GetIntegrationResponseObject, error) {
	integration, err := h.deps.Integrations.Integration(ctx, request.AccountID(ctx), in.Params.SiteId, in.Provider)
	return api.GetIntegration200JSONResponse(integration), err
}

// providerName returns what people call a provider.
func providerName(id string) string {
	for _, provider := range upslope.Providers() {
		if provider.ID == id {
			return provider.ShortName
		}
	}
	return id
}

// TestIntegration tests a site's credentials for a provider.
func (h *handlers) TestIntegration(ctx context.Context, in api.TestIntegrationRequestObject) (api.TestIntegrationResponseObject, error) {
	account := request.Of(ctx).Account()
	if err := account.MayRead(in.Provider, h.deps.Now()); err != nil {
		return nil, err // success connects and queues a sync
	}
	request.Of(ctx).Named = request.Named{SiteID: in.Body.SiteId, Detail: providerName(in.Provider)}
	result, err := h.deps.Integrations.Test(ctx, account.ID, in.Body.SiteId, in.Provider)
	return api.TestIntegration200JSONResponse{
		Body: result, Headers: api.TestIntegration200ResponseHeaders{XVersion: h.currentVersion(ctx)},
	}, err
}

// ConnectIntegration stores credentials or a property, and tests them.
func (h *handlers) ConnectIntegration(ctx context.Context, in api.ConnectIntegrationRequestObject) (api.ConnectIntegrationResponseObject, error) {
	account := request.Of(ctx).Account()
	if err := account.MayRead(in.Provider, h.deps.Now()); err != nil {
		return nil, err
	}
	request.Of(ctx).Named = request.Named{SiteID: in.Body.SiteId, Detail: providerName(in.Provider)}
	result, err := h.deps.Integrations.Connect(ctx, account.ID, in.Body.SiteId, in.Provider, in.Body.Property, value(in.Body.Credentials))
	return api.ConnectIntegration200JSONResponse{
		Body: result, Headers: api.ConnectIntegration200ResponseHeaders{XVersion: h.currentVersion(ctx)},
	}, err
}

// DisconnectIntegration stops syncing a provider.
func (h *handlers) DisconnectIntegration(ctx context.Context, in api.DisconnectIntegrationRequestObject) (api.DisconnectIntegrationResponseObject, error) {
	request.Of(ctx).Named = request.Named{SiteID: in.Body.SiteId, Detail: providerName(in.Provider)}
	result, err := h.deps.Integrations.Disconnect(ctx, request.AccountID(ctx), in.Body.SiteId, in.Provider)
	return api.DisconnectIntegration200JSONResponse{
		Body: result, Headers: api.DisconnectIntegration200ResponseHeaders{XVersion: h.currentVersion(ctx)},
	}, err
}

// ListProperties lists the accessible properties.
func (h *handlers) ListProperties(ctx context.Context, in api.ListPropertiesRequestObject) (api.ListPropertiesResponseObject, error) {
	properties, err := h.deps.Integrations.Properties(ctx, request.AccountID(ctx), value(in.Params.SiteId), in.Provider)
	return api.ListProperties200JSONResponse{
		Body: list(properties), Headers: api.ListProperties200ResponseHeaders{XTotalCount: count(properties)},
	}, err
}

// AddSitesFromSearchConsole adds a site for each property.
func (h *handlers) AddSitesFromSearchConsole(ctx context.Context, in api.AddSitesFromSearchConsoleRequestObject) (api.AddSitesFromSearchConsoleResponseObject, error) {
	account := request.Of(ctx).Account()
	if err := account.MayRead(upslope.GSC, h.deps.Now()); err != nil {
		return nil, err
	}
	edit := upslope.SiteEdit{Currency: or(in.Body.Currency, "USD"), TimeZone: or(in.Body.TimeZone, "UTC")}
	if err := edit.Clean(); err != nil {
		return nil, err
	}
	added, err := h.deps.Integrations.AddSites(ctx, account.ID, in.Body.Properties, *edit.Currency, *edit.TimeZone)
	added.Added, added.Skipped = list(added.Added), list(added.Skipped)
	var names []string
	for _, site := range added.Added {
		names = append(names, site.Domain)
	}
	request.Of(ctx).Named.Name = strings.Join(names, ", ")
	return api.AddSitesFromSearchConsole200JSONResponse{
		Body: added, Headers: api.AddSitesFromSearchConsole200ResponseHeaders{XVersion: h.currentVersion(ctx)},
	}, err
}

// ListSyncs returns the syncs of a site.
func (h *handlers) ListSyncs(ctx context.Context, in api.ListSyncsRequestObject) (api.ListSyncsResponseObject, error) {
	siteID, err := h.siteOf(ctx, &in.Id)
	if err != nil {
		return nil, err
	}
	page, err := pageOf(in.Params.Limit, in.Params.Cursor)
	if err != nil {
		return nil, err
	}
	runs, total, err := h.deps.Syncs.Syncs(ctx, request.AccountID(ctx), siteID, page.limit, page.offset)
	count := int(total)
	return api.ListSyncs200JSONResponse{
		Body: list(runs), Headers: api.ListSyncs200ResponseHeaders{XTotalCount: &count, Link: next(ctx, page, total)},
	}, err
}

// LoadDemo fills a site of the account with a demo shop's data, and waits for it for a while.
func (h *handlers) LoadDemo(ctx context.Context, _ api.LoadDemoRequestObject) (api.LoadDemoResponseObject, error) {
	account := request.Of(ctx).Account()
	if err := account.Entitled(h.deps.Now()); err != nil {
		return nil, err // it is synced like any site
	}
	job, err := h.deps.Jobs.LoadDemo(ctx, account.ID)
	if err != nil {
		return nil, err
	}
	if job, err = h.jobs.await(ctx, job); err != nil {
		return nil, err
	}
	if !job.Finished() {
		return api.LoadDemo202JSONResponse{AcceptedJSONResponse: h.jobs.accepted(ctx, job)}, nil
	}
	var result upslope.DemoResult
	if err := json.Unmarshal(job.Result, &result); err != nil {
		return nil, fmt.Errorf("read the result of job %s: %w", job.ID, err)
	}
	return api.LoadDemo200JSONResponse{Body: result, Headers: api.LoadDemo200ResponseHeaders{XVersion: h.currentVersion(ctx)}}, nil
}
