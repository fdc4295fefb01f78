package postgres

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"

	"upslope"
)

// report is a row of the queries reports and report in queries/reports.sql.
type report struct {
	ID, AccountID, SiteID, ClientID, Title, DateRange, LinkDomain string
	TokenHash, Token                                              []byte
	KeyID                                                         int64
	HasPassword                                                   bool
	CreatedAt, ExpiresAt                                          time.Time
	RevokedAt, LastViewedAt                                       *time.Time
	Revision, Published, Position, Views                          int64
}

func (r report) stored() upslope.StoredReport {
	stored := upslope.StoredReport{
		SharedReport: upslope.SharedReport{
			ID: r.ID, SiteID: r.SiteID, ClientID: r.ClientID, Title: r.Title, DateRange: r.DateRange, CreatedAt: r.CreatedAt, ExpiresAt: r.ExpiresAt, RevokedAt: r.RevokedAt,
			HasPassword: r.HasPassword, Views: r.Views, LastViewedAt: r.LastViewedAt,
		},
		AccountID: r.AccountID, TokenHash: r.TokenHash, Token: r.Token, KeyID: r.KeyID, Revision: r.Revision, Published: r.Published, Position: uint64(r.Position), LinkDomain: r.LinkDomain,
	}
	return stored
}

// AddReport stores a link, which is handed out only once it is published.
func (db *DB) AddReport(ctx context.Context, r upslope.StoredReport) error {
	settings, err := json.Marshal(r.Settings)
	if err != nil {
		return fmt.Errorf("write the settings of a report: %w", err)
	}
	return db.write(ctx, r.AccountID, func(tx *Tx) error {
		return exec(ctx, tx, "report_add", pgx.NamedArgs{
			"id": r.ID, "account_id": r.AccountID, "site_id": r.SiteID, "client_id": r.ClientID, "settings": settings, "title": r.Title, "date_range": r.DateRange,
			"token_hash": r.TokenHash, "token": r.Token, "key_id": r.KeyID, "body": r.Body, "has_password": r.HasPassword,
			"created_at": r.CreatedAt, "expires_at": r.ExpiresAt,
		})
	})
}

// Report returns a link of the account without its page, or NotFound.
func (db *DB) Report(ctx context.Context, accountID, id string) (upslope.StoredReport, error) {
	found, err := one[report](ctx, db, "report", pgx.NamedArgs{"account_id": accountID, "id": id})
	return found.stored(), err
}

// Reports returns one page of the published links, without their pages, newest first, and the total count.
func (db *DB) Reports(ctx context.Context, accountID string, scope upslope.Scope, limit, offset int) ([]upslope.StoredReport, int64, error) {
	found, total, err := page[report](ctx, db, "reports", scopeArgs(accountID, scope), limit, offset)
	stored := make([]upslope.StoredReport, len(found))
	for i, r := range found {
		stored[i] = r.stored()
	}
	return stored, total, err
}

// ExtendReport changes the expiry of a link; Conflict for one that has expired or been revoked.
func (db *DB) ExtendReport(ctx context.Context, accountID, id string, until time.Time) error {
	return db.write(ctx, accountID, func(tx *Tx) error {
		_, err := one[string](ctx, tx, "report_extend", pgx.NamedArgs{"account_id": accountID, "id": id, "expires_at": until})
		if upslope.CodeOf(err) != upslope.NotFound {
			return err
		}
		found, err := one[report](ctx, tx, "report", pgx.NamedArgs{"account_id": accountID, "id": id})
		switch {
		case err != nil:
			return err
		case found.Published == 0:
			return upslope.Errorf(upslope.NotFound, "This report does not exist.")
		case found.RevokedAt != nil:
			return upslope.Errorf(upslope.Conflict, "This link was revoked. Create a new one.")
		}
		return upslope.Errorf(upslope.Conflict, "This link expired and its page was deleted. Create a new one.")
	})
}

// RevokeReport closes a link and deletes its page.
func (db *DB) RevokeReport(ctx context.Context, accountID, id string, now time.Time) error {
	return db.write(ctx, accountID, func(tx *Tx) error {
		_, err := one[string](ctx, tx, "report_revoke", pgx.NamedArgs{"account_id": accountID, "id": id, "now": now})
		return err
	})
}

// DeleteReport deletes a link that was not published.
func (db *DB) DeleteReport(ctx context.Context, accountID, id string) error {
	return db.write(ctx, accountID, func(tx *Tx) error {
		return exec(ctx, tx, "report_delete", pgx.NamedArgs{"account_id": accountID, "id": id})
	})
}

// waitingReport is a row of the query reports_waiting in queries/reports.sql.
type waitingReport struct {
	ID        string
	TokenHash []byte
	Body      []byte
	ExpiresAt time.Time
	Revision  int64
	Hosts     []string
}

// WaitingReports returns links of all accounts whose replicas are out of date; without a Body the replica
// must be deleted.
func (db *DB) WaitingReports(ctx context.Context, limit int) ([]upslope.StoredReport, error) {
	found, err := many[waitingReport](ctx, db, "reports_waiting", pgx.NamedArgs{"max_rows": limit})
	waiting := make([]upslope.StoredReport, len(found))
	for i, r := range found {
		waiting[i] = upslope.StoredReport{
			SharedReport: upslope.SharedReport{ID: r.ID, ExpiresAt: r.ExpiresAt}, TokenHash: r.TokenHash, Body: r.Body, Revision: r.Revision, Hosts: r.Hosts,
		}
	}
	return waiting, err
}

// PublishedReports records that the replica has these revisions since a position.
func (db *DB) PublishedReports(ctx context.Context, copied []upslope.StoredReport, position uint64) error {
	ids, revisions := make([]string, len(copied)), make([]int64, len(copied))
	for i, r := range copied {
		ids[i], revisions[i] = r.ID, r.Revision
	}
	return db.Tx(ctx, func(tx *Tx) error {
		return exec(ctx, tx, "reports_published", pgx.NamedArgs{"ids": ids, "revisions": revisions, "position": int64(position)})
	})
}

// WithdrawnReports returns the token hashes of deleted links whose replicas still exist.
func (db *DB) WithdrawnReports(ctx context.Context, limit int) ([][]byte, error) {
	return many[[]byte](ctx, db, "reports_withdrawn", pgx.NamedArgs{"max_rows": limit})
}

// ForgetWithdrawn deletes the records of links whose replicas are deleted.
func (db *DB) ForgetWithdrawn(ctx context.Context, tokenHashes [][]byte) error {
	return exec(ctx, db, "reports_withdrawn_forget", pgx.NamedArgs{"token_hashes": tokenHashes})
}

// ExpireReports deletes the pages of links that expired before the given time.
func (db *DB) ExpireReports(ctx context.Context, before time.Time) error {
	return db.Tx(ctx, func(tx *Tx) error { return exec(ctx, tx, "reports_expired_forget", pgx.NamedArgs{"before": before}) })
}

// CopiedReports returns the revision that each link's replica should have, by token hash.
func (db *DB) CopiedReports(ctx context.Context) (map[[32]byte]int64, error) {
	rows, err := many[struct {
		TokenHash []byte
		Published int64
	}](ctx, db, "reports_copied", nil)
	copied := make(map[[32]byte]int64, len(rows))
	for _, row := range rows {
		copied[[32]byte(row.TokenHash)] = row.Published
	}
	return copied, err
}

// ReportHashes lists the links, of any account, that may have a page in the replica. For administrators only.
func (db *DB) ReportHashes(ctx context.Context) (map[[32]byte]bool, error) {
	rows, err := many[[]byte](ctx, db, "reports_hashes", nil)
	hashes := make(map[[32]byte]bool, len(rows))
	for _, row := range rows {
		hashes[[32]byte(row)] = true
	}
	return hashes, err
}

// PublishAgain marks links to be replicated again.
func (db *DB) PublishAgain(ctx context.Context, tokenHashes [][]byte) error {
	return db.Tx(ctx, func(tx *Tx) error {
		return exec(ctx, tx, "reports_publish_again", pgx.NamedArgs{"token_hashes": tokenHashes})
	})
}

// StaleTokens returns links of all accounts whose tokens are encrypted with another key than keyID, for
// administrators: the next page after an id, "" for the first.
func (db *DB) StaleTokens(ctx context.Context, keyID int64, after string, limit int) ([]upslope.StoredReport, error) {
	rows, err := many[struct {
		ID, AccountID string
		Token         []byte
	}](ctx, db, "reports_stale", pgx.NamedArgs{"key_id": keyID, "after": after, "max_rows": limit})
	stale := make([]upslope.StoredReport, len(rows))
	for i, row := range rows {
		stale[i] = upslope.StoredReport{SharedReport: upslope.SharedReport{ID: row.ID}, AccountID: row.AccountID, Token: row.Token}
	}
	return stale, err
}

// ReplaceToken replaces the ciphertext of a token.
func (db *DB) ReplaceToken(ctx context.Context, accountID, id string, token []byte, keyID int64) error {
	return exec(ctx, db, "report_encrypted", pgx.NamedArgs{"account_id": accountID, "id": id, "token": token, "key_id": keyID})
}

// CountViews adds a batch of views, unless a batch with this id was added before.
func (db *DB) CountViews(ctx context.Context, id string, views []upslope.ReportViews) error {
	hashes, counts, last := make([][]byte, len(views)), make([]int64, len(views)), make([]time.Time, len(views))
	for i, v := range views {
		hashes[i], counts[i], last[i] = v.TokenHash, v.Views, v.LastAt
	}
	return db.Tx(ctx, func(tx *Tx) error {
		return exec(ctx, tx, "report_views_add", pgx.NamedArgs{"id": id, "token_hashes": hashes, "counts": counts, "last": last})
	})
}

// SweepViewBatches deletes the ids of batches that no edge retries any more.
func (db *DB) SweepViewBatches(ctx context.Context, before time.Time) error {
	return exec(ctx, db, "report_views_sweep", pgx.NamedArgs{"before": before})
}

// publisherLook is how often the reports are checked without a notification.
const publisherLook = time.Minute

// LeadReports calls do while this process is the publisher of reports: one of all callers, replaced when its
// connection ends. do calls wait, which returns when a report has changed and at least once a minute.
// LeadReports returns do's error.
func (db *DB) LeadReports(ctx context.Context, do func(ctx context.Context, wait func(context.Context) error) error) error {
	conn, err := db.session(ctx)
	if err != nil {
		return err
	}
	// The context may have ended; closing the connection releases the lock for another process.
	defer func() { _ = conn.Close(context.WithoutCancel(ctx)) }()
	if err := lead(ctx, single{conn}, "reports_lead"); err != nil {
		return err
	}
	if _, err := conn.Exec(ctx, "listen reports"); err != nil {
		return fmt.Errorf("listen to reports: %w", err)
	}
	return do(ctx, func(ctx context.Context) error {
		bounded, cancel := context.WithTimeout(ctx, publisherLook)
		defer cancel()
		_, err := conn.WaitForNotification(bounded)
		if err != nil && (ctx.Err() != nil || !errors.Is(bounded.Err(), context.DeadlineExceeded)) {
			return fmt.Errorf("listen to reports: %w", err)
		}
		return nil
	})
}

// Branding returns the branding of an account's reports.
func (db *DB) Branding(ctx context.Context, accountID string) (upslope.Branding, error) {
	return one[upslope.Branding](ctx, db, "branding", pgx.NamedArgs{"account_id": accountID})
}

// EditBranding changes the fields that are set, and returns the branding with the account's version.
func (db *DB) EditBranding(ctx context.Context, accountID string, edit upslope.BrandingEdit) (branding upslope.Branding, version int64, err error) {
	err = db.write(ctx, accountID, func(tx *Tx) error {
		if err := freeDomain(ctx, tx, accountID, edit); err != nil {
			return err
		}
		branding, err = one[upslope.Branding](ctx, tx, "branding_update", pgx.NamedArgs{
			"account_id": accountID, "name": edit.Name, "color": edit.Color, "logo": edit.Logo, "link_domain": edit.LinkDomain,
		})
		if err != nil {
			return err
		}
		version, err = versionOf(ctx, tx, accountID)
		return err
	})
	return branding, version, err
}

// freeDomain refuses another account's link domain: links open only under domains of their own account.
func freeDomain(ctx context.Context, tx *Tx, accountID string, edit upslope.BrandingEdit) error {
	if edit.LinkDomain == nil || *edit.LinkDomain == "" {
		return nil
	}
	if err := exec(ctx, tx, "lock_name", pgx.NamedArgs{"name": "link domain " + *edit.LinkDomain}); err != nil {
		return err
	}
	taken, err := one[bool](ctx, tx, "link_domain_taken", pgx.NamedArgs{"account_id": accountID, "domain": *edit.LinkDomain})
	if err == nil && taken {
		return upslope.FieldErrorf("linkDomain", "Another account uses %s for its links. Enter a different domain.", *edit.LinkDomain)
	}
	return err
}
