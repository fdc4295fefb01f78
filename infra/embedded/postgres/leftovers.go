package postgres

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"syscall"
	"time"
)

// patience is how long processes of an earlier server may take to exit.
const patience = 10 * time.Second

// vacate makes sure that no process uses the data.
func (c *cluster) vacate(ctx context.Context) error {
	if err := endLeftovers(ctx, c.mark()); err != nil {
		return err
	}
	// The pid in it may have been reused, and PostgreSQL would wait for that process to end.
	if err := os.Remove(filepath.Join(c.data, "postmaster.pid")); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("forget an earlier PostgreSQL: %w", err)
	}
	return nil
}

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
