package nats

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"upslope"
)

const (
	jobsStream = "JOBS"
	// deduplicationWindow is how long a repeated id has no effect.
	deduplicationWindow = 2 * time.Minute
	// publishTimeout is how long the server may take to acknowledge a job.
	publishTimeout = 5 * time.Second
)

// Queue stores jobs until they are done, across crashes of any process. A job is delivered to one worker at a
// time, and at least once: after a crash it is redelivered.
type Queue struct {
	conn    *nats.Conn
	stream  jetstream.JetStream
	ackWait time.Duration
}

// NewQueue creates a Queue on a connection, which may still be offline.
func NewQueue(conn *nats.Conn) (*Queue, error) {
	stream, err := jetstream.New(conn)
	if err != nil {
		return nil, fmt.Errorf("prepare JetStream: %w", err)
	}
	return &Queue{conn: conn, stream: stream, ackWait: defaultAckWait}, nil
}

// Publish adds a job of a kind. Repeating an id within two minutes adds nothing. On nil the job is stored;
// after an Unavailable Error it may not be.
func (q *Queue) Publish(ctx context.Context, kind, id string, data []byte) error {
	bounded, cancel := context.WithTimeout(ctx, publishTimeout)
	defer cancel()
	message := &nats.Msg{Subject: jobSubject(kind), Data: data}
	_, err := q.stream.PublishMsg(bounded, message, jetstream.WithMsgID(id))
	if errors.Is(err, jetstream.ErrNoStreamResponse) || errors.Is(err, nats.ErrNoResponders) {
		if err = q.ensure(bounded); err == nil {
			_, err = q.stream.PublishMsg(bounded, message, jetstream.WithMsgID(id))
		}
	}
	if errors.Is(err, nats.ErrMaxPayload) {
		return upslope.Errorf(upslope.TooLarge, "A %s job of %d bytes is more than a message may have.", kind, len(data))
	}
	if err != nil && ctx.Err() == nil {
		return fmt.Errorf("%w (publish %s job %s: %w)", upslope.Errorf(upslope.Unavailable,
			"The work cannot be queued right now. Try again in a moment."), kind, id, err)
	}
	return err
}

// ensure creates missing streams. In existing ones it changes only what the queue depends on, because
// operators may have set more replicas or other limits.
func (q *Queue) ensure(ctx context.Context) error {
	for _, config := range []jetstream.StreamConfig{
		{
			Name:        jobsStream,
			Description: "Jobs that are not done yet",
			Subjects:    []string{jobSubject(">")},
			Retention:   jetstream.WorkQueuePolicy,
			Storage:     jetstream.FileStorage,
			Duplicates:  deduplicationWindow,

			AllowMsgSchedules: true,
		},
		{
			Name:        deadStream,
			Description: "Work that was given up, with the reason",
			Subjects:    []string{"dead.>"},
			Storage:     jetstream.FileStorage,
			MaxAge:      30 * 24 * time.Hour,
			MaxBytes:    256 << 20,
			Discard:     jetstream.DiscardOld,
		},
	} {
		found, err := q.stream.Stream(ctx, config.Name)
		if errors.Is(err, jetstream.ErrStreamNotFound) {
			_, err = q.stream.CreateStream(ctx, config)
		} else if err == nil && config.AllowMsgSchedules && !found.CachedInfo().Config.AllowMsgSchedules {
			older := found.CachedInfo().Config
			older.AllowMsgSchedules = true
			_, err = q.stream.UpdateStream(ctx, older)
		}
		if err != nil && !errors.Is(err, jetstream.ErrStreamNameAlreadyInUse) { // another process was faster
			return fmt.Errorf("make the stream %s: %w", config.Name, err)
		}
	}
	return nil
}

func jobSubject(kind string) string { return "jobs." + kind }
