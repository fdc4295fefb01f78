// Package browser runs a headless Chromium for pages that are not trusted. It owns the process and its
// isolation, not what is done in it.
//
// The browser has no environment, no DNS and a dead proxy, so a page reaches nothing but what its owner
// answers; it never runs as root, and ends with this process. One browser stays running for all pages.
package browser

import (
	"errors"
	"os/exec"
	"sync"
	"time"
)

// Pool keeps one browser running, and replaces it after a number of pages, which frees leaked memory. It is
// safe for concurrent use.
type Pool struct {
	path    string // of the browser; empty for none
	maxUses int
	patient time.Duration // for the last pages of a replaced browser
	closed  chan struct{}

	mu       sync.Mutex
	current  *Browser       // nil when none runs
	retiring sync.WaitGroup // replaced browsers that still run
}

// NewPool creates a Pool whose browsers serve up to maxUses pages, each for at most patient. An empty path
// searches the usual locations of Debian and similar systems.
func NewPool(path string, maxUses int, patient time.Duration) *Pool {
	return &Pool{path: find(path), maxUses: maxUses, patient: patient, closed: make(chan struct{})}
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

// Path returns the path of the browser, or "".
func (p *Pool) Path() string { return p.path }

// Take returns the running browser for one page, or starts one.
func (p *Pool) Take() (*Browser, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	select {
	case <-p.closed:
		return nil, errors.New("the browsers are closed")
	default:
	}
	if running := p.current; running != nil && running.ctx.Err() == nil && running.uses < p.maxUses {
		running.uses++
		return running, nil
	}
	if p.current != nil {
		p.retire(p.current, p.patient) // it finishes its current pages
	}
	started, err := start(p.path)
	if err != nil {
		return nil, err
	}
	started.uses++
	p.current = started
	return started, nil
}

// Discard stops a broken browser.
func (p *Pool) Discard(broken *Browser) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.current == broken {
		p.retire(broken, 0)
	}
}

// Rest stops the running browser after its last pages; the next Take starts another one.
func (p *Pool) Rest() {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.current != nil {
		p.retire(p.current, p.patient)
	}
}

// Close ends all browsers of the Pool and waits for their exit. It cannot be used afterwards.
func (p *Pool) Close() {
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

// retire stops the current browser after a delay, at the latest with the Pool. The caller holds the lock.
func (p *Pool) retire(old *Browser, after time.Duration) {
	p.current = nil
	p.retiring.Go(func() {
		select {
		case <-time.After(after):
		case <-p.closed:
		}
		old.stop()
	})
}
