package postgres_test

import (
	"errors"
	"fmt"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/uuid"

	"upslope"
	"upslope/infra/postgres"
	"upslope/infra/postgres/postgrestest"
)

var now = time.Date(2026, 11, 21, 9, 0, 0, 0, time.UTC)

// owner signs a user in and adds a site.
func owner(t *testing.T, db *postgres.DB, name string) (upslope.User, upslope.Site) {
	t.Helper()
	user, err := db.SignIn(t.Context(), upslope.Identity{Subject: "user_" + name, Email: name + "@example.com"}, now, 14)
	if err != nil {
		t.Fatal(err)
	}
	return user, addSite(t, db, user, name+".example")
}

func addSite(t *testing.T, db *postgres.DB, user upslope.User, domain string) upslope.Site {
	t.Helper()
	name, currency, zone := domain, "EUR", "Europe/Berlin"
	site, version, err := db.AddSite(t.Context(), user.AccountID, upslope.SiteEdit{Name: &name, Domain: &domain, Currency: &currency, TimeZone: &zone})
	if err != nil {
		t.Fatal(err)
	}
	if version == 0 {
		t.Error("adding a site did not raise the account's version")
	}
	return site
}

func upload(user upslope.User, site upslope.Site, sha string) upslope.Upload {
	return upslope.Upload{
		ID: uuid.NewString(), AccountID: user.AccountID, SiteID: site.ID, ObjectKey: "crawls/" + sha, FileName: sha + ".csv", Bytes: 10, SHA256: sha,
	}
}

func wantCode(t *testing.T, err error, code upslope.Code) {
	t.Helper()
	if err == nil || upslope.CodeOf(err) != code {
		t.Errorf("error %v, want code %s", err, code)
	}
}

func TestFirstSignInCreatesOneAccountWithATrial(t *testing.T) {
	db := postgrestest.Open(t)
	var wait sync.WaitGroup
	accounts := make([]string, 8)
	for i := range accounts {
		wait.Go(func() {
			user, err := db.SignIn(t.Context(), upslope.Identity{Subject: "user_ana", Email: "ana@example.com"}, now, 14)
			if err != nil {
				t.Error(err)
			}
			accounts[i] = user.AccountID
			if !user.TrialEndsAt.Equal(now.AddDate(0, 0, 14)) || user.Role != "owner" {
				t.Errorf("%+v", user)
			}
		})
	}
	wait.Wait()
	for _, account := range accounts {
		if account != accounts[0] || account == "" {
			t.Fatalf("one person has accounts %q", accounts)
		}
	}
	later, err := db.SignIn(t.Context(), upslope.Identity{Subject: "user_ana", FirstName: "Ana"}, now.AddDate(1, 0, 0), 14)
	if err != nil || later.Email != "ana@example.com" || later.FirstName != "Ana" || !later.TrialEndsAt.Equal(now.AddDate(0, 0, 14)) {
		t.Errorf("%+v, %v: want what is new, and the trial as it was", later, err)
	}
}

func TestAnotherAccountsRowsAreNotFound(t *testing.T) {
	db := postgrestest.Open(t)
	ana, site := owner(t, db, "ana")
	bo, _ := owner(t, db, "bo")
	name := "mine"
	job, err := db.Recompute(t.Context(), ana.AccountID, site.ID)
	if err != nil {
		t.Fatal(err)
	}
	insight := found("a")
	replace(t, db, ana, site, job, upslope.InsightChanges{Added: []upslope.StoredInsight{insight}})

	_, err = db.Site(t.Context(), bo.AccountID, site.ID)
	wantCode(t, err, upslope.NotFound)
	_, _, err = db.EditSite(t.Context(), bo.AccountID, site.ID, upslope.SiteEdit{Name: &name})
	wantCode(t, err, upslope.NotFound)
	_, err = db.DeleteSite(t.Context(), bo.AccountID, site.ID)
	wantCode(t, err, upslope.NotFound)
	_, err = db.Job(t.Context(), bo.AccountID, job.ID)
	wantCode(t, err, upslope.NotFound)
	_, err = db.Insight(t.Context(), bo.AccountID, insight.ID)
	wantCode(t, err, upslope.NotFound)
	_, _, err = db.SetInsightStatus(t.Context(), bo.AccountID, insight.ID, upslope.Done, "", now)
	wantCode(t, err, upslope.NotFound)
	if _, err = db.Recompute(t.Context(), bo.AccountID, site.ID); err == nil {
		t.Error("a stranger's site was queued")
	}
	if _, _, err = db.StartImport(t.Context(), upload(bo, site, "x"), now); err == nil {
		t.Error("an upload for a stranger's site was queued")
	}
	for _, siteID := range []string{"", site.ID} {
		if list, total, err := db.Insights(t.Context(), bo.AccountID, upslope.InsightFilter{SiteID: siteID, Limit: 10}); err != nil || len(list)+int(total) != 0 {
			t.Errorf("a stranger sees %d insights of %d, %v", len(list), total, err)
		}
		if list, total, err := db.Activity(t.Context(), bo.AccountID, upslope.Scope{SiteID: siteID}, 10, 0); err != nil || siteID != "" && len(list)+int(total) != 0 {
			t.Errorf("a stranger sees activity %v of %d, %v", list, total, err)
		}
	}
	for _, id := range []string{"", "x", "00000000-0000-0000-0000-00000000000g", "'; drop table sites"} {
		_, err = db.Site(t.Context(), ana.AccountID, id)
		wantCode(t, err, upslope.NotFound)
	}
}

func TestMissingObjectIsNamed(t *testing.T) {
	db := postgrestest.Open(t)
	ana, _ := owner(t, db, "ana")
	for _, id := range []string{"no id", "00000000-0000-0000-0000-000000000001"} {
		name := "Shop"
		for noun, ask := range map[string]func() error{
			"site":        func() error { _, err := db.Site(t.Context(), ana.AccountID, id); return err },
			"opportunity": func() error { _, err := db.Insight(t.Context(), ana.AccountID, id); return err },
			"job":         func() error { _, err := db.Job(t.Context(), ana.AccountID, id); return err },
			"upload":      func() error { _, err := db.Upload(t.Context(), ana.AccountID, id); return err },
			"site to edit": func() error {
				_, _, err := db.EditSite(t.Context(), ana.AccountID, id, upslope.SiteEdit{Name: &name})
				return err
			},
			"site to delete": func() error { _, err := db.DeleteSite(t.Context(), ana.AccountID, id); return err },
			"opportunity to change": func() error {
				_, _, err := db.SetInsightStatus(t.Context(), ana.AccountID, id, upslope.Done, "", now)
				return err
			},
		} {
			noun, _, _ = strings.Cut(noun, " ")
			var problem *upslope.Error
			if err := ask(); !errors.As(err, &problem) || problem.Code != upslope.NotFound || problem.Message != "This "+noun+" does not exist." {
				t.Errorf("%s %q: %v", noun, id, err)
			}
		}
	}
}

func TestActivityListsArePaged(t *testing.T) {
	db := postgrestest.Open(t)
	ana, site := owner(t, db, "ana")
	for i := range 4 {
		name := fmt.Sprintf("Shop %d", i)
		if _, _, err := db.AddSite(t.Context(), ana.AccountID, upslope.SiteEdit{
			Name: &name, Domain: new(fmt.Sprintf("shop%d.example", i)), Currency: &site.Currency, TimeZone: &site.TimeZone,
		}); err != nil {
			t.Fatal(err)
		}
	}
	seen := map[string]bool{}
	for offset := 0; offset < 6; offset += 2 {
		page, total, err := db.Activity(t.Context(), ana.AccountID, upslope.Scope{}, 2, offset)
		if err != nil || total != 5 {
			t.Fatalf("from %d: %d in all, %v", offset, total, err)
		}
		for _, event := range page {
			seen[event.ID] = true
		}
	}
	if len(seen) != 5 {
		t.Errorf("%d different events on three pages, want 5", len(seen))
	}
}

func TestSecondSiteWithADomainIsAConflictInOneAccountOnly(t *testing.T) {
	db := postgrestest.Open(t)
	ana, site := owner(t, db, "ana")
	bo, _ := owner(t, db, "bo")
	addSite(t, db, bo, site.Domain)
	_, _, err := db.AddSite(t.Context(), ana.AccountID, upslope.SiteEdit{Name: &site.Name, Domain: &site.Domain, Currency: &site.Currency, TimeZone: &site.TimeZone})
	wantCode(t, err, upslope.Conflict)
	other := addSite(t, db, ana, "other.example")
	_, _, err = db.EditSite(t.Context(), ana.AccountID, other.ID, upslope.SiteEdit{Domain: &site.Domain})
	wantCode(t, err, upslope.Conflict)
}
