package main

import (
	"context"
	"encoding/json"
	"strings"

	"upslope"
	"upslope/infra/nats"
	"upslope/infra/postgres"
)

// relay publishes the outbox: jobs to the durable queue, and events to the bus. An event that can never be
// published is logged and skipped, because it would block all later ones.
func (w *wiring) relay(ctx context.Context) error {
	return w.engines.records.Relay(ctx, func(ctx context.Context, event postgres.Event) error {
		err := w.publish(ctx, event)
		switch upslope.CodeOf(err) {
		case upslope.Invalid, upslope.TooLarge:
			w.log.ErrorContext(ctx, "an event of the outbox cannot be sent", "id", event.ID, "topic", event.Topic, "account", event.AccountID, "error", err)
			return nil
		}
		return err
	})
}

func (w *wiring) publish(ctx context.Context, event postgres.Event) error {
	if kind, isJob := strings.CutPrefix(event.Topic, "job."); isJob {
		return w.engines.queue.Publish(ctx, kind, event.MessageID(), event.Payload)
	}
	kind, isEvent := strings.CutPrefix(event.Topic, "event.")
	if !isEvent {
		return upslope.Errorf(upslope.Invalid, "%q is no topic.", event.Topic)
	}
	news := upslope.Event{SiteID: event.SiteID, Kind: kind}
	if err := json.Unmarshal(event.Payload, &news); err != nil {
		return upslope.Errorf(upslope.Invalid, "Its payload cannot be read: %v.", err)
	}
	data, err := json.Marshal(news)
	if err != nil {
		return upslope.Errorf(upslope.Invalid, "It cannot be written: %v.", err)
	}
	return w.engines.bus.Publish(eventSubject(event.AccountID), data)
}

// accountEvents subscribes to an account's events on the bus.
type accountEvents struct{ bus *nats.Bus }

// Subscribe calls listen for every event of the account until stop is called.
func (e accountEvents) Subscribe(accountID string, listen func(upslope.Event)) (stop func(), err error) {
	return e.bus.Subscribe(eventSubject(accountID), func(_ string, data []byte) {
		var event upslope.Event
		if json.Unmarshal(data, &event) == nil {
			listen(event)
		}
	})
}

func eventSubject(accountID string) string { return "events." + accountID }
