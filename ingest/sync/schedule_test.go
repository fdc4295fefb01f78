package sync

import (
	"testing"
	"time"

	"github.com/google/uuid"
)

func TestFiveHundredSitesAreSpreadOverTheDay(t *testing.T) {
	now := time.Date(2026, 11, 20, 12, 0, 0, 0, time.UTC)
	var hours [24]int
	for n := range 500 {
		id := uuid.NewSHA1(uuid.NameSpaceOID, []byte{byte(n), byte(n >> 8)}).String()
		at := nextSync(id, time.UTC, now)
		if at.Sub(now) <= 0 || at.Sub(now) > 24*time.Hour {
			t.Fatalf("%s is next at %v", id, at)
		}
		hours[at.Hour()]++
	}
	for hour, sites := range hours {
		if mean := 500.0 / 24; float64(sites) > 2*mean {
			t.Errorf("%d sites between %d and %d o'clock, more than twice the mean", sites, hour, hour+1)
		}
	}
}

func TestMinuteOfASiteIsStableAndOncePerDayAlsoWhenTheClockChanges(t *testing.T) {
	berlin := zone("Europe/Berlin")
	for n := range 300 {
		id := uuid.NewSHA1(uuid.NameSpaceURL, []byte{byte(n), byte(n >> 8)}).String()
		// Covers both clock changes of a year.
		for _, start := range []time.Time{time.Date(2026, 3, 27, 12, 0, 0, 0, berlin), time.Date(2026, 10, 23, 12, 0, 0, 0, berlin)} {
			at := start
			dates := map[string]int{}
			for range 6 {
				next := nextSync(id, berlin, at)
				if !next.After(at) {
					t.Fatalf("%s: %v does not follow %v", id, next, at)
				}
				dates[next.In(berlin).Format(time.DateOnly)]++
				at = next
			}
			if len(dates) != 6 {
				t.Errorf("%s: six syncs from %v on lie on %d days", id, start, len(dates))
			}
		}
	}
}

func TestMinuteThatTheClockSkipsIsTheNextThereIs(t *testing.T) {
	for _, c := range []struct {
		zone              string
		year, month, date int
		minute            int
		want              string
	}{
		{"Europe/Berlin", 2026, 3, 29, 2*60 + 30, "2026-03-29T01:00:00Z"},   // 02:30 is skipped; 03:00 next
		{"America/New_York", 2026, 3, 8, 2*60 + 1, "2026-03-08T07:00:00Z"},  // the same in the west
		{"America/Santiago", 2026, 9, 6, 0, "2026-09-06T04:00:00Z"},         // midnight itself is skipped
		{"Europe/Berlin", 2026, 10, 25, 2*60 + 30, "2026-10-25T01:30:00Z"},  // twice: the second
		{"Europe/Berlin", 2026, 11, 20, 9*60 + 15, "2026-11-20T08:15:00Z"},  // an ordinary day
		{"Asia/Kathmandu", 2026, 11, 20, 5*60 + 45, "2026-11-20T00:00:00Z"}, // offset of a quarter of an hour
	} {
		at := minuteOf(c.year, time.Month(c.month), c.date, c.minute, zone(c.zone))
		if got := at.UTC().Format(time.RFC3339); got != c.want {
			t.Errorf("minute %d of %d-%d-%d in %s: got %s, want %s", c.minute, c.year, c.month, c.date, c.zone, got, c.want)
		}
	}
}
