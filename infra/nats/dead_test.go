package nats_test

import (
	"context"
	"errors"
	"strings"
	"sync/atomic"
	"testing"

	"upslope"
	"upslope/infra/nats"
)

func letters(t *testing.T, queue *nats.Queue) (list []nats.DeadLetter) {
	t.Helper()
	for letter, err := range queue.DeadLetters(t.Context()) {
		if err != nil {
			t.Fatal(err)
		}
		list = append(list, letter)
	}
	return list
}

func dead(t *testing.T, queue *nats.Queue, kind, id, reason string) {
	t.Helper()
	if err := queue.Dead(t.Context(), kind, id, []byte("data of "+id), reason); err != nil {
		t.Fatal(err)
	}
}

func TestDeadLettersAreListedWithTheirLastReason(t *testing.T) {
	queue := newQueue(t, connect(t, t.TempDir()))
	if list := letters(t, queue); len(list) != 0 {
		t.Errorf("before anything failed: %+v", list)
	}
	dead(t, queue, "connection", "a", "The key was deleted.\nsecond line")
	dead(t, queue, "connection", "b", strings.Repeat("ä", 2000))
	dead(t, queue, "connection", "a", "The property is gone.\r\nsecond line")
	dead(t, queue, "backfill", "a", "Other work with the same id.")
	dead(t, queue, "backfill", "x.y *>", "An id that is no word.")
	list := letters(t, queue)
	if len(list) != 4 {
		t.Fatalf("%+v", list)
	}
	for i, want := range []nats.DeadLetter{
		{Kind: "connection", ID: "b", Data: []byte("data of b"), Reason: strings.Repeat("ä", 500)},
		{Kind: "connection", ID: "a", Data: []byte("data of a"), Reason: "The property is gone."},
		{Kind: "backfill", ID: "a", Data: []byte("data of a"), Reason: "Other work with the same id."},
		{Kind: "backfill", ID: "x_y___", Data: []byte("data of x.y *>"), Reason: "An id that is no word."},
	} {
		got := list[i]
		if got.Kind != want.Kind || got.ID != want.ID || string(got.Data) != string(want.Data) || strings.TrimSpace(got.Reason) != want.Reason || got.When.IsZero() {
			t.Errorf("got %+v, want %+v", got, want)
		}
	}
}

func TestReplayedWorkIsDoneAgainAndLeavesTheDeadLetters(t *testing.T) {
	queue := newQueue(t, connect(t, t.TempDir()))
	var ready atomic.Bool
	done := make(chan nats.Message, 1)
	given := make(chan struct{}, 1)
	consume(t, queue, nats.Consumer{
		Kind: "backfill",
		Handle: func(_ context.Context, message nats.Message) error {
			if !ready.Load() {
				return upslope.Errorf(upslope.Invalid, "It is not ready.")
			}
			done <- message
			return nil
		},
		Dead: func(ctx context.Context, message nats.Message, cause error) error {
			err := queue.Dead(ctx, "backfill", message.ID, message.Data, cause.Error())
			given <- struct{}{}
			return err
		},
	})
	publish(t, queue, "backfill", "a")
	for range 3 { // repeatedly within the deduplication window
		receive(t, given)
		list := letters(t, queue)
		if len(list) != 1 || list[0].ID != "a" {
			t.Fatalf("%+v", list)
		}
		if err := queue.Replay(t.Context(), list[0].Sequence); err != nil {
			t.Fatal(err)
		}
	}
	receive(t, given)
	ready.Store(true)
	letter := letters(t, queue)[0]
	if err := queue.Replay(t.Context(), letter.Sequence); err != nil {
		t.Fatal(err)
	}
	if message := receive(t, done); string(message.Data) != "data of a" || !strings.HasPrefix(message.ID, "a@") {
		t.Errorf("%+v was done", message)
	}
	if list := letters(t, queue); len(list) != 0 {
		t.Errorf("still dead: %+v", list)
	}
	if err := queue.Replay(t.Context(), letter.Sequence); upslope.CodeOf(err) != upslope.NotFound {
		t.Errorf("a letter that is gone: %v", err)
	}
}

func TestDeadLettersOfAnUnreachableServerReturnItsError(t *testing.T) {
	conn, err := nats.Connect("nats://127.0.0.1:1")
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	for letter, err := range newQueue(t, conn).DeadLetters(ctx) {
		if !errors.Is(err, context.Canceled) {
			t.Errorf("%+v, %v", letter, err)
		}
	}
}
