// Package postgres starts a private PostgreSQL server for development and tests: the real server, from npm's
// pinned binaries or the system's, on a unix socket that only this user can reach. It owns the server's
// processes and data folder. It does not know schemas or queries: it provides an ordinary connection URL.
package postgres

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"log/slog"
	"net/url"
	"os"
	"path/filepath"
	"sync"
	"time"

	"upslope/infra/embedded/lock"
)

// Config configures a server.
type Config struct {
	Dir  string       // folder of the data, the log and the lock; created if missing
	Log  *slog.Logger // receives a message when the server had to be restarted; nil is slog.Default
	Fast bool         // trades durability on power loss for speed: tests only
}

// Server is a running PostgreSQL. When its processes die it is restarted behind the same URL; until then
// callers get errors.
type Server struct {
	log     *slog.Logger
	lock    io.Closer
	cluster *cluster
	socket  string

	stop    chan struct{} // closed by Stop
	stopped chan struct{} // closed when the last process has ended
	once    sync.Once
	err     error // exit error of the last process; read after stopped
}

// Start starts a server and returns when it accepts connections. It initializes the data folder on first use
// and recovers it after a crash. Only one process at a time may use a folder.
func Start(ctx context.Context, config Config) (*Server, error) {
	dir, err := filepath.Abs(config.Dir)
	if err != nil {
		return nil, fmt.Errorf("find the folder of PostgreSQL: %w", err)
	}
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return nil, fmt.Errorf("make the folder of PostgreSQL: %w", err)
	}
	// one canonical name per folder: it identifies the processes
	if dir, err = filepath.EvalSymlinks(dir); err != nil {
		return nil, fmt.Errorf("find the folder of PostgreSQL: %w", err)
	}
	held, err := lock.Folder(ctx, dir)
	if err != nil {
		return nil, err
	}
	server, err := start(ctx, dir, config)
	if err != nil {
		_ = held.Close()
		return nil, err
	}
	server.lock = held
	return server, nil
}

func start(ctx context.Context, dir string, config Config) (*Server, error) {
	account, err := unprivileged()
	if err != nil {
		return nil, err
	}
	major, err := writtenBy(dir)
	if err != nil {
		return nil, err
	}
	installation, err := find(ctx, account, major)
	if err != nil {
		return nil, err
	}
	socket, err := socketFolder(dir, account)
	if err != nil {
		return nil, err
	}
	log := config.Log
	if log == nil {
		log = slog.Default()
	}
	cluster := &cluster{
		installation: installation,
		account:      account,
		dir:          dir,
		data:         dataFolder(dir, installation.major),
		socket:       socket,
		fast:         config.Fast,
	}
	if err := cluster.vacate(ctx, log); err != nil {
		return nil, err
	}
	if _, err := os.Stat(cluster.data); errors.Is(err, fs.ErrNotExist) {
		if err := cluster.create(ctx); err != nil {
			return nil, err
		}
	}
	server := &Server{
		log:     log,
		cluster: cluster,
		socket:  socket,
		stop:    make(chan struct{}),
		stopped: make(chan struct{}),
	}
	first, err := server.launch(ctx)
	if err != nil {
		return nil, err
	}
	if err := ensureDatabase(ctx, server.url("postgres")); err != nil {
		return nil, errors.Join(err, first.end())
	}
	go server.supervise(first)
	return server, nil
}

// URL returns the connection URL.
func (s *Server) URL() string { return s.url(databaseName) }

func (s *Server) url(database string) string {
	values := url.Values{"host": {s.socket}, "user": {userName}, "sslmode": {"disable"}}
	return "postgres:///" + database + "?" + values.Encode()
}

// Stop shuts the server down after committed data is on disk, and waits for its last process. If the context
// ends first the server is killed, and the next start recovers.
func (s *Server) Stop(ctx context.Context) error {
	s.once.Do(func() { close(s.stop) })
	select {
	case <-s.stopped:
	case <-ctx.Done():
		killMarked(s.cluster.mark())
		<-s.stopped
	}
	return s.err
}

// launch starts the processes and waits until they are ready.
func (s *Server) launch(ctx context.Context) (*process, error) {
	p, err := s.cluster.launch()
	if err != nil {
		return nil, err
	}
	if err := p.ready(ctx, s.url("postgres")); err != nil {
		return nil, errors.Join(err, p.end())
	}
	return p, nil
}

// supervise restarts the server whenever it exits, until Stop.
func (s *Server) supervise(running *process) {
	defer close(s.stopped)
	defer func() {
		_ = os.RemoveAll(s.socket)
		_ = s.lock.Close()
	}()
	for {
		select {
		case <-s.stop:
			s.err = running.end()
			return
		case <-running.done:
			s.log.Warn("PostgreSQL ended and is started again", "error", running.err, "dir", s.cluster.dir)
		}
		if running = s.relaunch(); running == nil {
			return
		}
	}
}

// relaunch retries until the server runs again; it returns nil when Stop is called first.
func (s *Server) relaunch() *process {
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	go func() {
		select {
		case <-s.stop:
			cancel()
		case <-ctx.Done():
		}
	}()
	for wait := 50 * time.Millisecond; ; wait = min(2*wait, 5*time.Second) {
		// The old server's processes exit when they notice the loss of their parent; a new one must not open
		// the data before that.
		err := s.cluster.vacate(ctx, s.log)
		if err == nil {
			var p *process
			if p, err = s.launch(ctx); err == nil {
				return p
			}
		}
		if ctx.Err() != nil {
			return nil
		}
		s.log.Error("PostgreSQL does not start; trying again", "error", err, "dir", s.cluster.dir)
		select {
		case <-ctx.Done():
		case <-time.After(wait):
		}
	}
}
