package postgres

import (
	"context"
	"time"

	"github.com/jackc/pgx/v5"

	"upslope"
)

// SiteChanges answers one page of what changed on a site between two days, "" open, the newest first, and how much there is in all.
func (db *DB) SiteChanges(ctx context.Context, accountID, siteID, from, to string, limit, offset int) ([]upslope.SiteChange, int64, error) {
	site, err := db.Site(ctx, accountID, siteID)
	if err != nil {
		return nil, 0, err
	}
	args := pgx.NamedArgs{"account_id": accountID, "site_id": siteID, "time_zone": site.Location().String(), "from": from, "to": to}
	return page[upslope.SiteChange](ctx, db, "changes", args, limit, offset)
}

// AddSiteNote keeps what somebody says was changed on a day, such as 2026-11-18, and answers it with the account's version.
func (db *DB) AddSiteNote(ctx context.Context, accountID, siteID, day, text string, now time.Time) (note upslope.SiteChange, version int64, err error) {
	site, err := db.Site(ctx, accountID, siteID)
	if err != nil {
		return note, 0, err
	}
	if text, err = upslope.CleanNote(day, text, now.In(site.Location())); err != nil {
		return note, 0, err
	}
	err = db.write(ctx, accountID, func(tx *Tx) error {
		note, err = addChange(ctx, tx, accountID, siteID, upslope.SiteChange{Day: day, Kind: "note", Text: text}, now)
		if err != nil {
			return err
		}
		version, err = versionOf(ctx, tx, accountID)
		return err
	})
	return note, version, err
}

// DeleteSiteNote deletes a note of the site and answers the account's version; NotFound of what is none.
func (db *DB) DeleteSiteNote(ctx context.Context, accountID, siteID, changeID string) (version int64, err error) {
	if !isID(siteID) || !isID(changeID) {
		return 0, upslope.Errorf(upslope.NotFound, "This note does not exist.")
	}
	err = db.write(ctx, accountID, func(tx *Tx) error {
		if _, err := one[string](ctx, tx, "note_delete", pgx.NamedArgs{"account_id": accountID, "site_id": siteID, "id": changeID}); err != nil {
			return err
		}
		version, err = versionOf(ctx, tx, accountID)
		return err
	})
	return version, err
}

// addChange adds what changed on a site, in the transaction in which it does; without a day of its own, on the day that it is there.
func addChange(ctx context.Context, tx *Tx, accountID, siteID string, change upslope.SiteChange, now time.Time) (upslope.SiteChange, error) {
	if change.Day == "" {
		site, err := one[upslope.Site](ctx, tx, "site", pgx.NamedArgs{"account_id": accountID, "id": siteID})
		if err != nil {
			return change, err
		}
		change.Day = now.In(site.Location()).Format(time.DateOnly)
	}
	day, err := time.Parse(time.DateOnly, change.Day)
	if err != nil {
		return change, err
	}
	return one[upslope.SiteChange](ctx, tx, "change_add", pgx.NamedArgs{
		"account_id": accountID, "site_id": siteID, "day": day, "kind": change.Kind, "text": change.Text,
		"insight_id": change.InsightID, "created_at": now,
	})
}
