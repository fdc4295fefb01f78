package crawl

import (
	"archive/zip"
	"bytes"
	"compress/gzip"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"
	"testing"

	"upslope"
)

const smallPages = "Address,Status Code,Title 1\nhttps://a.example/x,200,One\nhttps://a.example/y,404,Two\n"
const smallLinks = "Type,Source,Destination,Anchor,Status Code,Follow,Link Position\nHyperlink,https://a.example/x,https://a.example/y,to y,404,true,Content\n"

func gzipped(t *testing.T, text string) []byte {
	t.Helper()
	var b bytes.Buffer
	w := gzip.NewWriter(&b)
	if _, err := io.WriteString(w, text); err != nil {
		t.Fatal(err)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// zipped packs pairs of name and text into an archive.
func zipped(t *testing.T, pairs ...string) []byte { return packed(t, zip.Deflate, pairs) }

// stored is zipped without compression, as archives keep what is compressed already.
func stored(t *testing.T, pairs ...string) []byte { return packed(t, zip.Store, pairs) }

func packed(t *testing.T, method uint16, pairs []string) []byte {
	t.Helper()
	var b bytes.Buffer
	w := zip.NewWriter(&b)
	for i := 0; i < len(pairs); i += 2 {
		header := &zip.FileHeader{Name: pairs[i], Method: method}
		if pairs[i] == "mimetype" || strings.HasSuffix(pairs[i], "/") {
			header.Method = zip.Store // like office programs
		}
		f, err := w.CreateHeader(header)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := io.WriteString(f, pairs[i+1]); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func TestAnArchiveMayHaveTwoHundredTablesWhateverAMacAddsToEach(t *testing.T) {
	archive := func(tables int) []byte {
		var pairs []string
		for i := range tables {
			name := fmt.Sprintf("page_titles_%d.csv", i)
			pairs = append(pairs, "crawl/"+name, fmt.Sprintf("Address,Status Code,Title 1\nhttps://a.example/%d,200,One\n", i), "__MACOSX/crawl/._"+name, "\x00\x05")
		}
		return zipped(t, pairs...)
	}
	if out := readAll(bytes.NewReader(archive(200)), Options{Name: "crawl.zip"}); out.err != nil || len(out.rows) != 200 {
		t.Errorf("%d pages of 200 tables, %v", len(out.rows), out.err)
	}
	if out := readAll(bytes.NewReader(archive(201)), Options{Name: "crawl.zip"}); out.err == nil || !strings.Contains(out.err.Error(), "contains 201 files") {
		t.Errorf("201 tables: %v", out.err)
	}
}

func TestArchivesAreReadByTheirContentAndName(t *testing.T) {
	both := zipped(t, "crawl/", "", "crawl/internal_all.csv", smallPages, "crawl/all_inlinks.csv", smallLinks, "crawl/crawl_overview.csv", "Summary,URLs\nTotal,2\n",
		"crawl/notes.pdf", "%PDF-1.7", "__MACOSX/._internal_all.csv", "\x00\x05", ".DS_Store", "\x00\x01")
	workbook := string(zipped(t, "[Content_Types].xml", "<x/>", "xl/workbook.xml", "<x/>"))
	for _, c := range []struct {
		rule, name   string
		data         []byte
		pages, links int64
		code         upslope.Code
		says         string
	}{
		{"csv.gz", "internal_all.csv.gz", gzipped(t, smallPages), 2, 0, "", ""},
		{"gzip without a name", "", gzipped(t, smallPages), 2, 0, "", ""},
		{"gzip called csv", "internal_all.csv", gzipped(t, smallPages), 0, 0, upslope.Unsupported, "Call it internal_all.csv.gz, or unpack it"},
		{"gzip of a PDF", "a.csv.gz", gzipped(t, "%PDF-1.7"), 0, 0, upslope.Unsupported, "This is a PDF, not a CSV file. Export all pages as CSV: in Screaming Frog"},
		{"gzip in gzip", "a.csv.gz", gzipped(t, string(gzipped(t, smallPages))), 0, 0, upslope.Unsupported, "an archive inside an archive"},
		{"tar.gz", "a.tar.gz", gzipped(t, strings.Repeat("x", 257)+"ustar\x0000"+strings.Repeat("\x00", 500)), 0, 0, upslope.Unsupported, "This is a tar archive, not a CSV file. Unpack it and upload the CSV files, or pack them as a .zip."},
		{"gzip cut off", "a.csv.gz", gzipped(t, string(largeExport(2000)))[:5000], 0, 0, upslope.Unprocessable, "The archive is damaged or incomplete."},
		{"zip of several tabs", "crawl.zip", both, 2, 1, "", ""},
		{"zip called csv", "crawl.csv", both, 0, 0, upslope.Unsupported, "This is a zip archive under another name."},
		{"zip of nothing", "crawl.zip", zipped(t), 0, 0, upslope.Unsupported, "empty archive"},
		{"zip of a PDF", "crawl.zip", zipped(t, "a.pdf", "%PDF-1.7"), 0, 0, upslope.Unsupported, "This is a PDF"},
		{"zip in zip", "crawl.zip", zipped(t, "inner.zip", string(both)), 0, 0, upslope.Unsupported, "an archive inside an archive"},
		{"zip with a workbook first", "crawl.zip", stored(t, "report.xlsx", workbook, "internal_all.csv", smallPages), 2, 0, "", ""},
		{"zip of a workbook", "crawl.zip", stored(t, "report.xlsx", workbook), 0, 0, upslope.Unprocessable, "report.xlsx: The workbook is damaged or incomplete."},
		{"damaged, as Python starts it", "a.xlsx", zipped(t, "docProps/app.xml", "<x/>", "[Content_Types].xml", "<x/>"), 0, 0, upslope.Unprocessable, "The workbook is damaged or incomplete."},
		{"zip cut off", "crawl.zip", both[:len(both)-30], 0, 0, upslope.Unprocessable, "The archive is damaged or incomplete."},
		{"zip without a report", "crawl.zip", zipped(t, "a.csv", "Foo,Bar\n1,2\n"), 0, 0, upslope.Unprocessable, `No "Address" column was found. The columns found are: Foo, Bar.`},
		{"OpenDocument", "internal_all.ods", zipped(t, "mimetype", "application/vnd.oasis.opendocument.spreadsheet"), 0, 0, upslope.Unsupported, "This is an OpenDocument file."},
	} {
		for _, streamed := range []bool{false, true} {
			options := Options{Name: c.name, Size: int64(len(c.data)), TempDir: t.TempDir()}
			var source io.Reader = bytes.NewReader(c.data)
			if streamed {
				source = io.MultiReader(source)
			}
			out := readAll(source, options)
			if c.code == "" && (out.summary.Pages != c.pages || out.summary.Links != c.links) {
				t.Errorf("%s: %d pages, %d links, want %d and %d (%v)", c.rule, out.summary.Pages, out.summary.Links, c.pages, c.links, out.err)
			}
			if c.code == "" && out.err != nil || c.code != "" && (out.err == nil || upslope.CodeOf(out.err) != c.code || !strings.Contains(out.err.Error(), c.says)) {
				t.Errorf("%s: error %v (%s), want %s %q", c.rule, out.err, upslope.CodeOf(out.err), c.code, c.says)
			}
			if left, err := os.ReadDir(options.TempDir); err != nil || len(left) != 0 {
				t.Errorf("%s: %d files were left behind, %v", c.rule, len(left), err)
			}
		}
	}
}

func TestWhatAnArchiveHoldsBesidesReportsIsNamed(t *testing.T) {
	data := zipped(t, "internal_all.csv", smallPages, "crawl_overview.csv", "Summary,URLs\nTotal,2\n", "notes.pdf", "%PDF-1.7", "all_inlinks.csv", smallLinks)
	out := readAll(bytes.NewReader(data), Options{Name: "crawl.zip", Size: int64(len(data))})
	var tabs []string
	for _, tab := range out.rec.Tabs {
		tabs = append(tabs, tab.Name+": "+tab.Report)
	}
	if got := strings.Join(tabs, ", "); got != "internal_all.csv: Internal, all_inlinks.csv: All Inlinks" {
		t.Errorf("tabs %s", got)
	}
	notes := strings.Join(out.rec.Notes, "\n")
	if !strings.Contains(notes, "notes.pdf was left out: This is a PDF") || !strings.Contains(notes, "crawl_overview.csv was left out: This is an overview") || strings.Contains(notes, "Export") {
		t.Errorf("notes %s", notes)
	}
	if out.rows[2].Tab != 1 || out.rows[2].Kind != Links || out.rows[2].Link.Anchor != "to y" {
		t.Errorf("last row %+v", out.rows[2])
	}
}

func TestAnArchiveWithoutACrawlNamesThreeFilesAndWhyEachWasNotUsed(t *testing.T) {
	data := zipped(t, "x/notes.pdf", "%PDF-1.7", "x/todo.csv", "What,Who\nAll,Me\n", "x/crawl_overview.csv", "Summary,URLs\nTotal,2\n", "x/logo.png", "\x89PNG", "x/inner.zip", string(zipped(t, "a.csv", smallPages)))
	const want = `No file in the archive is a crawl export. todo.csv: No "Address" column was found. The columns found are: What, Who. ` +
		`crawl_overview.csv: This is an overview of counts, not a list of URLs. notes.pdf: This is a PDF, not a CSV file. 2 more files were not used. Export all pages as CSV, such as the Internal tab of Screaming Frog.`
	out := readAll(bytes.NewReader(data), Options{Name: "crawl.zip", Size: int64(len(data))})
	if out.err == nil || out.err.Error() != want {
		t.Errorf("%v\nwant %s", out.err, want)
	}
	if _, unknown := errors.AsType[*HeaderError](out.err); !unknown {
		t.Errorf("%T: nobody is asked what the columns of todo.csv mean", out.err)
	}
	data = zipped(t, "logo.png", "\x89PNG", "notes.pdf", "%PDF-1.7", "list.csv", "Address\nhttps://a.example/x\n", "inner.zip", string(zipped(t, "a.csv", smallPages)))
	out = readAll(bytes.NewReader(data), Options{Name: "crawl.zip", Size: int64(len(data))})
	if out.err == nil || !strings.Contains(out.err.Error(), "export. list.csv: The file lists addresses but nothing about them, such as Status Code or Title 1. logo.png: This is an image, not a CSV file. notes.pdf: This is a PDF, not a CSV file. One more file was not used. Export") {
		t.Errorf("%v", out.err)
	}
}

func TestAnArchiveWithoutRowsOfPagesNamesItsFiles(t *testing.T) {
	const counts = "Issue Name,Issue Type,Issue Priority,URLs\nMissing,Issue,High,3\n"
	for _, c := range []struct {
		files []string
		says  string
	}{
		{[]string{"issues_overview_report.csv", counts, "notes.pdf", "%PDF-1.7"},
			"No file in the archive is a crawl export. issues_overview_report.csv: It lists issue counts, not pages. notes.pdf: This is a PDF, not a CSV file. Export all pages as CSV, such as the Internal tab of Screaming Frog."},
		{[]string{"internal_all.csv", "Address,Status Code\n", "page_titles_all.csv", "Address,Title 1\n"},
			"No file in the archive has rows: internal_all.csv, page_titles_all.csv. Export them again once the crawl has found pages."},
		{[]string{"internal_all.csv", "Address,Status Code\nfoo,1\nbar,2\n", "page_titles_all.csv", "Address,Title 1\n"}, "Line 2 of internal_all.csv: Address is \"foo\""},
	} {
		data := zipped(t, c.files...)
		if out := readAll(bytes.NewReader(data), Options{Name: "crawl.zip", Size: int64(len(data))}); upslope.CodeOf(out.err) != upslope.Unprocessable || !strings.Contains(out.err.Error(), c.says) {
			t.Errorf("%v\nwant %s", out.err, c.says)
		}
	}
}

func TestAnArchiveWithAPasswordIsRefusedInOneSentence(t *testing.T) {
	for _, name := range []string{"password-zipcrypto.zip", "password-aes.zip"} {
		data, err := os.ReadFile("testdata/archives/" + name)
		if err != nil {
			t.Fatal(err)
		}
		out := readAll(bytes.NewReader(data), Options{Name: name, Size: int64(len(data))})
		if upslope.CodeOf(out.err) != upslope.Unsupported || out.err.Error() != "The archive is protected by a password. Upload it without one." || len(out.rows) != 0 {
			t.Errorf("%s: %v", name, out.err)
		}
	}
}

func TestBombsAreStopped(t *testing.T) {
	if testing.Short() {
		t.Skip("packs 100 MB")
	}
	row := "https://a.example/x,200," + strings.Repeat("a", 1000) + "\n"
	bomb := "Address,Status Code,Title 1\n" + strings.Repeat(row, 100_000)
	for name, data := range map[string][]byte{"bomb.csv.gz": gzipped(t, bomb), "bomb.zip": zipped(t, "internal.csv", bomb)} {
		out := readAll(bytes.NewReader(data), Options{Name: name, Size: int64(len(data))})
		if upslope.CodeOf(out.err) != upslope.Unprocessable || !strings.Contains(out.err.Error(), "more than 250 times its size") {
			t.Errorf("%s: %v", name, out.err)
		}
		out = readAll(bytes.NewReader(data), Options{Name: name, Size: int64(len(data)), MaxBytes: 1 << 20})
		if upslope.CodeOf(out.err) != upslope.TooLarge {
			t.Errorf("%s over its limit: %v", name, out.err)
		}
	}
	half := strings.Repeat(row, 700)
	data := zipped(t, "a.csv", "Address,Status Code,Title 1\n"+half, "b.csv", "Address,Status Code,Title 1\n"+strings.ReplaceAll(half, "200", "404"))
	if out := readAll(bytes.NewReader(data), Options{Name: "two.zip", Size: int64(len(data)), MaxBytes: 1 << 20}); upslope.CodeOf(out.err) != upslope.TooLarge {
		t.Errorf("two tabs that together pass the limit: %v", out.err)
	}
}

func TestWhatIsNoCSVIsRefusedWithWhatToExport(t *testing.T) {
	for _, c := range []struct{ rule, in, says string }{
		{"PDF", "%PDF-1.7\n", "This is a PDF"},
		{"image", "\x89PNG\r\n\x1a\n", "This is an image"},
		{"web page", "\ufeff\n<!DOCTYPE html><html>", "This is a web page"},
		{"sitemap", "<?xml version=\"1.0\"?><urlset>", "This is an XML file"},
		{"JSON object", "{\"url\": 1}", "This is a JSON file"},
		{"JSON array", "[\n {\"url\": 1}]", "This is a JSON file"},
		{"database", "SQLite format 3\x00", "This is a crawl database"},
		{"noise", "\x01\x02\x03\x04\x05\x06\x07\x08", "This is not a text file."},
	} {
		out := readText(c.in)
		if upslope.CodeOf(out.err) != upslope.Unsupported || !strings.Contains(out.err.Error(), c.says) || !strings.Contains(out.err.Error(), exportInstead) {
			t.Errorf("%s: %v", c.rule, out.err)
		}
	}
}

func TestWorkbooksAndArchivesAreRefusedWithWhatToDo(t *testing.T) {
	for in, says := range map[string]string{
		"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1": "This is an old Excel workbook (.xls). " + saveWorkbook,
		"7z\xbc\xaf\x27\x1c\x00\x04":       "This is a 7z archive, not a CSV file. " + unpackInstead,
		"Rar!\x1a\x07\x01\x00":             "This is a RAR archive, not a CSV file. " + unpackInstead,
	} {
		if out := readText(in); upslope.CodeOf(out.err) != upslope.Unsupported || out.err.Error() != says {
			t.Errorf("%v, want %s", out.err, says)
		}
	}
}

func TestWhatCannotBeUsedIsExplained(t *testing.T) {
	for _, c := range []struct{ rule, in, says string }{
		{"empty", "", "The file is empty."},
		{"rows with words of headers", "URL Lacking Return Link,URL Not Returning Link,hreflang\nhttps://a.example/x,https://a.example/y,de\n",
			`The columns found are: URL Lacking Return Link, URL Not Returning Link, hreflang.`},
		{"only a mark", "\ufeff", "The file is empty."},
		{"only line ends", "\n\r\n\n", "The file is empty."},
		{"header only", "Address,Status Code\n", "The file has a header but no rows."},
		{"no address", "Foo,Bar,Baz\n1,2,3\n", `No "Address" column was found. The columns found are: Foo, Bar, Baz. Export all pages as CSV, such as the Internal tab of Screaming Frog.`},
		{"prose", "Dear team,\nplease find attached.\n", `No "Address" column was found. The columns found are: Dear team.`},
		{"many columns without an address", strings.Repeat("Foo,", 30) + "Bar\n", "and 23 more"},
		{"addresses only", "Address\nhttps://a.example/x\n", "The file lists addresses but nothing about them"},
		{"counts of issues", "Page URL,5xx errors,Duplicate title tag\nhttps://a.example/x,0,1\n", "The file lists addresses, but no column that shows issues, such as"},
		{"no header", "https://a.example/x\nhttps://a.example/y\n", "The file starts with https://a.example/x instead of column names"},
		{"Search Console", "Top pages,Clicks,Impressions,CTR,Position\nhttps://a.example/,1,2,50%,1\n", `No "Address" column was found. The columns found are: Top pages, Clicks`},
		{"most rows bad", "Address,Status Code\nhttps://a.example/x,200\nfoo,1\nbar,2\n", "2 of 3 rows are invalid, so nothing was imported. Line 3: Address is \"foo\""},
	} {
		out := readText(c.in)
		if upslope.CodeOf(out.err) != upslope.Unprocessable || !strings.Contains(out.err.Error(), c.says) {
			t.Errorf("%s: %v (%s)", c.rule, out.err, upslope.CodeOf(out.err))
		}
	}
	out := readText("Address,Status Code\nhttps://a.example/x,200\nfoo,1\nbar,2\n")
	var problem *upslope.Error
	if !errors.As(out.err, &problem) || len(problem.Lines) != 2 || problem.Lines[0] != 3 {
		t.Errorf("the lines are not named: %+v", problem)
	}
}

func TestFaultOfTheSourceIsNotTheUsers(t *testing.T) {
	broken := errors.New("the network went away")
	text := string(largeExport(100))
	out := readAll(io.MultiReader(strings.NewReader(text[:30_000]), errorReader{broken}), Options{Name: "internal_all.csv"})
	if !errors.Is(out.err, broken) || upslope.CodeOf(out.err) != upslope.Internal {
		t.Errorf("got %v", out.err)
	}
	if out = readAll(errorReader{broken}, Options{}); !errors.Is(out.err, broken) {
		t.Errorf("at once: got %v", out.err)
	}
}
