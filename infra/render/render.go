// Package render runs the scripts of web pages, as search engines do, and returns the HTML that they make.
//
// Pages are hostile: the browser (package browser) has no network. Each request of a page is made here,
// through the Renderer's transport, and its answer handed on. It does not own which pages are worth it.
package render

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"time"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/fetch"
	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/chromedp"

	"upslope/infra/browser"
	"upslope/infra/outbound"
)

const (
	maxAtOnce   = 2   // pages in a browser
	maxUses     = 200 // pages until a browser is replaced
	pageTimeout = 20 * time.Second
	settleTime  = 8 * time.Second // for which a page may go on loading before its HTML is taken as it is
	readTime    = 5 * time.Second // for the HTML of a page whose scripts may never end
	idleTime    = time.Minute     // after which the browser ends
	maxHTML     = 10 << 20
)

// Page is a page as its server has sent it.
type Page struct {
	URL    string
	Header http.Header
	Body   []byte
	// May decides about a request for a script or data, and may delay it; an error refuses it.
	May func(ctx context.Context, method string, address *url.URL) error
	// Answered, if set, is told how such a request was answered.
	Answered func(address *url.URL, status int, header http.Header)
}

// Rendered is a page after its scripts have run.
type Rendered struct {
	HTML string
	URL  string // where its scripts say it is, such as the target of a redirect by script
}

// Renderer renders pages, two at a time. It is safe for concurrent use.
type Renderer struct {
	browsers  *browser.Pool
	client    *http.Client
	userAgent string
	slots     chan struct{}
	scripts   *scripts
	rest      *time.Timer
	settle    time.Duration
	read      time.Duration
}

// New creates a Renderer that asks for what pages need through the transport. An empty path searches for a
// browser, as package browser does.
func New(path string, transport http.RoundTripper, userAgent string) *Renderer {
	r := &Renderer{
		browsers: browser.NewPool(path, maxUses, pageTimeout), userAgent: userAgent, slots: make(chan struct{}, maxAtOnce), scripts: newScripts(), settle: settleTime, read: readTime,
		client: outbound.Client(transport, pageTimeout),
	}
	r.rest = time.AfterFunc(idleTime, r.browsers.Rest)
	return r
}

// Browser returns the path of the browser, or "" when there is none and nothing can be rendered.
func (r *Renderer) Browser() string { return r.browsers.Path() }

// Close ends the browser.
func (r *Renderer) Close() {
	r.rest.Stop()
	r.browsers.Close()
}

// Render runs the scripts of a page. A page that does not settle in time is returned as it is then.
func (r *Renderer) Render(ctx context.Context, p Page) (Rendered, error) {
	if r.Browser() == "" {
		return Rendered{}, errors.New("there is no browser")
	}
	select {
	case r.slots <- struct{}{}:
		defer func() { <-r.slots }()
	case <-ctx.Done():
		return Rendered{}, ctx.Err() //nolint:wrapcheck // it is no longer wanted
	}
	defer r.rest.Reset(idleTime)
	running, err := r.browsers.Take()
	if err != nil {
		return Rendered{}, err //nolint:wrapcheck // says what failed
	}
	tab, closeTab, err := running.Open()
	if err != nil {
		r.browsers.Discard(running)
		return Rendered{}, err //nolint:wrapcheck // says what failed
	}
	defer closeTab()
	tab, cancel := context.WithTimeout(tab, pageTimeout)
	defer cancel()
	defer context.AfterFunc(ctx, cancel)()
	return r.show(tab, p)
}

func (r *Renderer) show(tab context.Context, p Page) (Rendered, error) {
	shown := &visit{Renderer: r, page: p, tab: tab, asking: make(chan struct{}, maxParallel), left: make(chan struct{})}
	requests, cycle := chromedp.Events(tab, fetch.RequestPaused), chromedp.Events(tab, page.LifecycleEvent)
	go shown.answerAll(requests)
	if err := chromedp.Do(tab,
		call(fetch.Enable, fetch.EnableParams{Patterns: []*fetch.RequestPattern{{URLPattern: "*"}}}),
		call(network.SetBypassServiceWorker, network.SetBypassServiceWorkerParams{Bypass: true}),
		call(emulation.SetUserAgentOverride, emulation.SetUserAgentOverrideParams{UserAgent: r.userAgent}),
		// as tall as a long page, so that what loads when it is scrolled to loads now
		call(emulation.SetDeviceMetricsOverride, emulation.SetDeviceMetricsOverrideParams{Width: 1280, Height: 10_000, DeviceScaleFactor: 1}),
		call(page.AddScriptToEvaluateOnNewDocument, page.AddScriptToEvaluateOnNewDocumentParams{Source: silence}),
	); err != nil {
		return Rendered{}, fmt.Errorf("prepare to render %s: %w", p.URL, err)
	}
	navigated, err := chromedp.Call(tab, page.Navigate, page.NavigateParams{URL: p.URL})
	if err != nil {
		return Rendered{}, fmt.Errorf("open %s: %w", p.URL, err)
	}
	idle := make(chan struct{})
	go func() {
		defer close(idle)
		for event, err := range cycle {
			// Else it is of the blank page before.
			if err != nil || event.Name == "networkIdle" && event.LoaderID == navigated.LoaderID {
				return
			}
		}
	}()
	select {
	case <-idle:
	case <-shown.left:
	case <-time.After(r.settle):
	case <-tab.Done():
	}
	reading, cancel := context.WithTimeout(tab, r.read)
	defer cancel()
	rendered, err := read(reading, shown.frame())
	if target := shown.leaves(); target != "" {
		rendered.URL = target
	}
	if err != nil {
		return Rendered{}, fmt.Errorf("read %s: %w", p.URL, err)
	}
	return rendered, nil
}

// read returns the HTML of a page, by a script of ours that its own scripts cannot reach.
func read(tab context.Context, frame cdp.FrameID) (rendered Rendered, err error) {
	world, err := chromedp.Call(tab, page.CreateIsolatedWorld, page.CreateIsolatedWorldParams{FrameID: frame})
	if err != nil {
		return rendered, err //nolint:wrapcheck // wrapped by the caller
	}
	found, err := chromedp.Run(tab, chromedp.Evaluate[[]string](
		fmt.Sprintf(`[location.href, "<!doctype html>" + document.documentElement.outerHTML.slice(0, %d)]`, maxHTML),
		func(p *runtime.EvaluateParams) { p.ContextID = world.ExecutionContextID }))
	if err != nil {
		return rendered, err //nolint:wrapcheck // wrapped by the caller
	}
	if len(found) != 2 {
		return rendered, errors.New("it is no document")
	}
	return Rendered{URL: found[0], HTML: found[1]}, nil
}

// silence replaces what would wait for a person or leave the page.
const silence = `for (const name of ["alert", "print", "close", "focus"]) window[name] = () => {};
window.confirm = () => false; window.prompt = () => null; window.open = () => null;`

// call is a command of the browser whose result is of no use.
func call[P, R any](command cdp.Command[P, R], params P) chromedp.Action[chromedp.Void] {
	return chromedp.Func(func(ctx context.Context, t *chromedp.Target) error {
		_, err := cdp.Call(ctx, t, command, params)
		return err //nolint:wrapcheck // wrapped by the caller
	})
}
