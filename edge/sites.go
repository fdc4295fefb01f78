package edge

import (
	"context"

	"github.com/oapi-codegen/nullable"

	"upslope"
	"upslope/edge/api"
)

// ListSites answers the account's sites.
func (h *handlers) ListSites(ctx context.Context, _ api.ListSitesRequestObject) (api.ListSitesResponseObject, error) {
	sites, err := h.deps.Sites.Sites(ctx, requestOf(ctx).user.AccountID)
	return api.ListSites200JSONResponse{
		Body: list(sites), Headers: api.ListSites200ResponseHeaders{XTotalCount: count(sites)},
	}, err
}

// CreateSite adds a site; a currency and a time zone are made up for it unless given.
func (h *handlers) CreateSite(ctx context.Context, in api.CreateSiteRequestObject) (api.CreateSiteResponseObject, error) {
	edit := upslope.SiteEdit{
		Name: or(in.Body.Name, ""), Domain: or(in.Body.Domain, ""), GA4PropertyID: clearable(in.Body.Ga4PropertyId),
		Currency: or(in.Body.Currency, "USD"), TimeZone: or(in.Body.TimeZone, "UTC"),
	}
	if err := edit.Clean(); err != nil {
		return nil, err
	}
	site, now, err := h.deps.Sites.AddSite(ctx, requestOf(ctx).user.AccountID, edit)
	return api.CreateSite201JSONResponse{Body: site, Headers: api.CreateSite201ResponseHeaders{XVersion: version(now)}}, err
}

// UpdateSite changes the fields that the request has; one without any changes nothing and tells nobody.
func (h *handlers) UpdateSite(ctx context.Context, in api.UpdateSiteRequestObject) (api.UpdateSiteResponseObject, error) {
	edit := upslope.SiteEdit{
		Name: in.Body.Name, Domain: in.Body.Domain, GA4PropertyID: clearable(in.Body.Ga4PropertyId),
		Currency: in.Body.Currency, TimeZone: in.Body.TimeZone,
	}
	if err := edit.Clean(); err != nil {
		return nil, err
	}
	if edit == (upslope.SiteEdit{}) {
		site, err := h.deps.Sites.Site(ctx, requestOf(ctx).user.AccountID, in.Id)
		return api.UpdateSite200JSONResponse{Body: site, Headers: api.UpdateSite200ResponseHeaders{XVersion: h.versionNow(ctx)}}, err
	}
	site, now, err := h.deps.Sites.EditSite(ctx, requestOf(ctx).user.AccountID, in.Id, edit)
	return api.UpdateSite200JSONResponse{Body: site, Headers: api.UpdateSite200ResponseHeaders{XVersion: version(now)}}, err
}

// DeleteSite deletes a site with everything that belongs to it.
func (h *handlers) DeleteSite(ctx context.Context, in api.DeleteSiteRequestObject) (api.DeleteSiteResponseObject, error) {
	now, err := h.deps.Sites.DeleteSite(ctx, requestOf(ctx).user.AccountID, in.Id)
	return api.DeleteSite204Response{Headers: api.DeleteSite204ResponseHeaders{XVersion: version(now)}}, err
}

func or(given *string, fallback string) *string {
	if given == nil {
		return &fallback
	}
	return given
}

// optional turns a field that is not there into nil, and null into a pointer to nil.
func optional[T any](given nullable.Nullable[T]) **T {
	if !given.IsSpecified() {
		return nil
	}
	var value *T
	if present, err := given.Get(); err == nil {
		value = &present
	}
	return &value
}

// clearable turns a field that is not there into nil, and null into a pointer to the zero value, which clears the field.
func clearable[T any](given nullable.Nullable[T]) *T {
	if !given.IsSpecified() {
		return nil
	}
	value, _ := given.Get()
	return &value
}
