package crawl_test

import (
	"bytes"
	"testing"
	"time"

	"upslope/ingest/crawl"
	"upslope/simulator/world"
)

func TestCrawlOfTheDemoCanBeImported(t *testing.T) {
	w, err := world.New(world.Demo, 0, world.DayOf(time.Date(2026, 11, 20, 0, 0, 0, 0, time.UTC)))
	if err != nil {
		t.Fatal(err)
	}
	archive, err := w.Archive()
	if err != nil {
		t.Fatal(err)
	}
	file, err := crawl.Open(bytes.NewReader(archive), crawl.Options{Name: "larkspur.zip", Size: int64(len(archive)), TempDir: t.TempDir()})
	if err != nil {
		t.Fatal(err)
	}
	faults, inlinks, linked := map[string]int{}, map[string]int{}, map[string]int{}
	for row, err := range file.Rows() {
		if err != nil {
			t.Fatal(err)
		}
		if row.Kind == crawl.Links {
			linked[row.Link.Destination]++
			continue
		}
		page := row.Page
		known, found := w.Page(page.URL)
		if found && page.Title.Value != known.Title && page.StatusCode.Value == 200 {
			t.Errorf("%s is called %q", page.URL, page.Title.Value)
		}
		inlinks[page.URL] = page.Inlinks.Value
		switch {
		case page.StatusCode.Value != 200:
			faults["status"]++
		case page.IndexabilityStatus != "":
			faults["not indexable"]++
		case page.Title.Value == "":
			faults["title"]++
		case page.Description.Value == "":
			faults["description"]++
		case page.H1.Value == "":
			faults["h1"]++
		}
	}
	for fault, want := range map[string]int{"status": 6, "not indexable": 4, "title": 1, "description": 18, "h1": 3} {
		if faults[fault] != want {
			t.Errorf("%d pages with %s, want %d", faults[fault], fault, want)
		}
	}
	for address, n := range inlinks {
		if linked[address] != n {
			t.Errorf("%s has %d inlinks in one file and %d in the other", address, n, linked[address])
		}
	}
	for _, page := range []string{"/guides/best-water-filters-for-backpacking/", "/guides/sleeping-pad-sizes-explained/"} {
		if got := inlinks[w.Origin+page]; got != 1 {
			t.Errorf("%d links to %s, which is to lack them", got, page)
		}
	}
}
