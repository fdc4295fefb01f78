package nats

import (
	"errors"
	"fmt"
	"io"
	"net"
	"os"
	"path/filepath"
	"time"

	"github.com/nats-io/nats-server/v2/server"
	"github.com/nats-io/nats.go"

	"upslope/infra/embedded/lock"
)

// addressFile, in the folder of the streams, contains the path of the socket. The socket cannot be in that
// folder because its path is limited to 107 bytes.
const addressFile = "socket"

// doorway is a socket in a private folder, through which other processes of the same user reach the server.
type doorway struct {
	listener net.Listener
	remove   func() // deletes the folder
}

// openDoorway accepts connections on a socket until close is called.
func openDoorway(dir string, running *server.Server) (*doorway, error) {
	address := filepath.Join(dir, addressFile)
	folder, remove, err := lock.TempFolder("", "upslope-nats-")
	if err != nil {
		return nil, fmt.Errorf("make the folder of NATS's socket: %w", err)
	}
	socket := filepath.Join(folder, "socket")
	listener, err := net.Listen("unix", socket)
	if err == nil {
		err = os.WriteFile(address, []byte(socket), 0o600)
	}
	opened := &doorway{listener: listener, remove: remove}
	if err != nil {
		opened.close()
		return nil, fmt.Errorf("listen on NATS's socket: %w", err)
	}
	go opened.welcome(running)
	return opened, nil
}

func (d *doorway) welcome(running *server.Server) {
	for {
		outside, err := d.listener.Accept()
		if errors.Is(err, net.ErrClosed) {
			return
		}
		if err != nil {
			time.Sleep(100 * time.Millisecond) // e.g. out of file descriptors
			continue
		}
		inside, err := running.InProcessConn()
		if err != nil {
			_ = outside.Close()
			continue
		}
		go pass(inside, outside)
		go pass(outside, inside)
	}
}

// pass copies in both directions until one side ends, then closes both.
func pass(to, from net.Conn) {
	_, _ = io.Copy(to, from)
	_ = to.Close()
	_ = from.Close()
}

func (d *doorway) close() {
	if d.listener != nil {
		_ = d.listener.Close()
	}
	d.remove()
}

// Reach connects to the server that another process runs on a folder, or returns an error if none does.
func Reach(dir string) (*nats.Conn, error) {
	socket, err := os.ReadFile(filepath.Join(dir, addressFile))
	if err != nil {
		return nil, fmt.Errorf("no NATS runs in %s: %w", dir, err)
	}
	conn, err := nats.Connect("", nats.SetCustomDialer(toSocket(socket)), nats.Name("upslope"))
	if err != nil {
		return nil, fmt.Errorf("no NATS runs in %s: %w", dir, err)
	}
	return conn, nil
}

// toSocket dials its socket whatever the address.
type toSocket string

// Dial implements nats.CustomDialer.
func (s toSocket) Dial(string, string) (net.Conn, error) {
	return net.DialTimeout("unix", string(s), 5*time.Second)
}
