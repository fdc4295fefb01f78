package issues

import (
	"context"
	_ "embed"
	"fmt"
	"time"

	"upslope"
	"upslope/analytics/facts"
)

//go:embed issue_export.sql
var issueExportSQL string

// ExportIssues streams all matching issues, worst first, with readable columns instead of IDs. An error of
// each ends the query and is returned.
func (i *Issues) ExportIssues(ctx context.Context, accountID string, filter upslope.IssueFilter, each func(upslope.TechnicalIssue) error) error {
	params, err := i.visible(ctx, accountID, "", filter)
	if err != nil || params == nil {
		return err
	}
	return i.Tables.Query(ctx, facts.Given().Must(issueExportSQL, issueRowsSQL), params, func(columns []string, values []any) error {
		var issue upslope.TechnicalIssue
		var as string
		for n, target := range []*string{&issue.URL, &issue.Title, &issue.Severity, &issue.Details, &issue.Status, &as} {
			text, isText := values[n].(string)
			if !isText {
				return fmt.Errorf("export issues: column %s is a %T", columns[n], values[n])
			}
			*target = text
		}
		issue.Seen = seen(as)
		issue.ImportedAt, _ = values[6].(time.Time)
		issue.IssueType, _ = values[7].(string)
		return each(issue)
	})
}
