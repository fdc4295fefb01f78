package postgres

import (
	"context"
	"fmt"

	"github.com/jackc/pgx/v5"

	"upslope"
)

// Sites lists the account's sites, oldest first.
func (db *DB) Sites(ctx context.Context, accountID string) ([]upslope.Site, error) {
	return many[upslope.Site](ctx, db, "sites", pgx.NamedArgs{"account_id": accountID})
}

// Site answers one site of the account, or NotFound.
func (db *DB) Site(ctx context.Context, accountID, id string) (upslope.Site, error) {
	return one[upslope.Site](ctx, db, "site", pgx.NamedArgs{"account_id": accountID, "id": id})
}

// AddSite adds a site to the account. A second site with the same domain is a Conflict.
func (db *DB) AddSite(ctx context.Context, accountID string, site upslope.Site) (added upslope.Site, err error) {
	err = db.Tx(ctx, func(tx *Tx) error {
		added, err = one[upslope.Site](ctx, tx, "site_add", pgx.NamedArgs{
			"account_id": accountID, "name": site.Name, "domain": site.Domain, "ga4_property_id": site.GA4PropertyID,
			"currency": site.Currency, "time_zone": site.TimeZone,
		})
		if err != nil {
			return duplicateDomain(err)
		}
		return addActivity(ctx, tx, accountID, added.ID, "site.added", fmt.Sprintf("%s was added.", added.Name))
	})
	return added, err
}

// EditSite changes the fields that are set.
func (db *DB) EditSite(ctx context.Context, accountID, id string, edit upslope.SiteEdit) (upslope.Site, error) {
	site, err := one[upslope.Site](ctx, db, "site_update", pgx.NamedArgs{
		"account_id": accountID, "id": id, "name": edit.Name, "domain": edit.Domain, "ga4_property_id": edit.GA4PropertyID,
		"currency": edit.Currency, "time_zone": edit.TimeZone,
	})
	return site, duplicateDomain(err)
}

// DeleteSite deletes the site with everything that belongs to it; its facts and files follow through the outbox.
func (db *DB) DeleteSite(ctx context.Context, accountID, id string) error {
	return db.Tx(ctx, func(tx *Tx) error {
		name, err := one[string](ctx, tx, "site_delete", pgx.NamedArgs{"account_id": accountID, "id": id})
		if err != nil {
			return err
		}
		return addActivity(ctx, tx, accountID, "", "site.deleted", fmt.Sprintf("%s was deleted with all its data.", name))
	})
}

func duplicateDomain(err error) error {
	if violates(err, "sites_account_id_domain_key") {
		conflict := upslope.Errorf(upslope.Conflict, "You already have a site with this domain.")
		conflict.Field = "domain"
		return conflict
	}
	return err
}
