// Package postgres stores the system of record in PostgreSQL: accounts, users, sites, jobs, crawls and
// insights. It owns the connections, the transactions, the queries (queries/*.sql) and the relay that
// publishes the outbox. It does not own the schema, which is in infra/migrations, and does not start servers,
// which infra/embedded/postgres does.
package postgres

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"net/url"
	"sync/atomic"
	"time"

	"github.com/exaring/otelpgx"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/jackc/pgx/v5/stdlib"
	"github.com/pressly/goose/v3"
	"github.com/pressly/goose/v3/lock"

	"upslope/infra/migrations"
)

const (
	// connectTimeout is how long a request waits for a connection before it fails.
	connectTimeout = 3 * time.Second
	// idleTrust is how long an idle connection is used without a ping. A server cannot restart faster, so no
	// request gets a dead connection; a ping costs 50 µs, and only under low load.
	idleTrust = 50 * time.Millisecond
	// From another region a ping costs a round trip. A look at the socket shows there that the server has
	// closed it; a ping only whether a network has lost it meanwhile.
	farAway      = 5 * time.Millisecond // of a ping
	farIdleTrust = 30 * time.Second
	// pingTimeout leaves time to connect anew within connectTimeout.
	pingTimeout = time.Second
	// minIdle connections are kept ready, so that a request after a quiet time does not wait for one.
	minIdle = 4
	// statementTimeout is the server's limit for a statement.
	statementTimeout = 15 * time.Second
	// answerTimeout is the client's limit, for a server that does not even report its timeout.
	answerTimeout = statementTimeout + 3*time.Second
)

// DB is the database. It is safe for concurrent use, and reconnects after an outage of the server.
type DB struct {
	pool       *pgxpool.Pool
	unanswered atomic.Int64 // when a server has last not answered, in Unix nanoseconds
}

// Open prepares connections to the server at the URL without connecting: an outage makes queries fail with
// Unavailable, not the start of the process. The URL may set pool_max_conns.
func Open(ctx context.Context, connection string) (*DB, error) {
	config, err := pgxpool.ParseConfig(connection)
	if err != nil {
		return nil, fmt.Errorf("read DATABASE_URL: %w", err)
	}
	if parsed, err := url.Parse(connection); err != nil || !parsed.Query().Has("pool_max_conns") {
		config.MaxConns = 16
	}
	config.MinIdleConns = minIdle
	config.MaxConnIdleTime = 5 * time.Minute
	config.MaxConnLifetime = time.Hour
	config.MaxConnLifetimeJitter = 10 * time.Minute
	config.HealthCheckPeriod = 15 * time.Second
	db := &DB{}
	db.lookFirst(config)
	config.ConnConfig.ConnectTimeout = connectTimeout
	config.ConnConfig.Tracer = otelpgx.NewTracer(otelpgx.WithSpanNameFunc(queryName), otelpgx.WithDisableConnectionDetailsInAttributes())
	for name, value := range map[string]string{
		"application_name":                    "upslope",
		"statement_timeout":                   fmt.Sprint(statementTimeout.Milliseconds()),
		"lock_timeout":                        "10000",
		"idle_in_transaction_session_timeout": "60000",
		"timezone":                            "UTC",
	} {
		if _, chosen := config.ConnConfig.RuntimeParams[name]; !chosen {
			config.ConnConfig.RuntimeParams[name] = value
		}
	}
	if db.pool, err = pgxpool.NewWithConfig(ctx, config); err != nil {
		return nil, fmt.Errorf("prepare connections to PostgreSQL: %w", err)
	}
	return db, nil
}

// lookFirst has the pool check a connection that was idle before it is used.
func (db *DB) lookFirst(config *pgxpool.Config) {
	var far atomic.Bool
	config.AfterConnect = func(ctx context.Context, conn *pgx.Conn) error {
		began := time.Now()
		err := conn.Ping(ctx)
		far.Store(time.Since(began) > farAway)
		return err
	}
	config.ShouldPing = func(ctx context.Context, idle pgxpool.ShouldPingParams) bool {
		doubtful := idle.IdleDuration > time.Since(time.Unix(0, db.unanswered.Load()))
		if !doubtful && idle.IdleDuration < farIdleTrust && (far.Load() || idle.IdleDuration < idleTrust) {
			return false
		}
		return !db.answers(ctx, idle.Conn) // then the pool finds it closed, and takes another one
	}
	config.PrepareConn = func(_ context.Context, conn *pgx.Conn) (bool, error) {
		return !far.Load() || conn.PgConn().CheckConn() == nil, nil
	}
}

// answers pings a connection. A network that has lost it has most likely lost the other idle ones: without a
// reset, each would make one request time out.
func (db *DB) answers(ctx context.Context, conn *pgx.Conn) bool {
	bounded, cancel := context.WithTimeout(ctx, pingTimeout)
	defer cancel()
	err := conn.Ping(bounded)
	if err != nil && ctx.Err() == nil {
		db.pool.Reset()
	}
	return err == nil
}

// Close waits for running queries and closes all connections.
func (db *DB) Close() { db.pool.Close() }

// PoolState returns how many connections the process has, how many are in use, and how many it may have.
func (db *DB) PoolState() (open, used, limit int32) {
	state := db.pool.Stat()
	return state.TotalConns(), state.AcquiredConns(), state.MaxConns()
}

// Ping returns nil when the server responds, and an Unavailable Error within seconds when it does not.
func (db *DB) Ping(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, connectTimeout)
	defer cancel()
	return db.run(ctx, func(ctx context.Context, on querier) error {
		_, err := on.Exec(ctx, "select")
		return err
	})
}

// session opens a connection outside the pool, for waits longer than a query's timeout.
func (db *DB) session(ctx context.Context) (*pgx.Conn, error) {
	conn, err := pgx.ConnectConfig(ctx, db.sessionConfig())
	if err != nil {
		return nil, fmt.Errorf("connect to PostgreSQL: %w", err)
	}
	return conn, nil
}

func (db *DB) sessionConfig() *pgx.ConnConfig {
	config := db.pool.Config().ConnConfig
	config.RuntimeParams["statement_timeout"] = "0"
	config.RuntimeParams["lock_timeout"] = "0"
	return config
}

// run calls do with a connection and a time limit, and translates errors.
func (db *DB) run(ctx context.Context, do func(context.Context, querier) error) error {
	conn, err := db.acquire(ctx)
	if err != nil {
		return err
	}
	defer conn.Release()
	bounded, cancel := context.WithTimeout(ctx, answerTimeout)
	defer cancel()
	return db.explain(ctx, conn.Conn(), do(bounded, conn))
}

func (db *DB) acquire(ctx context.Context) (*pgxpool.Conn, error) {
	bounded, cancel := context.WithTimeout(ctx, connectTimeout)
	defer cancel()
	conn, err := db.pool.Acquire(bounded)
	if err == nil {
		return conn, nil
	}
	if errors.Is(ctx.Err(), context.Canceled) {
		return nil, fmt.Errorf("connect to PostgreSQL: %w", err)
	}
	return nil, unavailable(err)
}

// Migrate applies pending migrations. Concurrent processes wait for each other.
func (db *DB) Migrate(ctx context.Context) error {
	if err := db.Ping(ctx); err != nil {
		return err
	}
	files, err := fs.Sub(migrations.Files, "postgres")
	if err != nil {
		return fmt.Errorf("read the migrations: %w", err)
	}
	oneAtATime, err := lock.NewPostgresSessionLocker(
		lock.WithLockTimeout(1, 300), // interval in seconds, attempts
		lock.WithUnlockTimeout(1, 5),
	)
	if err != nil {
		return fmt.Errorf("prepare the lock of the migrations: %w", err)
	}
	connections := stdlib.OpenDB(*db.sessionConfig())
	defer func() { _ = connections.Close() }()
	provider, err := goose.NewProvider(goose.DialectPostgres, connections, files, goose.WithSessionLocker(oneAtATime))
	if err != nil {
		return fmt.Errorf("read the migrations: %w", err)
	}
	if _, err := provider.Up(ctx); err != nil {
		return fmt.Errorf("migrate PostgreSQL: %w", err)
	}
	return nil
}

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
	beginning, cancel := context.WithTimeout(ctx, answerTimeout)
	tx, err := conn.Begin(beginning)
	cancel()
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
