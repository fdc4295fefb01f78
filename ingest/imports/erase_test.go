package imports

import (
	"testing"

	"github.com/google/uuid"
)

// Rankings are computed from pages and links: they are deleted with either, and with the site.
func TestRankingsGoWithTheImportsTheyStandOn(t *testing.T) {
	w := newWorkbench(t)
	pages, links, otherPages := uuid.NewString(), uuid.NewString(), uuid.NewString()
	add := func(importID, linksImportID string) {
		t.Helper()
		params := map[string]any{"account_id": w.account, "site_id": w.site.ID, "import_id": importID, "links_import_id": linksImportID}
		for _, table := range []string{"page_ranks", "page_rankings"} {
			sql := "insert into " + table + " (account_id, site_id, import_id, links_import_id) values ({account_id:UUID}, {site_id:UUID}, {import_id:UUID}, {links_import_id:UUID})"
			if err := w.Facts.Exec(t.Context(), sql, params); err != nil {
				t.Fatal(err)
			}
		}
	}
	left := func() (rows [2]uint64) {
		t.Helper()
		var counts []struct {
			Ranks    uint64 `ch:"ranks"`
			Rankings uint64 `ch:"rankings"`
		}
		const sql = "select (select count() from page_ranks) as ranks, (select count() from page_rankings) as rankings"
		if err := w.Facts.Select(t.Context(), &counts, sql, nil); err != nil {
			t.Fatal(err)
		}
		return [2]uint64{counts[0].Ranks, counts[0].Rankings}
	}
	add(pages, links)
	add(pages, uuid.Nil.String())
	add(otherPages, uuid.Nil.String())
	if err := w.Sweep(t.Context(), w.account, w.site.ID, []string{links}, nil); err != nil || left() != ([2]uint64{2, 2}) {
		t.Errorf("after the links are swept: %v, %v", left(), err)
	}
	if err := w.Sweep(t.Context(), w.account, w.site.ID, []string{pages}, nil); err != nil || left() != ([2]uint64{1, 1}) {
		t.Errorf("after the pages are swept: %v, %v", left(), err)
	}
	if err := w.EraseSite(t.Context(), w.account, w.site.ID); err != nil || left() != ([2]uint64{0, 0}) {
		t.Errorf("after the site is gone: %v, %v", left(), err)
	}
}
