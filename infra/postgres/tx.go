package postgres

import (
	"context"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"
)

// maxAttempts is how often a transaction that lost against another is tried.
const maxAttempts = 4

// Tx is one transaction; queries run on it as on the DB.
type Tx struct {
	db *DB
	tx pgx.Tx
}

// Tx does all of do or nothing of it. It does it again when another transaction got in its way, so do must
// not change anything else that outlives it.
func (db *DB) Tx(ctx context.Context, do func(*Tx) error) error {
	for attempt := 1; ; attempt++ {
		err := db.try(ctx, do)
		if attempt == maxAttempts || !hasCode(err, serializationFailure, deadlockDetected) {
			return err
		}
		select {
		case <-ctx.Done():
			return err
		case <-time.After(time.Duration(attempt) * 10 * time.Millisecond):
		}
	}
}

// write is Tx while nobody else writes to the account. The triggers that raise its version lock it anyway; as
// everybody locks it first, nobody waits in a circle.
func (db *DB) write(ctx context.Context, accountID string, do func(*Tx) error) error {
	return db.Tx(ctx, func(tx *Tx) error {
		if err := exec(ctx, tx, "account_lock", pgx.NamedArgs{"account_id": accountID}); err != nil {
			return err
		}
		return do(tx)
	})
}

func (db *DB) try(ctx context.Context, do func(*Tx) error) error {
	conn, err := db.acquire(ctx)
	if err != nil {
		return err
	}
	defer conn.Release()
	tx, err := conn.Begin(ctx)
	if err != nil {
		return db.explain(ctx, conn.Conn(), fmt.Errorf("begin a transaction: %w", err))
	}
	if err := do(&Tx{db: db, tx: tx}); err != nil {
		// A connection that cannot even roll back is closed by this, which rolls back too.
		end, cancel := context.WithTimeout(context.WithoutCancel(ctx), connectTimeout)
		defer cancel()
		_ = tx.Rollback(end)
		return err
	}
	bounded, cancel := context.WithTimeout(ctx, answerTimeout)
	defer cancel()
	if err := tx.Commit(bounded); err != nil {
		return db.explain(ctx, conn.Conn(), fmt.Errorf("commit a transaction: %w", err))
	}
	return nil
}

func (t *Tx) run(ctx context.Context, do func(context.Context, querier) error) error {
	bounded, cancel := context.WithTimeout(ctx, answerTimeout)
	defer cancel()
	return t.db.explain(ctx, t.tx.Conn(), do(bounded, t.tx))
}
