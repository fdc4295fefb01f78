package middleware

import (
	"context"
	"sync"
	"time"

	"github.com/gofiber/fiber/v3"
	"golang.org/x/sync/semaphore"

	"upslope"
	"upslope/edge/ratelimit"
	"upslope/edge/request"
)

const (
	maxQueries        = 8 // of an account, running
	maxWaitingQueries = 256
	maxQueryWait      = 5 * time.Second
	maxStreams        = 20 // of an account, open
)

// Queries bounds the queries that run for each account, so that one cannot keep the database from the others.
type Queries struct {
	mu        sync.Mutex
	byAccount map[string]*querySlots
}

// querySlots are the slots of one account, and how many queries have one or wait for one.
type querySlots struct {
	*semaphore.Weighted
	queries int
}

// Limit runs the next handler with a query slot. An answer that is sent after its handler keeps the slot
// until then.
func (q *Queries) Limit(c fiber.Ctx) error {
	r := request.Of(c.Context())
	release, err := q.take(c.Context(), r.User.AccountID)
	if err != nil {
		return err
	}
	r.ReleaseQuery = release
	defer func() { r.KeepQuerySlot()() }()
	return c.Next()
}

// take waits for a slot; release frees it.
func (q *Queries) take(ctx context.Context, accountID string) (release func(), err error) {
	q.mu.Lock()
	if q.byAccount == nil {
		q.byAccount = map[string]*querySlots{}
	}
	slots := q.byAccount[accountID]
	if slots == nil {
		slots = &querySlots{Weighted: semaphore.NewWeighted(maxQueries)}
		q.byAccount[accountID] = slots
	}
	full := slots.queries >= maxQueries+maxWaitingQueries
	if !full {
		slots.queries++
	}
	q.mu.Unlock()
	if full {
		return nil, errTooManyQueries
	}
	leave := func() {
		q.mu.Lock()
		defer q.mu.Unlock()
		if slots.queries--; slots.queries == 0 {
			delete(q.byAccount, accountID)
		}
	}
	bounded, cancel := context.WithTimeout(ctx, maxQueryWait)
	defer cancel()
	if slots.Acquire(bounded, 1) != nil {
		leave()
		return nil, errTooManyQueries
	}
	return sync.OnceFunc(func() { slots.Release(1); leave() }), nil
}

var errTooManyQueries = ratelimit.Exceeded(maxQueryWait,
	"Too many tables and files of your account are being read at once. Wait until some of them are there.")

// Streams bounds the open connections of each account that outlive their request: event streams and sockets.
type Streams struct {
	mu   sync.Mutex
	open map[string]int
}

// Take counts one connection until release is called.
func (s *Streams) Take(accountID string) (release func(), err error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.open == nil {
		s.open = map[string]int{}
	}
	if s.open[accountID] >= maxStreams {
		return nil, upslope.Errorf(upslope.TooMany, "Too many windows are open. Close some of them.")
	}
	s.open[accountID]++
	return func() {
		s.mu.Lock()
		defer s.mu.Unlock()
		if s.open[accountID]--; s.open[accountID] == 0 {
			delete(s.open, accountID)
		}
	}, nil
}
