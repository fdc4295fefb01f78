package postgres_test

import (
	"slices"
	"testing"

	"upslope"
	"upslope/infra/postgres/postgrestest"
)

// First pages of tables are kept under their keys, in place of those before, for nobody else, and are gone with their site.
func TestFirstPagesAreKeptUnderTheirKeysAndNobodyElseSeesThem(t *testing.T) {
	db := postgrestest.Open(t)
	ana, site := owner(t, db, "ana")
	bo, other := owner(t, db, "bo")
	key, newer := "a key", "a newer key"
	put := func(accountID, siteID, key, text string, tables ...string) {
		t.Helper()
		reads, err := db.SiteReads(t.Context(), accountID, siteID)
		if err != nil {
			t.Fatal(err)
		}
		var pages []upslope.FirstPage
		for _, table := range tables {
			pages = append(pages, upslope.FirstPage{Table: table, Key: key + " of " + table, MadeOf: "rows", Page: text})
		}
		if err := db.PutFirstPages(t.Context(), accountID, siteID, reads, pages); err != nil {
			t.Fatal(err)
		}
	}
	has := func(accountID, siteID string, want ...string) {
		t.Helper()
		pages, err := db.FirstPages(t.Context(), accountID, siteID)
		got := []string{}
		for _, page := range pages {
			got = append(got, page.Table)
		}
		slices.Sort(got)
		if err != nil || !slices.Equal(got, want) {
			t.Errorf("%v, %v are kept, not %v", got, err, want)
		}
	}
	reads := func(accountID, siteID, table, key, want string) {
		t.Helper()
		if page, err := db.FirstPage(t.Context(), accountID, siteID, key+" of "+table); err != nil || page != want {
			t.Errorf("%s is %q, %v", table, page, err)
		}
	}
	put(ana.AccountID, site.ID, key, "[1]", "seo/queries", "seo/pages")
	has(ana.AccountID, site.ID, "seo/pages", "seo/queries")
	reads(ana.AccountID, site.ID, "seo/pages", key, "[1]")
	reads(ana.AccountID, site.ID, "seo/pages", newer, "")
	reads(ana.AccountID, other.ID, "seo/pages", key, "")

	// A stranger reads none of it, and can neither replace nor drop it.
	reads(bo.AccountID, site.ID, "seo/pages", key, "")
	has(bo.AccountID, site.ID)
	put(bo.AccountID, site.ID, newer, "[2]", "seo/pages")
	reads(ana.AccountID, site.ID, "seo/pages", key, "[1]")

	// An empty page is the one that was there, and what is not put is dropped.
	put(ana.AccountID, site.ID, key, "", "seo/pages")
	has(ana.AccountID, site.ID, "seo/pages")
	reads(ana.AccountID, site.ID, "seo/pages", key, "[1]")

	// Rows that came since make it old, as do the end of a read and a recompute; those of another site do not.
	connections := map[upslope.Site]upslope.Connection{site: connectSearch(t, db, site), other: connectSearch(t, db, other)}
	for _, old := range []struct {
		why string
		of  upslope.Site
		do  func(run string, connection upslope.Connection) error
	}{
		{"rows came for another site", other, func(run string, _ upslope.Connection) error {
			_, err := db.RunProgress(t.Context(), other.AccountID, run, 1, 10)
			return err
		}},
		{"rows came", site, func(run string, _ upslope.Connection) error {
			_, err := db.RunProgress(t.Context(), site.AccountID, run, 1, 10)
			return err
		}},
		{"a read ended", site, func(run string, connection upslope.Connection) error {
			return db.FinishRun(t.Context(), connection, upslope.SyncRun{ID: run, Status: "done"}, false, "", "")
		}},
		{"the site was scored", site, func(string, upslope.Connection) error {
			replace(t, db, ana, site, queued(t, db, ana, site), upslope.InsightChanges{})
			return nil
		}},
	} {
		put(ana.AccountID, site.ID, key, "[1]", "seo/pages")
		connection := connections[old.of]
		run, err := db.StartRun(t.Context(), connection, "recent", 1)
		if err == nil {
			err = old.do(run, connection)
		}
		if err != nil {
			t.Fatal(err)
		}
		want := ""
		if old.of == other {
			want = "[1]"
		}
		t.Log(old.why)
		reads(ana.AccountID, site.ID, "seo/pages", key, want)
	}

	// Who knows of fewer reads replaces and drops nothing, and a page that was made of other rows meanwhile is not called the same.
	now, err := db.SiteReads(t.Context(), ana.AccountID, site.ID)
	if err != nil {
		t.Fatal(err)
	}
	put(ana.AccountID, site.ID, key, "[2]", "seo/pages", "seo/queries")
	for _, c := range []struct {
		reads int64
		page  upslope.FirstPage
	}{
		{now - 1, upslope.FirstPage{MadeOf: "rows", Page: "[old]"}},
		{now - 1, upslope.FirstPage{MadeOf: "rows"}},
		{now + 1, upslope.FirstPage{MadeOf: "other rows"}},
	} {
		c.page.Table, c.page.Key = "seo/pages", key+" of seo/pages"
		if err := db.PutFirstPages(t.Context(), ana.AccountID, site.ID, c.reads, []upslope.FirstPage{c.page}); err != nil {
			t.Fatal(err)
		}
		reads(ana.AccountID, site.ID, "seo/pages", key, "[2]")
		if c.reads < now {
			reads(ana.AccountID, site.ID, "seo/queries", key, "[2]")
		}
	}
	has(ana.AccountID, site.ID, "seo/pages")

	version, err := db.FactsVersion(t.Context(), ana.AccountID)
	if err != nil {
		t.Fatal(err)
	}
	put(ana.AccountID, site.ID, key, "[3]", "seo/pages")
	reads(ana.AccountID, site.ID, "seo/pages", key, "[3]")
	if after, err := db.FactsVersion(t.Context(), ana.AccountID); err != nil || after != version {
		t.Errorf("keeping a page took the version from %s to %s, %v", version, after, err)
	}
	if _, err := db.DeleteSite(t.Context(), ana.AccountID, site.ID); err != nil {
		t.Fatal(err)
	}
	has(ana.AccountID, site.ID)
	put(ana.AccountID, site.ID, key, "[4]", "seo/queries")
	has(ana.AccountID, site.ID)
}
