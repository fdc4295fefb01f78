package trackers

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"strings"

	"upslope"
)

// linear is the GraphQL API of Linear, for one team.
type linear struct {
	caller
	address, team, token string
}

// linearError is an error of Linear. Its documentation names the code; its own client reads the type.
type linearError struct {
	Message    string `json:"message"`
	Extensions struct {
		Code    string `json:"code"`
		Type    string `json:"type"`
		Message string `json:"userPresentableMessage"`
	} `json:"extensions"`
}

// is reports whether the error is of a kind, such as RATELIMITED, which the type writes as ratelimited.
func (e linearError) is(kind string) bool {
	return e.Extensions.Code == kind || strings.EqualFold(strings.ReplaceAll(e.Extensions.Type, " ", "_"), kind)
}

// ask sends a query and reads its data. Linear answers errors with 200 or 400, and names them.
func (l linear) ask(ctx context.Context, query string, variables map[string]any, data any) error {
	answer := struct {
		Data   any           `json:"data"`
		Errors []linearError `json:"errors"`
	}{Data: data}
	err := l.call(ctx, http.MethodPost, l.address, http.Header{"Authorization": {l.token}}, map[string]any{"query": query, "variables": variables}, &answer)
	refused, isRefusal := errors.AsType[*refusal](err)
	if isRefusal {
		_ = json.Unmarshal(refused.body, &answer) // what is no such answer has no errors
	}
	if err != nil && !isRefusal || len(answer.Errors) == 0 {
		return err
	}
	first := answer.Errors[0]
	switch {
	case first.is("AUTHENTICATION_ERROR"), first.is("FORBIDDEN"):
		return upslope.FieldErrorf("token", "Linear does not accept this key. Create a new one that may read and create issues.")
	case first.is("RATELIMITED") && isRefusal:
		return l.busy(refused.header)
	case first.is("RATELIMITED"):
		return l.busy(nil)
	}
	return &refusal{reply: reply{status: http.StatusBadRequest}, text: shortened(cmp.Or(first.Extensions.Message, first.Message))}
}

func (l linear) check(ctx context.Context) error {
	_, err := l.teamID(ctx)
	return err
}

func (l linear) teamID(ctx context.Context) (string, error) {
	var data struct {
		Teams struct {
			Nodes []struct {
				ID string `json:"id"`
			} `json:"nodes"`
		} `json:"teams"`
	}
	if err := l.ask(ctx, `query Team($key: String!) { teams(filter: {key: {eq: $key}}) { nodes { id } } }`, map[string]any{"key": l.team}, &data); err != nil {
		return "", l.explain(err)
	}
	if len(data.Teams.Nodes) == 0 {
		return "", upslope.FieldErrorf("project", "Linear knows no team %s, or this key cannot see it.", l.team)
	}
	return data.Teams.Nodes[0].ID, nil
}

func (l linear) create(ctx context.Context, title, text string) (upslope.TrackerIssue, error) {
	team, err := l.teamID(ctx)
	if err != nil {
		return upslope.TrackerIssue{}, err
	}
	var data struct {
		Create struct {
			Success bool `json:"success"`
			Issue   struct {
				ID         string `json:"id"`
				Identifier string `json:"identifier"`
				URL        string `json:"url"`
			} `json:"issue"`
		} `json:"issueCreate"`
	}
	err = l.ask(ctx, `mutation Create($input: IssueCreateInput!) { issueCreate(input: $input) { success issue { id identifier url } } }`,
		map[string]any{"input": map[string]any{"teamId": team, "title": title, "description": text}}, &data)
	if err == nil && !data.Create.Success {
		err = &refusal{reply: reply{status: http.StatusOK}, text: "no success"}
	}
	if err != nil {
		return upslope.TrackerIssue{}, l.explain(err)
	}
	made := data.Create.Issue
	return upslope.TrackerIssue{Key: made.Identifier, RemoteID: made.ID, URL: made.URL}, nil
}

func (l linear) status(ctx context.Context, issue upslope.TrackerIssue) (string, error) {
	var data struct {
		Issues struct {
			Nodes []struct {
				Trashed bool `json:"trashed"`
				State   struct {
					Type string `json:"type"`
				} `json:"state"`
			} `json:"nodes"`
		} `json:"issues"`
	}
	err := l.ask(ctx, `query Issue($id: ID!) { issues(filter: {id: {eq: $id}}, includeArchived: true) { nodes { trashed state { type } } } }`, map[string]any{"id": issue.RemoteID}, &data)
	if err != nil {
		return "", l.explain(err)
	}
	if len(data.Issues.Nodes) == 0 || data.Issues.Nodes[0].Trashed {
		return upslope.TrackerIssueGone, nil
	}
	switch data.Issues.Nodes[0].State.Type {
	case "completed":
		return upslope.TrackerIssueDone, nil
	case "canceled", "duplicate":
		return upslope.TrackerIssueGone, nil
	}
	return upslope.TrackerIssueOpen, nil
}
