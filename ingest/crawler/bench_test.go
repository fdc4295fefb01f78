package crawler

import (
	"fmt"
	"net/url"
	"runtime"
	"testing"
)

// heapMB is the live heap.
func heapMB() float64 {
	runtime.GC()
	var memory runtime.MemStats
	runtime.ReadMemStats(&memory)
	return float64(memory.HeapAlloc) / (1 << 20)
}

// BenchmarkMemory measures what a crawl of 100,000 pages keeps: the addresses while it reads, and the links
// between them when its file is written.
func BenchmarkMemory(b *testing.B) {
	const pages, links = 100_000, 20
	address := func(i int) string {
		return fmt.Sprintf("https://www.example.com/category-%d/product-%d/", i%40, i%pages)
	}
	b.Run("frontier of 100,000 addresses", func(b *testing.B) {
		for b.Loop() {
			before := heapMB()
			f := newFrontier(pages)
			for i := range pages {
				f.add(address(i), 1)
			}
			b.ReportMetric(heapMB()-before, "MB")
			runtime.KeepAlive(f)
		}
	})
	b.Run("links of 100,000 pages", func(b *testing.B) {
		for b.Loop() {
			before := heapMB()
			g := &graph{ids: map[string]int32{}}
			for i := range pages {
				page := Page{URL: address(i), Status: 200, HTML: &Document{Simhash: uint64(i) * hashPrime}} //nolint:gosec // not negative
				for n := range links {
					page.HTML.Links = append(page.HTML.Links, Link{To: address(i + n*n + 1)})
				}
				g.add(page, func(*url.URL) bool { return true })
			}
			g.measure()
			b.ReportMetric(heapMB()-before, "MB")
			runtime.KeepAlive(g)
		}
	})
}
