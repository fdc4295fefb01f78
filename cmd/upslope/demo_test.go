package main

import (
	"context"
	"net/http"
	"slices"
	"syscall"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"upslope/infra/clickhouse"
)

// loaded is what load-demo answers, at once or by its job.
type loaded struct {
	ID, SiteID, Message string
}

// loadDemo presses the button and waits for what comes of it.
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
	days := "120"
	if testing.Short() {
		days = "30"
	}
	p := start(t, t.TempDir(), "SYNC_TODAY=2026-11-20", "SYNC_BACKFILL_DAYS="+days)
	ana := p.signIn("ana@example.com")
	first := ana.loadDemo()
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
	ana.opensTablesWhileFactsHang(first.SiteID)
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
	if status, body := ana.call("DELETE", "/api/sites/"+first.SiteID, nil, nil); status != http.StatusNoContent {
		t.Fatalf("got %d %s", status, body)
	}
	// What is erased is erased after the answer, if need be by the next process.
	left := map[string]uint64{}
	for pause := 3 * time.Second; pause < 2*time.Minute; pause *= 2 {
		time.Sleep(pause)
		p.stop()
		clear(left)
		t.Run("", func(t *testing.T) {
			db := openClickHouse(t, p.data)
			for _, table := range []string{"current_days", "gsc_query_pages", "ga4_pages", "gads_search_terms", "pages"} {
				if n := rowsOf(t, db, table, first.SiteID); n > 0 {
					left[table] = n
				}
			}
		})
		if len(left) == 0 {
			break
		}
		p = start(t, p.data)
	}
	if len(left) > 0 {
		t.Errorf("there are rows of a site that is gone: %v", left)
	}
}

// opensTablesWhileFactsHang opens tables of a site that nobody has opened before, once their first pages were worked out. The engine that has
// their rows is not asked.
func (v *visitor) opensTablesWhileFactsHang(siteID string) {
	v.t.Helper()
	db, err := pgx.Connect(v.t.Context(), v.databaseURL())
	if err != nil {
		v.t.Fatal(err)
	}
	defer func() { _ = db.Close(context.Background()) }()
	eventually(v.t, "the first pages are there", func() bool {
		var pages int
		err := db.QueryRow(v.t.Context(), "select count(*) from first_pages inner join site_reads using (account_id, site_id, reads) where site_id = $1", siteID).Scan(&pages)
		return err == nil && pages >= 10
	})
	engine := v.children("clickhouse-child")
	v.signal("clickhouse-child", syscall.SIGSTOP)
	defer v.signal("clickhouse-child", syscall.SIGCONT)
	for _, table := range []string{"seo/queries", "seo/pages", "ads/search-terms", "technical/pagespeed"} {
		var rows []map[string]any
		status, body := v.call("GET", "/api/"+table+"?limit=100&siteId="+siteID, nil, &rows)
		if status != http.StatusOK || len(rows) == 0 {
			v.t.Errorf("%s has %d rows: %d %.300s", table, len(rows), status, body)
		}
	}
	if now := v.children("clickhouse-child"); !slices.Equal(now, engine) {
		v.t.Error("the engine was started again meanwhile")
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
