package analytics

import (
	"context"
	_ "embed"
	"time"

	"upslope"
)

// Issues reads the technical issues of the newest crawl of each site and keeps what their owner says of them.
type Issues struct {
	Tables  Tables
	Records IssueRecords
	Now     func() time.Time
}

// Tables reads the rows of a query into *[]T, where T has the columns in `ch` tags.
type Tables interface {
	Select(ctx context.Context, rows any, sql string, params map[string]any) error
}

// IssueRecords says which crawls count and which issues are marked.
type IssueRecords interface {
	// NewestCrawls answers the newest crawl of each site; siteID "" is every site of the account.
	NewestCrawls(ctx context.Context, accountID, siteID string) ([]upslope.Crawl, error)
	// FixedIssues answers the ids of the issues that are marked and were not seen by a newer crawl.
	FixedIssues(ctx context.Context, accountID, siteID string) ([]string, error)
	// MarkIssue marks an issue as fixed or takes that back, and answers the account's version.
	MarkIssue(ctx context.Context, accountID, siteID, issueID string, fixed bool, now time.Time) (int64, error)
}

//go:embed tables/issues.sql
var issuesSQL string

//go:embed tables/issue_counts.sql
var issueCountsSQL string

type issueRow struct {
	ID         string    `ch:"id"`
	SiteID     string    `ch:"site"`
	IssueType  string    `ch:"issue_type"`
	Title      string    `ch:"title"`
	Severity   string    `ch:"severity_name"`
	PageID     string    `ch:"page_id"`
	URL        string    `ch:"url"`
	Details    string    `ch:"details"`
	Status     string    `ch:"status"`
	ImportedAt time.Time `ch:"imported_at"`
	Total      uint64    `ch:"total"`
}

// Issues answers one page of the issues that match, and how many match in all.
func (i *Issues) Issues(ctx context.Context, accountID string, filter upslope.IssueFilter) ([]upslope.TechnicalIssue, int64, error) {
	return i.list(ctx, accountID, "", filter)
}

func (i *Issues) list(ctx context.Context, accountID, issueID string, filter upslope.IssueFilter) ([]upslope.TechnicalIssue, int64, error) {
	params, err := i.visible(ctx, accountID, filter.SiteID)
	if err != nil || params == nil {
		return nil, 0, err
	}
	params["id"], params["type"], params["severity"], params["status"] = issueID, filter.Type, filter.Severity, filter.Status
	params["query"], params["sort"] = filter.Query, filter.Sort
	params["limit"], params["offset"] = filter.Limit, filter.Offset
	var rows []issueRow
	if err := i.Tables.Select(ctx, &rows, issuesSQL, params); err != nil {
		return nil, 0, err
	}
	if len(rows) == 0 && filter.Offset > 0 {
		// Past the end: the total stands on no row.
		filter.Offset, filter.Limit = 0, 1
		_, total, err := i.list(ctx, accountID, issueID, filter)
		return nil, total, err
	}
	issues := make([]upslope.TechnicalIssue, len(rows))
	var total int64
	for n, row := range rows {
		total = int64(row.Total)
		issues[n] = upslope.TechnicalIssue{
			ID: row.ID, SiteID: row.SiteID, IssueType: row.IssueType, Title: row.Title, Severity: row.Severity,
			PageID: row.PageID, URL: row.URL, Details: row.Details, Status: row.Status, ImportedAt: row.ImportedAt,
		}
	}
	return issues, total, nil
}

// CountIssues answers how many open issues of each type there are, worst first.
func (i *Issues) CountIssues(ctx context.Context, accountID, siteID string) ([]upslope.IssueCount, error) {
	params, err := i.visible(ctx, accountID, siteID)
	if err != nil || params == nil {
		return nil, err
	}
	var rows []struct {
		IssueType string `ch:"issue_type"`
		Title     string `ch:"title_words"`
		Severity  string `ch:"worst_severity"`
		Pages     uint64 `ch:"pages"`
	}
	if err := i.Tables.Select(ctx, &rows, issueCountsSQL, params); err != nil {
		return nil, err
	}
	counts := make([]upslope.IssueCount, len(rows))
	for n, row := range rows {
		counts[n] = upslope.IssueCount{IssueType: row.IssueType, Title: row.Title, Severity: row.Severity, Pages: int64(row.Pages)}
	}
	return counts, nil
}

// MarkIssue marks an issue as fixed, or as open again, and answers it as it is then with the account's version.
func (i *Issues) MarkIssue(ctx context.Context, accountID, issueID, status string) (upslope.TechnicalIssue, int64, error) {
	if status != "open" && status != "fixed" {
		return upslope.TechnicalIssue{}, 0, upslope.FieldErrorf("status", "Unknown status %q. Use open or fixed.", status)
	}
	found, _, err := i.list(ctx, accountID, issueID, upslope.IssueFilter{Limit: 1})
	if err != nil {
		return upslope.TechnicalIssue{}, 0, err
	}
	if len(found) == 0 || issueID == "" {
		return upslope.TechnicalIssue{}, 0, upslope.Errorf(upslope.NotFound, "This issue does not exist.")
	}
	issue := found[0]
	version, err := i.Records.MarkIssue(ctx, accountID, issue.SiteID, issue.ID, status == "fixed", i.Now())
	issue.Status = status
	return issue, version, err
}

// visible makes the parameters that scope a query to what the account may see; nil when there is no crawl at all.
func (i *Issues) visible(ctx context.Context, accountID, siteID string) (map[string]any, error) {
	crawls, err := i.Records.NewestCrawls(ctx, accountID, siteID)
	if err != nil || len(crawls) == 0 {
		return nil, err
	}
	fixed, err := i.Records.FixedIssues(ctx, accountID, siteID)
	if err != nil {
		return nil, err
	}
	sites, imports := make([]string, len(crawls)), make([]string, len(crawls))
	for n, crawl := range crawls {
		sites[n], imports[n] = crawl.SiteID, crawl.ImportID
	}
	if fixed == nil {
		fixed = []string{}
	}
	return map[string]any{"account_id": accountID, "sites": sites, "imports": imports, "fixed": fixed}, nil
}
