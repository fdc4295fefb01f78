package analytics

import (
	"context"
	"time"

	"upslope"
)

// Rules keeps what owners of sites say to the detectors.
type Rules struct {
	Engine *Engine
}

// SiteRules answers the rules of a site.
func (r *Rules) SiteRules(ctx context.Context, accountID, siteID string) (upslope.SiteRules, error) {
	return upslope.SiteRules{}, upslope.Errorf(upslope.Unavailable, "This is being built.")
}

// EditSiteRules changes the rules of a site.
func (r *Rules) EditSiteRules(ctx context.Context, accountID, siteID string, edit upslope.SiteRulesEdit, now time.Time) (upslope.SiteRules, int64, error) {
	return upslope.SiteRules{}, 0, upslope.Errorf(upslope.Unavailable, "This is being built.")
}

// InsightRules answers how each type of insight is found.
func (e *Engine) InsightRules() []upslope.InsightRule { return nil }
