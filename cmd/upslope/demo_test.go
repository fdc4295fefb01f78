package main

import (
	"net/http"
	"testing"
	"time"

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
	// Facts are erased after the response, possibly by the next process.
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
