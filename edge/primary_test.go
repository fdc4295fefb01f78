package edge_test

import (
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"upslope/edge"
	"upslope/edge/feed"
	"upslope/infra/localidp"
)

// region starts an edge on the databases of another one.
func (r *running) region(t *testing.T, name string, change ...func(*edge.Config, *edge.Deps)) *running {
	t.Helper()
	here := func(config *edge.Config, deps *edge.Deps) {
		config.PublicURL, config.PrimaryRegion, config.Region = r.url, "fra", name // people know one address
		var err error
		if deps.Local, err = localidp.New(localidp.Config{
			Environment: "development", Addr: strings.TrimPrefix(r.url, "http://"), PublicURL: r.url, KeyFile: keyFile,
		}, deps.Now); err != nil {
			t.Fatal(err)
		}
	}
	return startOn(t, r.memory, append([]func(*edge.Config, *edge.Deps){here}, change...)...)
}

// flyProxy acts as Fly's proxy: it sends a request to the nearest edge, then to a region the answer names.
type flyProxy struct {
	*httptest.Server
	mu    sync.Mutex
	edges map[string]string // by region
	took  []string          // the regions that answered people
}

func startFlyProxy(t *testing.T, nearest string, edges map[string]string) *flyProxy {
	proxy := &flyProxy{edges: edges}
	proxy.Server = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, in *http.Request) {
		text, _ := io.ReadAll(in.Body)
		ask := func(region, header string) *http.Response {
			out := in.Clone(in.Context())
			out.RequestURI, out.Body, out.ContentLength = "", io.NopCloser(strings.NewReader(string(text))), int64(len(text))
			out.URL.Scheme, out.URL.Host = "http", strings.TrimPrefix(edges[region], "http://")
			out.Header.Set("Fly-Request-Id", "01ABC")
			if header != "" {
				out.Header.Set(header, "instance=1;region="+nearest)
			}
			res, err := http.DefaultTransport.RoundTrip(out)
			if err != nil {
				t.Error(err)
				return httptest.NewRecorder().Result()
			}
			return res
		}
		region, res := nearest, ask(nearest, "")
		if replay := res.Header.Get("Fly-Replay"); replay != "" {
			_ = res.Body.Close()
			to, _, _ := strings.Cut(strings.TrimPrefix(replay, "region="), ";")
			switch {
			case edges[to] != "" && len(text) < 1<<20:
				region, res = to, ask(to, "Fly-Replay-Src")
			case strings.Contains(replay, "fallback=prefer_self"):
				res = ask(nearest, "Fly-Replay-Failed")
			}
		}
		defer res.Body.Close()
		proxy.mu.Lock()
		proxy.took = append(proxy.took, region)
		proxy.mu.Unlock()
		for name, values := range res.Header {
			w.Header()[name] = values
		}
		w.WriteHeader(res.StatusCode)
		_, _ = io.Copy(w, res.Body)
	}))
	t.Cleanup(proxy.Close)
	return proxy
}

// last is the region that answered last.
func (p *flyProxy) last() string {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.took[len(p.took)-1]
}

func TestWritesAreReplayedInThePrimaryRegionAndReadsAnsweredHere(t *testing.T) {
	near := start(t, func(config *edge.Config, _ *edge.Deps) { config.PrimaryRegion, config.Region = "fra", "fra" })
	far := near.region(t, "syd")
	regions := map[string]string{"fra": near.url, "syd": far.url}
	proxy := startFlyProxy(t, "syd", regions)
	through := *far
	through.url = proxy.URL
	ana := through.signIn("ana@example.com")

	site := ana.addSite("shop.example")
	if proxy.last() != "fra" {
		t.Errorf("the write was done in %s", proxy.last())
	}
	if got := ana.do("GET", "/api/sites", "").want(http.StatusOK); !strings.Contains(got.text, site.ID) || proxy.last() != "syd" {
		t.Errorf("%s reads %s", proxy.last(), got.text)
	}
	ana.do("PATCH", "/api/sites/"+site.ID, `{"name":"`+strings.Repeat("x", 2<<20)+`"}`).wantProblem(http.StatusRequestEntityTooLarge, "", "")
	if proxy.last() != "syd" {
		t.Error("a request was replayed that Fly's proxy cannot repeat")
	}
	contentType, body := uploadForm(t, site.ID)
	if ana.do("POST", "/api/upload/sf-csv", body, "Content-Type: "+contentType); proxy.last() != "syd" {
		t.Error("a file travels twice")
	}

	delete(regions, "fra")
	ana.addSite("other.example")
	if proxy.last() != "syd" {
		t.Error("nobody wrote while the primary region has no edge")
	}
}

// uploadForm is a crawl as a browser's form sends it.
func uploadForm(t *testing.T, site string) (contentType, body string) {
	t.Helper()
	const boundary = "x"
	return "multipart/form-data; boundary=" + boundary, "--x\r\nContent-Disposition: form-data; name=\"siteId\"\r\n\r\n" + site +
		"\r\n--x\r\nContent-Disposition: form-data; name=\"file\"; filename=\"a.csv\"\r\n\r\nAddress\r\nhttps://shop.example/\r\n--x--\r\n"
}

// distance counts the requests to an edge, and can break them off.
type distance struct {
	*httptest.Server
	trips  atomic.Int32
	broken atomic.Bool
	// onAnswer is called once an answer is on its way.
	onAnswer func()
}

func startDistance(t *testing.T, to string) *distance {
	d := &distance{}
	d.Server = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, in *http.Request) {
		d.trips.Add(1)
		out := in.Clone(in.Context())
		out.RequestURI, out.URL.Scheme, out.URL.Host = "", "http", strings.TrimPrefix(to, "http://")
		res, err := http.DefaultTransport.RoundTrip(out)
		if err != nil || d.broken.Load() {
			panic(http.ErrAbortHandler)
		}
		if d.onAnswer != nil {
			d.onAnswer()
		}
		defer res.Body.Close()
		for name, values := range res.Header {
			w.Header()[name] = values
		}
		w.WriteHeader(res.StatusCode)
		_, _ = io.Copy(w, res.Body)
	}))
	t.Cleanup(d.Close)
	return d
}

// remote starts an edge in another region that forwards through a distance, with news of its own.
func remote(t *testing.T) (near, far *running, between *distance, own *feed.Feed, ana *person) {
	t.Helper()
	near = start(t, func(config *edge.Config, _ *edge.Deps) { config.PrimaryRegion, config.Region = "fra", "fra" })
	near.steady = true
	between = startDistance(t, near.url)
	own = feed.New(near.now)
	far = near.region(t, "syd", func(config *edge.Config, deps *edge.Deps) { config.PrimaryURL, deps.Feed = between.URL, own })
	ana = far.signIn("ana@example.com")
	own.Receive([]byte(`{"series": "one", "number": 1, "whole": true}`))
	own.Receive([]byte(`{"series": "one", "number": 2, "whole": true}`))
	return near, far, between, own, ana
}

func TestAReadIsForwardedOnceAndThenRemembered(t *testing.T) {
	near, _, between, own, ana := remote(t)
	near.change(ana.account, "first")
	between.trips.Store(0)
	first := ana.reads("first")
	if between.trips.Load() != 1 {
		t.Errorf("%d trips for a first read, want 1", between.trips.Load())
	}
	for _, name := range []string{"X-Total-Count", "Content-Type", "X-Version", "ETag"} {
		if first.Header.Get(name) == "" {
			t.Errorf("the forwarded response lacks %s", name)
		}
	}
	if ana.reads("first"); between.trips.Load() != 1 {
		t.Errorf("%d trips, want the remembered response", between.trips.Load())
	}
	// The other edge remembers a response of which only this one has heard that it has changed.
	near.changeAndTell(ana.account, "second")
	ana.do("GET", "/api/insights?limit=3", "").want(http.StatusOK)
	near.change(ana.account, "third")
	own.Touch(feed.Account(ana.account))
	if got := ana.do("GET", "/api/insights?limit=3", ""); !strings.Contains(got.text, "third") {
		t.Errorf("the other edge answers from memory: %s", got.text)
	}
	near.change(ana.account, "first")
	if got := ana.do("HEAD", "/api/insights?limit=2", "").want(http.StatusOK); got.text != "" {
		t.Errorf("HEAD has a body: %s", got.text)
	}
	if got := ana.do("GET", "/api/insights?limit=2", ""); !strings.Contains(got.text, "first") {
		t.Errorf("after HEAD: %s", got.text)
	}
	between.Close()
	if got := ana.do("GET", "/api/insights?limit=5", "").want(http.StatusOK); !strings.Contains(got.text, "first") {
		t.Errorf("without the other edge: %s", got.text)
	}
}

func TestAForwardedWriteIsReadAtOnceHere(t *testing.T) {
	near, far, between, _, ana := remote(t)
	ana.do("GET", "/api/sites", "").want(http.StatusOK)
	between.trips.Store(0)
	site := ana.addSite("shop.example")
	if between.trips.Load() != 1 {
		t.Errorf("%d trips for a write, want 1", between.trips.Load())
	}
	if got := ana.do("GET", "/api/sites", ""); !strings.Contains(got.text, site.ID) {
		t.Errorf("the writer reads %s", got.text)
	}
	ana.do("POST", "/api/sites", `{"name":""}`).wantProblem(http.StatusBadRequest, "", "")
	ana.do("DELETE", "/api/sites/"+site.ID, "").want(http.StatusNoContent)
	far.visitor().do("DELETE", "/api/sites/"+site.ID, "").wantProblem(http.StatusUnauthorized, "Unauthorized", "")

	between.broken.Store(true)
	ana.do("POST", "/api/sites", `{"name":"Site","domain":"unsure.example"}`).
		wantProblem(http.StatusServiceUnavailable, "The connection to our servers broke. Check whether your change was saved, and try again if not.", "")
	between.Close()
	ana.addSite("other.example")
	if got := near.signIn("ana@example.com").do("GET", "/api/sites", ""); strings.Count(got.text, `"unsure.example"`) > 2 || !strings.Contains(got.text, "other.example") {
		t.Errorf("written: %s", got.text)
	}
}

func TestEdgesThatForwardToEachOtherAnswerThemselves(t *testing.T) {
	near := start(t)
	var one *running
	loop := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, in *http.Request) {
		out := in.Clone(in.Context())
		out.RequestURI, out.URL.Scheme, out.URL.Host = "", "http", strings.TrimPrefix(one.url, "http://")
		res, err := http.DefaultTransport.RoundTrip(out)
		if err != nil {
			panic(http.ErrAbortHandler)
		}
		defer res.Body.Close()
		w.WriteHeader(res.StatusCode)
		_, _ = io.Copy(w, res.Body)
	}))
	t.Cleanup(loop.Close)
	one = near.region(t, "syd", func(config *edge.Config, _ *edge.Deps) { config.PrimaryURL = loop.URL })
	ana := one.signIn("ana@example.com")
	ana.addSite("shop.example")
	if got := ana.do("GET", "/api/sites", "").want(http.StatusOK); strings.Count(got.text, `"shop.example"`) == 0 {
		t.Errorf("read %s", got.text)
	}
}
