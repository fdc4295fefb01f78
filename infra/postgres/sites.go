package postgres

import (
	"context"
	"slices"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"upslope"
)

// Sites lists the account's sites, oldest first.
func (db *DB) Sites(ctx context.Context, accountID string) ([]upslope.Site, error) {
	return many[upslope.Site](ctx, db, "sites", pgx.NamedArgs{"account_id": accountID})
}

// SitesNamed lists sites of all accounts by id or domain, for administrators, whose commands have no account.
func (db *DB) SitesNamed(ctx context.Context, idOrDomain string) ([]upslope.Site, error) {
	return many[upslope.Site](ctx, db, "sites_named", pgx.NamedArgs{"name": idOrDomain})
}

// Site returns one site of the account, or NotFound.
func (db *DB) Site(ctx context.Context, accountID, id string) (upslope.Site, error) {
	if !isID(id) {
		return upslope.Site{}, errNoSite
	}
	return one[upslope.Site](ctx, db, "site", pgx.NamedArgs{"account_id": accountID, "id": id})
}

// AddSite adds a site to the account and returns it with the account's version; Conflict when the account has
// the domain already.
func (db *DB) AddSite(ctx context.Context, accountID string, site upslope.SiteEdit) (added upslope.Site, version int64, err error) {
	err = db.write(ctx, accountID, func(tx *Tx) error {
		if err := chosenClient(ctx, tx, accountID, site.ClientID); err != nil {
			return err
		}
		added, err = one[upslope.Site](ctx, tx, "site_add", pgx.NamedArgs{
			"account_id": accountID, "name": site.Name, "domain": site.Domain, "ga4_property_id": site.GA4PropertyID,
			"currency": site.Currency, "time_zone": site.TimeZone, "include_subdomains": site.IncludeSubdomains,
			"client_id": site.ClientID, "tags": site.Tags,
		})
		if err != nil {
			return duplicateDomain(err)
		}
		if err := addActivity(ctx, tx, accountID, added.ID, "site.added", added.Name+" was added."); err != nil {
			return err
		}
		version, err = versionOf(ctx, tx, accountID)
		return err
	})
	return added, version, err
}

// EditSite changes the fields that are set, and returns the site with the account's version. If this changes
// the site's properties, a sync is queued.
func (db *DB) EditSite(ctx context.Context, accountID, id string, edit upslope.SiteEdit) (site upslope.Site, version int64, err error) {
	if !isID(id) {
		return site, 0, errNoSite
	}
	err = db.write(ctx, accountID, func(tx *Tx) error {
		if err := chosenClient(ctx, tx, accountID, edit.ClientID); err != nil {
			return err
		}
		before, err := liveConnections(ctx, tx, accountID, []string{id})
		if err != nil {
			return err
		}
		site, err = one[upslope.Site](ctx, tx, "site_update", pgx.NamedArgs{
			"account_id": accountID, "id": id, "name": edit.Name, "domain": edit.Domain, "ga4_property_id": edit.GA4PropertyID,
			"currency": edit.Currency, "time_zone": edit.TimeZone, "include_subdomains": edit.IncludeSubdomains,
			"client_id": edit.ClientID, "tags": edit.Tags,
		})
		if err != nil {
			return duplicateDomain(err)
		}
		if err := syncReplaced(ctx, tx, accountID, id, before); err != nil {
			return err
		}
		version, err = versionOf(ctx, tx, accountID)
		return err
	})
	return site, version, err
}

// chosenClient is an Invalid Error unless the client of a site is the account's, or none.
func chosenClient(ctx context.Context, tx *Tx, accountID string, clientID *string) error {
	if clientID == nil || *clientID == "" {
		return nil
	}
	return knownClients(ctx, tx, accountID, "clientId", *clientID)
}

// syncReplaced queues a sync if an edit has replaced any of the site's connections. Accounts with an expired
// trial and no plan are not synced.
func syncReplaced(ctx context.Context, tx *Tx, accountID, siteID string, before []upslope.Connection) error {
	after, err := liveConnections(ctx, tx, accountID, []string{siteID})
	if err != nil {
		return err
	}
	replaced := slices.ContainsFunc(before, func(old upslope.Connection) bool {
		return !slices.ContainsFunc(after, func(present upslope.Connection) bool { return present.ID == old.ID })
	})
	if !replaced {
		return nil
	}
	entitled, err := one[bool](ctx, tx, "account_entitled", pgx.NamedArgs{"account_id": accountID})
	if err != nil || !entitled {
		return err
	}
	_, err = joinJob(ctx, tx, "sync_join", accountID, siteID, false)
	return err
}

// DeleteSite deletes the site with everything that belongs to it and returns the account's version; facts and
// files are deleted through the outbox.
func (db *DB) DeleteSite(ctx context.Context, accountID, id string) (version int64, err error) {
	if !isID(id) {
		return 0, errNoSite
	}
	err = db.write(ctx, accountID, func(tx *Tx) error {
		name, err := one[string](ctx, tx, "site_delete", pgx.NamedArgs{"account_id": accountID, "id": id})
		if err != nil {
			return err
		}
		if err := addActivity(ctx, tx, accountID, "", "site.deleted", name+" was deleted with all its data."); err != nil {
			return err
		}
		version, err = versionOf(ctx, tx, accountID)
		return err
	})
	return version, err
}

var errNoSite = upslope.Errorf(upslope.NotFound, "This site does not exist.")

// isID reports whether a string is a well-formed id; any other results in NotFound.
func isID(id string) bool { return uuid.Validate(id) == nil && len(id) == 36 }

func duplicateDomain(err error) error {
	if violates(err, "sites_account_id_domain_key") {
		conflict := upslope.Errorf(upslope.Conflict, "You already have a site with this domain.")
		conflict.Field = "domain"
		return conflict
	}
	return err
}

// EraseAgain calls erase for each recently deleted site, because work in progress may have written rows after
// the first erasure. Sites deleted over a day ago are dropped from the list.
func (db *DB) EraseAgain(ctx context.Context, now time.Time, erase func(ctx context.Context, accountID, siteID string) error) error {
	type site struct{ AccountID, SiteID string }
	sites, err := many[site](ctx, db, "erased_sites", nil)
	if err != nil {
		return err
	}
	for _, site := range sites {
		if err := erase(ctx, site.AccountID, site.SiteID); err != nil {
			return err
		}
	}
	return exec(ctx, db, "erased_sites_forget", pgx.NamedArgs{"before": now.AddDate(0, 0, -1)})
}

// AddDemo returns the account's demo site with connections to the properties (provider → property), and
// creates what is missing. The history of a new one ends today. Conflict when another site of the account has
// its domain.
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
