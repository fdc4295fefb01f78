package postgres

import (
	"context"
	"time"

	"github.com/jackc/pgx/v5"

	"upslope"
)

// clientRow is a row of clients.
type clientRow struct {
	ID, Name, BrandName, BrandColor, BrandLinkDomain, SenderName, Currency, ContactEmail string
	BrandLogo                                                                            []byte
	SiteIDs                                                                              []string
	CreatedAt                                                                            time.Time
}

func (r clientRow) client() upslope.ClientProfile {
	return upslope.ClientProfile{
		ID: r.ID, Name: r.Name, Branding: upslope.Branding{Name: r.BrandName, Color: r.BrandColor, Logo: r.BrandLogo, LinkDomain: r.BrandLinkDomain}, SenderName: r.SenderName,
		Currency: r.Currency, ContactEmail: r.ContactEmail, SiteIDs: r.SiteIDs, CreatedAt: r.CreatedAt,
	}
}

var errNoClient = upslope.Errorf(upslope.NotFound, "This client does not exist.")

// Clients returns the account's clients, by name.
func (db *DB) Clients(ctx context.Context, accountID string) ([]upslope.ClientProfile, error) {
	rows, err := many[clientRow](ctx, db, "clients", pgx.NamedArgs{"account_id": accountID})
	clients := make([]upslope.ClientProfile, len(rows))
	for i, row := range rows {
		clients[i] = row.client()
	}
	return clients, err
}

// Client returns a client of the account, or NotFound.
func (db *DB) Client(ctx context.Context, accountID, id string) (upslope.ClientProfile, error) {
	return clientOf(ctx, db, accountID, id)
}

func clientOf(ctx context.Context, on runner, accountID, id string) (upslope.ClientProfile, error) {
	if !isID(id) {
		return upslope.ClientProfile{}, errNoClient
	}
	row, err := one[clientRow](ctx, on, "client", pgx.NamedArgs{"account_id": accountID, "id": id})
	return row.client(), err
}

// AddClient adds a client and returns it with the account's version; Conflict if the account has the name.
func (db *DB) AddClient(ctx context.Context, accountID string, wanted upslope.ClientEdit) (upslope.ClientProfile, int64, error) {
	return db.writeClient(ctx, accountID, wanted, func(tx *Tx) (string, error) {
		count, err := one[int64](ctx, tx, "clients_count", pgx.NamedArgs{"account_id": accountID})
		if err != nil {
			return "", err
		}
		if count >= upslope.MaxClients {
			return "", upslope.Errorf(upslope.Conflict, "An account has at most %d clients. Delete one first.", upslope.MaxClients)
		}
		id, err := one[string](ctx, tx, "client_add", pgx.NamedArgs{"account_id": accountID, "name": wanted.Name})
		return id, duplicateClient(err)
	})
}

// EditClient changes the fields that are set, and returns the client with the account's version.
func (db *DB) EditClient(ctx context.Context, accountID, id string, edit upslope.ClientEdit) (upslope.ClientProfile, int64, error) {
	return db.writeClient(ctx, accountID, edit, func(*Tx) (string, error) { return id, nil })
}

// writeClient changes the client that choose returns.
func (db *DB) writeClient(
	ctx context.Context, accountID string, edit upslope.ClientEdit, choose func(*Tx) (id string, err error),
) (client upslope.ClientProfile, version int64, err error) {
	err = db.write(ctx, accountID, func(tx *Tx) error {
		id, err := choose(tx)
		if err != nil {
			return err
		}
		if !isID(id) {
			return errNoClient
		}
		if err := freeDomain(ctx, tx, accountID, edit.Branding); err != nil {
			return err
		}
		_, err = one[string](ctx, tx, "client_update", pgx.NamedArgs{
			"account_id": accountID, "id": id, "name": edit.Name, "brand_name": edit.Branding.Name, "brand_color": edit.Branding.Color,
			"brand_logo": edit.Branding.Logo, "brand_link_domain": edit.Branding.LinkDomain, "sender_name": edit.SenderName, "currency": edit.Currency, "contact_email": edit.ContactEmail,
		})
		if err != nil {
			return duplicateClient(err)
		}
		if edit.SiteIDs != nil {
			if err := knownSites(ctx, tx, accountID, *edit.SiteIDs); err != nil {
				return err
			}
			if err := exec(ctx, tx, "client_sites", pgx.NamedArgs{"account_id": accountID, "id": id, "site_ids": filled(*edit.SiteIDs)}); err != nil {
				return err
			}
		}
		if client, err = clientOf(ctx, tx, accountID, id); err != nil {
			return err
		}
		version, err = versionOf(ctx, tx, accountID)
		return err
	})
	return client, version, err
}

// DeleteClient deletes a client with its reports and schedules, and returns the account's version. Its sites
// stay; whoever saw them as this client's no longer does.
func (db *DB) DeleteClient(ctx context.Context, accountID, id string) (version int64, err error) {
	if !isID(id) {
		return 0, errNoClient
	}
	err = db.write(ctx, accountID, func(tx *Tx) error {
		args := pgx.NamedArgs{"account_id": accountID, "id": id}
		if err := exec(ctx, tx, "client_access_delete", args); err != nil {
			return err
		}
		if _, err := one[string](ctx, tx, "client_delete", args); err != nil {
			return err
		}
		version, err = versionOf(ctx, tx, accountID)
		return err
	})
	return version, err
}

// ReportSender returns whose name reports of a site, a client, or the whole account bear.
func (db *DB) ReportSender(ctx context.Context, accountID, siteID, clientID string) (upslope.ReportSender, error) {
	return reportSender(ctx, db, accountID, siteID, clientID)
}

func reportSender(ctx context.Context, on runner, accountID, siteID, clientID string) (upslope.ReportSender, error) {
	row, err := one[struct {
		BrandName, BrandColor, Client, Name, Contact string
		BrandLogo                                    []byte
	}](ctx, on, "report_sender", pgx.NamedArgs{"account_id": accountID, "site_id": siteID, "client_id": clientID})
	return upslope.ReportSender{
		Branding: upslope.Branding{Name: row.BrandName, Color: row.BrandColor, Logo: row.BrandLogo}, Client: row.Client, Name: row.Name, Contact: row.Contact,
	}, err
}

// knownClients is an Invalid Error unless all are clients of the account.
func knownClients(ctx context.Context, tx *Tx, accountID, field string, ids ...string) error {
	known, err := one[int64](ctx, tx, "clients_known", pgx.NamedArgs{"account_id": accountID, "ids": filled(ids)})
	if err == nil && known < int64(len(ids)) {
		return upslope.FieldErrorf(field, "This client does not exist.")
	}
	return err
}

func duplicateClient(err error) error {
	if violates(err, "clients_name") {
		conflict := upslope.Errorf(upslope.Conflict, "You already have a client with this name.")
		conflict.Field = "name"
		return conflict
	}
	return err
}
