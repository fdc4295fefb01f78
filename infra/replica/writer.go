package replica

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"sync"
	"time"

	"github.com/benbjohnson/litestream"
	_ "modernc.org/sqlite" // registers the driver
)

// Replication intervals: small files at first, compacted later, and a snapshot now and then.
const (
	joinAfter     = 30 * time.Second
	joinMoreAfter = 5 * time.Minute
	snapshotEvery = 4 * time.Hour
	keepSnapshots = 8 * time.Hour // with the changes after them: deleted data stays in storage this long
)

// Writer is the only writer of a database whose changes are in object storage before they are acknowledged.
type Writer struct {
	db    *sql.DB
	lite  *litestream.DB
	store *litestream.Store
	turn  sync.Mutex
}

// OpenWriter opens the database at path, replicated to a storage address (s3://bucket/folder?endpoint=…,
// file:///folder). A missing file is restored from storage, or new when the storage is empty. schema is run
// each time. A storage may have only one Writer.
func OpenWriter(ctx context.Context, path, address, schema string) (*Writer, error) {
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		return nil, fmt.Errorf("make the folder of %s: %w", path, err)
	}
	client, err := open(address)
	if err != nil {
		return nil, err
	}
	w := &Writer{lite: litestream.NewDB(path)}
	w.lite.Replica = litestream.NewReplicaWithClient(w.lite, client)
	if err := w.lite.EnsureExists(ctx); err != nil {
		return nil, fmt.Errorf("restore %s: %w", filepath.Base(path), err)
	}
	w.store = litestream.NewStore([]*litestream.DB{w.lite}, litestream.CompactionLevels{
		{Level: 0}, {Level: 1, Interval: joinAfter}, {Level: 2, Interval: joinMoreAfter},
	})
	w.store.Logger = quiet()
	w.lite.SetLogger(quiet())
	w.store.SnapshotInterval, w.store.SnapshotRetention = snapshotEvery, keepSnapshots
	if err := w.store.Open(ctx); err != nil {
		return nil, fmt.Errorf("replicate %s: %w", filepath.Base(path), err)
	}
	w.db, err = sql.Open("sqlite", "file:"+path+"?_pragma=busy_timeout(5000)&_pragma=journal_mode(wal)&_pragma=synchronous(normal)&_pragma=secure_delete(on)&_txlock=immediate")
	if err == nil {
		w.db.SetMaxOpenConns(1)
		_, err = w.db.ExecContext(ctx, schema)
	}
	if err != nil {
		return nil, errors.Join(fmt.Errorf("open %s: %w", filepath.Base(path), err), w.Close(ctx))
	}
	return w, nil
}

// Write runs a transaction and returns the position that a Follower needs to show it. After a storage error
// the transaction may still be replicated later.
func (w *Writer) Write(ctx context.Context, do func(tx *sql.Tx) error) (position uint64, err error) {
	w.turn.Lock()
	defer w.turn.Unlock()
	tx, err := w.db.BeginTx(ctx, nil)
	if err != nil {
		return 0, fmt.Errorf("begin to write: %w", err)
	}
	if err := do(tx); err != nil {
		return 0, errors.Join(err, tx.Rollback())
	}
	if err := tx.Commit(); err != nil {
		return 0, fmt.Errorf("commit: %w", err)
	}
	result, err := w.store.SyncDB(ctx, w.lite.Path(), true)
	if err != nil {
		return 0, fmt.Errorf("replicate: %w", err)
	}
	return result.TXID, nil
}

// Read queries the database.
func (w *Writer) Read(ctx context.Context, query string, args ...any) (*sql.Rows, error) {
	return w.db.QueryContext(ctx, query, args...) //nolint:wrapcheck // the caller's
}

// Close replicates pending changes and closes the database.
func (w *Writer) Close(ctx context.Context) error {
	var err error
	if w.db != nil {
		err = w.db.Close() // before the store, whose last sync needs exclusive access
	}
	return errors.Join(err, w.store.Close(ctx))
}
