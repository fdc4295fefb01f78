package workbook

import (
	"archive/zip"
	"bytes"
	"encoding/csv"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"upslope"
	"upslope/ingest/crawl/workbook/workbooktest"
)

// FuzzSheet reads arbitrary parts of a workbook: no panic, no hang, rows of valid CSV on lines of their own,
// and only errors the user can act on.
func FuzzSheet(f *testing.F) {
	f.Add(`<sheetData><row r="1"><c r="A1" t="s"><v>0</v></c><c r="C1" s="1"><v>45000.5</v></c></row></sheetData>`, `<si><t>Address</t></si>`, "yyyy")
	f.Add(`<sheetData><row><c t="inlineStr"><is><r><t>a"b</t></r><rPh><t>x</t></rPh></is></c><c t="b"><v>1</v></c><c t="e"><v>#N/A</v></c></row></sheetData>`, `<si/>`, `0%`)
	f.Add(`<sheetData><row r="1048576"><c r="XFD1048576"><v>1E+300</v></c><c r="A1"/></row></sheetData>`, `<si><t>_x000D_</t><t>,</t></si>`, `[h]:mm`)
	f.Add(`<sheetData><row r="2"><c t="str"><f>1+1</f><v>a&#10;b</v></c></row></sheetData><!-- -->`, `<sst>`, `"d"0`)
	f.Fuzz(func(t *testing.T, sheet, texts, format string) {
		book, err := Open(archive(t, sheet, texts, format), options(t))
		if err != nil {
			if upslope.CodeOf(err) != upslope.Unprocessable {
				t.Fatalf("an error that is nobody's: %v", err)
			}
			return
		}
		defer func() {
			if err := book.Close(); err != nil {
				t.Fatal(err)
			}
		}()
		for _, sheet := range book.Sheets() {
			rows, err := sheet.Open()
			if err != nil {
				t.Fatal(err)
			}
			text, err := io.ReadAll(rows)
			if err != nil && upslope.CodeOf(err) != upslope.Unprocessable {
				t.Fatalf("an error that is nobody's: %v", err)
			}
			for line := range strings.Lines(strings.TrimPrefix(string(text), "\ufeff")) {
				if records, err := csv.NewReader(strings.NewReader(line)).ReadAll(); err != nil || len(records) > 1 {
					t.Fatalf("%q is no row: %v", line, err)
				}
			}
		}
	})
}

// archive is a workbook of one sheet. It is not compressed, so that the fuzzer sees what it does.
func archive(t *testing.T, sheet, texts, format string) *zip.Reader {
	t.Helper()
	const relation = `<Relationship Id="%" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/%" Target="*"/>`
	refer := func(kind, target string) string {
		return strings.ReplaceAll(strings.ReplaceAll(relation, "%", kind), "*", target)
	}
	var file bytes.Buffer
	w := zip.NewWriter(&file)
	for _, part := range [][2]string{
		{"_rels/.rels", "<r>" + refer("officeDocument", "xl/workbook.xml") + "</r>"},
		{"xl/_rels/workbook.xml.rels", "<r>" + refer("worksheet", "s.xml") + refer("sharedStrings", "t.xml") + refer("styles", "f.xml") + "</r>"},
		{"xl/workbook.xml", `<workbook><sheet name="One" id="worksheet"/></workbook>`},
		{"xl/s.xml", sheet},
		{"xl/t.xml", texts},
		{"xl/f.xml", `<s><numFmt numFmtId="200" formatCode="` + format + `"/><cellXfs><xf/><xf numFmtId="200"/></cellXfs></s>`},
	} {
		to, err := w.CreateHeader(&zip.FileHeader{Name: part[0], Method: zip.Store})
		if err != nil {
			t.Fatal(err)
		}
		if _, err := io.WriteString(to, part[1]); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	r, err := zip.NewReader(bytes.NewReader(file.Bytes()), int64(file.Len()))
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func options(t testing.TB) Options {
	return Options{
		Part:  func(file *zip.File) (io.ReadCloser, error) { return file.Open() },
		Temp:  func() (*os.File, error) { return os.Create(filepath.Join(t.TempDir(), "texts")) },
		Spend: func(int) error { return nil },
	}
}

func TestASheetIsWrittenAsItsCellsMean(t *testing.T) {
	for _, c := range []struct{ rule, sheet, texts, format, want string }{
		{"columns and rows left out", `<row r="2"><c r="B2"><v>1</v></c><c r="D2"><v>2</v></c></row><row r="4"><c r="A4"><v>3</v></c></row>`, "", "", "\n,1,,2\n\n3,,,\n"},
		{"no addresses of cells", `<row><c><v>1</v></c><c/><c><v>2</v></c></row><row><c><v>3</v></c></row>`, "", "", "1,,2\n3,,\n"},
		{"texts", `<row><c t="s"><v>1</v></c><c t="s"><v>0</v></c><c t="s"><v>1</v></c></row>`, `<si><t>a,"b"</t></si><si><r><t>x</t></r><r><t xml:space="preserve"> y</t></r><rPh><t>z</t></rPh></si>`, "", "x y,\"a,\"\"b\"\"\",x y\n"},
		{"texts in the cell", `<row><c t="inlineStr"><is><t>a</t></is></c><c t="str"><f>"b"</f><v>b_x000D_&#10;c</v></c></row>`, "", "", "a,\"b c\"\n"},
		{"booleans and errors", `<row><c t="b"><v>1</v></c><c t="b"><v>0</v></c><c t="e"><v>#N/A</v></c></row>`, "", "", "TRUE,FALSE,#N/A\n"},
		{"numbers", `<row><c><v>1.5E+10</v></c><c><v>0.28999999999999998</v></c><c><v>0.30000000000000004</v></c><c><v>-2</v></c><c><v>1e-7</v></c></row>`, "", "", "15000000000,0.29,0.3,-2,0.0000001\n"},
		{"dates", `<row><c s="1"><v>46331.604247685187</v></c><c s="1"><v>46331</v></c><c s="1"><v>0.25</v></c><c s="1"><v>-1</v></c></row>`, "", `[$-F800]dddd\,\ mmmm\ dd`, "2026-11-05 14:30:07,2026-11-05,06:00:00,-1\n"},
		{"ISO dates", `<row><c t="d"><v>2026-11-05T14:30:07</v></c></row>`, "", "", "2026-11-05T14:30:07\n"},
		{"percentages", `<row><c s="1"><v>0.0512</v></c></row>`, "", "0.0%", "5.12%\n"},
		{"words in formats", `<row><c s="1"><v>12</v></c></row>`, "", `0&quot; days&quot;;[Red]-0`, "12\n"},
		{"time in all", `<row><c s="1"><v>1.25</v></c></row>`, "", "[h]:mm:ss", "1.25\n"},
		{"a stray cell far right", `<row><c r="A1"><v>1</v></c><c r="XFD1"><v>2</v></c></row><row><c><v>3</v></c></row>`, "", "",
			"1" + strings.Repeat(",", maxColumns-1) + "2\n3" + strings.Repeat(",", maxFilled-1) + "\n"},
		{"with prefixes", `<x:row><x:c><x:v>1</x:v></x:c></x:row>`, "", "", "1\n"},
	} {
		book, err := Open(archive(t, "<sheetData>"+c.sheet+"</sheetData>", "<sst>"+c.texts+"</sst>", c.format), options(t))
		if err != nil {
			t.Fatal(err)
		}
		rows, err := book.Sheets()[0].Open()
		if err != nil {
			t.Fatal(err)
		}
		if got, err := io.ReadAll(rows); err != nil || string(got) != "\ufeff"+c.want {
			t.Errorf("%s: %q, %v, want %q", c.rule, got, err, c.want)
		}
		if err := book.Close(); err != nil {
			t.Error(err)
		}
	}
}

func TestDaysCountFromTheBeginningThatTheWorkbookNames(t *testing.T) {
	file := workbooktest.Of(t, "Sheet1", "x\n1\n")
	file = workbooktest.Replaced(t, file, "xl/workbook.xml", "<workbookPr", `<workbookPr date1904="1"`)
	r, err := zip.NewReader(bytes.NewReader(file), int64(len(file)))
	if err != nil {
		t.Fatal(err)
	}
	book, err := Open(r, options(t))
	if err != nil {
		t.Fatal(err)
	}
	if got := dateText(44869, book.from); got != "2026-11-05" {
		t.Errorf("%s", got)
	}
}
