// Package issues reads the technical issues and pages of the newest crawls, compares them with earlier
// crawls, and marks issues as fixed.
package issues

import (
	"context"
	_ "embed"
	"time"

	"upslope"
	"upslope/analytics/facts"
)

// Issues reads the technical issues and pages of each site's newest crawl, compares them with earlier crawls
// and stores the owner's marks.
type Issues struct {
	Tables  Tables
	Records Records
	Now     func() time.Time
}

// Tables reads rows into *[]T, where T has the columns in `ch` tags, or one by one.
type Tables interface {
	facts.Querier
	Select(ctx context.Context, rows any, sql string, params map[string]any) error
}

// Records returns the current crawls and the marked issues. siteID "" is every site of the account.
type Records interface {
	// NewestCrawls returns the newest crawl of each site.
	NewestCrawls(ctx context.Context, accountID, siteID string) ([]upslope.Crawl, error)
	// CrawlImports returns the import IDs of the issues of all crawls.
	CrawlImports(ctx context.Context, accountID, siteID string) ([]string, error)
	// ComparedTypes returns, for each type of issue that the newest crawl covers, the last earlier crawl that
	// did.
	ComparedTypes(ctx context.Context, accountID, siteID string) ([]upslope.ComparedType, error)
	// ComparedCrawls returns two crawls of one site, the newer one first; crawlID "" is the site's newest.
	ComparedCrawls(ctx context.Context, accountID, siteID, crawlID, against string) (newer, older upslope.Crawl, err error)
	// FixedIssues returns the IDs of issues marked as fixed and not seen by a newer crawl.
	FixedIssues(ctx context.Context, accountID, siteID string) ([]string, error)
	// ReopenedIssues returns the IDs of issues marked before the newest crawl.
	ReopenedIssues(ctx context.Context, accountID, siteID string) ([]string, error)
	// MarkIssue marks an issue as fixed or as open again, and returns the account's version.
	MarkIssue(ctx context.Context, accountID, siteID, issueID string, fixed bool, now time.Time) (int64, error)
	// InsightsOfPage returns the IDs of unresolved insights about a page.
	InsightsOfPage(ctx context.Context, accountID, siteID, page string) ([]string, error)
}

//go:embed issue_rows.sql
var issueRowsSQL string

//go:embed issue_list.sql
var issueListSQL string

//go:embed issue_counts.sql
var issueCountsSQL string

//go:embed issue_first_seen.sql
var issueFirstSeenSQL string

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
	Reopened   bool      `ch:"is_reopened"`
	Seen       string    `ch:"seen_as"`
	ImportedAt time.Time `ch:"imported_at"`
	Total      uint64    `ch:"total"`
}

// Issues returns one page of the matching issues and their total.
func (i *Issues) Issues(ctx context.Context, accountID string, filter upslope.IssueFilter) ([]upslope.TechnicalIssue, int64, error) {
	return i.list(ctx, accountID, "", filter)
}

func (i *Issues) list(ctx context.Context, accountID, issueID string, filter upslope.IssueFilter) ([]upslope.TechnicalIssue, int64, error) {
	params, err := i.visible(ctx, accountID, issueID, filter)
	if err != nil || params == nil {
		return nil, 0, err
	}
	params["sort"], params["limit"], params["offset"] = filter.Sort, filter.Limit, filter.Offset
	var rows []issueRow
	if err := i.Tables.Select(ctx, &rows, facts.Given().Must(issueListSQL, issueRowsSQL), params); err != nil {
		return nil, 0, err
	}
	if len(rows) == 0 && filter.Offset > 0 {
		// An offset past the end returns no row, and the total is a column: read one row for it.
		filter.Offset, filter.Limit = 0, 1
		_, total, err := i.list(ctx, accountID, issueID, filter)
		return nil, total, err
	}
	issues := make([]upslope.TechnicalIssue, len(rows))
	var total int64
	for n, row := range rows {
		total = int64(row.Total)
		issues[n] = upslope.TechnicalIssue{
			ID: row.ID, SiteID: row.SiteID, IssueType: row.IssueType, Title: row.Title, Severity: row.Severity, PageID: row.PageID, URL: row.URL,
			Details: row.Details, Status: row.Status, Reopened: row.Reopened, Seen: seen(row.Seen), ImportedAt: row.ImportedAt,
		}
	}
	return issues, total, i.addFirstSeen(ctx, accountID, issues, params)
}

// seen returns nil for an issue whose type is not compared.
func seen(as string) *string {
	if as == "" {
		return nil
	}
	return &as
}

// addFirstSeen sets when the first crawl with each issue was imported.
func (i *Issues) addFirstSeen(ctx context.Context, accountID string, issues []upslope.TechnicalIssue, params map[string]any) error {
	if len(issues) == 0 {
		return nil
	}
	imports, err := i.Records.CrawlImports(ctx, accountID, "")
	if err != nil {
		return err
	}
	ids := make([]string, len(issues))
	for n, issue := range issues {
		ids[n] = issue.ID
	}
	var rows []struct {
		ID string    `ch:"id"`
		At time.Time `ch:"first_seen_at"`
	}
	err = i.Tables.Select(ctx, &rows, facts.Given().Must(issueFirstSeenSQL), map[string]any{
		"account_id": accountID, "sites": params["sites"], "imports": imports, "ids": ids,
	})
	first := make(map[string]time.Time, len(rows))
	for _, row := range rows {
		first[row.ID] = row.At
	}
	for n := range issues {
		issues[n].FirstSeenAt = first[issues[n].ID]
	}
	return err
}

// CountIssues returns the open issues of a filter's crawls by type with their change, worst first.
func (i *Issues) CountIssues(ctx context.Context, accountID string, filter upslope.IssueFilter) ([]upslope.IssueCount, error) {
	filter.Seen = "all"
	params, err := i.visible(ctx, accountID, "", filter)
	if err != nil || params == nil {
		return nil, err
	}
	var rows []struct {
		IssueType  string `ch:"issue_type"`
		Title      string `ch:"title_words"`
		Severity   string `ch:"worst_severity"`
		Pages      uint64 `ch:"pages"`
		Compared   bool   `ch:"is_compared"`
		New        uint64 `ch:"new_issues"`
		StillThere uint64 `ch:"still_there_issues"`
		Gone       uint64 `ch:"gone_issues"`
	}
	if err := i.Tables.Select(ctx, &rows, facts.Given().Must(issueCountsSQL, issueRowsSQL), params); err != nil {
		return nil, err
	}
	counts := make([]upslope.IssueCount, len(rows))
	for n, row := range rows {
		counts[n] = upslope.IssueCount{IssueType: row.IssueType, Title: row.Title, About: about[row.IssueType], Severity: row.Severity, Pages: int64(row.Pages)}
		if row.Compared {
			counts[n].New, counts[n].StillThere, counts[n].Gone = new(int64(row.New)), new(int64(row.StillThere)), new(int64(row.Gone))
		}
	}
	return counts, nil
}

// MarkIssue marks an issue as fixed or open and returns its new state with the account's version.
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
	issue.Status, issue.Reopened = status, false
	return issue, version, err
}
