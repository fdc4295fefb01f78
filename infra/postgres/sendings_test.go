package postgres_test

import (
	"crypto/sha256"
	"slices"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"upslope"
	"upslope/infra/postgres"
	"upslope/infra/postgres/postgrestest"
)

// begun returns the sending of a schedule's only job.
func begun(t *testing.T, db *postgres.DB, user upslope.User, schedule upslope.ReportSchedule) (upslope.ReportSending, string) {
	t.Helper()
	job, err := db.QueueReport(t.Context(), user.AccountID, schedule.ID, now)
	if err != nil {
		t.Fatal(err)
	}
	sending, err := db.StartSending(t.Context(), user.AccountID, job.ID)
	if err != nil {
		t.Fatal(err)
	}
	return sending, job.ID
}

func TestPressingTwiceSendsOnce(t *testing.T) {
	db := postgrestest.Open(t)
	ana, site := owner(t, db, "ana")
	s := added(t, db, ana, mondays(site.ID, "client@example.com"), now)
	first, err := db.QueueReport(t.Context(), ana.AccountID, s.ID, now)
	if err != nil {
		t.Fatal(err)
	}
	if second, err := db.QueueReport(t.Context(), ana.AccountID, s.ID, now.Add(time.Second)); err != nil || second.ID != first.ID {
		t.Errorf("%s, %v; want %s", second.ID, err, first.ID)
	}
}

func TestMailIsClaimedByOneAttemptAtATime(t *testing.T) {
	db := postgrestest.Open(t)
	ana, site := owner(t, db, "ana")
	sending, _ := begun(t, db, ana, added(t, db, ana, mondays(site.ID, "client@example.com"), now))
	mail, at := sending.Mails[0], now
	begin := func(after time.Duration) error {
		hash := sha256.Sum256([]byte(uuid.NewString()))
		return db.BeginMail(t.Context(), ana.AccountID, mail.ID, hash[:], at.Add(after), at.Add(after-10*time.Minute))
	}
	if err := begin(0); err != nil {
		t.Fatal(err)
	}
	if err := begin(time.Minute); upslope.CodeOf(err) != upslope.NotFound {
		t.Errorf("a second attempt took it: %v", err)
	}
	if err := begin(11 * time.Minute); err != nil {
		t.Errorf("one whose process ended is not taken again: %v", err)
	}
	if err := db.EndMail(t.Context(), ana.AccountID, mail.ID, "sent", "", at); err != nil {
		t.Fatal(err)
	}
	if err := begin(time.Hour); upslope.CodeOf(err) != upslope.NotFound {
		t.Errorf("one that was sent was taken again: %v", err)
	}
}

func TestUnsubscribedRecipientGetsNoMailAndTheScheduleShowsIt(t *testing.T) {
	db := postgrestest.Open(t)
	ana, site := owner(t, db, "ana")
	s := added(t, db, ana, mondays(site.ID, "Client@example.com", "boss@example.com"), now)
	sending, _ := begun(t, db, ana, s)
	hash := sha256.Sum256([]byte("token"))
	for _, mail := range sending.Mails {
		if mail.Recipient == "Client@example.com" {
			if err := db.BeginMail(t.Context(), ana.AccountID, mail.ID, hash[:], now, now); err != nil {
				t.Fatal(err)
			}
		}
	}
	link, err := db.UnsubscribeLink(t.Context(), hash[:])
	if err != nil || link.Recipient != "Client@example.com" || link.Unsubscribed {
		t.Fatalf("%+v, %v", link, err)
	}
	if _, err := db.UnsubscribeLink(t.Context(), hash[1:]); upslope.CodeOf(err) != upslope.NotFound {
		t.Errorf("a made-up link: %v", err)
	}
	if err := db.Unsubscribe(t.Context(), link, true, now); err != nil {
		t.Fatal(err)
	}
	other := added(t, db, ana, mondays(site.ID, "client@example.com"), now)
	if !slices.Equal(other.Unsubscribed, []string{"client@example.com"}) {
		t.Errorf("%q", other.Unsubscribed)
	}
	if sending, _ := begun(t, db, ana, other); sending.Mails[0].Status != "unsubscribed" {
		t.Errorf("%+v", sending.Mails)
	}
	if err := db.Unsubscribe(t.Context(), link, false, now); err != nil {
		t.Fatal(err)
	}
	if s, err := db.ReportSchedule(t.Context(), ana.AccountID, s.ID); err != nil || len(s.Unsubscribed) != 0 {
		t.Errorf("%+v, %v", s, err)
	}
}

func TestTemporarilyFailedSendingIsRetried(t *testing.T) {
	db := postgrestest.Open(t)
	ana, site := owner(t, db, "ana")
	s := added(t, db, ana, mondays(site.ID, "client@example.com"), now)
	sending, job := begun(t, db, ana, s)
	sending.Made, sending.File, sending.FileName = []byte("{}"), []byte("%PDF"), "a.pdf"
	if err := db.KeepMade(t.Context(), sending); err != nil {
		t.Fatal(err)
	}
	at := now
	if err := db.EndAttempt(t.Context(), sending, job, "", "The mail server is away.", nil, new(at.Add(5*time.Minute)), at); err != nil {
		t.Fatal(err)
	}
	if job, err := db.Job(t.Context(), ana.AccountID, job); err != nil || job.Status != upslope.JobFailed || job.Problem.Message != "The mail server is away." {
		t.Errorf("%+v, %v", job, err)
	}
	if s, err := db.ReportSchedule(t.Context(), ana.AccountID, s.ID); err != nil || s.LastError != "The mail server is away." || s.LastSentAt != nil {
		t.Errorf("%+v, %v", s, err)
	}
	for range 2 {
		if _, err := db.PlanReports(t.Context(), at.Add(6*time.Minute), 10); err != nil {
			t.Fatal(err)
		}
	}
	if jobs := sendings(t, db, ana); jobs != 2 {
		t.Fatalf("%d jobs, want 2", jobs)
	}
	second, err := postgres.One[string](t.Context(), db, "sending_by_hand", pgx.NamedArgs{"account_id": ana.AccountID, "schedule_id": s.ID})
	if err != nil {
		t.Fatal(err)
	}
	again, err := db.StartSending(t.Context(), ana.AccountID, second)
	if err != nil || again.ID != sending.ID || again.Attempt != 2 || string(again.File) != "%PDF" || string(again.Made) != "{}" {
		t.Fatalf("%+v, %v", again, err)
	}
	if err := db.EndAttempt(t.Context(), again, second, "Sent to 1 recipient.", "", &at, nil, at); err != nil {
		t.Fatal(err)
	}
	if s, err := db.ReportSchedule(t.Context(), ana.AccountID, s.ID); err != nil || s.LastError != "" || s.LastSentAt == nil {
		t.Errorf("%+v, %v", s, err)
	}
	if _, err := db.StartSending(t.Context(), ana.AccountID, second); upslope.CodeOf(err) != upslope.NotFound {
		t.Errorf("what has ended is begun again: %v", err)
	}
}

func TestManualSendingsHaveADailyLimit(t *testing.T) {
	db := postgrestest.Open(t)
	ana, site := owner(t, db, "ana")
	s := added(t, db, ana, mondays(site.ID, "client@example.com"), now)
	send := func(at time.Time) error {
		job, err := db.QueueReport(t.Context(), ana.AccountID, s.ID, at)
		if err != nil {
			return err
		}
		sending, err := db.StartSending(t.Context(), ana.AccountID, job.ID)
		if err != nil {
			t.Fatal(err)
		}
		return db.EndAttempt(t.Context(), sending, job.ID, "Sent.", "", &at, nil, at)
	}
	for i := range 50 {
		if err := send(now.Add(time.Duration(i) * time.Second)); err != nil {
			t.Fatal(err)
		}
	}
	if err := send(now.Add(time.Hour)); upslope.CodeOf(err) != upslope.TooMany {
		t.Errorf("the 51st: %v", err)
	}
	if err := send(now.AddDate(0, 0, 2)); err != nil {
		t.Errorf("another day: %v", err)
	}
}
