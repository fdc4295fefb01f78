package crawler_test

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"upslope"
)

func TestACrawlWhoseProofIsGoneIsSmallAndPolite(t *testing.T) {
	list := map[string]string{"/": "<title>Home</title>"}
	for i := range upslope.UnprovenCrawl + 20 {
		list["/"] += fmt.Sprintf(`<a href="/p%d">page</a> `, i)
		list[fmt.Sprintf("/p%d", i)] = "<title>Page</title>"
	}
	s := serve(t, pages(list))
	m := newMemory(s.URL+"/", 10_000)
	m.crawl.Options.Fast = true
	c := newCrawler(m, 16)
	c.Require = func(_ context.Context, crawl upslope.SiteCrawl, site upslope.Site) error {
		if !crawl.NeedsProof() || site.ID != "site" {
			t.Errorf("%+v of %+v is looked up", crawl, site)
		}
		return upslope.Errorf(upslope.Forbidden, "It is not yours.")
	}
	if err := c.Crawl(t.Context(), "account", "job"); err != nil {
		t.Fatal(err)
	}
	if read := len(m.table(t, "internal_all.csv")); read != upslope.UnprovenCrawl {
		t.Errorf("%d pages were read, want %d", read, upslope.UnprovenCrawl)
	}
	if notes := strings.Join(m.upload.Notes, " "); !strings.Contains(notes, "This crawl was limited to 500 pages at standard speed because ownership of example.com is not verified.") {
		t.Errorf("the notes are %q", notes)
	}
	c.Require = func(context.Context, upslope.SiteCrawl, upslope.Site) error {
		return upslope.Errorf(upslope.Unavailable, "The database is unavailable.")
	}
	m.upload = nil
	if err := c.Crawl(t.Context(), "account", "job"); upslope.CodeOf(err) != upslope.Unavailable {
		t.Errorf("without an answer about the proof: %v, want it tried again", err)
	}
}
