package audit_test

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"

	"upslope"
	"upslope/infra/audit"
	"upslope/infra/clickhouse"
	"upslope/infra/clickhouse/clickhousetest"
	"upslope/infra/objects"
	"upslope/infra/postgres"
	"upslope/infra/postgres/postgrestest"
)

func TestMain(m *testing.M) { clickhousetest.Main(withPostgres{m}) }

// withPostgres runs the tests and stops the PostgreSQL they started.
type withPostgres struct{ m *testing.M }

func (w withPostgres) Run() int { return postgrestest.Main(w.m) }

// installation has one account with a site.
type installation struct {
	t       *testing.T
	db      *postgres.DB
	facts   *clickhouse.DB
	files   *objects.Store
	temp    string
	account string
	site    upslope.Site
}

func install(t *testing.T, facts *clickhouse.DB) *installation {
	t.Helper()
	i := &installation{t: t, db: postgrestest.Open(t), facts: facts, temp: t.TempDir()}
	var err error
	if i.files, err = objects.Open(t.Context(), "", t.TempDir()); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = i.files.Close() })
	i.files.Ledger = i.db
	user, err := i.db.SignIn(t.Context(), upslope.Identity{Subject: "user_ana", Email: "ana@example.com"}, time.Now(), 14)
	if err != nil {
		t.Fatal(err)
	}
	i.account = user.AccountID
	name, currency, zone := "shop.example", "EUR", "UTC"
	i.site, _, err = i.db.AddSite(t.Context(), i.account, upslope.SiteEdit{Name: &name, Domain: &name, Currency: &currency, TimeZone: &zone})
	if err != nil {
		t.Fatal(err)
	}
	return i
}

// newUpload returns an upload that is not stored yet.
func (i *installation) newUpload() upslope.Upload {
	id := uuid.NewString()
	return upslope.Upload{ID: id, AccountID: i.account, SiteID: i.site.ID, ObjectKey: "uploads/" + i.account + "/" + id, FileName: "a.csv", Bytes: 7, SHA256: id}
}

func (i *installation) put(key string) {
	i.t.Helper()
	if err := i.files.Put(i.t.Context(), key, strings.NewReader("Address")); err != nil {
		i.t.Fatal(err)
	}
}

func (i *installation) queue(upload upslope.Upload) {
	i.t.Helper()
	if _, _, err := i.db.StartImport(i.t.Context(), upload, time.Now().Add(-time.Minute)); err != nil {
		i.t.Fatal(err)
	}
}

// sweep does what the parts do every five minutes, as of a time from now.
func (i *installation) sweep(later time.Duration) {
	i.t.Helper()
	now := time.Now().Add(later)
	err := errors.Join(i.db.SweepObjects(i.t.Context(), now.Add(-45*time.Minute), i.files.Delete),
		i.db.EraseAccountsAgain(i.t.Context(), now, func(ctx context.Context, accountID string) error {
			return i.files.Erase(ctx, "uploads/"+accountID+"/")
		}))
	if err != nil {
		i.t.Fatal(err)
	}
}

// look returns the places with something, and those with something that belongs to nothing.
func (i *installation) look() (found, orphaned map[string]int64) {
	i.t.Helper()
	places, err := audit.Run(i.t.Context(), audit.Sources{
		Records: i.db, Facts: i.facts, Files: i.files, TempDir: i.temp,
		Reports: func(context.Context) (int, int, error) { return 0, 0, nil },
	}, i.account)
	if err != nil {
		i.t.Fatal(err)
	}
	found, orphaned = map[string]int64{}, map[string]int64{}
	for _, place := range places {
		if place.Found > 0 {
			found[place.Name] = place.Found
		}
		if place.Orphaned > 0 {
			orphaned[place.Name] = place.Orphaned
		}
	}
	if len(places) < 50 {
		i.t.Errorf("only %d places were looked at", len(places))
	}
	return found, orphaned
}

// An upload is an object, then a row. Wherever its process ends, no object outlives an hour without its row.
func TestNoFileOutlivesItsUploadWhereverTheProcessEnds(t *testing.T) {
	facts := clickhousetest.Shared(t)
	killed := errors.New("killed")
	for _, c := range []struct {
		name  string
		crash func(i *installation)
	}{
		{"before the file is written", func(i *installation) {
			if err := i.db.AddObject(t.Context(), i.newUpload().ObjectKey); err != nil {
				t.Fatal(err)
			}
		}},
		{"before its import is queued", func(i *installation) { i.put(i.newUpload().ObjectKey) }},
		{"in parts, before its import is queued", func(i *installation) {
			upload := i.newUpload()
			id, err := i.files.BeginParts(t.Context(), upload)
			if err != nil {
				t.Fatal(err)
			}
			etag, err := i.files.PutPart(t.Context(), upload.ObjectKey, id, 1, strings.NewReader("Address"), 100)
			if err != nil {
				t.Fatal(err)
			}
			if err := i.files.CompleteParts(t.Context(), upload.ObjectKey, id, []upslope.Part{{Number: 1, ETag: etag, Bytes: 7}}); err != nil {
				t.Fatal(err)
			}
		}},
		{"while a sweep deletes it", func(i *installation) {
			i.put(i.newUpload().ObjectKey)
			err := i.db.SweepObjects(t.Context(), time.Now().Add(time.Minute), func(context.Context, string) error { return killed })
			if !errors.Is(err, killed) {
				t.Error(err)
			}
		}},
		{"after the site is deleted, before its files are", func(i *installation) {
			upload := i.newUpload()
			i.put(upload.ObjectKey)
			i.queue(upload)
			i.put(upload.RejectedKey())
			if _, err := i.db.DeleteSite(t.Context(), i.account, i.site.ID); err != nil {
				t.Fatal(err)
			}
			i.put(upload.RejectedKey()) // by an import that was still running
		}},
	} {
		t.Run(c.name, func(t *testing.T) {
			i := install(t, facts)
			i.t = t
			kept := i.newUpload()
			if c.name != "after the site is deleted, before its files are" {
				i.put(kept.ObjectKey)
				i.queue(kept)
				i.put(kept.RejectedKey())
			}
			c.crash(i)
			i.sweep(0) // nothing is taken from an upload that is under way
			i.sweep(55 * time.Minute)
			if _, orphaned := i.look(); len(orphaned) > 0 {
				t.Errorf("left %v", orphaned)
			}
			keys, err := i.files.Keys(t.Context(), "uploads/")
			want := []string{kept.ObjectKey, kept.RejectedKey()}
			if c.name == "after the site is deleted, before its files are" {
				want = nil
			}
			if slices.Sort(keys); err != nil || !slices.Equal(keys, want) {
				t.Errorf("there are %q, want %q; %v", keys, want, err)
			}
			if left, err := i.db.AccountRows(t.Context(), i.account); err != nil || left["stored_objects"] != int64(len(want)) {
				t.Errorf("%d objects are recorded, want %d; %v", left["stored_objects"], len(want), err)
			}
		})
	}
}

func TestAFileThatIsBeingSweptIsNotImported(t *testing.T) {
	i := install(t, clickhousetest.Shared(t))
	late := i.newUpload()
	i.put(late.ObjectKey)
	err := i.db.SweepObjects(t.Context(), time.Now().Add(time.Minute), func(ctx context.Context, key string) error {
		if _, _, err := i.db.StartImport(ctx, late, time.Now()); upslope.CodeOf(err) != upslope.Unavailable {
			t.Errorf("an import of a file that is being deleted: %v", err)
		}
		if err := i.files.Put(ctx, key, strings.NewReader("again")); upslope.CodeOf(err) != upslope.Unavailable {
			t.Errorf("writing it again meanwhile: %v", err)
		}
		return i.files.Delete(ctx, key)
	})
	if err != nil {
		t.Fatal(err)
	}
	i.put(late.ObjectKey)
	i.queue(late)
}

func TestNothingIsStoredThatCannotBeRecorded(t *testing.T) {
	i := install(t, clickhousetest.Shared(t))
	i.db.Close()
	if err := i.files.Put(t.Context(), i.newUpload().ObjectKey, strings.NewReader("Address")); err == nil {
		t.Error("it was stored")
	}
	if keys, err := i.files.Keys(t.Context(), "uploads/"); err != nil || len(keys) != 0 {
		t.Errorf("there are %q, %v", keys, err)
	}
}

func TestADeletedAccountLeavesNothingAndTheAuditSaysSo(t *testing.T) {
	facts := clickhousetest.Open(t)
	i := install(t, facts)
	nobodys, ofSite, begun := i.newUpload(), i.newUpload(), i.newUpload()
	nobodys.SiteID = ""
	for _, upload := range []upslope.Upload{nobodys, ofSite} {
		i.put(upload.ObjectKey)
		i.queue(upload)
	}
	if _, err := i.files.BeginParts(t.Context(), begun); err != nil {
		t.Fatal(err)
	}
	for _, table := range []string{"pages", "links"} {
		if err := facts.Exec(t.Context(), "insert into "+table+" (account_id, site_id) values ({account:UUID}, {site:UUID})", map[string]any{"account": i.account, "site": i.site.ID}); err != nil {
			t.Fatal(err)
		}
	}
	found, orphaned := i.look()
	for place, want := range map[string]int64{"PostgreSQL uploads": 2, "PostgreSQL sites": 1, "PostgreSQL accounts": 1, "ClickHouse pages": 1, "object storage": 2, "uploads in parts": 1} {
		if found[place] != want {
			t.Errorf("%s: %d, want %d", place, found[place], want)
		}
	}
	if len(orphaned) > 0 {
		t.Errorf("of a living account belongs to nothing: %v", orphaned)
	}

	if err := i.db.DeleteAccount(t.Context(), i.account, time.Now()); err != nil {
		t.Fatal(err)
	}
	late := i.newUpload()
	// By a request still running.
	if err := i.files.Put(t.Context(), late.ObjectKey, strings.NewReader("Address")); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(i.temp, "crawl-1.zip"), nil, 0o600); err != nil {
		t.Fatal(err)
	}
	_, orphaned = i.look()
	want := map[string]int64{
		"ClickHouse pages": 1, "ClickHouse links": 1, "object storage": 3, "uploads in parts": 1, "temporary files of all accounts": 1, "PostgreSQL stored_objects": 3,
	}
	if fmt.Sprint(orphaned) != fmt.Sprint(want) {
		t.Errorf("before anything is erased the audit finds\n%v, want\n%v", orphaned, want)
	}
	i.sweep(0)
	for _, table := range []string{"pages", "links"} { // by job.erase, which has tests of its own
		if err := facts.Exec(t.Context(), "delete from "+table+" where account_id = {account:UUID}", map[string]any{"account": i.account}); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.Remove(filepath.Join(i.temp, "crawl-1.zip")); err != nil {
		t.Fatal(err)
	}
	if found, orphaned = i.look(); len(orphaned) > 0 {
		t.Errorf("left %v of %v", orphaned, found)
	}
	if _, err := audit.Run(t.Context(), audit.Sources{}, "ana@example.com"); err == nil {
		t.Error("an address was taken for an account")
	}
}
