package postgres

import (
	"context"
	"time"

	"github.com/jackc/pgx/v5"

	"upslope"
)

// AddDemo answers the account's demo site with connections to the properties (provider → property), and adds what is missing of it.
// A new one is of today, up to which its history leads, whenever that is. Conflict says that another site of the account has its domain.
func (db *DB) AddDemo(ctx context.Context, accountID string, wanted upslope.Site, properties map[string]upslope.Property, today time.Time) (site upslope.Site, err error) {
	err = db.write(ctx, accountID, func(tx *Tx) error {
		site, err = one[upslope.Site](ctx, tx, "site_demo", pgx.NamedArgs{"account_id": accountID})
		if upslope.CodeOf(err) == upslope.NotFound {
			site, err = addDemoSite(ctx, tx, accountID, wanted, today)
		}
		if err != nil {
			return err
		}
		for provider, property := range properties {
			err := exec(ctx, tx, "demo_connection_add", pgx.NamedArgs{
				"account_id": accountID, "site_id": site.ID, "provider": provider, "property": property.ID, "property_name": property.Name,
			})
			if err != nil {
				return err
			}
		}
		return nil
	})
	return site, err
}

func addDemoSite(ctx context.Context, tx *Tx, accountID string, wanted upslope.Site, today time.Time) (upslope.Site, error) {
	site, err := one[upslope.Site](ctx, tx, "site_demo_add", pgx.NamedArgs{
		"account_id": accountID, "name": wanted.Name, "domain": wanted.Domain, "ga4_property_id": wanted.GA4PropertyID,
		"currency": wanted.Currency, "time_zone": wanted.TimeZone, "today": today,
	})
	if err != nil {
		return site, duplicateDomain(err)
	}
	return site, addActivity(ctx, tx, accountID, site.ID, "site.added", site.Name+" was added.")
}

// FinishDemo ends the job that loaded the demo.
func (db *DB) FinishDemo(ctx context.Context, job upslope.Job, result upslope.DemoResult) error {
	return db.write(ctx, job.AccountID, func(tx *Tx) error {
		return finishJob(ctx, tx, job.AccountID, result.SiteID, job.ID, result.Message, result)
	})
}
