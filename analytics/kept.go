package analytics

import (
	"context"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
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

	mostKept     = 200
	mostKeptRows = 200 // of a page; longer ones are not for people
	// pagesAtOnce bounds the connections that pages take, whether somebody waits for them or not.
	pagesAtOnce = 8
)

// kept are pages of tables that were worked out. A page depends on what is asked and on the reads that count, whose rows never change, so
// one kept under both is never old and needs no clearing.
type kept struct {
	pages   *lru.Cache[string, upslope.Table]
	working singleflight.Group
	room    chan struct{}
}

func newKept() (*kept, error) {
	pages, err := lru.New[string, upslope.Table](mostKept)
	return &kept{pages: pages, room: make(chan struct{}, pagesAtOnce)}, err
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
		case err == nil && len(page.Rows) <= mostKeptRows:
			k.pages.Add(key, page)
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

// key is what a page depends on.
func (q *tableQuery) key() (string, error) {
	text, err := json.Marshal([]any{q.table.name, q.scope, q.reads, q.params})
	if err != nil {
		return "", fmt.Errorf("name the page of a table: %w", err)
	}
	sum := sha256.Sum256(text)
	return string(sum[:]), nil
}
