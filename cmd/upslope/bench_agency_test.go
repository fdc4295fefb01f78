package main

import (
	"context"
	"net/http"
	"path/filepath"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	embeddednats "upslope/infra/embedded/nats"
	embeddedpostgres "upslope/infra/embedded/postgres"
	"upslope/infra/nats"
	"upslope/simulator"
	"upslope/simulator/world"
)

// The daily sync of an agency's 500 sites, against a simulator that enforces the providers' limits. The day
// is compressed into minutes but the limits are not, so passing here is harder than on a real day.
func BenchmarkAgencyDay(b *testing.B) {
	sites, day := world.AgencyClients, 10*time.Minute
	if testing.Short() {
		sites, day = 25, time.Minute
	}
	google := startSimulator(b, simulator.Config{Worlds: []string{world.Agency}})
	for b.Loop() {
		postgres, err := embeddedpostgres.Start(b.Context(), embeddedpostgres.Config{Dir: b.TempDir(), Fast: true})
		if err != nil {
			b.Fatal(err)
		}
		b.Cleanup(func() { _ = postgres.Stop(context.Background()) })
		data := b.TempDir()
		settings := func() []string { return append(google.settings(8), "DATABASE_URL="+postgres.URL()) }
		p := start(b, data, settings()...)
		ana := p.signIn("ana@example.com")
		began := time.Now()
		ana.addAgency(google, sites)
		// Sites added together are first synced within the hour; the days after that are measured.
		queryInt(b, postgres.URL(), "with due as (update sites set next_sync_at = now() returning id) select count(*) from due")
		tick(b, data, 1, time.Second)
		eventually(b, "every site is planned for its minute of the day", func() bool {
			return queryInt(b, postgres.URL(), "select count(*) from sites where next_sync_at is null or next_sync_at <= now()") == 0
		})
		awaitJobs(b, postgres.URL())
		b.ReportMetric(time.Since(began).Seconds(), "s-first-sync")
		p.stop()

		google.today = google.today.AddDate(0, 0, 1)
		before := requests(google)
		p = start(b, data, settings()...)
		began = time.Now()
		hours := squeeze(b, postgres.URL(), began, day)
		b.ReportMetric(busiest(hours), "busiest-hour-of-mean")
		tick(b, data, 24*60, time.Until(began.Add(day)))
		awaitJobs(b, postgres.URL())
		b.ReportMetric(time.Since(began).Seconds(), "s-day")
		made, refused := 0, 0
		for source, count := range requests(google) {
			made += count.Requests - before[source].Requests
			refused += count.TooMany
		}
		b.ReportMetric(float64(made)/float64(sites), "requests/site")
		b.ReportMetric(float64(refused), "answers-429")
		p.stop()
		if failed := queryInt(b, postgres.URL(), "select count(*) from sync_runs where status <> 'done'"); failed > 0 {
			b.Errorf("%d runs failed", failed)
		}
		if synced := queryInt(b, postgres.URL(), "select count(distinct site_id) from sync_runs where started_at > $1", began); synced != int64(sites) {
			b.Errorf("%d of %d sites were synced", synced, sites)
		}
	}
}

func requests(google *simulated) map[string]simulator.SourceCount { return google.Requests() }

// addAgency adds the first clients from Search Console, and connects the other providers of each.
func (v *visitor) addAgency(google *simulated, clients int) {
	v.t.Helper()
	worlds := map[string]*world.World{}
	var sites []string
	for _, of := range google.Worlds()[:clients] {
		worlds[of.Domain] = of
		sites = append(sites, of.GSCSite)
	}
	var result struct {
		Added []struct{ ID, Domain string }
	}
	if status, answer := v.call("POST", "/api/integrations/gsc/sites", map[string]any{"properties": sites}, &result); status != http.StatusOK || len(result.Added) != clients {
		v.t.Fatalf("add %d sites: %d %.500s", clients, status, answer)
	}
	for _, site := range result.Added {
		for _, provider := range []string{"ga4", "gads"} {
			asked := map[string]string{"siteId": site.ID, "property": properties(worlds[site.Domain])[provider]}
			status, answer := v.call("POST", "/api/integrations/"+provider+"/connect", asked, nil)
			for status == http.StatusTooManyRequests { // requests to providers are rate limited
				time.Sleep(time.Second)
				status, answer = v.call("POST", "/api/integrations/"+provider+"/connect", asked, nil)
			}
			if status != http.StatusOK {
				v.t.Fatalf("connect %s: %d %s", provider, status, answer)
			}
		}
	}
}

// squeeze moves each site's next sync from its minute of the day to the same point of the short day, and
// returns the number of sites per hour.
func squeeze(t testing.TB, url string, began time.Time, day time.Duration) (hours [24]int) {
	t.Helper()
	conn, err := pgx.Connect(t.Context(), url)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = conn.Close(context.Background()) }()
	rows, err := conn.Query(t.Context(), `update sites set next_sync_at = $1::timestamptz + $2::float8 * extract(epoch from next_sync_at - date_trunc('day', next_sync_at, 'UTC')) / 86400 * interval '1 second'
		where next_sync_at is not null returning extract(epoch from next_sync_at - $1)::float8`, began, day.Seconds())
	if err != nil {
		t.Fatal(err)
	}
	after, err := pgx.CollectRows(rows, pgx.RowTo[float64])
	if err != nil {
		t.Fatal(err)
	}
	for _, seconds := range after {
		hours[min(23, int(24*seconds/day.Seconds()))]++
	}
	return hours
}

// busiest returns the ratio of the busiest hour to the mean.
func busiest(hours [24]int) float64 {
	sum, most := 0, 0
	for _, count := range hours {
		sum, most = sum+count, max(most, count)
	}
	return float64(most) * 24 / float64(sum)
}

// tick checks for due sites the given number of times, evenly within a duration, like the schedule every
// minute.
func tick(t testing.TB, data string, times int, within time.Duration) {
	t.Helper()
	conn, err := embeddednats.Reach(filepath.Join(data, "nats"))
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	queue, err := nats.NewQueue(conn)
	if err != nil {
		t.Fatal(err)
	}
	every := time.NewTicker(within / time.Duration(times))
	defer every.Stop()
	for range times {
		<-every.C
		if err := queue.Publish(t.Context(), "tick", uuid.NewString(), []byte("{}")); err != nil {
			t.Fatal(err)
		}
	}
}

// awaitJobs waits until no job is left.
func awaitJobs(t testing.TB, url string) {
	t.Helper()
	for deadline := time.Now().Add(30 * time.Minute); time.Now().Before(deadline); time.Sleep(time.Second) {
		if queryInt(t, url, "select count(*) from jobs where status in ('queued', 'running')") == 0 {
			return
		}
	}
	t.Fatal("there is work left after half an hour")
}

// queryInt runs a PostgreSQL statement that returns one number.
func queryInt(t testing.TB, url, sql string, args ...any) (n int64) {
	t.Helper()
	conn, err := pgx.Connect(t.Context(), url)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = conn.Close(context.Background()) }()
	if err := conn.QueryRow(t.Context(), sql, args...).Scan(&n); err != nil {
		t.Fatal(err)
	}
	return n
}
