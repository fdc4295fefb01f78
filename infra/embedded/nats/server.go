// Package nats runs a NATS server with JetStream in this process, for development and tests. It owns the
// server and the folder of its streams. It opens no port: this process connects through Connect, other
// processes of the same user through Reach. Both return ordinary connections.
package nats

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"os"
	"time"

	"github.com/nats-io/nats-server/v2/server"
	"github.com/nats-io/nats.go"

	"upslope/infra/embedded/lock"
)

// Config configures a server.
type Config struct {
	Dir  string       // folder of the streams; created if missing
	Log  *slog.Logger // receives the server's warnings and errors; nil is slog.Default
	Fast bool         // trades durability on power loss for speed: tests only
}

// maxStore is more than any disk has: by default streams could not be made while the disk is almost full,
// because the space that they may take later is not there.
const maxStore = 1 << 50

// Server is a running NATS server.
type Server struct {
	server  *server.Server
	lock    io.Closer
	doorway *doorway
}

// Start starts a server and returns when it accepts connections. Only one process at a time may use a folder.
func Start(ctx context.Context, config Config) (*Server, error) {
	if err := os.MkdirAll(config.Dir, 0o700); err != nil {
		return nil, fmt.Errorf("make the folder of NATS: %w", err)
	}
	held, err := lock.Folder(ctx, config.Dir)
	if err != nil {
		return nil, err
	}
	running, err := server.NewServer(&server.Options{
		ServerName:             "upslope",
		DontListen:             true,
		JetStream:              true,
		JetStreamMaxStore:      maxStore,
		DisableJetStreamBanner: true,
		StoreDir:               config.Dir,
		// Sync before acknowledging: the outbox deletes a job once it is in the stream.
		SyncAlways: !config.Fast,
		NoSigs:     true,
		NoLog:      true,
	})
	if err != nil {
		return nil, errors.Join(fmt.Errorf("prepare NATS: %w", err), held.Close())
	}
	log := config.Log
	if log == nil {
		log = slog.Default()
	}
	running.SetLogger(logger{log.With("engine", "nats")}, false, false)
	running.Start()
	started := &Server{server: running, lock: held}
	if !running.ReadyForConnections(10*time.Second) || !running.JetStreamEnabled() {
		started.Stop()
		return nil, fmt.Errorf("NATS does not start in %s", config.Dir)
	}
	if started.doorway, err = openDoorway(config.Dir, running); err != nil {
		started.Stop()
		return nil, err
	}
	return started, nil
}

// Connect opens an in-process connection, which reconnects by itself.
func (s *Server) Connect(options ...nats.Option) (*nats.Conn, error) {
	options = append([]nats.Option{nats.InProcessServer(s.server), nats.MaxReconnects(-1), nats.Name("upslope")}, options...)
	conn, err := nats.Connect("", options...)
	if err != nil {
		return nil, fmt.Errorf("connect to NATS: %w", err)
	}
	return conn, nil
}

// Stop shuts the server down and waits for it. Close the connections first.
func (s *Server) Stop() {
	if s.doorway != nil {
		s.doorway.close()
	}
	s.server.Shutdown()
	s.server.WaitForShutdown()
	_ = s.lock.Close()
}
