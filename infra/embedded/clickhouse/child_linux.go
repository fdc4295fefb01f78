package clickhouse

import (
	"context"
	_ "embed"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"os/signal"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"time"

	"upslope/infra/embedded/clickhouse/bridge"
	"upslope/infra/embedded/clickhouse/chdb"
	"upslope/infra/embedded/lock"
)

// order is written to the child's standard input, which the parent keeps open while the child should live.
// Arguments and environment would expose the token to other users.
type order struct {
	Dir, Library, Socket, Token string
	MemoryLimit                 uint64
}

// report is the child's only reply, on statusFile.
type report struct {
	Error string // empty when ready
}

const (
	statusFile = 3 // the first of exec.Cmd's ExtraFiles

	// maxSessions bounds concurrent statements; further ones wait.
	maxSessions = 16

	// On shutdown, running statements get a moment to finish, then they are killed.
	drain, deadline = time.Second, 5 * time.Second
)

//go:embed engine_config.xml
var engineConfig string

// RunChild runs the engine in this process and returns its exit status.
func RunChild() int {
	// Distinguishes it from its parent in ps and top. Not essential, so errors are ignored.
	_ = os.WriteFile("/proc/self/comm", []byte("upslope-chdb"), 0)
	syscall.Umask(0o077) // the engine's files are private to this user
	status := os.NewFile(statusFile, "status")

	var o order
	if err := json.NewDecoder(os.Stdin).Decode(&o); err != nil {
		return 1 // the parent has exited already
	}
	orphaned := make(chan struct{})
	go func() {
		defer close(orphaned)
		_, _ = io.Copy(io.Discard, os.Stdin)
	}()

	serve, err := o.start(orphaned)
	var r report
	if err != nil {
		r.Error = err.Error()
	}
	_ = json.NewEncoder(status).Encode(r)
	_ = status.Close()
	if err != nil {
		return 1
	}
	serve()
	return 0
}

// start opens the engine and its socket. The returned function serves until the parent exits or sends
// SIGTERM.
func (o order) start(orphaned <-chan struct{}) (serve func(), err error) {
	if err := os.MkdirAll(o.Dir, 0o700); err != nil {
		return nil, err
	}
	held, err := o.lock(orphaned)
	if err != nil {
		return nil, err
	}
	if err := heal(filepath.Join(o.Dir, "data"), os.Stderr); err != nil {
		return nil, fmt.Errorf("look for what a crash left behind: %w", err)
	}
	config := filepath.Join(o.Dir, "config.xml")
	if err := os.WriteFile(config, []byte(o.engineConfig()), 0o600); err != nil {
		return nil, err
	}
	library, err := chdb.Load(o.Library)
	if err != nil {
		return nil, err
	}
	sessions, err := bridge.NewSessions(maxSessions, func() (*chdb.Conn, error) {
		return library.Connect("--path="+filepath.Join(o.Dir, "data"), "--config-file="+config, "--max_memory_usage="+strconv.FormatUint(o.MemoryLimit/2, 10))
	})
	if err != nil {
		return nil, fmt.Errorf("open %s: %w", o.Dir, err)
	}
	handler, err := bridge.NewHandler(sessions, o.Token)
	if err != nil {
		return nil, err
	}
	listener, err := listenPrivately(o.Socket)
	if err != nil {
		return nil, err
	}
	return func() {
		defer held.Close()
		if o.serve(listener, handler, orphaned) {
			sessions.Close()
		}
		select {
		case <-orphaned:
			// A killed parent leaves its folder behind.
			_ = os.RemoveAll(filepath.Dir(o.Socket))
		default:
		}
	}, nil
}

// serve reports whether every statement has ended. If not, the process exits anyway; acknowledged writes are
// safe.
func (o order) serve(listener net.Listener, handler http.Handler, orphaned <-chan struct{}) bool {
	statements, killStatements := context.WithCancel(context.Background())
	defer killStatements()
	server := &http.Server{Handler: handler, ReadHeaderTimeout: 10 * time.Second, BaseContext: func(net.Listener) context.Context { return statements }}
	terminated, stop := signal.NotifyContext(context.Background(), syscall.SIGTERM)
	defer stop()

	failed := make(chan error, 1)
	go func() { failed <- server.Serve(listener) }()
	select {
	case <-orphaned:
	case <-terminated.Done():
	case err := <-failed:
		fmt.Fprintln(os.Stderr, "the socket failed:", err)
	}
	time.AfterFunc(drain, killStatements)
	ctx, cancel := context.WithTimeout(context.Background(), deadline)
	defer cancel()
	return server.Shutdown(ctx) == nil
}

// lock lets one engine use the folder. The engine has a lock of its own, but a poor error message.
func (o order) lock(orphaned <-chan struct{}) (io.Closer, error) {
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	go func() {
		select {
		case <-orphaned:
			cancel()
		case <-ctx.Done():
		}
	}()
	return lock.Folder(ctx, o.Dir)
}

func (o order) engineConfig() string {
	return strings.NewReplacer(
		"{server_memory}", strconv.FormatUint(o.MemoryLimit, 10),
		"{query_memory}", strconv.FormatUint(o.MemoryLimit/2, 10),
	).Replace(engineConfig)
}

func listenPrivately(socket string) (net.Listener, error) {
	// Left by a predecessor that was killed.
	if err := os.Remove(socket); err != nil && !errors.Is(err, os.ErrNotExist) {
		return nil, err
	}
	listener, err := net.Listen("unix", socket)
	if err != nil {
		return nil, err
	}
	return listener, os.Chmod(socket, 0o600)
}
