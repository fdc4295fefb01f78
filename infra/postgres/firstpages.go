package postgres

import (
	"context"

	"github.com/jackc/pgx/v5"

	"upslope"
)

// FirstPage answers the first page of a table of a site as it is kept under a key, "" when there is none or that of another key.
func (db *DB) FirstPage(ctx context.Context, accountID, siteID, table, key string) (string, error) {
	page, err := one[string](ctx, db, "first_page", pgx.NamedArgs{"account_id": accountID, "site_id": siteID, "table_name": table, "page_key": []byte(key)})
	if upslope.CodeOf(err) == upslope.NotFound {
		return "", nil
	}
	return page, err
}

// FirstPageKeys answers the tables of a site whose first page is kept, each with its key.
func (db *DB) FirstPageKeys(ctx context.Context, accountID, siteID string) (map[string]string, error) {
	found, err := many[struct {
		Table string
		Key   []byte
	}](ctx, db, "first_page_keys", pgx.NamedArgs{"account_id": accountID, "site_id": siteID})
	keys := map[string]string{}
	for _, page := range found {
		keys[page.Table] = string(page.Key)
	}
	return keys, err
}

// PutFirstPages keeps first pages of tables of a site, and of those it has only the ones of some tables beside them.
func (db *DB) PutFirstPages(ctx context.Context, accountID, siteID string, pages []upslope.FirstPage, beside []string) error {
	scope := pgx.NamedArgs{"account_id": accountID, "site_id": siteID}
	tables, keys, texts := []string{}, [][]byte{}, []string{}
	for _, page := range pages {
		tables, keys, texts = append(tables, page.Table), append(keys, []byte(page.Key)), append(texts, page.Page)
	}
	return db.Tx(ctx, func(tx *Tx) error {
		if err := exec(ctx, tx, "first_pages_drop", with(scope, pgx.NamedArgs{"tables": append(tables[:len(tables):len(tables)], beside...)})); err != nil {
			return err
		}
		return exec(ctx, tx, "first_pages_put", with(scope, pgx.NamedArgs{"tables": tables, "keys": keys, "pages": texts}))
	})
}
