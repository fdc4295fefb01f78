package edge_test

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"upslope"
	"upslope/edge"
)

// openEvents opens an event stream.
func (p *person) openEvents() *http.Response {
	p.t.Helper()
	req, err := http.NewRequest("GET", p.url+"/api/events", nil)
	if err != nil {
		p.t.Fatal(err)
	}
	client := p.Client
	client.Timeout = 0
	res, err := client.Do(req)
	if err != nil {
		p.t.Fatal(err)
	}
	p.t.Cleanup(func() { res.Body.Close() })
	return res
}

// events opens an event stream and returns its lines as they arrive.
func (p *person) events() (lines chan string, res *http.Response) {
	p.t.Helper()
	res = p.openEvents()
	lines = make(chan string, 1000)
	go func() {
		defer close(lines)
		for in := bufio.NewScanner(res.Body); in.Scan(); {
			lines <- in.Text()
		}
	}()
	return lines, res
}

// await fails unless the line arrives within two seconds.
func await(t testing.TB, lines chan string, want string) {
	t.Helper()
	late := time.After(2 * time.Second)
	for {
		select {
		case line, open := <-lines:
			if line == want {
				return
			}
			if !open {
				t.Fatalf("the stream ended before %q", want)
			}
		case <-late:
			t.Fatalf("%q did not come", want)
		}
	}
}

func TestEventsReachTheirAccountOnly(t *testing.T) {
	r := start(t)
	ana, bob := r.signIn("ana@example.com"), r.signIn("bob@example.com")
	hers, res := ana.events()
	his, _ := bob.events()
	if kind := res.Header.Get("Content-Type"); kind != "text/event-stream" || res.Header.Get("Cache-Control") != "no-store" {
		t.Errorf("headers %v", res.Header)
	}
	await(t, hers, "retry: 2000")
	await(t, his, "retry: 2000")
	r.publish(bob.account, upslope.Event{Kind: "sites"})
	r.publish(ana.account, upslope.Event{Kind: "job", JobID: "j", Status: upslope.JobRunning, Progress: 0.5, Message: "Half\nway"})
	await(t, hers, "id: 1")
	await(t, hers, "event: job")
	await(t, hers, `data: {"kind":"job","jobId":"j","status":"running","progress":0.5,"message":"Half\nway"}`)
	await(t, his, `data: {"kind":"sites"}`)
	ana.do("HEAD", "/api/events", "").want(http.StatusOK)
}

func TestStreamsEndWithTheServerAtOnce(t *testing.T) {
	r := start(t)
	lines, _ := r.signIn("ana@example.com").events()
	await(t, lines, "retry: 2000")
	began := time.Now()
	r.stop()
	if took := time.Since(began); took > 3*time.Second {
		t.Errorf("stopping took %v", took)
	}
	for range lines {
		continue
	}
	if len(r.listen) != 0 {
		t.Error("a stream that ended still listens")
	}
}

func TestClientThatDoesNotKeepUpIsCutOff(t *testing.T) {
	r := start(t)
	ana := r.signIn("ana@example.com")
	res := ana.openEvents()
	message := strings.Repeat("x", 64<<10)
	for range 2000 {
		r.publish(ana.account, upslope.Event{Kind: "job", Message: message})
	}
	over := time.AfterFunc(10*time.Second, func() { res.Body.Close() })
	got, err := io.Copy(io.Discard, res.Body)
	if !over.Stop() || got >= 2000*int64(len(message)) {
		t.Errorf("got %d MB, then %v: the stream was not cut off", got>>20, err)
	}
}

func TestWindowsOfAnAccountAreLimited(t *testing.T) {
	r := start(t)
	ana := r.signIn("ana@example.com")
	for range 20 {
		lines, res := ana.events()
		if res.StatusCode != http.StatusOK {
			t.Fatalf("status %d", res.StatusCode)
		}
		await(t, lines, "retry: 2000")
	}
	if _, res := ana.events(); res.StatusCode != http.StatusTooManyRequests || res.Header.Get("Retry-After") == "" {
		t.Errorf("the 21st stream: %d", res.StatusCode)
	}
	r.signIn("bob@example.com").events()
}

func TestReadyOnceEverythingWasThere(t *testing.T) {
	var down atomic.Pointer[error]
	down.Store(new(error))
	r := start(t, func(_ *edge.Config, deps *edge.Deps) {
		deps.Checks = map[string]func(context.Context) error{
			"postgres": func(context.Context) error { return *down.Load() }, "clickhouse": func(context.Context) error { return nil },
		}
	})
	visitor := r.visitor()
	for i, c := range []struct {
		down   error
		status int
		body   string
	}{
		{errors.New("not yet"), http.StatusServiceUnavailable, `{"status":"starting","checks":{"clickhouse":"ok","postgres":"unavailable","reports":"ok"},"reports":{"position":7,"ageSeconds":%d},"serves":{"links":true,"all":false}}`},
		{nil, http.StatusOK, `{"status":"ok","checks":{"clickhouse":"ok","postgres":"ok","reports":"ok"},"reports":{"position":7,"ageSeconds":%d},"serves":{"links":true,"all":true}}`},
		{errors.New("gone"), http.StatusOK, `{"status":"degraded","checks":{"clickhouse":"ok","postgres":"unavailable","reports":"ok"},"reports":{"position":7,"ageSeconds":%d},"serves":{"links":true,"all":false}}`},
	} {
		down.Store(&c.down)
		r.goTo(time.Duration(i) * 2 * time.Second)
		if res := visitor.do("GET", "/readyz", ""); res.StatusCode != c.status || res.text != fmt.Sprintf(c.body, 2*i) {
			t.Errorf("%d %s, want %d %s", res.StatusCode, res.text, c.status, c.body)
		}
	}
	visitor.do("GET", "/healthz", "").want(http.StatusOK)
}
