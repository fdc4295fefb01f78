package nats

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"runtime/debug"
	"strings"
	"sync"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"upslope"
)

const (
	// defaultAckWait is how long a worker may send no heartbeat before its job is redelivered.
	defaultAckWait = 6 * time.Second
	// maxAttempts is how often a failing job is tried. Without a ledger, deaths of the process count too.
	maxAttempts = 8
	// maxOutage is how long a job waits for an unavailable engine before that counts as a failure.
	maxOutage = 12 * time.Hour
	// maxPause is the longest pause between attempts during an outage.
	maxPause = 15 * time.Second
	// pullWait is how long a request for a job waits at the server.
	pullWait = 5 * time.Second
	// laneWait is how long a scheduled job waits for a worker that waits for requested ones.
	laneWait = time.Second
)

// Message is a job as delivered to a worker.
type Message struct {
	ID      string // as published
	Data    []byte
	Attempt int // starts at 1

	ref upslope.WorkRef
}

// Consumer processes the jobs of one kind.
type Consumer struct {
	Kind        string
	Concurrency int // maximum number of concurrent jobs

	// Lanes makes jobs published as Kind.later wait behind the others.
	Lanes bool

	// Spare is how many workers never do these, so that the others start at once. One worker is never spare.
	Spare int

	// Handle does a job; nil means done. An upslope.Error other than Unavailable, TooMany and Internal is
	// final and not retried. Any other error, or a panic, is retried with a pause, up to eight times. When
	// the context ends, Handle must return soon; its job then moves to another process immediately.
	Handle func(context.Context, Message) error

	// Dead receives a job that is given up, and the reason. It is called again later when it fails.
	Dead func(context.Context, Message, error) error
}

// Consume processes jobs until the context ends, and returns when those in progress have finished.
func (q *Queue) Consume(ctx context.Context, c Consumer) error {
	var workers sync.WaitGroup
	for worker := range c.Concurrency {
		kinds := []string{c.Kind}
		if c.Lanes && worker >= min(c.Spare, c.Concurrency-1) {
			kinds = append(kinds, c.Kind+later)
		}
		workers.Go(func() { q.work(ctx, c, kinds) })
	}
	workers.Wait()
	return ctx.Err()
}

// later is the suffix of the lane of scheduled jobs.
const later = ".later"

// work does jobs of the kinds, those of the first one first.
func (q *Queue) work(ctx context.Context, c Consumer, kinds []string) {
	for wait := 50 * time.Millisecond; ctx.Err() == nil; wait = min(2*wait, 2*time.Second) {
		lanes, err := q.lanes(ctx, kinds)
		for err == nil && ctx.Err() == nil {
			var message jetstream.Msg
			message, err = nextOf(ctx, lanes)
			if message != nil {
				wait = 50 * time.Millisecond
				q.receive(ctx, c, message)
			}
		}
		if ctx.Err() != nil {
			return
		}
		slog.WarnContext(ctx, "no jobs come from the queue; trying again", "kind", c.Kind, "error", err)
		select {
		case <-ctx.Done():
		case <-time.After(wait):
		}
	}
}

func (q *Queue) lanes(ctx context.Context, kinds []string) ([]jetstream.Consumer, error) {
	lanes := make([]jetstream.Consumer, len(kinds))
	for i, kind := range kinds {
		var err error
		if lanes[i], err = q.consumer(ctx, kind); err != nil {
			return nil, err
		}
	}
	return lanes, nil
}

// nextOf waits for a job of the first lane, unless one of a later lane is there already.
func nextOf(ctx context.Context, lanes []jetstream.Consumer) (jetstream.Msg, error) {
	if len(lanes) == 1 {
		return next(ctx, lanes[0], pullWait)
	}
	for _, lane := range lanes {
		batch, err := lane.FetchNoWait(1)
		if err != nil {
			return nil, err
		}
		if message := <-batch.Messages(); message != nil {
			return message, nil
		}
		if err := batch.Error(); err != nil {
			return nil, err
		}
	}
	return next(ctx, lanes[0], laneWait)
}

// consumer finds or creates the durable consumer of a kind.
func (q *Queue) consumer(ctx context.Context, kind string) (jetstream.Consumer, error) {
	ctx, cancel := context.WithTimeout(ctx, publishTimeout)
	defer cancel()
	if err := q.ensure(ctx); err != nil {
		return nil, err
	}
	from, err := q.stream.CreateOrUpdateConsumer(ctx, jobsStream, jetstream.ConsumerConfig{
		Durable:       strings.ReplaceAll(kind, ".", "-"),
		FilterSubject: jobSubject(kind),
		AckPolicy:     jetstream.AckExplicitPolicy,
		AckWait:       q.ackWait,
		// Unlimited, because handle counts: a job that the server gives up would stay in the stream
		// unnoticed.
		MaxDeliver: -1,
	})
	if err != nil {
		return nil, fmt.Errorf("make the consumer %s: %w", kind, err)
	}
	return from, nil
}

// next waits for a job; nil without an error means that none is available yet. It requests one at a time, so
// that no job waits behind a busy worker.
func next(ctx context.Context, from jetstream.Consumer, wait time.Duration) (jetstream.Msg, error) {
	bounded, cancel := context.WithTimeout(ctx, wait)
	defer cancel()
	message, err := from.Next(jetstream.FetchContext(bounded))
	if errors.Is(err, nats.ErrTimeout) || errors.Is(err, context.DeadlineExceeded) {
		return nil, ctx.Err()
	}
	return message, err
}

// receive processes one job by the rules of the ledger, if it has a row there.
func (q *Queue) receive(ctx context.Context, c Consumer, delivery jetstream.Msg) {
	ref, err := upslope.ParseWorkRef(delivery.Headers().Get(workHeader))
	if err != nil || q.ledger == nil {
		q.handle(ctx, c, delivery)
		return
	}
	stopHeartbeats := q.sendHeartbeats(delivery)
	defer stopHeartbeats()
	id, _, _ := strings.Cut(delivery.Headers().Get(nats.MsgIdHdr), repeated)
	message := Message{ID: id, Data: delivery.Data(), ref: ref}
	q.handleWork(ctx, c, message, delivery)
}

// handle processes one job and acknowledges it; the server redelivers it if that is lost.
func (q *Queue) handle(ctx context.Context, c Consumer, delivery jetstream.Msg) {
	message := Message{ID: delivery.Headers().Get(nats.MsgIdHdr), Data: delivery.Data(), Attempt: 1}
	if metadata, err := delivery.Metadata(); err == nil {
		message.Attempt = int(metadata.NumDelivered)
	}
	stopHeartbeats := q.sendHeartbeats(delivery)
	err := errCrashed // also on shutdown: the job then goes back untouched
	if ctx.Err() == nil && message.Attempt <= maxAttempts {
		err = retryWhileUnavailable(ctx, c, message)
	}
	var settled error
	switch {
	case err == nil:
		settled = confirm(ctx, delivery)
	case ctx.Err() != nil:
		// the process may end right after
		settled = errors.Join(delivery.Nak(), q.conn.FlushTimeout(time.Second))
	case final(err) || message.Attempt >= maxAttempts:
		settled = q.giveUp(ctx, c, message, delivery, err)
	default:
		slog.WarnContext(ctx, "a job failed and is tried again", "kind", c.Kind, "id", message.ID, "attempt", message.Attempt, "error", err)
		settled = delivery.NakWithDelay(retryDelay(message.Attempt))
	}
	stopHeartbeats()
	if settled != nil && ctx.Err() == nil {
		slog.ErrorContext(ctx, "the queue was not told what came of a job", "kind", c.Kind, "id", message.ID, "error", settled)
	}
}

// retryWhileUnavailable holds a job and retries it while an engine is unavailable: an outage costs no
// attempt.
func retryWhileUnavailable(ctx context.Context, c Consumer, message Message) error {
	for began, wait := time.Now(), time.Second; ; wait = min(2*wait, maxPause) {
		err := recoverPanic(func() error { return c.Handle(ctx, message) })
		if upslope.CodeOf(err) != upslope.Unavailable || ctx.Err() != nil || time.Since(began) > maxOutage {
			return err
		}
		slog.WarnContext(ctx, "a job waits for what is away", "kind", c.Kind, "id", message.ID, "error", err)
		select {
		case <-ctx.Done():
		case <-time.After(wait):
		}
	}
}

// errCrashed is the reason for a job whose workers all died.
var errCrashed = errors.New("the process ended each time it was tried")

// recoverPanic turns a panic into an error, so that it fails only its own job.
func recoverPanic(do func() error) (err error) {
	defer func() {
		if problem := recover(); problem != nil {
			err = fmt.Errorf("panic: %v\n%s", problem, debug.Stack())
		}
	}()
	return do()
}

// final reports whether retrying is useless because the user's input is at fault.
func final(err error) bool {
	switch upslope.CodeOf(err) {
	case upslope.Internal, upslope.Unavailable, upslope.TooMany:
		return false
	}
	return true
}

// retryDelay returns the pause after a failed attempt.
func retryDelay(attempt int) time.Duration {
	delays := []time.Duration{1, 2, 5, 10, 30}
	return delays[min(attempt, len(delays))-1] * time.Second
}

// sendHeartbeats extends a worker's claim on a job until stop is called.
func (q *Queue) sendHeartbeats(delivery jetstream.Msg) (stop func()) {
	done := make(chan struct{})
	var ended sync.WaitGroup
	ended.Go(func() {
		for ticks := time.NewTicker(q.ackWait / 5); ; {
			select {
			case <-done:
				ticks.Stop()
				return
			case <-ticks.C:
				_ = delivery.InProgress() // the next one may arrive
			}
		}
	})
	return func() { close(done); ended.Wait() }
}

// confirm acknowledges a job and waits for the server's confirmation, even during shutdown.
func confirm(ctx context.Context, delivery jetstream.Msg) error {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), publishTimeout)
	defer cancel()
	return delivery.DoubleAck(ctx)
}

// giveUp passes a job to Dead and ends it. Unless the user is at fault, it is stored with its reason in the
// stream DEAD for administrators.
func (q *Queue) giveUp(ctx context.Context, c Consumer, message Message, delivery jetstream.Msg, cause error) error {
	if err := recoverPanic(func() error { return c.Dead(ctx, message, cause) }); err != nil {
		slog.ErrorContext(ctx, "a job was given up and nobody could be told; trying again", "kind", c.Kind, "id", message.ID, "error", err)
		return delivery.NakWithDelay(retryDelay(maxAttempts))
	}
	if !final(cause) {
		slog.ErrorContext(ctx, "a job is given up", "kind", c.Kind, "id", message.ID, "error", cause)
		if err := q.bury(ctx, c.Kind, message.ID, message.ref, message.Data, cause.Error()); err != nil {
			return errors.Join(err, delivery.NakWithDelay(retryDelay(maxAttempts)))
		}
	}
	return delivery.TermWithReason(oneLine(cause.Error()))
}
