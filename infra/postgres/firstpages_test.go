package postgres_test

import (
	"maps"
	"slices"
	"strings"
	"testing"

	"upslope"
	"upslope/infra/postgres/postgrestest"
)

// First pages of tables are kept under their keys, in place of those before, for nobody else, and are gone with their site.
func TestFirstPagesAreKeptUnderTheirKeysAndNobodyElseSeesThem(t *testing.T) {
	db := postgrestest.Open(t)
	ana, site := owner(t, db, "ana")
	bo, other := owner(t, db, "bo")
	key, newer := strings.Repeat("k", 32), strings.Repeat("\x00\xff", 16)
	put := func(accountID, siteID, key string, beside []string, tables ...string) {
		t.Helper()
		var pages []upslope.FirstPage
		for _, table := range tables {
			pages = append(pages, upslope.FirstPage{Table: table, Key: key, Page: `{"of": "` + table + `"}`})
		}
		if err := db.PutFirstPages(t.Context(), accountID, siteID, pages, beside); err != nil {
			t.Fatal(err)
		}
	}
	has := func(accountID, siteID string, want ...string) {
		t.Helper()
		keys, err := db.FirstPageKeys(t.Context(), accountID, siteID)
		if got := slices.Sorted(maps.Keys(keys)); err != nil || !slices.Equal(got, want) {
			t.Errorf("%v, %v are kept, not %v", got, err, want)
		}
	}
	reads := func(accountID, siteID, table, key, want string) {
		t.Helper()
		if page, err := db.FirstPage(t.Context(), accountID, siteID, table, key); err != nil || page != want {
			t.Errorf("%s is %q, %v", table, page, err)
		}
	}
	put(ana.AccountID, site.ID, key, nil, "seo/queries", "seo/pages")
	has(ana.AccountID, site.ID, "seo/pages", "seo/queries")
	reads(ana.AccountID, site.ID, "seo/pages", key, `{"of": "seo/pages"}`)
	reads(ana.AccountID, site.ID, "seo/pages", newer, "")
	reads(ana.AccountID, other.ID, "seo/pages", key, "")

	// A stranger reads none of it, and can neither replace nor drop it.
	reads(bo.AccountID, site.ID, "seo/pages", key, "")
	has(bo.AccountID, site.ID)
	put(bo.AccountID, site.ID, newer, nil, "seo/pages")
	reads(ana.AccountID, site.ID, "seo/pages", key, `{"of": "seo/pages"}`)

	put(ana.AccountID, site.ID, newer, []string{"seo/pages"}, "ads/keywords")
	has(ana.AccountID, site.ID, "ads/keywords", "seo/pages")
	put(ana.AccountID, site.ID, newer, nil, "ads/keywords")
	has(ana.AccountID, site.ID, "ads/keywords")
	reads(ana.AccountID, site.ID, "ads/keywords", newer, `{"of": "ads/keywords"}`)
	put(ana.AccountID, site.ID, newer, nil)
	has(ana.AccountID, site.ID)

	put(ana.AccountID, site.ID, key, nil, "seo/queries")
	version, err := db.FactsVersion(t.Context(), ana.AccountID)
	if err != nil {
		t.Fatal(err)
	}
	put(ana.AccountID, site.ID, newer, nil, "seo/queries")
	if after, err := db.FactsVersion(t.Context(), ana.AccountID); err != nil || after != version {
		t.Errorf("keeping a page took the version from %s to %s, %v", version, after, err)
	}
	if _, err := db.DeleteSite(t.Context(), ana.AccountID, site.ID); err != nil {
		t.Fatal(err)
	}
	has(ana.AccountID, site.ID)
	put(ana.AccountID, site.ID, key, nil, "seo/queries")
	has(ana.AccountID, site.ID)
}
