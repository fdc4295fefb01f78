package main

import (
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"upslope/infra/browser"
)

// openApp is the shop as an app: every page is empty, and a script fills it with what it asks the site for.
func openApp(t *testing.T) *httptest.Server {
	app := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		page, found := shopPages[strings.TrimPrefix(r.URL.Path, "/api")]
		switch {
		case r.URL.Path == "/app.js":
			w.Header().Set("Content-Type", "text/javascript")
			_, _ = fmt.Fprintf(w, `const page = await (await fetch("/api" + location.pathname)).json()
				document.title = page.title
				root.innerHTML = "<h1>" + page.heading + "</h1><p>%s</p>" + page.links.map(link => "<a href='" + link + "'>to " + link + "</a>").join(" ")`, strings.Repeat(shopWords, 40))
		case !found:
			http.NotFound(w, r)
		case strings.HasPrefix(r.URL.Path, "/api/"):
			answer, _ := json.Marshal(map[string]any{"title": page.title, "heading": page.heading, "links": page.links})
			_, _ = w.Write(answer)
		default:
			w.Header().Set("Content-Type", "text/html; charset=utf-8")
			_, _ = io.WriteString(w, `<!doctype html><title>Loading</title><div id="root"></div><script type="module" src="/app.js"></script>`)
		}
	}))
	t.Cleanup(app.Close)
	return app
}

func TestACrawlReadsPagesThatAreEmptyWithoutJavaScript(t *testing.T) {
	t.Parallel()
	if browser.NewPool("", 1, time.Second).Path() == "" {
		t.Skip("no browser: install chromium or chromium-headless-shell")
	}
	p := start(t, t.TempDir(), "CRAWL_ALLOW_PRIVATE=true", withBrowser())
	app := openApp(t)
	ana := p.signIn("ana@example.com")
	job := ana.crawl(ana.addSite("shop.example"), map[string]any{"url": app.URL})
	if status, message := ana.job(job); status != "done" || !strings.HasPrefix(message, "5 pages and 9 links read") {
		t.Fatalf("%s: %s", status, message)
	}
	issues := strings.Join(ana.issueLines(), "\n")
	for _, want := range []string{"missing_title high " + app.URL + "/chairs", "broken_page high " + app.URL + "/gone"} {
		if !strings.Contains(issues, want) {
			t.Errorf("%q is not among\n%s", want, issues)
		}
	}
}
