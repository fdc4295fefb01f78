package crawl

import (
	"bytes"
	"errors"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"upslope"
)

func TestTheTablesAreSound(t *testing.T) {
	labels := map[Kind]map[Field]bool{}
	for _, kind := range []Kind{Pages, Links, Issues, Redirects} {
		labels[kind] = map[Field]bool{}
		for _, f := range fieldsOf(kind) {
			if labels[kind][f.name] || f.label == "" || f.set == nil {
				t.Errorf("field %s of %s is there twice or incomplete", f.name, kind)
			}
			labels[kind][f.name] = true
		}
		for _, name := range required(kind) {
			if !labels[kind][name] {
				t.Errorf("%s needs the field %s, which does not exist", kind, name)
			}
		}
	}
	for header, aliases := range columnTable() {
		if header == "" {
			t.Error("columns.tsv has an empty header")
		}
		for kind, fields := range labels {
			means := map[Field]bool{}
			for _, a := range aliases {
				if fields[a.field] {
					means[a.field] = true
				}
			}
			if len(means) > 1 && !(len(means) == 2 && means["status"] && means["status_code"]) {
				t.Errorf("header %q means %v in a report of %s", header, means, kind)
			}
		}
	}
	for _, cells := range tsv(columnsTSV) {
		if len(cells) < 3 || len(cells) > 4 || !labels[Pages][Field(cells[0])] && !labels[Links][Field(cells[0])] && !labels[Issues][Field(cells[0])] && !labels[Redirects][Field(cells[0])] {
			t.Errorf("columns.tsv: bad line %q", cells)
		}
	}
	for _, cells := range tsv(valuesTSV) {
		if len(cells) != 3 {
			t.Errorf("values.tsv: bad line %q", cells)
		}
	}
	for _, reason := range []string{upslope.Noindex, upslope.Canonicalised, upslope.Redirected, upslope.ClientError, upslope.ServerError, upslope.BlockedByRobots, upslope.NoResponse} {
		if got := valueTable()["reason"][normalizeWords(reason)]; got != reason {
			t.Errorf("reason %q reads as %q", reason, got)
		}
	}
}

func TestUnknownHeadersCanBeMapped(t *testing.T) {
	const text = "Seite;Ergebnis;Überschrift\nhttps://a.example/x;200;One\n"
	unmapped := strings.Replace(text, "Seite", "Wo", 1)
	out := readText(unmapped)
	var header *HeaderError
	if !errors.As(out.err, &header) || !slices.Equal(header.Tab.Unknown, []string{"Wo", "Ergebnis", "Überschrift"}) || upslope.CodeOf(out.err) != upslope.Unprocessable {
		t.Fatalf("the headers are not offered: %v", out.err)
	}
	out = readAll(strings.NewReader(unmapped), Options{Mapping: map[string]Field{"wo": "address", "Ergebnis": "status_code", "Überschrift": "title"}})
	if got := out.brief(); got != "2 /x 200 [One]\n" {
		t.Errorf("mapped: %s", got)
	}
	out = readAll(strings.NewReader("Address,Status Code,Title 1\nhttps://a.example/x,200,One\n"), Options{Mapping: map[string]Field{"Title 1": ""}})
	if got := out.brief(); got != "2 /x 200\n" || !slices.Equal(out.rec.Tabs[0].Unknown, []string{"Title 1"}) {
		t.Errorf("mapped to nothing: %s", got)
	}
	out = readAll(strings.NewReader("Address,Status Code\nhttps://a.example/x,200\n"), Options{Mapping: map[string]Field{"Status Code": "no such field"}})
	if upslope.CodeOf(out.err) != upslope.Unprocessable {
		t.Errorf("mapped to what does not exist: %s", out.brief())
	}
}

func TestColumnOfAddressesIsFoundByItsCells(t *testing.T) {
	out := readText("Wo,Title,H1\nhttps://a.example/x,One,Eins\nhttps://a.example/y,Two,Zwei\n")
	if got := out.brief(); got != "2 /x [One]\n3 /y [Two]\n" || len(out.rec.Tabs[0].Notes) != 1 || out.rec.Tabs[0].Crawler != "" {
		t.Errorf("%s%+v", got, out.rec)
	}
	if out = readText("Wo,Wohin,Title,H1\nhttps://a.example/x,https://a.example/z,One,Eins\n"); out.err == nil {
		t.Errorf("of two columns of addresses one was picked: %s", out.brief())
	}
}

func TestStatusIsTheCodeOrThePhraseAsItsCellsSay(t *testing.T) {
	out := readText("URL,Status,Title\nhttps://a.example/x,404,One\n")
	if page := out.rows[0].Page; page.StatusCode != upslope.Known(404) || page.Status != "" {
		t.Errorf("over a number: %+v", page)
	}
	out = readText("URL,Status,Title\nhttps://a.example/x,Not Found,One\n")
	if page := out.rows[0].Page; page.StatusCode.Known || page.Status != "Not Found" {
		t.Errorf("over words: %+v", page)
	}
}

func TestCommonHeadersNameNoCrawler(t *testing.T) {
	for _, header := range []string{"URL,Locale,Title,HTML Lang,Status", "URL,Title,Status Code", "url,title,description,h1,status"} {
		out := readText(header + "\nhttps://a.example/x,One,Two,en,200\n")
		if out.err == nil && out.rec.Tabs[0].Crawler != "" {
			t.Errorf("%s: %q", header, out.rec.Tabs[0].Crawler)
		}
	}
}

func TestReportIsNamedByTitleThenFileThenColumns(t *testing.T) {
	const pages, links = "Address,Status Code,Title 1\nhttps://a.example/x,200,One\n", "Source,Destination,Anchor\nhttps://a.example/x,https://a.example/y,a\n"
	for _, c := range []struct{ name, text, want string }{
		{"x.csv", "\"Page Titles - Missing\"\n" + pages, "Page Titles"},
		{"response_codes_client_error_(4xx).csv", pages, "Response Codes"},
		{"internal_html.csv", pages, "Internal"},
		{"internals.csv", strings.Replace(pages, "Title 1", "H1-1", 1), "H1"},
		{"x.csv", pages, "Internal"},
		{"all_outlinks.csv", links, "All Outlinks"},
		{"images_missing_alt_text_inlinks.csv", links, "Images Missing Alt Text Inlinks"},
	} {
		out := readAll(strings.NewReader(c.text), Options{Name: c.name})
		if out.err != nil || out.rec.Tabs[0].Report != c.want {
			t.Errorf("%s: %q, want %q (%v)", c.name, out.rec.Tabs[0].Report, c.want, out.err)
		}
	}
}

func TestIndexabilityIsWorkedOutWhereNoColumnTellsIt(t *testing.T) {
	const head = "Address,Status Code,Status,Meta Robots 1,X-Robots-Tag 1,Canonical Link Element 1\n"
	for _, c := range []struct{ rule, cells, want string }{
		{"plain", "200,OK,,,", "true "},
		{"canonical to itself", "200,OK,,,https://a.example/x/", "true "},
		{"relative canonical", "200,OK,,,/y", "true "},
		{"canonical elsewhere", "200,OK,,,https://a.example/y", "false canonicalised"},
		{"noindex", "200,OK,\"noindex, follow\",,", "false noindex"},
		{"none", "200,OK,none,,", "false noindex"},
		{"nofollow alone", "200,OK,nofollow,,", "true "},
		{"noindex in the header", "200,OK,,googlebot: noindex,", "false noindex"},
		{"redirect", "301,Moved Permanently,,,", "false redirected"},
		{"not found", "404,Not Found,,,", "false client error"},
		{"server error", "503,Unavailable,,,", "false server error"},
		{"robots.txt", "0,Blocked by robots.txt,,,", "false blocked by robots.txt"},
		{"no answer", "0,Connection refused,,,", "false no response"},
		{"unknown status", ",,,,", "unknown"},
	} {
		page := readText(head + "https://a.example/x," + c.cells + "\n").rows[0].Page
		got := "unknown"
		if page.Indexable.Known {
			got = map[bool]string{true: "true ", false: "false "}[page.Indexable.Value] + page.IndexabilityStatus
		}
		if got != c.want {
			t.Errorf("%s: %s, want %s", c.rule, got, c.want)
		}
	}
}

func TestReasonInAnUnknownLanguageIsWorkedOut(t *testing.T) {
	out := readText("Address,Status Code,Indexability,Indexability Status\nhttps://a.example/x,301,Non-Indexable,Átirányítva\nhttps://a.example/y,404,Nem indexelhető,Klienshiba\n")
	for i, want := range []string{upslope.Redirected, upslope.ClientError} {
		if page := out.rows[i].Page; !page.NotIndexable(want) || page.Indexable != upslope.Known(false) {
			t.Errorf("row %d: %+v", i, page)
		}
	}
	if out.summary.Unread["indexability"] != 1 {
		t.Errorf("the cell that was not understood is not counted: %v", out.summary.Unread)
	}
}

func TestAGermanLoadTimeIsReadInTheUnitThatItsHeaderNames(t *testing.T) {
	for header, cell := range map[string]string{"Ladezeit (s)": "0,8", "Ladezeit (ms)": "800", "Antwortzeit (ms)": "800"} {
		out := readText("Adresse;Statuscode;" + header + "\nhttps://a.example/x;200;" + cell + "\n")
		if got := out.rows[0].Page.ResponseTime; got.Value != 800*time.Millisecond {
			t.Errorf("%s: %+v", header, got)
		}
	}
	// Without a unit, seconds and milliseconds look alike: the column is offered for mapping.
	out := readText("Adresse;Statuscode;Ladezeit\nhttps://a.example/x;200;812\n")
	if out.rows[0].Page.ResponseTime.Known || !slices.Equal(out.rec.Tabs[0].Unknown, []string{"Ladezeit"}) {
		t.Errorf("%+v, unknown %q", out.rows[0].Page.ResponseTime, out.rec.Tabs[0].Unknown)
	}
}

func TestCellsThatAreNotUnderstoodAreUnknownAndCounted(t *testing.T) {
	out := readText("Address,Status Code,Word Count,Crawl Timestamp,Response Time\nhttps://a.example/x,200,many,yesterday,-1\nhttps://a.example/y,200,12,2026-08-10 15:38:35,0.5\n")
	if page := out.rows[0].Page; page.WordCount.Known || page.CrawledAt.Known || page.ResponseTime.Known {
		t.Errorf("%+v", page)
	}
	if u := out.summary.Unread; u["word_count"] != 1 || u["crawled_at"] != 1 || u["response_time"] != 1 {
		t.Errorf("unread %v", u)
	}
	if got := out.summary.CrawledAt.Format("2006-01-02 15:04:05"); got != "2026-08-10 15:38:35" {
		t.Errorf("crawled at %s", got)
	}
}

func TestReadingCanStopAtAnyRow(t *testing.T) {
	file, err := Open(bytes.NewReader(largeExport(1000)), Options{Name: "internal_all.csv"})
	if err != nil {
		t.Fatal(err)
	}
	for row, err := range file.Rows() {
		if err != nil {
			t.Fatal(err)
		}
		if row.Line == 11 {
			break
		}
	}
	if got := file.Summary().Rows; got != 10 {
		t.Errorf("%d rows", got)
	}
	for _, err := range file.Rows() {
		if err == nil {
			t.Error("the rows were given twice")
		}
	}
	if err := file.Close(); err != nil {
		t.Error(err)
	}
}

func TestMemoryDoesNotGrowWithTheFile(t *testing.T) {
	export := string(largeExport(500))
	head, body, _ := strings.Cut(export, "\n")
	peak := func(bytes int) uint64 {
		file, err := Open(&endless{head: head + "\n", body: body, left: bytes / len(body) * len(body)}, Options{Name: "internal_all.csv"})
		if err != nil {
			t.Fatal(err)
		}
		var most uint64
		for row, err := range file.Rows() {
			if err != nil {
				t.Fatal(err)
			}
			if row.Line%4000 == 0 {
				runtime.GC()
				var now runtime.MemStats
				runtime.ReadMemStats(&now)
				most = max(most, now.HeapAlloc)
			}
		}
		return most
	}
	small, large := peak(10<<20), peak(50<<20)
	if float64(large) > 1.2*float64(small) {
		t.Errorf("%d KB for 10 MB, %d KB for 50 MB", small>>10, large>>10)
	}
}
