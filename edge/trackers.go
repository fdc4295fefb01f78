package edge

import (
	"context"

	"upslope"
	"upslope/edge/api"
	"upslope/edge/request"
)

// Trackers keeps the issue trackers of accounts. Writes return the account's new version.
type Trackers interface {
	Trackers(ctx context.Context, accountID string) ([]upslope.Tracker, error)
	// Add tries the tracker with the token first.
	Add(ctx context.Context, tracker upslope.Tracker, token string) (upslope.Tracker, int64, error)
	Delete(ctx context.Context, accountID, id string) (int64, error)
	Issues(ctx context.Context, accountID, insightID string) ([]upslope.TrackerIssue, error)
	// Create sends an insight to a tracker as an issue; Conflict when it has one there.
	Create(ctx context.Context, accountID, trackerID string, insight upslope.Insight, text string) (upslope.TrackerIssue, int64, error)
}

// ListTrackers returns the account's issue trackers.
func (h *handlers) ListTrackers(ctx context.Context, _ api.ListTrackersRequestObject) (api.ListTrackersResponseObject, error) {
	trackers, err := h.deps.Trackers.Trackers(ctx, request.AccountID(ctx))
	return api.ListTrackers200JSONResponse{Body: list(trackers), Headers: api.ListTrackers200ResponseHeaders{XTotalCount: count(trackers)}}, err
}

// CreateTracker connects an issue tracker.
func (h *handlers) CreateTracker(ctx context.Context, in api.CreateTrackerRequestObject) (api.CreateTrackerResponseObject, error) {
	added, now, err := h.deps.Trackers.Add(ctx, upslope.Tracker{
		AccountID: request.AccountID(ctx), Name: in.Body.Name, Kind: in.Body.Kind, Project: in.Body.Project, BaseURL: value(in.Body.BaseUrl), Email: value(in.Body.Email),
	}, in.Body.Token)
	return api.CreateTracker201JSONResponse{Body: added, Headers: api.CreateTracker201ResponseHeaders{XVersion: version(now)}}, err
}

// DeleteTracker disconnects an issue tracker.
func (h *handlers) DeleteTracker(ctx context.Context, in api.DeleteTrackerRequestObject) (api.DeleteTrackerResponseObject, error) {
	now, err := h.deps.Trackers.Delete(ctx, request.AccountID(ctx), in.Id)
	return api.DeleteTracker204Response{Headers: api.DeleteTracker204ResponseHeaders{XVersion: version(now)}}, err
}

// ListTrackerIssues returns the issues of an insight in the account's trackers.
func (h *handlers) ListTrackerIssues(ctx context.Context, in api.ListTrackerIssuesRequestObject) (api.ListTrackerIssuesResponseObject, error) {
	if _, err := h.insight(ctx, in.Id); err != nil {
		return nil, err
	}
	issues, err := h.deps.Trackers.Issues(ctx, request.AccountID(ctx), in.Id)
	return api.ListTrackerIssues200JSONResponse{Body: list(issues), Headers: api.ListTrackerIssues200ResponseHeaders{XTotalCount: count(issues)}}, err
}

// CreateTrackerIssue sends an insight to a tracker: its ticket becomes an issue there.
func (h *handlers) CreateTrackerIssue(ctx context.Context, in api.CreateTrackerIssueRequestObject) (api.CreateTrackerIssueResponseObject, error) {
	insight, fixes, err := h.fixesOf(ctx, in.Id)
	if err != nil {
		return nil, err
	}
	text := insight.Summary
	for _, fix := range fixes {
		if fix.Kind == "ticket" {
			text = fix.Content
		}
	}
	created, now, err := h.deps.Trackers.Create(ctx, request.AccountID(ctx), in.Body.TrackerId, insight, text)
	return api.CreateTrackerIssue201JSONResponse{Body: created, Headers: api.CreateTrackerIssue201ResponseHeaders{XVersion: version(now)}}, err
}
