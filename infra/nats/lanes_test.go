package nats_test

import (
	"context"
	"fmt"
	"testing"

	"upslope/infra/nats"
)

func TestRequestedJobsGoBeforeScheduledOnes(t *testing.T) {
	queue := newQueue(t, connect(t, t.TempDir()))
	for n := range 20 {
		publish(t, queue, "recompute.later", fmt.Sprintf("scheduled %d", n))
	}
	started, finish := make(chan string, 30), make(chan struct{})
	consume(t, queue, nats.Consumer{Kind: "recompute", Concurrency: 2, Lanes: true, Spare: 1, Handle: func(ctx context.Context, message nats.Message) error {
		started <- message.ID
		select {
		case <-finish:
		case <-ctx.Done():
		}
		return ctx.Err()
	}})
	if first := receive(t, started); first != "scheduled 0" {
		t.Errorf("%s was started first", first)
	}
	// the scheduled jobs occupy one worker of the two
	for n := range 4 {
		publish(t, queue, "recompute", fmt.Sprint("requested ", n))
	}
	if next := receive(t, started); next != "requested 0" {
		t.Errorf("%s was started while a person waits", next)
	}
	for want := 1; want < 4; want++ { // whichever of the two ends
		finish <- struct{}{}
		if got := receive(t, started); got != fmt.Sprint("requested ", want) {
			t.Errorf("%s was started before requested %d", got, want)
		}
	}
	finish <- struct{}{}
	finish <- struct{}{}
	if got := receive(t, started); got != "scheduled 1" {
		t.Errorf("%s was started when nobody waited", got)
	}
}
