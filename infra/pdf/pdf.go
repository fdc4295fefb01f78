// Package pdf prints HTML to PDF with a headless Chromium. It does not own the browser process (package
// browser), or the content or design of reports.
//
// Documents contain text from customers, so they are untrusted: no scripts, no network, no files. Each
// document gets its own browser context, opened in advance.
package pdf

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"time"

	"upslope"
	"upslope/infra/browser"
)

const (
	printTimeout  = 45 * time.Second // per document
	maxBrowserUse = 1000             // documents until a browser is replaced
	maxQueued     = 100              // waiting documents; more are rejected
)

// Document is the HTML to print on A4, with HTML headers and footers for each page.
type Document struct{ HTML, Header, Footer string }

// Printer prints as many documents concurrently as there are processors. It is safe for concurrent use.
type Printer struct {
	browsers *browser.Pool
	slots    chan struct{}
	queue    chan struct{}
	spare    chan *tab // holds a tab opened in advance
}

// New creates a Printer. An empty path searches the usual locations of Debian and similar systems. The
// browser starts with the first document, or with Warm.
func New(path string) *Printer {
	return &Printer{
		browsers: browser.NewPool(path, maxBrowserUse, printTimeout),
		slots:    make(chan struct{}, runtime.NumCPU()),
		queue:    make(chan struct{}, maxQueued),
		spare:    make(chan *tab, 1),
	}
}

var errNoBrowser = upslope.Errorf(upslope.Unavailable,
	"PDF files need a browser on the server, and there is none. Install one (on Debian: apt-get install chromium-headless-shell fonts-noto-core fonts-noto-cjk), or name it in CHROME_PATH. Links work without it.")

var errNotStarted = upslope.Errorf(upslope.Unavailable, "We can't create PDFs right now. Try again in a moment. Report links still work.")

// Browser returns the path of the browser, or "".
func (p *Printer) Browser() string { return p.browsers.Path() }

// Warm starts the browser and opens a tab, so that the first document waits for neither.
func (p *Printer) Warm() error {
	if p.Browser() == "" {
		return errNoBrowser
	}
	running, err := p.browsers.Take()
	if err == nil && len(p.spare) == 0 {
		p.prepare(running)
	}
	return err //nolint:wrapcheck // says what failed
}

// Print returns a document as PDF. It returns an Unavailable Error without a browser or when too many
// documents wait. If the browser dies while it starts or prints, Print retries once with a new one.
func (p *Printer) Print(ctx context.Context, document Document) ([]byte, error) {
	if p.Browser() == "" {
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
		running, err := p.browsers.Take()
		if err != nil {
			if ctx.Err() != nil {
				return nil, ctx.Err()
			}
			failure = errors.Join(errNotStarted, err)
			continue
		}
		file, err := p.print(ctx, running, document)
		if err == nil && len(p.queue) == 1 { // with others waiting, preparing a tab would slow them down
			go p.prepare(running)
		}
		if err == nil || ctx.Err() != nil {
			return file, err
		}
		failure = err
		p.browsers.Discard(running)
	}
	return nil, fmt.Errorf("print: %w", failure)
}

// Close ends all browsers of this Printer and waits for their exit. The Printer cannot be used afterwards.
func (p *Printer) Close() { p.browsers.Close() }
