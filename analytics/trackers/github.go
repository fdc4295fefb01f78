package trackers

import (
	"context"
	"net/http"
	"strconv"

	"upslope"
)

// gitHub is the REST API of GitHub, for one repository.
type gitHub struct {
	caller
	base, repository, token string
}

func (g gitHub) call(ctx context.Context, method, path string, in, out any) error {
	return g.caller.call(ctx, method, g.base+"/repos/"+g.repository+path, http.Header{
		"Authorization": {"Bearer " + g.token}, "Accept": {"application/vnd.github+json"}, "X-Github-Api-Version": {"2022-11-28"},
	}, in, out)
}

func (g gitHub) check(ctx context.Context) error {
	var repository struct {
		HasIssues *bool `json:"has_issues"`
		Archived  bool  `json:"archived"`
	}
	err := g.call(ctx, http.MethodGet, "", nil, &repository)
	switch {
	case isMissing(err):
		return upslope.FieldErrorf("project", "GitHub knows no repository %s, or this token cannot see it.", g.repository)
	case err != nil:
		return g.explain(err)
	case repository.Archived:
		return upslope.FieldErrorf("project", "%s is archived, so it takes no issues.", g.repository)
	case repository.HasIssues != nil && !*repository.HasIssues:
		return upslope.FieldErrorf("project", "Issues are turned off in %s. Turn them on in its settings on GitHub.", g.repository)
	}
	return nil
}

func (g gitHub) create(ctx context.Context, title, text string) (upslope.TrackerIssue, error) {
	var made struct {
		Number int    `json:"number"`
		URL    string `json:"html_url"`
	}
	if err := g.call(ctx, http.MethodPost, "/issues", map[string]any{"title": title, "body": text}, &made); err != nil {
		return upslope.TrackerIssue{}, g.explain(err)
	}
	number := strconv.Itoa(made.Number)
	return upslope.TrackerIssue{Key: "#" + number, RemoteID: number, URL: made.URL}, nil
}

func (g gitHub) status(ctx context.Context, issue upslope.TrackerIssue) (string, error) {
	var found struct {
		State  string `json:"state"`
		Reason string `json:"state_reason"`
	}
	err := g.call(ctx, http.MethodGet, "/issues/"+issue.RemoteID, nil, &found)
	switch {
	case isMissing(err):
		return upslope.TrackerIssueGone, nil
	case err != nil:
		return "", g.explain(err)
	case found.State != "closed":
		return upslope.TrackerIssueOpen, nil
	case found.Reason == "not_planned", found.Reason == "duplicate":
		return upslope.TrackerIssueGone, nil
	}
	return upslope.TrackerIssueDone, nil
}
