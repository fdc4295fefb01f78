// Package lock lets one process at a time use a data folder. It owns the file "lock" in it.
package lock

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"time"
)

// patience is how long to wait for a process that is shutting down.
const patience = 5 * time.Second

// Folder locks an existing folder until the result is closed or this process ends for any reason.
func Folder(ctx context.Context, dir string) (io.Closer, error) {
	file, err := os.OpenFile(filepath.Join(dir, "lock"), os.O_CREATE|os.O_RDWR, 0o600)
	if err != nil {
		return nil, fmt.Errorf("lock %s: %w", dir, err)
	}
	if err := wait(ctx, file); err != nil {
		holder, _ := os.ReadFile(file.Name())
		_ = file.Close()
		if !errors.Is(err, syscall.EWOULDBLOCK) {
			return nil, fmt.Errorf("lock %s: %w", dir, err)
		}
		return nil, fmt.Errorf("another upslope (process %s) already uses %s: stop it first, or choose another DATA_DIR",
			strings.TrimSpace(string(holder)), dir)
	}
	if err := file.Truncate(0); err == nil {
		_, _ = file.WriteAt(fmt.Appendf(nil, "%d\n", os.Getpid()), 0) // only for the error message above
	}
	return file, nil
}

func wait(ctx context.Context, file *os.File) error {
	for deadline := time.Now().Add(patience); ; time.Sleep(50 * time.Millisecond) {
		err := syscall.Flock(int(file.Fd()), syscall.LOCK_EX|syscall.LOCK_NB)
		if !errors.Is(err, syscall.EWOULDBLOCK) || time.Now().After(deadline) || ctx.Err() != nil {
			return err
		}
	}
}
