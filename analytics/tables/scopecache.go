package tables

import (
	"context"
	"errors"
	"sync"
	"time"

	lru "github.com/hashicorp/golang-lru/v2"

	"upslope"
)

const (
	mostAsked = 500
	// foundFor is how long something stands that was found, should a process end between the rows that it wrote and saying so.
	foundFor = 10 * time.Minute

	openedFor = 7 * 24 * time.Hour // pages that somebody opened are worked out again
	mostOpen  = 100                // of them
)

// request is what is asked of a table.
type request struct {
	accountID, table string
	filter           upslope.TableFilter
}

// asked are the days, and whose rows count, of requests: they stand as long as nothing of the account has changed.
type asked struct {
	known *lru.Cache[request, answered]
	open  *lru.Cache[request, opened]
}

type answered struct {
	version string
	until   time.Time
	query   *tableQuery
}

// opened is a page of which somebody waited for the rows.
type opened struct {
	last    time.Time
	version string // of the facts when they were worked out last
}

func newAsked() (*asked, error) {
	known, err := lru.New[request, answered](mostAsked)
	open, openErr := lru.New[request, opened](mostOpen)
	return &asked{known, open}, errors.Join(err, openErr)
}

// find answers what is known of a request, or finds it out. What it answers is shared: it is not to be changed.
func (a *asked) find(ctx context.Context, records Records, about request, work func(context.Context) (*tableQuery, error)) (*tableQuery, error) {
	// Read before the rest: what was found may be newer than its version says, never older.
	version, err := records.FactsVersion(ctx, about.accountID)
	if err != nil {
		return nil, err //nolint:wrapcheck // for who asked
	}
	if known, ok := a.known.Get(about); ok && known.version == version && time.Now().Before(known.until) {
		return known.query, nil
	}
	query, err := work(ctx)
	if err == nil && !query.scope.NewestDay.IsZero() {
		a.known.Add(about, answered{version, time.Now().Add(foundFor), query})
	}
	return query, err
}

// opens notes that somebody opens a table as it begins. What is searched for is seldom asked again.
func (a *asked) opens(page request) {
	if page.filter.Offset == 0 && page.filter.Query == "" {
		known, _ := a.open.Get(page)
		a.open.Add(page, opened{time.Now(), known.version})
	}
}

// KeepWarm works pages out before they are opened, until ctx ends: those beside one that somebody opened, and again those that somebody
// opened in the last days, once what they are made of has changed and is at rest.
func (a *Analysis) KeepWarm(ctx context.Context, every time.Duration) {
	var working sync.WaitGroup
	defer working.Wait()
	working.Go(func() { a.openAhead(ctx) })
	before := map[string]string{} // versions, by account
	for ticks := time.Tick(every); ; {
		select {
		case <-ctx.Done():
			return
		case <-ticks:
			before = a.warm(ctx, before)
		}
	}
}

// warm works out what is open in accounts whose version is the one that was there before, and answers the versions there are now.
func (a *Analysis) warm(ctx context.Context, before map[string]string) map[string]string {
	now := map[string]string{}
	for _, page := range a.asked.open.Keys() {
		known, _ := a.asked.open.Peek(page)
		if time.Since(known.last) > openedFor {
			a.asked.open.Remove(page)
			continue
		}
		if _, read := now[page.accountID]; !read {
			version, err := a.records.FactsVersion(ctx, page.accountID)
			if err != nil {
				continue // it is gone, or the next time will do
			}
			now[page.accountID] = version
		}
		version := now[page.accountID]
		if version != before[page.accountID] || version == known.version {
			continue
		}
		a.keepAll(ctx, page)
		a.asked.open.Add(page, opened{known.last, version})
	}
	return now
}
