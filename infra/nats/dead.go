package nats

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"strings"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"upslope"
)

const (
	deadStream   = "DEAD"
	reasonHeader = "Reason"
	// maxReason is the maximum length of a reason in bytes.
	maxReason = 1000
)

// DeadLetter is work that was given up. It waits for an administrator to read the reason and replay it.
type DeadLetter struct {
	Sequence uint64 // in the stream
	Kind     string
	ID       string // as published
	Data     []byte
	Reason   string
	When     time.Time

	work string // its row in the ledger, if it has one
}

// Dead stores given-up work with its reason for a month. Repeated failures of the same work replace the
// earlier one.
func (q *Queue) Dead(ctx context.Context, kind, id string, data []byte, reason string) error {
	return q.bury(ctx, kind, id, upslope.WorkRef{}, data, reason)
}

// bury is Dead for work that may have a row in the ledger.
func (q *Queue) bury(ctx context.Context, kind, id string, ref upslope.WorkRef, data []byte, reason string) error {
	id, _, _ = strings.Cut(id, again)
	letter := &nats.Msg{Subject: deadSubject(kind, id), Data: data, Header: nats.Header{reasonHeader: {oneLine(reason)}}}
	if ref != (upslope.WorkRef{}) {
		letter.Header.Set(workHeader, ref.String())
	}
	err := q.publishLetter(ctx, letter)
	if repaired, failure := q.repair(ctx, deadStream, err); repaired {
		if err = failure; err == nil {
			err = q.publishLetter(ctx, letter)
		}
	}
	if err != nil {
		return fmt.Errorf("keep the dead %s %s: %w", kind, id, err)
	}
	ctx, cancel := context.WithTimeout(ctx, publishTimeout)
	defer cancel()
	return q.purge(ctx, letter.Subject, jetstream.WithPurgeKeep(1))
}

func (q *Queue) publishLetter(ctx context.Context, letter *nats.Msg) error {
	ctx, cancel := context.WithTimeout(ctx, publishTimeout)
	defer cancel()
	_, err := q.stream.PublishMsg(ctx, letter)
	return err
}

// Bury stores the dead letter of a row of the ledger, unless there is one.
func (q *Queue) Bury(ctx context.Context, kind, id string, ref upslope.WorkRef, data []byte, reason string) error {
	if _, err := q.info(ctx, deadStream); err != nil {
		return err
	}
	bounded, cancel := context.WithTimeout(ctx, publishTimeout)
	defer cancel()
	stream, err := q.stream.Stream(bounded, deadStream)
	if err == nil {
		_, err = stream.GetLastMsgForSubject(bounded, deadSubject(kind, id))
	}
	if errors.Is(err, jetstream.ErrMsgNotFound) {
		return q.bury(ctx, kind, id, ref, data, reason)
	}
	if err != nil {
		return fmt.Errorf("look for the dead %s %s: %w", kind, id, err)
	}
	return nil
}

// DeadLetters returns all letters, oldest first.
func (q *Queue) DeadLetters(ctx context.Context) iter.Seq2[DeadLetter, error] {
	return func(yield func(DeadLetter, error) bool) {
		for next := uint64(1); ; {
			letter, err := q.deadLetter(ctx, next, jetstream.WithGetMsgSubject("dead.>"))
			if upslope.CodeOf(err) == upslope.NotFound {
				return
			}
			if !yield(letter, err) || err != nil {
				return
			}
			next = letter.Sequence + 1
		}
	}
}

// Replay queues the work of a dead letter again. It returns an Error when there is no such letter.
func (q *Queue) Replay(ctx context.Context, sequence uint64) error {
	letter, err := q.deadLetter(ctx, sequence)
	if err != nil {
		return err
	}
	// The queue would drop the original id as a duplicate. The new id is the same for repeated replays of
	// this letter.
	id := fmt.Sprint(letter.ID, again, sequence)
	message := &nats.Msg{Subject: jobSubject(letter.Kind), Data: letter.Data, Header: nats.Header{}}
	if letter.work != "" {
		message.Header.Set(workHeader, letter.work)
	}
	if _, err := q.publish(ctx, letter.Kind, id, message); err != nil {
		return err
	}
	return q.purge(ctx, deadSubject(letter.Kind, letter.ID), jetstream.WithPurgeSequence(sequence+1))
}

// deadLetter reads one letter.
func (q *Queue) deadLetter(ctx context.Context, sequence uint64, options ...jetstream.GetMsgOpt) (letter DeadLetter, err error) {
	ctx, cancel := context.WithTimeout(ctx, publishTimeout)
	defer cancel()
	if err := q.ensure(ctx); err != nil {
		return letter, err
	}
	var raw *jetstream.RawStreamMsg
	stream, err := q.stream.Stream(ctx, deadStream)
	if err == nil {
		raw, err = stream.GetMsg(ctx, sequence, options...)
	}
	if errors.Is(err, jetstream.ErrMsgNotFound) {
		return letter, upslope.Errorf(upslope.NotFound, "There is no dead letter with the number %d.", sequence)
	}
	if err != nil {
		return letter, fmt.Errorf("read dead letter %d: %w", sequence, err)
	}
	kind, id, _ := strings.Cut(strings.TrimPrefix(raw.Subject, "dead."), ".")
	return DeadLetter{Sequence: raw.Sequence, Kind: kind, ID: id, Data: raw.Data, Reason: raw.Header.Get(reasonHeader), When: raw.Time, work: raw.Header.Get(workHeader)}, nil
}

// purge removes letters of one piece of work.
func (q *Queue) purge(ctx context.Context, subject string, which jetstream.StreamPurgeOpt) error {
	stream, err := q.stream.Stream(ctx, deadStream)
	if err == nil {
		err = stream.Purge(ctx, jetstream.WithPurgeSubject(subject), which)
	}
	if err != nil {
		return fmt.Errorf("forget older letters of %s: %w", subject, err)
	}
	return nil
}

// again separates an id from its replay suffix.
const again = "@"

// repeated separates an id from what distinguishes a repeated publication.
const repeated = "/"

// deadSubject returns the subject of one piece of work. Disallowed characters become underscores.
func deadSubject(kind, id string) string {
	if id == "" {
		return "dead." + kind
	}
	return "dead." + kind + "." + strings.Map(func(r rune) rune {
		if strings.ContainsRune(" .*>\t\r\n", r) {
			return '_'
		}
		return r
	}, id)
}

// oneLine shortens a reason to fit a header.
func oneLine(reason string) string {
	line, _, _ := strings.Cut(reason, "\n")
	if len(line) > maxReason {
		line = strings.ToValidUTF8(line[:maxReason], "")
	}
	return line
}
