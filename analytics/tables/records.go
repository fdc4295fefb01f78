package tables

import (
	"context"
	"fmt"

	"golang.org/x/sync/errgroup"

	"upslope"
)

// held is what the records hold of a site, or of all sites of an account.
type held struct {
	sites       []upslope.Site // all of the account
	connections []upslope.Connection
	crawls      []upslope.Crawl
	rules       map[string]upslope.SiteRules
	asOf        int64 // how often rows had been written
}

// readRecords reads them at once: each may cost a trip.
func (a *Analysis) readRecords(ctx context.Context, accountID, siteID string) (h held, err error) {
	reads, ctx := errgroup.WithContext(ctx)
	reads.Go(func() (err error) {
		h.asOf, err = a.records.FactsReads(ctx, accountID)
		return named("what was read", err)
	})
	reads.Go(func() (err error) {
		h.sites, err = a.records.Sites(ctx, accountID)
		return named("the sites", err)
	})
	reads.Go(func() (err error) {
		h.connections, err = a.records.Connections(ctx, accountID, siteID)
		return named("the connections", err)
	})
	reads.Go(func() (err error) {
		h.crawls, err = a.records.NewestCrawls(ctx, accountID, siteID)
		return named("the crawls", err)
	})
	reads.Go(func() (err error) {
		h.rules, err = a.records.Rules(ctx, accountID, siteID)
		return named("the rules", err)
	})
	return h, reads.Wait()
}

func named(what string, err error) error {
	if err != nil {
		return fmt.Errorf("read %s: %w", what, err)
	}
	return nil
}
