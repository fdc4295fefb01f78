package render_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"upslope/infra/outbound"
	"upslope/infra/render"
)

// shared serves every test, because starting a browser is slow.
var shared = render.New(os.Getenv("CHROME_PATH"), outbound.Unguarded(), "TestBot/1.0")

func TestMain(m *testing.M) {
	code := m.Run()
	shared.Close()
	os.Exit(code)
}

// shop is a website that is empty without scripts. It keeps what it was asked for.
type shop struct {
	*httptest.Server
	mu    sync.Mutex
	asked []string
}

func serve(t *testing.T, answers map[string]string) *shop {
	t.Helper()
	if shared.Browser() == "" {
		t.Skip("no browser: install chromium or chromium-headless-shell")
	}
	s := &shop{}
	s.Server = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		s.mu.Lock()
		s.asked = append(s.asked, strings.TrimSpace(r.Method+" "+r.URL.Path+" "+string(body)))
		s.mu.Unlock()
		if r.UserAgent() != "TestBot/1.0" || r.Header.Get("Cookie") != "" {
			t.Errorf("%s was asked for as %q with cookies %q", r.URL, r.UserAgent(), r.Header.Get("Cookie"))
		}
		answer, found := answers[r.URL.Path]
		if !found {
			http.NotFound(w, r)
			return
		}
		if target, redirects := strings.CutPrefix(answer, "-> "); redirects {
			http.Redirect(w, r, target, http.StatusFound)
			return
		}
		if strings.HasSuffix(r.URL.Path, ".js") {
			w.Header().Set("Content-Type", "text/javascript")
		}
		_, _ = io.WriteString(w, answer)
	}))
	t.Cleanup(s.Close)
	return s
}

// shell loads the script that fills the page.
const shell = `<!doctype html><title>Shop</title><link rel="stylesheet" href="/style.css"><div id="root"></div><img src="/logo.png"><script src="/app.js"></script>`

func (s *shop) render(t *testing.T, path string, may func(context.Context, string, *url.URL) error) (render.Rendered, error) {
	t.Helper()
	if may == nil {
		may = func(context.Context, string, *url.URL) error { return nil }
	}
	return shared.Render(t.Context(), render.Page{
		URL: s.URL + path, Header: http.Header{"Content-Type": {"text/html; charset=utf-8"}}, Body: []byte(shell), May: may,
	})
}

func (s *shop) html(t *testing.T, path string) string {
	t.Helper()
	rendered, err := s.render(t, path, nil)
	if err != nil {
		t.Fatal(err)
	}
	return rendered.HTML
}

func TestAPageIsReadAsItsScriptsMakeIt(t *testing.T) {
	s := serve(t, map[string]string{
		"/app.js": `document.cookie = "a=b"; (async () => {
			const products = await (await fetch("/api/products")).json()
			const graph = await (await fetch("/graphql", {method: "POST", body: "{shop{name}}"})).json()
			document.title = graph.name
			root.innerHTML = "<h1>" + graph.name + " " + location.pathname + "</h1>" + products.map(p => "<a href='/p/" + p + "'>" + p + "</a>").join(" ")
		})()`,
		"/api/products": "-> /api/v2/products", "/api/v2/products": `["chair","table"]`, "/graphql": `{"name":"Garden Furniture"}`,
	})
	html := s.html(t, "/category")
	for _, want := range []string{"<title>Garden Furniture</title>", "<h1>Garden Furniture /category</h1>", `<a href="/p/chair">chair</a> <a href="/p/table">table</a>`} {
		if !strings.Contains(html, want) {
			t.Errorf("%q is not in %s", want, html)
		}
	}
	slices.Sort(s.asked)
	if want := []string{"GET /api/products", "GET /api/v2/products", "GET /app.js", "POST /graphql {shop{name}}"}; !slices.Equal(s.asked, want) {
		t.Errorf("the site was asked for %q, want only %q: the page is known, and pictures and styles are not needed", s.asked, want)
	}
	s.html(t, "/other")
	if count := len(slices.DeleteFunc(s.asked, func(one string) bool { return one != "GET /app.js" })); count != 1 {
		t.Errorf("the script of two pages was asked for %d times", count)
	}
}

func TestWhereScriptsLeadIsTold(t *testing.T) {
	for name, test := range map[string]struct{ script, want string }{
		"the page stays":       {`root.textContent = "here"`, "/page"},
		"an app moves":         {`history.replaceState({}, "", "/moved")`, "/moved"},
		"a script redirects":   {`location.href = "/elsewhere?a=b"`, "/elsewhere?a=b"},
		"a frame goes nowhere": {`root.innerHTML = "<iframe src='/frame'></iframe>"`, "/page"},
	} {
		t.Run(name, func(t *testing.T) {
			s := serve(t, map[string]string{"/app.js": test.script})
			rendered, err := s.render(t, "/page", nil)
			if err != nil || rendered.URL != s.URL+test.want {
				t.Errorf("got %s, %v, want %s", rendered.URL, err, test.want)
			}
			if slices.Contains(s.asked, "GET /elsewhere") || slices.Contains(s.asked, "GET /frame") {
				t.Errorf("another page was opened: %q", s.asked)
			}
		})
	}
}

func TestAPageCannotForgeWhatIsReadOfIt(t *testing.T) {
	s := serve(t, map[string]string{"/app.js": `String.prototype.slice = () => "x".repeat(1e8); Object.defineProperty(Element.prototype, "outerHTML", {get: () => "forged"}); root.textContent = "true"`})
	if html := s.html(t, "/"); len(html) > 1000 || !strings.Contains(html, ">true<") {
		t.Errorf("%d bytes were read: %.200s", len(html), html)
	}
}

func TestAPageAsksForLittleAtOnceAndItsOwnerHearsTheAnswers(t *testing.T) {
	var now, most atomic.Int32
	busy := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		defer now.Add(-1)
		for seen := now.Add(1); ; {
			if before := most.Load(); seen <= before || most.CompareAndSwap(before, seen) {
				break
			}
		}
		time.Sleep(20 * time.Millisecond) // so that others come meanwhile
		w.WriteHeader(http.StatusTooManyRequests)
	}))
	defer busy.Close()
	if shared.Browser() == "" {
		t.Skip("no browser: install chromium or chromium-headless-shell")
	}
	var refused atomic.Int32
	_, err := shared.Render(t.Context(), render.Page{
		URL: busy.URL + "/", Header: http.Header{"Content-Type": {"text/html"}}, Body: []byte(`<script>for (let i = 0; i < 30; i++) fetch("/data/" + i)</script>`),
		May: func(context.Context, string, *url.URL) error { return nil },
		Answered: func(_ *url.URL, status int, _ http.Header) {
			if status == http.StatusTooManyRequests {
				refused.Add(1)
			}
		},
	})
	if err != nil || refused.Load() != 30 || most.Load() > 4 {
		t.Errorf("%v: %d of 30 answers were heard, and up to %d came at once", err, refused.Load(), most.Load())
	}
}

func TestAScriptThatIsRememberedServesPagesOfOtherOrigins(t *testing.T) {
	library := serve(t, map[string]string{"/lib.js": `root.textContent = "loaded"`})
	for _, tag := range []string{`<script src="%s/lib.js"></script>`, `<script type="module" src="%s/lib.js"></script>`} {
		rendered, err := shared.Render(t.Context(), render.Page{
			URL: "http://shop.example/", Header: http.Header{"Content-Type": {"text/html"}}, Body: []byte(`<div id="root"></div>` + fmt.Sprintf(tag, library.URL)),
			May: func(context.Context, string, *url.URL) error { return nil },
		})
		if err != nil || !strings.Contains(rendered.HTML, ">loaded<") {
			t.Errorf("%s: %v, %s", tag, err, rendered.HTML)
		}
	}
	if len(library.asked) != 1 {
		t.Errorf("it was asked for %q", library.asked)
	}
}

func TestAPageThatNeverSettlesIsReadAsItIs(t *testing.T) {
	defer shared.Hurry()()
	s := serve(t, map[string]string{"/app.js": `root.innerHTML = "<h1>Ready</h1>"; const ask = () => fetch("/poll?" + Math.random()).finally(() => setTimeout(ask, 100)); ask(); alert("Stop"); setInterval(() => { const p = document.createElement("p"); root.append(p) }, 50)`})
	if html := s.html(t, "/"); !strings.Contains(html, "<h1>Ready</h1>") {
		t.Errorf("got %s", html)
	}
}

func TestAScriptThatNeverEndsCostsOnlyItsPage(t *testing.T) {
	s := serve(t, map[string]string{"/app.js": `while (true) {}`})
	patient := shared.Hurry()
	_, err := s.render(t, "/", nil)
	patient()
	if err == nil {
		t.Error("a page that hangs was read")
	}
	after := serve(t, map[string]string{"/app.js": `root.textContent = "fine"`})
	if html := after.html(t, "/"); !strings.Contains(html, "fine") {
		t.Errorf("the next page is %s", html)
	}
}

func TestOnlyWhatTheOwnerAllowsIsAskedFor(t *testing.T) {
	s := serve(t, map[string]string{"/app.js": `Promise.allSettled([
		fetch("/api/forbidden"), fetch("/api/change", {method: "DELETE"}), fetch("file:///etc/passwd"), fetch("http://user:secret@" + location.host + "/secret"),
		import("https://www.google-analytics.com/analytics.js"), navigator.sendBeacon("/beacon", "x"), new Promise((_, no) => { new EventSource("/events").onerror = no }),
		new Promise((_, no) => { new WebSocket("ws://" + location.host + "/socket").onerror = no }),
	]).then(all => { root.innerHTML = "<p>" + all.map(one => one.status).join(" ") + "</p>" })`, "/api/forbidden": "secret"})
	rendered, err := s.render(t, "/", func(_ context.Context, _ string, address *url.URL) error {
		if address.Path == "/api/forbidden" {
			return errors.New("robots.txt forbids it")
		}
		if address.Host != strings.TrimPrefix(s.URL, "http://") {
			t.Errorf("%s was to be asked for", address)
		}
		return nil
	})
	if err != nil || !strings.Contains(rendered.HTML, "rejected rejected rejected rejected rejected fulfilled rejected rejected") {
		t.Errorf("got %s, %v", rendered.HTML, err)
	}
	if len(s.asked) != 1 {
		t.Errorf("the site was asked for %q", s.asked)
	}
}

func TestAPageReachesNothingButThroughTheTransport(t *testing.T) {
	inner := httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) { t.Errorf("a page reached %s", r.URL) }))
	defer inner.Close()
	guarded, err := outbound.Transport()
	if err != nil {
		t.Fatal(err)
	}
	r := render.New(os.Getenv("CHROME_PATH"), guarded, "TestBot/1.0")
	defer r.Close()
	if r.Browser() == "" {
		t.Skip("no browser: install chromium or chromium-headless-shell")
	}
	script := fmt.Sprintf(`<script>for (const one of ["fetch('%[1]s/a')", "new WebSocket('%[2]s/b')", "new Worker('%[1]s/c')", "import('%[1]s/d')", "new Image().src='%[1]s/e'",
		"new RTCPeerConnection({iceServers:[{urls:'stun:%[3]s'}]}).createDataChannel('x')", "document.write('<iframe src=%[1]s/f></iframe><link rel=preconnect href=%[1]s>')", "navigator.serviceWorker.register('%[1]s/g')"]) try { Promise.resolve(eval(one)).catch(() => 0) } catch {}</script>`,
		inner.URL, strings.Replace(inner.URL, "http", "ws", 1), strings.TrimPrefix(inner.URL, "http://"))
	_, err = r.Render(t.Context(), render.Page{
		URL: "http://shop.example/", Header: http.Header{"Content-Type": {"text/html"}}, Body: []byte("<p>x</p>" + script), May: func(context.Context, string, *url.URL) error { return nil },
	})
	if err != nil {
		t.Error(err)
	}
}
