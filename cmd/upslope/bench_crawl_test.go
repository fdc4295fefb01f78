package main

import (
	"bytes"
	"io"
	"net/http"
	"net/url"
	"strconv"
	"testing"
	"time"
)

// A large crawl: a million pages with ten links each.
const (
	largePages   = 1_000_000
	linksPerPage = 10
)

// rows generates a file row by row while it is read, because it would not fit in memory.
type rows struct {
	next func(buffer []byte, row int) []byte // appends a row
	row  int
	last int
	left []byte
}

func (r *rows) Read(p []byte) (int, error) {
	for len(r.left) < len(p) && r.row < r.last {
		r.left = r.next(r.left, r.row)
		r.row++
	}
	if len(r.left) == 0 {
		return 0, io.EOF
	}
	n := copy(p, r.left)
	r.left = append(r.left[:0], r.left[n:]...)
	return n, nil
}

func largeInternal(domain string) io.Reader {
	return &rows{left: []byte(internalHeader), last: largePages, next: func(b []byte, row int) []byte { return internalRow(b, domain, row) }}
}

// largeInlinks returns an export of all inlinks in which each page links to the home page, its category and
// the pages after it.
func largeInlinks(domain string) io.Reader {
	page := func(b []byte, i int) []byte {
		b = append(append(append(b, `"https://`...), domain...), "/category-"...)
		b = append(strconv.AppendInt(b, int64(i%40), 10), "/product-"...)
		return append(strconv.AppendInt(b, int64(i), 10), `/",`...)
	}
	header := []byte("\ufeffType,Source,Destination,Size (Bytes),Alt Text,Anchor,Status Code,Status,Follow,Target,Rel,Path Type,Link Path,Link Position,Link Origin\n")
	return &rows{left: header, last: largePages * linksPerPage, next: func(b []byte, row int) []byte {
		source, nth := row/linksPerPage, row%linksPerPage
		target := (source + nth*nth*7919 + 1) % largePages
		if nth < 2 {
			target = source % 40 * nth // the home page and a category
		}
		b = page(append(b, `"Hyperlink",`...), source)
		b = page(b, target)
		b = strconv.AppendInt(append(b, `"48211","","Product `...), int64(target), 10)
		return append(b, `","200","OK","true","","","Absolute","//body/main/div[3]/a","Content","HTML"`+"\n"...)
	}}
}

// sendInParts uploads a large file like the upload widget, and returns the import's job, the size and the
// upload's duration.
func (v *visitor) sendInParts(b *testing.B, site, name string, file io.Reader) (job string, size int64, took time.Duration) {
	b.Helper()
	const partSize = 64 << 20
	var begun struct{ Key, UploadID string }
	if status, answer := v.call("POST", "/api/storage/s3/multipart", map[string]any{"filename": name, "type": "text/csv", "metadata": map[string]string{"siteId": site}}, &begun); status != http.StatusOK {
		b.Fatalf("%d %s", status, answer)
	}
	address, key := "/api/storage/s3/multipart/"+begun.UploadID, "?key="+url.QueryEscape(begun.Key)
	type part struct {
		PartNumber int
		ETag       string
	}
	var parts []part
	buffer := make([]byte, partSize)
	for ended := false; !ended; {
		n, err := io.ReadFull(file, buffer)
		if ended = err != nil; n == 0 {
			break
		}
		began := time.Now()
		number := len(parts) + 1
		var signed struct{ URL string }
		v.call("GET", address+"/"+strconv.Itoa(number)+key, nil, &signed)
		request, err := http.NewRequestWithContext(b.Context(), "PUT", signed.URL, bytes.NewReader(buffer[:n]))
		if err != nil {
			b.Fatal(err)
		}
		response, err := http.DefaultClient.Do(request)
		if err != nil {
			b.Fatal(err)
		}
		_ = response.Body.Close()
		parts = append(parts, part{number, response.Header.Get("ETag")})
		size, took = size+int64(n), took+time.Since(began)
	}
	began := time.Now()
	var started struct{ JobID string }
	if status, answer := v.call("POST", address+"/complete"+key, map[string]any{"parts": parts}, &started); status != http.StatusAccepted {
		b.Fatalf("%d %s", status, answer)
	}
	return started.JobID, size, took + time.Since(began)
}

// A crawl of a million pages and ten million links, from its first byte until the link ranks are computed.
// Generating the files does not count.
func BenchmarkLargeCrawl(b *testing.B) {
	for b.Loop() {
		p := start(b, b.TempDir())
		ana := p.signIn("ana@example.com")
		ana.client.Timeout = 10 * time.Minute
		site := ana.addSite("shop.example")
		stop := p.watch()
		var bytes int64
		var total time.Duration
		for _, file := range []struct {
			name    string
			content io.Reader
		}{{"internal_all.csv", largeInternal("shop.example")}, {"all_inlinks.csv", largeInlinks("shop.example")}} {
			job, size, sending := ana.sendInParts(b, site, file.name, file.content)
			began := time.Now()
			status, message, err := ana.awaitJob(job, 10*time.Minute)
			if err != nil || status != "done" {
				b.Fatalf("%s: %s: %s %v", file.name, status, message, err)
			}
			importing := time.Since(began)
			b.Logf("%s, %d MB: sent in %v, imported in %v: %s", file.name, size>>20, sending, importing, message)
			bytes, total = bytes+size, total+sending+importing
		}
		began := time.Now()
		var ranking struct{ ID string }
		if status, answer := ana.call("POST", "/api/insights/recompute?siteId="+site, nil, &ranking); status == http.StatusAccepted {
			if status, message, err := ana.awaitJob(ranking.ID, 10*time.Minute); err != nil || status != "done" {
				b.Fatalf("ranking: %s %s %v", status, message, err)
			}
		} else if status != http.StatusOK {
			b.Fatalf("ranking: %d %s", status, answer)
		}
		total += time.Since(began)
		own, all := stop()
		b.ReportMetric(float64(bytes)/1e6, "MB-files")
		b.ReportMetric(total.Seconds(), "s-all")
		b.ReportMetric(time.Since(began).Seconds(), "s-ranking")
		b.ReportMetric(largePages*(1+linksPerPage)/total.Seconds(), "rows/s")
		b.ReportMetric(p.cpu(), "cpu-s")
		b.ReportMetric(float64(own)/1e6, "MB-peak-go")
		b.ReportMetric(float64(all)/1e6, "MB-peak")
		p.stop()
	}
}
