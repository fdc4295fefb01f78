package ga4

import (
	"context"
	"sync"
	"time"

	"upslope/ingest/providers"
	"upslope/ingest/providers/wire"
	"upslope/ingest/remote"
)

// longestPause bounds the wait of one request that saves quota for others, such as Analytics users.
const longestPause = 30 * time.Second

// quotas tracks the tokens reported for each property. Its zero value is ready to use.
type quotas struct {
	mu         sync.Mutex
	properties map[string]*quota
}

type quota struct {
	most  map[string]int64 // highest remainder seen: Google does not report the total
	next  time.Time        // earliest time of the next request
	spent time.Time        // no quota left until then
}

// wait blocks until the next request may be sent; a used-up quota is an error.
func (q *quotas) wait(ctx context.Context, property string, now func() time.Time) error {
	q.mu.Lock()
	var next, spent time.Time
	if known := q.properties[property]; known != nil {
		next, spent = known.next, known.spent
	}
	q.mu.Unlock()
	if now().Before(spent) {
		err := providers.Errorf(providers.Quota, "The quota of this property in %s is used up until %s. Upslope will go on then.", Name, spent.UTC().Format("15:04 UTC on January 2"))
		err.Until = spent
		return err
	}
	timer := time.NewTimer(next.Sub(now()))
	defer timer.Stop()
	select {
	case <-timer.C:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

// learn records the quota in a response.
func (q *quotas) learn(property string, reported wire.Maybe[propertyQuota], now time.Time) {
	if !reported.Known {
		return
	}
	q.mu.Lock()
	defer q.mu.Unlock()
	if q.properties == nil {
		q.properties = map[string]*quota{}
	}
	known := q.properties[property]
	if known == nil {
		known = &quota{most: map[string]int64{}}
		q.properties[property] = known
	}
	known.next, known.spent = time.Time{}, time.Time{}
	hour, day := now.Truncate(time.Hour).Add(time.Hour), remote.NextPacificMidnight(now)
	known.learn("hour", reported.Value.TokensPerHour, now, hour)
	known.learn("project", reported.Value.TokensPerProjectPerHour, now, hour)
	known.learn("day", reported.Value.TokensPerDay, now, day)
}

// learn slows down below a tenth of the quota, so that the rest lasts until the reset.
func (q *quota) learn(name string, reported wire.Maybe[quotaStatus], now, anew time.Time) {
	remaining, consumed := int64(reported.Value.Remaining.Value), int64(reported.Value.Consumed.Value)
	if remaining == 0 && consumed == 0 { // every response costs something: this one carries no information
		return
	}
	q.most[name] = max(q.most[name], remaining+consumed)
	switch {
	case remaining <= 0:
		q.spent = later(q.spent, anew)
	case remaining*10 < q.most[name]:
		requests := max(1, remaining/max(1, consumed))
		q.next = later(q.next, now.Add(min(longestPause, anew.Sub(now)/time.Duration(requests))))
	}
}

func later(a, b time.Time) time.Time {
	if a.After(b) {
		return a
	}
	return b
}
