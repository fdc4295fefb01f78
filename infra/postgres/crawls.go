package postgres

import (
	"context"
	"time"

	"github.com/jackc/pgx/v5"

	"upslope"
)

// Crawls answers one page of the account's crawls with their files, newest first, and how many there are in all;
// siteID "" is every site.
func (db *DB) Crawls(ctx context.Context, accountID, siteID string, limit, offset int) ([]upslope.Crawl, int64, error) {
	return page[upslope.Crawl](ctx, db, "crawls", pgx.NamedArgs{"account_id": accountID, "site_id": siteID}, limit, offset)
}

// NewestCrawls answers the newest crawl of each site, whose rows are the ones to show; siteID "" is every site.
func (db *DB) NewestCrawls(ctx context.Context, accountID, siteID string) ([]upslope.Crawl, error) {
	return many[upslope.Crawl](ctx, db, "crawls_newest", pgx.NamedArgs{"account_id": accountID, "site_id": siteID})
}

// CurrentCrawl answers the newest crawl of the site, nil when it has none.
func (db *DB) CurrentCrawl(ctx context.Context, accountID, siteID string) (*upslope.Crawl, error) {
	crawls, err := db.NewestCrawls(ctx, accountID, siteID)
	if err != nil || len(crawls) == 0 {
		return nil, err
	}
	return &crawls[0], nil
}

// DeleteCrawl deletes a crawl and its files, and has its site looked through again: what an older crawl says counts then. It answers the
// account's version.
func (db *DB) DeleteCrawl(ctx context.Context, accountID, id string) (version int64, err error) {
	if !isID(id) {
		return 0, errNoCrawl
	}
	err = db.write(ctx, accountID, func(tx *Tx) error {
		type crawl struct {
			SiteID, Names       string
			ObjectKeys, Imports []string
		}
		deleted, err := one[crawl](ctx, tx, "crawl_delete", pgx.NamedArgs{"account_id": accountID, "id": id})
		if upslope.CodeOf(err) == upslope.NotFound {
			return errNoCrawl
		}
		if err != nil {
			return err
		}
		files := make([]string, 0, 2*len(deleted.ObjectKeys))
		for _, key := range deleted.ObjectKeys {
			files = append(files, key, upslope.Upload{ObjectKey: key}.RejectedKey())
		}
		if err := sweep(ctx, tx, upslope.Upload{AccountID: accountID, SiteID: deleted.SiteID}, deleted.Imports, files...); err != nil {
			return err
		}
		if err := addActivity(ctx, tx, accountID, deleted.SiteID, "crawl.deleted", "The crawl "+deleted.Names+" was deleted."); err != nil {
			return err
		}
		if err := queueRecompute(ctx, tx, accountID, deleted.SiteID); err != nil {
			return err
		}
		version, err = versionOf(ctx, tx, accountID)
		return err
	})
	return version, err
}

var errNoCrawl = upslope.Errorf(upslope.NotFound, "This crawl does not exist.")

// CrawlImports answers under which import ids the issues of all crawls lie; siteID "" is every site.
func (db *DB) CrawlImports(ctx context.Context, accountID, siteID string) ([]string, error) {
	return many[string](ctx, db, "crawl_imports", pgx.NamedArgs{"account_id": accountID, "site_id": siteID})
}

// ComparedTypes answers, for each type of issue that the newest crawl of a site looked for, the last crawl before it
// that did too; siteID "" is every site.
func (db *DB) ComparedTypes(ctx context.Context, accountID, siteID string) ([]upslope.ComparedType, error) {
	return many[upslope.ComparedType](ctx, db, "compared_types", pgx.NamedArgs{"account_id": accountID, "site_id": siteID})
}

// TypesBefore answers, for each of the types of issue, the newest crawl of the site that looked for it, the given
// crawl aside.
func (db *DB) TypesBefore(ctx context.Context, accountID, siteID, crawlID string, types []string) ([]upslope.ComparedType, error) {
	return many[upslope.ComparedType](ctx, db, "types_before", pgx.NamedArgs{
		"account_id": accountID, "site_id": siteID, "crawl_id": crawlID, "judged": types,
	})
}

// FixedIssues answers the ids of the technical issues that are marked as fixed and were not seen by a newer crawl.
func (db *DB) FixedIssues(ctx context.Context, accountID, siteID string) ([]string, error) {
	return many[string](ctx, db, "marks", pgx.NamedArgs{"account_id": accountID, "site_id": siteID})
}

// ReopenedIssues answers the ids of the technical issues that were marked as fixed before the newest crawl; where that
// crawl has them, they are open again.
func (db *DB) ReopenedIssues(ctx context.Context, accountID, siteID string) ([]string, error) {
	return many[string](ctx, db, "marks_reopened", pgx.NamedArgs{"account_id": accountID, "site_id": siteID})
}

// MarkIssue marks a technical issue of the site as fixed, or takes that back, and answers the account's version.
func (db *DB) MarkIssue(ctx context.Context, accountID, siteID, issueID string, fixed bool, now time.Time) (version int64, err error) {
	err = db.write(ctx, accountID, func(tx *Tx) error {
		query, args := "mark_open", pgx.NamedArgs{"account_id": accountID, "site_id": siteID, "issue_id": issueID}
		if fixed {
			query, args["marked_at"] = "mark_fixed", now
		}
		if err := exec(ctx, tx, query, args); err != nil {
			return err
		}
		version, err = versionOf(ctx, tx, accountID)
		return err
	})
	return version, err
}

// InsightsOfPage answers the ids of the insights about a page that are still to be dealt with, best first.
func (db *DB) InsightsOfPage(ctx context.Context, accountID, siteID, page string) ([]string, error) {
	return many[string](ctx, db, "insights_of_page", pgx.NamedArgs{"account_id": accountID, "site_id": siteID, "page": page})
}
