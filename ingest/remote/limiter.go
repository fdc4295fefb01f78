package remote

import (
	"context"
	"sync"

	"golang.org/x/time/rate"

	"upslope/ingest/providers"
)

// Limiter queues requests; background ones wait for all others. Clients that share a Limiter share its
// limits: those of one connection, or of one key.
type Limiter struct {
	bucket *rate.Limiter
	places chan struct{}

	mu     sync.Mutex
	others int           // interactive requests waiting or in flight
	gone   chan struct{} // closed when the last of them ends; nil while there are none
}

// NewLimiter applies PerSecond, Burst and Concurrency of limits.
func NewLimiter(limits providers.Limits) *Limiter {
	limits = limits.WithDefaults()
	limiter := &Limiter{}
	if limits.PerSecond > 0 {
		limiter.bucket = rate.NewLimiter(rate.Limit(limits.PerSecond), limits.Burst)
	}
	if limits.Concurrency > 0 {
		limiter.places = make(chan struct{}, limits.Concurrency)
	}
	return limiter
}

// enter waits for a turn; unless it fails, the caller must call leave after the request.
func (l *Limiter) enter(ctx context.Context) (leave func(), err error) {
	yield := func() {}
	if providers.IsInBackground(ctx) {
		err = l.letOthersGo(ctx)
	} else {
		yield = l.goFirst()
	}
	if err == nil {
		err = l.takePlace(ctx)
	}
	if err != nil {
		yield()
		return nil, err
	}
	return func() {
		if l.places != nil {
			<-l.places
		}
		yield()
	}, nil
}

// goFirst holds back background requests until yield is called.
func (l *Limiter) goFirst() (yield func()) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.others++; l.others == 1 {
		l.gone = make(chan struct{})
	}
	return func() {
		l.mu.Lock()
		defer l.mu.Unlock()
		if l.others--; l.others == 0 {
			close(l.gone)
			l.gone = nil
		}
	}
}

func (l *Limiter) letOthersGo(ctx context.Context) error {
	for {
		l.mu.Lock()
		gone := l.gone
		l.mu.Unlock()
		if gone == nil {
			return nil
		}
		select {
		case <-gone:
		case <-ctx.Done():
			return ctx.Err()
		}
	}
}

// takePlace waits for a free slot, and then for the rate limit.
func (l *Limiter) takePlace(ctx context.Context) error {
	if l.places != nil {
		select {
		case l.places <- struct{}{}:
		case <-ctx.Done():
			return ctx.Err()
		}
	}
	if l.bucket == nil || l.bucket.Wait(ctx) == nil {
		return nil
	}
	if l.places != nil {
		<-l.places
	}
	if err := ctx.Err(); err != nil {
		return err
	}
	return context.DeadlineExceeded // the turn would come after the deadline
}
