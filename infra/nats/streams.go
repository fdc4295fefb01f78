package nats

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"strings"
	"sync"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"upslope"
)

const (
	// repairInterval bounds how often a stream whose storage fails is created anew.
	repairInterval = 10 * time.Second
	// repairTimeout is how long that may take.
	repairTimeout = 10 * time.Second
	// maxSalvaged bounds the messages that are carried over from a stream whose storage fails.
	maxSalvaged = 10_000
	// storeFailed is the server's error code for a stream that cannot write.
	storeFailed = jetstream.ErrorCode(10077)
	// maxTimeouts is how often in a row a stream may not answer.
	maxTimeouts = 2
)

// repairs counts failures by stream, and limits the rate of repairs.
type repairs struct {
	mu       sync.Mutex
	last     map[string]time.Time
	timeouts map[string]int
}

func (q *Queue) streams() []jetstream.StreamConfig {
	return []jetstream.StreamConfig{
		{
			Name:        jobsStream,
			Description: "Jobs that are not done yet",
			Subjects:    []string{jobSubject(">")},
			Retention:   jetstream.WorkQueuePolicy,
			Storage:     jetstream.FileStorage,
			Duplicates:  deduplicationWindow,
			Replicas:    q.replicas,

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
			Replicas:    q.replicas,
		},
	}
}

// ensure creates missing streams. In existing ones it changes only what the queue depends on, because
// operators may have set more replicas or other limits.
func (q *Queue) ensure(ctx context.Context) error {
	for _, config := range q.streams() {
		found, err := q.stream.Stream(ctx, config.Name)
		if errors.Is(err, jetstream.ErrStreamNotFound) {
			_, err = q.stream.CreateStream(ctx, config)
		} else if err == nil {
			err = q.update(ctx, found.CachedInfo().Config, config)
		}
		if err != nil && !errors.Is(err, jetstream.ErrStreamNameAlreadyInUse) { // another process was faster
			return fmt.Errorf("make the stream %s: %w", config.Name, err)
		}
	}
	return nil
}

// update adds what an existing stream lacks.
func (q *Queue) update(ctx context.Context, existing, wanted jetstream.StreamConfig) error {
	scheduled := wanted.AllowMsgSchedules && !existing.AllowMsgSchedules
	if !scheduled && existing.Replicas >= wanted.Replicas {
		return nil
	}
	existing.AllowMsgSchedules = existing.AllowMsgSchedules || wanted.AllowMsgSchedules
	existing.Replicas = max(existing.Replicas, wanted.Replicas)
	_, err := q.stream.UpdateStream(ctx, existing)
	return err
}

// repair makes a stream usable again after an error of publishing to it: a missing one is created, and one
// whose storage has failed is created anew with its messages.
func (q *Queue) repair(ctx context.Context, name string, cause error) (repaired bool, err error) {
	if errors.Is(cause, jetstream.ErrNoStreamResponse) || errors.Is(cause, nats.ErrNoResponders) || errors.Is(cause, jetstream.ErrStreamNotFound) {
		return true, q.ensure(ctx)
	}
	if ctx.Err() != nil || !q.repairs.count(name, cause, time.Now()) || !q.silent(ctx, name) {
		return false, nil
	}
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), repairTimeout)
	defer cancel()
	slog.ErrorContext(ctx, "a stream cannot write; creating it anew", "stream", name, "error", cause)
	return true, q.recreate(ctx, name)
}

// silent reports whether the server answers for a stream that stores nothing: after an error of its disk, it
// drops what is published without a word, until it is restarted. A cluster heals its own copies.
func (q *Queue) silent(ctx context.Context, name string) bool {
	ctx, cancel := context.WithTimeout(ctx, time.Second)
	defer cancel()
	stream, err := q.stream.Stream(ctx, name)
	return err == nil && (stream.CachedInfo().Cluster == nil || stream.CachedInfo().Config.Replicas <= 1)
}

// count records the result of publishing. It reports whether a repair is due: the stream has not answered
// twice in a row, or says that it cannot store.
func (r *repairs) count(name string, result error, now time.Time) bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.last == nil {
		r.last, r.timeouts = map[string]time.Time{}, map[string]int{}
	}
	var problem *jetstream.APIError
	failed := errors.As(result, &problem) && problem.ErrorCode == storeFailed
	if errors.Is(result, context.DeadlineExceeded) || errors.Is(result, nats.ErrTimeout) {
		r.timeouts[name]++
	} else {
		r.timeouts[name] = 0
	}
	if !failed && r.timeouts[name] < maxTimeouts || now.Sub(r.last[name]) < repairInterval {
		return false
	}
	r.last[name], r.timeouts[name] = now, 0
	return true
}

// recreate replaces a stream by an empty one, and publishes what can be read of the old one. The database
// publishes the jobs of its ledger by itself.
func (q *Queue) recreate(ctx context.Context, name string) error {
	old, err := q.stream.Stream(ctx, name)
	if err != nil && !errors.Is(err, jetstream.ErrStreamNotFound) {
		return fmt.Errorf("look at the stream %s: %w", name, err)
	}
	var salvaged []*nats.Msg
	if err == nil {
		salvaged = salvage(ctx, old)
		if err := q.stream.DeleteStream(ctx, name); err != nil && !errors.Is(err, jetstream.ErrStreamNotFound) {
			return fmt.Errorf("delete the stream %s: %w", name, err)
		}
	}
	if err := q.ensure(ctx); err != nil {
		return err
	}
	for _, message := range salvaged {
		if _, err := q.stream.PublishMsg(ctx, message); err != nil {
			slog.ErrorContext(ctx, "a message was not carried over to the new stream", "stream", name, "subject", message.Subject, "error", err)
		}
	}
	slog.WarnContext(ctx, "a stream was created anew", "stream", name, "messages", len(salvaged))
	return nil
}

// salvage reads the messages that only the stream has.
func salvage(ctx context.Context, stream jetstream.Stream) (found []*nats.Msg) {
	for next := uint64(1); len(found) < maxSalvaged; {
		message, err := stream.GetMsg(ctx, next, jetstream.WithGetMsgSubject(">"))
		if err != nil {
			return found // the end, or nothing more can be read
		}
		schedule := strings.HasPrefix(message.Subject, scheduleSubject("")) // declared again by itself
		if !schedule && (message.Header.Get(workHeader) == "" || stream.CachedInfo().Config.Name == deadStream) {
			found = append(found, &nats.Msg{Subject: message.Subject, Data: message.Data, Header: message.Header})
		}
		next = message.Sequence + 1
	}
	return found
}

// Replication says how safely the jobs are stored.
type Replication struct {
	Wanted  int `json:"wanted"`  // replicas that NATS_REPLICAS asks for
	Stored  int `json:"stored"`  // replicas of the stream with the fewest
	Current int `json:"current"` // of them, those that are online and up to date
}

// Replication returns the replication of the least replicated stream. It creates missing streams.
func (q *Queue) Replication(ctx context.Context) (Replication, error) {
	found, err := q.Inspect(ctx)
	if upslope.CodeOf(err) == upslope.NotFound {
		ctx, cancel := context.WithTimeout(ctx, publishTimeout)
		defer cancel()
		if err := q.ensure(ctx); err != nil {
			return Replication{}, err
		}
		return q.Inspect(ctx)
	}
	return found, err
}

// Inspect is Replication without creating anything; NotFound when a stream is missing.
func (q *Queue) Inspect(ctx context.Context) (lowest Replication, err error) {
	ctx, cancel := context.WithTimeout(ctx, publishTimeout)
	defer cancel()
	for i, config := range q.streams() {
		stream, err := q.stream.Stream(ctx, config.Name)
		if errors.Is(err, jetstream.ErrStreamNotFound) {
			return Replication{}, upslope.Errorf(upslope.NotFound, "There is no stream %s.", config.Name)
		}
		if err != nil {
			return Replication{}, fmt.Errorf("look at the stream %s: %w", config.Name, err)
		}
		found := q.replication(stream.CachedInfo())
		if i == 0 || found.Current < lowest.Current || found.Current == lowest.Current && found.Stored < lowest.Stored {
			lowest = found
		}
	}
	return lowest, nil
}

func (q *Queue) replication(info *jetstream.StreamInfo) Replication {
	found := Replication{Wanted: q.replicas, Stored: max(1, info.Config.Replicas), Current: 1}
	if info.Cluster == nil {
		return found
	}
	if info.Cluster.Leader == "" {
		found.Current = 0
	}
	for _, peer := range info.Cluster.Replicas {
		if peer.Current && !peer.Offline {
			found.Current++
		}
	}
	return found
}
