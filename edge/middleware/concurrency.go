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
	maxQueries        = 8 // running, per account
	maxWaitingQueries = 256
	maxQueryWait      = 5 * time.Second
	maxStreams        = 20 // open, per account
)

// Queries bounds the concurrent queries of each account, so that one account cannot occupy the database.
type Queries struct {
	mu        sync.Mutex
	byAccount map[string]*querySlots
}

// querySlots are an account's slots, and the number of queries that hold or await one.
type querySlots struct {
	*semaphore.Weighted
	queries int
}

// Limit runs the next handler with a query slot. A streamed response keeps the slot until it ends.
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

// Streams bounds each account's connections that outlive their request: event streams and sockets.
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
		return nil, upslope.Errorf(upslope.TooMany, "Too many tabs are open. Close some of them.")
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
