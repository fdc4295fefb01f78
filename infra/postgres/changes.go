package postgres

import (
	"context"
	"time"

	"upslope"
)

// SiteChanges answers what changed on a site.
func (db *DB) SiteChanges(ctx context.Context, accountID, siteID, from, to string, limit, offset int) ([]upslope.SiteChange, int64, error) {
	return nil, 0, upslope.Errorf(upslope.Unavailable, "This is being built.")
}

// AddSiteNote keeps a note.
func (db *DB) AddSiteNote(ctx context.Context, accountID, siteID, day, text string, now time.Time) (upslope.SiteChange, int64, error) {
	return upslope.SiteChange{}, 0, upslope.Errorf(upslope.Unavailable, "This is being built.")
}

// DeleteSiteNote deletes a note.
func (db *DB) DeleteSiteNote(ctx context.Context, accountID, siteID, changeID string) (int64, error) {
	return 0, upslope.Errorf(upslope.Unavailable, "This is being built.")
}
