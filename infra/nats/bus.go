package nats

import (
	"context"
	"fmt"

	"github.com/nats-io/nats.go"
)

// Bus publishes events to whoever listens at that moment. Nothing is kept: who was away reads the state instead.
type Bus struct {
	conn *nats.Conn
}

// NewBus makes a Bus on a connection.
func NewBus(conn *nats.Conn) *Bus { return &Bus{conn: conn} }

// Ping says whether the server is there.
func (b *Bus) Ping(context.Context) error {
	if !b.conn.IsConnected() {
		return fmt.Errorf("NATS is %s", b.conn.Status())
	}
	return nil
}

// Publish sends an event. While the server is away, events are kept for a moment and then dropped.
func (b *Bus) Publish(subject string, data []byte) error {
	if err := b.conn.Publish(subject, data); err != nil {
		return fmt.Errorf("publish %s: %w", subject, err)
	}
	return nil
}

// Subscribe calls receive, one event at a time, for each event whose subject matches; * stands for one word of a
// subject and > for all that follow. It ends when stop is called.
func (b *Bus) Subscribe(subject string, receive func(subject string, data []byte)) (stop func(), err error) {
	subscription, err := b.conn.Subscribe(subject, func(message *nats.Msg) { receive(message.Subject, message.Data) })
	if err != nil {
		return nil, fmt.Errorf("subscribe to %s: %w", subject, err)
	}
	return func() { _ = subscription.Unsubscribe() }, nil // fails only when the connection is closed already
}
