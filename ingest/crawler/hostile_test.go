package crawler_test

import (
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"sync"
	"testing"

	"upslope"
	"upslope/ingest/crawler"
)

func TestEveryTrapEndsAndIsNamed(t *testing.T) {
	for name, trap := range map[string]struct{ link, note string }{
		"the same folder again and again": {`<a href="sub/sub/">deeper</a>`, "the same folders"},
		"a calendar":                      {`<a href="/2026/%d">next month</a>`, "numbers"},
		"parameters without end":          {`<a href="/list?color=%[1]d&amp;size=2&amp;sort=3">filter</a><a href="/list?color=9&amp;size=%[1]d&amp;sort=3">filter</a>`, "parameters"},
	} {
		t.Run(name, func(t *testing.T) {
			count := 0
			var mu sync.Mutex
			s := serve(t, func(w http.ResponseWriter, r *http.Request) {
				if r.URL.Path == "/robots.txt" || r.URL.Path == "/sitemap.xml" {
					http.NotFound(w, r)
					return
				}
				mu.Lock()
				count++
				link := trap.link
				if strings.Contains(link, "%") {
					link = fmt.Sprintf(link, count)
				}
				mu.Unlock()
				w.Header().Set("Content-Type", "text/html")
				_, _ = io.WriteString(w, "<title>A page</title>"+link)
			})
			m := newMemory(s.URL+"/", 5000)
			if err := crawl(t.Context(), m); err != nil {
				t.Fatal(err)
			}
			if read := len(m.table(t, "internal_all.csv")); read > 150 {
				t.Errorf("%d pages of a trap were read", read)
			}
			if !strings.Contains(strings.Join(m.upload.Notes, " "), trap.note) {
				t.Errorf("the notes %q do not name the trap", m.upload.Notes)
			}
		})
	}
}

func TestSessionsInAddressesAreOnePage(t *testing.T) {
	s := serve(t, pages(map[string]string{"/": `<title>Home</title><a href="/a;jsessionid=1?sid=2&amp;id=3">one</a><a href="/a;jsessionid=4?id=3&amp;PHPSESSID=5">two</a>`, "/a?id=3": "<title>A</title>"}))
	m := newMemory(s.URL+"/", 100)
	if err := crawl(t.Context(), m); err != nil {
		t.Fatal(err)
	}
	if got := m.page(t, s.URL+"/a?id=3")["Inlinks"]; got != "2" || s.times("/a?id=3") != 1 {
		t.Errorf("the page has %s links and was asked for %d times", got, s.times("/a?id=3"))
	}
}

func TestASiteThatCannotBeReadSaysWhy(t *testing.T) {
	closed := httptest.NewServer(http.NotFoundHandler())
	closed.Close()
	elsewhere := serve(t, func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/" {
			http.Redirect(w, r, "https://other.example/", http.StatusFound)
		}
	})
	for name, test := range map[string]struct {
		answer http.HandlerFunc
		start  string
		want   string
	}{
		"closed":            {nil, closed.URL + "/", "did not answer (Connection Refused)"},
		"robots forbids":    {pages(map[string]string{"/robots.txt": "User-agent: UpslopeBot\nDisallow: /", "/": "<title>x</title>"}), "", "robots.txt does not let UpslopeBot read"},
		"robots fails":      {func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusBadGateway) }, "", "/robots.txt answered 502"},
		"forbidden":         {func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusForbidden) }, "", "answered 403 (Forbidden)"},
		"another site":      {nil, elsewhere.URL + "/", "redirects to other.example"},
		"no page":           {func(w http.ResponseWriter, _ *http.Request) { w.Header().Set("Content-Type", "image/png") }, "", "is no HTML page (image/png)"},
		"not a public port": {nil, "http://nowhere.invalid/", "DNS Lookup Failed"},
	} {
		t.Run(name, func(t *testing.T) {
			start := test.start
			if test.answer != nil {
				start = serve(t, test.answer).URL + "/"
			}
			m := newMemory(start, 100)
			err := crawl(t.Context(), m)
			if upslope.CodeOf(err) != upslope.Unprocessable || !strings.Contains(err.Error(), test.want) {
				t.Errorf("got %v, want %q", err, test.want)
			}
		})
	}
}

func TestAServerThatIsBusyIsLeftAloneAndAskedAgain(t *testing.T) {
	var mu sync.Mutex
	refused := 0
	s := serve(t, func(w http.ResponseWriter, r *http.Request) {
		mu.Lock()
		defer mu.Unlock()
		if r.URL.Path == "/busy" && refused < 2 {
			refused++
			w.Header().Set("Retry-After", "0")
			w.WriteHeader(http.StatusTooManyRequests)
			return
		}
		pages(map[string]string{"/": `<title>Home</title><a href="/busy">busy</a>`, "/busy": "<title>At last</title>"})(w, r)
	})
	m := newMemory(s.URL+"/", 100)
	if err := crawl(t.Context(), m); err != nil {
		t.Fatal(err)
	}
	if page := m.page(t, s.URL+"/busy"); page["Status Code"] != "200" {
		t.Errorf("a busy page has status %s", page["Status Code"])
	}
}

func TestHostileBodiesAreBounded(t *testing.T) {
	s := serve(t, func(w http.ResponseWriter, r *http.Request) {
		switch r.URL.Path {
		case "/":
			w.Header().Set("Content-Type", "text/html")
			_, _ = io.WriteString(w, `<title>Home</title><a href="/big">big</a><a href="/video">video</a><a href="/deep">deep</a>`)
		case "/big":
			w.Header().Set("Content-Type", "text/html")
			line := []byte(strings.Repeat("<p>words and more words</p>", 4000))
			for range 1000 { // 108 MB
				if _, err := w.Write(line); err != nil {
					return
				}
			}
		case "/video":
			w.Header().Set("Content-Type", "video/mp4")
			w.Header().Set("Content-Length", "10000000000")
			_, _ = w.Write(make([]byte, 1<<16))
		case "/deep":
			w.Header().Set("Content-Type", "text/html")
			_, _ = io.WriteString(w, strings.Repeat("<div><a href=x><nav>", 200_000))
		default:
			http.NotFound(w, r)
		}
	})
	m := newMemory(s.URL+"/", 100)
	if err := crawl(t.Context(), m); err != nil {
		t.Fatal(err)
	}
	if size := m.page(t, s.URL+"/big")["Size (bytes)"]; size != "10485760" {
		t.Errorf("%s bytes of the big page were read", size)
	}
	if page := m.page(t, s.URL+"/video"); page["Status Code"] != "200" || page["Size (bytes)"] != "10000000000" {
		t.Errorf("the video is %v", page)
	}
	if !strings.Contains(strings.Join(m.upload.Notes, " "), "so large that") {
		t.Errorf("the notes are %q", m.upload.Notes)
	}
}

func FuzzAnyAddressAndPageIsRead(f *testing.F) {
	f.Add("/a?b=c#d", `<a href="x">y</a><title>z`)
	f.Add("//[::1", "<svg/><h1>a<h1>b</h1>")
	f.Add("http://a\x00b/", "<base href=http://x:99999/><a href='//%zz'>")
	f.Fuzz(func(t *testing.T, reference, text string) {
		base := &url.URL{Scheme: "https", Host: "example.com", Path: "/"}
		document := crawler.Extract(base, strings.NewReader(text+`<a href="`+reference+`">`))
		for _, link := range document.Links {
			if _, err := url.Parse(link.To); err != nil {
				t.Errorf("%q became %q: %v", reference, link.To, err)
			}
		}
	})
}
