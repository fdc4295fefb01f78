package insights

import (
	"bytes"
	"encoding/csv"
	"fmt"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"upslope"
	"upslope/analytics/analyticstest"
	"upslope/simulator/evaluation"
)

// The first ten insights of a real site, word for word; review changes as the person who has to do them.
func TestTheFirstTenOfARealSiteAreWhatToDoFirst(t *testing.T) {
	t.Parallel()
	insights := recomputed(t, realPages(t, "python-org-internal_all-2017.csv")).Insights
	isOnePlan(t, insights)
	if len(insights) < 10 || len(insights) > 60 {
		t.Errorf("%d insights: too many to read, or too few to help", len(insights))
	}
	var b strings.Builder
	for i, insight := range insights[:10] {
		fmt.Fprintf(&b, "%d. [%d] %s\n%s\n- %s\n\n", i+1, insight.Score, insight.Title, insight.Summary, strings.ReplaceAll(insight.Instructions, "\n", "\n- "))
	}
	golden(t, "testdata/python-org-first-ten.txt", b.String())
}

// The complete lists of the other real sites.
func TestRealSitesGiveShortLists(t *testing.T) {
	t.Parallel()
	for _, name := range []string{"small-internal_all-48col.csv", "cilium-io-internal_all.csv"} {
		t.Run(name, func(t *testing.T) {
			insights := recomputed(t, realPages(t, name)).Insights
			isOnePlan(t, insights)
			golden(t, "testdata/"+strings.TrimSuffix(name, ".csv")+".txt", listing(insights))
		})
	}
}

func TestRealSitesAreAdvisedWithoutContradictions(t *testing.T) {
	t.Parallel()
	for _, name := range []string{"shop-444-internal_all.csv", "doubled-suffix-internal_all.csv"} {
		t.Run(name, func(t *testing.T) {
			insights := recomputed(t, realPages(t, name)).Insights
			if len(insights) == 0 || insights[0].Score < 60 {
				t.Errorf("the first of a crawl does not stand out: %s", listing(insights))
			}
			isOnePlan(t, insights)
		})
	}
}

func isOnePlan(t *testing.T, insights []upslope.StoredInsight) {
	t.Helper()
	for _, contradiction := range evaluation.Contradictions(insights) {
		t.Error(contradiction)
	}
}

func golden(t *testing.T, name, got string) {
	t.Helper()
	if *update {
		if err := os.WriteFile(name, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	want, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	if got != string(want) {
		t.Errorf("found\n%s\nwant\n%s%s", got, want, rewrite(t))
	}
}

// realPages reads a real Screaming Frog export, stored beside the checkout on some machines. It reads only
// the columns of detectors, and only these files: package ingest tests the real import.
func realPages(t *testing.T, name string) []analyticstest.Page {
	t.Helper()
	data, err := os.ReadFile(filepath.Join("..", "..", "..", "shared", "data", "crawls", name))
	if err != nil {
		t.Skipf("the real exports are not on this machine: %v", err)
	}
	data = bytes.TrimPrefix(data, []byte("\ufeff"))
	if title, rest, _ := bytes.Cut(data, []byte("\n")); bytes.HasPrefix(title, []byte(`"Internal`)) {
		data = rest
	}
	records, err := csv.NewReader(bytes.NewReader(data)).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	columns := map[string]string{
		"Address": "url", "Content": "content_type", "Content Type": "content_type", "Status Code": "status_code",
		"Indexability": "indexable", "Indexability Status": "indexability_status", "Title 1": "title", "Title 1 Pixel Width": "title_pixels",
		"Meta Description 1": "description", "Meta Description 1 Pixel Width": "description_pixels", "H1-1": "h1", "H1-2": "second_h1",
		"Meta Robots 1": "meta_robots", "Canonical Link Element 1": "canonical", "Unique Inlinks": "inlinks",
		"Redirect URI": "redirect_url", "Redirect URL": "redirect_url", "Redirect Type": "redirect_type", "Crawl Depth": "crawl_depth", "Word Count": "word_count", "Link Score": "link_score",
	}
	var pages []analyticstest.Page
	for _, record := range records[1:] {
		cells := map[string]string{}
		for i, cell := range record {
			if column, ok := columns[records[0][i]]; ok {
				cells[column] = strings.TrimSpace(cell)
			}
		}
		if said, ok := cells["indexable"]; ok {
			cells["indexable"] = fmt.Sprint(said == "Indexable")
		}
		cells["indexability_status"] = strings.ToLower(cells["indexability_status"])
		cells["content_type"] = strings.ToLower(cells["content_type"])
		cells["canonical"] = resolved(cells["url"], cells["canonical"])
		pages = append(pages, analyticstest.ParsePage(t, cells))
	}
	return pages
}

func resolved(base, written string) string {
	if written == "" {
		return ""
	}
	from, err := url.Parse(base)
	if err != nil {
		return ""
	}
	to, err := from.Parse(written)
	if err != nil {
		return ""
	}
	if _, err := upslope.NormalizeURL(to.String()); err != nil {
		return ""
	}
	return to.String()
}
