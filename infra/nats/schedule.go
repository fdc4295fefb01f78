package nats

import (
	"context"
	"errors"
	"fmt"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
)

// scheduleHeader is the server's header for the schedule of a message.
const scheduleHeader = "Nats-Schedule"

// Every makes the server add a job of a kind periodically: at "@every 1m", or by a cron expression with
// seconds, in UTC, e.g. "0 * * * * *". There is one schedule per kind, however often it is declared; it
// outlives all processes. At most one such job waits: the next replaces it, so that none pile up without
// workers.
func (q *Queue) Every(ctx context.Context, kind, schedule string) error {
	ctx, cancel := context.WithTimeout(ctx, publishTimeout)
	defer cancel()
	if err := q.ensure(ctx); err != nil {
		return err
	}
	jobs, err := q.stream.Stream(ctx, jobsStream)
	if err != nil {
		return fmt.Errorf("look for the schedule of %s: %w", kind, err)
	}
	declared, err := jobs.GetLastMsgForSubject(ctx, scheduleSubject(kind))
	if err == nil && declared.Header.Get(scheduleHeader) == schedule {
		return nil // declaring it again would postpone the next tick
	}
	if err != nil && !errors.Is(err, jetstream.ErrMsgNotFound) {
		return fmt.Errorf("look for the schedule of %s: %w", kind, err)
	}
	_, err = q.stream.PublishMsg(ctx, &nats.Msg{Subject: scheduleSubject(kind), Data: []byte("{}"), Header: nats.Header{
		scheduleHeader:         {schedule},
		"Nats-Schedule-Target": {jobSubject(kind)},
		"Nats-Schedule-Rollup": {"sub"},
	}})
	if err != nil {
		return fmt.Errorf("schedule %s at %q: %w", kind, schedule, err)
	}
	return nil
}

func scheduleSubject(kind string) string { return jobSubject("schedule." + kind) }
