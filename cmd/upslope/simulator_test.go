package main

import (
	"fmt"
	"math"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"upslope/infra/clickhouse"
	"upslope/simulator"
	"upslope/simulator/world"
)

// simulated is a running simulator of all providers.
type simulated struct {
	*simulator.Server
	url, key string    // base URL, and the key file of a service account with access to everything
	today    time.Time // in the simulator and the programs that use it
}

func startSimulator(t testing.TB, config simulator.Config) *simulated {
	t.Helper()
	s := &simulated{today: time.Date(2026, 11, 20, 0, 0, 0, 0, time.UTC)}
	config.Anchor, config.Today = s.today, func() time.Time { return s.today }
	server, err := simulator.New(config)
	if err != nil {
		t.Fatal(err)
	}
	listening := httptest.NewServer(server.Handler())
	t.Cleanup(listening.Close)
	file, err := server.ServiceAccountJSON(listening.URL + "/token")
	if err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(t.TempDir(), "service-account.json")
	if err := os.WriteFile(path, file, 0o600); err != nil {
		t.Fatal(err)
	}
	s.Server, s.url, s.key = server, listening.URL, path
	return s
}

// settings returns the settings that connect a program to the simulator.
func (s *simulated) settings(days int) []string {
	settings := []string{
		"SYNC_TODAY=" + s.today.Format(time.DateOnly), fmt.Sprintf("SYNC_BACKFILL_DAYS=%d", days), "GOOGLE_APPLICATION_CREDENTIALS=" + s.key,
		"GOOGLE_ADS_LOGIN_CUSTOMER_ID=" + world.AgencyManager, "BING_API_KEY=" + simulator.BingKey, "SEMRUSH_API_KEY=" + simulator.SemrushKey, "PAGESPEED_API_KEY=" + simulator.PageSpeedKey,
	}
	for _, name := range []string{"GA4", "GA4_ADMIN", "GSC", "GOOGLE_ADS", "BING", "SEMRUSH", "PAGESPEED", "GOOGLE_OAUTH"} {
		settings = append(settings, name+"_BASE_URL="+s.url)
	}
	return settings
}

// faults replaces the fault rules.
func (s *simulated) faults(t testing.TB, rules ...simulator.Fault) {
	t.Helper()
	if err := s.SetFaults(rules); err != nil {
		t.Fatal(err)
	}
}

// properties returns a world's property names at the providers.
func properties(of *world.World) map[string]string {
	return map[string]string{"gsc": of.GSCSite, "ga4": of.GA4ID, "gads": of.AdsID, "bing": of.Domain, "semrush": of.Domain, "pagespeed": of.Domain}
}

// addWorld adds a site for a world and connects it to providers, with retries.
func (v *visitor) addWorld(of *world.World, providers ...string) (site string) {
	v.t.Helper()
	site = v.addSite(of.Domain)
	for _, provider := range providers {
		asked := map[string]string{"siteId": site}
		if provider == "ga4" || provider == "gads" {
			asked["property"] = properties(of)[provider]
		}
		eventually(v.t, provider+" is connected", func() bool {
			var result struct{ Success bool }
			status, answer := v.callPatiently("POST", "/api/integrations/"+provider+"/connect", asked, &result)
			if status != http.StatusOK {
				v.t.Fatalf("connect %s: %d %s", provider, status, answer)
			}
			return result.Success
		})
	}
	return site
}

// syncRun is an element of GET /api/sites/{id}/syncs.
type syncRun struct {
	Provider, Kind, Status string
	Rows                   int64
	Error                  *string
}

// runs returns a site's sync runs, newest first; none while an engine is unavailable.
func (v *visitor) runs(site string) (runs []syncRun) {
	v.t.Helper()
	if status, answer := v.call("GET", "/api/sites/"+site+"/syncs?limit=1000", nil, &runs); status != http.StatusOK && status != http.StatusServiceUnavailable {
		v.t.Fatalf("syncs: %d %s", status, answer)
	}
	return runs
}

// integration is the response of GET /api/integrations/{provider}.
type integration struct {
	Status               string
	LastError            *string
	DaysRead, DaysWanted int64
}

func (v *visitor) integration(provider, site string) (answered integration) {
	v.t.Helper()
	if status, answer := v.call("GET", "/api/integrations/"+provider+"?siteId="+site, nil, &answered); status != http.StatusOK && status != http.StatusServiceUnavailable {
		v.t.Fatalf("integration: %d %s", status, answer)
	}
	return answered
}

// awaitHistory waits until all days of a provider's history have been read, and returns the number of rows.
func (v *visitor) awaitHistory(provider, site string, timeout time.Duration) (rows int64) {
	v.t.Helper()
	var runs []syncRun
	var found integration
	for deadline := time.Now().Add(timeout); time.Now().Before(deadline); time.Sleep(200 * time.Millisecond) {
		runs, found = v.runs(site), v.integration(provider, site)
		rows, working := int64(0), len(runs) == 0
		for _, run := range runs {
			if run.Provider == provider {
				rows += run.Rows
				working = working || run.Status == "running"
			}
		}
		if !working && found.DaysWanted > 0 && found.DaysRead >= found.DaysWanted {
			return rows
		}
	}
	v.t.Fatalf("the history of %s is not there after %s: %+v %+v\n%s", provider, timeout, found, runs, v.stderr)
	return 0
}

// recompute requests a sync and a recompute of the site, and waits for it.
func (v *visitor) recompute(site string) {
	v.t.Helper()
	var job struct{ ID string }
	status, answer := v.call("POST", "/api/insights/recompute?siteId="+site, map[string]string{}, &job)
	if status == http.StatusAccepted {
		v.job(job.ID)
	} else if status != http.StatusOK {
		v.t.Fatalf("recompute: %d %s", status, answer)
	}
}

// contents returns the row count and a checksum of every day of every live report of a site.
func contents(t testing.TB, db *clickhouse.DB, site string) map[string]string {
	t.Helper()
	params := map[string]any{"site": site}
	var reports []struct {
		Report string    `ch:"report"`
		Day    time.Time `ch:"day"`
		Rows   uint64    `ch:"rows_read"`
		Notes  []string  `ch:"notes"`
	}
	if err := db.Select(t.Context(), &reports, "select report, day, rows_read, notes from current_days final where site_id = {site:UUID}", params); err != nil {
		t.Fatal(err)
	}
	found, tables := map[string]string{}, map[string]bool{}
	for _, r := range reports {
		found[r.Report+" "+r.Day.Format(time.DateOnly)] = fmt.Sprint(r.Rows, " rows are said ", r.Notes)
		tables[r.Report] = true
	}
	for table := range tables {
		var days []struct {
			Day  time.Time `ch:"day"`
			Rows uint64    `ch:"there"`
			Sum  uint64    `ch:"hashes"`
		}
		if err := db.Select(t.Context(), &days, `select day, count() as there, sum(cityHash64(toString(tuple(* except (account_id, site_id, connection_id, sync_id))))) as hashes
			from `+table+` where site_id = {site:UUID} and sync_id in (select sync_id from current_days final where site_id = {site:UUID} and report = '`+table+`') group by day`, params); err != nil {
			t.Fatal(err)
		}
		for _, day := range days {
			found[table+" "+day.Day.Format(time.DateOnly)] += fmt.Sprint(", ", day.Rows, " are there: ", day.Sum)
		}
	}
	return found
}

// same fails the test if two sites differ.
func same(t testing.TB, what string, got, want map[string]string) {
	t.Helper()
	if len(want) == 0 {
		t.Fatalf("%s: there is nothing to compare with", what)
	}
	for key, value := range want {
		if got[key] != value {
			t.Errorf("%s: %s has %q, want %q", what, key, got[key], value)
		}
	}
	for key, value := range got {
		if _, known := want[key]; !known {
			t.Errorf("%s: %s has %q, want nothing", what, key, value)
		}
	}
}

// providers returns the simulated providers with daily data.
func (s *simulated) providers() []string { return []string{"gsc", "ga4", "gads"} }

// holds fails the test if the site's data differs from its world on any day of any report.
func (s *simulated) holds(t testing.TB, what string, db *clickhouse.DB, site string, of *world.World) {
	t.Helper()
	for _, report := range []struct{ table, figures string }{
		{"gsc_totals", "clicks impressions"}, {"gsc_queries", "clicks impressions"}, {"gsc_pages", "clicks impressions"},
		{"gsc_query_pages", "clicks impressions"}, {"gsc_query_devices", "clicks impressions"}, {"gsc_page_countries", "clicks impressions"},
		{"ga4_totals", "sessions engaged_sessions users conversions revenue"}, {"ga4_pages", "sessions engaged_sessions conversions revenue"},
		{"ga4_assistants", "sessions engaged_sessions conversions revenue"},
		{"gads_campaigns", "impressions clicks cost conversions conversion_value"}, {"gads_ad_groups", "impressions clicks cost conversions conversion_value"},
		{"gads_keywords", "impressions clicks cost conversions conversion_value"}, {"gads_search_terms", "impressions clicks cost conversions conversion_value"},
	} {
		var days []struct {
			Day  time.Time `ch:"day"`
			Rows uint64    `ch:"rows_read"`
		}
		params := map[string]any{"site": site, "report": report.table}
		if err := db.Select(t.Context(), &days, "select day, rows_read from current_days final where site_id = {site:UUID} and report = {report:String} order by day", params); err != nil {
			t.Fatal(err)
		}
		if len(days) == 0 {
			t.Errorf("%s: nothing of %s was read", what, report.table)
			continue
		}
		totals, err := s.Totals(of, report.table, world.DayOf(days[0].Day), world.DayOf(days[len(days)-1].Day))
		if err != nil {
			t.Fatal(err)
		}
		want := map[string]simulator.DayTotal{}
		for _, total := range totals {
			want[total.Day] = total
		}
		for i, figure := range strings.Fields("rows " + report.figures) {
			expression := "sum(" + figure + ")"
			if i == 0 {
				expression = "count()"
			}
			var found []struct {
				Day time.Time `ch:"day"`
				Sum float64   `ch:"of_day"`
			}
			if err := db.Select(t.Context(), &found, "select day, toFloat64("+expression+") as of_day from "+report.table+
				" where site_id = {site:UUID} and sync_id in (select sync_id from current_days final where site_id = {site:UUID} and report = {report:String}) group by day", params); err != nil {
				t.Fatal(err)
			}
			got := map[string]float64{}
			for _, day := range found {
				got[day.Day.Format(time.DateOnly)] = day.Sum
			}
			for _, day := range days {
				name := day.Day.Format(time.DateOnly)
				expected := want[name].Sums[figure]
				if i == 0 {
					expected = float64(want[name].Rows)
				}
				if math.Abs(got[name]-expected) > 1e-6*max(1, math.Abs(expected)) {
					t.Errorf("%s: %s has %v %s on %s, the world %v", what, report.table, got[name], figure, name, expected)
				}
			}
		}
	}
}
