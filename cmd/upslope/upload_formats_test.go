package main

import (
	"bytes"
	"compress/gzip"
	"encoding/csv"
	"fmt"
	"io"
	"net/http"
	"strings"
	"testing"
	"time"
	"unicode/utf16"
)

func TestFileThatIsNotACrawlIsReportedAndLeavesNothing(t *testing.T) {
	t.Parallel()
	p := shared(t)
	ana := p.signIn("ana@example.com")
	ana.addSite("shop.example")
	before := len(p.objects())
	const head = "Address,Status Code,Title 1\n"
	for _, c := range []struct {
		name, file string
		status     int
		says       string
	}{
		{"a spreadsheet", "PK\x03\x04\x14\x00\x06\x00\x08\x00\x00\x00!\x00[Content_Types].xml" + strings.Repeat("\x00", 200), 415, "CSV"},
		{"an old spreadsheet", "\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + strings.Repeat("\x00", 600), 415, "CSV"},
		{"a PDF", "%PDF-1.7\n1 0 obj\n<<>>\nendobj\n", 415, "CSV"},
		{"JSON", `[{"Address":"https://shop.example/"}]`, 415, "CSV"},
		{"a web page", "<!doctype html><html><body>Sign in</body></html>", 415, "CSV"},
		{"a picture", "\x89PNG\r\n\x1a\n" + strings.Repeat("\x00\x01", 300), 415, "CSV"},
		{"a compressed picture", compressed(t, "\x89PNG\r\n\x1a\n"+strings.Repeat("\x00\x01", 300)), 415, "CSV"},
		{"a program", "\x7fELF\x02\x01\x01" + strings.Repeat("\x00", 9) + "\x03\x00>\x00" + strings.Repeat("\x00\x91\xe0\x07", 500), 415, "CSV"},
		{"nothing", "", 422, "empty"},
		{"only a mark of its encoding", "\ufeff", 422, "empty"},
		{"only empty lines", "\r\n\r\n\r\n", 422, "empty"},
		{"only a header", head, 422, "no rows"},
		{"no address", "Product,Price,Colour\nLamp,3,red\nChair,4,blue\n", 422, "Address"},
		{"only addresses", "Address\nhttps://shop.example/\n", 422, "nothing about them"},
		{"a quote that never closes", head + `https://shop.example/,200,"and on` + strings.Repeat("\nand on and on", 700_000), 422, "quote"},
		{"a cell of 10 MB", head + "https://shop.example/,200," + strings.Repeat("x", 10<<20) + "\n", 422, ""},
		{"100,000 columns", "Address," + strings.Repeat("c,", 100_000) + "\nhttps://shop.example/\n", 422, ""},
		{"rows that are all broken", head + strings.Repeat("no address,200,x\n", 50), 422, ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			began := time.Now()
			status, answer := ana.put([]byte(c.file))
			if status != c.status || !strings.Contains(answer, c.says) || strings.Contains(answer, "Something went wrong") {
				t.Errorf("%d %.300s", status, answer)
			}
			if took := time.Since(began); took > 10*time.Second {
				t.Errorf("it took %v", took)
			}
		})
	}
	var crawls []any
	if ana.call("GET", "/api/technical/crawls", nil, &crawls); len(crawls) > 0 {
		t.Errorf("there are crawls: %v", crawls)
	}
	t.Logf("%d files are kept of those that could not be read", len(p.objects())-before)
}

func compressed(t *testing.T, text string) string {
	t.Helper()
	var out bytes.Buffer
	writer := gzip.NewWriter(&out)
	if _, err := io.WriteString(writer, text); err != nil {
		t.Fatal(err)
	}
	if err := writer.Close(); err != nil {
		t.Fatal(err)
	}
	return out.String()
}

func inUTF16(text string) string {
	out := []byte{0xff, 0xfe}
	for _, unit := range utf16.Encode([]rune(text)) {
		out = append(out, byte(unit), byte(unit>>8))
	}
	return string(out)
}

// Formats of real crawlers and spreadsheets are read correctly.
func TestCrawlFormatsAreReadCorrectly(t *testing.T) {
	t.Parallel()
	p := shared(t)
	for i, c := range []struct {
		about, name, file, message string
		issues                     []string // type and URL of each
	}{
		{"a title line, ragged rows, line ends of Windows", "internal_all.csv",
			"\"Internal - All\"\r\n\"Address\",\"Content\",\"Status Code\",\"Status\",\"Title 1\",\"Meta Description 1\"\r\n\"https://shop.example/\",\"text/html; charset=utf-8\",\"200\",\"OK\",\"\",\"What this page is about, in a sentence that is long enough to be shown\"\r\n\"https://shop.example/gone\",\"text/html\",\"404\",\"Not Found\"\r\n",
			"2 pages read, 1 issue found", []string{"missing_title https://shop.example/"}},
		{"Cyrillic with semicolons and decimal commas", "internal_all.csv",
			"\ufeffAddress;Content Type;Status Code;Status;Indexability;Title 1;Meta Description 1;H1-1;Response Time;Link Score\r\nhttps://shop.example/каталог/;text/html;200;OK;Indexable;Каталог;Каталог товаров для дома: мебель, посуда, текстиль и свет с доставкой по всей стране;Каталог;0,431;12,5\r\n",
			"1 page read, 1 issue found", []string{"short_title https://shop.example/каталог/"}},
		{"UTF-16 with tabs", "internal_all.csv", inUTF16("Address\tContent Type\tStatus Code\tTitle 1\r\nhttps://shop.example/\ttext/html\t200\t\r\n"),
			"1 page read, 1 issue found", []string{"missing_title https://shop.example/"}},
		{"newlines and quotes in cells", "internal_all.csv",
			"Address,Content Type,Status Code,Title 1\nhttps://shop.example/,text/html,200,\"A \"\"fine\"\" title\nover two lines, with a comma\"\nhttps://shop.example/b,text/html,200,\n",
			"2 pages read, 1 issue found", []string{"missing_title https://shop.example/b"}},
		{"German headers", "internal_all.csv",
			"Adresse;Inhaltstyp;Statuscode;Indexierbarkeit;Titel 1\nhttps://shop.example/;text/html;200;Indexierbar;\n",
			"1 page read, 1 issue found", []string{"missing_title https://shop.example/"}},
		{"packed by gzip", "internal_all.csv.gz", compressed(t, "Address,Content Type,Status Code,Title 1\nhttps://shop.example/,text/html,200,\n"),
			"1 page read, 1 issue found", []string{"missing_title https://shop.example/"}},
		{"some broken rows and zero bytes", "internal_all.csv",
			"Address,Content Type,Status Code,Title 1\nhttps://shop.example/,text/html,200,\nhttps://shop.example/b,text/html,200,A ti\x00tle of exactly the right length\nno address,text/html,200,x\nhttps://shop.example/c,text/html,200,A title that has just the right length\n",
			"3 pages read, 1 issue found, 1 row could not be read", []string{"missing_title https://shop.example/"}},
	} {
		t.Run(c.about, func(t *testing.T) {
			ana := p.signIn(fmt.Sprintf("ana%d@example.com", i))
			ana.addSite("shop.example")
			var result struct{ Message string }
			if status, answer := ana.send("PUT", "/api/upload/sf-csv?filename="+c.name, "text/csv", strings.NewReader(c.file), &result); status != http.StatusOK || !strings.HasPrefix(result.Message, c.message) {
				t.Fatalf("%d %s, want %s", status, answer, c.message)
			}
			var issues []struct{ IssueType, URL string }
			ana.call("GET", "/api/technical/sf-issues", nil, &issues)
			var found []string
			for _, issue := range issues {
				found = append(found, issue.IssueType+" "+issue.URL)
			}
			if strings.Join(found, "\n") != strings.Join(c.issues, "\n") {
				t.Errorf("%q, want %q", found, c.issues)
			}
		})
	}
}

func TestTheSameFileTwiceIsOneCrawl(t *testing.T) {
	t.Parallel()
	p := shared(t)
	ana := p.signIn("ana@example.com")
	ana.addSite("shop.example")
	file := crawlOf("shop.example", 100)
	for range 2 {
		if status, answer := ana.put(file); status != http.StatusOK {
			t.Fatalf("%d %s", status, answer)
		}
	}
	var crawls []struct{ Pages int }
	if ana.call("GET", "/api/technical/crawls", nil, &crawls); len(crawls) != 1 {
		t.Errorf("%d crawls: %+v", len(crawls), crawls)
	}
}

// Crawls contain text by strangers, which must not run as a formula in a spreadsheet.
func TestExportsRunNoFormulas(t *testing.T) {
	t.Parallel()
	ana := shared(t).signIn("ana@example.com")
	ana.addSite("shop.example")
	file := "Address,Content Type,Status Code,Title 1,H1-1,H1-2\n" +
		"https://shop.example/,text/html,200,=1+1,One,\"=HYPERLINK(\"\"https://evil.example\"\",\"\"x\"\")\"\n" +
		"https://shop.example/=cmd|' /C calc'!A0,text/html,200,+2,@SUM(A1),-1\n" +
		"\"=cmd|' /C calc'!A0\",text/html,200,\"\t=1\",,\n" +
		"https://shop.example/b,text/html,200,A title that has just the right length,One,\n"
	var result struct{ UploadID string }
	if status, answer := ana.send("PUT", "/api/upload/sf-csv?filename=a.csv", "text/csv", strings.NewReader(file), &result); status != http.StatusOK {
		t.Fatalf("%d %s", status, answer)
	}
	for _, path := range []string{"/api/technical/sf-issues.csv", "/api/technical/uploads/" + result.UploadID + "/rejected.csv"} {
		status, answer := ana.call("GET", path, nil, nil)
		reader := csv.NewReader(strings.NewReader(strings.TrimPrefix(answer, "\ufeff")))
		reader.FieldsPerRecord = -1 // rejected rows keep their original length
		rows, err := reader.ReadAll()
		if status != http.StatusOK || err != nil || len(rows) < 2 {
			t.Errorf("%s: %d %v %q", path, status, err, answer)
		}
		for _, row := range rows {
			for _, cell := range row {
				if text := strings.TrimSpace(cell); text != "" && strings.Contains("=+-@", text[:1]) {
					t.Errorf("%s: a spreadsheet runs %q", path, cell)
				}
			}
		}
	}
}
