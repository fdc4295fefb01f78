package edge_test

import (
	"net/http"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"upslope/edge"
)

func TestPagesOfTheWebApp(t *testing.T) {
	r := start(t)
	visitor := r.visitor()
	for _, c := range []struct {
		path, cookie string
		status       int
		body         string
	}{
		{"/", "", http.StatusOK, "<title>Landing</title>"},
		{"/terms", "", http.StatusOK, "<title>Terms</title>"},
		{"/privacy", "", http.StatusOK, "<title>Privacy</title>"},
		{"/", "theme=dark", http.StatusOK, "<title>Landing</title>"},
		{"/", "__session=ran.out.long.ago", http.StatusOK, "<title>App</title>"},
		{"/", "__session_1a2b3c4d=any", http.StatusOK, "<title>App</title>"},
		{"/overview", "", http.StatusOK, "<title>App</title>"},
		{"/technical?tab=crawls", "", http.StatusOK, "<title>App</title>"},
		{"/sites/", "", http.StatusOK, "<title>App</title>"},
		{"/nothing", "", http.StatusNotFound, "<title>App</title>"},
		{"/sites/1", "", http.StatusNotFound, "<title>App</title>"},
		{"/app.html", "", http.StatusNotFound, "<title>App</title>"},
		{"/.vite/manifest.json", "", http.StatusNotFound, "<title>App</title>"},
		{"/../go.mod", "", http.StatusNotFound, "<title>App</title>"},
		{"/robots.txt", "", http.StatusOK, "User-agent: *"},
	} {
		headers := []string{}
		if c.cookie != "" {
			headers = append(headers, "Cookie: "+c.cookie)
		}
		res := visitor.do("GET", c.path, "", headers...)
		if res.StatusCode != c.status || res.text != c.body || res.Header.Get("Cache-Control") != "no-cache" {
			t.Errorf("%s with %q: %d %s, %s", c.path, c.cookie, res.StatusCode, res.text, res.Header.Get("Cache-Control"))
		}
		head := visitor.do("HEAD", c.path, "", headers...)
		if head.StatusCode != c.status || head.text != "" || head.ContentLength != int64(len(c.body)) {
			t.Errorf("HEAD %s: %d, length %d", c.path, head.StatusCode, head.ContentLength)
		}
	}
	if vary := visitor.do("GET", "/", "").Header.Get("Vary"); !strings.Contains(vary, "Cookie") || !strings.Contains(vary, "Accept-Encoding") {
		t.Errorf("Vary of / is %q", vary)
	}
}

func TestThePageAboutTheCrawlerSaysHowToKeepItOut(t *testing.T) {
	answer := start(t).visitor().do("GET", "/bot", "")
	if answer.StatusCode != http.StatusOK || !strings.Contains(answer.text, "User-agent: UpslopeBot") {
		t.Errorf("%d %s", answer.StatusCode, answer.text)
	}
}

func TestAssetsAreKeptForGoodInTheBestForm(t *testing.T) {
	visitor := start(t).visitor()
	for accepted, want := range map[string][2]string{
		"":                       {"", "let app"},
		"gzip, deflate, br":      {"br", "in brotli"},
		"gzip":                   {"gzip", "in gzip"},
		"br;q=0, gzip;q=0.5":     {"gzip", "in gzip"},
		"GZIP ; q=1":             {"gzip", "in gzip"},
		"identity, brotli, zstd": {"", "let app"},
	} {
		res := visitor.do("GET", "/assets/app-1.js", "", "Accept-Encoding: "+accepted)
		if res.Header.Get("Content-Encoding") != want[0] || res.text != want[1] || res.Header.Get("Vary") != "Accept-Encoding" ||
			res.Header.Get("Cache-Control") != "public, max-age=31536000, immutable" || res.Header.Get("Content-Type") != "text/javascript; charset=utf-8" {
			t.Errorf("Accept-Encoding %q: %v %s", accepted, res.Header, res.text)
		}
	}
	visitor.do("GET", "/assets/app-0.js", "").wantProblem(http.StatusNotFound, "", "")
	visitor.do("GET", "/assets/app-1.js.br", "").wantProblem(http.StatusNotFound, "", "")
}

func TestPageOfTheAppSaysWithWhichKeyClerkIsLoaded(t *testing.T) {
	page := fstest.MapFS{"app.html": {Data: []byte("<html><head></head></html>")}, "app.html.br": {Data: []byte("packed")}}
	build := func(config *edge.Config, deps *edge.Deps) { deps.App = page }
	plain := start(t, build).visitor().do("GET", "/overview", "", "Accept-Encoding: br").want(http.StatusOK)
	if plain.text != "packed" {
		t.Errorf("without Clerk: %s", plain.text)
	}
	told := start(t, build, withClerk(refuseAll{}), func(config *edge.Config, _ *edge.Deps) { config.ClerkKey = `pk_test_"<>` }).visitor().
		do("GET", "/overview", "", "Accept-Encoding: br").want(http.StatusOK)
	if want := `<meta name="clerk-publishable-key" content="pk_test_&#34;&lt;&gt;" />`; !strings.Contains(told.text, want) || told.Header.Get("ETag") == plain.Header.Get("ETag") {
		t.Errorf("%s %s", told.Header.Get("ETag"), told.text)
	}
}

func TestUnchangedPageIsNotSentAgain(t *testing.T) {
	visitor := start(t).visitor()
	plain := visitor.do("GET", "/overview", "").Header.Get("ETag")
	packed := visitor.do("GET", "/overview", "", "Accept-Encoding: br").Header.Get("ETag")
	if plain == "" || plain == packed {
		t.Fatalf("tags %s and %s", plain, packed)
	}
	res := visitor.do("GET", "/overview", "", "If-None-Match: W/\"x\", "+plain).want(http.StatusNotModified)
	if res.text != "" || res.Header.Get("ETag") != plain {
		t.Errorf("304 with %q, %v", res.text, res.Header)
	}
	visitor.do("GET", "/overview", "", "If-None-Match: "+packed).want(http.StatusOK)
	visitor.do("GET", "/nothing", "", "If-None-Match: "+plain).want(http.StatusNotFound)
}

func TestPageDoesNotWaitForADatabaseThatHangs(t *testing.T) {
	r := start(t)
	ana := r.signIn("ana@example.com")
	r.goTo(2 * time.Minute) // the cached session expires
	r.hung = true
	began := time.Now()
	ana.do("GET", "/overview", "").want(http.StatusOK)
	if took := time.Since(began); took > 5*time.Second { // the database never responds
		t.Errorf("the page took %v", took)
	}
}

func TestWithoutABuildThePageSaysWhatToDo(t *testing.T) {
	r := start(t, func(_ *edge.Config, deps *edge.Deps) { deps.App = fstest.MapFS{".keep": {}} })
	res := r.visitor().do("GET", "/", "")
	if res.StatusCode != http.StatusServiceUnavailable || !strings.Contains(res.text, "make build") {
		t.Errorf("%d %s", res.StatusCode, res.text)
	}
	r.signIn("ana@example.com").do("GET", "/api/sites", "").want(http.StatusOK)
}
