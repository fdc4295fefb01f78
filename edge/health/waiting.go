package health

import (
	"errors"
	"net"
	"net/http"
	"sync"
	"time"
)

// Waiting answers requests on a listener before the server can: nobody is refused, and nothing is answered
// that is not known yet.
type Waiting struct {
	listener *pausable
	server   *http.Server
	served   chan struct{}
	open     sync.WaitGroup // connections
}

// Wait begins to answer on a listener.
func Wait(listener net.Listener) *Waiting {
	w := &Waiting{listener: &pausable{Listener: listener}, served: make(chan struct{})}
	w.server = &http.Server{Handler: http.HandlerFunc(answerStarting), ReadHeaderTimeout: 5 * time.Second}
	w.server.SetKeepAlivesEnabled(false)
	w.server.ConnState = func(_ net.Conn, state http.ConnState) {
		switch state {
		case http.StateNew:
			w.open.Add(1)
		case http.StateClosed, http.StateHijacked:
			w.open.Done()
		}
	}
	go func() {
		defer close(w.served)
		_ = w.server.Serve(w.listener) // ends when the listener is paused
	}()
	return w
}

// slowClients is how long connections that were accepted may take to send their request.
const slowClients = 2 * time.Second

// End stops answering and leaves the listener open: connections that come now wait for the server. Those that
// were accepted are answered first, because a server that shuts down drops requests it has just read.
func (w *Waiting) End() {
	w.listener.pause()
	<-w.served
	answered := make(chan struct{})
	go func() {
		w.open.Wait()
		close(answered)
	}()
	select {
	case <-answered:
	case <-time.After(slowClients):
	}
	_ = w.server.Close()
	w.listener.resume()
}

// answerStarting says when to come back.
func answerStarting(out http.ResponseWriter, in *http.Request) {
	header := out.Header()
	header.Set("Cache-Control", "no-store")
	if in.URL.Path == "/healthz" {
		_, _ = out.Write([]byte("ok\n"))
		return
	}
	header.Set("Retry-After", "2")
	body := `{"type":"about:blank","title":"Service Unavailable","status":503,"detail":"Upslope is starting. Try again in a moment."}`
	header.Set("Content-Type", "application/problem+json")
	if in.URL.Path == "/readyz" {
		header.Set("Content-Type", "application/json")
		body = `{"status":"starting","checks":{},"reports":{"position":0,"ageSeconds":null},"serves":{"links":false,"all":false}}`
	}
	out.WriteHeader(http.StatusServiceUnavailable)
	_, _ = out.Write([]byte(body))
}

// pausable is a listener that can be taken away from a server without being closed.
type pausable struct {
	net.Listener
	mu     sync.Mutex
	paused bool
}

// Accept implements net.Listener.
func (p *pausable) Accept() (net.Conn, error) {
	conn, err := p.Listener.Accept()
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.paused && err != nil {
		return nil, http.ErrServerClosed
	}
	if err != nil {
		return nil, err //nolint:wrapcheck // the server looks at it
	}
	return conn, nil
}

// Close implements net.Listener: the server may not close what it does not own.
func (p *pausable) Close() error { return nil }

func (p *pausable) pause() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.paused = true
	_ = p.setDeadline(time.Now())
}

func (p *pausable) resume() { _ = p.setDeadline(time.Time{}) }

// setDeadline interrupts a waiting Accept.
func (p *pausable) setDeadline(at time.Time) error {
	timed, ok := p.Listener.(interface{ SetDeadline(time.Time) error })
	if !ok {
		return errors.ErrUnsupported
	}
	return timed.SetDeadline(at)
}
