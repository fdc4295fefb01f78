package trackers

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"time"

	"upslope"
)

const (
	pollInterval = 30 * time.Second
	// followEvery is how old the status of an open issue may be.
	followEvery = 10 * time.Minute
)

// resting are the trackers that asked to wait, each until when. A worker forgets them when it starts anew.
type resting struct {
	mu sync.Mutex
	by map[string]time.Time
}

func (r *resting) until(trackerID string, at time.Time) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.by == nil {
		r.by = map[string]time.Time{}
	}
	r.by[trackerID] = at
}

func (r *resting) is(trackerID string, now time.Time) bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	at, rests := r.by[trackerID]
	if rests && !now.Before(at) {
		delete(r.by, trackerID)
	}
	return now.Before(at)
}

// Run follows open issues until ctx ends. Several workers share them.
func (s *Service) Run(ctx context.Context) error {
	for {
		if err := s.Follow(ctx, s.Now().Add(-followEvery)); err != nil && ctx.Err() == nil {
			s.Log.WarnContext(ctx, "issues of trackers are not followed now", "error", err)
		}
		select {
		case <-ctx.Done():
			return ctx.Err() //nolint:wrapcheck // the process stops
		case <-time.After(pollInterval):
		}
	}
}

// Follow looks at the open issues that nobody has looked at since the given time. An insight is done when its
// issue is. A failing tracker is left alone until the next round, as its timeouts would keep others waiting.
func (s *Service) Follow(ctx context.Context, before time.Time) error {
	failing := map[string]bool{}
	for {
		issues, err := s.Records.LeaseTrackerIssues(ctx, before)
		if err != nil || len(issues) == 0 {
			return err //nolint:wrapcheck // says what failed
		}
		for _, issue := range issues {
			if failing[issue.TrackerID] || s.resting.is(issue.TrackerID, s.Now()) {
				continue
			}
			works, err := s.follow(ctx, issue)
			if err != nil {
				return err
			}
			failing[issue.TrackerID] = !works
		}
	}
}

// follow reports whether the issue's tracker works.
func (s *Service) follow(ctx context.Context, issue upslope.TrackerIssue) (works bool, err error) {
	tracker, system, err := s.open(ctx, issue.AccountID, issue.TrackerID)
	switch upslope.CodeOf(err) {
	case upslope.NotFound:
		return false, nil // deleted meanwhile
	case upslope.Unprocessable:
		s.note(ctx, tracker, err)
		return false, nil
	}
	if err != nil {
		return false, err
	}
	status, err := system.status(ctx, issue)
	s.note(ctx, tracker, err)
	if limit, is := errors.AsType[*busy](err); is {
		s.resting.until(tracker.ID, s.Now().Add(limit.wait))
	}
	if err != nil || status == upslope.TrackerIssueOpen {
		return err == nil, ctx.Err() //nolint:wrapcheck // what its tracker says is told by note; the others go on
	}
	if status == upslope.TrackerIssueDone {
		as := upslope.WithActor(ctx, upslope.Actor{Name: tracker.Name})
		_, _, err := s.Records.SetInsightStatus(as, issue.AccountID, issue.InsightID, upslope.Done, fmt.Sprintf("%s was closed.", issue.Key), s.Now())
		switch code := upslope.CodeOf(err); {
		case code == upslope.Conflict, code == upslope.NotFound: // already done or dismissed, or gone
		case err != nil:
			return true, fmt.Errorf("set the status of the insight of %s: %w", issue.URL, err)
		}
	}
	return true, s.Records.SettleTrackerIssue(ctx, issue.AccountID, issue.ID, status) //nolint:wrapcheck // says what failed
}
