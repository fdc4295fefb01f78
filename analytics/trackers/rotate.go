package trackers

import (
	"context"
	"fmt"

	"upslope"
)

// Tokens are the stored tokens of all trackers.
type Tokens interface {
	// TrackersToRotate returns the trackers whose token another key than this one encrypts.
	TrackersToRotate(ctx context.Context, keyID int64) ([]upslope.Tracker, error)
	RotateTracker(ctx context.Context, tracker upslope.Tracker) error
}

// Rotate encrypts every token with the primary key. Lost are those that no key opens.
func Rotate(ctx context.Context, stored Tokens, keys Keys, primary int64) (rotated, lost int, err error) {
	found, err := stored.TrackersToRotate(ctx, primary)
	if err != nil {
		return 0, 0, fmt.Errorf("find tokens of trackers: %w", err)
	}
	for _, tracker := range found {
		token, err := keys.Open(tracker.AccountID, tracker.ID, tracker.Secret)
		if err != nil {
			lost++
			continue
		}
		if tracker.Secret, tracker.KeyID, err = keys.Seal(tracker.AccountID, tracker.ID, token); err != nil {
			return rotated, lost, fmt.Errorf("encrypt the token of a tracker: %w", err)
		}
		if err := stored.RotateTracker(ctx, tracker); err != nil {
			return rotated, lost, fmt.Errorf("store the token of a tracker: %w", err)
		}
		rotated++
	}
	return rotated, lost, nil
}
