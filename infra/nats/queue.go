package nats

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
	"golang.org/x/sync/semaphore"

	"upslope"
)

const (
	jobsStream = "JOBS"
	// deduplicationWindow is how long a repeated id has no effect.
	deduplicationWindow = 2 * time.Minute
	// publishTimeout is how long the server may take to acknowledge a job.
	publishTimeout = 5 * time.Second
	// workHeader names the database's row of a job.
	workHeader = "Upslope-Work"
)

// Queue stores jobs until they are done, across crashes of any process. A job is delivered to one worker at a
// time, and at least once: after a crash it is redelivered.
type Queue struct {
	conn     *nats.Conn
	stream   jetstream.JetStream
	ackWait  time.Duration
	replicas int // of streams; at least 1
	ledger   Ledger
	worker   string              // this process, in the ledger
	running  *semaphore.Weighted // jobs of the ledger

	repairs repairs
}

// NewQueue creates a Queue on a connection, which may still be offline.
func NewQueue(conn *nats.Conn) (*Queue, error) {
	stream, err := jetstream.New(conn)
	if err != nil {
		return nil, fmt.Errorf("prepare JetStream: %w", err)
	}
	return &Queue{conn: conn, stream: stream, ackWait: defaultAckWait, replicas: 1, running: semaphore.NewWeighted(maxJobs)}, nil
}

// Replicate sets how many servers store each stream. Streams that have more keep them.
func (q *Queue) Replicate(replicas int) { q.replicas = max(1, replicas) }

// SetAckWait changes how long a worker may be silent before it loses its job. Call it before Consume.
func (q *Queue) SetAckWait(wait time.Duration) { q.ackWait = wait }

// Publish adds a job of a kind. Repeating an id within two minutes adds nothing. On nil the job is stored;
// after an Unavailable Error it may not be.
func (q *Queue) Publish(ctx context.Context, kind, id string, data []byte) error {
	_, err := q.publish(ctx, kind, id, &nats.Msg{Subject: jobSubject(kind), Data: data})
	return err
}

// PublishWork is Publish for the job of a row of the ledger. It returns where the job is stored.
func (q *Queue) PublishWork(ctx context.Context, kind, id string, ref upslope.WorkRef, data []byte) (upslope.QueuePosition, error) {
	ack, err := q.publish(ctx, kind, id, &nats.Msg{Subject: jobSubject(kind), Data: data, Header: nats.Header{workHeader: {ref.String()}}})
	if err != nil {
		return upslope.QueuePosition{}, err
	}
	stream, err := q.Stream(ctx)
	return upslope.QueuePosition{Stream: stream, Sequence: int64(ack.Sequence)}, err //nolint:gosec // far below the limit
}

func (q *Queue) publish(ctx context.Context, kind, id string, message *nats.Msg) (*jetstream.PubAck, error) {
	bounded, cancel := context.WithTimeout(ctx, publishTimeout)
	defer cancel()
	ack, err := q.stream.PublishMsg(bounded, message, jetstream.WithMsgID(id))
	if repaired, failure := q.repair(ctx, jobsStream, err); repaired {
		if err = failure; err == nil {
			again, cancel := context.WithTimeout(ctx, publishTimeout)
			defer cancel()
			ack, err = q.stream.PublishMsg(again, message, jetstream.WithMsgID(id))
		}
	}
	if errors.Is(err, nats.ErrMaxPayload) {
		return nil, upslope.Errorf(upslope.TooLarge, "A %s job of %d bytes is more than a message may have.", kind, len(message.Data))
	}
	if err != nil && ctx.Err() == nil {
		return nil, fmt.Errorf("%w (publish %s job %s: %w)", upslope.Errorf(upslope.Unavailable,
			"The work cannot be queued right now. Try again in a moment."), kind, id, err)
	}
	return ack, err
}

// Stream names the current incarnation of the stream of jobs: another one holds none of the earlier jobs.
func (q *Queue) Stream(ctx context.Context) (string, error) {
	info, err := q.info(ctx, jobsStream)
	if err != nil {
		return "", err
	}
	return info.Created.UTC().Format(time.RFC3339Nano), nil
}

// Holds reports whether a job is still in the stream.
func (q *Queue) Holds(ctx context.Context, ref upslope.WorkRef, at upslope.QueuePosition) (bool, error) {
	ctx, cancel := context.WithTimeout(ctx, publishTimeout)
	defer cancel()
	jobs, err := q.stream.Stream(ctx, jobsStream)
	if err != nil {
		return false, fmt.Errorf("look for job %s: %w", ref, err)
	}
	message, err := jobs.GetMsg(ctx, uint64(at.Sequence)) //nolint:gosec // never negative
	if errors.Is(err, jetstream.ErrMsgNotFound) {
		return false, nil
	}
	if err != nil {
		return false, fmt.Errorf("look for job %s: %w", ref, err)
	}
	return message.Header.Get(workHeader) == ref.String(), nil
}

// info returns a stream's state. It creates missing streams.
func (q *Queue) info(ctx context.Context, name string) (*jetstream.StreamInfo, error) {
	ctx, cancel := context.WithTimeout(ctx, publishTimeout)
	defer cancel()
	stream, err := q.stream.Stream(ctx, name)
	if errors.Is(err, jetstream.ErrStreamNotFound) {
		if err = q.ensure(ctx); err == nil {
			stream, err = q.stream.Stream(ctx, name)
		}
	}
	if err != nil {
		return nil, fmt.Errorf("look at the stream %s: %w", name, err)
	}
	return stream.CachedInfo(), nil
}

func jobSubject(kind string) string { return "jobs." + kind }
