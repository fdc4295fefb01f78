package ingest

import (
	"context"
	"embed"
	"fmt"
)

//go:embed erase_*.sql
var eraseSQL embed.FS

// EraseSite deletes what a deleted site left in ClickHouse and in object storage.
func (i *Importer) EraseSite(ctx context.Context, accountID, siteID string, objectKeys []string) error {
	if err := i.erase(ctx, accountID, siteID, []string{}); err != nil {
		return err
	}
	for _, key := range objectKeys {
		if err := i.Objects.Delete(ctx, key); err != nil {
			return fmt.Errorf("delete object %s: %w", key, err)
		}
	}
	return nil
}

// erase deletes the rows of the imports of a site; no imports are all of them.
func (i *Importer) erase(ctx context.Context, accountID, siteID string, imports []string) error {
	for _, table := range []string{"pages", "links", "technical_issues"} {
		sql, err := eraseSQL.ReadFile("erase_" + table + ".sql")
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
