package upslope

import (
	"testing"
	"time"
)

// moment is a time in UTC, such as 2026-11-28 20:00; 28 November 2026 is a Saturday.
func moment(t *testing.T, text string) time.Time {
	t.Helper()
	at, err := time.Parse("2006-01-02 15:04", text)
	if err != nil {
		t.Fatal(err)
	}
	return at
}

func TestADigestComesAtItsHourInTheTimeZoneOfItsReader(t *testing.T) {
	for _, c := range []struct {
		email, zone   string
		hour, weekday int
		after, want   string
	}{
		{EmailDaily, "UTC", 8, 1, "2026-11-28 07:59", "2026-11-28 08:00"},
		{EmailDaily, "UTC", 8, 1, "2026-11-28 08:00", "2026-11-29 08:00"},
		{EmailDaily, "America/New_York", 8, 1, "2026-11-28 12:59", "2026-11-28 13:00"},
		{EmailDaily, "Asia/Tokyo", 8, 1, "2026-11-28 22:00", "2026-11-28 23:00"},
		{EmailDaily, "Europe/Berlin", 8, 1, "2026-10-24 07:00", "2026-10-25 07:00"}, // the clock goes back
		{EmailDaily, "Europe/Berlin", 8, 1, "2026-03-28 08:00", "2026-03-29 06:00"}, // and forward
		{EmailWeekly, "UTC", 8, 1, "2026-11-28 20:00", "2026-11-30 08:00"},
		{EmailWeekly, "UTC", 8, 6, "2026-11-28 07:00", "2026-11-28 08:00"},
		{EmailWeekly, "UTC", 8, 6, "2026-11-28 08:00", "2026-12-05 08:00"},
		{EmailWeekly, "Pacific/Auckland", 8, 7, "2026-11-28 18:00", "2026-11-28 19:00"}, // Sunday there
	} {
		reader := AlertReader{NotificationSettings: NotificationSettings{Email: c.email, Hour: c.hour, Weekday: c.weekday, TimeZone: c.zone}, Since: moment(t, c.after)}
		want := moment(t, c.want)
		if got := reader.Next(reader.Since); !got.Equal(want) {
			t.Errorf("%+v: %s", c, got.UTC())
		}
		if reader.Due(want.Add(-time.Second)) || !reader.Due(want) {
			t.Errorf("%+v: mailed before its hour, or not in it", c)
		}
	}
}

func TestMailsAtOnceWaitForTheEndOfQuietHours(t *testing.T) {
	for _, c := range []struct {
		from, to int
		zone, at string
		quiet    bool
	}{
		{22, 7, "UTC", "2026-11-28 21:59", false}, {22, 7, "UTC", "2026-11-28 22:00", true}, {22, 7, "UTC", "2026-11-28 03:00", true},
		{22, 7, "UTC", "2026-11-28 06:59", true}, {22, 7, "UTC", "2026-11-28 07:00", false},
		{12, 14, "UTC", "2026-11-28 13:30", true}, {12, 14, "UTC", "2026-11-28 14:00", false},
		{22, 7, "America/New_York", "2026-11-28 22:00", false}, {22, 7, "America/New_York", "2026-11-29 04:00", true},
		{9, 9, "UTC", "2026-11-28 09:30", false},
	} {
		reader := AlertReader{NotificationSettings: NotificationSettings{Email: EmailInstant, TimeZone: c.zone, QuietFrom: &c.from, QuietTo: &c.to}}
		if at := moment(t, c.at); reader.Quiet(at) != c.quiet || reader.Due(at) == c.quiet {
			t.Errorf("%+v: quiet %v, due %v", c, reader.Quiet(at), reader.Due(at))
		}
	}
	if always := (AlertReader{NotificationSettings: NotificationSettings{Email: EmailInstant, TimeZone: "UTC"}}); !always.Due(moment(t, "2026-11-28 03:00")) {
		t.Error("without quiet hours a mail waits")
	}
}
