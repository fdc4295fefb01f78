package sync

import (
	"math/rand/v2"
	"sync"
	"time"
)

// A sync id identifies one read of one day of a report: microseconds since 2020 followed by 12 random bits,
// so that later reads have higher ids and processes do not collide.
const syncIDRandomBits = 12

// syncIDs generates increasing sync ids.
type syncIDs struct {
	mu   sync.Mutex
	last uint64
}

func (s *syncIDs) next(now time.Time) uint64 {
	s.mu.Lock()
	defer s.mu.Unlock()
	id := syncIDAt(now) | rand.Uint64N(1<<syncIDRandomBits) //nolint:gosec // to differ from others, not to be guessed
	s.last = max(id, s.last+1)
	return s.last
}

// syncIDAt returns the lowest sync id of a time.
func syncIDAt(t time.Time) uint64 {
	return uint64(t.Sub(epoch()).Microseconds()) << syncIDRandomBits
}

func epoch() time.Time { return time.Date(2020, 1, 1, 0, 0, 0, 0, time.UTC) }
