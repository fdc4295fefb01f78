package sync

import (
	"context"
	"fmt"
	"hash/fnv"
	"time"
)

const (
	minutesOfDay = 24 * 60
	// sitesPerTransaction bounds the sites planned per transaction, to hold locks briefly.
	sitesPerTransaction = 100
)

// Tick queues the sync of every due site, and plans the next one. Several processes may run it concurrently.
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

// nextSync returns the next sync of a site: daily at a fixed local minute derived from the site's id, which
// spreads the sites over the day.
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

// minuteOf returns a minute of a day in a time zone. A minute skipped by the clock becomes the next existing
// one; a repeated minute is always the same one of the two.
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
