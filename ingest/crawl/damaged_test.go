package crawl

import (
	"bytes"
	"fmt"
	"io"
	"strings"
	"testing"

	"upslope"
)

func TestStrayQuotesLoseOneRowAtMost(t *testing.T) {
	row := func(i int, title string) string {
		return fmt.Sprintf("https://a.example/%d,200,%s,text/html\n", i, title)
	}
	const head = "Address,Status Code,Title 1,Content Type\n"
	var many strings.Builder
	for i := range 2000 {
		many.WriteString(row(i, "Fine"))
	}
	for _, c := range []struct {
		rule, in   string
		rows       int
		rejectLine int
	}{
		{"never closes, at the end", head + many.String() + row(9999, "\"Open"), 2000, 2002},
		{"never closes, at the beginning", head + row(9999, "\"Open") + many.String(), 2000, 2},
		{"never closes, in the middle", head + many.String() + row(9999, "\"Open") + many.String(), 4000, 2002},
		{"closes at the next quoted title", head + many.String() + row(9999, "\"Open") + row(1, "\"Quoted\"") + row(2, "Fine"), 2002, 2002},
		{"never closes, rows of several lines follow", head + row(9999, "\"Open") + row(1, "\"Two\nlines\"") + many.String(), 2000, 2},
	} {
		out := readText(c.in)
		if out.err != nil || len(out.rejects) == 0 || out.rejects[0].Line != c.rejectLine || len(out.rows) < c.rows || len(out.rejects) > 2 {
			t.Errorf("%s: %d rows, rejects %v, error %v; want %d rows and line %d rejected", c.rule, len(out.rows), out.rejects, out.err, c.rows, c.rejectLine)
		}
		for _, r := range out.rows {
			if r.Page.ContentType != "text/html" || len(r.Page.Title.Value) > 10 {
				t.Fatalf("%s: line %d was read wrong: %+v", c.rule, r.Line, r.Page)
			}
		}
	}
}

// endless yields head, then repeats body up to a size.
type endless struct {
	head, body string
	left       int
	at         int
}

func (e *endless) Read(p []byte) (int, error) {
	if e.head != "" {
		n := copy(p, e.head)
		e.head = e.head[n:]
		return n, nil
	}
	if e.left <= 0 {
		return 0, io.EOF
	}
	n := copy(p[:min(len(p), e.left)], e.body[e.at:])
	e.at = (e.at + n) % len(e.body)
	e.left -= n
	return n, nil
}

func TestHugeCellRejectsItsRowOnly(t *testing.T) {
	const head = "Address,Status Code,Title 1\nhttps://a.example/x,200,One\n"
	big := strings.Repeat("a", 10<<20)
	for _, cell := range []string{big, `"` + big + `"`, `"` + strings.Repeat("a\n", 5<<20) + `"`, `"` + strings.Repeat(`a""`, 4<<20) + `"`} {
		out := readText(head + "https://a.example/big,200," + cell + "\nhttps://a.example/y,404,Two\n")
		if len(out.rows) != 2 || len(out.rejects) != 1 || out.rejects[0].Line != 3 || out.rejects[0].Reason != "a cell is longer than 1 MB" || out.err != nil {
			t.Errorf("cell %.3q…: %s", cell, out.brief())
		} else if want := 4 + strings.Count(cell, "\n"); out.rows[1].Line != want {
			t.Errorf("cell %.3q…: the row after it is said to be on line %d, want %d", cell, out.rows[1].Line, want)
		}
	}
	cell := strings.Repeat("a", 2<<20)
	out := readText(head + "https://a.example/big,200," + cell + "\nhttps://a.example/y,404,Two\n")
	if len(out.rows) != 2 || len(out.rejects) != 1 {
		t.Errorf("2 MB: %s", out.brief())
	}
}

func TestQuoteThatNeverClosesIsNamedAndBounded(t *testing.T) {
	source := &endless{head: "Address,Status Code,Title 1\nhttps://a.example/x,200,One\nhttps://a.example/y,200,\"Two\n", body: "no row at all\n", left: 1 << 30}
	out := readAll(source, Options{Name: "export.csv"})
	if upslope.CodeOf(out.err) != upslope.Unprocessable || !strings.Contains(out.err.Error(), "opened on line 3 is never closed") {
		t.Errorf("got %v", out.err)
	}
	if read := 1<<30 - source.left; read > 100<<20 {
		t.Errorf("read %d MB to find out", read>>20)
	}
}

func TestTooManyColumnsAreRefused(t *testing.T) {
	out := readText("Address,Status Code" + strings.Repeat(",x", 100_000) + "\nhttps://a.example/x,200\n")
	if upslope.CodeOf(out.err) != upslope.Unprocessable || !strings.Contains(out.err.Error(), "columns") {
		t.Errorf("got %v", out.err)
	}
	out = readText("Address,Status Code\nhttps://a.example/x,200\nhttps://a.example/y,200" + strings.Repeat(",x", 100_000) + "\n")
	if len(out.rows) != 1 || len(out.rejects) != 1 || out.rejects[0].Reason != "the row has 100002 cells, the header 2" {
		t.Errorf("got %s", out.brief())
	}
}

func TestFileCutAnywhereGivesItsBeginningOrAnError(t *testing.T) {
	whole := largeExport(5)
	want := readAll(bytes.NewReader(whole), Options{Name: "internal_all.csv"}).rows
	for n := range whole {
		out := readAll(bytes.NewReader(whole[:n]), Options{Name: "internal_all.csv"})
		if out.err != nil {
			if upslope.CodeOf(out.err) != upslope.Unprocessable {
				t.Fatalf("cut at %d: %v", n, out.err)
			}
			continue
		}
		full := bytes.Count(whole[:n], []byte("\n")) - 1
		// A cut inside an unquoted last cell looks like the regular end of the file.
		if len(out.rows) != full && !(len(out.rows) == full+1 && whole[n-1] == '"') {
			t.Fatalf("cut at %d: %d rows, want %d", n, len(out.rows), full)
		}
		if len(out.rows) == full && whole[n-1] != '\n' && len(out.rejects) != 1 {
			t.Fatalf("cut at %d: the half row is not among the rejects", n)
		}
		for i, row := range out.rows {
			if row.Line != want[i].Line || row.Page.Key != want[i].Page.Key || row.Page.CrawledAt != want[i].Page.CrawledAt {
				t.Fatalf("cut at %d: row %d is %+v", n, i, row.Page)
			}
		}
	}
}
