package request

import (
	"context"
	"io"
	"net"
	"sync/atomic"
	"syscall"
	"time"
)

// Client is the remote end of a request's connection.
type Client struct {
	Conn net.Conn
}

// Gone reports whether the client is known to have closed the connection. It reads nothing: the next bytes
// may be another request.
func (c *Client) Gone() bool {
	raw, ok := c.Conn.(syscall.Conn)
	if !ok {
		return false
	}
	control, err := raw.SyscallConn()
	if err != nil {
		return true
	}
	closed := false
	err = control.Control(func(fd uintptr) { closed = peerClosed(fd) })
	return err != nil || closed
}

// WhileConnected returns a context that also ends within a second of the client's disconnection.
func (c *Client) WhileConnected(ctx context.Context) (context.Context, context.CancelFunc) {
	ctx, cancel := context.WithCancel(ctx)
	go func() {
		ticker := time.NewTicker(time.Second)
		defer ticker.Stop()
		for {
			select {
			case <-ctx.Done():
				return
			case <-ticker.C:
				if c.Gone() {
					cancel()
				}
			}
		}
	}()
	return ctx, cancel
}

// Linger lets the connection drain the client's remaining input before it closes.
func (c *Client) Linger() {
	if conn, ok := c.Conn.(*lingeringConn); ok {
		conn.linger.Store(true)
	}
}

const (
	maxLinger      = 5 * time.Second
	maxLingerBytes = 256 << 20
)

// LingeringListener makes connections that close without losing their last response: closing one with unread
// input resets it, so a client still sending would never see why it was rejected.
type LingeringListener struct{ net.Listener }

// Accept implements net.Listener.
func (l LingeringListener) Accept() (net.Conn, error) {
	conn, err := l.Listener.Accept()
	if tcp, ok := conn.(*net.TCPConn); ok {
		return &lingeringConn{TCPConn: tcp}, err
	}
	return conn, err
}

type lingeringConn struct {
	*net.TCPConn
	linger atomic.Bool
}

// Close implements net.Conn.
func (c *lingeringConn) Close() error {
	if c.linger.Swap(false) && c.CloseWrite() == nil && c.SetReadDeadline(time.Now().Add(maxLinger)) == nil {
		_, _ = io.CopyN(io.Discard, c.TCPConn, maxLingerBytes)
	}
	return c.TCPConn.Close()
}
