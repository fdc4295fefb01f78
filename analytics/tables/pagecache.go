package tables

import (
	"context"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"sync/atomic"
	"time"

	lru "github.com/hashicorp/golang-lru/v2"
	"golang.org/x/sync/singleflight"

	"upslope"
)

const (
	// maxWait is how long a request waits for a page; the edge times out soon after.
	maxWait = 20 * time.Second
	// maxComputeTime bounds abandoned pages and hanging queries.
	maxComputeTime = 2 * time.Minute

	maxPages      = 1_000
	maxCachedRows = 400_000 // of all pages
	maxWholeRows  = 10_000  // of a table cached as a whole
	maxConcurrent = 8       // pages being computed
)

// pageCache holds pages of tables, and small tables as a whole. Its keys contain the request and the current
// reads, whose rows never change, so no entry is ever stale.
type pageCache struct {
	pages   *lru.Cache[string, upslope.Table]
	covers  *lru.Cache[string, *float64] // coverage shared by pages that differ only in their rows
	rows    atomic.Int64                 // of the pages
	running singleflight.Group
	slots   chan struct{}
}

func newPageCache() (*pageCache, error) {
	c := &pageCache{slots: make(chan struct{}, maxConcurrent)}
	var pages, covers error
	c.pages, pages = lru.NewWithEvict(maxPages, func(_ string, page upslope.Table) { c.rows.Add(-int64(len(page.Rows))) })
	c.covers, covers = lru.New[string, *float64](maxPages)
	return c, errors.Join(pages, covers)
}

// add stores a page and evicts the least recently used ones.
func (c *pageCache) add(key string, page upslope.Table) {
	if known, _ := c.pages.ContainsOrAdd(key, page); !known {
		c.rows.Add(int64(len(page.Rows)))
	}
	for c.rows.Load() > maxCachedRows {
		c.pages.RemoveOldest()
	}
}

// page returns a cached page or computes it: once for concurrent requests, and to the end even after ctx, so
// that a retry finds it.
func (c *pageCache) page(ctx context.Context, key string, work func(context.Context) (upslope.Table, error)) (upslope.Table, error) {
	if page, known := c.pages.Get(key); known {
		return page, nil
	}
	working := c.running.DoChan(key, func() (any, error) {
		working, cancel := context.WithTimeout(context.WithoutCancel(ctx), maxComputeTime)
		defer cancel()
		select {
		case c.slots <- struct{}{}:
		case <-working.Done():
			return upslope.Table{}, working.Err()
		}
		defer func() { <-c.slots }()
		page, err := work(working)
		switch {
		case err == nil:
			c.add(key, page)
		case err != nil && working.Err() != nil:
			err = fmt.Errorf("%w (%w)", upslope.Errorf(upslope.Unavailable, "This table takes too long to load. Choose fewer days."), err)
		}
		return page, err
	})
	select {
	case done := <-working:
		page, _ := done.Val.(upslope.Table)
		return page, done.Err
	case <-ctx.Done():
		return upslope.Table{}, stillComputing(ctx, ctx.Err())
	}
}

// stillComputing maps a deadline exceeded to Unavailable.
func stillComputing(ctx context.Context, err error) error {
	if !errors.Is(ctx.Err(), context.DeadlineExceeded) {
		return err
	}
	return fmt.Errorf("%w (%w)", upslope.Errorf(upslope.Unavailable, "This table is still loading. Try again in a minute, or choose fewer days."), err)
}

// Parameters that distinguish the pages of one table.
var (
	pageParams = []string{"ascending", "descending", "limit", "offset"}
	rowParams  = []string{"q", "brand", "all"}
)

// key identifies a page, or all pages that differ only in the parameters named without.
func (q *tableQuery) key(without ...string) (string, error) {
	params := maps.Clone(q.params)
	for _, name := range without {
		delete(params, name)
	}
	text, err := json.Marshal([]any{q.table.name, q.scope, q.reads, params})
	if err != nil {
		return "", fmt.Errorf("name the page of a table: %w", err)
	}
	sum := sha256.Sum256(text)
	return string(sum[:]), nil
}
