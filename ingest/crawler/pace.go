package crawler

import (
	"context"
	"sync"
	"time"

	"golang.org/x/time/rate"
)

// The polite speed: at most this many requests a second, and at once.
const (
	politeRate   = 5
	politeAtOnce = 2
	fastFactor   = 4 // of a fast crawl, which its site's owner asks for
	minRate      = 0.1
	slowAnswer   = 2 * time.Second
	othersRate   = 10 // requests a second of scripts to other sites, such as the servers of their data
)

// pace spaces requests to a site: it slows down if answers are slow or the server asks, and recovers.
type pace struct {
	limiter *rate.Limiter

	mu     sync.Mutex
	top    rate.Limit
	until  time.Time // no request before
	pauses int
}

// newPace makes a pace of at most perSecond requests a second; 0 is unlimited.
func newPace(perSecond float64) *pace {
	top := rate.Limit(perSecond)
	if perSecond == 0 {
		top = rate.Inf
	}
	return &pace{limiter: rate.NewLimiter(top, 1), top: top}
}

// obey lowers the speed to a crawl-delay.
func (p *pace) obey(delay time.Duration) {
	if delay <= 0 {
		return
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	if asked := rate.Every(delay); asked < p.top {
		p.top = asked
		p.limiter.SetLimit(asked)
	}
}

// wait waits for the turn of a request.
func (p *pace) wait(ctx context.Context) error {
	if err := p.limiter.Wait(ctx); err != nil {
		return err //nolint:wrapcheck // ctx ended
	}
	for {
		p.mu.Lock()
		pause := time.Until(p.until)
		p.mu.Unlock()
		if pause <= 0 {
			return nil
		}
		select {
		case <-time.After(pause):
		case <-ctx.Done():
			return ctx.Err() //nolint:wrapcheck // ctx ended
		}
	}
}

// learn adapts to an answer: half the speed after a slow one, a little more after a quick one.
func (p *pace) learn(took time.Duration) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.top == rate.Inf {
		return
	}
	limit := p.limiter.Limit()
	if took > slowAnswer {
		limit = max(limit/2, minRate)
	} else {
		limit = min(limit*1.1, p.top)
	}
	p.limiter.SetLimit(limit)
}

// pause leaves the server alone for a while, and returns how often it has asked for that.
func (p *pace) pause(wait time.Duration) int {
	p.mu.Lock()
	defer p.mu.Unlock()
	if until := time.Now().Add(wait); until.After(p.until) {
		p.until = until
		p.pauses++
	}
	if p.top != rate.Inf {
		p.limiter.SetLimit(max(p.limiter.Limit()/2, minRate))
	}
	return p.pauses
}
