package postgres

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"syscall"
	"time"

	"github.com/jackc/pgx/v5"
)

// logLimit is the size from which the server's log is truncated at start.
const logLimit = 8 << 20

// process is a running server.
type process struct {
	cmd    *exec.Cmd
	log    string
	offset int64         // where this run starts in the log
	done   chan struct{} // closed on exit
	err    error         // exit error; read after done
}

// launch starts the server without waiting for it.
func (c *cluster) launch() (*process, error) {
	args := []string{"-k", c.socket}
	for _, setting := range c.settings() {
		args = append(args, "-c", setting)
	}
	// Not bound to a context: killing the server would cost a recovery, so it is stopped by signal.
	cmd, release, err := c.command(context.Background(), "postgres", c.data, args...)
	if err != nil {
		return nil, err
	}
	defer release()
	// A file rather than a pipe, which would break with this process and lose the last messages.
	log, err := openLog(filepath.Join(c.dir, "postgres.log"))
	if err != nil {
		return nil, err
	}
	defer func() { _ = log.Close() }()
	offset, err := log.Seek(0, io.SeekEnd)
	if err != nil {
		return nil, fmt.Errorf("open the log of PostgreSQL: %w", err)
	}
	cmd.Stdout, cmd.Stderr = log, log
	p := &process{cmd: cmd, log: log.Name(), offset: offset, done: make(chan struct{})}
	started := make(chan error)
	go func() {
		// Pdeathsig fires when the thread that started the server exits, so that thread waits for it.
		runtime.LockOSThread()
		if err := cmd.Start(); err != nil {
			started <- fmt.Errorf("start PostgreSQL: %w", err)
			return
		}
		started <- nil
		p.err = cmd.Wait()
		close(p.done)
	}()
	if err := <-started; err != nil {
		return nil, err
	}
	return p, nil
}

func openLog(path string) (*os.File, error) {
	flags := os.O_CREATE | os.O_WRONLY | os.O_APPEND
	if info, err := os.Stat(path); err == nil && info.Size() > logLimit {
		flags |= os.O_TRUNC
	}
	file, err := os.OpenFile(path, flags, 0o600)
	if err != nil {
		return nil, fmt.Errorf("open the log of PostgreSQL: %w", err)
	}
	return file, nil
}

// ready waits until the server accepts connections; crash recovery can take a while.
func (p *process) ready(ctx context.Context, url string) error {
	ctx, cancel := context.WithTimeout(ctx, time.Minute)
	defer cancel()
	for {
		conn, err := pgx.Connect(ctx, url)
		if err == nil {
			return conn.Close(ctx)
		}
		select {
		case <-p.done:
			return fmt.Errorf("PostgreSQL did not start (%w): %s", orEnded(p.err), p.tail())
		case <-ctx.Done():
			return fmt.Errorf("PostgreSQL does not answer: %w: %s", err, p.tail())
		case <-time.After(10 * time.Millisecond):
		}
	}
}

func orEnded(err error) error {
	if err == nil {
		return errors.New("it ended")
	}
	return err
}

// tail returns the last lines that this run wrote to its log.
func (p *process) tail() string {
	file, err := os.Open(p.log)
	if err != nil {
		return ""
	}
	defer func() { _ = file.Close() }()
	const most = 2048
	size, err := file.Seek(0, io.SeekEnd)
	if err != nil {
		return ""
	}
	text, err := io.ReadAll(io.NewSectionReader(file, max(p.offset, size-most), most))
	if err != nil {
		return ""
	}
	return strings.TrimSpace(string(text))
}

// end asks the server to shut down, and kills it after ten seconds.
func (p *process) end() error {
	for _, step := range []struct {
		signal syscall.Signal
		wait   time.Duration
	}{
		{syscall.SIGINT, 10 * time.Second},
		{syscall.SIGQUIT, 5 * time.Second},
		{syscall.SIGKILL, time.Minute},
	} {
		if err := p.cmd.Process.Signal(step.signal); err != nil && !errors.Is(err, os.ErrProcessDone) {
			return fmt.Errorf("stop PostgreSQL: %w", err)
		}
		select {
		case <-p.done:
			return nil // after any exit, commits are on disk and the next start recovers
		case <-time.After(step.wait):
		}
	}
	return errors.New("PostgreSQL does not end")
}
