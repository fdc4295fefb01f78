package insights

import (
	"context"
	"encoding/csv"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"golang.org/x/tools/txtar"

	"upslope"
	"upslope/analytics/analyticstest"
	"upslope/analytics/pagerank"
)

// linkCase reads a link_targets case.
func linkCase(t *testing.T, name string) (pages []analyticstest.Page, links []analyticstest.Link) {
	t.Helper()
	archive, err := txtar.ParseFile("detectors/link_targets/testdata/" + name + ".txtar")
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range archive.Files {
		switch file.Name {
		case "pages.csv":
			pages = analyticstest.ParsePages(t, file.Data)
		case "links.csv":
			links = analyticstest.ParseLinks(t, file.Data)
		}
	}
	return pages, links
}

func TestStepsNameThePagesToLinkFromAndTheWordsOfTheLink(t *testing.T) {
	t.Parallel()
	pages, links := linkCase(t, "orphans")
	insights := of("link_targets", recomputed(t, pages, links...).Insights)
	want := []string{
		`Decide first which of the 6 are still needed: redirect (301) the others to what replaces them, and remove them from the sitemap.
Link from /press to /press/6 as “Press release 6”: it is the overview of that section.`,
		`Decide first whether /guides/leather-shoe-repair is still needed: if not, redirect (301) it to its replacement and remove it from the sitemap.
Link from /guides to /guides/leather-shoe-repair as “How to repair a leather shoe”: it is the overview of that section.
Link from /guides/leather-care to /guides/leather-shoe-repair as “How to repair a leather shoe”: it is in the same section.
Link from /guides/shoe-sizes to /guides/leather-shoe-repair as “How to repair a leather shoe”: it is in the same section.`,
	}
	for i, steps := range want {
		if !strings.HasPrefix(insights[i].Instructions, steps) {
			t.Errorf("%s:\n%s", insights[i].Title, insights[i].Instructions)
		}
	}
}

func TestSourcesOfATargetAreStrongerNearAndDoNotLinkThere(t *testing.T) {
	t.Parallel()
	pages, links := linkCase(t, "sources")
	db := analyticstest.OpenWithCrawl(t, pages, links...)
	store := &analyticstest.Store{Crawl: &upslope.Crawl{ImportID: analyticstest.ImportID, LinksImportID: analyticstest.LinksImportID, ImportedAt: analyticstest.Today}}
	recompute(t, db, store)
	engine, err := New(db, store, func() time.Time { return analyticstest.Today })
	if err != nil {
		t.Fatal(err)
	}
	insights := of("link_targets", store.Insights)
	if len(insights) != 1 {
		t.Fatalf("found %s", listing(insights))
	}
	evidence, err := engine.Evidence(t.Context(), analyticstest.AccountID, insights[0].Insight)
	if err != nil {
		t.Fatal(err)
	}
	var sources []string
	for _, row := range evidence.Rows {
		sources = append(sources, row["source"].(string)+": "+row["why"].(string))
		if row["anchor"] != "Waterproof hiking boots" {
			t.Errorf("anchor %v", row["anchor"])
		}
	}
	want := []string{
		"https://example.com/advice/hiking: both are about boots, hiking, waterproof",
		"https://example.com/boots: it is the overview of that section",
	}
	if !slices.Equal(sources, want) {
		t.Errorf("got %q\nwant %q", sources, want)
	}
}

func TestPagesAreRankedOnceForTheSamePagesAndLinks(t *testing.T) {
	t.Parallel()
	pages, links := linkCase(t, "orphans")
	db := analyticstest.OpenWithCrawl(t, pages, links...)
	store := &analyticstest.Store{Crawl: &upslope.Crawl{ImportID: analyticstest.ImportID, LinksImportID: analyticstest.LinksImportID, ImportedAt: analyticstest.Today}}
	recompute(t, db, store)
	recompute(t, db, store)
	if got := rankings(t, db); !slices.Equal(got, []string{"pagerank"}) {
		t.Errorf("after two recomputes %v", got)
	}
	store.Crawl.LinksImportID = ""
	recompute(t, db, store)
	if got := rankings(t, db); !slices.Equal(got, []string{"pagerank", ""}) {
		t.Errorf("after the links are gone %v", got)
	}
	if insights := slices.DeleteFunc(of("link_targets", store.Insights), isDone); len(insights) != 0 {
		t.Errorf("without links still open: %s", listing(insights))
	}
}

func isDone(insight upslope.StoredInsight) bool { return insight.Status == upslope.Done }

// rankings returns the methods of the current rankings, and checks that the ranks of each add up to 1 or are
// absent.
func rankings(t *testing.T, db *analyticstest.Site) []string {
	t.Helper()
	var methods []string
	err := db.Query(t.Context(), `select method, (select count() from pages where indexable is null), count(), sum(rank)
		from page_rankings inner join page_ranks using (ranking_id) group by ranking_id, method, ranked_at order by method desc`, nil,
		func(_ []string, values []any) error {
			methods = append(methods, values[0].(string))
			if values[1] != values[2] {
				t.Errorf("%v of %v pages have a rank", values[2], values[1])
			}
			if total, known := values[3].(float64); known && (total < .999999 || total > 1.000001) {
				t.Errorf("%s: ranks add up to %v", values[0], total)
			}
			return nil
		})
	if err != nil {
		t.Fatal(err)
	}
	return methods
}

// interrupted fails when a ranking is to become current.
type interrupted struct{ *analyticstest.Site }

var errInterrupted = errors.New("interrupted")

func (i interrupted) Exec(ctx context.Context, sql string, params map[string]any) error {
	if strings.Contains(sql, "insert into page_rankings") {
		return errInterrupted
	}
	return i.Site.Exec(ctx, sql, params)
}

func TestAnInterruptedRankingIsNotSeenAndCanBeDoneAgain(t *testing.T) {
	t.Parallel()
	pages, links := linkCase(t, "orphans")
	db := analyticstest.OpenWithCrawl(t, pages, links...)
	store := &analyticstest.Store{Crawl: &upslope.Crawl{ImportID: analyticstest.ImportID, LinksImportID: analyticstest.LinksImportID, ImportedAt: analyticstest.Today}}
	engine, err := New(interrupted{db}, store, func() time.Time { return analyticstest.Today })
	if err != nil {
		t.Fatal(err)
	}
	if err := engine.Recompute(t.Context(), analyticstest.AccountID, "job"); !errors.Is(err, errInterrupted) {
		t.Fatalf("got %v", err)
	}
	if got := rankings(t, db); len(got) != 0 || len(store.Insights) != 0 {
		t.Errorf("after the interruption %v, %d insights", got, len(store.Insights))
	}
	err = db.Query(t.Context(), "select count() from page_ranks", nil, func(_ []string, values []any) error {
		if values[0] != uint64(0) {
			t.Errorf("%v rows are left of it", values[0])
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	recompute(t, db, store)
	if got := rankings(t, db); !slices.Equal(got, []string{"pagerank"}) {
		t.Errorf("after another try %v", got)
	}
}

// deleted deletes the crawl before its ranking is to become current, as a sweep may while it is ranked.
type deleted struct{ *analyticstest.Site }

func (d deleted) Exec(ctx context.Context, sql string, params map[string]any) error {
	if strings.Contains(sql, "insert into page_rankings") {
		if err := d.Site.Exec(ctx, "delete from pages where import_id = {import_id:UUID}", params); err != nil {
			return err
		}
	}
	return d.Site.Exec(ctx, sql, params)
}

func TestNothingIsLeftOfTheRankingOfACrawlThatIsDeletedMeanwhile(t *testing.T) {
	t.Parallel()
	pages, links := linkCase(t, "orphans")
	db := analyticstest.OpenWithCrawl(t, pages, links...)
	crawl := &upslope.Crawl{ImportID: analyticstest.ImportID, LinksImportID: analyticstest.LinksImportID, ImportedAt: analyticstest.Today}
	ranker := pagerank.NewRanker(deleted{db}, func() time.Time { return analyticstest.Today })
	if err := ranker.Rank(t.Context(), analyticstest.AccountID, analyticstest.SiteID, crawl); err != nil {
		t.Fatal(err)
	}
	err := db.Query(t.Context(), "select (select count() from page_rankings), (select count() from page_ranks)", nil, func(_ []string, values []any) error {
		if values[0] != uint64(0) || values[1] != uint64(0) {
			t.Errorf("%v rankings and %v ranks are left", values[0], values[1])
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}

// A real inlinks export, with the pages in its links: all are a few clicks from the home page.
func TestARealInlinksExportRanksItsPages(t *testing.T) {
	t.Parallel()
	data, err := os.ReadFile(filepath.Join("..", "..", "..", "shared", "data", "crawls", "all_inlinks-15col.csv"))
	if err != nil {
		t.Skipf("the real exports are not on this machine: %v", err)
	}
	records, err := csv.NewReader(strings.NewReader(strings.TrimPrefix(string(data), "\ufeff"))).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	column := func(name string) int { return slices.Index(records[0], name) }
	var links []analyticstest.Link
	var pages []analyticstest.Page
	seen := map[string]bool{}
	for _, record := range records[1:] {
		source, destination := record[column("Source")], record[column("Destination")]
		followed := record[column("Follow")] == "true"
		links = append(links, analyticstest.Link{
			AccountID: analyticstest.AccountID, SiteID: analyticstest.SiteID, ImportID: analyticstest.LinksImportID, Source: analyticstest.Normalized(t, source), Destination: analyticstest.Normalized(t, destination),
			Type: strings.ToLower(record[column("Type")]), Follow: &followed, Position: strings.ToLower(record[column("Link Position")]),
		})
		if !seen[source] {
			seen[source] = true
			pages = append(pages, analyticstest.ParsePage(t, map[string]string{"url": source, "status_code": "200"}))
		}
	}
	db := analyticstest.OpenWithCrawl(t, pages, links...)
	store := &analyticstest.Store{Crawl: &upslope.Crawl{ImportID: analyticstest.ImportID, LinksImportID: analyticstest.LinksImportID, ImportedAt: analyticstest.Today}}
	recompute(t, db, store)
	if got := rankings(t, db); !slices.Equal(got, []string{"pagerank"}) {
		t.Errorf("ranked by %v", got)
	}
	err = db.Query(t.Context(), "select page, depth, percentile, max(depth) over (), countIf(depth is null) over () from page_ranks inner join pages on cityHash64(page) = page_key order by depth limit 1", nil,
		func(_ []string, values []any) error {
			percentile, _ := values[2].(float64)
			furthest, _ := values[3].(uint32)
			if page, _ := values[0].(string); !strings.HasSuffix(page, ".fr/") || values[1] != uint32(0) || percentile < .5 || furthest > 4 || values[4] != uint64(0) {
				t.Errorf("the start is %v", values)
			}
			return nil
		})
	if err != nil {
		t.Fatal(err)
	}
}
