package postgres

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"time"

	"github.com/jackc/pgx/v5"

	"upslope"
)

const (
	// relayPoll is how often the outbox is read without a notification.
	relayPoll = time.Second
	// relayBatch is how many events are read at a time.
	relayBatch = 200
	// Backoff while the same error repeats.
	minPause, maxPause = 50 * time.Millisecond, 2 * time.Second
)

// Carrier publishes events.
type Carrier interface {
	// Publish sends an event. It returns where the queue stores a job, the zero position for anything else.
	Publish(context.Context, Event) (upslope.QueuePosition, error)

	// Stream names the current incarnation of the stream that stores jobs.
	Stream(context.Context) (string, error)

	// Holds reports whether the queue still stores a job.
	Holds(context.Context, upslope.WorkRef, upslope.QueuePosition) (bool, error)

	// Begin starts a series of changes: some of the last one may be missing.
	Begin()

	// Settled says that every change committed until now was published.
	Settled() error
}

// Event is an outbox row, published once its transaction has committed.
type Event struct {
	ID        int64
	AccountID string
	SiteID    string // empty for events of the account
	Topic     string // job.<kind> or event.<kind>
	Payload   json.RawMessage
	CreatedAt time.Time

	Repeat string `db:"-"` // distinguishes a repeated publication, which the queue would drop as a duplicate
}

// MessageID identifies the event across retries and across databases.
func (e Event) MessageID() string {
	id := fmt.Sprintf("outbox-%d-%d", e.ID, e.CreatedAt.UnixNano())
	if e.Repeat != "" {
		id += "/" + e.Repeat
	}
	return id
}

// Ref names the work of a job.
func (e Event) Ref() upslope.WorkRef { return upslope.WorkRef{ID: e.ID, CreatedAt: e.CreatedAt} }

// Relay publishes the outbox until the context ends. Of all processes that call it, one is active; another
// takes over within a second after it ends. Events are published at least once and in order; an event that
// cannot be published is retried and blocks the later ones. Jobs that the queue has lost are published again.
func (db *DB) Relay(ctx context.Context, carrier Carrier) error {
	for wait := minPause; ; wait = min(2*wait, maxPause) {
		worked, err := db.relay(ctx, carrier)
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
func (db *DB) relay(ctx context.Context, carrier Carrier) (worked bool, err error) {
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
	recovery := &recovery{db: db, on: on, carrier: carrier}
	carrier.Begin()
	clock := newClock(on, time.Now())
	for {
		if err := clock.tell(ctx, time.Now()); err != nil {
			return worked, err
		}
		published, err := relayOnce(ctx, on, carrier)
		worked = worked || err == nil || published > 0
		if err != nil {
			return worked, err
		}
		recovery.run(ctx, time.Now())
		if published == relayBatch {
			continue // there may be more
		}
		if err := carrier.Settled(); err != nil {
			return worked, err
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
func relayOnce(ctx context.Context, on runner, carrier Carrier) (count int, err error) {
	batch, err := many[Event](ctx, on, "outbox_next", pgx.NamedArgs{"max_rows": relayBatch})
	if err != nil {
		return 0, err
	}
	return publishAll(ctx, on, carrier, batch)
}

// publishAll publishes events in order, up to the first that fails. It stores where the queue has jobs, and
// deletes the other events.
func publishAll(ctx context.Context, on runner, carrier Carrier, events []Event) (count int, err error) {
	var sent, stored, sequences []int64
	var streams []string
	var failure error
	for _, event := range events {
		var position upslope.QueuePosition
		if position, failure = carrier.Publish(ctx, event); failure != nil {
			failure = fmt.Errorf("publish event %d (%s): %w", event.ID, event.Topic, failure)
			break
		}
		if position == (upslope.QueuePosition{}) {
			sent = append(sent, event.ID)
			continue
		}
		stored, streams, sequences = append(stored, event.ID), append(streams, position.Stream), append(sequences, position.Sequence)
	}
	if len(stored) > 0 {
		err = exec(ctx, on, "outbox_stored", pgx.NamedArgs{"ids": stored, "streams": streams, "sequences": sequences})
	}
	if len(sent) > 0 {
		// Deleted by id, not up to an id: a transaction with a lower id may not have committed yet.
		err = errors.Join(err, exec(ctx, on, "outbox_delete", pgx.NamedArgs{"ids": sent}))
	}
	return len(sent) + len(stored), errors.Join(failure, err)
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
