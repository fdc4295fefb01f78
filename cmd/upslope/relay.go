package main

import (
	"context"
	"crypto/rand"
	"encoding/json"
	"slices"
	"strings"
	"time"

	"upslope"
	"upslope/edge/feed"
	"upslope/infra/nats"
	"upslope/infra/postgres"
)

// relay publishes the outbox: jobs to the durable queue, and events to the bus.
func (w *wiring) relay(ctx context.Context) error {
	return w.engines.records.Relay(ctx, carrier{w, &changes{bus: w.engines.bus}})
}

// carrier publishes rows of the outbox. A row that can never be published is logged and skipped, because it
// would block all later ones.
type carrier struct {
	*wiring
	changes *changes
}

// Begin implements postgres.Carrier.
func (c carrier) Begin() { c.changes.begin() }

// Settled implements postgres.Carrier.
func (c carrier) Settled() error { return c.changes.settled(time.Now()) }

// Publish implements postgres.Carrier.
func (c carrier) Publish(ctx context.Context, event postgres.Event) (upslope.QueuePosition, error) {
	var position upslope.QueuePosition
	var err error
	if kind, isJob := strings.CutPrefix(event.Topic, "job."); isJob {
		position, err = c.engines.queue.PublishWork(ctx, kind, event.MessageID(), event.Ref(), event.Payload)
	} else if class, isChange := strings.CutPrefix(event.Topic, "change."); isChange {
		err = c.changes.publish(class, event)
	} else {
		err = c.publishEvent(event)
	}
	switch upslope.CodeOf(err) {
	case upslope.Invalid, upslope.TooLarge:
		c.log.ErrorContext(ctx, "an event of the outbox cannot be sent", "id", event.ID, "topic", event.Topic, "account", event.AccountID, "error", err)
		return upslope.QueuePosition{}, nil
	}
	return position, err
}

// Stream implements postgres.Carrier.
func (c carrier) Stream(ctx context.Context) (string, error) { return c.engines.queue.Stream(ctx) }

// Holds implements postgres.Carrier.
func (c carrier) Holds(ctx context.Context, ref upslope.WorkRef, at upslope.QueuePosition) (bool, error) {
	return c.engines.queue.Holds(ctx, ref, at)
}

func (w *wiring) publishEvent(event postgres.Event) error {
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

const (
	// changesSubject carries the changes that edges' memories depend on.
	changesSubject = "changes"
	// settledInterval is how often edges are told that they know everything.
	settledInterval = 250 * time.Millisecond
)

// work are the kinds of rows that people change all day. No answer that outlives such a change shows them.
var work = []string{"insights", "activity", "comments", "alerts"} //nolint:gochecknoglobals // as a constant

// changes numbers what the relay publishes, so that edges notice what they missed. One relay is active.
type changes struct {
	bus  *nats.Bus
	last feed.Message
	told time.Time // that everything is known
}

// begin starts a series.
func (c *changes) begin() {
	c.last, c.told = feed.Message{Series: rand.Text()}, time.Time{}
}

// publish tells edges of a change of the outbox.
func (c *changes) publish(class string, event postgres.Event) error {
	var about struct {
		ID, RaisedBy string
		Version      int64
	}
	if err := json.Unmarshal(event.Payload, &about); err != nil {
		return upslope.Errorf(upslope.Invalid, "Its payload cannot be read: %v.", err)
	}
	var key string
	switch class {
	case "account":
		key = feed.Account(event.AccountID)
	case "facts":
		key = feed.Facts(event.AccountID)
	case "people":
		key = feed.People(event.AccountID)
	case "tokens":
		key = feed.Tokens(event.AccountID)
	case "user":
		key = feed.User(about.ID)
	case "session":
		key = feed.Session(about.ID)
	default:
		return upslope.Errorf(upslope.Invalid, "%q is no class of changes.", class)
	}
	return c.send(feed.Message{
		Keys: []string{key}, Account: event.AccountID, Version: about.Version, Work: slices.Contains(work, about.RaisedBy),
	})
}

// settled tells edges that they know every change.
func (c *changes) settled(now time.Time) error {
	if now.Sub(c.told) < settledInterval {
		return nil
	}
	c.told = now
	return c.send(feed.Message{Whole: true})
}

func (c *changes) send(message feed.Message) error {
	message.Series, message.Number = c.last.Series, c.last.Number+1
	data, err := json.Marshal(message)
	if err != nil {
		return err
	}
	if err := c.bus.Publish(changesSubject, data); err != nil {
		return err
	}
	c.last = message
	return nil
}
