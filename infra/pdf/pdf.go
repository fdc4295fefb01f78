// Package pdf prints HTML to PDF with a headless Chromium. It owns the browser process and its isolation, not
// the content or design of reports.
//
// Documents contain text from customers, so they are untrusted: no scripts, no network, no files. The browser
// has no environment, no DNS and a dead proxy, and never runs as root. One browser stays running; each
// document gets its own browser context, opened in advance.
package pdf

import (
	"context"
	"errors"
	"fmt"
	"os/exec"
	"runtime"
	"sync"
	"time"

	"upslope"
)

const (
	printTimeout  = 45 * time.Second // per document
	startTimeout  = 20 * time.Second // per browser
	maxBrowserUse = 1000             // documents until a browser is replaced, which frees leaked memory
	maxQueued     = 100              // waiting documents; more are rejected
)

// Document is the HTML to print on A4, with HTML headers and footers for each page.
type Document struct{ HTML, Header, Footer string }

// Printer prints as many documents concurrently as there are processors. It is safe for concurrent use.
type Printer struct {
	path   string // of the browser; empty for none
	slots  chan struct{}
	queue  chan struct{}
	closed chan struct{}

	mu       sync.Mutex
	current  *browser       // nil when none runs
	retiring sync.WaitGroup // replaced browsers that still run
}

// New creates a Printer. An empty path searches the usual locations of Debian and similar systems. The
// browser starts with the first document, or with Warm.
func New(path string) *Printer {
	return &Printer{
		path:   find(path),
		slots:  make(chan struct{}, runtime.NumCPU()),
		queue:  make(chan struct{}, maxQueued),
		closed: make(chan struct{}),
	}
}

// find prefers the headless shell, which starts fastest and uses the least memory.
func find(path string) string {
	names := []string{
		"chromium-headless-shell", "chrome-headless-shell",
		"chromium", "chromium-browser", "google-chrome", "google-chrome-stable",
	}
	if path != "" {
		names = []string{path}
	}
	for _, name := range names {
		if found, err := exec.LookPath(name); err == nil {
			return binary(found)
		}
	}
	return ""
}

var errNoBrowser = upslope.Errorf(upslope.Unavailable,
	"PDF files need a browser on the server, and there is none. Install one (on Debian: apt-get install chromium-headless-shell fonts-noto-core fonts-noto-cjk), or name it in CHROME_PATH. Links work without it.")

// Browser returns the path of the browser, or "".
func (p *Printer) Browser() string { return p.path }

// Warm starts the browser and opens a tab, so that the first document waits for neither.
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

// Print returns a document as PDF. It returns an Unavailable Error without a browser or when too many
// documents wait. If the browser dies while printing, Print retries once with a new one.
func (p *Printer) Print(ctx context.Context, document Document) ([]byte, error) {
	if p.path == "" {
		return nil, errNoBrowser
	}
	select {
	case p.queue <- struct{}{}:
		defer func() { <-p.queue }()
	default:
		return nil, upslope.Errorf(upslope.Unavailable, "Many PDFs are being created. Try again in a minute.")
	}
	select {
	case p.slots <- struct{}{}:
		defer func() { <-p.slots }()
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
		if err == nil && len(p.queue) == 1 { // with others waiting, preparing a tab would slow them down
			go running.prepare()
		}
		if err == nil || ctx.Err() != nil {
			return file, err
		}
		failure = err
		p.discard(running)
	}
	return nil, fmt.Errorf("print: %w", failure)
}

// Close ends all browsers of this Printer and waits for their exit. The Printer cannot be used afterwards.
func (p *Printer) Close() {
	p.mu.Lock()
	defer p.mu.Unlock()
	select {
	case <-p.closed:
		return
	default:
		close(p.closed)
	}
	if p.current != nil {
		p.current.stop()
		p.current = nil
	}
	p.retiring.Wait()
}

// browser returns the running browser, or starts one.
func (p *Printer) browser() (*browser, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	select {
	case <-p.closed:
		return nil, errors.New("the printer is closed")
	default:
	}
	if running := p.current; running != nil && running.ctx.Err() == nil && running.uses < maxBrowserUse {
		running.uses++
		return running, nil
	}
	if p.current != nil {
		p.retire(p.current, printTimeout) // it finishes its current documents
	}
	started, err := start(p.path)
	if err != nil {
		return nil, err
	}
	started.uses++
	p.current = started
	return started, nil
}

// discard stops a broken browser.
func (p *Printer) discard(broken *browser) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.current == broken {
		p.retire(broken, 0)
	}
}

// retire stops the current browser after a delay, at the latest with the Printer. The caller holds the lock.
func (p *Printer) retire(old *browser, after time.Duration) {
	p.current = nil
	p.retiring.Go(func() {
		select {
		case <-time.After(after):
		case <-p.closed:
		}
		old.stop()
	})
}
