package issues

import (
	"context"
	"slices"

	"upslope"
	"upslope/analytics/facts"
)

// visible returns the parameters of issue_rows.sql: the account's visible imports, those to compare with and
// the filter; nil without a crawl.
func (i *Issues) visible(ctx context.Context, accountID, issueID string, filter upslope.IssueFilter) (map[string]any, error) {
	of, err := i.crawls(ctx, accountID, filter)
	if err != nil || len(of.crawls) == 0 {
		return nil, err
	}
	var fixed, reopened []string
	if !of.isPast {
		if fixed, err = i.Records.FixedIssues(ctx, accountID, filter.SiteID); err != nil {
			return nil, err
		}
		if reopened, err = i.Records.ReopenedIssues(ctx, accountID, filter.SiteID); err != nil {
			return nil, err
		}
	}
	sites, imports, partial := make([]string, len(of.crawls)), make([]string, len(of.crawls)), []string{}
	for n, crawl := range of.crawls {
		sites[n], imports[n] = crawl.SiteID, crawl.ImportID
		if crawl.Partial {
			partial = append(partial, crawl.SiteID)
		}
	}
	types, importsBefore, pairs := make([]string, len(of.compared)), make([]string, len(of.compared)), make([]string, len(of.compared))
	for n, c := range of.compared {
		types[n], importsBefore[n], pairs[n] = c.IssueType, c.ImportID, c.SiteID+" "+c.IssueType
	}
	return map[string]any{
		"account_id": accountID, "sites": sites, "imports": imports,
		"types_before": types, "imports_before": importsBefore, "compared": pairs, "partial_sites": partial, "partial_before": facts.NotNil(of.partialBefore),
		"fixed": facts.NotNil(fixed), "reopened": facts.NotNil(reopened),
		"id": issueID, "type": filter.Type, "severity": filter.Severity, "status": filter.Status, "seen": filter.Seen,
		"page": filter.Page, "query": filter.Query,
	}, nil
}

// crawlsOf are the crawls whose issues are read, and what they are compared with.
type crawlsOf struct {
	crawls        []upslope.Crawl
	compared      []upslope.ComparedType
	partialBefore []string // partial imports of chosen crawls: what they lack may have been there
	isPast        bool     // a newer crawl exists, which marks are about
}

// crawls returns the newest crawls, or the two that were chosen.
func (i *Issues) crawls(ctx context.Context, accountID string, filter upslope.IssueFilter) (of crawlsOf, err error) {
	if filter.Against == "" {
		if filter.Crawl != "" {
			return of, upslope.FieldErrorf("against", "Add against, the crawl to compare with.")
		}
		if of.crawls, err = i.Records.NewestCrawls(ctx, accountID, filter.SiteID); err != nil || len(of.crawls) == 0 {
			return of, err
		}
		of.compared, err = i.Records.ComparedTypes(ctx, accountID, filter.SiteID)
		return of, err
	}
	if filter.SiteID == "" {
		return of, upslope.FieldErrorf("siteId", "Add siteId: crawls are compared within one site.")
	}
	newer, older, err := i.Records.ComparedCrawls(ctx, accountID, filter.SiteID, filter.Crawl, filter.Against)
	if err != nil {
		return of, err
	}
	newest, err := i.Records.NewestCrawls(ctx, accountID, filter.SiteID)
	if err != nil {
		return of, err
	}
	of.crawls, of.isPast = []upslope.Crawl{newer}, len(newest) > 0 && newest[0].ImportID != newer.ImportID
	for _, issueType := range newer.Judged {
		if slices.Contains(older.Judged, issueType) {
			of.compared = append(of.compared, upslope.ComparedType{SiteID: newer.SiteID, IssueType: issueType, ImportID: older.ImportID})
		}
	}
	if older.Partial {
		of.partialBefore = []string{older.ImportID}
	}
	return of, nil
}
