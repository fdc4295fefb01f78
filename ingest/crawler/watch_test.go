package crawler_test

import (
	"archive/zip"
	"bytes"
	"fmt"
	"io"
	"net/http"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"upslope"
)

// chain serves pages that each link to the next; from 250 on they wait for what a fast crawl would outrun.
func chain(t *testing.T, length int, until <-chan struct{}) *site {
	t.Helper()
	return serve(t, func(w http.ResponseWriter, r *http.Request) {
		var number int
		if _, err := fmt.Sscanf(r.URL.Path, "/%d", &number); err != nil && r.URL.Path != "/" || number > length {
			http.NotFound(w, r)
			return
		}
		if number >= 250 {
			select {
			case <-until:
			case <-r.Context().Done():
			}
		}
		w.Header().Set("Content-Type", "text/html")
		_, _ = fmt.Fprintf(w, `<title>Page %d</title><a href="/%d">on</a>`, number, number+1)
	})
}

func TestTheFirstPagesAreImportedWhileTheCrawlGoesOn(t *testing.T) {
	imported := make(chan struct{})
	s := chain(t, 900, imported)
	m := newMemory(s.URL+"/", 10_000)
	m.onPart = sync.OnceFunc(func() { close(imported) })
	c := newCrawler(m, 4)
	began := time.Now()
	c.Now = func() time.Time { return began.Add(time.Since(began) * 60) } // a second is a minute
	if err := c.Crawl(t.Context(), "account", "job"); err != nil {
		t.Fatal(err)
	}
	if len(m.parts) == 0 || m.imported != 1 {
		t.Fatalf("%d parts, imported %d times", len(m.parts), m.imported)
	}
	if early := m.parts[0].EndedEarly; !strings.Contains(early, "the crawl goes on") {
		t.Errorf("a part says %q", early)
	}
	archive, err := zip.NewReader(bytes.NewReader(m.partFiles[0]), int64(len(m.partFiles[0])))
	if err != nil || len(archive.File) != 1 || archive.File[0].Name != "internal_all.csv" {
		t.Errorf("a part holds %v, %v", archive, err)
	}
	if m.upload.EndedEarly != "" || len(m.table(t, "internal_all.csv")) != 902 {
		t.Errorf("the complete crawl ended early (%q) with %d pages", m.upload.EndedEarly, len(m.table(t, "internal_all.csv")))
	}
}

func TestAPartNeverReplacesAnotherCrawl(t *testing.T) {
	asked := make(chan struct{})
	s := chain(t, 300, asked)
	m := newMemory(s.URL+"/", 10_000)
	m.hasOther, m.onPart = true, sync.OnceFunc(func() { close(asked) })
	if err := crawl(t.Context(), m); err != nil {
		t.Fatal(err)
	}
	if len(m.parts) > 0 {
		t.Errorf("%d parts were imported", len(m.parts))
	}
}

func TestAPausedCrawlRestsAndGoesOnWhereItWas(t *testing.T) {
	wished := make(chan struct{})
	s := chain(t, 5000, wished)
	m := newMemory(s.URL+"/", 700)
	m.pauseAfter, m.onPause = 20, func() { close(wished) }
	if err := crawl(t.Context(), m); err != nil {
		t.Fatal(err)
	}
	if !m.rests || m.imported > 0 || !strings.HasPrefix(m.message, "Paused after ") {
		t.Fatalf("rests %t, imported %d times, %q", m.rests, m.imported, m.message)
	}
	read := len(m.records)
	if read == 0 || read >= 700 {
		t.Fatalf("%d pages were read before the pause", read)
	}
	m.paused = false
	if err := crawl(t.Context(), m); err != nil {
		t.Fatal(err)
	}
	if m.imported != 1 || len(m.table(t, "internal_all.csv")) != 700 {
		t.Errorf("imported %d times", m.imported)
	}
	for address, times := range s.asked {
		if times > 1 && address != "/robots.txt" && address != "/sitemap.xml" {
			t.Errorf("%s was asked for %d times", address, times)
		}
	}
}

func TestPagesThatHaveNotChangedAreNotSentAgain(t *testing.T) {
	changed := false
	s := serve(t, func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "text/html")
		switch r.URL.Path {
		case "/":
			w.Header().Set("ETag", `"home"`)
			if r.Header.Get("If-None-Match") == `"home"` {
				w.WriteHeader(http.StatusNotModified)
				return
			}
			_, _ = io.WriteString(w, `<title>Home</title><a href="/news">news</a><a href="/plain">plain</a>`)
		case "/news":
			version := "Mon, 02 Nov 2026 10:00:00 GMT"
			if changed {
				version = "Tue, 03 Nov 2026 10:00:00 GMT"
			}
			w.Header().Set("Last-Modified", version)
			if r.Header.Get("If-Modified-Since") == version {
				w.WriteHeader(http.StatusNotModified)
				return
			}
			_, _ = fmt.Fprintf(w, "<title>News %t</title>", changed)
		case "/plain":
			if r.Header.Get("If-None-Match")+r.Header.Get("If-Modified-Since") != "" {
				t.Error("a page without validators was asked for conditionally")
			}
			_, _ = io.WriteString(w, "<title>Plain</title>")
		default:
			http.NotFound(w, r)
		}
	})
	first := newMemory(s.URL+"/", 100)
	if err := crawl(t.Context(), first); err != nil {
		t.Fatal(err)
	}
	second := newMemory(s.URL+"/", 100)
	second.before = map[string][]byte{}
	for _, address := range first.addresses {
		second.before[address.URL] = first.records[address.Position]
	}
	changed = true
	if err := crawl(t.Context(), second); err != nil {
		t.Fatal(err)
	}
	for path, title := range map[string]string{"/": "Home", "/news": "News true", "/plain": "Plain"} {
		if page := second.page(t, s.URL+path); page["Title 1"] != title || page["Status Code"] != "200" {
			t.Errorf("%s has status %s and title %q, want %q", path, page["Status Code"], page["Title 1"], title)
		}
	}
	if !slices.Contains(second.upload.Notes, "1 page has not changed since the last crawl and was not sent again.") {
		t.Errorf("the notes are %q", second.upload.Notes)
	}
}

func TestTheOptionsNarrowACrawl(t *testing.T) {
	s := serve(t, pages(map[string]string{
		"/":              `<title>Home</title><a href="/shop/a?utm_source=x&amp;size=2">a</a><a href="/shop/a?size=2">a</a><a href="/shop/old/b">b</a><a href="/blog/">blog</a><a href="/shop/c.pdf">c</a>`,
		"/shop/a?size=2": `<title>A</title><a href="/shop/d.pdf?x">d</a>`, "/shop/old/b": "<title>B</title>", "/blog/": "<title>Blog</title>", "/shop/c.pdf": "c", "/shop/d.pdf?x": "<title>D</title>",
	}))
	m := newMemory(s.URL+"/", 100)
	m.crawl.Options = upslope.CrawlOptions{Include: []string{"/shop/"}, Exclude: []string{"/*/old/", "*.pdf$"}, IgnoreParameters: []string{"utm_source"}}
	if err := crawl(t.Context(), m); err != nil {
		t.Fatal(err)
	}
	var read []string
	for _, page := range m.table(t, "internal_all.csv") {
		read = append(read, strings.TrimPrefix(page["Address"], s.URL))
	}
	slices.Sort(read)
	if want := []string{"/", "/shop/a?size=2", "/shop/d.pdf?x"}; !slices.Equal(read, want) {
		t.Errorf("read %q, want %q", read, want)
	}
	if links := m.page(t, s.URL+"/shop/a?size=2")["Inlinks"]; links != "2" {
		t.Errorf("%s links lead to the page", links)
	}
	if !strings.Contains(strings.Join(m.upload.Notes, " "), "3 links lead out of what this crawl was told to read, such as /shop/old/b.") {
		t.Errorf("the notes are %q", m.upload.Notes)
	}
}

func TestNearDuplicatesAreFound(t *testing.T) {
	words := strings.Fields(strings.Repeat("garden chairs made of oak for balconies and terraces that last many winters outside without any care ", 12))
	for i := range words {
		words[i] += fmt.Sprint(i)
	}
	other := slices.Clone(words)
	slices.Reverse(other)
	almost := slices.Clone(words)
	almost[100] = "changed"
	s := serve(t, pages(map[string]string{
		"/":       `<title>Home</title><a href="/a">a</a><a href="/almost">b</a><a href="/other">c</a><a href="/short">d</a>`,
		"/a":      "<title>A</title><p>" + strings.Join(words, " "),
		"/almost": "<title>B</title><p>" + strings.Join(almost, " "),
		"/other":  "<title>C</title><p>" + strings.Join(other, " "),
		"/short":  "<title>D</title><p>Few words",
	}))
	m := newMemory(s.URL+"/", 100)
	if err := crawl(t.Context(), m); err != nil {
		t.Fatal(err)
	}
	for path, want := range map[string][2]string{"/a": {"1", "/almost"}, "/almost": {"1", "/a"}, "/other": {"0", ""}, "/short": {"0", ""}} {
		page := m.page(t, s.URL+path)
		if page["No. Near Duplicates"] != want[0] || strings.TrimPrefix(page["Near Duplicate Of"], s.URL) != want[1] {
			t.Errorf("%s has %s near duplicates, the nearest %q", path, page["No. Near Duplicates"], page["Near Duplicate Of"])
		}
	}
}

func TestRedirectsWithoutEndAreNamed(t *testing.T) {
	s := serve(t, func(w http.ResponseWriter, r *http.Request) {
		switch {
		case r.URL.Path == "/":
			w.Header().Set("Content-Type", "text/html")
			_, _ = io.WriteString(w, `<title>Home</title><a href="/r/1">on</a>`)
		case strings.HasPrefix(r.URL.Path, "/r/"):
			http.Redirect(w, r, r.URL.Path+"1", http.StatusFound)
		default:
			http.NotFound(w, r)
		}
	})
	m := newMemory(s.URL+"/", 1000)
	if err := crawl(t.Context(), m); err != nil {
		t.Fatal(err)
	}
	if read := len(m.table(t, "internal_all.csv")); read > 15 || !strings.Contains(strings.Join(m.upload.Notes, " "), "redirect was left out after ten in a row") {
		t.Errorf("%d addresses, notes %q", read, m.upload.Notes)
	}
}

func TestASecurityHeaderThatIsMissingIsNamed(t *testing.T) {
	s := serve(t, func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "text/html")
		w.Header().Set("Content-Security-Policy", "default-src 'self'; frame-ancestors 'none'")
		w.Header().Set("Link", `</canonical>; rel="canonical"`)
		_, _ = io.WriteString(w, "<title>Home</title><h2>One</h2><h2>Two</h2><h2>Three</h2>")
	})
	m := newMemory(s.URL+"/", 1)
	if err := crawl(t.Context(), m); err != nil {
		t.Fatal(err)
	}
	page := m.page(t, s.URL+"/")
	for header, want := range map[string]string{
		"Missing Security Headers": "X-Content-Type-Options, Referrer-Policy", "Canonical by Link Header": s.URL + "/canonical", "Protocol Version": "HTTP/1.1", "H2-1": "One", "H2-2": "Two",
	} {
		if page[header] != want {
			t.Errorf("%s is %q, want %q", header, page[header], want)
		}
	}
}
