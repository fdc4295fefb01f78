package nats

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"strings"
	"sync"
	"time"

	"github.com/nats-io/nats.go/jetstream"

	"upslope"
)

const (
	// maxCrashes is how many processes a job may crash: the first crash may be another job's fault, but after
	// it the job runs alone.
	maxCrashes = 3
	// maxDeaths is how many processes may die during a job without leaving a reason: killed by an operator,
	// or by the system when memory runs out.
	maxDeaths = 30
	// patientDeaths is the number of deaths after which retries are delayed, so that the other jobs get done.
	patientDeaths = 15
	// maxDeathDelay is the longest such delay.
	maxDeathDelay = 10 * time.Minute
	// maxJobs bounds the jobs that run at once in a process.
	maxJobs = 1 << 20
	// maxTries is how often a job is tried during an outage before it makes room for others.
	maxTries = 3
)

// Ledger stores jobs until they are done; the queue only carries them. It tells failures of a job from deaths
// of its process: a process that lives renews its lease.
type Ledger interface {
	Claim(ctx context.Context, ref upslope.WorkRef, worker string, lease time.Duration) (upslope.Work, upslope.WorkState, error)
	Renew(ctx context.Context, work upslope.Work, lease time.Duration) error
	Release(ctx context.Context, work upslope.Work, waiting bool) error
	Fail(ctx context.Context, work upslope.Work, reason string) error
	Done(ctx context.Context, work upslope.Work) error
	GiveUp(ctx context.Context, work upslope.Work, reason string) error
	Reopen(ctx context.Context, ref upslope.WorkRef) error
}

// UseLedger makes the queue do jobs by the rules of a ledger, which knows this process as worker.
func (q *Queue) UseLedger(ledger Ledger, worker string) { q.ledger, q.worker = ledger, worker }

// handleWork claims one job of the ledger, does it and settles it, in the ledger first.
func (q *Queue) handleWork(ctx context.Context, c Consumer, message Message, delivery jetstream.Msg) {
	err := q.tryWork(ctx, c, message, delivery)
	if err != nil && ctx.Err() == nil {
		slog.ErrorContext(ctx, "a job is not settled; it is delivered again", "kind", c.Kind, "id", message.ID, "error", err)
	}
}

func (q *Queue) tryWork(ctx context.Context, c Consumer, message Message, delivery jetstream.Msg) error {
	work, state, leave, err := q.begin(ctx, message)
	defer leave()
	switch {
	case ctx.Err() != nil && work.Lease != "":
		return errors.Join(q.release(ctx, work, false), q.returnNow(delivery))
	case ctx.Err() != nil:
		return q.returnNow(delivery)
	case err != nil:
		return errors.Join(err, delivery.NakWithDelay(maxPause))
	case state == upslope.WorkDone, state == upslope.WorkGivenUp:
		return confirm(ctx, delivery)
	case state == upslope.WorkLeased:
		return delivery.NakWithDelay(q.ackWait)
	case work.Crashes >= maxCrashes:
		return q.quarantine(ctx, c, message, delivery, work, fmt.Errorf("it crashed its process %d times: %s", work.Crashes, work.Reason))
	case work.Deaths >= maxDeaths:
		return q.quarantine(ctx, c, message, delivery, work, fmt.Errorf("its process was killed %d times while it ran", work.Deaths))
	case work.Died && work.Deaths > patientDeaths:
		return errors.Join(q.release(ctx, work, false), delivery.NakWithDelay(deathDelay(work.Deaths)))
	}
	message.Attempt = work.Failures + 1
	err, lost := q.do(ctx, c, message, work)
	if lost {
		return nil // the delivery belongs to the worker that has it now
	}
	return q.settle(ctx, c, message, delivery, work, err)
}

// begin claims a job. One that may have crashed a process runs alone, so that a second crash is its own.
func (q *Queue) begin(ctx context.Context, message Message) (work upslope.Work, state upslope.WorkState, leave func(), err error) {
	leave = func() {}
	for slots := int64(1); ; slots = maxJobs {
		if err = q.running.Acquire(ctx, slots); err != nil {
			return work, state, leave, err
		}
		leave = func() { q.running.Release(slots) }
		work, state, err = q.claim(ctx, message)
		if err != nil || state != "" || work.Crashes == 0 || slots == maxJobs {
			return work, state, leave, err
		}
		leave()
		leave = func() {}
		if err = q.release(ctx, work, false); err != nil {
			return work, state, leave, err
		}
		work = upslope.Work{}
	}
}

// claim asks the ledger until it answers, however long the database is down.
func (q *Queue) claim(ctx context.Context, message Message) (work upslope.Work, state upslope.WorkState, err error) {
	for wait := time.Second; ; wait = min(2*wait, maxPause) {
		if strings.Contains(message.ID, again) {
			err = q.ledger.Reopen(ctx, message.ref)
		}
		if err == nil {
			work, state, err = q.ledger.Claim(ctx, message.ref, q.worker, q.ackWait)
		}
		if upslope.CodeOf(err) != upslope.Unavailable || ctx.Err() != nil {
			return work, state, err
		}
		select {
		case <-ctx.Done():
		case <-time.After(wait):
		}
		err = nil
	}
}

// do runs the job while its lease is renewed. Lost says that another worker has taken over.
func (q *Queue) do(ctx context.Context, c Consumer, message Message, work upslope.Work) (err error, lost bool) { //nolint:revive,staticcheck // the error is the job's
	bounded, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	var renewing sync.WaitGroup
	done := make(chan struct{})
	renewing.Go(func() { q.renew(bounded, work, done, cancel) })
	for try, wait := 1, time.Second; ; try, wait = try+1, min(2*wait, maxPause) {
		err = recoverPanic(func() error { return c.Handle(bounded, message) })
		if upslope.CodeOf(err) != upslope.Unavailable || bounded.Err() != nil || try == maxTries {
			break
		}
		slog.WarnContext(ctx, "a job waits for what is away", "kind", c.Kind, "id", message.ID, "error", err)
		select {
		case <-bounded.Done():
		case <-time.After(wait):
		}
	}
	close(done)
	renewing.Wait()
	return err, errors.Is(context.Cause(bounded), errLeaseLost)
}

var errLeaseLost = errors.New("another worker has the job")

// renew extends the lease until done is closed, and cancels the job when another worker has it.
func (q *Queue) renew(ctx context.Context, work upslope.Work, done <-chan struct{}, cancel context.CancelCauseFunc) {
	ticks := time.NewTicker(q.ackWait / 5)
	defer ticks.Stop()
	for {
		select {
		case <-done:
			return
		case <-ticks.C:
			if err := q.ledger.Renew(ctx, work, q.ackWait); upslope.CodeOf(err) == upslope.NotFound {
				cancel(errLeaseLost)
				return
			}
		}
	}
}

// settle records what came of a job.
func (q *Queue) settle(ctx context.Context, c Consumer, message Message, delivery jetstream.Msg, work upslope.Work, err error) error {
	switch {
	case err == nil:
		if err := q.ledger.Done(context.WithoutCancel(ctx), work); err != nil && upslope.CodeOf(err) != upslope.NotFound {
			return errors.Join(err, delivery.NakWithDelay(q.ackWait))
		}
		return confirm(ctx, delivery)
	case ctx.Err() != nil:
		return errors.Join(q.release(ctx, work, false), q.returnNow(delivery))
	case upslope.CodeOf(err) == upslope.Unavailable && (work.Waiting.IsZero() || time.Since(work.Waiting) < maxOutage):
		return errors.Join(q.release(ctx, work, true), delivery.NakWithDelay(maxPause))
	case final(err) || work.Failures+1 >= maxAttempts:
		return q.quarantine(ctx, c, message, delivery, work, err)
	}
	slog.WarnContext(ctx, "a job failed and is tried again", "kind", c.Kind, "id", message.ID, "attempt", message.Attempt, "error", err)
	return errors.Join(q.ledger.Fail(ctx, work, oneLine(err.Error())), delivery.NakWithDelay(retryDelay(message.Attempt)))
}

// quarantine gives a job up: its owner is told, and unless the owner is at fault it is kept with the reason.
func (q *Queue) quarantine(ctx context.Context, c Consumer, message Message, delivery jetstream.Msg, work upslope.Work, cause error) error {
	if err := recoverPanic(func() error { return c.Dead(ctx, message, cause) }); err != nil {
		return errors.Join(fmt.Errorf("give up a job: %w", err), q.release(ctx, work, false), delivery.NakWithDelay(retryDelay(maxAttempts)))
	}
	var err error
	if final(cause) {
		err = q.ledger.Done(ctx, work)
	} else {
		slog.ErrorContext(ctx, "a job is given up", "kind", c.Kind, "id", message.ID, "error", cause)
		if err = q.ledger.GiveUp(ctx, work, oneLine(cause.Error())); err == nil {
			err = q.buryLater(ctx, c.Kind, message, cause)
		}
	}
	if err != nil && upslope.CodeOf(err) != upslope.NotFound {
		return errors.Join(err, delivery.NakWithDelay(q.ackWait))
	}
	return delivery.TermWithReason(oneLine(cause.Error()))
}

// buryLater stores the dead letter. The ledger has the work too, and stores a missing letter later.
func (q *Queue) buryLater(ctx context.Context, kind string, message Message, cause error) error {
	if err := q.bury(ctx, kind, message.ID, message.ref, message.Data, cause.Error()); err != nil {
		slog.WarnContext(ctx, "the dead letter of a job is not stored yet", "kind", kind, "id", message.ID, "error", err)
	}
	return nil
}

// release returns work to the ledger, also while the process stops.
func (q *Queue) release(ctx context.Context, work upslope.Work, waiting bool) error {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), publishTimeout)
	defer cancel()
	return q.ledger.Release(ctx, work, waiting)
}

// returnNow lets another process have the job at once; this one may end right after.
func (q *Queue) returnNow(delivery jetstream.Msg) error {
	return errors.Join(delivery.Nak(), q.conn.FlushTimeout(time.Second))
}

// deathDelay returns how long a job waits after so many of its processes have died.
func deathDelay(deaths int) time.Duration {
	return min(time.Second<<min(deaths-patientDeaths, 20), maxDeathDelay)
}
