package main

import (
	"crypto/rand"
	"encoding/json"
	"time"

	"upslope"
	"upslope/edge/feed"
	"upslope/infra/nats"
	"upslope/infra/postgres"
)

const (
	// changesSubject carries the changes that edges' memories depend on.
	changesSubject = "changes"
	// settledInterval is how often edges are told that they know everything.
	settledInterval = 250 * time.Millisecond
)

// changes numbers what the relay publishes to edges, so that they see what they missed. One relay is active at a time.
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
	var about struct{ ID string }
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
	return c.send(feed.Message{Keys: []string{key}})
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
