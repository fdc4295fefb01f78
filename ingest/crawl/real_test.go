package crawl

import (
	"os"
	"path/filepath"
	"testing"

	"upslope"
)

// realExport opens a real export next to the checkout, and skips the test without it.
func realExport(t *testing.T, name string) *os.File {
	t.Helper()
	dir, err := os.Getwd()
	if err != nil {
		t.Fatal(err)
	}
	for ; ; dir = filepath.Dir(dir) {
		if _, err := os.Stat(filepath.Join(dir, "go.mod")); err == nil {
			break
		}
		if dir == filepath.Dir(dir) {
			t.Fatal("no go.mod above the package")
		}
	}
	file, err := os.Open(filepath.Join(dir, "..", "shared", "data", "crawls", name))
	if err != nil {
		t.Skipf("the real exports are not on this machine: %v", err)
	}
	t.Cleanup(func() { _ = file.Close() })
	return file
}

// tally counts the values in the rows of a file.
type tally struct {
	html, indexable, noTitle, noDescription, noH1, redirects, clientErrors, canonicalised, longTitle int
	inlinks                                                                                          int
	followed, images, broken                                                                         int
}

func TestRealExportsAreReadExactly(t *testing.T) {
	for _, c := range []struct {
		name            string
		crawler, report string
		headerLine      int
		columns         int
		rows            int64
		want            tally
	}{
		{"python-org-internal_all-2017.csv", "Screaming Frog", "Internal", 2, 30, 4360, tally{html: 1898, indexable: 3202, noDescription: 21, noH1: 44, redirects: 919, clientErrors: 239, longTitle: 305, inlinks: 174943}},
		{"small-internal_all-48col.csv", "Screaming Frog", "Internal", 1, 36, 113, tally{html: 61, indexable: 78, noDescription: 31, redirects: 30, clientErrors: 2, canonicalised: 3, inlinks: 616}},
		{"cilium-io-internal_all.csv", "Screaming Frog", "Internal", 1, 49, 215, tally{html: 78, indexable: 199, noTitle: 1, noDescription: 7, noH1: 3, redirects: 10, canonicalised: 6, longTitle: 15, inlinks: 4171}},
		{"all_inlinks-15col.csv", "Screaming Frog", "All Inlinks", 1, 11, 3313, tally{followed: 3312, images: 220, broken: 92}},
	} {
		t.Run(c.name, func(t *testing.T) {
			file, err := Open(realExport(t, c.name), Options{Name: c.name})
			if err != nil {
				t.Fatal(err)
			}
			defer func() { _ = file.Close() }()
			var got tally
			for row, err := range file.Rows() {
				if err != nil {
					t.Fatal(err)
				}
				got.add(row)
			}
			tab, summary := file.Recognition().Tabs[0], file.Summary()
			if tab.Crawler != c.crawler || tab.Report != c.report || tab.HeaderLine != c.headerLine || len(tab.Columns) != c.columns {
				t.Errorf("recognised %q, %q, header on line %d, %d columns", tab.Crawler, tab.Report, tab.HeaderLine, len(tab.Columns))
			}
			if summary.Rows != c.rows || summary.Rejected != 0 || summary.Skipped != 0 || len(summary.Unread) != 0 || len(summary.Notes) != 0 {
				t.Errorf("summary %+v", summary)
			}
			if got != c.want {
				t.Errorf("got  %+v\nwant %+v", got, c.want)
			}
		})
	}
}

func (s *tally) add(row Row) {
	count := func(n *int, when bool) {
		if when {
			*n++
		}
	}
	p := &row.Page
	good := p.HTML() && p.StatusCode.Value == 200
	count(&s.html, p.ContentType != "" && p.HTML())
	count(&s.indexable, p.Indexable == upslope.Known(true))
	count(&s.noTitle, good && p.Title == upslope.Known(""))
	count(&s.noDescription, good && p.Description == upslope.Known(""))
	count(&s.noH1, good && p.H1 == upslope.Known("") && p.SecondH1.Value == "")
	count(&s.redirects, p.NotIndexable(upslope.Redirected))
	count(&s.clientErrors, p.NotIndexable(upslope.ClientError))
	count(&s.canonicalised, p.NotIndexable(upslope.Canonicalised))
	count(&s.longTitle, p.TitlePixels.Value > 561 || p.TitleLength.Value > 60)
	s.inlinks += p.Inlinks.Value
	count(&s.followed, row.Link.Follow == upslope.Known(true))
	count(&s.images, row.Link.Type == upslope.ImageLink)
	count(&s.broken, row.Link.StatusCode.Value >= 400)
}
