package nats

import (
	"context"
	"errors"
	"fmt"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
)

// scheduleHeader is the server's name for when a message is to be sent.
const scheduleHeader = "Nats-Schedule"

// Every has the server add a job of a kind again and again: at "@every 1m", or as cron says with the seconds first, in UTC,
// such as "0 * * * * *". There is one schedule for each kind, whoever asks for it and how often; it outlives all processes.
// At most one such job waits: the next takes its place, so that nothing piles up while nobody works.
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
		return nil // declaring it again would put off what is due
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
