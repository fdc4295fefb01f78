package edge

import (
	"bytes"
	"context"
	"encoding/base64"
	"mime"
	"strings"

	"upslope"
	"upslope/edge/api"
	"upslope/edge/request"
)

// Reports makes reports.
type Reports interface {
	// Preview returns the report as HTML without storing it. NotFound for another account's site.
	Preview(ctx context.Context, accountID string, settings upslope.ReportSettings) (html []byte, err error)
	// PDF creates and prints the report; Unavailable without a browser to print with.
	PDF(ctx context.Context, accountID string, settings upslope.ReportSettings) (file []byte, name string, err error)
	// PrintPage prints the HTML of a shared report; Unavailable without a browser to print with.
	PrintPage(ctx context.Context, html []byte) (file []byte, name string, err error)
	// Logo converts a picture to the PNG used in reports.
	Logo(picture []byte) ([]byte, error)
}

// Branding stores the branding of an account's reports.
type Branding interface {
	Branding(ctx context.Context, accountID string) (upslope.Branding, error)
	EditBranding(ctx context.Context, accountID string, edit upslope.BrandingEdit) (upslope.Branding, int64, error)
}

// LinkDomains checks domains for links.
type LinkDomains interface {
	// Look looks a domain up, which may take seconds.
	Look(ctx context.Context, domain string) upslope.LinkDomain
}

// settingsOf returns a request's settings, with the form's defaults for missing ones.
func (h *handlers) settingsOf(ctx context.Context, given *api.ReportSettings) (upslope.ReportSettings, error) {
	settings := upslope.ReportSettings{
		Title: *or(given.Title, upslope.ReportTitle), DateRange: *or(given.DateRange, "last-30-days"), Notes: value(given.Notes), Insights: value(given.Insights),
		IncludeKPIs:            given.IncludeKPIs == nil || *given.IncludeKPIs,
		IncludeInsights:        given.IncludeInsights == nil || *given.IncludeInsights,
		IncludeRecommendations: given.IncludeRecommendations == nil || *given.IncludeRecommendations,
	}
	if err := settings.Clean(); err != nil {
		return settings, err
	}
	var err error
	if settings.SiteID, err = h.siteOf(ctx, given.SiteId); settings.SiteID == "" && err == nil {
		settings.ClientID, err = h.clientOf(ctx, given.ClientId)
	}
	return settings, err
}

// GeneratePDF returns a report as a file.
func (h *handlers) GeneratePDF(ctx context.Context, in api.GeneratePDFRequestObject) (api.GeneratePDFResponseObject, error) {
	account := request.Of(ctx).Account()
	if err := account.Entitled(h.deps.Now()); err != nil {
		return nil, err
	}
	settings, err := h.settingsOf(ctx, in.Body)
	if err != nil {
		return nil, err
	}
	request.Of(ctx).Named = request.Named{SiteID: settings.SiteID, Detail: settings.Title}
	file, name, err := h.deps.Reports.PDF(ctx, account.ID, settings)
	if err != nil {
		return nil, err
	}
	disposition := mime.FormatMediaType("attachment", map[string]string{"filename": name})
	return api.GeneratePDF200ApplicationpdfResponse{
		Body: bytes.NewReader(file), ContentLength: int64(len(file)),
		Headers: api.GeneratePDF200ResponseHeaders{ContentDisposition: &disposition, XVersion: h.currentVersion(ctx)},
	}, nil
}

// PreviewReport returns a report as a page only the user sees.
func (h *handlers) PreviewReport(ctx context.Context, in api.PreviewReportRequestObject) (api.PreviewReportResponseObject, error) {
	settings, err := h.settingsOf(ctx, in.Body)
	if err != nil {
		return nil, err
	}
	html, err := h.deps.Reports.Preview(ctx, request.AccountID(ctx), settings)
	answer := api.PreviewReport200JSONResponse{Headers: api.PreviewReport200ResponseHeaders{XVersion: h.currentVersion(ctx)}}
	answer.Body.Html = string(html)
	return answer, err
}

// GetBranding returns the branding of the account's reports.
func (h *handlers) GetBranding(ctx context.Context, _ api.GetBrandingRequestObject) (api.GetBrandingResponseObject, error) {
	branding, err := h.deps.Branding.Branding(ctx, request.AccountID(ctx))
	return api.GetBranding200JSONResponse(shown(branding)), err
}

// EditBranding changes the given fields.
func (h *handlers) EditBranding(ctx context.Context, in api.EditBrandingRequestObject) (api.EditBrandingResponseObject, error) {
	edit, err := h.brandingEdit(*in.Body)
	if err != nil {
		return nil, err
	}
	if err := edit.Clean(); err != nil {
		return nil, err
	}
	known, err := h.deps.Branding.Branding(ctx, request.AccountID(ctx))
	if err != nil {
		return nil, err
	}
	if err := h.checkLinkDomain(ctx, edit, known); err != nil {
		return nil, err
	}
	branding, now, err := h.deps.Branding.EditBranding(ctx, request.AccountID(ctx), edit)
	return api.EditBranding200JSONResponse{Body: shown(branding), Headers: api.EditBranding200ResponseHeaders{XVersion: version(now)}}, err
}

// checkLinkDomain refuses a new domain that does not lead here.
func (h *handlers) checkLinkDomain(ctx context.Context, edit upslope.BrandingEdit, known upslope.Branding) error {
	if edit.LinkDomain == nil || *edit.LinkDomain == "" || *edit.LinkDomain == known.LinkDomain {
		return nil
	}
	return h.deps.LinkDomains.Look(ctx, *edit.LinkDomain).Refusal()
}

// LookUpLinkDomain says whether a domain leads here, before or after it is saved.
func (h *handlers) LookUpLinkDomain(ctx context.Context, in api.LookUpLinkDomainRequestObject) (api.LookUpLinkDomainResponseObject, error) {
	domain, err := upslope.CleanLinkDomain(in.Params.Domain)
	if err != nil {
		return nil, err
	}
	return api.LookUpLinkDomain200JSONResponse(h.deps.LinkDomains.Look(ctx, domain)), nil
}

func (h *handlers) brandingEdit(in api.BrandingEdit) (upslope.BrandingEdit, error) {
	edit := upslope.BrandingEdit{Name: in.Name, Color: in.Color, LinkDomain: in.LinkDomain}
	logo := clearable(in.Logo)
	if logo == nil {
		return edit, nil
	}
	picture, err := base64.StdEncoding.DecodeString(strings.TrimSpace(*logo))
	if err != nil {
		return edit, upslope.FieldErrorf("logo", "The logo must be a picture in base64.")
	}
	if len(picture) > 0 {
		picture, err = h.deps.Reports.Logo(picture)
	}
	edit.Logo = &picture
	return edit, err
}

func shown(b upslope.Branding) api.Branding {
	branding := api.Branding{Name: b.Name, Color: b.Color, LinkDomain: b.LinkDomain}
	if len(b.Logo) > 0 {
		address := "data:image/png;base64," + base64.StdEncoding.EncodeToString(b.Logo)
		branding.Logo.Set(address)
	} else {
		branding.Logo.SetNull()
	}
	return branding
}

// Links stores the addresses at which anyone can open a report. Another account's link is NotFound.
type Links interface {
	// CreateLink creates the report and returns once its address opens it; Unavailable when that takes too
	// long, and the link is then void.
	CreateLink(ctx context.Context, accountID string, settings upslope.ReportSettings, terms upslope.LinkTerms) (upslope.SharedReport, int64, error)
	// Links returns one page, newest first, and the total.
	Links(ctx context.Context, accountID string, scope upslope.Scope, limit, offset int) ([]upslope.SharedReport, int64, error)
	// ExtendLink sets a link's remaining days; Conflict for one that has ended.
	ExtendLink(ctx context.Context, accountID, id string, days int) (upslope.SharedReport, int64, error)
	RevokeLink(ctx context.Context, accountID, id string) (version int64, err error)
}

// linkDays is the default lifetime of a link.
const linkDays = 30

// CreateReportLink creates a report and returns its address.
func (h *handlers) CreateReportLink(ctx context.Context, in api.CreateReportLinkRequestObject) (api.CreateReportLinkResponseObject, error) {
	account := request.Of(ctx).Account()
	if err := account.Entitled(h.deps.Now()); err != nil {
		return nil, err
	}
	b := in.Body
	settings, err := h.settingsOf(ctx, &api.ReportSettings{
		SiteId: b.SiteId, ClientId: b.ClientId, Title: b.Title, DateRange: b.DateRange, Notes: b.Notes,
		IncludeKPIs: b.IncludeKPIs, IncludeInsights: b.IncludeInsights, IncludeRecommendations: b.IncludeRecommendations, Insights: b.Insights,
	})
	if err != nil {
		return nil, err
	}
	terms := upslope.LinkTerms{Days: linkDays, Password: value(b.Password)}
	if b.ExpirationDays != nil {
		terms.Days = *b.ExpirationDays
	}
	if err := terms.Clean(); err != nil {
		return nil, err
	}
	link, now, err := h.deps.Links.CreateLink(ctx, account.ID, settings, terms)
	return api.CreateReportLink201JSONResponse{Body: link, Headers: api.CreateReportLink201ResponseHeaders{XVersion: version(now)}}, err
}

// ListReports returns the account's links.
func (h *handlers) ListReports(ctx context.Context, in api.ListReportsRequestObject) (api.ListReportsResponseObject, error) {
	page, err := pageOf(in.Params.Limit, in.Params.Cursor)
	if err != nil {
		return nil, err
	}
	scope, err := h.scopeOf(ctx, in.Params.SiteId, in.Params.ClientId, in.Params.Tag)
	if err != nil {
		return nil, err
	}
	links, total, err := h.deps.Links.Links(ctx, request.AccountID(ctx), scope, page.limit, page.offset)
	count := int(total)
	return api.ListReports200JSONResponse{
		Body: list(links), Headers: api.ListReports200ResponseHeaders{XTotalCount: &count, Link: next(ctx, page, total)},
	}, err
}

// ExtendReport extends a link.
func (h *handlers) ExtendReport(ctx context.Context, in api.ExtendReportRequestObject) (api.ExtendReportResponseObject, error) {
	link, now, err := h.deps.Links.ExtendLink(ctx, request.AccountID(ctx), in.Id, in.Body.ExpirationDays)
	return api.ExtendReport200JSONResponse{Body: link, Headers: api.ExtendReport200ResponseHeaders{XVersion: version(now)}}, err
}

// RevokeReport revokes a link.
func (h *handlers) RevokeReport(ctx context.Context, in api.RevokeReportRequestObject) (api.RevokeReportResponseObject, error) {
	now, err := h.deps.Links.RevokeLink(ctx, request.AccountID(ctx), in.Id)
	return api.RevokeReport204Response{Headers: api.RevokeReport204ResponseHeaders{XVersion: version(now)}}, err
}
