package request

import (
	"context"
	"io"
	"net"
	"sync/atomic"
	"syscall"
	"time"
)

// Client is the other end of a request's connection.
type Client struct {
	Conn net.Conn
}

// Gone reports whether the client has closed the connection, as far as the machine knows. Nothing is read
// from it: what has arrived may be the next request.
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

// WhileConnected returns a context that also ends within a second of the client's leaving.
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

// Linger lets the connection take in what the client still sends before it closes.
func (c *Client) Linger() {
	if conn, ok := c.Conn.(*lingeringConn); ok {
		conn.linger.Store(true)
	}
}

const (
	maxLinger      = 5 * time.Second
	maxLingerBytes = 256 << 20
)

// LingeringListener makes connections that can close without cutting off their last answer: closing one that
// has unread input resets it, and a client that is still sending would never see why it was refused.
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
