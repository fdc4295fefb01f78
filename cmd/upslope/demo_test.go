package main

import (
	"net/http"
	"testing"
	"time"

	"upslope"
	"upslope/analytics/analyticstest"
	"upslope/infra/clickhouse"
)

// loaded is the response of load-demo, or the result of its job.
type loaded struct {
	ID, SiteID, Message string
}

// loadDemo loads the demo and waits for its result.
func (v *visitor) loadDemo() loaded {
	v.t.Helper()
	var answer loaded
	status, body := v.call("POST", "/api/insights/load-demo", nil, &answer)
	if status == http.StatusAccepted {
		if state, message, err := v.awaitJob(answer.ID, 3*time.Minute); err != nil || state != "done" {
			v.t.Fatalf("the demo is %s: %s %v\n%s", state, message, err, v.stderr)
		}
		status, body = v.call("POST", "/api/insights/load-demo", nil, &answer)
	}
	if status != http.StatusOK || answer.SiteID == "" {
		v.t.Fatalf("got %d %s\n%s", status, body, v.stderr)
	}
	return answer
}

func TestDemoFillsAnAccountOnceAndLeavesNothingBehind(t *testing.T) {
	t.Parallel()
	data := t.TempDir()
	if err := suite.prepare(data); err != nil {
		t.Fatal(err)
	}
	db, clickHouseURL := openClickHouse(t, data) // to look into it while the program runs
	p := start(t, data, "SYNC_TODAY=2026-11-20", "SYNC_BACKFILL_DAYS=30", "CLICKHOUSE_URL="+clickHouseURL)
	ana := p.signIn("ana@example.com")
	first := ana.loadDemo()
	var texts []upslope.Insight
	ana.call("GET", "/api/insights?siteId="+first.SiteID, nil, &texts)
	analyticstest.CheckInsights(t, "demo", texts)
	seen := func() (insights, runs, crawls []struct{ ID, Status string }) {
		t.Helper()
		ana.call("GET", "/api/insights?siteId="+first.SiteID, nil, &insights)
		ana.call("GET", "/api/sites/"+first.SiteID+"/syncs", nil, &runs)
		ana.call("GET", "/api/technical/crawls?siteId="+first.SiteID, nil, &crawls)
		return insights, runs, crawls
	}
	insights, runs, crawls := seen()
	if len(insights) < 5 || len(runs) < 5 || len(crawls) != 1 {
		t.Errorf("there are %d insights, %d runs and %d crawls", len(insights), len(runs), len(crawls))
	}
	for _, run := range runs {
		if run.Status != "done" {
			t.Errorf("got %+v", run)
		}
	}
	if again := ana.loadDemo(); again.SiteID != first.SiteID {
		t.Errorf("a second load made another site: %+v", again)
	}
	if insightsAfter, runsAfter, crawlsAfter := seen(); len(insightsAfter) != len(insights) || len(runsAfter) != len(runs) || len(crawlsAfter) != len(crawls) {
		t.Errorf("a second load left %d insights, %d runs and %d crawls", len(insightsAfter), len(runsAfter), len(crawlsAfter))
	}
	if ben := p.signIn("ben@example.com"); ben.loadDemo().SiteID == first.SiteID {
		t.Error("two accounts share a demo site")
	} else if status, body := ben.call("DELETE", "/api/sites/"+first.SiteID, nil, nil); status != http.StatusNotFound {
		t.Errorf("got %d %s", status, body)
	}
	for _, table := range []string{"current_days", "gsc_query_pages", "ga4_pages", "gads_search_terms", "bing_queries", "bing_pages", "bing_crawl_issues", "pages"} {
		if rowsOf(t, db, table, first.SiteID) == 0 {
			t.Errorf("%s has no rows to erase", table)
		}
	}
	if status, body := ana.call("DELETE", "/api/sites/"+first.SiteID, nil, nil); status != http.StatusNoContent {
		t.Fatalf("got %d %s", status, body)
	}
	for _, table := range []string{"current_days", "gsc_query_pages", "ga4_pages", "gads_search_terms", "bing_queries", "bing_pages", "bing_crawl_issues", "pages"} {
		eventually(t, table+" has no rows of the site", func() bool { return rowsOf(t, db, table, first.SiteID) == 0 })
	}
}

func rowsOf(t *testing.T, db *clickhouse.DB, table, siteID string) uint64 {
	t.Helper()
	var found []struct {
		N uint64 `ch:"n"`
	}
	err := db.Select(t.Context(), &found, "select count() as n from {table:Identifier} where site_id = {site:UUID}", map[string]any{"table": table, "site": siteID})
	if err != nil {
		t.Fatal(err)
	}
	return found[0].N
}
