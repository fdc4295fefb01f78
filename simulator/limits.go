package simulator

import (
	"sync"
	"time"
)

// The documented limits of the providers. Except for Google Ads they send no Retry-After, and neither does
// this server unless a fault does.
const (
	gscRowLimit        = 25_000
	gscRowsPerDay      = 50_000
	gscPerMinute       = 1_200 // queries per site
	ga4RowLimit        = 250_000
	ga4Concurrent      = 10
	ga4TokensPerDay    = 200_000
	ga4TokensPerHour   = 40_000
	adsOperations      = 15_000 // a day, per developer project
	semrushPerSecond   = 10
	semrushUnits       = 500_000
	pageSpeedPerMinute = 240
	pageSpeedPerDay    = 25_000
	originPerMinute    = 60 // tests of one site; above it, tests are throttled and fail
	tokenLifetime      = 3_600 * time.Second
)

// limits counts use in sliding windows.
type limits struct {
	mu      sync.Mutex
	used    map[string][]use
	running map[string]int
}

type use struct {
	at     time.Time
	amount int
}

func newLimits() limits { return limits{used: map[string][]use{}, running: map[string]int{}} }

// take uses an amount of a key's limit per span, unless too little is left. It returns the remainder, and
// when a refused amount would fit.
func (l *limits) take(key string, amount, limit int, span time.Duration, now time.Time) (left int, ok bool, again time.Duration) {
	l.mu.Lock()
	defer l.mu.Unlock()
	uses := l.used[key]
	for len(uses) > 0 && !uses[0].at.After(now.Add(-span)) {
		uses = uses[1:]
	}
	sum := 0
	for _, u := range uses {
		sum += u.amount
	}
	if sum+amount > limit {
		l.used[key] = uses
		if len(uses) > 0 {
			again = uses[0].at.Add(span).Sub(now)
		}
		return limit - sum, false, again
	}
	l.used[key] = append(uses, use{now, amount})
	return limit - sum - amount, true, 0
}

// enter starts one of a limited number of concurrent operations, and returns the remaining slots.
func (l *limits) enter(key string, limit int) (left int, ok bool) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.running[key] >= limit {
		return 0, false
	}
	l.running[key]++
	return limit - l.running[key], true
}

func (l *limits) leave(key string) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.running[key]--
}
