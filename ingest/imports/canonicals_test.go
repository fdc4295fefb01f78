package imports

import (
	"fmt"
	"slices"
	"testing"

	"upslope"
	"upslope/infra/clickhouse/clickhousetest"
)

func manyPages(count int, change func(*upslope.Page)) (pages []upslope.Page) {
	for i := range count {
		pages = append(pages, html(fmt.Sprintf("https://a.com/p%d", i), change))
	}
	return pages
}

func canonical(url string) func(*upslope.Page) {
	return func(p *upslope.Page) { p.Canonical = upslope.Known(url) }
}

// canonicalized returns a page that names another one, with links from so many pages.
func canonicalized(url, to, title string, links int) upslope.Page {
	return html(url, func(p *upslope.Page) {
		p.Canonical, p.Indexable, p.IndexabilityStatus = upslope.Known(to), upslope.Known(false), upslope.Canonicalised
		p.Title, p.UniqueInlinks = upslope.Known(title), upslope.Known(links)
	})
}

func TestASiteWithoutCanonicalsIsToldOnlyByAWholeCrawl(t *testing.T) {
	without := []string{"low no_canonicals https://a.com/p0 20 indexable pages, none with a canonical"}
	inHeaders := func(p *upslope.Page) {
		p.Canonical, p.Columns = upslope.Known(""), map[string]string{"HTTP Canonical": p.URL}
	}
	for name, c := range map[string]struct {
		pages    []upslope.Page
		listedIn string
		want     []string
	}{
		"20 pages without a canonical":           {manyPages(20, canonical("")), "", without},
		"19 pages without a canonical":           {manyPages(19, canonical("")), "", nil},
		"20 pages, canonicals unknown":           {manyPages(20, nil), "", nil},
		"canonicals in headers":                  {manyPages(20, inHeaders), "", nil},
		"the list of pages that lack one, alone": {manyPages(20, canonical("")), "Canonicals: Missing", nil},
	} {
		t.Run(name, func(t *testing.T) {
			if got := issuesInTab(t, clickhousetest.Open(t), firstImport, c.listedIn, c.pages...); !slices.Equal(got, c.want) {
				t.Errorf("found %q, want %q", got, c.want)
			}
		})
	}
}

func TestACanonicalLeadsStraightToThePageThatCounts(t *testing.T) {
	const title = "The title that all of these pages have"
	end := html("https://a.com/end", func(p *upslope.Page) { p.Title = upslope.Known(title) })
	for name, c := range map[string]struct {
		pages []upslope.Page
		want  []string
	}{
		"a chain of three": {
			[]upslope.Page{
				end, canonicalized("https://a.com/3", "https://a.com/end", "Three", 1), canonicalized("https://a.com/2", "https://a.com/3", "Two", 1),
				canonicalized("https://a.com/1", "https://a.com/2", "One", 1),
			},
			[]string{
				`medium canonical_chain https://a.com/1 The canonical "https://a.com/2" names another page as its own: https://a.com/end https://a.com/end`,
				`medium canonical_chain https://a.com/2 The canonical "https://a.com/3" names another page as its own: https://a.com/end https://a.com/end`,
			},
		},
		"a chain whose end was not crawled": {
			[]upslope.Page{canonicalized("https://a.com/1", "https://a.com/2", "One", 1), canonicalized("https://a.com/2", "https://a.com/lost", "Two", 1)}, nil,
		},
		"a circle": {
			[]upslope.Page{canonicalized("https://a.com/1", "https://a.com/2", "One", 1), canonicalized("https://a.com/2", "https://a.com/1", "Two", 1)}, nil,
		},
		"a page that answers at one address with a canonical of its own": {
			[]upslope.Page{
				end, canonicalized("https://a.com/2", "https://a.com/end", "Two", 1), html("https://a.com/2/", func(p *upslope.Page) { canonical(p.URL)(p) }),
				canonicalized("https://a.com/1", "https://a.com/2", "One", 1),
			}, nil,
		},
		"links of five pages to another address of a page": {
			[]upslope.Page{
				end, canonicalized("https://a.com/sale/end", "https://a.com/end", title, 5), canonicalized("https://a.com/few/end", "https://a.com/end", title, 4),
				canonicalized("https://a.com/red", "https://a.com/end", "The red one", 9), canonicalized("https://a.com/end?sort=1", "https://a.com/end", title, 9),
			},
			[]string{"low linked_canonicalized https://a.com/sale/end Its canonical leads to https://a.com/end; 5 internal links https://a.com/end"},
		},
	} {
		t.Run(name, func(t *testing.T) {
			if got := issuesIn(t, clickhousetest.Open(t), firstImport, c.pages...); !slices.Equal(got, c.want) {
				t.Errorf("found %q, want %q", got, c.want)
			}
		})
	}
}
