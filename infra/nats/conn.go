// Package nats carries what the parts tell each other: jobs, which must be done (Queue), and events, which are
// news for whoever listens now (Bus). It owns the streams and consumers; what is in a message is its users' matter.
package nats

import (
	"fmt"
	"time"

	"github.com/nats-io/nats.go"
)

// Connect prepares a connection to the server at the URL and does not wait for it: until the server is there,
// and whenever it is away, it keeps trying.
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
