package edge_test

import (
	"context"
	"encoding/json"
	"io"
	"log/slog"
	"net"
	"net/http"
	"net/http/cookiejar"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"upslope"
	"upslope/edge"
	"upslope/edge/api"
	"upslope/infra/localidp"
)

// running is a listening edge and the memory behind it.
type running struct {
	*memory
	t    testing.TB
	url  string
	stop func() // and waits until it has stopped
}

// start starts an edge with the local sign-in; change may modify its configuration and dependencies.
func start(t testing.TB, change ...func(*edge.Config, *edge.Deps)) *running {
	t.Helper()
	return startOn(t, newMemory(), change...)
}

// startOn starts an edge on a memory that others may share.
func startOn(t testing.TB, m *memory, change ...func(*edge.Config, *edge.Deps)) *running {
	t.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	config := edge.Config{PublicURL: "http://" + listener.Addr().String(), Environment: "development", TrialDays: 14, Mail: true}
	deps := edge.Deps{
		Users: m, Versions: m, Feed: m.feed, Sessions: m, Sites: m, Insights: m, Evidence: m, KPIs: m, Totals: m, Rules: m, Changes: m, Portfolio: portfolio{m}, Reports: m, Branding: m, LinkDomains: domainsHere{new(bool)}, Clients: m, Comments: m, Links: m, Pages: m.pages, Views: m.pages, Schedules: m, Unsubscribes: m, ClerkWebhook: clerkWebhook{m}, Billing: m, Tokens: m.tokens, Tables: m, Issues: m, Crawls: m, Activity: m, SavedViews: m, Jobs: m, Objects: m, Events: m, Syncs: m,
		Accounts:     m,
		Members:      noMembers{},
		Demo:         demoAccount(demo),
		Outgoing:     noWebhooks{},
		Trackers:     noTrackers{},
		Alerts:       noAlerts{},
		AlertMails:   noAlerts{},
		Audit:        m,
		Facts:        m,
		Integrations: providers{m}, Google: google{m},
		App: build(), PartsKey: []byte("signs the addresses of parts"), Log: slog.New(slog.DiscardHandler), Now: m.now,
	}
	if deps.Local, err = localidp.New(localidp.Config{
		Environment: "development", Addr: listener.Addr().String(), PublicURL: config.PublicURL, KeyFile: keyFile,
	}, deps.Now); err != nil {
		t.Fatal(err)
	}
	for _, change := range change {
		change(&config, &deps)
	}
	server, err := edge.New(config, deps)
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	done := make(chan error, 1)
	go func() { done <- server.Serve(ctx, listener) }()
	r := &running{memory: m, t: t, url: "http://" + listener.Addr().String()}
	stopped := false
	r.stop = func() {
		t.Helper()
		if stopped {
			return
		}
		stopped = true
		cancel()
		if err := <-done; err != nil {
			t.Errorf("stop: %v", err)
		}
	}
	t.Cleanup(r.stop)
	return r
}

// TestMain shares one signing key among all tests: generating one takes longer than most of them.
func TestMain(m *testing.M) {
	dir, err := os.MkdirTemp("", "edge-*")
	if err != nil {
		panic(err)
	}
	keyFile = filepath.Join(dir, "localidp.pem")
	code := m.Run()
	os.RemoveAll(dir)
	os.Exit(code)
}

var keyFile string

func build() fstest.MapFS {
	return fstest.MapFS{
		"index.html":          {Data: []byte("<title>Landing</title>")},
		"terms.html":          {Data: []byte("<title>Terms</title>")},
		"privacy.html":        {Data: []byte("<title>Privacy</title>")},
		"without-demo.html":   {Data: []byte("<title>Landing without a demo</title>")},
		"app.html":            {Data: []byte("<title>App</title>")},
		"app.html.br":         {Data: []byte("app in brotli")},
		"robots.txt":          {Data: []byte("User-agent: *")},
		"assets/app-1.js":     {Data: []byte("let app")},
		"assets/app-1.js.br":  {Data: []byte("in brotli")},
		"assets/app-1.js.gz":  {Data: []byte("in gzip")},
		"assets/style-2.css":  {Data: []byte("body{}")},
		".vite/manifest.json": {Data: []byte("{}")},
	}
}

// person is a user's browser: it stores cookies and does not follow redirects.
type person struct {
	*running
	http.Client
	account string
}

// visitor returns a browser without a session.
func (r *running) visitor() *person {
	jar, err := cookiejar.New(nil)
	if err != nil {
		r.t.Fatal(err)
	}
	return &person{running: r, Client: http.Client{
		Jar: jar, Timeout: 5 * time.Minute, Transport: &http.Transport{DisableCompression: true},
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
	}}
}

// signIn returns a signed-in user's browser.
func (r *running) signIn(email string) *person {
	r.t.Helper()
	p := r.visitor()
	if res := p.do("GET", "/api/login?as="+email, ""); res.StatusCode != http.StatusSeeOther {
		r.t.Fatalf("sign in: %d %s", res.StatusCode, res.text)
	}
	user := decode[api.User](p.do("GET", "/api/auth/user", ""))
	defer r.lock()()
	for _, known := range r.users {
		if known.ID == user.Id {
			p.account = known.AccountID
		}
	}
	return p
}

// answer is a response with its body read.
type answer struct {
	*http.Response
	t    testing.TB
	text string
}

// do sends a request; the body is JSON unless headers (as "Name: value") override it.
func (p *person) do(method, path, body string, headers ...string) answer {
	p.t.Helper()
	req, err := http.NewRequest(method, p.url+path, strings.NewReader(body))
	if err != nil {
		p.t.Fatal(err)
	}
	if body != "" {
		req.Header.Set("Content-Type", "application/json")
	}
	for _, header := range headers {
		name, value, _ := strings.Cut(header, ": ")
		req.Header.Set(name, value)
	}
	return p.send(req)
}

func (p *person) send(req *http.Request) answer {
	p.t.Helper()
	p.hear()
	res, err := p.Do(req)
	if err != nil {
		p.t.Fatalf("%s %s: %v", req.Method, req.URL.Path, err)
	}
	defer res.Body.Close()
	text, err := io.ReadAll(res.Body)
	if err != nil {
		p.t.Fatalf("%s %s: read the answer: %v", req.Method, req.URL.Path, err)
	}
	return answer{Response: res, t: p.t, text: string(text)}
}

func decode[T any](a answer) T {
	a.t.Helper()
	var value T
	if err := json.Unmarshal([]byte(a.text), &value); err != nil {
		a.t.Fatalf("%s is no JSON: %v", a.text, err)
	}
	return value
}

// wantProblem fails unless the response is a problem with this status, detail and field ("" = any).
func (a answer) wantProblem(status int, detail, field string) {
	a.t.Helper()
	if a.StatusCode != status || a.Header.Get("Content-Type") != "application/problem+json" {
		a.t.Errorf("%s %s: %d %s %s, want a problem with %d", a.Request.Method, a.Request.URL, a.StatusCode, a.Header.Get("Content-Type"), a.text, status)
		return
	}
	problem := decode[api.Problem](a)
	got := ""
	if problem.Field != nil {
		got = *problem.Field
	}
	if problem.Status != status || problem.Title != http.StatusText(status) || problem.RequestId == nil || *problem.RequestId != a.Header.Get("X-Request-Id") {
		a.t.Errorf("problem %s does not fit its answer", a.text)
	}
	if detail != "" && problem.Detail != detail || field != "" && got != field {
		a.t.Errorf("%s %s: detail %q of field %q, want %q of %q", a.Request.Method, a.Request.URL, problem.Detail, got, detail, field)
	}
}

func (a answer) want(status int) answer {
	a.t.Helper()
	if a.StatusCode != status {
		a.t.Errorf("%s %s: %d %s, want %d", a.Request.Method, a.Request.URL, a.StatusCode, a.text, status)
	}
	return a
}

// versionAfter reports whether a write's response has a version of the account later than before.
func (a answer) versionAfter(before int64) bool {
	version, err := strconv.ParseInt(a.Header.Get("X-Version"), 10, 64)
	return err == nil && version > before
}

// addSite adds a site and returns it.
func (p *person) addSite(domain string) upslope.Site {
	p.t.Helper()
	return decode[upslope.Site](p.do("POST", "/api/sites", `{"name":"Site","domain":"`+domain+`"}`).want(http.StatusCreated))
}
