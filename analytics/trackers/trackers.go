// Package trackers sends opportunities as issues to a team's tracker (GitHub, Jira, Linear) and follows them:
// an opportunity is done when its issue is. It owns neither what an issue says nor which addresses may be
// connected to (its Client).
package trackers

import (
	"context"
	"fmt"
	"log/slog"
	"net/http"
	"strings"
	"time"

	"github.com/google/uuid"

	"upslope"
)

// Records stores trackers and their issues.
type Records interface {
	Trackers(ctx context.Context, accountID string) ([]upslope.Tracker, error)
	Tracker(ctx context.Context, accountID, id string) (upslope.Tracker, error)
	AddTracker(ctx context.Context, tracker upslope.Tracker) (upslope.Tracker, int64, error)
	DeleteTracker(ctx context.Context, accountID, id string) (int64, error)
	SetTrackerProblem(ctx context.Context, accountID, id, problem string) error
	TrackerIssues(ctx context.Context, accountID, insightID string) ([]upslope.TrackerIssue, error)
	ReserveTrackerIssue(ctx context.Context, accountID, trackerID, insightID string) (id string, err error)
	KeepTrackerIssue(ctx context.Context, issue upslope.TrackerIssue) (upslope.TrackerIssue, int64, error)
	DropTrackerIssue(ctx context.Context, accountID, id string) error
	LeaseTrackerIssues(ctx context.Context, before time.Time) ([]upslope.TrackerIssue, error)
	SettleTrackerIssue(ctx context.Context, accountID, id, status string) error
	SetInsightStatus(ctx context.Context, accountID, id string, status upslope.Status, reason string, now time.Time) (upslope.Insight, int64, error)
}

// Keys encrypts the tokens of trackers.
type Keys interface {
	Seal(accountID, trackerID, secret string) (sealed []byte, keyID int64, err error)
	Open(accountID, trackerID string, sealed []byte) (string, error)
}

// Service keeps the trackers of accounts.
type Service struct {
	Records   Records
	Keys      Keys
	Client    *http.Client // reaches public addresses, and follows no redirects
	PublicURL string
	GitHubURL string // of its API
	LinearURL string // of its GraphQL API
	Private   bool   // local addresses are allowed, on a development machine
	Now       func() time.Time
	Log       *slog.Logger

	resting resting
}

// The public APIs.
const (
	GitHubURL = "https://api.github.com"
	LinearURL = "https://api.linear.app/graphql"
)

// system is the API of a kind of tracker, for one tracker.
type system interface {
	// check returns an Error that names the field when the project or the token is wrong.
	check(ctx context.Context) error
	create(ctx context.Context, title, text string) (upslope.TrackerIssue, error)
	// status returns the status of an issue; TrackerIssueGone when it no longer exists.
	status(ctx context.Context, issue upslope.TrackerIssue) (string, error)
}

func (s *Service) systemOf(tracker upslope.Tracker, token string) system {
	switch tracker.Kind {
	case upslope.JiraTracker:
		return jira{caller{s.Client, "Jira"}, tracker, token}
	case upslope.LinearTracker:
		return linear{caller{s.Client, "Linear"}, s.LinearURL, tracker.Project, token}
	}
	return gitHub{caller{s.Client, "GitHub"}, s.GitHubURL, tracker.Project, token}
}

// Trackers returns the trackers of an account.
func (s *Service) Trackers(ctx context.Context, accountID string) ([]upslope.Tracker, error) {
	return s.Records.Trackers(ctx, accountID) //nolint:wrapcheck // for who asked
}

// Add tries a tracker with its token, and adds it.
func (s *Service) Add(ctx context.Context, tracker upslope.Tracker, token string) (added upslope.Tracker, version int64, err error) {
	if err := tracker.Clean(s.Private); err != nil {
		return tracker, 0, err //nolint:wrapcheck // for who asked
	}
	if token = strings.TrimSpace(token); token == "" || len(token) > 1000 || strings.ContainsAny(token, " \t\r\n") {
		return tracker, 0, upslope.FieldErrorf("token", "Enter the token.")
	}
	tracker.ID = uuid.NewString()
	if tracker.Secret, tracker.KeyID, err = s.Keys.Seal(tracker.AccountID, tracker.ID, token); err != nil {
		return tracker, 0, fmt.Errorf("encrypt the token of a tracker: %w", err)
	}
	if err := s.systemOf(tracker, token).check(ctx); err != nil {
		return tracker, 0, err
	}
	return s.Records.AddTracker(ctx, tracker) //nolint:wrapcheck // for who asked
}

// Delete deletes a tracker. Its issues stay where they are.
func (s *Service) Delete(ctx context.Context, accountID, id string) (int64, error) {
	return s.Records.DeleteTracker(ctx, accountID, id) //nolint:wrapcheck // for who asked
}

// Issues returns the issues of an insight.
func (s *Service) Issues(ctx context.Context, accountID, insightID string) ([]upslope.TrackerIssue, error) {
	return s.Records.TrackerIssues(ctx, accountID, insightID) //nolint:wrapcheck // for who asked
}

// Create sends an insight to a tracker as an issue with a link back; Conflict when it has one there.
func (s *Service) Create(ctx context.Context, accountID, trackerID string, insight upslope.Insight, text string) (created upslope.TrackerIssue, version int64, err error) {
	tracker, system, err := s.open(ctx, accountID, trackerID)
	if err != nil {
		return created, 0, err
	}
	id, err := s.Records.ReserveTrackerIssue(ctx, accountID, trackerID, insight.ID)
	if err != nil {
		return created, 0, err //nolint:wrapcheck // for who asked
	}
	link := upslope.AppLink(s.PublicURL, "/opportunities?o="+insight.ID, accountID, insight.SiteID)
	text = fmt.Sprintf("%s\n\n[Open in Upslope](%s)\n", strings.TrimSpace(text), link)
	created, err = system.create(ctx, shortTitle(insight.Title), text)
	ctx = context.WithoutCancel(ctx) // what was created must be known
	s.note(ctx, tracker, err)
	if err != nil {
		if dropped := s.Records.DropTrackerIssue(ctx, accountID, id); dropped != nil {
			s.Log.WarnContext(ctx, "an issue that was not created stays reserved for minutes", "error", dropped)
		}
		return created, 0, err
	}
	created.ID, created.AccountID = id, accountID
	return s.Records.KeepTrackerIssue(ctx, created) //nolint:wrapcheck // for who asked
}

// shortTitle fits a title into the 255 characters that the systems take.
func shortTitle(title string) string {
	if runes := []rune(title); len(runes) > 250 {
		return string(runes[:250]) + "…"
	}
	return title
}

// open returns a tracker and its API.
func (s *Service) open(ctx context.Context, accountID, trackerID string) (upslope.Tracker, system, error) {
	tracker, err := s.Records.Tracker(ctx, accountID, trackerID)
	if err != nil {
		return tracker, nil, err //nolint:wrapcheck // for who asked
	}
	token, err := s.Keys.Open(accountID, tracker.ID, tracker.Secret)
	if err != nil {
		s.Log.WarnContext(ctx, "the token of a tracker cannot be read", "tracker", tracker.ID, "error", err)
		return tracker, nil, upslope.Errorf(upslope.Unprocessable, "The token of %s cannot be read any more. Disconnect the tracker, and connect it again.", tracker.Name)
	}
	return tracker, s.systemOf(tracker, token), nil
}

// note records whether a tracker works. An outage says nothing about it.
func (s *Service) note(ctx context.Context, tracker upslope.Tracker, cause error) {
	problem := ""
	if cause != nil {
		if upslope.CodeOf(cause) == upslope.Unavailable || upslope.CodeOf(cause) == upslope.Internal {
			return
		}
		problem = cause.Error()
	}
	if problem == tracker.Problem {
		return
	}
	if err := s.Records.SetTrackerProblem(ctx, tracker.AccountID, tracker.ID, problem); err != nil {
		s.Log.WarnContext(ctx, "it is not stored whether a tracker works", "tracker", tracker.ID, "error", err)
	}
}
