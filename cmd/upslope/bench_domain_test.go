package main

import (
	"fmt"
	"strings"
	"sync"
	"testing"
	"time"
)

// BenchmarkFromADomainToWhatToFix crawls a site of 400 pages at the polite speed, and measures when its first
// opportunities stand, and those of its first 200 pages.
func BenchmarkFromADomainToWhatToFix(b *testing.B) {
	for b.Loop() {
		p := start(b, b.TempDir(), "CRAWL_ALLOW_PRIVATE=true")
		shop := openShop(b, 400)
		ana := p.signIn("ana@example.com")
		site := ana.addSite("shop.example")
		began := time.Now()
		job := ana.crawl(site, map[string]any{"url": shop.URL})
		var found []struct{ ID string }
		var crawls []struct{ Pages int }
		eventually(b, "opportunities stand", func() bool {
			ana.call("GET", "/api/insights?siteId="+site, nil, &found)
			return len(found) > 0
		})
		b.ReportMetric(time.Since(began).Seconds(), "s-to-the-first")
		for len(crawls) == 0 || crawls[0].Pages < 200 { // longer than a test waits for anything
			time.Sleep(200 * time.Millisecond)
			ana.call("GET", "/api/technical/crawls?siteId="+site, nil, &crawls)
		}
		eventually(b, "those of 200 pages stand", func() bool {
			ana.call("GET", "/api/insights?siteId="+site, nil, &found)
			return len(found) > 0
		})
		b.ReportMetric(time.Since(began).Seconds(), "s-to-those-of-200-pages")
		ana.call("DELETE", "/api/jobs/"+job, nil, nil)
		p.stop()
	}
}

// BenchmarkFirstOpportunity measures the seconds from the end of an upload of 200 pages until its
// opportunities stand: alone, while an agency has just asked for those of 100 sites, and by that agency.
func BenchmarkFirstOpportunity(b *testing.B) {
	const queued = 100
	for b.Loop() {
		p := start(b, b.TempDir())
		agency, ana := p.signIn("agency@example.com"), p.signIn("ana@example.com")
		b.ReportMetric(ana.firstOpportunity(b, "alone.example"), "s-alone")
		var sites []string
		for i := range queued {
			domain := fmt.Sprintf("client%d.example", i)
			site := agency.addSite(domain)
			if job, err := agency.sendCrawl(site, domain, 200); err != nil {
				b.Fatal(err)
			} else if job != "" {
				agency.job(job)
			}
			sites = append(sites, site)
		}
		var asked sync.WaitGroup
		for _, site := range sites {
			asked.Go(func() {
				_, _, _ = agency.try("POST", "/api/insights/recompute?siteId="+site, "application/json", strings.NewReader("{}"))
			})
		}
		eventually(b, "most are queued", func() bool {
			return queryInt(b, p.databaseURL(), "select count(*) from jobs where kind = 'recompute' and status in ('queued', 'running')") > queued*3/4
		})
		b.ReportMetric(ana.firstOpportunity(b, "queued.example"), "s-behind-100-sites")
		b.ReportMetric(agency.firstOpportunity(b, "own.example"), "s-behind-100-own-sites")
		b.ReportMetric(float64(queryInt(b, p.databaseURL(), "select count(*) from jobs where kind = 'recompute' and status in ('queued', 'running')")), "still-queued")
		asked.Wait()
		p.stop()
	}
}

// firstOpportunity returns the seconds from the end of an upload until its opportunities stand.
func (v *visitor) firstOpportunity(b *testing.B, domain string) float64 {
	b.Helper()
	site := v.addSite(domain)
	job, err := v.sendCrawl(site, domain, 200)
	if err != nil {
		b.Fatal(err)
	}
	began := time.Now()
	if job != "" {
		v.job(job)
	}
	var found []struct{ ID string }
	eventually(b, "opportunities stand", func() bool {
		v.call("GET", "/api/insights?siteId="+site, nil, &found)
		return len(found) > 0
	})
	return time.Since(began).Seconds()
}
