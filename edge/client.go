package edge

import (
	"context"
	"io"
	"net"
	"sync/atomic"
	"syscall"
	"time"
)

// client is the other end of a request's connection.
type client struct {
	conn net.Conn
}

// gone says whether the client has closed the connection, as far as the machine knows. Nothing is read from it:
// what has arrived may be the next request.
func (c *client) gone() bool {
	raw, ok := c.conn.(syscall.Conn)
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

// whileThere returns a context that also ends within a second of the client's leaving.
func (c *client) whileThere(ctx context.Context) (context.Context, context.CancelFunc) {
	ctx, cancel := context.WithCancel(ctx)
	go func() {
		look := time.NewTicker(time.Second)
		defer look.Stop()
		for {
			select {
			case <-ctx.Done():
				return
			case <-look.C:
				if c.gone() {
					cancel()
				}
			}
		}
	}()
	return ctx, cancel
}

// linger lets the connection take in what the client still sends before it closes.
func (c *client) linger() {
	if conn, ok := c.conn.(*lingeringConn); ok {
		conn.linger.Store(true)
	}
}

const (
	lingerTime  = 5 * time.Second
	lingerBytes = 256 << 20
)

// lingeringListener makes connections that can close without cutting off their last answer: closing one that has
// unread input resets it, and a client that is still sending would never see why it was refused.
type lingeringListener struct{ net.Listener }

// Accept implements net.Listener.
func (l lingeringListener) Accept() (net.Conn, error) {
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
	if c.linger.Swap(false) && c.CloseWrite() == nil && c.SetReadDeadline(time.Now().Add(lingerTime)) == nil {
		_, _ = io.CopyN(io.Discard, c.TCPConn, lingerBytes)
	}
	return c.TCPConn.Close()
}
