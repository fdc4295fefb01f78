package edge

import (
	"context"

	"upslope"
	"upslope/edge/api"
)

// GetSiteRules answers what the site's owner says to the detectors.
func (h *handlers) GetSiteRules(ctx context.Context, in api.GetSiteRulesRequestObject) (api.GetSiteRulesResponseObject, error) {
	rules, err := h.deps.Rules.SiteRules(ctx, requestOf(ctx).user.AccountID, in.Id)
	return api.GetSiteRules200JSONResponse(rules), err
}

// EditSiteRules changes what the request names, and has the site scored again.
func (h *handlers) EditSiteRules(ctx context.Context, in api.EditSiteRulesRequestObject) (api.EditSiteRulesResponseObject, error) {
	edit := upslope.SiteRulesEdit{
		BrandTerms: in.Body.BrandTerms, BrandPattern: in.Body.BrandPattern, NotBrand: in.Body.NotBrand, ExcludedPaths: in.Body.ExcludedPaths,
		ConversionValue: optional(in.Body.ConversionValue), TargetCPA: optional(in.Body.TargetCpa), Parameters: value(in.Body.Parameters),
	}
	rules, now, err := h.deps.Rules.EditSiteRules(ctx, requestOf(ctx).user.AccountID, in.Id, edit, h.deps.Now())
	return api.EditSiteRules200JSONResponse{Body: rules, Headers: api.EditSiteRules200ResponseHeaders{XVersion: version(now)}}, err
}
