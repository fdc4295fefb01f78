package main

import (
	"io"
	"net"
	"sync/atomic"
	"testing"
	"time"
)

// distant passes connections on, delays every byte by half a round trip each way, and can be cut.
type distant struct {
	address string
	flights atomic.Int64 // bursts of the client: what it waited for
	cut     atomic.Bool  // nothing arrives any more, and nobody is told
}

func startDistant(t testing.TB, network, target string, roundTrip time.Duration) *distant {
	t.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = listener.Close() })
	d := &distant{address: listener.Addr().String()}
	go func() {
		for {
			client, err := listener.Accept()
			if err != nil {
				return
			}
			go d.connect(client, network, target, roundTrip/2)
		}
	}()
	return d
}

// connect passes one connection on, once the other side can be reached.
func (d *distant) connect(client net.Conn, network, target string, by time.Duration) {
	d.await()
	server, err := net.Dial(network, target)
	if err != nil {
		_ = client.Close()
		return
	}
	go d.delay(server, client, by, &d.flights)
	go d.delay(client, server, by, nil)
}

// await waits while the connection is cut.
func (d *distant) await() {
	for d.cut.Load() {
		time.Sleep(5 * time.Millisecond)
	}
}

// delay copies what it reads, later.
func (d *distant) delay(to io.WriteCloser, from io.ReadCloser, by time.Duration, flights *atomic.Int64) {
	type burst struct {
		at   time.Time
		text []byte
	}
	waiting := make(chan burst, 1024)
	go func() {
		defer func() { _ = to.Close() }()
		for b := range waiting {
			time.Sleep(time.Until(b.at))
			d.await()
			if _, err := to.Write(b.text); err != nil {
				_ = from.Close()
			}
		}
		d.await()
	}()
	defer close(waiting)
	for {
		buffer := make([]byte, 64<<10)
		n, err := from.Read(buffer)
		if n > 0 {
			if flights != nil {
				flights.Add(1)
			}
			waiting <- burst{time.Now().Add(by), buffer[:n]}
		}
		if err != nil {
			return
		}
	}
}
