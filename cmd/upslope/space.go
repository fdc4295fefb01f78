package main

import (
	"context"
	"fmt"
	"log/slog"
	"sync/atomic"
	"syscall"
	"time"

	"upslope"
	"upslope/infra/nats"
)

const (
	// spaceInterval is how often free space is looked at.
	spaceInterval = time.Second
	// What the engines on this machine need: a share of the disk, within these bounds.
	minReserve, maxReserve = 32 << 20, 512 << 20
	reserveFraction        = 20
)

// space watches the disk of DATA_DIR: writing stops before the engines on it break.
type space struct {
	dir  string
	log  *slog.Logger
	full atomic.Bool
}

// watchSpace checks free space until ctx ends. Without engines or files on this disk it watches nothing.
func watchSpace(ctx context.Context, config Config, embed bool, log *slog.Logger) *space {
	s := &space{dir: config.DataDir, log: log}
	local := config.ObjectsURL == "" || embed && (config.DatabaseURL == "" || config.ClickHouseURL == "" || config.NATSURL == "")
	if !local {
		return s
	}
	s.look(ctx)
	go func() {
		ticks := time.NewTicker(spaceInterval)
		defer ticks.Stop()
		for {
			select {
			case <-ctx.Done():
				return
			case <-ticks.C:
				s.look(ctx)
			}
		}
	}()
	return s
}

func (s *space) look(ctx context.Context) {
	var disk syscall.Statfs_t
	if err := syscall.Statfs(s.dir, &disk); err != nil {
		return // it is made later, or gone: whoever writes to it says so
	}
	block := uint64(disk.Bsize) //nolint:gosec // never negative
	free, reserve := disk.Bavail*block, reserveOf(disk.Blocks*block)
	if full := free < reserve; s.full.Swap(full) != full {
		if full {
			s.log.ErrorContext(ctx, "the disk is almost full; nothing is written until there is room", "folder", s.dir, "free_mb", free>>20, "needed_mb", reserve>>20)
		} else {
			s.log.WarnContext(ctx, "there is room on the disk again", "folder", s.dir, "free_mb", free>>20)
		}
	}
}

// reserveOf returns how much of a disk stays free.
func reserveOf(size uint64) uint64 {
	return min(max(size/reserveFraction, minReserve), maxReserve)
}

// check returns an Unavailable Error while the disk is almost full.
func (s *space) check() error {
	if s == nil || !s.full.Load() {
		return nil
	}
	return upslope.Errorf(upslope.Unavailable, "Storage is almost full, so nothing can be saved right now. Ask your administrator to free up space, then try again.")
}

// checkFree is check as a check of /readyz.
func (s *space) checkFree(context.Context) error {
	if err := s.check(); err != nil {
		return fmt.Errorf("look at the disk: %w", err)
	}
	return nil
}

// whileSpace lets the jobs of a consumer wait, without spending an attempt, while the disk is almost full.
func (s *space) whileSpace(consumer nats.Consumer) nats.Consumer {
	handle := consumer.Handle
	consumer.Handle = func(ctx context.Context, message nats.Message) error {
		if err := s.check(); err != nil {
			return err
		}
		return handle(ctx, message)
	}
	return consumer
}
