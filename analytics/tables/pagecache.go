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
	// tablePatience is how long a person waits for a page of a table. The edge ends an answer soon after it.
	tablePatience = 20 * time.Second
	// tableTime is how long a page may take that nobody waits for any more. It also ends a query that ClickHouse got stuck in, which its
	// materialised steps were seen to do.
	tableTime = 2 * time.Minute

	mostKept     = 1_000   // pages
	mostKeptRows = 400_000 // of all of them
	mostWhole    = 10_000  // rows of a table that is kept as a whole
	// pagesAtOnce bounds the connections that pages take, whether somebody waits for them or not.
	pagesAtOnce = 8
)

// kept are pages of tables that were worked out, and tables with few rows as a whole. A page depends on what is asked and on the reads that
// count, whose rows never change, so one kept under both is never old and needs no clearing.
type kept struct {
	pages   *lru.Cache[string, upslope.Table]
	covers  *lru.Cache[string, *float64] // the coverage of all pages that differ by their rows
	rows    atomic.Int64                 // of the pages
	working singleflight.Group
	room    chan struct{}
}

func newKept() (*kept, error) {
	k := &kept{room: make(chan struct{}, pagesAtOnce)}
	var pages, covers error
	k.pages, pages = lru.NewWithEvict(mostKept, func(_ string, page upslope.Table) { k.rows.Add(-int64(len(page.Rows))) })
	k.covers, covers = lru.New[string, *float64](mostKept)
	return k, errors.Join(pages, covers)
}

// keep keeps a page in place of those that were asked for longest ago.
func (k *kept) keep(key string, page upslope.Table) {
	if known, _ := k.pages.ContainsOrAdd(key, page); !known {
		k.rows.Add(int64(len(page.Rows)))
	}
	for k.rows.Load() > mostKeptRows {
		k.pages.RemoveOldest()
	}
}

// page answers a page that is known, or works it out: once, however many ask, and to its end even when that is after ctx, so that who asks
// again is answered.
func (k *kept) page(ctx context.Context, key string, work func(context.Context) (upslope.Table, error)) (upslope.Table, error) {
	if page, known := k.pages.Get(key); known {
		return page, nil
	}
	working := k.working.DoChan(key, func() (any, error) {
		working, cancel := context.WithTimeout(context.WithoutCancel(ctx), tableTime)
		defer cancel()
		select {
		case k.room <- struct{}{}:
		case <-working.Done():
			return upslope.Table{}, working.Err()
		}
		defer func() { <-k.room }()
		page, err := work(working)
		switch {
		case err == nil:
			k.keep(key, page)
		case err != nil && working.Err() != nil:
			err = fmt.Errorf("%w (%w)", upslope.Errorf(upslope.Unavailable, "This table takes too long to work out. Choose fewer days."), err)
		}
		return page, err
	})
	select {
	case done := <-working:
		page, _ := done.Val.(upslope.Table)
		return page, done.Err
	case <-ctx.Done():
		return upslope.Table{}, tooLong(ctx, ctx.Err())
	}
}

// tooLong is what an error means for who waits, when their patience caused it.
func tooLong(ctx context.Context, err error) error {
	if !errors.Is(ctx.Err(), context.DeadlineExceeded) {
		return err
	}
	return fmt.Errorf("%w (%w)", upslope.Errorf(upslope.Unavailable, "This table is still being worked out. Open it again in a minute, or choose fewer days."), err)
}

// What pages of a table may differ by.
var (
	pageParams = []string{"ascending", "descending", "limit", "offset"}
	rowParams  = []string{"q", "brand"}
)

// key is what a page depends on, or what is the same for all pages that differ by some parameters: the files of the table, too, since other
// versions of the program may have kept pages.
func (q *tableQuery) key(without ...string) (string, error) {
	params := maps.Clone(q.params)
	for _, name := range without {
		delete(params, name)
	}
	text, err := json.Marshal([]any{q.table.name, q.table.version, q.scope, q.reads, params})
	if err != nil {
		return "", fmt.Errorf("name the page of a table: %w", err)
	}
	sum := sha256.Sum256(text)
	return string(sum[:]), nil
}
