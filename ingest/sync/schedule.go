package sync

import (
	"context"
	"fmt"
	"hash/fnv"
	"time"
)

const (
	minutesOfDay = 24 * 60
	// sitesPerTransaction is how many sites are planned at a time, so that their locks are short.
	sitesPerTransaction = 100
)

// Tick queues the sync of every site whose time has come, and plans the next one. Several processes may do it at once.
func (s *Syncer) Tick(ctx context.Context) error {
	for {
		now := s.Now()
		planned, err := s.Records.PlanSyncs(ctx, now, sitesPerTransaction, func(siteID, timeZone string) time.Time {
			return nextSync(siteID, zone(timeZone), now)
		})
		if err != nil {
			return fmt.Errorf("plan syncs: %w", err)
		}
		if planned < sitesPerTransaction {
			return nil
		}
	}
}

// nextSync is when a site is synced after a moment: daily, at a minute that is always the same for the site in its time zone and
// another for most others, so that they are spread over the day.
func nextSync(siteID string, in *time.Location, after time.Time) time.Time {
	hash := fnv.New32a()
	_, _ = hash.Write([]byte(siteID))
	minute := int(hash.Sum32() % minutesOfDay)
	year, month, date := after.In(in).Date()
	for ; ; date++ {
		if at := minuteOf(year, month, date, minute, in); at.After(after) {
			return at
		}
	}
}

// minuteOf is a minute of a day in a time zone. When the clock skips it, it is the next there is; one that comes twice is one of them,
// always the same.
func minuteOf(year int, month time.Month, date, minute int, in *time.Location) time.Time {
	at := time.Date(year, month, date, 0, minute, 0, 0, in)
	wanted := time.Date(year, month, date, 0, minute, 0, 0, time.UTC)
	_, offset := at.Zone()
	start, end := at.ZoneBounds()
	switch shown := at.Add(time.Duration(offset) * time.Second); {
	case shown.After(wanted):
		return start
	case shown.Before(wanted):
		return end
	}
	return at
}
