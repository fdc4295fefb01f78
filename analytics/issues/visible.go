package issues

import (
	"context"

	"upslope"
	"upslope/analytics/facts"
)

// visible returns the parameters of issue_rows.sql: the account's visible imports, those to compare with and
// the filter; nil without a crawl.
func (i *Issues) visible(ctx context.Context, accountID, issueID string, filter upslope.IssueFilter) (map[string]any, error) {
	crawls, err := i.Records.NewestCrawls(ctx, accountID, filter.SiteID)
	if err != nil || len(crawls) == 0 {
		return nil, err
	}
	compared, err := i.Records.ComparedTypes(ctx, accountID, filter.SiteID)
	if err != nil {
		return nil, err
	}
	fixed, err := i.Records.FixedIssues(ctx, accountID, filter.SiteID)
	if err != nil {
		return nil, err
	}
	reopened, err := i.Records.ReopenedIssues(ctx, accountID, filter.SiteID)
	if err != nil {
		return nil, err
	}
	sites, imports, partial := make([]string, len(crawls)), make([]string, len(crawls)), []string{}
	for n, crawl := range crawls {
		sites[n], imports[n] = crawl.SiteID, crawl.ImportID
		if crawl.Partial {
			partial = append(partial, crawl.SiteID)
		}
	}
	types, importsBefore, pairs := make([]string, len(compared)), make([]string, len(compared)), make([]string, len(compared))
	for n, c := range compared {
		types[n], importsBefore[n], pairs[n] = c.IssueType, c.ImportID, c.SiteID+" "+c.IssueType
	}
	return map[string]any{
		"account_id": accountID, "sites": sites, "imports": imports,
		"types_before": types, "imports_before": importsBefore, "compared": pairs, "partial_sites": partial,
		"fixed": facts.NotNil(fixed), "reopened": facts.NotNil(reopened),
		"id": issueID, "type": filter.Type, "severity": filter.Severity, "status": filter.Status, "seen": filter.Seen,
		"page": filter.Page, "query": filter.Query,
	}, nil
}
