package clickhouse

import (
	"bytes"
	"cmp"
	"context"
	"crypto/rand"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"sync"
	"syscall"
	"time"

	"upslope/infra/embedded/lock"
)

// Server is a running engine. A child that dies is restarted on the same socket until Stop.
type Server struct {
	order   order
	private string // folder of the socket and of the child's working directory
	remove  func() // deletes it
	log     *slog.Logger
	torn    *tornParts

	running context.Context // canceled by Stop
	stop    context.CancelFunc
	stopped chan struct{}

	mu    sync.Mutex
	child *child
}

// Start starts an engine and returns once it responds. ctx bounds the start only.
func Start(ctx context.Context, config Config) (*Server, error) {
	if IsChild(os.Args) {
		return nil, errors.New("main and TestMain must call RunChild before anything else")
	}
	library := config.Library
	if library == "" {
		found, err := findLibrary()
		if err != nil {
			return nil, err
		}
		library = found
	}
	// The child has another working directory.
	library, err := filepath.Abs(library)
	if err != nil {
		return nil, err
	}
	dir, err := filepath.Abs(config.Dir)
	if err != nil {
		return nil, err
	}
	private, remove, err := privateFolder()
	if err != nil {
		return nil, err
	}
	s := &Server{
		order: order{
			Dir: dir, Library: library, Socket: filepath.Join(private, "clickhouse.sock"), Token: rand.Text(),
			MemoryLimit: cmp.Or(config.MemoryLimit, defaultMemoryLimit),
		},
		private: private,
		remove:  remove,
		log:     cmp.Or(config.Log, slog.New(slog.DiscardHandler)),
		stopped: make(chan struct{}),
		torn:    newTornParts(filepath.Join(dir, "data")),
	}
	s.running, s.stop = context.WithCancel(context.Background())
	if s.child, err = s.launch(ctx); err != nil {
		remove()
		return nil, fmt.Errorf("start the embedded ClickHouse: %w", err)
	}
	go s.supervise()
	return s, nil
}

// privateFolder creates a folder whose path is short enough for a socket, regardless of TMPDIR.
func privateFolder() (private string, remove func(), err error) {
	const longest = 70
	parent := os.TempDir()
	if len(parent) > longest {
		parent = "/tmp"
	}
	if private, remove, err = lock.TempFolder(parent, "upslope-ch-"); err != nil {
		return "", nil, err
	}
	return private, remove, os.Mkdir(filepath.Join(private, "empty"), 0o700)
}

// URL returns the address for infra/clickhouse in any process of the same user.
func (s *Server) URL() string {
	u := url.URL{Scheme: "http+unix", User: url.UserPassword("default", s.order.Token), Path: s.order.Socket}
	return u.String()
}

// PID returns the process id of the current child.
func (s *Server) PID() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.child.command.Process.Pid
}

// Stop shuts the engine down and waits for it. If ctx ends first the engine is killed; acknowledged writes
// are safe.
func (s *Server) Stop(ctx context.Context) error {
	s.stop()
	s.mu.Lock()
	current := s.child
	s.mu.Unlock()

	current.end()
	select {
	case <-s.stopped:
	case <-ctx.Done():
		current.kill()
		<-s.stopped
	}
	s.remove()
	return nil
}

// supervise restarts the child whenever it ends, with a growing pause while that fails.
func (s *Server) supervise() {
	defer close(s.stopped)
	const shortestPause, longestPause = 20 * time.Millisecond, 5 * time.Second
	for current := s.child; ; {
		<-current.gone
		if s.running.Err() != nil {
			return
		}
		s.log.Error("the embedded ClickHouse ended; starting it again", "error", current.err)
		started := time.Now()
		for pause := shortestPause; ; pause = min(2*pause, longestPause) {
			select {
			case <-s.running.Done():
				return
			case <-time.After(pause):
			}
			next, err := s.launch(s.running)
			if err == nil {
				current = next
				break
			}
			s.log.Error("the embedded ClickHouse did not start", "error", err)
		}
		s.log.Info("the embedded ClickHouse is back", "after", time.Since(started))
		s.mu.Lock()
		s.child = current
		if s.running.Err() != nil {
			current.end() // Stop may have seen only the previous child
		}
		s.mu.Unlock()
	}
}

// child is one engine process.
type child struct {
	command *exec.Cmd
	input   io.Closer
	gone    chan struct{} // closed on exit
	err     error         // exit error; read after gone
}

// end closes the child's standard input, which asks it to shut down.
func (c *child) end() { _ = c.input.Close() }

func (c *child) kill() { _ = c.command.Process.Kill() }

// launch starts a child and waits until it is ready or reports an error.
func (s *Server) launch(ctx context.Context) (*child, error) {
	const patience = time.Minute // a cold disk has to read half a gigabyte of library
	ctx, cancel := context.WithTimeout(ctx, patience)
	defer cancel()

	status, childStatus, err := os.Pipe()
	if err != nil {
		return nil, err
	}
	defer status.Close()
	messages := &lineLogger{log: s.log}
	// Not os.Executable: that file may have been replaced by a newer build.
	command := exec.Command("/proc/self/exe", childArgument)
	command.Args[0] = "upslope"
	command.Dir = filepath.Join(s.private, "empty")
	command.Env = []string{"TZ=UTC", "LANG=C.UTF-8"}
	command.Stdout, command.Stderr = messages, messages
	command.ExtraFiles = []*os.File{childStatus}
	// Ctrl-C must reach the parent only, which still has queries to finish.
	command.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	input, err := command.StdinPipe()
	if err != nil {
		return nil, errors.Join(err, childStatus.Close())
	}
	err = command.Start()
	_ = childStatus.Close()
	if err != nil {
		return nil, err
	}
	c := &child{command: command, input: input, gone: make(chan struct{})}
	go func() {
		defer close(c.gone)
		c.err = command.Wait()
	}()

	if err := s.instruct(ctx, input, status); err != nil {
		c.kill()
		<-c.gone
		return nil, err
	}
	go s.watch(c)
	return c, nil
}

// instruct sends the child its order and reads its report.
func (s *Server) instruct(ctx context.Context, input io.Writer, status *os.File) error {
	stop := context.AfterFunc(ctx, func() { _ = status.SetReadDeadline(time.Now()) })
	defer stop()
	if err := json.NewEncoder(input).Encode(s.order); err != nil {
		return fmt.Errorf("the engine's process did not start: %w", err)
	}
	var r report
	if err := json.NewDecoder(status).Decode(&r); err != nil {
		return cmp.Or(ctx.Err(), fmt.Errorf("the engine's process ended before it answered: %w", err))
	}
	if r.Error != "" {
		return errors.New(r.Error)
	}
	return nil
}

// lineLogger logs the engine's output line by line.
type lineLogger struct {
	log  *slog.Logger
	rest []byte
}

func (l *lineLogger) Write(b []byte) (int, error) {
	l.rest = append(l.rest, b...)
	for {
		line, rest, found := bytes.Cut(l.rest, []byte("\n"))
		if !found {
			return len(b), nil
		}
		l.rest = rest
		if len(bytes.TrimSpace(line)) > 0 {
			l.log.Warn("ClickHouse: " + string(line))
		}
	}
}
