package tables

import (
	"context"
	"time"

	lru "github.com/hashicorp/golang-lru/v2"

	"upslope"
)

const (
	maxScopes = 500
	// maxScopeAge bounds the staleness of a scope if a process ends between writing rows and raising the
	// version.
	maxScopeAge = 10 * time.Minute
)

// request identifies a request for a table.
type request struct {
	accountID, table string
	filter           upslope.TableFilter
}

// scopeCache holds the days and current reads of requests, until the facts version of their account rises.
type scopeCache struct {
	scopes *lru.Cache[request, cachedScope]
}

type cachedScope struct {
	version string
	until   time.Time
	query   *tableQuery
}

func newScopeCache() (*scopeCache, error) {
	scopes, err := lru.New[request, cachedScope](maxScopes)
	return &scopeCache{scopes}, err
}

// find returns the scope of a request, from the cache or from resolve. The result is shared and must not be
// changed.
func (c *scopeCache) find(ctx context.Context, records Records, of request, resolve func(context.Context) (*tableQuery, error)) (*tableQuery, error) {
	// Read first: the scope may then be newer than its version, never older.
	version, err := records.FactsVersion(ctx, of.accountID)
	if err != nil {
		return nil, err // for the user
	}
	if scope, ok := c.scopes.Get(of); ok && scope.version == version && time.Now().Before(scope.until) {
		return scope.query, nil
	}
	query, err := resolve(ctx)
	if err == nil && !query.scope.NewestDay.IsZero() {
		c.scopes.Add(of, cachedScope{version, time.Now().Add(maxScopeAge), query})
	}
	return query, err
}
