package simulator

import (
	"strings"
	"testing"
	"time"

	"upslope/simulator/world"
)

func TestSearchConsoleAnswersInItsDocumentedForm(t *testing.T) {
	b := start(t, Config{})
	w := b.World(world.Small)
	sites := b.readJSON(t, "GET", "/webmasters/v3/sites", "")
	if at(t, sites, "siteEntry", 0, "siteUrl") != w.GSCSite || at(t, sites, "siteEntry", 0, "permissionLevel") != "siteFullUser" || at(t, sites, "siteEntry", 1, "permissionLevel") != "siteUnverifiedUser" {
		t.Errorf("sites: %v", sites)
	}
	for _, path := range []string{searchPath(w.GSCSite), strings.Replace(searchPath(w.GSCSite), "%3A", ":", 1)} {
		answer := b.readJSON(t, "POST", path, searchBody("2026-11-10", `"query","page"`, `,"rowLimit":5`))
		if at(t, answer, "responseAggregationType") != "byPage" || len(at(t, answer, "rows").([]any)) != 5 {
			t.Fatalf("answer: %v", answer)
		}
		clicks, impressions := at(t, answer, "rows", 0, "clicks").(float64), at(t, answer, "rows", 0, "impressions").(float64)
		if !strings.HasPrefix(at(t, answer, "rows", 0, "keys", 1).(string), w.Origin) || clicks < 1 || impressions < clicks || at(t, answer, "rows", 0, "ctr") != clicks/impressions || at(t, answer, "rows", 0, "position").(float64) < 1 {
			t.Fatalf("row: %v", at(t, answer, "rows", 0))
		}
	}
}

func TestNewSearchDaysComeOnlyWhenAllAreAskedForAndAreMarked(t *testing.T) {
	b := start(t, Config{})
	path := searchPath(b.World(world.Small).GSCSite)
	body := `{"startDate":"2026-11-15","endDate":"2026-11-21","dimensions":["date"]`
	final := b.readJSON(t, "POST", path, body+"}")
	if rows := at(t, final, "rows").([]any); len(rows) != 4 || at(t, final, "rows", 3, "keys", 0) != "2026-11-18" || final["metadata"] != nil {
		t.Errorf("final: %v", final)
	}
	all := b.readJSON(t, "POST", path, body+`,"dataState":"all"}`)
	if rows := at(t, all, "rows").([]any); len(rows) != 6 || at(t, all, "metadata", "first_incomplete_date") != "2026-11-19" {
		t.Errorf("all: %v", all)
	}
}

func TestSearchDaysEndAtMidnightInCalifornia(t *testing.T) {
	b := start(t, Config{})
	path := searchPath(b.World(world.Small).GSCSite)
	newest := func() any {
		rows := at(t, b.readJSON(t, "POST", path, `{"startDate":"2026-10-25","endDate":"2026-11-30","dimensions":["date"]}`), "rows").([]any)
		return at(t, rows[len(rows)-1], "keys", 0)
	}
	for _, c := range []struct{ now, newest string }{
		// Pacific standard time.
		{"2026-11-21T07:59:00Z", "2026-11-17"}, {"2026-11-21T08:00:00Z", "2026-11-18"},
		// The last day of daylight saving time.
		{"2026-11-01T06:59:00Z", "2026-10-28"}, {"2026-11-01T07:00:00Z", "2026-10-29"},
	} {
		var err error
		if b.now, err = time.Parse(time.RFC3339, c.now); err != nil {
			t.Fatal(err)
		}
		b.signIn(t)
		if got := newest(); got != c.newest {
			t.Errorf("at %s the newest final day is %v, want %s", c.now, got, c.newest)
		}
	}
}

func TestSearchConsoleRefuses(t *testing.T) {
	b := start(t, Config{})
	path := searchPath(b.World(world.Small).GSCSite)
	for _, body := range []string{
		searchBody("2026-11-10", `"query"`, `,"rowLimit":25001`), searchBody("2026-11-10", `"query"`, `,"rowLimit":0`), searchBody("2026-11-10", `"query"`, `,"startRow":-1`), searchBody("10.11.2026", `"query"`, ""),
		searchBody("2026-11-10", `"colour"`, ""), searchBody("2026-11-10", `"query","query"`, ""), searchBody("2026-11-10", `"page"`, `,"aggregationType":"byProperty"`), searchBody("2026-11-10", `"query"`, `,"dataState":"soon"`),
		`{"startDate":"2026-11-11","endDate":"2026-11-10"}`, `{"startDate":`, searchBody("2026-11-10", `"query"`, `,"limit":10`),
	} {
		b.expectRefusal(t, "POST", path, body, 400, "INVALID_ARGUMENT")
	}
	for _, site := range []string{"sc-domain:not-yours.example", UnverifiedSite, "https://www.fernhill-camping.example/"} {
		b.expectRefusal(t, "POST", searchPath(site), searchBody("2026-11-10", `"query"`, ""), 403, "PERMISSION_DENIED")
	}
}

func TestSearchRowsAreThoseWithMostClicksUpToTheCapOfADay(t *testing.T) {
	b := start(t, Config{Worlds: []string{world.Capped}})
	path := searchPath(b.World(world.Capped).GSCSite)
	sizes, last := []int{}, 1e9
	for _, startRow := range []string{"0", "25000", "50000"} {
		rows, _ := b.readJSON(t, "POST", path, searchBody("2026-11-10", `"query","page"`, `,"rowLimit":25000,"startRow":`+startRow))["rows"].([]any)
		sizes = append(sizes, len(rows))
		for _, row := range rows {
			clicks := at(t, row, "clicks").(float64)
			if clicks > last {
				t.Fatalf("a row with %v clicks after one with %v", clicks, last)
			}
			last = clicks
		}
	}
	if sizes[0] != 25_000 || sizes[1] != 25_000 || sizes[2] != 0 {
		t.Errorf("pages of %v rows", sizes)
	}
}

func TestSharedResultPageIsOneImpressionAndRareQueriesAreAnonymous(t *testing.T) {
	b := start(t, Config{Worlds: []string{world.Demo}})
	w := b.World(world.Demo)
	day := world.DayOf(b.now) - 30
	sum := func(report string) map[string]float64 {
		totals, err := b.Totals(w, report, day, day)
		if err != nil || len(totals) != 1 {
			t.Fatal(err)
		}
		return totals[0].Sums
	}
	totals, pages, queries := sum("gsc_totals"), sum("gsc_pages"), sum("gsc_queries")
	if pages["impressions"] <= totals["impressions"] || pages["clicks"] != totals["clicks"] {
		t.Errorf("by page %v, in total %v", pages, totals)
	}
	if share := queries["clicks"] / totals["clicks"]; share < .4 || share > .65 {
		t.Errorf("%.2f of the clicks have a query", share)
	}
}

func TestKeysAreReturnedUnchanged(t *testing.T) {
	b := start(t, Config{Worlds: []string{world.Odd}})
	w := b.World(world.Odd)
	queries, pages := map[string]bool{}, map[string]bool{}
	for _, row := range at(t, b.readJSON(t, "POST", searchPath(w.GSCSite), searchBody("2026-11-10", `"query","page"`, "")), "rows").([]any) {
		queries[at(t, row, "keys", 0).(string)], pages[at(t, row, "keys", 1).(string)] = true, true
	}
	longest := 0
	for _, q := range w.Queries {
		if !queries[q.Text] {
			t.Errorf("%q is missing", q.Text)
		}
	}
	for _, p := range w.Pages {
		if longest = max(longest, len(p.URL)); !pages[p.URL] {
			t.Errorf("%.100q is missing", p.URL)
		}
	}
	if longest < 8<<10 {
		t.Errorf("the longest address has %d bytes", longest)
	}
}

func TestOddCurrencyHasNoCentsAndHasRefunds(t *testing.T) {
	b := start(t, Config{Worlds: []string{world.Odd}})
	w := b.World(world.Odd)
	totals, err := b.Totals(w, "ga4_totals", world.DayOf(b.now)-30, world.DayOf(b.now)-4)
	if err != nil {
		t.Fatal(err)
	}
	negative := 0
	for _, total := range totals {
		if revenue := total.Sums["revenue"]; revenue < 0 {
			negative++
		} else if revenue != float64(int(revenue)) {
			t.Errorf("%s: %v yen", total.Day, revenue)
		}
	}
	if negative < 4 {
		t.Errorf("%d days of refunds", negative)
	}
}
