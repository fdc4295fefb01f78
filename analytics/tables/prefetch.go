package tables

import (
	"cmp"
	"context"
	"path"
	"slices"
	"time"

	lru "github.com/hashicorp/golang-lru/v2"

	"upslope"
)

const (
	aheadEvery = 10 * time.Minute // a site, whatever changes meanwhile
	mostAhead  = 100              // sites that wait for it; the tables of more are worked out as they are opened
)

// ahead are the sites that somebody looks at, whose tables are worked out before they are opened.
type ahead struct {
	next chan request
	last *lru.Cache[request, time.Time]
}

func newAhead() (*ahead, error) {
	last, err := lru.New[request, time.Time](mostAsked)
	return &ahead{make(chan request, mostAhead), last}, err
}

// looksAt notes that somebody opened a table: who looks at one of a site looks at another next.
func (a *ahead) looksAt(page request) {
	if page.filter.SiteID == "" {
		return
	}
	site := request{accountID: page.accountID, filter: upslope.TableFilter{SiteID: page.filter.SiteID}}
	if last, known := a.last.Get(site); known && time.Since(last) < aheadEvery {
		return
	}
	select {
	case a.next <- page:
		a.last.Add(site, time.Now())
	default:
	}
}

// openAhead works out the tables of the sites that somebody looks at, one site after another, until ctx ends.
func (a *Analysis) openAhead(ctx context.Context) {
	for {
		select {
		case <-ctx.Done():
			return
		case page := <-a.ahead.next:
			a.OpenAhead(ctx, page.accountID, page.filter.SiteID, page.table)
		}
	}
}

// OpenAhead works out the first page of every table of a site, as it opens by itself, one after another: those beside the table that was
// opened come first.
func (a *Analysis) OpenAhead(ctx context.Context, accountID, siteID, opened string) {
	names := a.TableNames()
	slices.SortStableFunc(names, func(one, other string) int {
		beside := func(name string) int {
			if path.Dir(name) == path.Dir(opened) {
				return 0
			}
			return 1
		}
		return cmp.Compare(beside(one), beside(other))
	})
	for _, name := range names {
		if ctx.Err() != nil {
			return
		}
		a.keepAll(ctx, request{accountID, name, upslope.TableFilter{SiteID: siteID, Limit: 1}})
	}
}

// keepAll works out what a page is part of, so that sorting it and turning it take no query either. Whoever opens it is told what is wrong, if
// anything is.
func (a *Analysis) keepAll(ctx context.Context, page request) {
	if q, err := a.ask(ctx, page.accountID, page.table, page.filter); err == nil && q.params != nil {
		_, _ = a.workOut(ctx, q, page.filter)
	}
}
