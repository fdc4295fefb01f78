package postgres

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"time"

	"github.com/jackc/pgx/v5"
)

const (
	// relayPoll is how often the outbox is read without a notification.
	relayPoll = time.Second
	// relayBatch is how many events are read at a time.
	relayBatch = 200
	// Backoff while the same error repeats.
	minPause, maxPause = 50 * time.Millisecond, 2 * time.Second
)

// Event is an outbox row, published once its transaction has committed.
type Event struct {
	ID        int64
	AccountID string
	SiteID    string // empty for events of the account
	Topic     string // job.<kind> or event.<kind>
	Payload   json.RawMessage
	CreatedAt time.Time
}

// MessageID identifies the event across retries and across databases.
func (e Event) MessageID() string {
	return fmt.Sprintf("outbox-%d-%d", e.ID, e.CreatedAt.UnixNano())
}

// Relay publishes the outbox until the context ends. Of all processes that call it, one is active; another
// takes over within a second after it ends. Events are published at least once and in order; an event that
// cannot be published is retried and blocks the later ones.
func (db *DB) Relay(ctx context.Context, publish func(context.Context, Event) error) error {
	for wait := minPause; ; wait = min(2*wait, maxPause) {
		worked, err := db.relay(ctx, publish)
		if ctx.Err() != nil {
			return ctx.Err()
		}
		if worked {
			wait = minPause
		}
		slog.WarnContext(ctx, "the outbox is not published; trying again", "pause", wait, "error", err)
		select {
		case <-ctx.Done():
		case <-time.After(wait):
		}
	}
}

// relay publishes the outbox on one connection until an error. It reports whether anything succeeded before,
// which resets the backoff.
func (db *DB) relay(ctx context.Context, publish func(context.Context, Event) error) (worked bool, err error) {
	conn, err := db.session(ctx)
	if err != nil {
		return false, err
	}
	// The context may have ended; closing the connection releases the lock for another process.
	defer func() { _ = conn.Close(context.WithoutCancel(ctx)) }()
	on := single{conn}
	if err := lead(ctx, on, "outbox_lead"); err != nil {
		return false, err
	}
	if _, err := conn.Exec(ctx, "listen outbox"); err != nil {
		return false, fmt.Errorf("listen to the outbox: %w", err)
	}
	for {
		published, err := relayOnce(ctx, on, publish)
		worked = worked || err == nil || published > 0
		if err != nil {
			return worked, err
		}
		if published == relayBatch {
			continue // there may be more
		}
		if err := awaitNotification(ctx, conn); err != nil {
			return worked, err
		}
	}
}

// lead polls for the advisory lock of a query until this session has it. It does not block in the server,
// where a statement that runs for hours would hold back vacuum.
func lead(ctx context.Context, on runner, query string) error {
	for {
		leads, err := one[bool](ctx, on, query, nil)
		if err != nil || leads {
			return err
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(relayPoll):
		}
	}
}

// relayOnce publishes one batch and returns how many events were published.
func relayOnce(ctx context.Context, on runner, publish func(context.Context, Event) error) (count int, err error) {
	batch, err := many[Event](ctx, on, "outbox_next", pgx.NamedArgs{"max_rows": relayBatch})
	if err != nil {
		return 0, err
	}
	var published []int64
	var failure error
	for _, event := range batch {
		if failure = publish(ctx, event); failure != nil {
			failure = fmt.Errorf("publish event %d (%s): %w", event.ID, event.Topic, failure)
			break
		}
		published = append(published, event.ID)
	}
	if len(published) > 0 {
		// Deleted by id, not up to an id: a transaction with a lower id may not have committed yet.
		err = exec(ctx, on, "outbox_delete", pgx.NamedArgs{"ids": published})
	}
	return len(published), errors.Join(failure, err)
}

// awaitNotification returns when the outbox was written to, or after relayPoll.
func awaitNotification(ctx context.Context, conn *pgx.Conn) error {
	bounded, cancel := context.WithTimeout(ctx, relayPoll)
	defer cancel()
	_, err := conn.WaitForNotification(bounded)
	if err != nil && (ctx.Err() != nil || !errors.Is(bounded.Err(), context.DeadlineExceeded)) {
		return fmt.Errorf("listen to the outbox: %w", err)
	}
	return nil
}

// single runs queries on one connection outside the pool.
type single struct {
	conn *pgx.Conn
}

func (s single) run(ctx context.Context, do func(context.Context, querier) error) error {
	ctx, cancel := context.WithTimeout(ctx, answerTimeout)
	defer cancel()
	return do(ctx, s.conn)
}
