package nats_test

import (
	"testing"
	"time"

	"upslope/infra/nats"
)

func TestEventsReachOnlySubscribers(t *testing.T) {
	bus := nats.NewBus(connect(t, t.TempDir()))
	heard := make(chan string, 10)
	stop, err := bus.Subscribe("events.ana.*", func(subject string, data []byte) { heard <- subject + " " + string(data) })
	if err != nil {
		t.Fatal(err)
	}
	for _, subject := range []string{"events.ben.sites", "events.ana.sites", "events.ana.jobs"} {
		if err := bus.Publish(subject, []byte("v1")); err != nil {
			t.Fatal(err)
		}
	}
	for _, want := range []string{"events.ana.sites v1", "events.ana.jobs v1"} {
		select {
		case got := <-heard:
			if got != want {
				t.Errorf("heard %q, want %q", got, want)
			}
		case <-time.After(5 * time.Second):
			t.Fatalf("never heard %q", want)
		}
	}
	stop()
	if err := bus.Publish("events.ana.sites", nil); err != nil {
		t.Fatal(err)
	}
	select {
	case got := <-heard:
		t.Errorf("heard %q after the end", got)
	case <-time.After(100 * time.Millisecond):
	}
}
