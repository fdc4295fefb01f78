package crawl

import (
	"bytes"
	"encoding/csv"
	"errors"
	"io"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"unicode/utf8"

	"upslope"
	"upslope/ingest/crawl/workbook/workbooktest"
)

// FuzzOpen reads arbitrary bytes under arbitrary names: no panic, no hang, no excess memory, only full
// addresses and clean text in the rows, and only errors the user can act on.
func FuzzOpen(f *testing.F) {
	exports, err := filepath.Glob("testdata/exports/*.csv")
	if err != nil {
		f.Fatal(err)
	}
	for _, name := range exports {
		data, err := os.ReadFile(name)
		if err != nil {
			f.Fatal(err)
		}
		f.Add("export.csv", data)
	}
	f.Add("export.csv.gz", []byte("\x1f\x8b\x08\x00\x00\x00\x00\x00\x00\xff\x01\x00\x00\xff\xff\x00\x00\x00\x00\x00\x00\x00\x00"))
	f.Add("export.zip", []byte("PK\x03\x04"))
	f.Add("export.xlsx", workbooktest.Of(f, "internal_all", smallPages, "all_inlinks", smallLinks))
	f.Add("export.csv", []byte("sep=;\r\nAddress;Status Code\r\n\"https://a.example/\n;200\r\nhttps://a.example/\"x\";\"2\"\"00\"\r"))
	f.Add("export.csv", []byte("Address\tTitle 1\rhttps://a.example/\tx\r\"\t\"\r"))
	f.Add("export.csv", []byte("\xff\xfeA\x00d\x00d\x00r\x00e\x00s\x00s\x00,\x00\n"))
	f.Add("export.csv", []byte("\"Address,\"\"Status Code\"\"\"\n\"https://a.example/x,\"\"200\"\"\"\n"))
	f.Fuzz(func(t *testing.T, name string, data []byte) {
		out := readAll(bytes.NewReader(data), Options{Name: name, Size: int64(len(data)), MaxBytes: 1 << 20, TempDir: t.TempDir()})
		if out.err != nil && upslope.CodeOf(out.err) == upslope.Internal && !strings.Contains(out.err.Error(), "invalid") {
			t.Fatalf("an error that is nobody's: %v", out.err)
		}
		lines := 1 + bytes.Count(data, []byte("\n")) + bytes.Count(data, []byte("\r"))
		plain := !bytes.HasPrefix(data, gzipMagic) && !bytes.HasPrefix(data, zipMagic)
		for _, row := range out.rows {
			if plain && (row.Line < 1 || row.Line > lines) {
				t.Fatalf("row on line %d of %d", row.Line, lines)
			}
			for _, key := range keys(row) {
				if u, err := url.Parse(key); err != nil || u.Host == "" || u.Scheme != "http" && u.Scheme != "https" {
					t.Fatalf("address %q: %v", key, err)
				}
			}
			for _, text := range []string{row.Page.URL, row.Page.Title.Value, row.Page.Description.Value, row.Page.Status, row.Link.Anchor, row.Issue.Name} {
				if !utf8.ValidString(text) || strings.ContainsFunc(text, upslope.IsHidden) || len(text) > maxCell {
					t.Fatalf("text %q", text)
				}
			}
		}
		s := out.summary
		if int64(len(out.rejects)) != s.Rejected || int64(len(out.rows)) != s.Rows || s.Pages+s.Links+s.Issues != s.Rows {
			t.Fatalf("%d rows, %d rejects, summary %+v", len(out.rows), len(out.rejects), s)
		}
	})
}

func keys(row Row) []string {
	switch row.Kind {
	case Pages:
		return []string{row.Page.Key}
	case Links:
		return []string{row.Link.SourceKey, row.Link.DestinationKey}
	}
	return nil
}

// FuzzReader compares our reader with encoding/csv on text both accept, and with itself on small chunks.
func FuzzReader(f *testing.F) {
	for _, seed := range []string{"a,b\nc,d\n", "\"a\nb\",c\r\nd,\"\"\"\"\n", "a\"b,c\n", "\"a\"b\",c\n", "\"a", "a,\r", ",\n,,", "\"a\r\nb\"\r\n\r\n"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		whole := records(t, strings.NewReader(text))
		pieces := records(t, iotestPieces{strings.NewReader(text)})
		if len(whole) != len(pieces) {
			t.Fatalf("%q: %d records, in pieces %d", text, len(whole), len(pieces))
		}
		for i := range whole {
			if strings.Join(whole[i], "\x00") != strings.Join(pieces[i], "\x00") {
				t.Fatalf("%q: record %d is %q, in pieces %q", text, i, whole[i], pieces[i])
			}
		}
		reference := csv.NewReader(strings.NewReader(text))
		reference.FieldsPerRecord = -1
		want, err := reference.ReadAll()
		if err != nil || strings.Contains(text, "\r") { // quoted strictly; encoding/csv changes CRLF in cells
			return
		}
		if len(want) != len(whole) {
			t.Fatalf("%q: %d records, want %d", text, len(whole), len(want))
		}
		for i := range want {
			if strings.Join(want[i], "\x00") != strings.Join(whole[i], "\x00") {
				t.Fatalf("%q: record %d is %q, want %q", text, i, whole[i], want[i])
			}
		}
	})
}

// iotestPieces returns a few bytes at a time, like a slow connection.
type iotestPieces struct{ src io.Reader }

func (p iotestPieces) Read(b []byte) (int, error) { return p.src.Read(b[:min(len(b), 3)]) }

func records(t *testing.T, src io.Reader) [][]string {
	t.Helper()
	r := newReader(src)
	var all [][]string
	for {
		rec, err := r.next()
		if errors.Is(err, io.EOF) {
			return all
		}
		if err != nil {
			t.Fatal(err)
		}
		var cells []string
		for _, field := range rec.fields {
			cells = append(cells, string(field))
		}
		all = append(all, cells)
	}
}

// FuzzNumber checks that a number is parsed exactly or refused, and that Go's own format survives a round
// trip.
func FuzzNumber(f *testing.F) {
	for _, seed := range []string{"0", "1,234", "1.234.567,8", "1 234,5 %", "-0,5s", "35 KB", "n/a", "1e5", "0x1p-2", "Inf", "１２"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		for _, grouped := range []bool{true, false} {
			n, _, state := parseNumber([]byte(text), grouped)
			if state == isNumber && (n != n || n-n != 0) {
				t.Fatalf("parseNumber(%q) = %v", text, n)
			}
			if state == isNumber && !strings.ContainsAny(text, "0123456789") {
				t.Fatalf("parseNumber(%q) = %v without a digit", text, n)
			}
		}
	})
}
