package postgres

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"

	"upslope"
)

// CrawlSettings returns how a site is crawled, or NotFound.
func (db *DB) CrawlSettings(ctx context.Context, accountID, siteID string) (upslope.CrawlSettings, error) {
	return one[upslope.CrawlSettings](ctx, db, "crawl_settings_of_site", pgx.NamedArgs{"account_id": accountID, "site_id": siteID})
}

// EditCrawlSettings changes how a site is crawled by itself, and returns the account's version.
func (db *DB) EditCrawlSettings(ctx context.Context, accountID string, settings upslope.CrawlSettings, now time.Time) (version int64, err error) {
	if _, err := db.Site(ctx, accountID, settings.SiteID); err != nil {
		return 0, err
	}
	err = db.write(ctx, accountID, func(tx *Tx) error {
		args := settingsOf(upslope.SiteCrawl{AccountID: accountID, SiteID: settings.SiteID, URL: settings.URL, MaxPages: settings.MaxPages, Options: settings.Options})
		args["every"], args["next_at"], args["now"] = settings.Every, upslope.NextCrawl(settings.Every, now), now
		if _, err := one[string](ctx, tx, "crawl_schedule_edit", args); err != nil {
			return err
		}
		if settings.Every == upslope.CrawlOff {
			if err := exec(ctx, tx, "crawl_schedule_forget", pgx.NamedArgs{"account_id": accountID, "site_id": settings.SiteID}); err != nil {
				return err
			}
		}
		version, err = versionOf(ctx, tx, accountID)
		return err
	})
	return version, err
}

// PlanCrawls queues the crawls of up to limit due sites, plans their next ones, and returns how many were
// due. Accounts that may not crawl now are skipped until the next time. Safe to run in several processes.
func (db *DB) PlanCrawls(ctx context.Context, now time.Time, limit int) (planned int, err error) {
	due, err := many[struct{ AccountID, SiteID string }](ctx, db, "crawl_schedules_due", pgx.NamedArgs{"now": now, "max_rows": limit})
	if err != nil {
		return 0, err
	}
	for _, site := range due {
		err = errors.Join(err, ignoreMissing(db.write(ctx, site.AccountID, func(tx *Tx) error { return planCrawl(ctx, tx, site.AccountID, site.SiteID, now) })))
	}
	return len(due), err
}

func planCrawl(ctx context.Context, tx *Tx, accountID, siteID string, now time.Time) error {
	ofSite := pgx.NamedArgs{"account_id": accountID, "site_id": siteID, "now": now}
	due, err := one[struct {
		Every, URL string
		MaxPages   int
		Options    upslope.CrawlOptions
	}](ctx, tx, "crawl_schedule_due", ofSite)
	if err != nil {
		return err
	}
	account, err := one[upslope.Account](ctx, tx, "account", pgx.NamedArgs{"account_id": accountID})
	if err != nil {
		return err
	}
	if account.CrawlEvery(due.Every) != nil {
		due.Every = upslope.CrawlWeekly
	}
	if account.Has(upslope.CrawlFeature, now) == nil {
		crawl := upslope.SiteCrawl{
			AccountID: accountID, SiteID: siteID, URL: due.URL, MaxPages: min(due.MaxPages, account.CrawlAllowance().Pages), Options: due.Options,
		}
		if _, err := joinCrawl(ctx, tx, crawl); err != nil {
			return err
		}
	}
	return exec(ctx, tx, "crawl_schedule_plan", pgx.NamedArgs{"account_id": accountID, "site_id": siteID, "next_at": upslope.NextCrawl(due.Every, now)})
}

// PageChanges returns one page of what crawls found changed, newest first, and the total count; siteID "" is
// every site, kind "" every kind.
func (db *DB) PageChanges(ctx context.Context, accountID, siteID, kind string, limit, offset int) ([]upslope.PageChange, int64, error) {
	return page[upslope.PageChange](ctx, db, "page_changes", pgx.NamedArgs{"account_id": accountID, "site_id": siteID, "kind": kind}, limit, offset)
}

// addPageChanges stores what a crawl found changed, and tells of the most important.
func addPageChanges(ctx context.Context, tx *Tx, accountID, siteID, crawlID string, changes []upslope.PageChange, now time.Time) error {
	if len(changes) == 0 {
		return nil
	}
	columns := map[string][]string{}
	for _, change := range changes {
		for name, value := range map[string]string{
			"kinds": change.Kind, "pages": change.Page, "urls": change.URL, "was": change.Was, "became": change.Became, "texts": change.Sentence(),
		} {
			columns[name] = append(columns[name], value)
		}
	}
	args := pgx.NamedArgs{"account_id": accountID, "site_id": siteID, "crawl_id": crawlID, "created_at": now}
	for name, values := range columns {
		args[name] = values
	}
	if err := exec(ctx, tx, "page_changes_add", args); err != nil {
		return err
	}
	if more := len(changes) - upslope.ShownPageChanges; more > 0 {
		if err := addActivity(ctx, tx, accountID, siteID, "page.changed", fmt.Sprintf("%d more changes of pages since the last crawl.", more)); err != nil {
			return err
		}
	}
	for i := min(len(changes), upslope.ShownPageChanges) - 1; i >= 0; i-- { // the most important is newest
		if err := addActivity(ctx, tx, accountID, siteID, "page.changed", changes[i].Sentence()+"."); err != nil {
			return err
		}
	}
	return nil
}

// SiteOwnership returns the proof that a site belongs to its account, or NotFound.
func (db *DB) SiteOwnership(ctx context.Context, accountID, siteID string) (upslope.Ownership, error) {
	return one[upslope.Ownership](ctx, db, "site_ownership", pgx.NamedArgs{"account_id": accountID, "site_id": siteID})
}

// SetSiteProof keeps how a site was proven, or returns NotFound.
func (db *DB) SetSiteProof(ctx context.Context, accountID, siteID string, proof upslope.Proof, now time.Time) error {
	return db.write(ctx, accountID, func(tx *Tx) error {
		_, err := one[string](ctx, tx, "site_prove", pgx.NamedArgs{"account_id": accountID, "site_id": siteID, "proof": proof, "now": now})
		return err
	})
}
