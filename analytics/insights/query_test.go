package insights

import (
	"context"
	"sync"
	"testing"
	"time"
	"upslope/analytics/analyticstest"
)

// Sixteen concurrent readers run at most {queriesAtOnce} queries at a time, and all of them finish.
func TestRecomputesAtOnceWaitForEachOther(t *testing.T) {
	t.Parallel()
	db := analyticstest.Open(t)
	analyticstest.ManySites(t, db)
	facts := &counting{Site: db}
	engine, err := New(facts, &analyticstest.Store{Connected: analyticstest.AllConnections()}, func() time.Time { return analyticstest.Today })
	if err != nil {
		t.Fatal(err)
	}
	var running sync.WaitGroup
	for range 16 {
		running.Go(func() {
			if _, err := engine.features.Read(t.Context(), analyticstest.AccountID, analyticstest.SiteID, nil); err != nil {
				t.Error(err)
			}
		})
	}
	running.Wait()
	if facts.most > queriesAtOnce || facts.most < 2 {
		t.Errorf("%d queries ran at once, at most %d may", facts.most, queriesAtOnce)
	}
}

// counting counts concurrent queries.
type counting struct {
	*analyticstest.Site
	mu        sync.Mutex
	now, most int
}

func (c *counting) Query(ctx context.Context, sql string, params map[string]any, each func([]string, []any) error) error {
	c.mu.Lock()
	c.now++
	c.most = max(c.most, c.now)
	c.mu.Unlock()
	defer func() {
		c.mu.Lock()
		c.now--
		c.mu.Unlock()
	}()
	return c.Site.Query(ctx, sql, params, each)
}
