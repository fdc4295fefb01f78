// Package knownpages lists the pages of a site that its visitors know, also those that no link leads to.
package knownpages

import (
	"context"
	_ "embed"
	"fmt"
	"time"

	"upslope"
	"upslope/analytics/facts"
)

//go:embed knownpages.sql
var pagesSQL string

// window is how far back a visit counts: a page without one in a season is hardly missed.
const window = 90 * 24 * time.Hour

// Finder finds known pages.
type Finder struct {
	Tables interface {
		// Select reads rows into *[]T, where T has the columns in `ch` tags.
		Select(ctx context.Context, rows any, sql string, params map[string]any) error
	}
	Records interface {
		// Connections returns the provider connections of a site.
		Connections(ctx context.Context, accountID, siteID string) ([]upslope.Connection, error)
	}
	Now func() time.Time
}

// KnownPages returns the URLs of at most that many pages which Search Console or Analytics has seen in the
// last 90 days, the most visited first; none without a connection.
func (f *Finder) KnownPages(ctx context.Context, accountID, siteID string, most int) ([]string, error) {
	connections, err := f.Records.Connections(ctx, accountID, siteID)
	if err != nil {
		return nil, fmt.Errorf("list the connections of site %s: %w", siteID, err)
	}
	params := facts.Scope(accountID, connections)
	if params == nil {
		return nil, nil
	}
	params["from"], params["most"] = facts.DateOf(f.Now().Add(-window)), most
	var rows []struct {
		Page string `ch:"page"`
	}
	if err := f.Tables.Select(ctx, &rows, facts.LookedUp("reads").Must(pagesSQL), params); err != nil {
		return nil, fmt.Errorf("read the known pages of site %s: %w", siteID, err)
	}
	pages := make([]string, len(rows))
	for i, row := range rows {
		pages[i] = row.Page
	}
	return pages, nil
}
