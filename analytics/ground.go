package analytics

import (
	"context"
	_ "embed"
	"fmt"
	"maps"
	"time"

	"upslope"
)

//go:embed tables/folders.sql
var foldersSQL string

// The constants of folders.sql, (cal).
const (
	folderMinPages       = 5   // fewer pages make no folder
	folderMaxRootFolders = 100 // more folders at the root are a crowd
	folderMaxFolders     = 12  // more folders elsewhere are one
	folderMinShare       = .1  // of its sisters' pages: a folder in a crowd that has them stands out
)

// ground is what detectors share: what may be looked at, and how the site is laid out.
type ground struct {
	crawl  *upslope.Crawl
	params map[string]any // account_id, sites, imports, links, rankings, fixed, folders
}

// ground reads what the detectors of a site share.
func (e *Engine) ground(ctx context.Context, accountID, siteID string, crawl *upslope.Crawl) (*ground, error) {
	fixed, err := e.store.FixedIssues(ctx, accountID, siteID)
	if err != nil {
		return nil, fmt.Errorf("read the issues marked as fixed: %w", err)
	}
	params := map[string]any{
		"account_id": accountID, "sites": []string{siteID}, "imports": []string{crawl.ImportID}, "fixed": notNil(fixed),
		"min_pages": folderMinPages, "max_root_folders": folderMaxRootFolders, "max_folders": folderMaxFolders, "min_share": folderMinShare,
	}
	folders := []string{}
	err = e.facts.Query(ctx, foldersSQL, params, func(_ []string, values []any) error {
		folder, _ := values[0].(string)
		folders = append(folders, folder)
		return nil
	})
	if err != nil {
		return nil, fmt.Errorf("find the folders of the site: %w", err)
	}
	ranking, err := e.ranking(ctx, accountID, siteID, crawl)
	if err != nil {
		return nil, err
	}
	return &ground{crawl: crawl, params: map[string]any{
		"account_id": accountID, "sites": params["sites"], "imports": params["imports"], "links": listed(crawl.LinksImportID),
		"rankings": listed(ranking), "fixed": params["fixed"], "folders": folders,
	}}, nil
}

// with adds the parameters of one query.
func (g *ground) with(more ...map[string]any) map[string]any {
	params := maps.Clone(g.params)
	for _, some := range more {
		maps.Copy(params, some)
	}
	return params
}

// factsAt is when the crawler looked, as far as the file says, else when the file came.
func (g *ground) factsAt() time.Time {
	if g.crawl.CrawledAt != nil {
		return *g.crawl.CrawledAt
	}
	return g.crawl.ImportedAt
}

// evidence says where the facts are from.
func (g *ground) evidence() map[string]any {
	evidence := map[string]any{"source": "Crawl"}
	if g.crawl.FileName != "" {
		evidence["source"] = "Crawl, " + g.crawl.FileName
	}
	if g.crawl.CrawledAt != nil {
		evidence["window"] = "Crawled on " + g.crawl.CrawledAt.Format("2 January 2006")
	} else {
		evidence["window"] = "Uploaded on " + g.crawl.ImportedAt.Format("2 January 2006") + "; the file does not say when it was crawled"
	}
	return evidence
}

// listed is a list of an id, empty without one.
func listed(id string) []string {
	if id == "" {
		return []string{}
	}
	return []string{id}
}

// notNil makes a missing list an empty one: a query's parameter cannot be nothing.
func notNil[T any](list []T) []T {
	if list == nil {
		return []T{}
	}
	return list
}
