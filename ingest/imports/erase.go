package imports

import (
	"context"
	"embed"
	"fmt"
)

//go:embed queries/erase_*.sql
var eraseSQL embed.FS

// everyTable lists the tables with rows of a site.
var everyTable = []string{"pages", "links", "technical_issues", "page_rankings", "page_ranks"}

// EraseSite deletes a deleted site's rows in ClickHouse. Its files are swept by name.
func (i *Importer) EraseSite(ctx context.Context, accountID, siteID string) error {
	return i.erase(ctx, accountID, siteID, []string{}, everyTable...)
}

// Sweep deletes the rows of imports no crawl refers to, and unreferenced files.
func (i *Importer) Sweep(ctx context.Context, accountID, siteID string, imports, objectKeys []string) error {
	if len(imports) > 0 { // an empty list would delete all
		if err := i.erase(ctx, accountID, siteID, imports, everyTable...); err != nil {
			return err
		}
	}
	for _, key := range objectKeys {
		if err := i.Objects.Delete(ctx, key); err != nil {
			return fmt.Errorf("delete object %s: %w", key, err)
		}
	}
	return nil
}

// erase deletes the rows of a site's imports from tables; an empty list means all imports.
func (i *Importer) erase(ctx context.Context, accountID, siteID string, imports []string, tables ...string) error {
	for _, table := range tables {
		sql, err := eraseSQL.ReadFile("queries/erase_" + table + ".sql")
		if err != nil {
			return err
		}
		err = i.Facts.Exec(ctx, string(sql), map[string]any{"account_id": accountID, "site_id": siteID, "imports": imports})
		if err != nil {
			return fmt.Errorf("erase %s of site %s: %w", table, siteID, err)
		}
	}
	return nil
}
