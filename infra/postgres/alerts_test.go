package postgres_test

import (
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"upslope"
	"upslope/infra/postgres"
	"upslope/infra/postgres/postgrestest"
)

// alertSite returns a signed-in owner with a site, and the database's address.
func alertSite(t *testing.T) (db *postgres.DB, user upslope.User, siteID, url string) {
	t.Helper()
	url = postgrestest.URL(t)
	db, err := postgres.Open(t.Context(), url)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(db.Close)
	if user, err = db.SignIn(t.Context(), upslope.Identity{Subject: "ana", Email: "ana@example.com"}, time.Now(), 14); err != nil {
		t.Fatal(err)
	}
	site, _, err := db.AddSite(t.Context(), user.AccountID, upslope.SiteEdit{Name: new("Acme"), Domain: new("acme.example"), Currency: new("EUR"), TimeZone: new("UTC")})
	if err != nil {
		t.Fatal(err)
	}
	return db, user, site.ID, url
}

func drop(siteID string) upslope.AlertChanges {
	return upslope.AlertChanges{AlertCheck: upslope.AlertCheck{SiteID: siteID}, Opened: []upslope.Alert{{
		Rule: upslope.ClicksRule, Onset: "2026-11-16", Title: "Clicks from search 40% below expected since Nov 16", Detail: "60 in 2 days.", URL: "/seo", Unit: "count",
		Channels: []string{upslope.EmailChannel, upslope.WebhookChannel},
	}}}
}

func TestAnAlertIsStoredToldAndMailedOnce(t *testing.T) {
	t.Parallel()
	db, user, siteID, _ := alertSite(t)
	ctx := t.Context()
	for range 2 {
		if err := db.ApplyAlerts(ctx, user.AccountID, []upslope.AlertChanges{drop(siteID)}); err != nil {
			t.Fatal(err)
		}
	}
	filter := upslope.AlertFilter{UserID: user.ID, Status: upslope.AlertOpen, Now: time.Now(), Limit: 10}
	alerts, total, err := db.Alerts(ctx, user.AccountID, filter)
	if err != nil || total != 1 || alerts[0].Read {
		t.Fatalf("%+v %d %v", alerts, total, err)
	}
	activity, _, err := db.Activity(ctx, user.AccountID, upslope.Scope{SiteID: siteID}, 10, 0)
	opened := 0
	for _, one := range activity {
		if one.Kind == "alert.opened" && one.URL == alerts[0].URL {
			opened++
		}
	}
	if err != nil || opened != 1 {
		t.Fatalf("told %d times: %v", opened, err)
	}
	if readers, err := db.AlertReaders(ctx); err != nil || len(readers) != 0 {
		t.Fatalf("mails before they were turned on: %+v %v", readers, err)
	}
	if err := db.Run(ctx, `insert into notification_settings (account_id, user_id, email, hour, weekday, time_zone) values ($1, $2, 'daily', 8, 1, 'UTC')`, user.AccountID, user.ID); err != nil {
		t.Fatal(err)
	}
	readers, err := db.AlertReaders(ctx)
	if err != nil || len(readers) != 1 || readers[0].Email != upslope.EmailDaily {
		t.Fatalf("%+v %v", readers, err)
	}
	if pending, err := db.PendingAlerts(ctx, user.AccountID, user.ID); err != nil || len(pending) != 1 || pending[0].ID != alerts[0].ID {
		t.Fatalf("the mail to come: %+v %v", pending, err)
	}
	if strange, err := db.PendingAlerts(ctx, siteID, user.ID); err != nil || len(strange) != 0 {
		t.Fatalf("in another account: %+v %v", strange, err)
	}
	for range 2 {
		if err := db.AddAlertMail(ctx, readers[0]); err != nil {
			t.Fatal(err)
		}
	}
	mails, err := db.LeaseAlertMails(ctx)
	if err != nil || len(mails) != 1 || mails[0].Recipient != "ana@example.com" {
		t.Fatalf("%+v %v", mails, err)
	}
	hash := make([]byte, 32)
	if told, err := db.AlertsOfMail(ctx, mails[0], hash); err != nil || len(told) != 1 {
		t.Fatalf("%+v %v", told, err)
	}
	if pending, err := db.PendingAlerts(ctx, user.AccountID, user.ID); err != nil || len(pending) != 0 {
		t.Fatalf("what was mailed is to be mailed again: %+v %v", pending, err)
	}
	link, err := db.UnsubscribeLink(ctx, hash)
	if err != nil || link.UserID != user.ID || link.Unsubscribed {
		t.Fatalf("%+v %v", link, err)
	}
	if err := db.Unsubscribe(ctx, link, true, time.Now()); err != nil {
		t.Fatal(err)
	}
	if settings, err := db.NotificationSettings(ctx, user.AccountID, user.ID); err != nil || settings.Email != upslope.EmailOff {
		t.Fatalf("%+v %v", settings, err)
	}
}

func TestReadingAnAlertIsAPersonsOwn(t *testing.T) {
	t.Parallel()
	db, user, siteID, _ := alertSite(t)
	ctx := t.Context()
	if err := db.ApplyAlerts(ctx, user.AccountID, []upslope.AlertChanges{drop(siteID)}); err != nil {
		t.Fatal(err)
	}
	mine := upslope.AlertFilter{UserID: user.ID, Status: upslope.AlertOpen, Now: time.Now(), Limit: 10}
	if ids, _, err := db.EditAlerts(ctx, user.AccountID, mine, upslope.AlertEdit{Read: new(true)}); err != nil || len(ids) != 1 {
		t.Fatalf("%v %v", ids, err)
	}
	if unread, err := db.UnreadAlerts(ctx, user.AccountID, mine); err != nil || unread != 0 {
		t.Fatalf("%d %v", unread, err)
	}
	others := mine
	others.UserID = siteID // nobody's
	if unread, err := db.UnreadAlerts(ctx, user.AccountID, others); err != nil || unread != 1 {
		t.Fatalf("%d %v", unread, err)
	}
	others.SiteIDs = []string{}
	if _, total, err := db.Alerts(ctx, user.AccountID, others); err != nil || total != 0 {
		t.Fatalf("a client without sites sees %d: %v", total, err)
	}
	if readers, err := db.AlertReaders(ctx); err != nil || len(readers) != 0 {
		t.Fatalf("who has read it is mailed: %+v %v", readers, err)
	}
}

func TestASiteIsCheckedWhenAJobOfItEnds(t *testing.T) {
	t.Parallel()
	db, user, siteID, url := alertSite(t)
	ctx := t.Context()
	conn, err := pgx.Connect(ctx, url)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = conn.Close(ctx) }()
	_, err = conn.Exec(ctx, "with added as (insert into jobs (account_id, site_id, kind) values ($1, $2, 'sync') returning id) select from added", user.AccountID, siteID)
	if err == nil {
		_, err = conn.Exec(ctx, "update jobs set status = 'done'")
	}
	if err != nil {
		t.Fatal(err)
	}
	due, err := db.LeaseAlertChecks(ctx, 10)
	if err != nil || len(due) != 1 || due[0].SiteID != siteID {
		t.Fatalf("%+v %v", due, err)
	}
	if again, err := db.LeaseAlertChecks(ctx, 10); err != nil || len(again) != 0 {
		t.Fatalf("leased twice: %+v %v", again, err)
	}
	if _, err := db.AlertRecords(ctx, user.AccountID, []string{siteID}, time.Now()); err != nil {
		t.Fatal(err)
	}
}
