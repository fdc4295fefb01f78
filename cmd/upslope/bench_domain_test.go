package main

import (
	"testing"
	"time"
)

// BenchmarkFromADomainToWhatToFix crawls a site of 400 pages at the polite speed, and measures when its first opportunities
// stand, and those of its first 200 pages.
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
