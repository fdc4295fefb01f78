// Package nats carries messages between the parts: jobs, which must be done (Queue), and events for current
// subscribers (Bus). It owns the streams and consumers; the content of messages belongs to their users.
package nats

import (
	"fmt"
	"time"

	"github.com/nats-io/nats.go"
)

// Connect prepares a connection to the server at the URL without waiting for it: it keeps retrying whenever
// the server is unreachable.
func Connect(url string) (*nats.Conn, error) {
	conn, err := nats.Connect(url,
		nats.Name("upslope"),
		nats.Timeout(3*time.Second),
		nats.RetryOnFailedConnect(true),
		nats.MaxReconnects(-1),
		nats.ReconnectWait(500*time.Millisecond),
		nats.PingInterval(10*time.Second),
	)
	if err != nil {
		return nil, fmt.Errorf("connect to NATS_URL: %w", err)
	}
	return conn, nil
}
