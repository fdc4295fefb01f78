package postgres

import (
	"context"

	"github.com/jackc/pgx/v5"

	"upslope"
)

// SiteReads answers how often rows of providers came for a site.
func (db *DB) SiteReads(ctx context.Context, accountID, siteID string) (int64, error) {
	return one[int64](ctx, db, "site_reads", pgx.NamedArgs{"account_id": accountID, "site_id": siteID})
}

// FirstPage answers the first page of a table of a site that is kept under a key, "" when there is none, or rows came since.
func (db *DB) FirstPage(ctx context.Context, accountID, siteID, key string) (string, error) {
	page, err := one[string](ctx, db, "first_page", pgx.NamedArgs{"account_id": accountID, "site_id": siteID, "page_key": key})
	if upslope.CodeOf(err) == upslope.NotFound {
		return "", nil
	}
	return page, err
}

// FirstPages answers which first pages of tables of a site are kept, without the pages.
func (db *DB) FirstPages(ctx context.Context, accountID, siteID string) ([]upslope.FirstPage, error) {
	return many[upslope.FirstPage](ctx, db, "first_pages", pgx.NamedArgs{"account_id": accountID, "site_id": siteID})
}

// PutFirstPages keeps first pages of tables of a site in place of all that it has. An empty page is the one under its key.
func (db *DB) PutFirstPages(ctx context.Context, accountID, siteID string, pages []upslope.FirstPage) error {
	scope := pgx.NamedArgs{"account_id": accountID, "site_id": siteID}
	tables, keys, reads, madeOf, texts := []string{}, []string{}, []int64{}, []string{}, []string{}
	for _, page := range pages {
		tables, keys, reads = append(tables, page.Table), append(keys, page.Key), append(reads, page.Reads)
		madeOf, texts = append(madeOf, page.MadeOf), append(texts, page.Page)
	}
	return db.Tx(ctx, func(tx *Tx) error {
		if err := exec(ctx, tx, "first_pages_drop", with(scope, pgx.NamedArgs{"keys": keys})); err != nil {
			return err
		}
		return exec(ctx, tx, "first_pages_put", with(scope, pgx.NamedArgs{"tables": tables, "keys": keys, "reads": reads, "made_of": madeOf, "pages": texts}))
	})
}
