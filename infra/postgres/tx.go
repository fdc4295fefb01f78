package postgres

import (
	"context"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"
)

// maxAttempts is how often a transaction is tried after serialization failures and deadlocks.
const maxAttempts = 4

// Tx is one transaction; queries run on it as on the DB.
type Tx struct {
	db *DB
	tx pgx.Tx
}

// Tx runs do in a transaction. It retries after conflicts with other transactions, so do must have no other
// lasting effects.
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

// write is Tx with the account's row locked. The triggers that raise its version lock it anyway; locking it
// first prevents deadlocks.
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
		// If even the rollback fails, this closes the connection, which rolls back too.
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
