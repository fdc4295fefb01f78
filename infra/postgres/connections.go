package postgres

import (
	"context"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"

	"upslope"
)

// Connections returns the connections of the account's sites, including disconnected ones; siteID "" is every
// site.
func (db *DB) Connections(ctx context.Context, accountID, siteID string) ([]upslope.Connection, error) {
	return connectionsOf(ctx, db, accountID, siteID)
}

func connectionsOf(ctx context.Context, on runner, accountID, siteID string) ([]upslope.Connection, error) {
	return many[upslope.Connection](ctx, on, "connections", pgx.NamedArgs{"account_id": accountID, "site_id": siteID})
}

// NextSyncs returns the next planned sync of each site, by site id; siteID "" is every site.
func (db *DB) NextSyncs(ctx context.Context, accountID, siteID string) (map[string]time.Time, error) {
	planned, err := many[struct {
		SiteID     string
		NextSyncAt time.Time
	}](ctx, db, "sites_next_sync", pgx.NamedArgs{"account_id": accountID, "site_id": siteID})
	next := make(map[string]time.Time, len(planned))
	for _, site := range planned {
		next[site.SiteID] = site.NextSyncAt
	}
	return next, err
}

// KeepConnection stores a connection as it is after an attempt. connection.ID is the id seen when the attempt
// began, "" for none: Conflict when the site's connection is another one by now. With replace it gets a new
// id, and new facts. A non-empty news is recorded as activity, and sync queues a sync of the site. It returns
// what Disconnect returns.
func (db *DB) KeepConnection(ctx context.Context, connection upslope.Connection, replace, sync bool, news string) (unused *upslope.Credential, err error) {
	account, site := connection.AccountID, connection.SiteID
	err = db.write(ctx, account, func(tx *Tx) error {
		unused = nil
		before, err := connectionTo(ctx, tx, account, site, connection.Provider)
		if err != nil {
			return err
		}
		if before.ID != connection.ID {
			return upslope.Errorf(upslope.Conflict, "This connection has changed. Check it and try again.")
		}
		err = exec(ctx, tx, "connection_put", pgx.NamedArgs{
			"account_id": account, "site_id": site, "provider": connection.Provider,
			"property": connection.Property, "property_name": connection.PropertyName, "property_domain": connection.PropertyDomain,
			"currency": connection.Currency, "time_zone": connection.TimeZone, "credential_id": connection.CredentialID,
			"status": connection.Status, "last_error": connection.LastError, "replace": replace,
		})
		if err != nil {
			return err
		}
		if before.CredentialID != connection.CredentialID {
			if unused, err = dropUnused(ctx, tx, account, before.CredentialID); err != nil {
				return err
			}
		}
		if news != "" {
			if err := addActivity(ctx, tx, account, site, "integration."+connection.Status, news); err != nil {
				return err
			}
		}
		if sync {
			_, err = joinJob(ctx, tx, "sync_join", account, site, false)
		}
		return err
	})
	return unused, err
}

// connectionTo returns the site's connection to a provider, or the zero value.
func connectionTo(ctx context.Context, on runner, accountID, siteID, provider string) (upslope.Connection, error) {
	connections, err := connectionsOf(ctx, on, accountID, siteID)
	for _, connection := range connections {
		if connection.Provider == provider {
			return connection, err
		}
	}
	return upslope.Connection{}, err
}

// Disconnect ends a site's connection to a provider, and records news as activity unless it had ended before.
// An unused credential is deleted, and returned for revocation at the provider when no other account has the
// same one, else nil.
func (db *DB) Disconnect(ctx context.Context, accountID, siteID, provider, news string) (unused *upslope.Credential, err error) {
	err = db.write(ctx, accountID, func(tx *Tx) error {
		before, err := connectionTo(ctx, tx, accountID, siteID, provider)
		if err != nil {
			return err
		}
		args := pgx.NamedArgs{"account_id": accountID, "site_id": siteID, "provider": provider}
		if err := exec(ctx, tx, "connection_disconnect", args); err != nil {
			return err
		}
		if before.ID != "" && before.Status != upslope.Disconnected {
			if err := addActivity(ctx, tx, accountID, siteID, "integration."+upslope.Disconnected, news); err != nil {
				return err
			}
		}
		unused, err = dropUnused(ctx, tx, accountID, before.CredentialID)
		return err
	})
	return unused, err
}

// dropUnused deletes a credential without connections, and returns it unless another account has the same
// one.
func dropUnused(ctx context.Context, tx *Tx, accountID, id string) (*upslope.Credential, error) {
	if id == "" {
		return nil, nil
	}
	credential, err := one[upslope.Credential](ctx, tx, "credential_drop", pgx.NamedArgs{"account_id": accountID, "id": id})
	if upslope.CodeOf(err) == upslope.NotFound && err != nil {
		return nil, nil //nolint:nilerr // others of the account use it
	}
	if err != nil {
		return nil, err
	}
	shared, err := one[bool](ctx, tx, "credential_shared", pgx.NamedArgs{"kind": credential.Kind, "label": credential.Label})
	if err != nil || shared {
		return nil, err
	}
	return &credential, nil
}

// syncedAtOnce is how many of the sites added together are synced immediately.
const syncedAtOnce = 20

// AddSearchConsoleSites adds a site for each domain that the account does not have yet, connects it to the
// property at the same index, and queues syncs: the first ones now, the others spread over an hour.
func (db *DB) AddSearchConsoleSites(ctx context.Context, accountID, credentialID string, domains, properties []string, currency, timeZone string, now time.Time) (added []upslope.Site, err error) {
	err = db.write(ctx, accountID, func(tx *Tx) error {
		added, err = many[upslope.Site](ctx, tx, "sites_from_search_console", pgx.NamedArgs{
			"account_id": accountID, "credential_id": credentialID, "domains": domains, "properties": properties,
			"currency": currency, "time_zone": timeZone, "now": now, "at_once": syncedAtOnce,
		})
		if err != nil || len(added) == 0 {
			return err
		}
		for _, site := range added[:min(len(added), syncedAtOnce)] {
			if _, err := joinJob(ctx, tx, "sync_join", accountID, site.ID, false); err != nil {
				return err
			}
		}
		if len(added) == 1 {
			return addActivity(ctx, tx, accountID, added[0].ID, "site.added", added[0].Name+" was added from Search Console.")
		}
		return addActivity(ctx, tx, accountID, "", "site.added", fmt.Sprintf("%d sites were added from Search Console.", len(added)))
	})
	return added, err
}
