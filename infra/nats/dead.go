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

// DeadLetter is work that was given up. It waits for somebody who looks at the reason and has it done again.
type DeadLetter struct {
	Sequence uint64 // its number
	Kind     string
	ID       string // what it was published with
	Data     []byte
	Reason   string
	When     time.Time
}

// Dead keeps work that was given up, with the reason, for a month. Of the same work it keeps the last time.
func (q *Queue) Dead(ctx context.Context, kind, id string, data []byte, reason string) error {
	ctx, cancel := context.WithTimeout(ctx, publishTimeout)
	defer cancel()
	if err := q.ensure(ctx); err != nil {
		return err
	}
	id, _, _ = strings.Cut(id, again)
	subject := deadSubject(kind, id)
	if _, err := q.stream.PublishMsg(ctx, &nats.Msg{Subject: subject, Data: data, Header: nats.Header{reasonHeader: {oneLine(reason)}}}); err != nil {
		return fmt.Errorf("keep the dead %s %s: %w", kind, id, err)
	}
	return q.purge(ctx, subject, jetstream.WithPurgeKeep(1))
}

// DeadLetters are all there are, the oldest first.
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

// Replay has the work of a dead letter done again. An Error says when there is no such letter.
func (q *Queue) Replay(ctx context.Context, sequence uint64) error {
	letter, err := q.deadLetter(ctx, sequence)
	if err != nil {
		return err
	}
	// Another id than before, because the queue takes the same one as done already; but always the same of this letter.
	if err := q.Publish(ctx, letter.Kind, fmt.Sprint(letter.ID, again, sequence), letter.Data); err != nil {
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
	return DeadLetter{Sequence: raw.Sequence, Kind: kind, ID: id, Data: raw.Data, Reason: raw.Header.Get(reasonHeader), When: raw.Time}, nil
}

// forget removes letters of one piece of work.
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

// again ends the id of work that is done again; what follows tells how often.
const again = "@"

// deadSubject is one for each piece of work. What a subject cannot have in a word becomes a line.
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

// oneLine is what of a reason fits a header.
func oneLine(reason string) string {
	line, _, _ := strings.Cut(reason, "\n")
	if len(line) > maxReason {
		line = strings.ToValidUTF8(line[:maxReason], "")
	}
	return line
}
