package trackers

import (
	"context"
	"encoding/base64"
	"net/http"
	"net/url"
	"regexp"
	"slices"
	"strings"

	"upslope"
)

// jira is the REST API (version 2) of a site of Jira Cloud, for one project.
type jira struct {
	caller
	tracker upslope.Tracker
	token   string
}

func (j jira) call(ctx context.Context, method, path string, in, out any) error {
	return j.caller.call(ctx, method, j.tracker.BaseURL+"/rest/api/2/"+path, http.Header{
		"Authorization": {"Basic " + base64.StdEncoding.EncodeToString([]byte(j.tracker.Email+":"+j.token))}, "Accept": {"application/json"},
	}, in, out)
}

func (j jira) check(ctx context.Context) error {
	_, err := j.issueType(ctx)
	return err
}

// issueType is the type of new issues: a task, else the project's first type of its level, else the first
// that is no subtask.
func (j jira) issueType(ctx context.Context) (id string, err error) {
	var project struct {
		Types []struct {
			ID      string `json:"id"`
			Name    string `json:"name"`
			Subtask bool   `json:"subtask"`
			Level   int    `json:"hierarchyLevel"` // 0; 1 is an epic, -1 a subtask
		} `json:"issueTypes"`
	}
	err = j.call(ctx, http.MethodGet, "project/"+url.PathEscape(j.tracker.Project), nil, &project)
	if isMissing(err) {
		return "", upslope.FieldErrorf("project", "Jira knows no project %s, or this user cannot see it.", j.tracker.Project)
	}
	if err != nil {
		return "", j.explain(err)
	}
	at, rank := -1, 0
	for i, one := range project.Types {
		fits := 1
		switch {
		case one.Subtask:
			continue
		case one.Name == "Task":
			fits = 3
		case one.Level == 0: // a task in another language
			fits = 2
		}
		if fits > rank {
			at, rank = i, fits
		}
	}
	if at < 0 {
		return "", upslope.FieldErrorf("project", "The Jira project %s has no type of issue that can be created.", j.tracker.Project)
	}
	return project.Types[at].ID, nil
}

func (j jira) create(ctx context.Context, title, text string) (upslope.TrackerIssue, error) {
	kind, err := j.issueType(ctx)
	if err != nil {
		return upslope.TrackerIssue{}, err
	}
	var made struct {
		ID  string `json:"id"`
		Key string `json:"key"`
	}
	fields := map[string]any{
		"project": map[string]string{"key": j.tracker.Project}, "issuetype": map[string]string{"id": kind}, "summary": title, "description": inJira(text),
	}
	if err := j.call(ctx, http.MethodPost, "issue", map[string]any{"fields": fields}, &made); err != nil {
		return upslope.TrackerIssue{}, j.explain(err)
	}
	return upslope.TrackerIssue{Key: made.Key, RemoteID: made.ID, URL: j.tracker.BaseURL + "/browse/" + url.PathEscape(made.Key)}, nil
}

func (j jira) status(ctx context.Context, issue upslope.TrackerIssue) (string, error) {
	var found struct {
		Fields struct {
			Status struct {
				Category struct {
					Key string `json:"key"`
				} `json:"statusCategory"`
			} `json:"status"`
			Resolution *struct {
				Name string `json:"name"`
			} `json:"resolution"`
		} `json:"fields"`
	}
	err := j.call(ctx, http.MethodGet, "issue/"+url.PathEscape(issue.RemoteID)+"?fields=status,resolution", nil, &found)
	switch {
	case isMissing(err):
		return upslope.TrackerIssueGone, nil
	case err != nil:
		return "", j.explain(err)
	case found.Fields.Status.Category.Key != "done":
		return upslope.TrackerIssueOpen, nil
	case found.Fields.Resolution != nil && slices.Contains(notDone, found.Fields.Resolution.Name):
		return upslope.TrackerIssueGone, nil
	}
	return upslope.TrackerIssueDone, nil
}

// notDone are the resolutions of Jira's own that do not mean that the work was done. A site may add others,
// or rename these.
var notDone = []string{"Won't Do", "Won't Fix", "Duplicate", "Cannot Reproduce", "Incomplete", "Declined"} //nolint:gochecknoglobals // as documented

var (
	markdownLink = regexp.MustCompile(`\[([^\]]+)\]\((https?://[^)\s]+)\)`)
	escaped      = regexp.MustCompile(`\\([\\` + "`" + `*_{}\[\]()<>#+.!|~-])`)
)

// inJira turns the Markdown of a ticket into Jira's own markup.
func inJira(text string) string {
	lines := strings.Split(text, "\n")
	for i, line := range lines {
		marks := len(line) - len(strings.TrimLeft(line, "#"))
		switch {
		case marks > 0 && marks < 7 && strings.HasPrefix(line[marks:], " "):
			line = "h" + string(rune('1'+marks)) + "." + line[marks:]
		case strings.HasPrefix(line, "- [ ] "):
			line = "# " + line[len("- [ ] "):]
		case strings.HasPrefix(line, "- "):
			line = "* " + line[len("- "):]
		}
		line = markdownLink.ReplaceAllString(strings.ReplaceAll(line, "**", "*"), "[$1|$2]")
		lines[i] = escaped.ReplaceAllString(line, `\$1`)
	}
	return strings.Join(lines, "\n")
}
