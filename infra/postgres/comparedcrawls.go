package postgres

import (
	"context"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"

	"upslope"
)

// ComparedTypes returns, for each issue type that a site's newest crawl checked, the last earlier crawl that
// checked it too; siteID "" is every site.
func (db *DB) ComparedTypes(ctx context.Context, accountID, siteID string) ([]upslope.ComparedType, error) {
	return many[upslope.ComparedType](ctx, db, "compared_types", pgx.NamedArgs{"account_id": accountID, "site_id": siteID})
}

// ComparedCrawls returns two crawls of one site, the newer one first; crawlID "" is the site's newest.
func (db *DB) ComparedCrawls(ctx context.Context, accountID, siteID, crawlID, against string) (newer, older upslope.Crawl, err error) {
	type chosen struct {
		ID, SiteID, ImportID string
		Judged               []string
		Partial              bool
		ImportedAt           time.Time
	}
	found, err := many[chosen](ctx, db, "crawls_chosen", pgx.NamedArgs{"account_id": accountID, "site_id": siteID, "ids": []string{strings.ToLower(crawlID), strings.ToLower(against)}})
	switch {
	case err != nil:
		return newer, older, err
	case len(found) == 1 && (strings.EqualFold(crawlID, against) || crawlID == ""):
		return newer, older, upslope.FieldErrorf("against", "A crawl can't be compared with itself. Choose two different crawls.")
	case len(found) < 2:
		return newer, older, errNoCrawl
	}
	crawl := func(c chosen) upslope.Crawl {
		return upslope.Crawl{ID: c.ID, SiteID: c.SiteID, ImportID: c.ImportID, Judged: c.Judged, Partial: c.Partial, ImportedAt: c.ImportedAt}
	}
	return crawl(found[0]), crawl(found[1]), nil
}

// TypesBefore returns, for each of the issue types, the site's newest crawl that checked it, excluding the
// given crawl.
func (db *DB) TypesBefore(ctx context.Context, accountID, siteID, crawlID string, types []string) ([]upslope.ComparedType, error) {
	return many[upslope.ComparedType](ctx, db, "types_before", pgx.NamedArgs{
		"account_id": accountID, "site_id": siteID, "crawl_id": crawlID, "judged": types,
	})
}
