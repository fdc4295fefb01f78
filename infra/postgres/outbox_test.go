package postgres_test

import (
	"context"
	"encoding/json"
	"errors"
	"log/slog"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/google/uuid"

	"upslope/infra/postgres"
	"upslope/infra/postgres/postgrestest"
)

// collector is a publisher that records events.
type collector struct {
	mu     sync.Mutex
	topics []string
	ids    map[string]int
	fail   int // number of next events to reject
}

func (c *collector) publish(_ context.Context, event postgres.Event) error {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.fail > 0 {
		c.fail--
		return errors.New("refused")
	}
	if c.ids == nil {
		c.ids = map[string]int{}
	}
	c.ids[event.MessageID()]++
	c.topics = append(c.topics, event.Topic)
	return nil
}

func (c *collector) published() []string {
	c.mu.Lock()
	defer c.mu.Unlock()
	return append([]string(nil), c.topics...)
}

func relay(t *testing.T, db *postgres.DB, publish func(context.Context, postgres.Event) error) (stop func()) {
	t.Helper()
	ctx, cancel := context.WithCancel(context.Background())
	done := make(chan struct{})
	go func() {
		defer close(done)
		if err := db.Relay(ctx, postgrestest.Publish(publish)); !errors.Is(err, context.Canceled) {
			t.Errorf("the relay ended with %v", err)
		}
	}()
	stop = sync.OnceFunc(func() { cancel(); <-done })
	t.Cleanup(stop)
	return stop
}

func write(t *testing.T, db *postgres.DB, topic string) {
	t.Helper()
	if err := db.Run(t.Context(), "insert into outbox (account_id, topic, payload) values ($1, $2, $3)",
		uuid.NewString(), topic, json.RawMessage(`{"n": 1}`)); err != nil {
		t.Fatal(err)
	}
}

func TestRelayPublishesInOrderAndForgets(t *testing.T) {
	db := postgrestest.Open(t)
	write(t, db, "event.before")
	var got collector
	relay(t, db, got.publish)
	eventually(t, func() bool { return len(got.published()) == 1 })
	write(t, db, "event.first")
	write(t, db, "event.second")
	eventually(t, func() bool { return len(got.published()) == 3 })
	if topics := got.published(); topics[0] != "event.before" || topics[1] != "event.first" || topics[2] != "event.second" {
		t.Errorf("got %v", topics)
	}
	eventually(t, func() bool {
		return db.Run(t.Context(), "select 1 / (case when exists (select from outbox) then 0 else 1 end)") == nil
	})
}

func TestRelayIsWokenByNewEvents(t *testing.T) {
	db := postgrestest.Open(t)
	var got collector
	relay(t, db, got.publish)
	// one may be slow on a busy machine; a relay that only polls, each second, is late every time
	for tries := 1; ; tries++ {
		began := time.Now()
		write(t, db, "event.x")
		eventually(t, func() bool { return len(got.published()) == tries })
		took := time.Since(began)
		if tries > 1 && took < 900*time.Millisecond {
			return
		}
		if tries == 10 {
			t.Fatalf("it took %v: nobody woke the relay", took)
		}
	}
}

func TestRefusedEventIsPublishedAgainBeforeTheNext(t *testing.T) {
	db := postgrestest.Open(t)
	got := collector{fail: 2}
	write(t, db, "event.first")
	write(t, db, "event.second")
	relay(t, db, got.publish)
	eventually(t, func() bool { return len(got.published()) == 2 })
	if topics := got.published(); topics[0] != "event.first" {
		t.Errorf("got %v", topics)
	}
}

func TestOneRelayWorksAtATimeAndAnotherTakesOver(t *testing.T) {
	db := postgrestest.Open(t)
	var first, second collector
	stop := relay(t, db, first.publish)
	write(t, db, "event.a")
	eventually(t, func() bool { return len(first.published()) == 1 })
	relay(t, db, second.publish)
	for range 20 {
		write(t, db, "event.b")
	}
	eventually(t, func() bool { return len(first.published()) == 21 })
	if n := len(second.published()); n != 0 {
		t.Errorf("the second published %d events while the first worked", n)
	}
	stop()
	write(t, db, "event.c")
	eventually(t, func() bool { return len(second.published()) == 1 })
}

// different returns how many distinct events were published.
func (c *collector) different() int {
	c.mu.Lock()
	defer c.mu.Unlock()
	return len(c.ids)
}

// pauses counts how often the relay logs the shortest backoff.
type pauses struct {
	slog.Handler
	shortest atomic.Int64
}

func (p *pauses) Enabled(context.Context, slog.Level) bool { return true }

func (p *pauses) Handle(_ context.Context, record slog.Record) error {
	record.Attrs(func(attr slog.Attr) bool {
		if attr.Key == "pause" && attr.Value.Duration() == 50*time.Millisecond {
			p.shortest.Add(1)
		}
		return true
	})
	return nil
}

func TestRelayReconnectsWithTheShortestBackoff(t *testing.T) {
	said := &pauses{Handler: slog.DiscardHandler}
	usual := slog.Default()
	slog.SetDefault(slog.New(said))
	t.Cleanup(func() { slog.SetDefault(usual) })
	db := postgrestest.Open(t)
	var got collector
	relay(t, db, got.publish)
	const cuts = 8
	for n := range cuts {
		write(t, db, "event.x")
		// an event published but not yet deleted is published twice
		eventually(t, func() bool { return got.different() == n+1 })
		// It waits for their exit: one that runs a moment longer would publish the next event too.
		if err := db.Run(t.Context(), "select pg_terminate_backend(pid, 30000) from pg_stat_activity where pid <> pg_backend_pid() and datname = current_database()"); err != nil {
			t.Fatal(err)
		}
	}
	write(t, db, "event.x")
	eventually(t, func() bool { return got.different() == cuts+1 })
	if said.shortest.Load() < cuts {
		t.Errorf("%d of the shortest pauses after %d cuts, between which it worked", said.shortest.Load(), cuts)
	}
}

func TestLaterCommitOfALowerNumberIsNotLost(t *testing.T) {
	db := postgrestest.Open(t)
	var got collector
	relay(t, db, got.publish)
	err := db.Tx(t.Context(), func(tx *postgres.Tx) error {
		if err := tx.Run(t.Context(), "insert into outbox (account_id, topic) values (gen_random_uuid(), 'event.low')"); err != nil {
			return err
		}
		write(t, db, "event.high")
		eventually(t, func() bool { return len(got.published()) == 1 })
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	eventually(t, func() bool { return len(got.published()) == 2 })
}
