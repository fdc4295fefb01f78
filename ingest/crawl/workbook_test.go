package crawl

import (
	"bytes"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"upslope"
	"upslope/ingest/crawl/workbook/workbooktest"
)

// lineNumbers and ofFile are where a workbook differs from its CSV: cells with line ends, and its format.
var (
	lineNumbers = regexp.MustCompile(`(?m)^(rejected )?line \d+`)
	ofFile      = regexp.MustCompile(`(?m)^(.*, )[^,]*, [^,]*(, header on line \d+)$|^  note: The file does not say its encoding.*\n`)
)

func TestAWorkbookSaysWhatItsCSVSays(t *testing.T) {
	names, err := filepath.Glob("testdata/exports/*.csv")
	if err != nil {
		t.Fatal(err)
	}
	compared := 0
	for _, name := range names {
		data, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		base := strings.TrimSuffix(filepath.Base(name), ".csv")
		text := readAll(bytes.NewReader(data), Options{Name: base + ".csv"})
		if text.err != nil || text.rec.Tabs[0].Encoding != "UTF-8" || text.rec.Tabs[0].Delimiter != "comma" {
			continue // opened as CSV, these would not be right in a spreadsheet
		}
		compared++
		book := workbooktest.Of(t, "Sheet1", strings.TrimPrefix(string(data), "\ufeff"))
		same := func(out outcome) string {
			return lineNumbers.ReplaceAllString(ofFile.ReplaceAllString(describe(out), "$1$2"), "${1}line")
		}
		if got, want := same(readAll(bytes.NewReader(book), Options{Name: base + ".xlsx"})), same(text); got != want {
			t.Errorf("%s: got\n%s\nwant\n%s", name, got, want)
		}
	}
	if compared < 20 {
		t.Errorf("%d exports compared", compared)
	}
}

func TestTheSheetsOfAWorkbookAreTheTabsOfACrawl(t *testing.T) {
	book := workbooktest.New(t, "1 - internal_all", smallPages, "all_inlinks", smallLinks, "Empty", "", "Summary", "What,Who\nAll,Me\n")
	if err := book.SetCellValue("Empty", "C4", ""); err != nil {
		t.Fatal(err)
	}
	file := workbooktest.Bytes(t, book)
	one := workbooktest.Of(t, "Sheet1", smallPages)
	for _, c := range []struct {
		rule, name string
		data       []byte
		want       string
	}{
		{"alone", "crawl.xlsx", file, "1 - internal_all: Internal, Excel workbook; all_inlinks: All Inlinks, Excel workbook"},
		{"under another name", "crawl.csv", file, "1 - internal_all: Internal, Excel workbook; all_inlinks: All Inlinks, Excel workbook"},
		{"of one sheet", "h1_missing (1).xlsx", one, "h1_missing (1).xlsx: H1, Excel workbook"},
		{"in an archive", "crawl.zip", stored(t, "a/crawl.xlsx", string(file)), "crawl.xlsx/1 - internal_all: Internal, Excel workbook; crawl.xlsx/all_inlinks: All Inlinks, Excel workbook"},
		{"beside CSV", "crawl.zip", zipped(t, "internal_all.xlsx", string(one), "all_inlinks.csv", smallLinks), "internal_all.xlsx: Internal, Excel workbook; all_inlinks.csv: All Inlinks, UTF-8"},
	} {
		out := readAll(bytes.NewReader(c.data), Options{Name: c.name, Size: int64(len(c.data)), TempDir: t.TempDir()})
		var tabs []string
		for _, tab := range out.rec.Tabs {
			tabs = append(tabs, tab.Name+": "+tab.Report+", "+tab.Encoding)
		}
		if got := strings.Join(tabs, "; "); got != c.want || out.err != nil || out.summary.Pages != 2 {
			t.Errorf("%s: %s, %d pages, %v\nwant %s", c.rule, got, out.summary.Pages, out.err, c.want)
		}
		notes := strings.Join(out.rec.Notes, " ")
		if left := strings.Contains(notes, `Summary was left out: No "Address" column was found.`); strings.Contains(notes, "Empty") || left != bytes.Contains(c.data, file) && left != (len(out.rec.Notes) > 0) {
			t.Errorf("%s: notes %q", c.rule, notes)
		}
	}
}

func TestCellsOfAWorkbookAreReadAsWhatTheyMean(t *testing.T) {
	book := workbooktest.New(t, "Sheet1", "Crawl of November\n\"\"\nAddress,Status Code,Title 1,Word Count,Response Time,Last Modified,Crawl Timestamp,Inlinks,Outlinks,Size (Bytes)\n"+
		"https://a.example/x,200,\"One\nmore, \"\"quoted\"\"\",1234567,0.29,,,,,\nhttps://a.example/y,404,,,,,,,,\n")
	at := time.Date(2026, 11, 5, 14, 30, 7, 0, time.UTC)
	for cell, c := range map[string]struct {
		value  any
		format string
	}{
		"F4": {time.Date(2026, 3, 4, 0, 0, 0, 0, time.UTC), `[$-409]d/m/yy;@`},
		"G4": {at, `m/d/yyyy h:mm AM/PM`},
		"H4": {12.0, `#,##0.00" days"`},
		"J4": {123456789012.0, "0.00E+00"},
	} {
		if err := book.SetCellValue("Sheet1", cell, c.value); err != nil {
			t.Fatal(err)
		}
		workbooktest.Format(t, book, cell, c.format)
	}
	if err := book.SetCellFormula("Sheet1", "I4", "3+4"); err != nil {
		t.Fatal(err)
	}
	data := workbooktest.Bytes(t, book)
	data = workbooktest.Replaced(t, data, "xl/worksheets/sheet1.xml", "<f>3+4</f>", "<f>3+4</f><v>7</v>")
	out := readAll(bytes.NewReader(data), Options{Name: "internal_all.xlsx"})
	if out.err != nil || len(out.rows) != 2 {
		t.Fatalf("%d rows, %v", len(out.rows), out.err)
	}
	p := out.rows[0].Page
	if p.Title.Value != `One more, "quoted"` || p.WordCount.Value != 1234567 || p.ResponseTime.Value != 290*time.Millisecond || p.Inlinks.Value != 12 || p.Outlinks.Value != 7 || p.SizeBytes.Value != 123456789012 {
		t.Errorf("%+v", p)
	}
	if !p.LastModified.Value.Equal(time.Date(2026, 3, 4, 0, 0, 0, 0, time.UTC)) || !p.CrawledAt.Value.Equal(at) {
		t.Errorf("modified %v, crawled %v", p.LastModified, p.CrawledAt)
	}
	if second := out.rows[1].Page; out.rows[1].Line != 5 || !second.Title.Known || second.Title.Value != "" || out.rec.Tabs[0].HeaderLine != 3 {
		t.Errorf("the header on line %d, then line %d: %+v", out.rec.Tabs[0].HeaderLine, out.rows[1].Line, second)
	}
}

func TestAWorkbookThatCannotBeReadIsRefusedInOneSentence(t *testing.T) {
	good := workbooktest.Of(t, "Sheet1", smallPages)
	encrypted := workbooktest.Locked(t, workbooktest.New(t, "Sheet1", smallPages))
	flipped := slices.Clone(good)
	flipped[bytes.Index(flipped, []byte("xl/worksheets/sheet1.xml"))+60] ^= 0x10
	const sheet, main = "xl/worksheets/sheet1.xml", "xl/workbook.xml"
	for _, c := range []struct {
		rule, name string
		data       []byte
		code       upslope.Code
		says       string
	}{
		{"cut off", "a.xlsx", good[:len(good)-40], upslope.Unprocessable, "The workbook is damaged or incomplete. Save it again, or upload its sheets as CSV."},
		{"a wrong byte", "a.xlsx", flipped, upslope.Unprocessable, "The workbook is damaged or incomplete. Save it again, or upload its sheets as CSV."},
		{"a sheet that ends early", "a.xlsx", workbooktest.Replaced(t, good, sheet, "</sheetData>", ""), upslope.Unprocessable, "The workbook is damaged or incomplete."},
		{"an unknown text", "a.xlsx", workbooktest.Replaced(t, good, sheet, `t="s"><v>0</v>`, `t="s"><v>999</v>`), upslope.Unprocessable, "The workbook is damaged or incomplete."},
		{"rows in no order", "a.xlsx", workbooktest.Replaced(t, good, sheet, `<row r="2">`, `<row r="1">`), upslope.Unprocessable, "The workbook is damaged or incomplete."},
		{"more rows than a sheet has", "a.xlsx", workbooktest.Replaced(t, good, sheet, `<row r="3">`, `<row r="99999999">`), upslope.Unprocessable, "The workbook is damaged or incomplete."},
		{"a sheet that is nowhere", "a.xlsx", workbooktest.Replaced(t, good, main, `r:id="rId1"`, `r:id="rId99"`), upslope.Unprocessable, "The workbook is damaged or incomplete."},
		{"a zip under its name", "a.xlsx", zipped(t, "internal_all.csv", smallPages), upslope.Unprocessable, "The workbook is damaged or incomplete."},
		{"a password", "a.xlsx", encrypted, upslope.Unsupported, "The workbook is protected by a password. Save it without one and upload it again."},
		{"a password, by its name", "a.xlsx", []byte("\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"), upslope.Unsupported, "The workbook is protected by a password."},
		{"an old workbook", "a.xls", []byte("\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"), upslope.Unsupported, "This is an old Excel workbook (.xls). Save it as .xlsx or CSV, and upload that."},
		{"a binary workbook", "a.xlsb", workbooktest.Replaced(t, good, "_rels/.rels", "xl/workbook.xml", "xl/workbook.bin"), upslope.Unsupported, "This is a binary Excel workbook (.xlsb). Save it as .xlsx or CSV, and upload that."},
		{"a text document", "a.docx", workbooktest.Replaced(t, good, main, "workbook", "document"), upslope.Unsupported, "This is an Office document without sheets."},
		{"no cells", "a.xlsx", workbooktest.Of(t, "Sheet1", "", "More", ""), upslope.Unprocessable, "The workbook is empty. Export all pages as CSV"},
		{"another table", "a.xlsx", workbooktest.Of(t, "Sheet1", "What,Who\nAll,Me\n"), upslope.Unprocessable, `No "Address" column was found. The columns found are: What, Who.`},
		{"other tables", "a.xlsx", workbooktest.Of(t, "Todo", "What,Who\nAll,Me\n", "Done", "What,When\nAll,Now\n"), upslope.Unprocessable,
			`No sheet in the workbook is a crawl export. Todo: No "Address" column was found. The columns found are: What, Who. Done: No "Address"`},
		{"tables without rows", "a.xlsx", workbooktest.Of(t, "internal_all", "Address,Status Code\n", "page_titles_all", "Address,Title 1\n"), upslope.Unprocessable,
			"No sheet in the workbook has rows: internal_all, page_titles_all."},
	} {
		folder := t.TempDir()
		out := readAll(bytes.NewReader(c.data), Options{Name: c.name, Size: int64(len(c.data)), TempDir: folder})
		if upslope.CodeOf(out.err) != c.code || !strings.HasPrefix(out.err.Error(), c.says) {
			t.Errorf("%s: %v (%s), want %s %q", c.rule, out.err, upslope.CodeOf(out.err), c.code, c.says)
		}
		if left, err := os.ReadDir(folder); err != nil || len(left) != 0 {
			t.Errorf("%s: %d files were left behind, %v", c.rule, len(left), err)
		}
	}
}

func TestABombOfAWorkbookIsStopped(t *testing.T) {
	good := workbooktest.Of(t, "Sheet1", smallPages)
	rows := strings.Repeat(`<row><c t="inlineStr"><is><t>https://a.example/x</t></is></c></row>`, 2_000_000)
	bomb := workbooktest.Replaced(t, good, "xl/worksheets/sheet1.xml", "</sheetData>", rows+"</sheetData>")
	if out := readAll(bytes.NewReader(bomb), Options{Name: "a.xlsx"}); upslope.CodeOf(out.err) != upslope.Unprocessable {
		t.Errorf("%v", out.err)
	}
	if out := readAll(bytes.NewReader(bomb), Options{Name: "a.xlsx", MaxBytes: 1 << 20}); upslope.CodeOf(out.err) != upslope.TooLarge || !strings.HasPrefix(out.err.Error(), "The workbook unpacks to more than 1 MB.") {
		t.Errorf("over the limit: %v", out.err)
	}
	long := workbooktest.Replaced(t, good, "xl/sharedStrings.xml", "One", strings.Repeat("a", 5<<20))
	if out := readAll(bytes.NewReader(long), Options{Name: "a.xlsx"}); upslope.CodeOf(out.err) != upslope.Unprocessable || !strings.HasPrefix(out.err.Error(), "The workbook is damaged") {
		t.Errorf("a text of 5 MB: %v", out.err)
	}
	many := "Address,Status Code"
	for i := range 50 {
		many += ",Column " + strconv.Itoa(i)
	}
	wide := workbooktest.Of(t, "Sheet1", many+"\nhttps://a.example/x,200\n")
	if out := readAll(bytes.NewReader(wide), Options{Name: "a.xlsx"}); out.err != nil || len(out.rows) != 1 {
		t.Errorf("a row shorter than its header: %v", out.err)
	}
}
