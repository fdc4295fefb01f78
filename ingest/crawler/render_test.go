package crawler_test

import (
	"context"
	"errors"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"testing"
	"time"

	"upslope/ingest/crawler"
)

const shell = `<title>Shop</title><div id="root"></div><script src="/app.js"></script>`

// full is what the scripts of a page make of it.
const full = `<title>Chairs</title><h1>Chairs</h1><a href="/table">table</a><p>A chair for the garden that lasts for many winters, made of oak from forests nearby, and delivered within a week to your door.`

func TestAPageThatIsEmptyWithoutScriptsIsReadAsTheyMakeIt(t *testing.T) {
	s := serve(t, pages(map[string]string{
		"/": shell, "/table": shell, "/moved": shell, "/left": shell, "/hidden": `<meta name="robots" content="none">` + shell,
		"/text": full + shell, "/long": shell + "<!--" + strings.Repeat("x", 3<<20) + "-->", "/robots.txt": "User-agent: *\nDisallow: /api/",
	}))
	cdn := serve(t, pages(map[string]string{"/robots.txt": "User-agent: *\nDisallow: /private/"}))
	other := strings.Replace(cdn.URL, "127.0.0.1", "localhost", 1)
	var rendered []string
	m := newMemory(s.URL+"/", 100)
	m.known = []string{s.URL + "/moved", s.URL + "/left", s.URL + "/hidden", s.URL + "/text", s.URL + "/long"}
	c := newCrawler(m, 1)
	c.Render = func(ctx context.Context, page crawler.Bare) (string, string, error) {
		rendered = append(rendered, strings.TrimPrefix(page.URL, s.URL))
		if string(page.Body) != shell || page.Header.Get("Content-Type") == "" {
			t.Errorf("%s is given as %s with %v", page.URL, page.Body, page.Header)
		}
		for asked, allowed := range map[string]bool{
			"GET /app.js": true, "POST /graphql": true, "GET /api/products": false, "GET " + cdn.URL + "/of-the-same-host.js": true,
			"GET " + other + "/lib.js": true, "GET " + other + "/private/lib.js": false, "POST " + other + "/collect": false,
		} {
			method, path, _ := strings.Cut(asked, " ")
			address, err := url.Parse(page.URL)
			if err != nil {
				return "", "", err
			}
			if address, err = address.Parse(path); err != nil || (page.May(ctx, method, address) == nil) != allowed {
				t.Errorf("a script may %s: %v, want %v", asked, !allowed, allowed)
			}
		}
		if strings.HasSuffix(page.URL, "/left") { // while it is still empty
			return shell, s.URL + "/table", nil
		}
		if strings.HasSuffix(page.URL, "/moved") {
			return full, s.URL + "/table#top", nil
		}
		return full, page.URL, nil
	}
	if err := c.Crawl(t.Context(), "account", "job"); err != nil {
		t.Fatal(err)
	}
	slices.Sort(rendered)
	if want := []string{"/", "/left", "/moved", "/table"}; !slices.Equal(rendered, want) {
		t.Errorf("%q were rendered, want %q: one has its text, one is not indexed, one is too long", rendered, want)
	}
	if page := m.page(t, s.URL+"/table"); page["Title 1"] != "Chairs" || page["H1-1"] != "Chairs" || page["Inlinks"] == "0" || page["Redirect URL"] != "" {
		t.Errorf("a rendered page is %v", page)
	}
	for _, path := range []string{"/moved", "/left"} {
		if page := m.page(t, s.URL+path); page["Redirect URL"] != s.URL+"/table" || page["Redirect Type"] != "JavaScript Redirect" {
			t.Errorf("%s, which its scripts leave, redirects to %q by %q", path, page["Redirect URL"], page["Redirect Type"])
		}
	}
	if notes := strings.Join(m.upload.Notes, " "); !strings.Contains(notes, "3 pages have no content without JavaScript and were rendered.") {
		t.Errorf("the notes are %q", notes)
	}
}

func TestAPageThatCannotBeRenderedStaysAsItWasSent(t *testing.T) {
	for name, test := range map[string]struct {
		html string
		err  error
		off  bool
		note string
	}{
		"the browser fails":   {"", errors.New("it ended"), false, "even after their JavaScript has run"},
		"scripts add nothing": {shell, nil, false, "even after their JavaScript has run"},
		"its owner said no":   {full, nil, true, "which this crawl did not run"},
	} {
		t.Run(name, func(t *testing.T) {
			s := serve(t, pages(map[string]string{"/": shell}))
			m := newMemory(s.URL+"/", 100)
			m.crawl.Options.WithoutScripts = test.off
			c := newCrawler(m, 1)
			c.Render = func(_ context.Context, page crawler.Bare) (string, string, error) {
				return test.html, page.URL, test.err
			}
			if err := c.Crawl(t.Context(), "account", "job"); err != nil {
				t.Fatal(err)
			}
			if page := m.page(t, s.URL+"/"); page["Title 1"] != "Shop" || page["Word Count"] != "0" {
				t.Errorf("the page is %v", page)
			}
			if notes := strings.Join(m.upload.Notes, " "); !strings.Contains(notes, test.note) {
				t.Errorf("the notes are %q", notes)
			}
		})
	}
}

func TestAPageThatNeedsScriptsIsReadAnewEachTime(t *testing.T) {
	s := serve(t, func(w http.ResponseWriter, r *http.Request) {
		if r.Header.Get("If-None-Match") != "" {
			t.Errorf("%s was asked for only if its shell had changed", r.URL)
		}
		w.Header().Set("ETag", `"same"`)
		pages(map[string]string{"/": shell})(w, r)
	})
	m := newMemory(s.URL+"/", 100)
	for range 2 {
		c := newCrawler(m, 1)
		c.Render = func(_ context.Context, page crawler.Bare) (string, string, error) { return full, page.URL, nil }
		if err := c.Crawl(t.Context(), "account", "job"); err != nil {
			t.Fatal(err)
		}
		before := map[string][]byte{s.URL + "/": m.records[0]}
		m = newMemory(s.URL+"/", 100)
		m.before = before
	}
}

func TestASiteThatScriptsAskTooOftenIsLeftAlone(t *testing.T) {
	var last, next time.Time
	s := serve(t, func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/next" {
			next = time.Now()
		}
		pages(map[string]string{"/": shell, "/next": "<title>Next</title>"})(w, r)
	})
	m := newMemory(s.URL+"/", 100)
	m.known = []string{s.URL + "/next"}
	c := newCrawler(m, 1)
	c.Render = func(_ context.Context, page crawler.Bare) (string, string, error) {
		address, err := url.Parse(s.URL + "/api/products")
		page.Answered(address, http.StatusTooManyRequests, http.Header{"Retry-After": {"1"}})
		last = time.Now()
		return full, page.URL, err
	}
	if err := c.Crawl(t.Context(), "account", "job"); err != nil {
		t.Fatal(err)
	}
	if next.Sub(last) < 900*time.Millisecond {
		t.Errorf("the next page was asked for %v after 429 with Retry-After: 1", next.Sub(last))
	}
}

func TestAHostOfScriptsThatNeverAnswersKeepsNoOtherPageWaiting(t *testing.T) {
	asked, ended := make(chan struct{}), make(chan struct{})
	dead := serve(t, func(_ http.ResponseWriter, r *http.Request) {
		select {
		case <-r.Context().Done():
		case <-ended:
		}
	})
	s := serve(t, func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/next" {
			close(asked)
		}
		pages(map[string]string{"/": shell, "/next": "<title>Next</title>"})(w, r)
	})
	m := newMemory(s.URL+"/", 100)
	m.known = []string{s.URL + "/next"}
	c := newCrawler(m, 2)
	c.Render = func(ctx context.Context, page crawler.Bare) (string, string, error) {
		defer close(ended)
		address, err := url.Parse(strings.Replace(dead.URL, "127.0.0.1", "localhost", 1) + "/lib.js")
		if err != nil {
			return "", "", err
		}
		waited := make(chan error, 1)
		go func() { waited <- page.May(ctx, http.MethodGet, address) }()
		select {
		case <-asked:
		case err := <-waited:
			t.Errorf("the dead host was waited for (%v) before another page was read", err)
		}
		return full, page.URL, nil
	}
	if err := c.Crawl(t.Context(), "account", "job"); err != nil {
		t.Fatal(err)
	}
}
