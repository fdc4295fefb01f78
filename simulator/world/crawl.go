package world

import (
	"archive/zip"
	"bytes"
	"encoding/csv"
	"fmt"
	"math"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"
)

// extra is a crawled address that is not a page: gone, broken or a redirect.
type extra struct {
	path, target, status string
	code                 int
}

func extras() []extra {
	return []extra{
		{"/tents/skye-3-person-tent/", "", "Not Found", 404},
		{"/guides/winter-camping-checklist/", "", "Not Found", 404},
		{"/repairs/booking/", "", "Internal Server Error", 500},
		{"/boots/", "/hiking-boots-2024/", "Moved Permanently", 301},
		{"/hiking-boots-2024/", "/hiking-boots/", "Moved Permanently", 301},
	}
}

// Archive returns the crawl as a zip of its two exports, which imports as one file.
func (w *World) Archive() ([]byte, error) {
	var out bytes.Buffer
	archive := zip.NewWriter(&out)
	for _, file := range []struct {
		name    string
		content func() ([]byte, error)
	}{{"internal_all.csv", w.Crawl}, {"all_inlinks.csv", w.Links}} {
		content, err := file.content()
		if err != nil {
			return nil, err
		}
		writer, err := archive.CreateHeader(&zip.FileHeader{Name: file.name, Method: zip.Deflate, Modified: w.anchor.Time()})
		if err != nil {
			return nil, err
		}
		if _, err := writer.Write(content); err != nil {
			return nil, err
		}
	}
	if err := archive.Close(); err != nil { // before reading the bytes: Close writes the archive's directory
		return nil, err
	}
	return out.Bytes(), nil
}

// Crawl returns Screaming Frog's Internal: All of the site, crawled three days before the anchor.
func (w *World) Crawl() ([]byte, error) {
	inlinks, unique, outlinks := map[string]int{}, map[string]map[string]bool{}, map[string]int{}
	for _, link := range w.links() {
		inlinks[link.to]++
		outlinks[link.from]++
		if unique[link.to] == nil {
			unique[link.to] = map[string]bool{}
		}
		unique[link.to][link.from] = true
	}
	depths := w.depths()
	header := strings.Split("Address,Content Type,Status Code,Status,Indexability,Indexability Status,Title 1,Title 1 Length,Title 1 Pixel Width,Meta Description 1,Meta Description 1 Length,Meta Description 1 Pixel Width,H1-1,H1-1 Length,H2-1,Meta Robots 1,Canonical Link Element 1,Size (bytes),Word Count,Crawl Depth,Folder Depth,Link Score,Inlinks,Unique Inlinks,Outlinks,Response Time,Redirect URL,Redirect Type,Language,Crawl Timestamp", ",")
	rows := [][]string{header}
	when := (w.anchor - 3).Time().Add(6 * time.Hour)
	for i, page := range w.Pages {
		cells := w.crawlRow(page)
		d := newDice(w.seed, rollCrawl, i, 0)
		cells["Crawl Timestamp"] = when.Add(time.Duration(i) * 300 * time.Millisecond).Format(time.DateTime)
		cells["Response Time"] = fmt.Sprintf("%.3f", .18*page.speedFactor*math.Exp(.3*d.normal()))
		w.countLinks(cells, page.URL, page.Path, depths, inlinks, len(unique[page.URL]), outlinks)
		rows = append(rows, ordered(header, cells))
	}
	for _, e := range extras() {
		url := w.Origin + e.path
		cells := map[string]string{"Address": url, "Content Type": "text/html; charset=UTF-8", "Status Code": strconv.Itoa(e.code), "Status": e.status, "Indexability": "Non-Indexable", "Indexability Status": "Client Error", "Response Time": "0.110", "Crawl Timestamp": when.Format(time.DateTime)}
		switch e.code {
		case 500:
			cells["Indexability Status"] = "Server Error"
		case 301:
			cells["Indexability Status"], cells["Redirect URL"], cells["Redirect Type"] = "Redirected", w.Origin+e.target, "HTTP Redirect"
		}
		w.countLinks(cells, url, e.path, depths, inlinks, len(unique[url]), outlinks)
		rows = append(rows, ordered(header, cells))
	}
	return writeCSV(rows)
}

func (w *World) countLinks(cells map[string]string, url, path string, depths, inlinks map[string]int, unique int, outlinks map[string]int) {
	cells["Crawl Depth"], cells["Folder Depth"] = strconv.Itoa(depths[url]), strconv.Itoa(strings.Count(strings.Trim(path, "/"), "/")+min(1, len(strings.Trim(path, "/"))))
	cells["Inlinks"], cells["Unique Inlinks"], cells["Outlinks"] = strconv.Itoa(inlinks[url]), strconv.Itoa(unique), strconv.Itoa(outlinks[url])
	cells["Link Score"] = strconv.Itoa(min(100, int(14*math.Log1p(float64(unique)))))
}

// crawlRow returns the crawler's row of one page.
func (w *World) crawlRow(page Page) map[string]string {
	cells := map[string]string{
		"Address": page.URL, "Content Type": "text/html; charset=UTF-8", "Status Code": "200", "Status": "OK", "Indexability": "Indexable", "H2-1": "Why you can trust us", "Meta Robots 1": "index, follow",
		"Canonical Link Element 1": page.URL, "Size (bytes)": strconv.Itoa(38_000 + 41*page.Words), "Word Count": strconv.Itoa(page.Words), "Language": "en", "H1-1": page.H1,
	}
	switch page.fault {
	case faultNoindex:
		cells["Indexability"], cells["Indexability Status"], cells["Meta Robots 1"] = "Non-Indexable", "noindex", "noindex, follow"
	case faultCanonical:
		cells["Indexability"], cells["Indexability Status"], cells["Canonical Link Element 1"] = "Non-Indexable", "Canonicalised", w.Origin+"/"+page.Section+"/"
	case faultMissing:
		return map[string]string{"Address": page.URL, "Content Type": "text/html; charset=UTF-8", "Status Code": "404", "Status": "Not Found", "Indexability": "Non-Indexable", "Indexability Status": "Client Error"}
	case faultNoH1:
		cells["H1-1"] = ""
	}
	cells["H1-1 Length"] = strconv.Itoa(utf8.RuneCountInString(cells["H1-1"]))
	for name, text := range map[string]string{"Title 1": page.Title, "Meta Description 1": page.Description} {
		perLetter := 8.9
		if name != "Title 1" {
			perLetter = 6.3
		}
		letters := utf8.RuneCountInString(text)
		cells[name], cells[name+" Length"], cells[name+" Pixel Width"] = text, strconv.Itoa(letters), strconv.Itoa(int(float64(letters)*perLetter))
	}
	return cells
}

func ordered(header []string, cells map[string]string) []string {
	row := make([]string, len(header))
	for i, name := range header {
		row[i] = cells[name]
	}
	return row
}

// writeCSV writes Screaming Frog's format: a byte order mark, commas, lines that end with CR LF.
func writeCSV(rows [][]string) ([]byte, error) {
	var out bytes.Buffer
	out.WriteString("\ufeff")
	writer := csv.NewWriter(&out)
	writer.UseCRLF = true
	if err := writer.WriteAll(rows); err != nil {
		return nil, fmt.Errorf("write a crawl: %w", err)
	}
	return out.Bytes(), nil
}
