package postgres

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"os"
	"path/filepath"
	"syscall"
	"time"
)

// patience is how long processes of an earlier server may take to exit.
const patience = 10 * time.Second

// vacate makes sure that no process uses the data.
func (c *cluster) vacate(ctx context.Context, log *slog.Logger) error {
	if err := endLeftovers(ctx, c.mark()); err != nil {
		return err
	}
	// The process ids in them may have been reused, or be those of processes that nobody reaps: PostgreSQL
	// would wait for these to end, or refuse to start.
	for _, left := range []string{
		filepath.Join(c.data, "postmaster.pid"),
		filepath.Join(c.socket, socketName), filepath.Join(c.socket, socketName+".lock"),
	} {
		err := os.Remove(left)
		if err != nil && !errors.Is(err, fs.ErrNotExist) {
			return fmt.Errorf("forget an earlier PostgreSQL: %w", err)
		}
		if err == nil {
			log.WarnContext(ctx, "removed what an earlier PostgreSQL left behind", "file", left)
		}
	}
	return nil
}

// socketName is the server's socket for the default port. Next to it is its lock.
const socketName = ".s.PGSQL.5432"

// endLeftovers waits for processes of an earlier server. When its starter is killed, the server is still
// shutting down; when the server is killed, its backends notice only after a moment.
func endLeftovers(ctx context.Context, mark string) error {
	var asked, killed bool
	start := time.Now()
	for {
		left, err := marked(mark)
		if err != nil {
			return fmt.Errorf("look for an earlier PostgreSQL: %w", err)
		}
		switch waited := time.Since(start); {
		case len(left) == 0:
			return nil
		case !asked:
			asked = true
			signal(left, syscall.SIGINT)
		case waited > patience && !killed:
			killed = true
			signal(left, syscall.SIGKILL)
		case waited > 2*patience:
			return fmt.Errorf("an earlier PostgreSQL (process %d) does not end", left[0])
		}
		select {
		case <-ctx.Done():
			return fmt.Errorf("wait for an earlier PostgreSQL to end: %w", ctx.Err())
		case <-time.After(20 * time.Millisecond):
		}
	}
}

// killMarked sends SIGKILL to every process of a cluster.
func killMarked(mark string) {
	if left, err := marked(mark); err == nil {
		signal(left, syscall.SIGKILL)
	}
}

func signal(processes []int, s syscall.Signal) {
	for _, process := range processes {
		_ = syscall.Kill(process, s) // fails only if the process is gone
	}
}
