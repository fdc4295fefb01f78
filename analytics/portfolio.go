package analytics

import (
	"context"
	"time"

	"upslope"
)

// Portfolio ranks insights across the sites of an account.
type Portfolio struct{}

// Plan answers what to do first in so many hours.
func (p *Portfolio) Plan(ctx context.Context, accountID, siteID string, hours float64, now time.Time) (upslope.Plan, error) {
	return upslope.Plan{}, upslope.Errorf(upslope.Unavailable, "This is being built.")
}

// Sites answers the account's sites, those with the most expected value first.
func (p *Portfolio) Sites(ctx context.Context, accountID string, limit, offset int, now time.Time) ([]upslope.PortfolioSite, int64, error) {
	return nil, 0, upslope.Errorf(upslope.Unavailable, "This is being built.")
}
