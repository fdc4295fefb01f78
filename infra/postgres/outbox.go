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
	// relayPoll is how often the outbox is looked at although nobody said that there is something in it.
	relayPoll = time.Second
	// relayBatch is how many events are read at a time.
	relayBatch = 200
	// minPause and maxPause are what lies between two tries while the same thing fails.
	minPause, maxPause = 50 * time.Millisecond, 2 * time.Second
)

// Event is something a transaction wrote to the outbox to be published once it is committed.
type Event struct {
	ID        int64
	AccountID string
	SiteID    string // empty when the event is of the whole account
	Topic     string // job.<kind> or event.<kind>
	Payload   json.RawMessage
	CreatedAt time.Time
}

// MessageID is the same each time the event is published, and no other event's, not even another database's.
func (e Event) MessageID() string {
	return fmt.Sprintf("outbox-%d-%d", e.ID, e.CreatedAt.UnixNano())
}

// Relay publishes the outbox until the context ends, and only then returns. Of all processes that call it one
// works at a time; another takes over within a second of its end. Each event is published at least once,
// in the order of the outbox; an event that cannot be published is tried again and holds the later ones up.
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

// relay publishes the outbox on one connection until something fails. It says whether anything worked before: then it is
// a new failure and not the same again.
func (db *DB) relay(ctx context.Context, publish func(context.Context, Event) error) (worked bool, err error) {
	conn, err := db.session(ctx)
	if err != nil {
		return false, err
	}
	// The context may have ended; closing the connection is what gives the lock to another process.
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

// lead waits until this session is the one that has the lock that a query asks for. It asks again and again instead of waiting in the
// server: a statement that waits for hours would keep the server from cleaning up.
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

// relayOnce publishes one batch and says how many of it were published.
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
		// Deleted by id, not up to an id: a transaction with a lower one may still be under way.
		err = exec(ctx, on, "outbox_delete", pgx.NamedArgs{"ids": published})
	}
	return len(published), errors.Join(failure, err)
}

// awaitNotification returns when something was written to the outbox, or when it is time to look anyway.
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
