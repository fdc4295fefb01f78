package nats

import (
	"context"
	"fmt"

	"github.com/nats-io/nats.go"
)

// Bus publishes events to current subscribers. Nothing is stored: whoever was offline reads the state
// instead.
type Bus struct {
	conn *nats.Conn
}

// NewBus creates a Bus on a connection.
func NewBus(conn *nats.Conn) *Bus { return &Bus{conn: conn} }

// Ping returns an error when the server is unreachable.
func (b *Bus) Ping(context.Context) error {
	if !b.conn.IsConnected() {
		return fmt.Errorf("NATS is %s", b.conn.Status())
	}
	return nil
}

// Publish sends an event. During an outage events are buffered briefly and then dropped.
func (b *Bus) Publish(subject string, data []byte) error {
	if err := b.conn.Publish(subject, data); err != nil {
		return fmt.Errorf("publish %s: %w", subject, err)
	}
	return nil
}

// Subscribe calls receive sequentially for each event whose subject matches: * matches one token, > all that
// follow. It ends when stop is called.
func (b *Bus) Subscribe(subject string, receive func(subject string, data []byte)) (stop func(), err error) {
	subscription, err := b.conn.Subscribe(subject, func(message *nats.Msg) { receive(message.Subject, message.Data) })
	if err != nil {
		return nil, fmt.Errorf("subscribe to %s: %w", subject, err)
	}
	return func() { _ = subscription.Unsubscribe() }, nil // fails only when the connection is closed already
}
