package middleware

import (
	"context"
	"sync"
	"testing"
	"time"

	"upslope/edge/request"
)

// room connects edges in memory.
type room struct {
	mu      sync.Mutex
	members []func([]byte)
}

func (r *room) Publish(data []byte) error {
	r.mu.Lock()
	defer r.mu.Unlock()
	for _, receive := range r.members {
		receive(data)
	}
	return nil
}

func (r *room) Subscribe(receive func([]byte)) (stop func(), err error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.members = append(r.members, receive)
	return func() {}, nil
}

func TestLimitsHoldOverAllEdges(t *testing.T) {
	now := time.Now()
	between := &room{}
	var edges []*Limits
	var sharing sync.WaitGroup
	ctx, stop := context.WithCancel(t.Context())
	defer func() { stop(); sharing.Wait() }()
	for range 2 {
		l, err := NewLimits(request.AddressHeader(""), func() time.Time { return now })
		if err != nil {
			t.Fatal(err)
		}
		edges = append(edges, l)
		sharing.Go(func() {
			if err := l.Share(ctx, between); err != nil {
				t.Error(err)
			}
		})
	}
	for n := range 200 {
		edge := edges[n%2]
		if edge.costly.Take("account", now) > 0 {
			t.Fatalf("call %d of 300 is refused", n)
		}
		edge.shared.count("costly", "account")
	}
	for deadline := time.Now().Add(10 * time.Second); edges[0].costly.Remaining("account", now) != 100 || edges[1].costly.Remaining("account", now) != 100; {
		if time.Now().After(deadline) {
			t.Fatalf("%d and %d are left, want 100", edges[0].costly.Remaining("account", now), edges[1].costly.Remaining("account", now))
		}
		time.Sleep(10 * time.Millisecond)
	}
	if left := edges[1].costly.Remaining("another", now); left != costlyBurst {
		t.Errorf("another account has %d left", left)
	}
	edges[0].costly.Spend("account", 250, now) // admitted elsewhere at the same moment
	if edges[0].costly.Take("account", now) <= 0 {
		t.Error("an overdrawn account is admitted")
	}
}
