package main

import (
	"cmp"
	"fmt"
	"os"
	"path"
	"slices"
	"sync"
	"testing"
	"time"

	"upslope"
	"upslope/analytics/insights"
	"upslope/analytics/tables"
)

// Cost of analytics on an agency's facts, relative to a bare scan of the same columns: recomputes and pages
// of tables. UPSLOPE_BENCH_ROWS=2e6 loads fewer rows than 100 million (6 minutes); UPSLOPE_BENCH_DIR keeps
// them for the next run.
func BenchmarkAgencyFacts(b *testing.B) {
	began := time.Now()
	a := openAgency(b, cmp.Or(os.Getenv("UPSLOPE_BENCH_DIR"), b.TempDir()), benchRows(b))
	b.ReportMetric(time.Since(began).Seconds(), "s-load")
	b.ReportMetric(float64(a.count(b, "select count() from gsc_query_pages"))/1e6, "M-rows")
	b.ReportMetric(float64(a.count(b, "select sum(bytes_on_disk) from system.parts where active and database = currentDatabase()"))/1e9, "GB-disk")
	for b.Loop() {
		// The sub-benchmarks report the figures.
	}
	engine, err := insights.New(a.facts, a.records, time.Now)
	if err != nil {
		b.Fatal(err)
	}
	analysis, err := tables.New(a.facts, a.records)
	if err != nil {
		b.Fatal(err)
	}
	b.Run("recompute/average", func(b *testing.B) { a.benchRecompute(b, engine, a.sites[1], 5) })
	b.Run("recompute/largest", func(b *testing.B) { a.benchRecompute(b, engine, a.sites[0], 1) })
	b.Run("recompute/16 at once", func(b *testing.B) {
		// The largest, the average and the next largest ones.
		sites := slices.Concat(a.sites[:2], a.sites[len(a.sites)-14:])
		for b.Loop() {
			took := a.spent(b, func() {
				var running sync.WaitGroup
				for _, site := range sites {
					running.Go(func() { a.recompute(b, engine, site) })
				}
				running.Wait()
			})
			b.ReportMetric(took.wall.Seconds(), "s-16")
			b.ReportMetric(float64(took.peak)/1e9, "GB-peak")
		}
	})
	a.addCrawls(b)
	b.Run("first page/average", func(b *testing.B) { a.benchFirst(b, a.sites[1]) })
	b.Run("first page/largest", func(b *testing.B) { a.benchFirst(b, a.sites[0]) })
	for name, site := range map[string]agencySite{"average": a.sites[1], "largest": a.sites[0], "all sites": {}} {
		for _, days := range []int{28, agencyDays} {
			if site.ID == "" && days > 28 {
				continue // rejected: too many rows
			}
			for table, scan := range tableScans {
				b.Run(fmt.Sprintf("table/%s/%d days/%s", name, days, table), func(b *testing.B) { a.benchTable(b, analysis, site, table, scan, days) })
			}
		}
	}
}

// tableScans gives, by table, its report and the columns that it must read.
var tableScans = map[string]string{
	"seo/queries":         "select sum(clicks), sum(impressions), sum(position), sum(length(query)) from gsc_queries",
	"seo/pages":           "select sum(clicks), sum(impressions), sum(position), sum(length(page)) from gsc_pages",
	"seo/decay":           "select sum(clicks), sum(impressions), sum(position), sum(length(page)) from gsc_pages",
	"seo/cannibalization": "select sum(clicks), sum(impressions), sum(position), sum(length(query)), sum(length(page)) from gsc_query_pages",
	"seo/internal-links":  "select sum(clicks), sum(impressions), sum(position), sum(length(query)), sum(length(page)) from gsc_query_pages",
}

// recomputeScans read the columns that a recompute reads, for all days.
var recomputeScans = []string{
	"select sum(clicks), sum(impressions), sum(position), sum(length(query)), sum(length(page)), max(day) from gsc_query_pages",
	"select sum(clicks), sum(impressions), sum(position), sum(length(query)), max(day) from gsc_queries",
	"select sum(clicks), sum(length(page)), max(day) from gsc_pages",
	"select sum(clicks), max(day) from gsc_totals",
}

// expense is the engine's cost of an operation.
type expense struct {
	wall time.Duration
	cpu  float64 // seconds
	peak int64   // bytes of memory
}

func (a *agency) spent(b *testing.B, do func()) expense {
	b.Helper()
	pid := a.server.PID()
	forgetPeak(b, pid)
	cpu, began := cpuOf(b, pid), time.Now()
	do()
	return expense{time.Since(began), cpuOf(b, pid) - cpu, peakOf(b, pid)}
}

// each returns the cost per operation.
func (e expense) each(times int) expense {
	return expense{e.wall / time.Duration(times), e.cpu / float64(times), e.peak}
}

// report reports a cost relative to a scan.
func (e expense) report(b *testing.B, scan expense) {
	b.ReportMetric(e.wall.Seconds()*1e3, "ms")
	b.ReportMetric(scan.wall.Seconds()*1e3, "ms-scan")
	b.ReportMetric(float64(e.wall)/float64(scan.wall), "of-scan")
	b.ReportMetric(e.cpu*1e3, "ms-cpu")
	b.ReportMetric(e.cpu/max(scan.cpu, .001), "of-scan-cpu")
	b.ReportMetric(float64(e.peak)/1e6, "MB-peak")
	b.ReportMetric(0, "ns/op")
}

// scan reads columns of a site's days once; of all sites when the site has no ID.
func (a *agency) scan(b *testing.B, site agencySite, from time.Time, scans ...string) {
	b.Helper()
	for _, sql := range scans {
		sql += " where account_id = {account:UUID} and day between {from:Date} and {to:Date}"
		if site.ID != "" {
			sql += " and site_id = {site:UUID}"
		}
		timed(b, a.facts, sql, map[string]any{"account": a.account, "site": site.ID, "from": from, "to": a.last})
	}
}

func (a *agency) recompute(b *testing.B, engine *insights.Engine, site agencySite) {
	b.Helper()
	job, err := a.records.Recompute(b.Context(), a.account, site.ID)
	if err == nil {
		err = engine.Recompute(b.Context(), a.account, job.ID)
	}
	if err != nil {
		b.Errorf("%.500v", err)
	}
}

func (a *agency) benchRecompute(b *testing.B, engine *insights.Engine, site agencySite, times int) {
	a.recompute(b, engine, site) // warms the caches for both
	for b.Loop() {
		scan := a.spent(b, func() {
			for range times {
				a.scan(b, site, a.last.AddDate(0, 0, 1-agencyDays), recomputeScans...)
			}
		})
		took := a.spent(b, func() {
			for range times {
				a.recompute(b, engine, site)
			}
		})
		took.each(times).report(b, scan.each(times))
		b.ReportMetric(site.rows()/1e6, "M-rows")
	}
}

// benchFirst measures opening each table in a new process; for the largest site also over 16 months.
func (a *agency) benchFirst(b *testing.B, site agencySite) {
	for b.Loop() {
		slowest := 0.
		for table, scan := range tableScans {
			ratio, took := a.opensIn(b, site, table, scan, 28, upslope.TableFilter{})
			slowest = max(slowest, ratio)
			if site == a.sites[0] {
				last := a.last.AddDate(0, 0, -3) // final data
				longest := upslope.TableFilter{From: last.AddDate(0, -16, 1), To: last}
				_, took = a.opensIn(b, site, table, scan, agencyDays, longest)
			}
			b.ReportMetric(took.Seconds()*1e3, "ms-"+path.Base(table))
		}
		b.ReportMetric(slowest, "of-scan-slowest")
		b.ReportMetric(0, "ns/op")
	}
}

// opensIn measures how long a table takes to open in a new process, absolute and in scans of the window.
func (a *agency) opensIn(b *testing.B, site agencySite, table, scan string, days int, filter upslope.TableFilter) (ratio float64, took time.Duration) {
	b.Helper()
	const times = 5
	filter.SiteID, filter.Limit = site.ID, 100
	bare := a.spent(b, func() {
		for range times {
			a.scan(b, site, a.last.AddDate(0, 0, 1-days), scan)
		}
	})
	for range times {
		started, err := tables.New(a.facts, a.records)
		if err != nil {
			b.Fatal(err)
		}
		took += a.spent(b, func() {
			if _, err := started.Table(b.Context(), a.account, table, filter); err != nil {
				b.Errorf("%.500v", err)
			}
		}).wall
	}
	return float64(took) / float64(bare.wall), took / times
}

// benchTable measures the first page of uncached windows, and the next pages.
func (a *agency) benchTable(b *testing.B, analysis *tables.Analysis, site agencySite, table, scan string, days int) {
	const times = 3
	filter := upslope.TableFilter{SiteID: site.ID, Compare: upslope.CompareNone, Limit: 50}
	page := func() {
		if _, err := analysis.Table(b.Context(), a.account, table, filter); err != nil {
			b.Errorf("%.500v", err)
		}
	}
	shift := 0
	other := func() {
		filter.To = a.last.AddDate(0, 0, -shift)
		filter.From = filter.To.AddDate(0, 0, 1-days)
		shift++
	}
	other()
	page()
	for b.Loop() {
		bare := a.spent(b, func() {
			for range times {
				a.scan(b, site, filter.From, scan)
			}
		}).each(times)
		took := a.spent(b, func() {
			for range times {
				other()
				page()
			}
		})
		took.each(times).report(b, bare)
		turned := a.spent(b, func() {
			for range times {
				filter.Offset += filter.Limit
				page()
			}
		}).each(times)
		b.ReportMetric(turned.wall.Seconds()*1e3, "ms-next")
		b.ReportMetric(float64(turned.wall)/float64(bare.wall), "of-scan-next")
	}
}
