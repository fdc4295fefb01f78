package postgres_test

import (
	"testing"
	"time"

	"github.com/google/uuid"

	"upslope"
	"upslope/infra/postgres"
	"upslope/infra/postgres/postgrestest"
)

// mondays returns a valid schedule: every Monday at eight.
func mondays(siteID string, recipients ...string) upslope.ReportSchedule {
	return upslope.ReportSchedule{
		ReportSettings: upslope.ReportSettings{SiteID: siteID, Title: "Weekly", DateRange: "last-7-days", IncludeKPIs: true},
		Frequency:      "weekly", Weekday: 1, MonthDay: 1, Hour: 8, Recipients: recipients, Active: true,
	}
}

func added(t *testing.T, db *postgres.DB, user upslope.User, schedule upslope.ReportSchedule, at time.Time) upslope.ReportSchedule {
	t.Helper()
	schedule, version, err := db.AddReportSchedule(t.Context(), user.AccountID, schedule, at)
	if err != nil || version == 0 {
		t.Fatalf("version %d, %v", version, err)
	}
	return schedule
}

// sendings counts the jobs queued for schedules.
func sendings(t *testing.T, db *postgres.DB, user upslope.User) int {
	t.Helper()
	jobs, err := postgres.Scalar(t.Context(), db, "select count(*)::int from jobs where kind = 'report' and account_id = '"+user.AccountID+"'")
	if err != nil {
		t.Fatal(err)
	}
	return jobs
}

func TestAScheduleIsPlannedInTheTimeZoneOfItsSite(t *testing.T) {
	db := postgrestest.Open(t)
	ana, site := owner(t, db, "ana")
	if _, _, err := db.EditSite(t.Context(), ana.AccountID, site.ID, upslope.SiteEdit{TimeZone: new("America/New_York")}); err != nil {
		t.Fatal(err)
	}
	saturday := time.Date(2026, 11, 21, 12, 0, 0, 0, time.UTC)
	for _, siteID := range []string{site.ID, ""} {
		s := added(t, db, ana, mondays(siteID, "client@example.com"), saturday)
		if want := time.Date(2026, 11, 23, 13, 0, 0, 0, time.UTC); s.TimeZone != "America/New_York" || s.NextAt == nil || !s.NextAt.Equal(want) {
			t.Errorf("site %q: next at %v in %s, want %s", siteID, s.NextAt, s.TimeZone, want)
		}
	}
	if _, _, err := db.EditSite(t.Context(), ana.AccountID, site.ID, upslope.SiteEdit{TimeZone: new("Asia/Tokyo")}); err != nil {
		t.Fatal(err)
	}
	if _, err := db.PlanReports(t.Context(), saturday, 10); err != nil {
		t.Fatal(err)
	}
	list, total, err := db.ReportSchedules(t.Context(), ana.AccountID, upslope.Scope{SiteID: site.ID}, 10, 0)
	if want := time.Date(2026, 11, 22, 23, 0, 0, 0, time.UTC); err != nil || total != 1 || list[0].NextAt == nil || !list[0].NextAt.Equal(want) {
		t.Errorf("after the site moved: %+v, %v; want %s", list, err, want)
	}
}

func TestDueScheduleIsSentOnce(t *testing.T) {
	db := postgrestest.Open(t)
	ana, site := owner(t, db, "ana")
	s := added(t, db, ana, mondays(site.ID, "client@example.com"), now)
	for range 3 {
		if _, err := db.PlanReports(t.Context(), s.NextAt.Add(time.Minute), 10); err != nil {
			t.Fatal(err)
		}
	}
	if jobs := sendings(t, db, ana); jobs != 1 {
		t.Fatalf("%d jobs, want 1", jobs)
	}
	after, err := db.ReportSchedule(t.Context(), ana.AccountID, s.ID)
	if err != nil || !after.NextAt.Equal(s.NextAt.AddDate(0, 0, 7)) {
		t.Errorf("next at %v, %v", after.NextAt, err)
	}
}

func TestAfterTheTrialNothingIsSentAndTheScheduleSaysWhy(t *testing.T) {
	db := postgrestest.Open(t)
	ana, site := owner(t, db, "ana")
	s := added(t, db, ana, mondays(site.ID, "client@example.com"), now)
	if _, err := db.PlanReports(t.Context(), s.NextAt.AddDate(0, 0, 28), 10); err != nil {
		t.Fatal(err)
	}
	after, err := db.ReportSchedule(t.Context(), ana.AccountID, s.ID)
	if err != nil || after.LastError == "" || !after.NextAt.After(s.NextAt.AddDate(0, 0, 28)) || sendings(t, db, ana) != 0 {
		t.Errorf("%+v, %v", after, err)
	}
}

func TestAPausedScheduleIsNeverDue(t *testing.T) {
	db := postgrestest.Open(t)
	ana, site := owner(t, db, "ana")
	s := added(t, db, ana, mondays(site.ID, "client@example.com"), now)
	due := *s.NextAt
	s, _, err := db.EditReportSchedule(t.Context(), ana.AccountID, s.ID, func(s *upslope.ReportSchedule) error { s.Active = false; return nil }, now)
	if err != nil || s.NextAt != nil {
		t.Fatalf("%+v, %v", s, err)
	}
	if _, err := db.PlanReports(t.Context(), due.Add(time.Hour), 10); err != nil || sendings(t, db, ana) != 0 {
		t.Errorf("it was sent, %v", err)
	}
}

func TestScheduleOfAnotherAccountIsNotFound(t *testing.T) {
	db := postgrestest.Open(t)
	ana, site := owner(t, db, "ana")
	bo, _ := owner(t, db, "bo")
	s := added(t, db, ana, mondays(site.ID, "client@example.com"), now)
	for _, id := range []string{s.ID, uuid.NewString(), "nonsense"} {
		_, read := db.ReportSchedule(t.Context(), bo.AccountID, id)
		_, _, edit := db.EditReportSchedule(t.Context(), bo.AccountID, id, func(*upslope.ReportSchedule) error { return nil }, now)
		_, send := db.QueueReport(t.Context(), bo.AccountID, id, now)
		_, remove := db.DeleteReportSchedule(t.Context(), bo.AccountID, id)
		for _, err := range []error{read, edit, send, remove} {
			if upslope.CodeOf(err) != upslope.NotFound {
				t.Errorf("%s: %v", id, err)
			}
		}
	}
	if list, total, err := db.ReportSchedules(t.Context(), bo.AccountID, upslope.Scope{}, 10, 0); err != nil || total != 0 || len(list) != 0 {
		t.Errorf("%+v, %v", list, err)
	}
	if _, _, err := db.AddReportSchedule(t.Context(), bo.AccountID, mondays(site.ID, "client@example.com"), now); err == nil {
		t.Error("a schedule of a stranger's site was added")
	}
}
