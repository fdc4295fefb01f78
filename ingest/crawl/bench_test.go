package crawl

import (
	"bytes"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"
)

// currentHeader is the header of Screaming Frog's Internal: All export as of 2025.
const currentHeader = `"Address","Content Type","Status Code","Status","Indexability","Indexability Status","Title 1","Title 1 Length","Title 1 Pixel Width","Meta Description 1","Meta Description 1 Length","Meta Description 1 Pixel Width","Meta Keywords 1","Meta Keywords 1 Length","H1-1","H1-1 Length","H2-1","H2-1 Length","H2-2","H2-2 Length","Meta Robots 1","X-Robots-Tag 1","Meta Refresh 1","Canonical Link Element 1","rel=""next"" 1","rel=""prev"" 1","HTTP rel=""next"" 1","HTTP rel=""prev"" 1","amphtml Link Element","Size (bytes)","Transferred (bytes)","Total Transferred (bytes)","CO2 (mg)","Carbon Rating","Word Count","Sentence Count","Average Words Per Sentence","Flesch Reading Ease Score","Readability","Text Ratio","Crawl Depth","Folder Depth","Link Score","Inlinks","Unique Inlinks","Unique JS Inlinks","% of Total","Outlinks","Unique Outlinks","Unique JS Outlinks","External Outlinks","Unique External Outlinks","Unique External JS Outlinks","Closest Near Duplicate Match","No. Near Duplicates","Spelling Errors","Grammar Errors","Hash","Response Time","Last Modified","Redirect URL","Redirect Type","Cookies","Language","HTTP Version","Mobile Alternate Link","Closest Semantically Similar Address","Semantic Similarity Score","No. Semantically Similar","Semantic Relevance Score","URL Encoded Address","Crawl Timestamp"`

// largeExport returns an Internal export of 72 columns with the given number of rows, 640 bytes each.
func largeExport(rows int) []byte {
	var b bytes.Buffer
	b.WriteString("\ufeff" + currentHeader + "\n")
	for i := range rows {
		url := fmt.Sprintf("https://www.example.com/category-%d/product-%d/", i%40, i)
		fmt.Fprintf(&b, `"%s","text/html; charset=UTF-8","200","OK","Indexable","","Product %d of category %d, buy online | Example shop","52","468","A fine product number %d for everybody who needs one, delivered within two days to your door.","94","612","","0","Product %d","12","Details","7","Reviews","7","","","","%s","","","","","","48211","12034","48211","4.711","","612","41","14.926","61.220","Normal","11.260","%d","2","","%d","%d","0","1.230","88","46","0","12","9","0","","","","","%032x","0.%03d","","","","","en","1.1","","","","","","%s","2026-08-10 15:38:%02d"`+"\n",
			url, i, i%40, i, i, url, i%6, i%300, i%200, i, i%1000, url, i%60)
	}
	return b.Bytes()
}

func BenchmarkRead(b *testing.B) {
	data := largeExport(78_000)
	if n := strings.Count(currentHeader, `","`) + 1; n != 72 {
		b.Fatalf("%d columns", n)
	}
	b.Run("crawl", func(b *testing.B) {
		b.SetBytes(int64(len(data)))
		b.ReportAllocs()
		for b.Loop() {
			file, err := Open(bytes.NewReader(data), Options{Name: "internal_all.csv"})
			if err != nil {
				b.Fatal(err)
			}
			for _, err := range file.Rows() {
				if err != nil {
					b.Fatal(err)
				}
			}
			if got := file.Summary().Pages; got != 78_000 {
				b.Fatalf("%d pages", got)
			}
		}
	})
	b.Run("bare encoding csv", func(b *testing.B) {
		b.SetBytes(int64(len(data)))
		b.ReportAllocs()
		for b.Loop() {
			reader := csv.NewReader(bytes.NewReader(data[3:]))
			reader.ReuseRecord = true
			for {
				if _, err := reader.Read(); errors.Is(err, io.EOF) {
					break
				} else if err != nil {
					b.Fatal(err)
				}
			}
		}
	})
}

func BenchmarkReadLinks(b *testing.B) {
	var data bytes.Buffer
	data.WriteString("\ufeffType,Source,Destination,Size (Bytes),Alt Text,Anchor,Status Code,Status,Follow,Target,Rel,Path Type,Link Path,Link Position,Link Origin\n")
	const rows = 200_000
	for i := range rows {
		fmt.Fprintf(&data, `"Hyperlink","https://www.example.com/category-%d/product-%d/","https://www.example.com/category-%d/","48211","","Category %d","200","OK","true","","","Absolute","//body/div[%d]/nav/a","Navigation","HTML"`+"\n", i%40, i, i/5000, i/5000, i%9)
	}
	b.SetBytes(int64(data.Len()))
	b.ReportAllocs()
	for b.Loop() {
		file, err := Open(bytes.NewReader(data.Bytes()), Options{Name: "all_inlinks.csv"})
		if err != nil {
			b.Fatal(err)
		}
		for _, err := range file.Rows() {
			if err != nil {
				b.Fatal(err)
			}
		}
		if got := file.Summary().Links; got != rows {
			b.Fatalf("%d links", got)
		}
	}
	b.ReportMetric(float64(rows)*float64(b.N)/b.Elapsed().Seconds(), "rows/s")
}
