package postgres

import (
	"context"
	"time"

	"github.com/jackc/pgx/v5"

	"upslope"
)

// AddAudit records what somebody did with an account.
func (db *DB) AddAudit(ctx context.Context, accountID string, entry upslope.AuditEntry) error {
	return exec(ctx, db, "audit_add", pgx.NamedArgs{
		"account_id": accountID, "created_at": entry.CreatedAt, "actor": entry.Actor, "token": entry.Token, "action": entry.Action,
		"text": entry.Text, "object_id": entry.ObjectID, "address": entry.Address,
	})
}

// Audit answers one page of what was done with an account, the newest first, and how much that is.
func (db *DB) Audit(ctx context.Context, accountID string, limit, offset int) ([]upslope.AuditEntry, int64, error) {
	return page[upslope.AuditEntry](ctx, db, "audit", pgx.NamedArgs{"account_id": accountID}, limit, offset)
}

// SweepAudit forgets what was done before a moment.
func (db *DB) SweepAudit(ctx context.Context, before time.Time) error {
	return exec(ctx, db, "audit_sweep", pgx.NamedArgs{"before": before})
}
