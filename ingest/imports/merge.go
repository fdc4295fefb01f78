package imports

import (
	"context"
	_ "embed"
	"fmt"

	"github.com/google/uuid"

	"upslope"
)

var (
	//go:embed queries/merge_tabs.sql
	mergeTabsSQL string
	//go:embed queries/count_pages.sql
	countPagesSQL string
	//go:embed queries/count_links.sql
	countLinksSQL string
	//go:embed queries/union_links.sql
	unionLinksSQL string
)

// errRowsLost is an outage: ClickHouse acknowledged rows and lost them, as it does on a full disk.
var errRowsLost = upslope.Errorf(upslope.Unavailable, "Some rows of this file were lost while they were being stored. The file will be imported again.")

// merge joins the file's tables: one row per URL, each link once. A file of one table stays as it was read.
func (a *attempt) merge(ctx context.Context) error {
	scope := map[string]any{"account_id": a.upload.AccountID, "site_id": a.site.ID, "import_id": a.upload.ImportID}
	a.upload.Pages, a.upload.ForeignPages, a.upload.Links = 0, 0, 0 // those of an earlier import
	rows, err := a.countPages(ctx, scope)
	if err != nil {
		return err
	}
	if a.links.sent > 0 {
		if a.upload.Links, _, err = a.countLinks(ctx, a.upload.ImportID); err != nil {
			return err
		}
	}
	if rows != a.pages.sent || a.upload.Links != a.links.sent {
		return fmt.Errorf("%w (%d of %d pages and %d of %d links are stored)", errRowsLost, rows, a.pages.sent, a.upload.Links, a.links.sent)
	}
	severalLinks := a.files.linkTabs > 1
	if a.upload.Pages+a.upload.ForeignPages == a.pages.sent && !severalLinks && !a.files.changesRows() {
		return nil
	}
	read := a.upload.ImportID
	merged := uuid.NewString()
	if err := a.begin(ctx, merged); err != nil {
		return err
	}
	a.upload.ImportID = merged
	scope["import_id"], scope["read_import"], scope["imports"] = merged, read, []string{read}
	scope["own_domains"], scope["left_out_tabs"] = a.files.ownDomains(), a.files.leftOut()
	if err := a.Facts.Exec(ctx, mergeTabsSQL, scope); err != nil {
		return fmt.Errorf("join the tables of %s: %w", a.upload.FileName, err)
	}
	if a.links.sent > 0 {
		if err := a.Facts.Exec(ctx, unionLinksSQL, scope); err != nil {
			return fmt.Errorf("join the links of %s: %w", a.upload.FileName, err)
		}
		if a.upload.Links, _, err = a.countLinks(ctx, merged); err != nil {
			return err
		}
	}
	_, err = a.countPages(ctx, scope)
	return err
}

// countPages counts the file's pages, and returns the rows that they have.
func (a *attempt) countPages(ctx context.Context, scope map[string]any) (rows int64, err error) {
	if a.pages.sent == 0 {
		return 0, nil
	}
	var counts []struct {
		Rows    uint64 `ch:"rows"`
		Own     uint64 `ch:"own_pages"`
		Foreign uint64 `ch:"foreign_pages"`
	}
	if err := a.Facts.Select(ctx, &counts, countPagesSQL, scope); err != nil {
		return 0, fmt.Errorf("count the pages of %s: %w", a.upload.FileName, err)
	}
	a.upload.Pages, a.upload.ForeignPages = int64(counts[0].Own), int64(counts[0].Foreign)
	return int64(counts[0].Rows), nil
}

// countLinks returns the number of links of an import, and of those that are images without alt text.
func (a *attempt) countLinks(ctx context.Context, importID string) (links, withoutAlt int64, err error) {
	var counts []struct {
		Links      uint64 `ch:"links"`
		WithoutAlt uint64 `ch:"without_alt"`
	}
	scope := map[string]any{"account_id": a.upload.AccountID, "site_id": a.site.ID, "import_id": importID}
	if err := a.Facts.Select(ctx, &counts, countLinksSQL, scope); err != nil {
		return 0, 0, fmt.Errorf("count links: %w", err)
	}
	return int64(counts[0].Links), int64(counts[0].WithoutAlt), nil
}
