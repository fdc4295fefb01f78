package crawl

import (
	"fmt"
	"io"
	"slices"
	"strings"
	"testing"

	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/charmap"
	"golang.org/x/text/encoding/japanese"
	"golang.org/x/text/encoding/unicode"

	"upslope"
)

// outcome is the complete result of reading a file.
type outcome struct {
	rows    []Row
	rec     Recognition
	summary Summary
	rejects []Reject
	err     error
}

func readAll(r io.Reader, options Options) (out outcome) {
	options.Rejected = func(reject Reject, _ [][]byte) { out.rejects = append(out.rejects, reject) }
	file, err := Open(r, options)
	if err != nil {
		out.err = err
		return out
	}
	for row, err := range file.Rows() {
		if err != nil {
			out.err = err
			break
		}
		out.rows = append(out.rows, row)
	}
	out.rec, out.summary = file.Recognition(), file.Summary()
	if err := file.Close(); out.err == nil {
		out.err = err
	}
	return out
}

func readText(text string) outcome {
	return readAll(strings.NewReader(text), Options{Name: "export.csv"})
}

// brief formats the pages as "path status title", and the rejects as "line: reason".
func (o outcome) brief() string {
	var b strings.Builder
	for _, row := range o.rows {
		fmt.Fprintf(&b, "%d %s", row.Line, strings.TrimPrefix(row.Page.Key, "https://a.example"))
		if row.Page.StatusCode.Known {
			fmt.Fprintf(&b, " %d", row.Page.StatusCode.Value)
		}
		if row.Page.Title.Known {
			fmt.Fprintf(&b, " [%s]", row.Page.Title.Value)
		}
		b.WriteByte('\n')
	}
	for _, reject := range o.rejects {
		fmt.Fprintf(&b, "line %d: %s\n", reject.Line, reject.Reason)
	}
	if o.err != nil {
		fmt.Fprintf(&b, "%s: %v\n", upslope.CodeOf(o.err), o.err)
	}
	return b.String()
}

const twoPages = "2 /x 200 [One]\n3 /y 404 [Two]\n"

func TestEveryFormOfTextIsRead(t *testing.T) {
	const plain = "Address,Status Code,Title 1\nhttps://a.example/x,200,One\nhttps://a.example/y,404,Two\n"
	for _, c := range []struct{ rule, in, want string }{
		{"commas and LF", plain, twoPages},
		{"byte order mark", "\ufeff" + plain, twoPages},
		{"everything quoted", "\"Address\",\"Status Code\",\"Title 1\"\n\"https://a.example/x\",\"200\",\"One\"\n\"https://a.example/y\",\"404\",\"Two\"\n", twoPages},
		{"byte order mark before a quote", "\ufeff\"Address\",\"Status Code\",\"Title 1\"\n\"https://a.example/x\",\"200\",\"One\"\n", "2 /x 200 [One]\n"},
		{"CRLF", strings.ReplaceAll(plain, "\n", "\r\n"), twoPages},
		{"CR alone", strings.ReplaceAll(plain, "\n", "\r"), twoPages},
		{"CR alone, LF in a cell", "Address,Status Code,Title 1\rhttps://a.example/x,200,\"On\ne\"\rhttps://a.example/y,404,Two\r", "2 /x 200 [On e]\n3 /y 404 [Two]\n"},
		{"every row in one cell", "\"Address,\"\"Status Code\"\",\"\"Title 1\"\"\"\r\n\"https://a.example/x,\"\"200\"\",\"\"One, \"\"\"\"two\"\"\"\"\"\"\"\r\n\r\n\"https://a.example/y,\"\"404\"\",\"\"Two\"\"\"\r\n", "2 /x 200 [One, \"two\"]\n4 /y 404 [Two]\n"},
		{"no line end after the last row", strings.TrimSuffix(plain, "\n"), twoPages},
		{"no line end after a quoted last row", "Address,Status Code,Title 1\nhttps://a.example/x,200,\"One\"", "2 /x 200 [One]\n"},
		{"semicolons", strings.ReplaceAll(plain, ",", ";"), twoPages},
		{"tabs", strings.ReplaceAll(plain, ",", "\t"), twoPages},
		{"pipes", strings.ReplaceAll(plain, ",", "|"), twoPages},
		{"sep line", "sep=;\n" + strings.ReplaceAll(plain, ",", ";"), "3 /x 200 [One]\n4 /y 404 [Two]\n"},
		{"sep line with commas", "sep=,\r\n" + plain, "3 /x 200 [One]\n4 /y 404 [Two]\n"},
		{"title line", "\"Internal - All\"\n" + plain, "3 /x 200 [One]\n4 /y 404 [Two]\n"},
		{"title line and an empty line", "Internal - All\n\n" + plain, "4 /x 200 [One]\n5 /y 404 [Two]\n"},
		{"title line filled up with delimiters", "Internal - All,,\n" + plain, "3 /x 200 [One]\n4 /y 404 [Two]\n"},
		{"preamble of comments", "# ------\n# Crawl of a.example, all pages\n# ------\n\n" + plain, "6 /x 200 [One]\n7 /y 404 [Two]\n"},
		{"empty lines between rows", strings.ReplaceAll(plain, "\n", "\n\n"), "3 /x 200 [One]\n5 /y 404 [Two]\n"},
		{"rows of empty cells are no rows", "Address,Status Code,Title 1\n,,\nhttps://a.example/x,200,One\n,,\n", "3 /x 200 [One]\n"},
		{"line end in a cell", "Address,Status Code,Title 1\nhttps://a.example/x,200,\"On\ne\"\nhttps://a.example/y,404,Two\n", "2 /x 200 [On e]\n4 /y 404 [Two]\n"},
		{"CRLF in a cell", "Address,Status Code,Title 1\r\nhttps://a.example/x,200,\"On\r\ne\"\r\nhttps://a.example/y,404,Two\r\n", "2 /x 200 [On e]\n4 /y 404 [Two]\n"},
		{"delimiter in a cell", "Address,Status Code,Title 1\nhttps://a.example/x,200,\"One, two\"\n", "2 /x 200 [One, two]\n"},
		{"doubled quotes", "Address,Status Code,Title 1\nhttps://a.example/x,200,\"The \"\"One\"\"\"\n", "2 /x 200 [The \"One\"]\n"},
		{"bare quotes", "Address,Status Code,Title 1\nhttps://a.example/x,200,The \"One\" there\n", "2 /x 200 [The \"One\" there]\n"},
		{"single quotes inside quotes", "Address,Status Code,Title 1\nhttps://a.example/x,200,\"The \"One\" there\"\n", "2 /x 200 [The \"One\" there]\n"},
		{"short rows are filled", "Address,Status Code,Title 1\nhttps://a.example/x,200\nhttps://a.example/y,404,Two\n", "2 /x 200\n3 /y 404 [Two]\n"},
		{"empty cells too many", "Address,Status Code,Title 1\nhttps://a.example/x,200,One,,\n", "2 /x 200 [One]\n"},
		{"a delimiter at the end of every line", "Address,Status Code,Title 1,\nhttps://a.example/x,200,One,\n", "2 /x 200 [One]\n"},
		{"a cell too many rejects the row", plain + "https://a.example/z,200,a,b\n", twoPages + "line 4: the row has 4 cells, the header 3\n"},
		{"a short row without its address is no page", "Title 1,Status Code,Address\nOne,200,https://a.example/x\nTwo\n", "2 /x 200 [One]\nline 3: Address is empty\n"},
		{"a quote that does not close in its cell rejects the row", "\"Address\",\"Title 1\",\"Status Code\"\n\"https://a.example/z\",\"Open,\"404\"\n\"https://a.example/x\",\"One\",\"200\"\n",
			"3 /x 200 [One]\nline 2: a quote stands where none belongs, and the row has 2 cells, the header 3\n"},
		{"a total is no page", plain + "Total,2,\n", twoPages + "line 4: Address is \"Total\": not a full web address that begins with http:// or https://\n"},
		{"a relative address is no page", plain + "/z,200,x\n", twoPages + "line 4: Address is \"/z\": not a full web address that begins with http:// or https://\n"},
		{"a mail address is no page", plain + "mailto:a@a.example,200,x\n", twoPages},
		{"a status that is no number rejects the row", plain + "https://a.example/z,text/html,x\n", twoPages + "line 4: Status Code is \"text/html\", not a number\n"},
		{"formula cells are data", "Address,Status Code,Title 1\nhttps://a.example/x,200,\"=HYPERLINK(\"\"x\"\")\"\n", "2 /x 200 [=HYPERLINK(\"x\")]\n"},
		{"control and bidi characters vanish", "Address,Status Code,Title 1\nhttps://a.example/x,200,O\u202en\x07e\u2066\n", "2 /x 200 [One]\n"},
		{"zero bytes vanish", "Address,Status Code,Title 1\nhttps://a.example/x,200,O\x00ne\n", "2 /x 200 [One]\n"},
		{"of duplicate headers the first counts", "Address,Status Code,Title 1,Title 1\nhttps://a.example/x,200,One,Two\n", "2 /x 200 [One]\n"},
		{"headers in any case and with spaces", " ADDRESS , status_code,title 1 \nhttps://a.example/x,200,One\n", "2 /x 200 [One]\n"},
		{"the header again in the middle", plain + plain, twoPages + "5 /x 200 [One]\n6 /y 404 [Two]\nline 4: Address is \"Address\": not a full web address that begins with http:// or https://\n"},
		{"status with its phrase", "Address,Status Code,Title 1\nhttps://a.example/x,200 OK,One\n", "2 /x 200 [One]\n"},
		{"status as a decimal", "Address,Status Code,Title 1\nhttps://a.example/x,200.0,One\n", "2 /x 200 [One]\n"},
		{"unknown status", "Address,Status Code,Title 1\nhttps://a.example/x,,One\n", "2 /x [One]\n"},
		{"status 0", "Address,Status Code,Title 1\nhttps://a.example/x,0,\n", "2 /x 0 []\n"},
		{"columns in another order", "Title 1,Address,Status Code\nOne,https://a.example/x,200\n", "2 /x 200 [One]\n"},
	} {
		if got := readText(c.in).brief(); got != c.want {
			t.Errorf("%s: got\n%swant\n%s", c.rule, got, c.want)
		}
	}
}

func TestEveryEncodingIsRead(t *testing.T) {
	page := func(title string) string {
		return "Address\tStatus Code\tTitle 1\nhttps://a.example/x\t200\t" + title + "\nhttps://a.example/y\t404\tTwo\n"
	}
	long := strings.Repeat("https://a.example/ascii\t200\tOnly ASCII\n", 5000)
	for _, c := range []struct {
		rule, title, want string
		encoding          encoding.Encoding
	}{
		{"UTF-16LE with a mark", "Größe 数", "UTF-16LE", unicode.UTF16(unicode.LittleEndian, unicode.UseBOM)},
		{"UTF-16BE with a mark", "Größe 数", "UTF-16BE", unicode.UTF16(unicode.BigEndian, unicode.UseBOM)},
		{"UTF-16LE without", "Größe", "UTF-16LE", unicode.UTF16(unicode.LittleEndian, unicode.IgnoreBOM)},
		{"UTF-16BE without", "Größe", "UTF-16BE", unicode.UTF16(unicode.BigEndian, unicode.IgnoreBOM)},
		{"UTF-8", "Größe 数", "UTF-8", unicode.UTF8},
		{"windows-1252", "Größe – Bücher für Müller", "windows-1252", charmap.Windows1252},
		{"windows-1251", "Привет, мир: каталог товаров", "windows-1251", charmap.Windows1251},
		{"windows-1250", "Książki i źródła, najtańsze sklepy dla każdego", "windows-1250", charmap.Windows1250},
		{"Shift_JIS", "これはタイトルのページです", "Shift_JIS", japanese.ShiftJIS},
	} {
		text, err := c.encoding.NewEncoder().String(page(c.title))
		if err != nil {
			t.Fatal(err)
		}
		want := "2 /x 200 [" + c.title + "]\n3 /y 404 [Two]\n"
		out := readText(text)
		if got := out.brief(); got != want || out.rec.Tabs[0].Encoding != c.want {
			t.Errorf("%s: got\n%s in %v, want\n%s in %s", c.rule, got, out.rec.Tabs, want, c.want)
		}
		if strings.HasPrefix(c.want, "UTF-16") {
			continue
		}
		// The first non-ASCII character is far behind the first lines.
		text, err = c.encoding.NewEncoder().String("Address\tStatus Code\tTitle 1\n" + long + "https://a.example/x\t200\t" + c.title + "\n")
		if err != nil {
			t.Fatal(err)
		}
		out = readText(text)
		if last := out.rows[len(out.rows)-1].Page.Title.Value; last != c.title {
			t.Errorf("%s, late: title %q, want %q", c.rule, last, c.title)
		}
		if c.want != "UTF-8" && !slices.ContainsFunc(out.summary.Notes, func(note string) bool { return strings.Contains(note, c.want) }) {
			t.Errorf("%s, late: the notes do not name the encoding: %q", c.rule, out.summary.Notes)
		}
	}
}

func TestBadBytesInUTF8AreCountedAndTheRestStays(t *testing.T) {
	out := readText("Address,Status Code,Title 1\nhttps://a.example/x,200,Größe für Müller\nhttps://a.example/y,200,B\xffd\n")
	if got, want := out.brief(), "2 /x 200 [Größe für Müller]\n3 /y 200 [B\ufffdd]\n"; got != want {
		t.Errorf("got\n%swant\n%s", got, want)
	}
	if want := "export.csv: 1 bytes are not valid UTF-8 and show as �."; !slices.Contains(out.summary.Notes, want) {
		t.Errorf("notes %q", out.summary.Notes)
	}
}

func TestSignsForNothingAreEmptyCellsExceptInScreamingFrog(t *testing.T) {
	const semrush = "Page URL,Title,Status code,Internal LinkRank,Unique Pageviews,Description,Canonical\n"
	for _, sign := range []string{"-", "--", "—", "n/a", "N/A", "#N/A", "null", "NULL", "nan", "NaN"} {
		for _, text := range []string{
			semrush + "https://a.example/x," + sign + ",200,5," + sign + "," + sign + "," + sign + "\n",
			"url,status,title,meta description,canonical\nhttps://a.example/x,200," + sign + "," + sign + "," + sign + "\n",
		} {
			out := readText(text)
			if out.err != nil || len(out.rows) != 1 {
				t.Fatalf("%q: %v", sign, out.err)
			}
			page := out.rows[0].Page
			if page.Title != upslope.Known("") || page.Description != upslope.Known("") || page.Canonical != upslope.Known("") || page.TitleLength.Value != 0 {
				t.Errorf("%s: %q is a text: %+v", out.rec.Tabs[0].Crawler, sign, page)
			}
		}
	}
	frog := readText("Address,Status Code,Title 1,Title 1 Length,Indexability\nhttps://a.example/x,200,N/A,3,Indexable\n")
	if title := frog.rows[0].Page.Title; title != upslope.Known("N/A") {
		t.Errorf("the title that a page has: %v", title)
	}
	robots := readText("url,status,title,meta robots\nhttps://a.example/x,200,One,none\n")
	if page := robots.rows[0].Page; !page.NotIndexable(upslope.Noindex) {
		t.Errorf("robots that say none: %+v", page)
	}
}
