package postgres_test

import (
	"context"
	"net"
	"net/url"
	"path/filepath"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"upslope/infra/postgres"
	"upslope/infra/postgres/postgrestest"
)

// network passes connections to a server on, and can lose those that are open: nothing arrives any more, and
// nobody is told.
type network struct {
	target string
	trip   time.Duration // there and back
	losses atomic.Int64
	over   chan struct{} // closed when connections end
}

// startNetwork returns a network in front of a server, and the server's URL through it.
func startNetwork(t *testing.T, serverURL string, trip time.Duration) (n *network, through string) {
	t.Helper()
	u, err := url.Parse(serverURL)
	if err != nil {
		t.Fatal(err)
	}
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = listener.Close() })
	values := u.Query()
	n = &network{target: filepath.Join(values.Get("host"), ".s.PGSQL.5432"), trip: trip, over: make(chan struct{})}
	values.Del("host")
	u.Host, u.RawQuery = listener.Addr().String(), values.Encode()
	go func() {
		for {
			client, err := listener.Accept()
			if err != nil {
				return
			}
			go n.connect(client)
		}
	}()
	return n, u.String()
}

func (n *network) connect(client net.Conn) {
	server, err := net.Dial("unix", n.target)
	if err != nil {
		_ = client.Close()
		return
	}
	since := n.losses.Load()
	pass := func(to, from net.Conn) {
		buffer := make([]byte, 64<<10)
		for {
			count, err := from.Read(buffer)
			if err != nil {
				_ = to.Close()
				return
			}
			if n.losses.Load() == since {
				time.Sleep(n.trip / 2)
				_, _ = to.Write(buffer[:count])
			}
		}
	}
	go pass(server, client)
	go pass(client, server)
	<-n.over
	_, _ = client.Close(), server.Close()
}

// Connections that a network has lost cost one request its patience, not one for each of them.
func TestLostConnectionsCostOneRequest(t *testing.T) {
	t.Parallel()
	const connections, patience = 8, 2 * time.Second
	for name, trip := range map[string]time.Duration{"near": 0, "far": 20 * time.Millisecond} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			between, through := startNetwork(t, postgrestest.URL(t), trip)
			db, err := postgres.Open(t.Context(), through)
			if err != nil {
				t.Fatal(err)
			}
			t.Cleanup(func() { close(between.over); db.Close() })
			var opening sync.WaitGroup
			for range connections {
				opening.Go(func() {
					if err := db.Run(t.Context(), "select pg_sleep(0.5)"); err != nil {
						t.Error(err)
					}
				})
			}
			opening.Wait()
			time.Sleep(100 * time.Millisecond)
			between.losses.Add(1)
			failed, slow := 0, 0
			for range connections {
				ctx, cancel := context.WithTimeout(t.Context(), patience)
				began := time.Now()
				if db.Run(ctx, "select") != nil {
					failed++
				}
				if time.Since(began) > patience/4 {
					slow++
				}
				cancel()
			}
			if failed > 1 || slow > 2 {
				t.Errorf("of %d requests %d failed and %d waited", connections, failed, slow)
			}
		})
	}
}
