package middleware

import (
	"context"
	"crypto/rand"
	"encoding/json"
	"fmt"
	"sync"
	"time"
)

// shareInterval is how often edges tell each other what their accounts have used. An account can exceed a
// limit by what the edges admit in this time.
const shareInterval = 100 * time.Millisecond

// Peers are the other edges. What is published reaches those that are there, and may reach this one.
type Peers interface {
	Publish(data []byte) error
	Subscribe(receive func(data []byte)) (stop func(), err error)
}

// sharedLimits collects the tokens taken here until the other edges know of them.
type sharedLimits struct {
	id string

	mu    sync.Mutex
	taken map[string]map[string]int // limiter, key
}

// usage is what one edge tells the others.
type usage struct {
	From  string                    `json:"from"`
	Taken map[string]map[string]int `json:"taken"`
}

func newSharedLimits() *sharedLimits {
	return &sharedLimits{id: rand.Text(), taken: map[string]map[string]int{}}
}

func (s *sharedLimits) count(limiter, key string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.taken[limiter] == nil {
		s.taken[limiter] = map[string]int{}
	}
	s.taken[limiter][key]++
}

// collect returns what was taken since the last call.
func (s *sharedLimits) collect() map[string]map[string]int {
	s.mu.Lock()
	defer s.mu.Unlock()
	taken := s.taken
	s.taken = map[string]map[string]int{}
	return taken
}

// Share makes limits hold over all edges until ctx ends. While the edges do not reach each other, each has
// limits of its own.
func (l *Limits) Share(ctx context.Context, peers Peers) error {
	stop, err := peers.Subscribe(l.receive)
	if err != nil {
		return fmt.Errorf("share the limits: %w", err)
	}
	defer stop()
	ticks := time.NewTicker(shareInterval)
	defer ticks.Stop()
	for {
		select {
		case <-ctx.Done():
			return nil
		case <-ticks.C:
		}
		taken := l.shared.collect()
		if len(taken) == 0 {
			continue
		}
		data, err := json.Marshal(usage{From: l.shared.id, Taken: taken})
		if err != nil {
			return fmt.Errorf("share the limits: %w", err)
		}
		_ = peers.Publish(data) // edges that miss it admit a little more
	}
}

func (l *Limits) receive(data []byte) {
	var used usage
	if json.Unmarshal(data, &used) != nil || used.From == l.shared.id {
		return
	}
	for name, keys := range used.Taken {
		limiter := l.limiter(name)
		if limiter == nil {
			continue // of a newer release
		}
		for key, count := range keys {
			limiter.Spend(key, count, l.now())
		}
	}
}
