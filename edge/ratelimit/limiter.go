// Package ratelimit limits how often something may be done, by whatever key its caller counts under.
package ratelimit

import (
	"errors"
	"time"

	lru "github.com/hashicorp/golang-lru/v2"
	"golang.org/x/time/rate"

	"upslope"
)

// MaxKeys bounds what a limiter remembers; the key that was idle for longest is forgotten.
const MaxKeys = 20_000

// Limiter is a token bucket for each key: so many at once, and one more after each interval.
type Limiter struct {
	Burst    int
	Interval time.Duration
	buckets  *lru.Cache[string, *rate.Limiter]
}

// New makes a limiter whose buckets are full.
func New(burst int, interval time.Duration) (*Limiter, error) {
	buckets, err := lru.New[string, *rate.Limiter](MaxKeys)
	return &Limiter{Burst: burst, Interval: interval, buckets: buckets}, err
}

// Wait is how long a key has to wait; 0 not at all. It takes nothing.
func (l *Limiter) Wait(key string, now time.Time) time.Duration {
	return max(0, time.Duration((1-l.bucket(key).TokensAt(now))*float64(l.Interval)))
}

// Take takes one, or returns how long the key has to wait.
func (l *Limiter) Take(key string, now time.Time) time.Duration {
	if l.bucket(key).AllowN(now, 1) {
		return 0
	}
	return max(l.Wait(key, now), 1)
}

// Remaining is how many a key may still take at once.
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

// exceeded is a TooMany Error that knows how long to wait.
type exceeded struct {
	error
	wait time.Duration
}

// Unwrap is for errors.As.
func (e exceeded) Unwrap() error { return e.error }

// Exceeded is the TooMany Error of who has to wait.
func Exceeded(wait time.Duration, message string) error {
	return exceeded{upslope.Errorf(upslope.TooMany, "%s", message), wait}
}

// RetryAfter is the wait of an Exceeded error in seconds.
func RetryAfter(err error) (wait int, found bool) {
	var e exceeded
	found = errors.As(err, &e)
	return Seconds(e.wait), found
}

// Seconds rounds up: whoever waits that long has waited long enough.
func Seconds(d time.Duration) int { return int((d + time.Second - 1) / time.Second) }
