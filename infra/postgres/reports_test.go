package postgres_test

import (
	"bytes"
	"context"
	"crypto/sha256"
	"sync/atomic"
	"testing"
	"time"

	"github.com/google/uuid"

	"upslope"
	"upslope/infra/postgres"
	"upslope/infra/postgres/postgrestest"
)

func link(user upslope.User, siteID, title string) upslope.StoredReport {
	hash := sha256.Sum256([]byte(uuid.NewString()))
	return upslope.StoredReport{
		SharedReport: upslope.SharedReport{ID: uuid.NewString(), SiteID: siteID, Title: title, DateRange: "last-30-days", CreatedAt: now, ExpiresAt: now.AddDate(0, 0, 30)},
		AccountID:    user.AccountID, TokenHash: hash[:], Token: []byte("sealed"), KeyID: 7, Body: []byte("page"), Revision: 1,
	}
}

func addLink(t *testing.T, db *postgres.DB, user upslope.User, siteID, title string) upslope.StoredReport {
	t.Helper()
	added := link(user, siteID, title)
	if err := db.AddReport(t.Context(), added); err != nil {
		t.Fatal(err)
	}
	return added
}

// publish copies all waiting reports, like the publisher.
func publish(t *testing.T, db *postgres.DB, position uint64) []upslope.StoredReport {
	t.Helper()
	waiting, err := db.WaitingReports(t.Context(), 100)
	if err != nil {
		t.Fatal(err)
	}
	if err := db.PublishedReports(t.Context(), waiting, position); err != nil {
		t.Fatal(err)
	}
	return waiting
}

func TestALinkIsListedOnceItIsPublishedAndOnlyToItsOwner(t *testing.T) {
	db := postgrestest.Open(t)
	ana, site := owner(t, db, "ana")
	bo, _ := owner(t, db, "bo")
	first := addLink(t, db, ana, site.ID, "First")
	if _, total, err := db.Reports(t.Context(), ana.AccountID, upslope.Scope{}, 10, 0); err != nil || total != 0 {
		t.Errorf("%d links are listed that open nothing yet; %v", total, err)
	}
	wantCode(t, db.ExtendReport(t.Context(), ana.AccountID, first.ID, now), upslope.NotFound)
	waiting := publish(t, db, 42)
	if len(waiting) != 1 || !bytes.Equal(waiting[0].TokenHash, first.TokenHash) || string(waiting[0].Body) != "page" || !waiting[0].ExpiresAt.Equal(first.ExpiresAt) {
		t.Errorf("%+v", waiting)
	}
	second := link(ana, "", "Second")
	second.CreatedAt = now.Add(time.Hour)
	if err := db.AddReport(t.Context(), second); err != nil {
		t.Fatal(err)
	}
	publish(t, db, 43)
	found, total, err := db.Reports(t.Context(), ana.AccountID, upslope.Scope{}, 1, 0)
	if err != nil || total != 2 || len(found) != 1 || found[0].Title != "Second" || found[0].SiteID != "" {
		t.Errorf("%+v of %d, %v", found, total, err)
	}
	found, total, err = db.Reports(t.Context(), ana.AccountID, upslope.Scope{SiteID: site.ID}, 10, 0)
	if err != nil || total != 1 || found[0].ID != first.ID || found[0].Position != 42 || found[0].Published != 1 {
		t.Errorf("%+v of %d, %v", found, total, err)
	}
	if _, total, err := db.Reports(t.Context(), bo.AccountID, upslope.Scope{}, 10, 0); err != nil || total != 0 {
		t.Errorf("a stranger sees %d; %v", total, err)
	}
	_, err = db.Report(t.Context(), bo.AccountID, first.ID)
	wantCode(t, err, upslope.NotFound)
	wantCode(t, db.ExtendReport(t.Context(), bo.AccountID, first.ID, now), upslope.NotFound)
	wantCode(t, db.RevokeReport(t.Context(), bo.AccountID, first.ID, now), upslope.NotFound)
	if err := db.DeleteReport(t.Context(), bo.AccountID, first.ID); err != nil {
		t.Fatal(err)
	}
	if _, err := db.Report(t.Context(), ana.AccountID, first.ID); err != nil {
		t.Errorf("a stranger deleted it: %v", err)
	}
}

func TestChangedLinkWaitsToBePublished(t *testing.T) {
	db := postgrestest.Open(t)
	ana, site := owner(t, db, "ana")
	added := addLink(t, db, ana, site.ID, "Mine")
	publish(t, db, 1)
	until := now.AddDate(0, 0, 90)
	if err := db.ExtendReport(t.Context(), ana.AccountID, added.ID, until); err != nil {
		t.Fatal(err)
	}
	if waiting := publish(t, db, 2); len(waiting) != 1 || !waiting[0].ExpiresAt.Equal(until) || waiting[0].Revision != 2 {
		t.Errorf("%+v", waiting)
	}
	for range 2 { // revoking is idempotent
		if err := db.RevokeReport(t.Context(), ana.AccountID, added.ID, now); err != nil {
			t.Fatal(err)
		}
	}
	if waiting := publish(t, db, 3); len(waiting) != 1 || waiting[0].Body != nil || waiting[0].Revision != 3 {
		t.Errorf("%+v", waiting)
	}
	wantCode(t, db.ExtendReport(t.Context(), ana.AccountID, added.ID, until), upslope.Conflict)
	if found, err := db.Report(t.Context(), ana.AccountID, added.ID); err != nil || found.RevokedAt == nil || !found.RevokedAt.Equal(now) {
		t.Errorf("%+v, %v", found, err)
	}
	if waiting := publish(t, db, 4); len(waiting) != 0 {
		t.Errorf("%+v waits for nothing", waiting)
	}
}

func TestThePageOfAnExpiredLinkIsDeleted(t *testing.T) {
	db := postgrestest.Open(t)
	ana, site := owner(t, db, "ana")
	added := addLink(t, db, ana, site.ID, "Mine")
	publish(t, db, 1)
	for _, c := range []struct {
		before  time.Time
		waiting int
	}{{added.ExpiresAt, 0}, {added.ExpiresAt.Add(time.Second), 1}} {
		if err := db.ExpireReports(t.Context(), c.before); err != nil {
			t.Fatal(err)
		}
		if waiting := publish(t, db, 2); len(waiting) != c.waiting || c.waiting > 0 && waiting[0].Body != nil {
			t.Errorf("before %v: %+v", c.before, waiting)
		}
	}
	wantCode(t, db.ExtendReport(t.Context(), ana.AccountID, added.ID, now.AddDate(1, 0, 0)), upslope.Conflict)
}

func TestTheLinksOfADeletedSiteAreWithdrawn(t *testing.T) {
	db := postgrestest.Open(t)
	ana, site := owner(t, db, "ana")
	added := addLink(t, db, ana, site.ID, "Of the site")
	addLink(t, db, ana, "", "Of all sites")
	publish(t, db, 1)
	if _, err := db.DeleteSite(t.Context(), ana.AccountID, site.ID); err != nil {
		t.Fatal(err)
	}
	withdrawn, err := db.WithdrawnReports(t.Context(), 10)
	if err != nil || len(withdrawn) != 1 || !bytes.Equal(withdrawn[0], added.TokenHash) {
		t.Errorf("%x, %v", withdrawn, err)
	}
	if err := db.ForgetWithdrawn(t.Context(), withdrawn); err != nil {
		t.Fatal(err)
	}
	if withdrawn, err := db.WithdrawnReports(t.Context(), 10); err != nil || len(withdrawn) != 0 {
		t.Errorf("%x, %v", withdrawn, err)
	}
	if copied, err := db.CopiedReports(t.Context()); err != nil || len(copied) != 1 {
		t.Errorf("%v, %v", copied, err)
	}
}

func TestABatchOfViewsCountsOnce(t *testing.T) {
	db := postgrestest.Open(t)
	ana, site := owner(t, db, "ana")
	added := addLink(t, db, ana, site.ID, "Mine")
	publish(t, db, 1)
	version := func() int64 {
		v, err := db.Version(t.Context(), ana.AccountID)
		if err != nil {
			t.Fatal(err)
		}
		return v
	}
	before, gone := version(), sha256.Sum256([]byte("gone"))
	for _, batch := range []struct {
		id    string
		views int64
		at    time.Time
	}{{"a", 3, now.Add(time.Hour)}, {"a", 3, now.Add(time.Hour)}, {"b", 2, now}} {
		err := db.CountViews(t.Context(), batch.id, []upslope.ReportViews{{TokenHash: added.TokenHash, Views: batch.views, LastAt: batch.at}, {TokenHash: gone[:], Views: 9, LastAt: now}})
		if err != nil {
			t.Fatal(err)
		}
	}
	found, err := db.Report(t.Context(), ana.AccountID, added.ID)
	if err != nil || found.Views != 5 || !found.LastViewedAt.Equal(now.Add(time.Hour)) {
		t.Errorf("%d views, last %v, %v", found.Views, found.LastViewedAt, err)
	}
	if version() != before {
		t.Error("being looked at makes every cached answer of the account old")
	}
}

func TestOneProcessPublishesAndAnotherTakesOver(t *testing.T) {
	db := postgrestest.Open(t)
	var leading, most atomic.Int32
	woken := make(chan struct{}, 100)
	run := func() (stop func()) {
		ctx, cancel := context.WithCancel(t.Context())
		ended := make(chan struct{})
		go func() {
			defer close(ended)
			_ = db.LeadReports(ctx, func(ctx context.Context, wait func(context.Context) error) error {
				most.Store(max(most.Load(), leading.Add(1)))
				defer leading.Add(-1)
				for wait(ctx) == nil {
					woken <- struct{}{}
				}
				return nil
			})
		}()
		return func() { cancel(); <-ended }
	}
	stop := run()
	eventually(t, func() bool { return leading.Load() == 1 })
	defer run()()
	ana, site := owner(t, db, "ana")
	addLink(t, db, ana, site.ID, "Mine")
	<-woken // woken by the notification
	stop()
	eventually(t, func() bool { return leading.Load() == 1 })
	if most.Load() != 1 {
		t.Errorf("%d at once", most.Load())
	}
}
