package edge

import (
	"context"

	"upslope"
	"upslope/edge/api"
	"upslope/edge/request"
)

// Ownership knows which sites are proven to belong to their accounts.
type Ownership interface {
	Of(ctx context.Context, accountID string, site upslope.Site) (upslope.Ownership, error)
	// Require returns a Forbidden Error when a crawl needs a proof that the site lacks.
	Require(ctx context.Context, crawl upslope.SiteCrawl, site upslope.Site) error
	// Check looks for a proof now; Unprocessable says what was found in its place.
	Check(ctx context.Context, accountID string, site upslope.Site) (upslope.Ownership, error)
}

// StartCrawl crawls a site.
func (h *handlers) StartCrawl(ctx context.Context, in api.StartCrawlRequestObject) (api.StartCrawlResponseObject, error) {
	account := request.Of(ctx).Account()
	if err := account.Has(upslope.CrawlFeature, h.deps.Now()); err != nil {
		return nil, err
	}
	site, err := h.deps.Sites.Site(ctx, account.ID, in.Body.SiteId)
	if err != nil {
		return nil, err
	}
	request.Of(ctx).Named.SiteID = site.ID
	crawl := upslope.SiteCrawl{AccountID: account.ID, SiteID: site.ID}
	if crawl.MaxPages, err = account.CrawlLimit(in.Body.MaxPages); err != nil {
		return nil, err
	}
	if in.Body.Url != nil {
		if crawl.URL, err = site.CrawlStart(*in.Body.Url, h.config.CrawlAllowPrivate); err != nil {
			return nil, err
		}
	}
	if in.Body.Options != nil {
		crawl.Options = *in.Body.Options
	}
	if err := crawl.Options.Clean(); err != nil {
		return nil, err
	}
	if err := h.deps.Ownership.Require(ctx, crawl, site); err != nil {
		return nil, err
	}
	job, err := h.deps.Crawls.StartCrawl(ctx, crawl, h.deps.Now())
	if err != nil {
		return nil, err
	}
	return api.StartCrawl202JSONResponse{AcceptedJSONResponse: h.jobs.accepted(ctx, job)}, nil
}

// ProveSite looks for the proof that a site belongs to the account.
func (h *handlers) ProveSite(ctx context.Context, in api.ProveSiteRequestObject) (api.ProveSiteResponseObject, error) {
	site, err := h.deps.Sites.Site(ctx, request.AccountID(ctx), in.Body.SiteId)
	if err != nil {
		return nil, err
	}
	request.Of(ctx).Named.SiteID = site.ID
	owned, err := h.deps.Ownership.Check(ctx, site.AccountID, site)
	return api.ProveSite200JSONResponse{Body: owned, Headers: api.ProveSite200ResponseHeaders{XVersion: h.currentVersion(ctx)}}, err
}

// GetCrawlSettings returns how a site is crawled.
func (h *handlers) GetCrawlSettings(ctx context.Context, in api.GetCrawlSettingsRequestObject) (api.GetCrawlSettingsResponseObject, error) {
	settings, err := h.crawlSettings(ctx, in.Params.SiteId)
	return api.GetCrawlSettings200JSONResponse(settings), err
}

func (h *handlers) crawlSettings(ctx context.Context, siteID string) (upslope.CrawlSettings, error) {
	account := request.Of(ctx).Account()
	site, err := h.deps.Sites.Site(ctx, account.ID, siteID)
	if err != nil {
		return upslope.CrawlSettings{}, err
	}
	settings, err := h.deps.Crawls.CrawlSettings(ctx, account.ID, siteID)
	if err != nil {
		return settings, err
	}
	settings.Ownership, err = h.deps.Ownership.Of(ctx, account.ID, site)
	settings.NeedsNoProof = settings.Ownership.Holds(h.deps.Now())
	settings.Options.Include, settings.Options.Exclude = list(settings.Options.Include), list(settings.Options.Exclude)
	settings.Options.IgnoreParameters = list(settings.Options.IgnoreParameters)
	allowance := account.CrawlAllowance()
	settings.MaxPagesOf, settings.DailyAllowed = allowance.Pages, allowance.Daily
	return settings, err
}

// EditCrawlSettings changes how a site is crawled by itself.
func (h *handlers) EditCrawlSettings(ctx context.Context, in api.EditCrawlSettingsRequestObject) (api.EditCrawlSettingsResponseObject, error) {
	account := request.Of(ctx).Account()
	if err := account.Has(upslope.CrawlFeature, h.deps.Now()); err != nil {
		return nil, err
	}
	site, err := h.deps.Sites.Site(ctx, account.ID, in.Body.SiteId)
	if err != nil {
		return nil, err
	}
	request.Of(ctx).Named.SiteID = site.ID
	settings, err := h.crawlSettings(ctx, site.ID)
	if err != nil {
		return nil, err
	}
	if in.Body.Every != nil {
		settings.Every = *in.Body.Every
	}
	if err := account.CrawlEvery(settings.Every); err != nil {
		return nil, err
	}
	if in.Body.MaxPages != nil {
		settings.MaxPages = *in.Body.MaxPages
	}
	if settings.MaxPages, err = account.CrawlLimit(&settings.MaxPages); err != nil {
		return nil, err
	}
	if in.Body.Url != nil {
		if settings.URL, err = site.CrawlStart(*in.Body.Url, h.config.CrawlAllowPrivate); err != nil {
			return nil, err
		}
	}
	if in.Body.Options != nil {
		settings.Options = *in.Body.Options
	}
	if err := settings.Options.Clean(); err != nil {
		return nil, err
	}
	if in.Body.MaxPages != nil || in.Body.Options != nil { // what was allowed once can still be turned off
		wanted := upslope.SiteCrawl{AccountID: account.ID, SiteID: site.ID, MaxPages: settings.MaxPages, Options: settings.Options}
		if err := h.deps.Ownership.Require(ctx, wanted, site); err != nil {
			return nil, err
		}
	}
	now, err := h.deps.Crawls.EditCrawlSettings(ctx, account.ID, settings, h.deps.Now())
	if err != nil {
		return nil, err
	}
	settings, err = h.crawlSettings(ctx, site.ID)
	return api.EditCrawlSettings200JSONResponse{Body: settings, Headers: api.EditCrawlSettings200ResponseHeaders{XVersion: version(now)}}, err
}

// ListPageChanges returns what crawls found changed on pages.
func (h *handlers) ListPageChanges(ctx context.Context, in api.ListPageChangesRequestObject) (api.ListPageChangesResponseObject, error) {
	siteID, err := h.siteOf(ctx, in.Params.SiteId)
	if err != nil {
		return nil, err
	}
	page, err := pageOf(in.Params.Limit, in.Params.Cursor)
	if err != nil {
		return nil, err
	}
	kind := ""
	if in.Params.Kind != nil {
		kind = string(*in.Params.Kind)
	}
	changes, total, err := h.deps.Crawls.PageChanges(ctx, request.AccountID(ctx), siteID, kind, page.limit, page.offset)
	count := int(total)
	return api.ListPageChanges200JSONResponse{
		Body: list(changes), Headers: api.ListPageChanges200ResponseHeaders{XTotalCount: &count, Link: next(ctx, page, total)},
	}, err
}
