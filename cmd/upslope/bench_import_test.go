package main

import (
	"bytes"
	"encoding/csv"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"sync"
	"sync/atomic"
	"testing"
	"time"
)

// internalHeader is the header of Screaming Frog's Internal export in 2025: 72 columns.
const internalHeader = `"Address","Content Type","Status Code","Status","Indexability","Indexability Status","Title 1","Title 1 Length","Title 1 Pixel Width","Meta Description 1","Meta Description 1 Length","Meta Description 1 Pixel Width","Meta Keywords 1","Meta Keywords 1 Length","H1-1","H1-1 Length","H2-1","H2-1 Length","H2-2","H2-2 Length","Meta Robots 1","X-Robots-Tag 1","Meta Refresh 1","Canonical Link Element 1","rel=""next"" 1","rel=""prev"" 1","HTTP rel=""next"" 1","HTTP rel=""prev"" 1","amphtml Link Element","Size (bytes)","Transferred (bytes)","Total Transferred (bytes)","CO2 (mg)","Carbon Rating","Word Count","Sentence Count","Average Words Per Sentence","Flesch Reading Ease Score","Readability","Text Ratio","Crawl Depth","Folder Depth","Link Score","Inlinks","Unique Inlinks","Unique JS Inlinks","% of Total","Outlinks","Unique Outlinks","Unique JS Outlinks","External Outlinks","Unique External Outlinks","Unique External JS Outlinks","Closest Near Duplicate Match","No. Near Duplicates","Spelling Errors","Grammar Errors","Hash","Response Time","Last Modified","Redirect URL","Redirect Type","Cookies","Language","HTTP Version","Mobile Alternate Link","Closest Semantically Similar Address","Semantic Similarity Score","No. Semantically Similar","Semantic Relevance Score","URL Encoded Address","Crawl Timestamp"` + "\n"

// rowsOf50MB is how many rows of internalRow make 50 MB.
const rowsOf50MB = 78_000

// internalRow appends a row of an Internal export, 650 bytes; every tenth page has no title.
func internalRow(b []byte, domain string, i int) []byte {
	title, length := fmt.Sprintf("Product %d of category %d, buy online | Example shop", i, i%40), 52
	if i%10 == 0 {
		title, length = "", 0
	}
	url := fmt.Sprintf("https://%s/category-%d/product-%d/", domain, i%40, i)
	return fmt.Appendf(b, `"%s","text/html; charset=UTF-8","200","OK","Indexable","","%s","%d","468","A fine product number %d for you, here tomorrow.","52","412","","0","Product %d","12","Details","7","Reviews","7","","","","%s","","","","","","48211","12034","48211","4.711","","612","41","14.926","61.220","Normal","11.260","%d","2","","%d","%d","0","1.230","88","46","0","12","9","0","","","","","%032x","0.%03d","","","","","en","1.1","","","","","","%s","2026-08-10 15:38:%02d"`+"\n",
		url, title, length, i, i, url, i%6, i%300, i%200, i, i%1000, url, i%60)
}

func internalExport(domain string, rows int) []byte {
	file := []byte("\ufeff" + internalHeader)
	for i := range rows {
		file = internalRow(file, domain, i)
	}
	return file
}

// sent records when the last byte of a body was read for sending.
type sent struct {
	source io.Reader
	at     atomic.Int64
}

func (s *sent) Read(p []byte) (int, error) {
	n, err := s.source.Read(p)
	if n > 0 {
		s.at.Store(time.Now().UnixNano())
	}
	return n, err
}

// importFile uploads a file and waits until its issues are visible; it returns the time since the end of the
// upload.
func (v *visitor) importFile(name, query string, file []byte) (time.Duration, error) {
	body := &sent{source: bytes.NewReader(file)}
	status, answer, err := v.try("PUT", "/api/upload/sf-csv?filename="+name+query, "text/csv", body)
	if err != nil {
		return 0, err
	}
	switch status {
	case http.StatusOK:
	case http.StatusAccepted:
		var job struct{ ID string }
		if err := json.Unmarshal([]byte(answer), &job); err != nil {
			return 0, err
		}
		if status, message, err := v.awaitJob(job.ID, 5*time.Minute); err != nil || status != "done" {
			return 0, fmt.Errorf("job %s: %s: %w", status, message, err)
		}
	default:
		return 0, fmt.Errorf("upload: %d %s", status, answer)
	}
	if status, answer, err := v.try("GET", "/api/technical/sf-issues?limit=1"+query, "", nil); err != nil || status != http.StatusOK || len(answer) < 10 {
		return 0, fmt.Errorf("issues: %d %s: %w", status, answer, err)
	}
	return time.Since(time.Unix(0, body.at.Load())), nil
}

// watch measures the program's memory until stop is called, which returns the peaks: of the Go process, and
// in total.
func (p *program) watch() (stop func() (own, all int64)) {
	var own, all int64
	done := make(chan struct{})
	var watching sync.WaitGroup
	watching.Go(func() {
		for {
			own, all = max(own, memoryOf(p.t, p.command.Process.Pid)), max(all, p.memory())
			select {
			case <-done:
				return
			case <-time.After(100 * time.Millisecond):
			}
		}
	})
	return func() (int64, int64) {
		close(done)
		watching.Wait()
		return own, all
	}
}

func barePass(b *testing.B, file []byte) time.Duration {
	b.Helper()
	began := time.Now()
	reader := csv.NewReader(bytes.NewReader(file[len("\ufeff"):]))
	reader.ReuseRecord = true
	for {
		if _, err := reader.Read(); errors.Is(err, io.EOF) {
			return time.Since(began)
		} else if err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkImport(b *testing.B) {
	for b.Loop() {
		var all, own [2]int64
		for i, rows := range []int{rowsOf50MB / 5, rowsOf50MB} {
			p := start(b, b.TempDir())
			ana := p.signIn("ana@example.com")
			site := ana.addSite("shop.example")
			file := internalExport("shop.example", rows)
			bare := min(barePass(b, file), barePass(b, file))
			stop := p.watch()
			took, err := ana.importFile("internal_all.csv", "&siteId="+site, file)
			if err != nil {
				b.Fatal(err)
			}
			ana.insights(1)
			time.Sleep(2 * time.Second) // work after an import uses memory too
			own[i], all[i] = stop()
			if rows == rowsOf50MB {
				b.ReportMetric(float64(len(file))/1e6, "MB-file")
				b.ReportMetric(took.Seconds(), "s-50MB")
				b.ReportMetric(float64(took)/float64(bare), "of-bare-csv")
			}
			p.stop()
		}
		b.ReportMetric(float64(all[1])/1e6, "MB-peak")
		b.ReportMetric(float64(own[1])/1e6, "MB-peak-go")
		b.ReportMetric(float64(all[1])/float64(all[0]), "peak-50MB/10MB")
		b.ReportMetric(float64(own[1])/float64(own[0]), "peak-go-50MB/10MB")
	}
}

// Twenty simultaneous uploads of 50 MB each.
func BenchmarkTwentyImportsAtOnce(b *testing.B) {
	const people = 20
	for b.Loop() {
		p := start(b, b.TempDir())
		stop := p.watch()
		began := time.Now()
		var uploads sync.WaitGroup
		for i := range people {
			uploads.Go(func() {
				domain := fmt.Sprintf("s%d.example", i)
				someone := p.signIn(fmt.Sprintf("person%d@example.com", i))
				if _, err := someone.importFile("internal_all.csv", "&siteId="+someone.addSite(domain), internalExport(domain, rowsOf50MB)); err != nil {
					b.Error(err)
				}
			})
		}
		uploads.Wait()
		own, all := stop()
		b.ReportMetric(time.Since(began).Seconds(), "s-20-imports")
		b.ReportMetric(float64(all)/1e6, "MB-peak")
		b.ReportMetric(float64(own)/1e6, "MB-peak-go")
		p.stop()
	}
}
