package edge_test

import (
	"bytes"
	"compress/gzip"
	"context"
	"io"
	"net/http"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"upslope"
	"upslope/edge"
)

// pages are one without a password, at /r/open, and one with, at /r/locked, here and at reports.agency.com.
type pages struct {
	mu    sync.Mutex
	err   error
	views int
	tried int
	check chan struct{} // each wrong password waits for one; nil: none waits
}

const reportHTML = "<!doctype html><title>Q3</title>" + "<p>All is well.</p>"

func (p *pages) Page(host, token, key string) (upslope.ReportPage, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	switch {
	case p.err != nil:
		return upslope.ReportPage{}, p.err
	case host != "" && host != "reports.agency.com":
		return upslope.ReportPage{}, upslope.Errorf(upslope.NotFound, "None.")
	case token == "panics":
		panic("a mistake of ours")
	case token == "open", token == "locked" && key == "the-key":
		var packed bytes.Buffer
		w := gzip.NewWriter(&packed)
		_, _ = io.WriteString(w, reportHTML)
		_ = w.Close()
		return upslope.ReportPage{Gzip: packed.Bytes(), Tag: "tag"}, nil
	case token == "locked":
		return upslope.ReportPage{}, upslope.Errorf(upslope.Unauthenticated, "It has a password.")
	}
	return upslope.ReportPage{}, upslope.Errorf(upslope.NotFound, "None.")
}

func (p *pages) Unlock(_ context.Context, host, token, password string) (upslope.ReportPage, string, error) {
	p.mu.Lock()
	p.tried++
	p.mu.Unlock()
	if password != "correct horse" {
		if p.check != nil {
			<-p.check
		}
		return upslope.ReportPage{}, "", upslope.Errorf(upslope.Unauthenticated, "Wrong.")
	}
	page, err := p.Page(host, token, "the-key")
	return page, "the-key", err
}

func (p *pages) Position() (uint64, time.Time) { return 7, time.Now() } // real, so that only goTo ages it
func (p *pages) Ready(context.Context) error   { return p.err }
func (p *pages) Add([32]byte) error            { p.mu.Lock(); defer p.mu.Unlock(); p.views++; return nil }

func (p *pages) attempts() int { p.mu.Lock(); defer p.mu.Unlock(); return p.tried }

func (p *pages) viewed() int { p.mu.Lock(); defer p.mu.Unlock(); return p.views }

const asForm = "Content-Type: application/x-www-form-urlencoded"

func TestALinkOpensForAnybodyAsItIsStored(t *testing.T) {
	r := start(t)
	packed := r.visitor().do("GET", "/r/open", "", "Accept-Encoding: gzip, br").want(http.StatusOK)
	if unpacked, err := gzip.NewReader(strings.NewReader(packed.text)); err != nil {
		t.Error(err)
	} else if text, err := io.ReadAll(unpacked); err != nil || string(text) != reportHTML {
		t.Errorf("%q, %v", text, err)
	}
	plain := r.visitor().do("GET", "/r/open", "").want(http.StatusOK)
	if plain.text != reportHTML || plain.Header.Get("Content-Encoding") != "" {
		t.Errorf("%q %v", plain.text, plain.Header)
	}
	for name, want := range map[string]string{
		"Content-Type": "text/html; charset=utf-8", "X-Robots-Tag": "noindex, nofollow", "Referrer-Policy": "no-referrer",
		"Cache-Control": "private, no-cache", "X-Replica-Position": "7", "X-Replica-Age": "0", "X-Content-Type-Options": "nosniff", "Vary": "Accept-Encoding", "Set-Cookie": "",
	} {
		if got := packed.Header.Get(name); got != want {
			t.Errorf("%s: %q, want %q", name, got, want)
		}
	}
	if policy := packed.Header.Get("Content-Security-Policy"); !strings.HasPrefix(policy, "default-src 'none'") || strings.Contains(policy, "script") {
		t.Errorf("policy %q", policy)
	}
	if packed.Header.Get("ETag") == plain.Header.Get("ETag") {
		t.Error("two forms of a page have one tag")
	}
}

func TestAWholePageIsAViewAndNothingElseIs(t *testing.T) {
	r := start(t)
	visitor := r.visitor()
	tag := visitor.do("GET", "/r/open", "").want(http.StatusOK).Header.Get("ETag")
	visitor.do("GET", "/r/open", "", "If-None-Match: "+tag).want(http.StatusNotModified)
	visitor.do("HEAD", "/r/open", "").want(http.StatusOK)
	visitor.do("GET", "/r/locked", "").want(http.StatusUnauthorized)
	visitor.do("POST", "/r/locked", "password=wrong+horse", asForm).want(http.StatusUnauthorized)
	visitor.do("GET", "/r/nothing", "").want(http.StatusNotFound)
	if got := r.pages.viewed(); got != 1 {
		t.Errorf("%d views, want 1", got)
	}
	visitor.do("GET", "/r/open", "", "User-Agent: Googlebot/2.1").want(http.StatusOK)
	visitor.do("POST", "/r/locked", "password=correct+horse", asForm).want(http.StatusOK)
	if got := r.pages.viewed(); got != 3 {
		t.Errorf("%d views, want 3", got)
	}
}

func TestAPasswordOpensAPageUntilTheBrowserEnds(t *testing.T) {
	r := start(t)
	visitor := r.visitor()
	if asked := visitor.do("GET", "/r/locked", "").want(http.StatusUnauthorized); !strings.Contains(asked.text, `<form method="post">`) || strings.Contains(asked.text, "<script") {
		t.Error(asked.text)
	}
	// Browsers send Origin: null from a page with no-referrer.
	opened := visitor.do("POST", "/r/locked", "password=correct+horse", asForm, "Origin: null").want(http.StatusOK)
	cookie := opened.Header.Get("Set-Cookie")
	for _, part := range []string{"path=/r/locked", "HttpOnly", "SameSite=Lax"} {
		if !strings.Contains(cookie, part) {
			t.Errorf("cookie %q is not %s", cookie, part)
		}
	}
	if strings.Contains(strings.ToLower(cookie), "expires") || strings.Contains(strings.ToLower(cookie), "max-age") {
		t.Errorf("cookie %q outlives the browser", cookie)
	}
	if again := visitor.do("GET", "/r/locked", "").want(http.StatusOK); again.text != reportHTML {
		t.Error(again.text)
	}
	r.visitor().do("GET", "/r/locked", "").want(http.StatusUnauthorized)
}

func TestAPanicFailsOneOpeningAndNotTheProcess(t *testing.T) {
	r := start(t)
	r.visitor().do("GET", "/r/panics", "").want(http.StatusInternalServerError)
	r.visitor().do("GET", "/r/open", "").want(http.StatusOK)
}

func TestWhatOnlyLooksLikeALinkGoesTheUsualWay(t *testing.T) {
	visitor := start(t).visitor()
	for _, path := range []string{"/r/", "/r", "/r/open/more", "/rx/open"} {
		if res := visitor.do("GET", path, "").want(http.StatusNotFound); !strings.Contains(res.text, "<title>App</title>") {
			t.Errorf("%s: %s", path, res.text)
		}
	}
	visitor.do("DELETE", "/r/open", "").want(http.StatusMethodNotAllowed)
}

func TestGuessesAreLimitedAndWhoViewsALotIsNot(t *testing.T) {
	r := start(t)
	office := r.visitor()
	missing := office.do("GET", "/r/nothing", "").want(http.StatusNotFound)
	limited := 0
	for i := range 60 {
		res := office.do("GET", "/r/guess"+strconv.Itoa(i), "")
		switch {
		case res.StatusCode == http.StatusTooManyRequests:
			if wait, err := strconv.Atoi(res.Header.Get("Retry-After")); err != nil || wait < 1 {
				t.Errorf("Retry-After %q", res.Header.Get("Retry-After"))
			}
			limited++
		case res.StatusCode != http.StatusNotFound || res.text != missing.text:
			t.Errorf("%d %s", res.StatusCode, res.text)
		}
	}
	if limited < 20 {
		t.Errorf("%d of 60 guesses were too many", limited)
	}
	for range 100 {
		office.do("GET", "/r/open", "").want(http.StatusOK)
	}
	r.goTo(time.Minute)
	office.do("GET", "/r/nothing", "").want(http.StatusNotFound)
}

func TestPasswordsAreLimitedAndNotEvenTriedBeyondThat(t *testing.T) {
	r := start(t)
	visitor, limited := r.visitor(), 0
	for range 20 {
		if visitor.do("POST", "/r/locked", "password=wrong+horse", asForm).StatusCode == http.StatusTooManyRequests {
			limited++
		}
	}
	if limited != 10 || r.pages.tried != 10 {
		t.Errorf("%d of 20 were too many, %d were tried", limited, r.pages.tried)
	}
	visitor.do("POST", "/r/locked", "password=correct+horse", asForm).want(http.StatusTooManyRequests)
	r.goTo(31 * time.Second)
	visitor.do("POST", "/r/locked", "password=correct+horse", asForm).want(http.StatusOK)
	visitor.do("POST", "/r/locked", "password="+strings.Repeat("x", 5000), asForm).wantProblem(http.StatusRequestEntityTooLarge, "The form is too large.", "")
}

func TestPasswordsTriedAtOnceAreLimitedAsThoseTriedInTurn(t *testing.T) {
	r := start(t)
	statuses := make(chan int, 150)
	var all sync.WaitGroup
	for range cap(statuses) {
		all.Go(func() { statuses <- r.visitor().do("POST", "/r/locked", "password=wrong+horse", asForm).StatusCode })
	}
	all.Wait()
	close(statuses)
	count := map[int]int{}
	for status := range statuses {
		count[status]++
	}
	if count[http.StatusUnauthorized] != 10 || count[http.StatusTooManyRequests] != 140 || r.pages.tried != 10 {
		t.Errorf("%d were tried, statuses %v", r.pages.tried, count)
	}
}

func TestARightPasswordCostsNoTry(t *testing.T) {
	r := start(t)
	for range 30 {
		r.visitor().do("POST", "/r/locked", "password=correct+horse", asForm).want(http.StatusOK)
	}
}

func TestWhoKeepsGuessingPasswordsDoesNotHoldUpAFirstTry(t *testing.T) {
	r := start(t, func(c *edge.Config, _ *edge.Deps) { c.ClientAddressHeader = "Fly-Client-IP" })
	r.pages.check = make(chan struct{})
	var guessing sync.WaitGroup
	for range 10 {
		guessing.Go(func() {
			r.visitor().do("POST", "/r/locked", "password=wrong+horse", asForm, "Fly-Client-IP: 192.0.2.1").want(http.StatusUnauthorized)
		})
	}
	for r.pages.attempts() < 2 { // a first try and one more are being checked
		time.Sleep(time.Millisecond)
	}
	r.visitor().do("POST", "/r/locked", "password=correct+horse", asForm, "Fly-Client-IP: 192.0.2.2").want(http.StatusOK)
	if tried := r.pages.attempts(); tried != 3 {
		t.Errorf("%d passwords were checked at once, want the right one beside two", tried)
	}
	close(r.pages.check)
	guessing.Wait()
}

func TestBehindOurProxyEachClientHasItsOwnLimit(t *testing.T) {
	r := start(t, func(c *edge.Config, _ *edge.Deps) { c.ClientAddressHeader = "Fly-Client-IP" })
	visitor := r.visitor()
	for range 40 {
		visitor.do("GET", "/r/nothing", "", "Fly-Client-IP: 2001:db8::1")
	}
	// It is the same customer.
	visitor.do("GET", "/r/nothing", "", "Fly-Client-IP: 2001:db8::ffff").want(http.StatusTooManyRequests)
	visitor.do("GET", "/r/nothing", "", "Fly-Client-IP: 2001:db8:0:1::1").want(http.StatusNotFound)
}

func TestAnEdgeThatHeardNothingForTooLongSaysSo(t *testing.T) {
	r := start(t)
	r.pages.err = upslope.Errorf(upslope.Unavailable, "Too old.")
	shown := r.visitor().do("GET", "/r/open", "").want(http.StatusServiceUnavailable)
	if !strings.Contains(shown.text, "temporarily unavailable") || shown.Header.Get("Retry-After") == "" || shown.Header.Get("X-Robots-Tag") == "" {
		t.Errorf("%s %v", shown.text, shown.Header)
	}
	ready := r.visitor().do("GET", "/readyz", "").want(http.StatusOK)
	if !strings.Contains(ready.text, `"status":"degraded"`) || !strings.Contains(ready.text, `"reports":"unavailable"`) {
		t.Error(ready.text)
	}
}

func TestAnEdgeByItselfIsReadyOnceItOpensReports(t *testing.T) {
	down := func(context.Context) error { return context.DeadlineExceeded }
	for _, c := range []struct {
		alone  bool
		pages  error
		status int
	}{{true, nil, http.StatusOK}, {true, context.DeadlineExceeded, http.StatusServiceUnavailable}, {false, nil, http.StatusServiceUnavailable}} {
		r := start(t, func(config *edge.Config, deps *edge.Deps) {
			config.OpensAlone = c.alone
			deps.Checks = map[string]func(context.Context) error{"postgres": down}
		})
		r.pages.err = c.pages
		r.visitor().do("GET", "/readyz", "").want(c.status)
	}
}
