package imports

import (
	"context"
	_ "embed"
	"fmt"
	"slices"

	"upslope"
	"upslope/ingest/crawl"
)

//go:embed queries/page_changes.sql
var pageChangesSQL string

// maxPageChanges is how many changes of a crawl are kept.
const maxPageChanges = 1000

// pageChanges compares the pages of our own crawler's new crawl with those of the crawl before.
func (a *attempt) pageChanges(ctx context.Context, base *upslope.Crawl, crawled upslope.Crawl) ([]upslope.PageChange, error) {
	ours := slices.ContainsFunc(a.upload.Recognition, func(tab upslope.RecognizedTab) bool { return tab.Crawler == crawl.Upslope })
	if !ours || a.upload.Part || base == nil || base.ID == crawled.ID {
		return nil, nil
	}
	var rows []struct {
		Kind   string `ch:"kind"`
		Page   string `ch:"page"`
		URL    string `ch:"url"`
		Was    string `ch:"was"`
		Became string `ch:"became"`
	}
	err := a.Facts.Select(ctx, &rows, pageChangesSQL, map[string]any{
		"account_id": a.upload.AccountID, "site_id": a.site.ID, "before": base.ImportID, "after": crawled.ImportID,
		"partial": base.Partial || crawled.Partial, "max_changes": uint32(maxPageChanges),
	})
	if err != nil {
		return nil, fmt.Errorf("compare the pages of two crawls: %w", err)
	}
	changes := make([]upslope.PageChange, len(rows))
	for i, row := range rows {
		changes[i] = upslope.PageChange{Kind: row.Kind, Page: row.Page, URL: row.URL, Was: row.Was, Became: row.Became}
	}
	return changes, nil
}
