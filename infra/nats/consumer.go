package nats

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"runtime/debug"
	"sync"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"upslope"
)

const (
	// silence is how long a worker may give no sign of life before its job is given to another.
	silence = 6 * time.Second
	// maxAttempts is how often a job is tried; ends of the process count too.
	maxAttempts = 8
	// outage is how long a job waits for an engine that is away before that counts as a failure.
	outage = 12 * time.Hour
	// longestWait is the most between two looks at whether it is back.
	longestWait = 15 * time.Second
	// pullWait is how long one request for a job waits at the server.
	pullWait = 5 * time.Second
)

// Message is a job as a worker gets it.
type Message struct {
	ID      string // what it was published with
	Data    []byte
	Attempt int // 1 the first time
}

// Consumer is what does the jobs of one kind.
type Consumer struct {
	Kind        string
	Concurrency int // how many jobs at once

	// Handle does a job; nil means done. An upslope.Error other than Unavailable, TooMany and Internal is final:
	// trying again would not help. Any other error, or a panic, has the job tried again later, up to eight times.
	// When the context ends, Handle returns soon and its job goes to another process at once.
	Handle func(context.Context, Message) error

	// Dead is told of a job that is given up, and why. When it fails it is told again later.
	Dead func(context.Context, Message, error) error
}

// Consume does jobs until the context ends, waits for those under way and only then returns.
func (q *Queue) Consume(ctx context.Context, c Consumer) error {
	var workers sync.WaitGroup
	for range c.Concurrency {
		workers.Go(func() { q.work(ctx, c) })
	}
	workers.Wait()
	return ctx.Err()
}

// work does one job after the other.
func (q *Queue) work(ctx context.Context, c Consumer) {
	for wait := 50 * time.Millisecond; ctx.Err() == nil; wait = min(2*wait, 2*time.Second) {
		from, err := q.consumer(ctx, c.Kind)
		for err == nil && ctx.Err() == nil {
			var message jetstream.Msg
			message, err = next(ctx, from)
			if message != nil {
				wait = 50 * time.Millisecond
				q.handle(ctx, c, message)
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

// consumer is the server's account of which jobs of a kind are with whom.
func (q *Queue) consumer(ctx context.Context, kind string) (jetstream.Consumer, error) {
	ctx, cancel := context.WithTimeout(ctx, publishTimeout)
	defer cancel()
	if err := q.ensure(ctx); err != nil {
		return nil, err
	}
	from, err := q.stream.CreateOrUpdateConsumer(ctx, jobsStream, jetstream.ConsumerConfig{
		Durable:       kind,
		FilterSubject: jobSubject(kind),
		AckPolicy:     jetstream.AckExplicitPolicy,
		AckWait:       silence,
		// Unlimited here, counted in handle: a job the server gave up would stay in the stream unseen.
		MaxDeliver: -1,
	})
	if err != nil {
		return nil, fmt.Errorf("make the consumer %s: %w", kind, err)
	}
	return from, nil
}

// next waits for a job; nil without an error means that there is none yet. It asks for one at a time, so that no
// job waits with a busy worker.
func next(ctx context.Context, from jetstream.Consumer) (jetstream.Msg, error) {
	bounded, cancel := context.WithTimeout(ctx, pullWait)
	defer cancel()
	message, err := from.Next(jetstream.FetchContext(bounded))
	if errors.Is(err, nats.ErrTimeout) || errors.Is(err, context.DeadlineExceeded) {
		return nil, ctx.Err()
	}
	return message, err
}

// handle does one job and tells the server what came of it. Should that not arrive, the job is given again.
func (q *Queue) handle(ctx context.Context, c Consumer, delivery jetstream.Msg) {
	message := Message{ID: delivery.Headers().Get(nats.MsgIdHdr), Data: delivery.Data(), Attempt: 1}
	if metadata, err := delivery.Metadata(); err == nil {
		message.Attempt = int(metadata.NumDelivered)
	}
	stopSigns := giveSignsOfLife(delivery)
	err := errCrashed // also when we are leaving: it then goes back before anybody has looked at it
	if ctx.Err() == nil && message.Attempt <= maxAttempts {
		err = untilAvailable(ctx, c, message)
	}
	var settled error
	switch {
	case err == nil:
		settled = confirm(ctx, delivery)
	case ctx.Err() != nil:
		settled = errors.Join(delivery.Nak(), q.conn.FlushTimeout(time.Second)) // the process may end right after
	case final(err) || message.Attempt >= maxAttempts:
		settled = q.bury(ctx, c, message, delivery, err)
	default:
		slog.WarnContext(ctx, "a job failed and is tried again", "kind", c.Kind, "id", message.ID, "attempt", message.Attempt, "error", err)
		settled = delivery.NakWithDelay(delay(message.Attempt))
	}
	stopSigns()
	if settled != nil && ctx.Err() == nil {
		slog.ErrorContext(ctx, "the queue was not told what came of a job", "kind", c.Kind, "id", message.ID, "error", settled)
	}
}

// untilAvailable does a job, and while that fails because something is away, keeps it and does it again: an outage is
// no fault of the job, so it costs no attempt.
func untilAvailable(ctx context.Context, c Consumer, message Message) error {
	for began, wait := time.Now(), time.Second; ; wait = min(2*wait, longestWait) {
		err := protect(func() error { return c.Handle(ctx, message) })
		if upslope.CodeOf(err) != upslope.Unavailable || ctx.Err() != nil || time.Since(began) > outage {
			return err
		}
		slog.WarnContext(ctx, "a job waits for what is away", "kind", c.Kind, "id", message.ID, "error", err)
		select {
		case <-ctx.Done():
		case <-time.After(wait):
		}
	}
}

// errCrashed is why a job is given up that no worker came back from.
var errCrashed = errors.New("the process ended each time it was tried")

// protect turns a panic into an error: it fails its job and not all the others.
func protect(do func() error) (err error) {
	defer func() {
		if problem := recover(); problem != nil {
			err = fmt.Errorf("panic: %v\n%s", problem, debug.Stack())
		}
	}()
	return do()
}

// final says whether trying again is useless: the user's input is what is wrong.
func final(err error) bool {
	switch upslope.CodeOf(err) {
	case upslope.Internal, upslope.Unavailable, upslope.TooMany:
		return false
	}
	return true
}

// delay is how long to wait after a failed attempt.
func delay(attempt int) time.Duration {
	delays := []time.Duration{1, 2, 5, 10, 30}
	return delays[min(attempt, len(delays))-1] * time.Second
}

// giveSignsOfLife keeps a job with its worker until stop is called.
func giveSignsOfLife(delivery jetstream.Msg) (stop func()) {
	done := make(chan struct{})
	var ended sync.WaitGroup
	ended.Go(func() {
		for ticks := time.NewTicker(silence / 5); ; {
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

// confirm acknowledges a job and waits for the server to have it, also while this process ends.
func confirm(ctx context.Context, delivery jetstream.Msg) error {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), publishTimeout)
	defer cancel()
	return delivery.DoubleAck(ctx)
}

// bury gives a job up: Dead is told, those who run the servers find it with its reason in the stream DEAD, and it
// is not given again. A final error is the user's to know, not theirs.
func (q *Queue) bury(ctx context.Context, c Consumer, message Message, delivery jetstream.Msg, cause error) error {
	if err := protect(func() error { return c.Dead(ctx, message, cause) }); err != nil {
		slog.ErrorContext(ctx, "a job was given up and nobody could be told; trying again", "kind", c.Kind, "id", message.ID, "error", err)
		return delivery.NakWithDelay(delay(maxAttempts))
	}
	if !final(cause) {
		slog.ErrorContext(ctx, "a job is given up", "kind", c.Kind, "id", message.ID, "error", cause)
		if err := q.Dead(ctx, c.Kind, message.ID, message.Data, cause.Error()); err != nil {
			return errors.Join(err, delivery.NakWithDelay(delay(maxAttempts)))
		}
	}
	return delivery.TermWithReason(oneLine(cause.Error()))
}
