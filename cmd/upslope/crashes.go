package main

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"os"
	"path/filepath"
	"runtime/debug"
	"strings"
	"syscall"
	"time"

	"github.com/google/uuid"

	"upslope/infra/postgres"
)

// crashReports is the extension of the file that the runtime writes a process's last words to.
const crashReports = ".crash"

// workerProcess is this process as the ledger of jobs knows it.
type workerProcess struct {
	name   string
	report *os.File
}

// watchCrashes names this process, and counts the crashes of earlier ones against the jobs that they were
// doing. A process that was killed leaves an empty report: that is not its jobs' fault.
func watchCrashes(ctx context.Context, folder string, records *postgres.DB, log *slog.Logger) (*workerProcess, error) {
	if err := os.MkdirAll(folder, 0o700); err != nil { //nolint:gosec // a folder of the settings
		return nil, fmt.Errorf("make the folder of crash reports: %w", err)
	}
	if err := readCrashes(ctx, folder, records, log); err != nil {
		return nil, err
	}
	name := uuid.NewString()
	report, err := os.OpenFile(filepath.Join(folder, name+crashReports), os.O_CREATE|os.O_RDWR, 0o600) //nolint:gosec // a name of ours
	if err != nil {
		return nil, fmt.Errorf("prepare the crash report: %w", err)
	}
	// Held until the process ends, so that another one on this folder leaves the report alone.
	err = syscall.Flock(int(report.Fd()), syscall.LOCK_EX|syscall.LOCK_NB)
	if err == nil {
		err = debug.SetCrashOutput(report, debug.CrashOptions{})
	}
	if err != nil {
		return nil, errors.Join(fmt.Errorf("prepare the crash report: %w", err), report.Close())
	}
	return &workerProcess{name: name, report: report}, nil
}

func (w *workerProcess) close() {
	_ = debug.SetCrashOutput(nil, debug.CrashOptions{})
	_ = os.Remove(w.report.Name())
	_ = w.report.Close()
}

// readCrashes records the reports of processes that have ended, and deletes them.
func readCrashes(ctx context.Context, folder string, records *postgres.DB, log *slog.Logger) error {
	reports, err := filepath.Glob(filepath.Join(folder, "*"+crashReports))
	if err != nil {
		return fmt.Errorf("look for crash reports: %w", err)
	}
	for _, path := range reports {
		reason, ended, err := readCrash(path)
		if errors.Is(err, fs.ErrNotExist) || err == nil && !ended {
			continue
		}
		if err != nil {
			return err
		}
		if reason != "" {
			worker := strings.TrimSuffix(filepath.Base(path), crashReports)
			log.WarnContext(ctx, "an earlier process crashed", "worker", worker, "reason", reason)
			if err := recordCrash(ctx, records, worker, reason); err != nil {
				return err
			}
		}
		if err := os.Remove(path); err != nil && !errors.Is(err, fs.ErrNotExist) { //nolint:gosec // found in that folder
			return fmt.Errorf("delete a crash report: %w", err)
		}
	}
	return nil
}

// recordCrash waits for the database.
func recordCrash(ctx context.Context, records *postgres.DB, worker, reason string) error {
	for {
		err := records.RecordCrash(ctx, worker, reason)
		if err == nil || ctx.Err() != nil {
			return err
		}
		select {
		case <-ctx.Done():
		case <-time.After(time.Second):
		}
	}
}

// readCrash returns the first line of a report, and whether its process has ended.
func readCrash(path string) (reason string, ended bool, err error) {
	report, err := os.Open(path) //nolint:gosec // found in the folder of reports
	if err != nil {
		return "", false, fmt.Errorf("read a crash report: %w", err)
	}
	defer func() { _ = report.Close() }()
	if err := syscall.Flock(int(report.Fd()), syscall.LOCK_SH|syscall.LOCK_NB); err != nil {
		return "", false, nil //nolint:nilerr // its process is alive
	}
	lines := bufio.NewScanner(report)
	lines.Scan() // an empty report has no line
	return lines.Text(), true, nil
}
