package main

import (
	"context"
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"

	"upslope/infra/clickhouse"
	embeddedclickhouse "upslope/infra/embedded/clickhouse"
	embeddedpostgres "upslope/infra/embedded/postgres"
)

// Sixteen months of a property at the cap of Search Console's API: 480 days of 50,000 rows by query and page.
// Each part is a process of its own, so that ingest can be measured.
func BenchmarkBackfill(b *testing.B) {
	days := 480
	if testing.Short() {
		days = 24
	}
	google := newSearchConsole(b, 3)
	for b.Loop() {
		postgres, err := embeddedpostgres.Start(b.Context(), embeddedpostgres.Config{Dir: b.TempDir()})
		if err != nil {
			b.Fatal(err)
		}
		server, err := embeddedclickhouse.Start(b.Context(), embeddedclickhouse.Config{Dir: b.TempDir()})
		if err != nil {
			b.Fatal(err)
		}
		data := b.TempDir()
		settings := []string{
			"APP_ENV=development", "DATABASE_URL=" + postgres.URL(), "CLICKHOUSE_URL=" + server.URL(), "NATS_URL=" + startNATS(b).url(),
			"GSC_BASE_URL=" + google.URL, "GOOGLE_APPLICATION_CREDENTIALS=" + serviceAccount(b, google.URL+"/token"),
			"SYNC_TODAY=2026-11-20", fmt.Sprintf("SYNC_BACKFILL_DAYS=%d", days),
		}
		<-launch(b, "migrate", data, settings...).exited
		edge := launch(b, "edge", data, settings...).awaitReady()
		ingest, analytics := launch(b, "ingest", data, settings...), launch(b, "analytics", data, settings...)
		ana := edge.signIn("ana@example.com")
		site := ana.addSite("shop.example")
		began := time.Now()
		ana.connect("gsc", site)
		rows := ana.awaitHistory("gsc", site, 20*time.Minute)
		took := time.Since(began)
		b.ReportMetric(float64(rows)/1e6, "M-rows")
		b.ReportMetric(float64(rows)/took.Seconds(), "rows/s")
		b.ReportMetric(ingest.cpu()/took.Seconds(), "cores-ingest")
		b.ReportMetric(float64(ingest.peak())/1e6, "MB-peak-ingest")
		b.ReportMetric(float64(analytics.peak())/1e6, "MB-peak-analytics")
		for _, p := range []*program{analytics, ingest, edge} {
			p.stop()
		}
		db, err := clickhouse.Open(server.URL())
		if err != nil {
			b.Fatal(err)
		}
		measureFacts(b, db, float64(rows)/took.Seconds())
		_ = db.Close()
		_ = server.Stop(context.Background())
		_ = postgres.Stop(context.Background())
	}
}

// connect connects with the credentials of the settings, which starts the first sync.
func (v *visitor) connect(provider, site string) {
	v.t.Helper()
	var result struct {
		Success bool
		Message string
	}
	if status, answer := v.call("POST", "/api/integrations/"+provider+"/test", map[string]string{"siteId": site}, &result); status != http.StatusOK || !result.Success {
		v.t.Fatalf("connect %s: %d %s\n%s", provider, status, answer, v.stderr)
	}
}

// peak returns the peak memory of the Go process in bytes.
func (p *program) peak() int64 { return peakOf(p.t, p.command.Process.Pid) }

// peakOf returns a process's peak memory in bytes, since its start or forgetPeak.
func peakOf(t testing.TB, pid int) int64 {
	t.Helper()
	status, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", pid))
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(string(status)) {
		if rest, found := strings.CutPrefix(line, "VmHWM:"); found {
			kilobytes, err := strconv.ParseInt(strings.Fields(rest)[0], 10, 64)
			if err != nil {
				t.Fatal(err)
			}
			return kilobytes << 10
		}
	}
	return 0
}

// forgetPeak resets peakOf.
func forgetPeak(t testing.TB, pid int) {
	t.Helper()
	if err := os.WriteFile(fmt.Sprintf("/proc/%d/clear_refs", pid), []byte("5"), 0o600); err != nil {
		t.Fatal(err)
	}
}

// openClickHouse starts the ClickHouse of a stopped program, for this process and others.
func openClickHouse(t testing.TB, data string) (db *clickhouse.DB, address string) {
	t.Helper()
	server, err := embeddedclickhouse.Start(t.Context(), embeddedclickhouse.Config{Dir: filepath.Join(data, "clickhouse")})
	if err != nil {
		t.Fatal(err)
	}
	db, err = clickhouse.Open(server.URL())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		_ = db.Close()
		if err := server.Stop(context.Background()); err != nil {
			t.Error(err)
		}
	})
	return db, server.URL()
}

// measureFacts compares storing and reading the rows by query and page with the same rows in a table without
// versions.
func measureFacts(b *testing.B, db *clickhouse.DB, pipeline float64) {
	b.Helper()
	const (
		quarter = "account_id = {account:UUID} and site_id in {sites:Array(UUID)} and day between '2026-08-01' and '2026-10-31'"
		current = "sync_id in (select sync_id from current_days final where " + quarter + " and connection_id in {connections:Array(UUID)} and report = 'gsc_query_pages') and "
		// A detector's access pattern: a quarter of a site, by query and page.
		question = "select uniq(query, page), sum(c), avg(p) from (select query, page, sum(clicks) as c, sum(position * impressions) / sum(impressions) as p from %s where %s group by query, page)"
	)
	var scope []struct {
		AccountID    uuid.UUID `ch:"account_id"`
		SiteID       uuid.UUID `ch:"site_id"`
		ConnectionID uuid.UUID `ch:"connection_id"`
		Rows         uint64    `ch:"all_rows"`
	}
	if err := db.Select(b.Context(), &scope, "select account_id, site_id, connection_id, sum(rows_read) as all_rows from current_days final where report = 'gsc_query_pages' group by all", nil); err != nil || len(scope) != 1 {
		b.Fatalf("%+v %v", scope, err)
	}
	params := map[string]any{"account": scope[0].AccountID, "sites": []uuid.UUID{scope[0].SiteID}, "connections": []uuid.UUID{scope[0].ConnectionID}}
	rows := float64(scope[0].Rows)

	timed(b, db, "create table plain as gsc_query_pages", nil)
	took := timed(b, db, "insert into plain select * from gsc_query_pages", nil)
	b.ReportMetric(rows/took.Seconds(), "rows/s-insert-select")
	b.ReportMetric(pipeline*took.Seconds()/rows, "of-insert-select")
	timed(b, db, "optimize table gsc_query_pages final", nil)
	timed(b, db, "optimize table plain final", nil)
	var parts []struct {
		Rows  uint64 `ch:"all_rows"`
		Bytes uint64 `ch:"all_bytes"`
	}
	if err := db.Select(b.Context(), &parts, "select sum(rows) as all_rows, sum(bytes_on_disk) as all_bytes from system.parts where active and database = currentDatabase() and table = 'gsc_query_pages'", nil); err != nil {
		b.Fatal(err)
	}
	if parts[0].Rows != scope[0].Rows {
		b.Errorf("%d rows are kept, %d count", parts[0].Rows, scope[0].Rows)
	}
	b.ReportMetric(float64(parts[0].Bytes)/rows, "MB-per-M-rows")
	var ours, theirs []float64
	for range 7 {
		ours = append(ours, timed(b, db, fmt.Sprintf(question, "gsc_query_pages", current+quarter), params).Seconds())
		theirs = append(theirs, timed(b, db, fmt.Sprintf(question, "plain", quarter), params).Seconds())
	}
	b.ReportMetric(median(ours)*1000, "ms-quarter")
	b.ReportMetric(median(ours)/median(theirs), "of-plain-read")
}

// timed runs a statement to its end and returns the duration.
func timed(t testing.TB, db *clickhouse.DB, sql string, params map[string]any) time.Duration {
	t.Helper()
	began := time.Now()
	if err := db.Query(t.Context(), sql, params, func([]string, []any) error { return nil }); err != nil {
		t.Fatalf("%s: %v", sql, err)
	}
	return time.Since(began)
}
