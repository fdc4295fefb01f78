// Package pdf prints HTML to PDF with a headless Chromium.
//
// A document is hostile until proven otherwise, as customers write into it: it runs no script, reaches no network and reads no file. The
// browser has no environment, no DNS, a dead proxy and, on top of its own sandbox, never runs as root. One browser is kept warm; each
// document has a profile of its own in it, opened before it is asked for.
package pdf

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"os/exec"
	"runtime"
	"sync"
	"time"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/fetch"
	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/chromedp"

	"upslope"
)

const (
	patience    = 45 * time.Second // of one document
	starting    = 20 * time.Second // of a browser
	jobsEach    = 1000             // documents before a browser is replaced: what it leaks goes with it
	longestWait = 100              // documents that wait for their turn; more are refused
)

// Document is what to print: A4, with a header and a footer of their own HTML on each page.
type Document struct{ HTML, Header, Footer string }

// Printer prints documents, as many at once as there are processors. It is safe for concurrent use.
type Printer struct {
	path    string // of the browser; "" there is none
	turns   chan struct{}
	waiting chan struct{}

	mu      sync.Mutex
	current *browser // nil: none runs
}

// browser is one running browser.
type browser struct {
	ctx   context.Context //nolint:containedctx // it is the browser, for chromedp
	stop  func()
	jobs  int
	spare chan *tab // one that waits for a document
}

// New makes a Printer; path "" looks for the browsers that Debian and its like install. The browser itself starts with the first document,
// or with Warm.
func New(path string) *Printer {
	return &Printer{
		path:  find(path),
		turns: make(chan struct{}, runtime.NumCPU()), waiting: make(chan struct{}, longestWait),
	}
}

// find looks for a browser: the headless shell starts fastest and needs least.
func find(path string) string {
	names := []string{"chromium-headless-shell", "chrome-headless-shell", "chromium", "chromium-browser", "google-chrome", "google-chrome-stable"}
	if path != "" {
		names = []string{path}
	}
	for _, name := range names {
		if found, err := exec.LookPath(name); err == nil {
			return found
		}
	}
	return ""
}

var errNoBrowser = upslope.Errorf(upslope.Unavailable,
	"PDF files need a browser on the server, and there is none. Install one (on Debian: apt-get install chromium-headless-shell fonts-noto-core fonts-noto-cjk), or name it in CHROME_PATH. Links work without it.")

// Browser is where the browser is that prints; "" there is none.
func (p *Printer) Browser() string { return p.path }

// Warm starts the browser and opens a page in it, so that the first document need not wait for that.
func (p *Printer) Warm() error {
	if p.path == "" {
		return errNoBrowser
	}
	running, err := p.browser()
	if err == nil && len(running.spare) == 0 {
		running.prepare()
	}
	return err
}

// Print returns the PDF of a document. Without a browser, or with too many documents waiting, that is an Unavailable Error. A browser that
// ends while it prints is replaced once.
func (p *Printer) Print(ctx context.Context, document Document) ([]byte, error) {
	if p.path == "" {
		return nil, errNoBrowser
	}
	select {
	case p.waiting <- struct{}{}:
		defer func() { <-p.waiting }()
	default:
		return nil, upslope.Errorf(upslope.Unavailable, "Many reports are being printed. Try again in a minute.")
	}
	select {
	case p.turns <- struct{}{}:
		defer func() { <-p.turns }()
	case <-ctx.Done():
		return nil, ctx.Err()
	}
	var failure error
	for range 2 {
		running, err := p.browser()
		if err != nil {
			return nil, err
		}
		file, err := running.print(ctx, document)
		if err == nil && len(p.waiting) == 1 { // while others wait, it would take from them what it saves
			go running.prepare()
		}
		if err == nil || ctx.Err() != nil {
			return file, err
		}
		failure = err
		p.drop(running)
	}
	return nil, fmt.Errorf("print: %w", failure)
}

// Close ends the browser.
func (p *Printer) Close() {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.current != nil {
		p.current.stop()
		p.current = nil
	}
}

// browser answers the one that runs, or starts one.
func (p *Printer) browser() (*browser, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if running := p.current; running != nil && running.ctx.Err() == nil && running.jobs < jobsEach {
		running.jobs++
		return running, nil
	}
	if old := p.current; old != nil { // what it still prints goes on until it is done
		p.current = nil
		time.AfterFunc(patience, old.stop)
	}
	started, err := p.start()
	if err != nil {
		return nil, err
	}
	started.jobs++
	p.current = started
	return started, nil
}

func (p *Printer) drop(broken *browser) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.current == broken {
		p.current = nil
	}
	go broken.stop()
}

func (p *Printer) start() (*browser, error) {
	credential, err := account()
	if err != nil {
		return nil, err
	}
	flag := chromedp.Flag
	options := append(chromedp.DefaultExecAllocatorOptions[:len(chromedp.DefaultExecAllocatorOptions):len(chromedp.DefaultExecAllocatorOptions)],
		chromedp.ExecPath(p.path), chromedp.DisableGPU, chromedp.NoInheritEnv,
		chromedp.Env("PATH=/usr/bin:/bin", "LANG=C.UTF-8"),
		flag("no-sandbox", false), // chromedp would leave the sandbox out for root, but the browser never is
		flag("host-resolver-rules", "MAP * ~NOTFOUND"),
		flag("proxy-server", "http://127.0.0.1:9"), flag("proxy-bypass-list", "<-loopback>"),
		flag("force-webrtc-ip-handling-policy", "disable_non_proxied_udp"),
		flag("disable-component-update", true), flag("hide-scrollbars", true), flag("font-render-hinting", "none"),
		flag("disable-background-networking", true), flag("disable-quic", true), flag("disable-sync", true),
		flag("js-flags", "--max-old-space-size=256"),
		chromedp.ModifyCmdFunc(become(credential)),
	)
	allocator, free := chromedp.NewExecAllocator(context.Background(), options...)
	ctx, cancel := chromedp.NewContext(allocator, chromedp.WithErrorf(func(string, ...any) {})) // what matters is an error of a call, too
	stop := sync.OnceFunc(func() {
		cancel()
		free()
	})
	failed := make(chan error, 1)
	go func() { failed <- chromedp.Do(ctx) }() // its own context must outlive this call
	select {
	case err = <-failed:
	case <-time.After(starting):
		err = errors.New("it did not start in time")
	}
	if err != nil {
		stop()
		return nil, fmt.Errorf("start the browser %s: %w", p.path, err)
	}
	return &browser{ctx: ctx, stop: stop, spare: make(chan *tab, 1)}, nil
}

// tab is a page in a profile of its own, which reaches nothing and runs nothing. It is used once.
type tab struct {
	ctx   context.Context //nolint:containedctx // it is the tab, for chromedp
	close func()
	frame cdp.FrameID
}

// open opens a tab.
func (b *browser) open() (*tab, error) {
	ctx, cancel := chromedp.NewContext(b.ctx, chromedp.WithNewBrowserContext())
	opened := &tab{ctx: ctx, close: cancel}
	defer time.AfterFunc(starting, cancel).Stop() // not a deadline: the tab would end with it
	if err := chromedp.Do(ctx); err != nil {
		cancel()
		return nil, fmt.Errorf("open a page: %w", err)
	}
	go refuse(ctx, chromedp.Events(ctx, fetch.RequestPaused)) // listening before a document asks: one not refused would hold up its text
	if err := chromedp.Do(ctx, chromedp.Func(opened.shut)); err != nil {
		cancel()
		return nil, fmt.Errorf("prepare a page: %w", err)
	}
	return opened, nil
}

// take answers a tab that was opened before it was asked for, or opens one.
func (b *browser) take() (*tab, error) {
	select {
	case spare := <-b.spare:
		return spare, nil
	default:
		return b.open()
	}
}

// prepare opens the tab that the next document gets, which then need not wait for it.
func (b *browser) prepare() {
	opened, err := b.open()
	if err != nil {
		return // whoever prints next sees why
	}
	select {
	case b.spare <- opened:
	default:
		opened.close()
	}
}

// print prints in a profile of its own.
func (b *browser) print(ctx context.Context, document Document) ([]byte, error) {
	taken, err := b.take()
	if err != nil {
		return nil, err
	}
	defer taken.close()
	tab, late := context.WithTimeout(taken.ctx, patience)
	defer late()
	defer context.AfterFunc(ctx, late)()
	loaded := chromedp.Events(tab, page.LoadEventFired)
	show := func(ctx context.Context, t *chromedp.Target) error {
		_, err := cdp.Call(ctx, t, page.SetDocumentContent, page.SetDocumentContentParams{FrameID: taken.frame, HTML: document.HTML})
		return err //nolint:wrapcheck // said below
	}
	if err := chromedp.Do(tab, chromedp.Func(show)); err != nil {
		return nil, fmt.Errorf("load the document: %w", err)
	}
	for _, err := range loaded { // until all that it asked for is refused, it may be blank
		if err != nil {
			return nil, fmt.Errorf("load the document: %w", err)
		}
		break
	}
	file, err := chromedp.Run(tab, chromedp.PrintToPDF(
		chromedp.PDFPaper(chromedp.PaperA4), chromedp.PDFMargins(.75, .55, .75, .55), chromedp.PDFPrintBackground(),
		chromedp.PDFHeaderTemplate(document.Header), chromedp.PDFFooterTemplate(document.Footer), chromedp.PDFOutlineAndTagged(), chromedp.PDFStream(),
	))
	if err != nil {
		return nil, fmt.Errorf("print the document: %w", err)
	}
	return file, nil
}

// refuse answers each request of a document with no.
func refuse(tab context.Context, asked iter.Seq2[fetch.EventRequestPaused, error]) {
	for event, err := range asked {
		if err != nil {
			return
		}
		fail := fetch.FailRequestParams{RequestID: event.RequestID, ErrorReason: network.ErrorReasonBlockedByClient}
		_ = chromedp.Do(tab, chromedp.Func(func(ctx context.Context, t *chromedp.Target) error {
			_, err := cdp.Call(ctx, t, fetch.FailRequest, fail)
			return err //nolint:wrapcheck // nobody reads it
		}))
	}
}

// shut has a tab run no script and get nothing from anywhere. A document is shown in it without a URL, so that it has no origin.
func (t *tab) shut(ctx context.Context, target *chromedp.Target) error {
	if _, err := cdp.Call(ctx, target, fetch.Enable, fetch.EnableParams{Patterns: []*fetch.RequestPattern{{URLPattern: "*"}}}); err != nil {
		return fmt.Errorf("stop requests: %w", err)
	}
	if _, err := cdp.Call(ctx, target, emulation.SetScriptExecutionDisabled, emulation.SetScriptExecutionDisabledParams{Value: true}); err != nil {
		return fmt.Errorf("stop scripts: %w", err)
	}
	tree, err := cdp.Call(ctx, target, page.GetFrameTree, cdp.Empty{})
	if err != nil {
		return fmt.Errorf("find the page: %w", err)
	}
	t.frame = tree.FrameTree.Frame.ID
	return nil
}
