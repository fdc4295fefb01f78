// Package ratelimit limits the rate of events per key, which the caller chooses.
package ratelimit

import (
	"errors"
	"time"

	lru "github.com/hashicorp/golang-lru/v2"
	"golang.org/x/time/rate"

	"upslope"
)

// MaxKeys bounds a limiter's memory; it drops the least recently used key.
const MaxKeys = 20_000

// Limiter is a token bucket per key: burst at once, and one more after each interval.
type Limiter struct {
	Burst    int
	Interval time.Duration
	buckets  *lru.Cache[string, *rate.Limiter]
}

// New makes a limiter with full buckets.
func New(burst int, interval time.Duration) (*Limiter, error) {
	buckets, err := lru.New[string, *rate.Limiter](MaxKeys)
	return &Limiter{Burst: burst, Interval: interval, buckets: buckets}, err
}

// Wait returns how long a key has to wait, 0 for not at all. It takes no token.
func (l *Limiter) Wait(key string, now time.Time) time.Duration {
	return max(0, time.Duration((1-l.bucket(key).TokensAt(now))*float64(l.Interval)))
}

// Take takes a token, or returns how long the key has to wait.
func (l *Limiter) Take(key string, now time.Time) time.Duration {
	if l.bucket(key).AllowN(now, 1) {
		return 0
	}
	return max(l.Wait(key, now), 1)
}

// Return gives back a token taken for an event that turned out not to count.
func (l *Limiter) Return(key string, now time.Time) { l.bucket(key).AllowN(now, -1) }

// Remaining returns the number of tokens a key has left.
func (l *Limiter) Remaining(key string, now time.Time) int { return int(l.bucket(key).TokensAt(now)) }

func (l *Limiter) bucket(key string) *rate.Limiter {
	if found, ok := l.buckets.Get(key); ok {
		return found
	}
	made := rate.NewLimiter(rate.Every(l.Interval), l.Burst)
	if found, ok, _ := l.buckets.PeekOrAdd(key, made); ok {
		return found
	}
	return made
}

// exceeded is a TooMany Error with the time to wait.
type exceeded struct {
	error
	wait time.Duration
}

// Unwrap is for errors.As.
func (e exceeded) Unwrap() error { return e.error }

// Exceeded returns a TooMany Error with the time to wait.
func Exceeded(wait time.Duration, message string) error {
	return exceeded{upslope.Errorf(upslope.TooMany, "%s", message), wait}
}

// RetryAfter returns the wait of an Exceeded error in seconds.
func RetryAfter(err error) (wait int, found bool) {
	var e exceeded
	found = errors.As(err, &e)
	return Seconds(e.wait), found
}

// Seconds rounds up, so that a client never retries too early.
func Seconds(d time.Duration) int { return int((d + time.Second - 1) / time.Second) }
