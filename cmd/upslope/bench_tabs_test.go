package main

import (
	"archive/zip"
	"bytes"
	"compress/gzip"
	"encoding/csv"
	"slices"
	"testing"
	"time"
)

// tabsOfExport are the 28 tabs of a crawl and the columns of the Internal export that each shows.
var tabsOfExport = map[string][]string{
	"internal_all":         nil, // all columns
	"security_all":         {"Content Type", "Status Code", "Status", "Indexability", "Indexability Status"},
	"response_codes_all":   {"Content Type", "Status Code", "Status", "Indexability", "Inlinks", "Response Time", "Redirect URL", "Redirect Type"},
	"url_all":              {"Content Type", "Status Code", "Status", "Indexability", "Hash", "Title 1 Length", "URL Encoded Address"},
	"page_titles_all":      {"Title 1", "Title 1 Length", "Title 1 Pixel Width", "Indexability"},
	"meta_description_all": {"Meta Description 1", "Meta Description 1 Length", "Meta Description 1 Pixel Width", "Indexability"},
	"meta_keywords_all":    {"Meta Keywords 1", "Meta Keywords 1 Length"},
	"h1_all":               {"H1-1", "H1-1 Length", "Indexability"},
	"h2_all":               {"H2-1", "H2-1 Length", "H2-2", "H2-2 Length"},
	"content_all":          {"Word Count", "Sentence Count", "Flesch Reading Ease Score", "Closest Near Duplicate Match", "No. Near Duplicates", "Language"},
	"canonicals_all":       {"Canonical Link Element 1", "Indexability", "Indexability Status"},
	"pagination_all":       {`rel="next" 1`, `rel="prev" 1`, "Indexability"},
	"directives_all":       {"Meta Robots 1", "X-Robots-Tag 1", "Meta Refresh 1", "Indexability"},
	"javascript_all":       {"Status Code", "Word Count"},
	"links_all":            {"Crawl Depth", "Link Score", "Inlinks", "Unique Inlinks", "Outlinks", "Unique Outlinks", "External Outlinks"},
	"amp_all":              {"amphtml Link Element", "Status Code"},
	"structured_data_all":  {"Status Code", "Indexability"},
	"sitemaps_all":         {"Status Code", "Indexability"},
	"mobile_all":           {"Mobile Alternate Link", "Status Code"},
	"validation_all":       {"Status Code", "Indexability"},
	"link_metrics_all":     {"Status Code", "Inlinks"},
	"search_console_all":   {"Status Code", "Title 1"},
	"analytics_all":        {"Status Code", "Title 1"},
	"ai_all":               {"Status Code", "Title 1"},
	"custom_search_all":    {"Status Code", "Indexability"},
	"change_detection_all": {"Title 1", "H1-1", "Word Count"},
	"accessibility_all":    {"Status Code"},
	"hreflang_all":         {"Title 1", "Indexability"},
}

// tabsArchive is a ZIP of all tabs of the export, and its largest tab.
func tabsArchive(b *testing.B, export []byte) (archive, largest []byte) {
	b.Helper()
	rows, err := csv.NewReader(bytes.NewReader(bytes.TrimPrefix(export, []byte("\ufeff")))).ReadAll()
	if err != nil {
		b.Fatal(err)
	}
	var packed bytes.Buffer
	files := zip.NewWriter(&packed)
	for name, columns := range tabsOfExport {
		text := export
		if columns != nil {
			text = columnsOf(b, rows, columns)
		}
		file, err := files.Create(name + ".csv")
		if err == nil {
			_, err = file.Write(text)
		}
		if err != nil {
			b.Fatal(err)
		}
	}
	if err := files.Close(); err != nil {
		b.Fatal(err)
	}
	return packed.Bytes(), export
}

// columnsOf writes the address and the named columns of each row.
func columnsOf(b *testing.B, rows [][]string, columns []string) []byte {
	b.Helper()
	var out bytes.Buffer
	w := csv.NewWriter(&out)
	picked := make([]string, len(columns)+1)
	for _, row := range rows {
		picked[0] = row[0]
		for i, column := range columns {
			picked[i+1] = row[slices.Index(rows[0], column)]
		}
		if err := w.Write(picked); err != nil {
			b.Fatal(err)
		}
	}
	w.Flush()
	return out.Bytes()
}

// BenchmarkTabs imports 28 tabs of 66,000 rows in one ZIP, and the largest of them alone.
func BenchmarkTabs(b *testing.B) {
	for b.Loop() {
		p := start(b, b.TempDir())
		ana := p.signIn("ana@example.com")
		var zipped, alone time.Duration
		for i, domain := range []string{"warm.example", "one.example", "two.example", "three.example"} {
			_, largest := tabsArchive(b, internalExport("largest-"+domain, 66_000/len(tabsOfExport)))
			one, err := ana.importFile("internal_all.csv", "&siteId="+ana.addSite("largest-"+domain), largest)
			if err != nil {
				b.Fatal(err)
			}
			archive, _ := tabsArchive(b, internalExport(domain, 66_000/len(tabsOfExport)))
			all, err := ana.importFile("tabs.zip", "&siteId="+ana.addSite(domain), archive)
			if err != nil {
				b.Fatal(err)
			}
			if i > 0 { // the first pair warms the program up
				zipped, alone = zipped+all, alone+one
			}
		}
		b.ReportMetric(float64(zipped)/float64(alone), "zip/largest-tab")
		p.stop()
	}
}

// BenchmarkPackedCrawl imports 234,000 pages as a .gz of some 30 MB.
func BenchmarkPackedCrawl(b *testing.B) {
	const pages = 234_000
	for b.Loop() {
		p := start(b, b.TempDir())
		ana := p.signIn("ana@example.com")
		site := ana.addSite("shop.example")
		file := internalExport("shop.example", pages)
		bare := barePass(b, file)
		var packed bytes.Buffer
		w := gzip.NewWriter(&packed)
		if _, err := w.Write(file); err != nil {
			b.Fatal(err)
		}
		if err := w.Close(); err != nil {
			b.Fatal(err)
		}
		stop := p.watch()
		took, err := ana.importFile("internal_all.csv.gz", "&siteId="+site, packed.Bytes())
		if err != nil {
			b.Fatal(err)
		}
		own, _ := stop()
		b.ReportMetric(float64(packed.Len())/1e6, "MB-gz")
		b.ReportMetric(took.Seconds(), "s-to-issues")
		b.ReportMetric(float64(took)/float64(bare), "of-bare-csv")
		b.ReportMetric(float64(own)/1e6, "MB-peak-go")
		p.stop()
	}
}
