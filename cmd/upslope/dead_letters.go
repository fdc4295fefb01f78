package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"log/slog"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"text/tabwriter"
	"time"
	"unicode"

	embeddednats "upslope/infra/embedded/nats"
	"upslope/infra/nats"
)

// dead lists or replays dead letters: `dead`, `dead replay [number…]`.
func dead(ctx context.Context, config Config, log *slog.Logger, args []string, stdout io.Writer) error {
	numbers, err := deadNumbers(args)
	if err != nil {
		return err
	}
	opened := &engines{}
	defer opened.close()
	if err := opened.reachQueue(ctx, config, log); err != nil {
		return err
	}
	if len(args) == 0 {
		return listDead(ctx, opened.queue, stdout)
	}
	if len(numbers) == 0 {
		for letter, err := range opened.queue.DeadLetters(ctx) {
			if err != nil {
				return err
			}
			numbers = append(numbers, letter.Sequence)
		}
	}
	for i, number := range numbers {
		if err := opened.queue.Replay(ctx, number); err != nil {
			return fmt.Errorf("%d of %d were queued again, then: %w", i, len(numbers), err)
		}
	}
	_, err = fmt.Fprintf(stdout, "%d queued again.\n", len(numbers))
	return err
}

// deadNumbers parses the numbers after replay; none means all.
func deadNumbers(args []string) ([]uint64, error) {
	if len(args) == 0 {
		return nil, nil
	}
	if args[0] != "replay" {
		return nil, fmt.Errorf("upslope dead %s is not a command; there is upslope dead replay", args[0])
	}
	var numbers []uint64
	for _, word := range args[1:] {
		number, err := strconv.ParseUint(word, 10, 64)
		if err != nil || number == 0 {
			return nil, fmt.Errorf("%q is no number of the list that upslope dead prints", word)
		}
		numbers = append(numbers, number)
	}
	return numbers, nil
}

// listDead prints one line per letter, oldest first.
func listDead(ctx context.Context, queue *nats.Queue, stdout io.Writer) error {
	table := tabwriter.NewWriter(stdout, 0, 0, 2, ' ', 0)
	rows := 0
	for letter, err := range queue.DeadLetters(ctx) {
		if err != nil {
			return err
		}
		if rows++; rows == 1 {
			_, _ = fmt.Fprintln(table, "NUMBER\tWHEN\tWHAT\tOF\tREASON")
		}
		_, _ = fmt.Fprintf(table, "%d\t%s\t%s\t%s\t%s\n", letter.Sequence, letter.When.UTC().Format(time.DateTime), letter.Kind, printable(letter.ID), printable(letter.Reason))
	}
	if rows == 0 {
		_, err := fmt.Fprintln(stdout, "No work was given up.")
		return err
	}
	return table.Flush()
}

// printable removes control characters, e.g. terminal escapes.
func printable(text string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsPrint(r) {
			return r
		}
		return ' '
	}, text)
}

// reachQueue opens only the queue: at NATS_URL, or the embedded one in DATA_DIR, even while upslope dev is
// running.
func (e *engines) reachQueue(ctx context.Context, config Config, log *slog.Logger) error {
	dir := filepath.Join(config.DataDir, "nats")
	if config.NATSURL == "" {
		if _, err := os.Stat(dir); errors.Is(err, fs.ErrNotExist) {
			return fmt.Errorf("set NATS_URL, or the DATA_DIR of upslope dev: there is no NATS in %s", config.DataDir)
		}
		if conn, err := embeddednats.Reach(dir); err == nil {
			e.later(conn.Close)
			e.queue, err = nats.NewQueue(conn)
			return err
		}
	}
	closer, err := e.openNATS(ctx, config, log)
	e.later(closer)
	return err
}

// buryInterval is how often missing dead letters are stored, and maxBuried how many at a time.
const (
	buryInterval = time.Minute
	maxBuried    = 500
)

// keepDeadLetters keeps a dead letter for all work that the database gave up, even if the queue lost it.
func (w *wiring) keepDeadLetters(ctx context.Context) error {
	for {
		given, err := w.engines.records.GivenUp(ctx, maxBuried)
		for _, work := range given {
			kind, _, _ := strings.Cut(strings.TrimPrefix(work.Topic, "job."), ".") // without the lane
			err = errors.Join(err, w.engines.queue.Bury(ctx, kind, work.MessageID(), work.Ref(), work.Payload, work.Reason))
		}
		if err != nil && ctx.Err() == nil {
			w.log.WarnContext(ctx, "not every dead letter is stored; trying again", "error", err)
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(buryInterval):
		}
	}
}
