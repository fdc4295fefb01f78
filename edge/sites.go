package edge

import (
	"context"
	"slices"
	"strings"
	"time"

	"upslope"
	"upslope/edge/api"
	"upslope/edge/request"
)

// Sites stores the sites of accounts. Writes return the account's new version.
type Sites interface {
	Sites(ctx context.Context, accountID string) ([]upslope.Site, error) // oldest first
	Site(ctx context.Context, accountID, siteID string) (upslope.Site, error)
	// AddSite sets name, domain, currency and time zone.
	AddSite(ctx context.Context, accountID string, site upslope.SiteEdit) (upslope.Site, int64, error)
	EditSite(ctx context.Context, accountID, siteID string, edit upslope.SiteEdit) (upslope.Site, int64, error)
	DeleteSite(ctx context.Context, accountID, siteID string) (version int64, err error)
}

// Rules stores the owner's rules for the detectors.
type Rules interface {
	SiteRules(ctx context.Context, accountID, siteID string) (upslope.SiteRules, error)
	// EditSiteRules also queues a recompute of the site; an invalid rule is an Invalid Error naming the
	// field.
	EditSiteRules(ctx context.Context, accountID, siteID string, edit upslope.SiteRulesEdit, now time.Time) (upslope.SiteRules, int64, error)
}

// Changes stores the changes of sites.
type Changes interface {
	// SiteChanges returns one page of those between two days, "" for open, newest first, and the total.
	SiteChanges(ctx context.Context, accountID, siteID, from, to string, limit, offset int) ([]upslope.SiteChange, int64, error)
	AddSiteNote(ctx context.Context, accountID, siteID, day, text string, now time.Time) (upslope.SiteChange, int64, error)
	// DeleteSiteNote fails with NotFound unless it is a note of the site.
	DeleteSiteNote(ctx context.Context, accountID, siteID, changeID string) (int64, error)
}

// ListSites returns the account's sites. Their tags are the team's, and not shown to clients.
func (h *handlers) ListSites(ctx context.Context, in api.ListSitesRequestObject) (api.ListSitesResponseObject, error) {
	clientID, err := h.clientOf(ctx, in.Params.ClientId)
	if err != nil {
		return nil, err
	}
	sites, err := h.deps.Sites.Sites(ctx, request.AccountID(ctx))
	user, tag := request.Of(ctx).User, value(in.Params.Tag)
	sites = slices.DeleteFunc(sites, func(site upslope.Site) bool {
		tagged := slices.ContainsFunc(site.Tags, func(one string) bool { return strings.EqualFold(one, tag) })
		return !user.Sees(site.ID) || clientID != "" && site.ClientID != clientID || tag != "" && (!tagged || user.Role == upslope.Client)
	})
	for i := range sites {
		if sites[i].Tags = list(sites[i].Tags); user.Role == upslope.Client {
			sites[i].Tags = []string{}
		}
	}
	// A person with one site sees its Overview next; from far away, a round trip later.
	if h.deps.Overviews != nil && len(sites) == 1 && request.Of(ctx).Token == nil {
		h.deps.Overviews.Prepare(ctx, request.AccountID(ctx), sites[0].ID)
	}
	return api.ListSites200JSONResponse{
		Body: list(sites), Headers: api.ListSites200ResponseHeaders{XTotalCount: count(sites)},
	}, err
}

// CreateSite adds a site, with a default currency and time zone unless given.
func (h *handlers) CreateSite(ctx context.Context, in api.CreateSiteRequestObject) (api.CreateSiteResponseObject, error) {
	edit := upslope.SiteEdit{
		Name: or(in.Body.Name, ""), Domain: or(in.Body.Domain, ""), GA4PropertyID: clearable(in.Body.Ga4PropertyId),
		Currency: or(in.Body.Currency, "USD"), TimeZone: or(in.Body.TimeZone, "UTC"), IncludeSubdomains: in.Body.IncludeSubdomains,
		ClientID: clearable(in.Body.ClientId), Tags: in.Body.Tags,
	}
	if edit.ClientID != nil && in.Body.Currency == nil {
		client, err := h.deps.Clients.Client(ctx, request.AccountID(ctx), *edit.ClientID)
		if err == nil && client.Currency != "" {
			edit.Currency = &client.Currency
		}
	}
	if err := edit.Clean(); err != nil {
		return nil, err
	}
	site, now, err := h.deps.Sites.AddSite(ctx, request.AccountID(ctx), edit)
	return api.CreateSite201JSONResponse{Body: site, Headers: api.CreateSite201ResponseHeaders{XVersion: version(now)}}, err
}

// UpdateSite changes the given fields; without any it changes nothing and sends no event.
func (h *handlers) UpdateSite(ctx context.Context, in api.UpdateSiteRequestObject) (api.UpdateSiteResponseObject, error) {
	edit := upslope.SiteEdit{
		Name: in.Body.Name, Domain: in.Body.Domain, GA4PropertyID: clearable(in.Body.Ga4PropertyId),
		Currency: in.Body.Currency, TimeZone: in.Body.TimeZone, IncludeSubdomains: in.Body.IncludeSubdomains,
		ClientID: clearable(in.Body.ClientId), Tags: in.Body.Tags,
	}
	if err := edit.Clean(); err != nil {
		return nil, err
	}
	if edit == (upslope.SiteEdit{}) {
		site, err := h.deps.Sites.Site(ctx, request.AccountID(ctx), in.Id)
		return api.UpdateSite200JSONResponse{Body: site, Headers: api.UpdateSite200ResponseHeaders{XVersion: h.currentVersion(ctx)}}, err
	}
	site, now, err := h.deps.Sites.EditSite(ctx, request.AccountID(ctx), in.Id, edit)
	return api.UpdateSite200JSONResponse{Body: site, Headers: api.UpdateSite200ResponseHeaders{XVersion: version(now)}}, err
}

// DeleteSite deletes a site with all its data.
func (h *handlers) DeleteSite(ctx context.Context, in api.DeleteSiteRequestObject) (api.DeleteSiteResponseObject, error) {
	now, err := h.deps.Sites.DeleteSite(ctx, request.AccountID(ctx), in.Id)
	return api.DeleteSite204Response{Headers: api.DeleteSite204ResponseHeaders{XVersion: version(now)}}, err
}

// GetSiteRules returns the owner's rules for the detectors.
func (h *handlers) GetSiteRules(ctx context.Context, in api.GetSiteRulesRequestObject) (api.GetSiteRulesResponseObject, error) {
	rules, err := h.deps.Rules.SiteRules(ctx, request.AccountID(ctx), in.Id)
	return api.GetSiteRules200JSONResponse(rules), err
}

// EditSiteRules changes the given rules, and rescores the site.
func (h *handlers) EditSiteRules(ctx context.Context, in api.EditSiteRulesRequestObject) (api.EditSiteRulesResponseObject, error) {
	edit := upslope.SiteRulesEdit{
		BrandTerms: in.Body.BrandTerms, BrandPattern: in.Body.BrandPattern, NotBrand: in.Body.NotBrand, ExcludedPaths: in.Body.ExcludedPaths,
		ConversionValue: optional(in.Body.ConversionValue), TargetCPA: optional(in.Body.TargetCpa), Parameters: value(in.Body.Parameters),
	}
	rules, now, err := h.deps.Rules.EditSiteRules(ctx, request.AccountID(ctx), in.Id, edit, h.deps.Now())
	return api.EditSiteRules200JSONResponse{Body: rules, Headers: api.EditSiteRules200ResponseHeaders{XVersion: version(now)}}, err
}

// ListSiteChanges returns the changes of a site.
func (h *handlers) ListSiteChanges(ctx context.Context, in api.ListSiteChangesRequestObject) (api.ListSiteChangesResponseObject, error) {
	page, err := pageOf(in.Params.Limit, in.Params.Cursor)
	if err != nil {
		return nil, err
	}
	from, to := value(in.Params.From), value(in.Params.To)
	for name, day := range map[string]string{"from": from, "to": to} {
		if day != "" && (day < "2000-01-01" || day > "2099-12-31") {
			return nil, upslope.FieldErrorf(name, "%s must be a day of this century.", name)
		}
	}
	if from != "" && to != "" && from > to {
		return nil, upslope.FieldErrorf("from", "from must not be after to.")
	}
	changes, total, err := h.deps.Changes.SiteChanges(ctx, request.AccountID(ctx), in.Id, from, to, page.limit, page.offset)
	count := int(total)
	return api.ListSiteChanges200JSONResponse{
		Body: list(changes), Headers: api.ListSiteChanges200ResponseHeaders{XTotalCount: &count, Link: next(ctx, page, total)},
	}, err
}

// AddSiteNote stores a user's note of a change on a day.
func (h *handlers) AddSiteNote(ctx context.Context, in api.AddSiteNoteRequestObject) (api.AddSiteNoteResponseObject, error) {
	change, now, err := h.deps.Changes.AddSiteNote(ctx, request.AccountID(ctx), in.Id, in.Body.Day.String(), in.Body.Text, h.deps.Now())
	return api.AddSiteNote201JSONResponse{Body: change, Headers: api.AddSiteNote201ResponseHeaders{XVersion: version(now)}}, err
}

// DeleteSiteNote deletes a note.
func (h *handlers) DeleteSiteNote(ctx context.Context, in api.DeleteSiteNoteRequestObject) (api.DeleteSiteNoteResponseObject, error) {
	now, err := h.deps.Changes.DeleteSiteNote(ctx, request.AccountID(ctx), in.Id, in.ChangeId)
	return api.DeleteSiteNote204Response{Headers: api.DeleteSiteNote204ResponseHeaders{XVersion: version(now)}}, err
}

// siteOf returns the id of a request's site, "" for all; another account's is NotFound.
func (h *handlers) siteOf(ctx context.Context, siteID *string) (string, error) {
	user := request.Of(ctx).User
	if siteID == nil || *siteID == "" {
		if !user.Sees("") {
			return "", upslope.FieldErrorf("siteId", "Choose one of your sites with siteId.")
		}
		return "", nil
	}
	if !user.Sees(*siteID) {
		return "", upslope.Errorf(upslope.NotFound, "This site does not exist.")
	}
	site, err := h.deps.Sites.Site(ctx, request.AccountID(ctx), *siteID)
	return site.ID, err
}

// siteLister lists the ids of sites.
type siteLister struct{ Sites }

// SiteIDs lists the account's sites; Conflict when it has none.
func (s siteLister) SiteIDs(ctx context.Context, accountID string) ([]string, error) {
	sites, err := s.Sites.Sites(ctx, accountID)
	if err != nil {
		return nil, err
	}
	if len(sites) == 0 {
		return nil, upslope.Errorf(upslope.Conflict, "Add a site first.")
	}
	ids := make([]string, len(sites))
	for i, site := range sites {
		ids[i] = site.ID
	}
	return ids, nil
}
