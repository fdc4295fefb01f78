package postgres

import (
	"context"

	"github.com/jackc/pgx/v5"

	"upslope"
)

// SiteReads returns how often rows of providers came for a site.
func (db *DB) SiteReads(ctx context.Context, accountID, siteID string) (int64, error) {
	return one[int64](ctx, db, "site_reads", pgx.NamedArgs{"account_id": accountID, "site_id": siteID})
}

// FirstPage returns the first page of a table of a site that is kept under a key, "" when there is none, or rows came since.
func (db *DB) FirstPage(ctx context.Context, accountID, siteID, key string) (string, error) {
	page, err := one[string](ctx, db, "first_page", pgx.NamedArgs{"account_id": accountID, "site_id": siteID, "page_key": key})
	if upslope.CodeOf(err) == upslope.NotFound {
		return "", nil
	}
	return page, err
}

// FirstPages returns which first pages of tables of a site are kept, without the pages.
func (db *DB) FirstPages(ctx context.Context, accountID, siteID string) ([]upslope.FirstPage, error) {
	return many[upslope.FirstPage](ctx, db, "first_pages", pgx.NamedArgs{"account_id": accountID, "site_id": siteID})
}

// PutFirstPages keeps first pages of tables of a site, as of so many reads, in place of those that it has, but for those that know of more. A page
// without its JSON is the one under its key: it stays as it is.
func (db *DB) PutFirstPages(ctx context.Context, accountID, siteID string, reads int64, pages []upslope.FirstPage) error {
	keys, tables, madeOf, texts := []string{}, []string{}, []string{}, []string{}
	for _, page := range pages {
		keys, tables = append(keys, page.Key), append(tables, page.Table)
		madeOf, texts = append(madeOf, page.MadeOf), append(texts, page.Page)
	}
	of := pgx.NamedArgs{"account_id": accountID, "site_id": siteID, "reads": reads, "keys": keys}
	return db.Tx(ctx, func(tx *Tx) error {
		if err := exec(ctx, tx, "first_pages_drop", of); err != nil {
			return err
		}
		if err := exec(ctx, tx, "first_pages_stay", with(of, pgx.NamedArgs{"made_of": madeOf, "pages": texts})); err != nil {
			return err
		}
		return exec(ctx, tx, "first_pages_put", with(of, pgx.NamedArgs{"tables": tables, "made_of": madeOf, "pages": texts}))
	})
}
