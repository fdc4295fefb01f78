package main

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"

	"upslope"
	"upslope/infra/nats"
	"upslope/infra/postgres"
)

// relay publishes what transactions wrote to the outbox: jobs to the queue, which keeps them, and events to the bus.
func relay(ctx context.Context, records *postgres.DB, queue *nats.Queue, bus *nats.Bus) error {
	return records.Relay(ctx, func(ctx context.Context, event postgres.Event) error {
		if kind, isJob := strings.CutPrefix(event.Topic, "job."); isJob {
			return queue.Publish(ctx, kind, event.MessageID(), event.Payload)
		}
		kind, isEvent := strings.CutPrefix(event.Topic, "event.")
		if !isEvent {
			return fmt.Errorf("the outbox has an unknown topic %q", event.Topic)
		}
		news := upslope.Event{SiteID: event.SiteID, Kind: kind}
		if err := json.Unmarshal(event.Payload, &news); err != nil {
			return fmt.Errorf("read event %d: %w", event.ID, err)
		}
		data, err := json.Marshal(news)
		if err != nil {
			return err
		}
		return bus.Publish(eventSubject(event.AccountID), data)
	})
}

// accountEvents brings the events of one account from the bus.
type accountEvents struct{ bus *nats.Bus }

// Subscribe calls listen at every event of the account until stop is called.
func (e accountEvents) Subscribe(accountID string, listen func(upslope.Event)) (stop func(), err error) {
	return e.bus.Subscribe(eventSubject(accountID), func(_ string, data []byte) {
		var event upslope.Event
		if json.Unmarshal(data, &event) == nil {
			listen(event)
		}
	})
}

func eventSubject(accountID string) string { return "events." + accountID }
