package upslope

import (
	"errors"
	"fmt"
	"strconv"
	"strings"
	"time"
)

// Work is a piece of background work as its worker holds it. The lease is the worker's own: after it has
// expired, another worker may take over.
type Work struct {
	ID       int64
	Lease    string
	Failures int       // attempts that returned an error
	Deaths   int       // processes that died while they did it
	Crashes  int       // of these, the processes that crashed by their own fault
	Reason   string    // of the last failure or crash
	Died     bool      // the previous worker's process died
	Waiting  time.Time // since when an engine has been unavailable; zero: it is not
}

// WorkState says why work cannot be claimed.
type WorkState string

// The states of work that cannot be claimed.
const (
	WorkDone    WorkState = "done"     // or deleted
	WorkLeased  WorkState = "leased"   // by another worker
	WorkGivenUp WorkState = "given up" // it waits for an administrator
)

// WorkRef names a piece of work across databases: a restored database may use a number again.
type WorkRef struct {
	ID        int64
	CreatedAt time.Time
}

// String returns the form that ParseWorkRef reads.
func (r WorkRef) String() string { return fmt.Sprintf("%d-%d", r.ID, r.CreatedAt.UnixMicro()) }

// ParseWorkRef reads the result of String.
func ParseWorkRef(text string) (WorkRef, error) {
	id, micros, _ := strings.Cut(text, "-")
	number, err := strconv.ParseInt(id, 10, 64)
	created, invalid := strconv.ParseInt(micros, 10, 64)
	if err = errors.Join(err, invalid); err != nil {
		return WorkRef{}, fmt.Errorf("read the work reference %q: %w", text, err)
	}
	return WorkRef{ID: number, CreatedAt: time.UnixMicro(created).UTC()}, nil
}

// QueuePosition is where a queue stores a message, in one incarnation of a stream. The zero one is nowhere.
type QueuePosition struct {
	Stream   string
	Sequence int64
}
