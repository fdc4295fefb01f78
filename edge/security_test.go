package edge_test

import (
	"bytes"
	"errors"
	"io"
	"log/slog"
	"net"
	"net/http"
	"strings"
	"testing"
	"time"

	"upslope"
	"upslope/edge"
)

func TestEveryAnswerTellsTheBrowserWhatThisSiteNeverDoes(t *testing.T) {
	visitor := start(t).visitor()
	for _, path := range []string{"/", "/nothing", "/api/sites", "/api/nothing", "/assets/app-1.js", "/readyz"} {
		res := visitor.do("GET", path, "")
		for header, want := range map[string]string{
			"X-Content-Type-Options": "nosniff", "X-Frame-Options": "DENY", "Referrer-Policy": "strict-origin-when-cross-origin",
			"Cross-Origin-Opener-Policy": "same-origin", "Strict-Transport-Security": "",
		} {
			if got := res.Header.Get(header); got != want {
				t.Errorf("%s: %s is %q, want %q", path, header, got, want)
			}
		}
		policy := policyOf(res)
		for directive, want := range map[string]string{
			"script-src": "'self'", "style-src": "'self' 'unsafe-inline'", "img-src": "'self' data: blob:", "connect-src": "'self'", "frame-src": "'self'",
			"frame-ancestors": "'none'", "object-src": "'none'", "base-uri": "'none'", "form-action": "'self'",
		} {
			if policy[directive] != want {
				t.Errorf("%s: %s is %q, want %q", path, directive, policy[directive], want)
			}
		}
		if store := res.Header.Get("Cache-Control"); strings.HasPrefix(path, "/api") && store != "no-store" {
			t.Errorf("%s: Cache-Control %q", path, store)
		}
	}
}

// policyOf parses the Content-Security-Policy by directive.
func policyOf(res answer) map[string]string {
	policy := map[string]string{}
	for directive := range strings.SplitSeq(res.Header.Get("Content-Security-Policy"), "; ") {
		name, value, _ := strings.Cut(directive, " ")
		policy[name] = value
	}
	return policy
}

func TestPolicyAllowsWhatClerkAndStripeNeedWhereTheyAreUsed(t *testing.T) {
	r := start(t, withClerk(refuseAll{}), func(config *edge.Config, _ *edge.Deps) {
		config.ClerkOrigin, config.StripeKey, config.StorageOrigin = "https://clerk.example.com", "pk_test_1", "https://files.example"
	})
	policy := policyOf(r.visitor().do("GET", "/", ""))
	for directive, want := range map[string]string{
		"script-src":  "'self' https://clerk.example.com https://challenges.cloudflare.com https://js.stripe.com",
		"connect-src": "'self' https://clerk.example.com https://files.example https://api.stripe.com",
		"img-src":     "'self' data: blob: https://img.clerk.com",
		"frame-src":   "'self' https://challenges.cloudflare.com https://js.stripe.com https://hooks.stripe.com",
		"style-src":   "'self' 'unsafe-inline'", "worker-src": "'self' blob:", "default-src": "'self'", "form-action": "'self'",
	} {
		if policy[directive] != want {
			t.Errorf("%s is %q, want %q", directive, policy[directive], want)
		}
	}
}

func TestTransportSecurityIsForHTTPS(t *testing.T) {
	r := start(t, func(config *edge.Config, deps *edge.Deps) {
		config.PublicURL = "https://app.example.com"
		deps.Local, deps.Verifier = nil, refuseAll{}
	})
	if got := r.visitor().do("GET", "/", "").Header.Get("Strict-Transport-Security"); !strings.HasPrefix(got, "max-age=31536000") {
		t.Errorf("Strict-Transport-Security %q", got)
	}
	for host, want := range map[string]struct {
		status  int
		through string
	}{
		"app.example.com":    {http.StatusOK, "max-age=31536000; includeSubDomains"},
		"reports.agency.com": {http.StatusNotFound, "max-age=31536000"}, // it shows reports, nothing of ours
	} {
		request, err := http.NewRequestWithContext(t.Context(), http.MethodGet, r.url+"/", nil)
		if err != nil {
			t.Fatal(err)
		}
		request.Host = host
		answer, err := http.DefaultClient.Do(request)
		if err != nil {
			t.Fatal(err)
		}
		body, _ := io.ReadAll(answer.Body)
		_ = answer.Body.Close()
		if got := answer.Header.Get("Strict-Transport-Security"); answer.StatusCode != want.status || got != want.through || (want.status != http.StatusOK && strings.Contains(string(body), "Upslope")) {
			t.Errorf("%s: %d, %q, %s", host, answer.StatusCode, got, body)
		}
	}
}

func TestWritesFromOtherSitesAreRefused(t *testing.T) {
	r := start(t)
	ana := r.signIn("ana@example.com")
	for _, c := range []struct {
		method, site, origin string
		want                 int
	}{
		{"POST", "same-origin", "", http.StatusNoContent},
		{"POST", "same-origin", "https://evil.example", http.StatusNoContent}, // Sec-Fetch-Site comes first
		{"POST", "none", "", http.StatusNoContent},
		{"POST", "same-site", "", http.StatusForbidden},
		{"POST", "cross-site", "", http.StatusForbidden},
		{"POST", "cross-site", r.url, http.StatusForbidden},
		{"POST", "", r.url, http.StatusNoContent},
		{"POST", "", "https://evil.example", http.StatusForbidden},
		{"POST", "", "null", http.StatusForbidden},
		{"POST", "", "", http.StatusNoContent},
		{"GET", "cross-site", "https://evil.example", http.StatusOK},
	} {
		path, headers := "/api/logout", []string{}
		if c.method == "GET" {
			path = "/api/sites"
		}
		if c.site != "" {
			headers = append(headers, "Sec-Fetch-Site: "+c.site)
		}
		if c.origin != "" {
			headers = append(headers, "Origin: "+c.origin)
		}
		sender := r.visitor()
		if c.method == "GET" {
			sender = ana
		}
		if got := sender.do(c.method, path, "", headers...).StatusCode; got != c.want {
			t.Errorf("%+v: %d", c, got)
		}
	}
}

func TestRequestIDIsOurs(t *testing.T) {
	visitor := start(t).visitor()
	first := visitor.do("GET", "/healthz", "", "X-Request-Id: theirs").Header.Get("X-Request-Id")
	second := visitor.do("GET", "/healthz", "").Header.Get("X-Request-Id")
	if len(first) < 20 || first == second {
		t.Errorf("ids %q and %q", first, second)
	}
}

func TestOurFailuresAreLoggedOnceAndShowNothing(t *testing.T) {
	var log bytes.Buffer
	r := start(t, func(_ *edge.Config, deps *edge.Deps) { deps.Log = slog.New(slog.NewTextHandler(&log, nil)) })
	ana := r.signIn("ana@example.com")
	r.fail(errors.New("pq: relation secret_table"))
	ana.do("GET", "/api/sites?q=hidden", "").wantProblem(http.StatusInternalServerError, "Something went wrong on our side. Try again in a moment.", "")
	r.fail(upslope.Errorf(upslope.Unavailable, "The database is not reachable right now."))
	if res := ana.do("GET", "/api/sites", ""); res.Header.Get("Retry-After") == "" {
		t.Error("503 without Retry-After")
	} else {
		res.wantProblem(http.StatusServiceUnavailable, "The database is not reachable right now.", "")
	}
	r.stop()
	if text := log.String(); strings.Count(text, "secret_table") != 1 || strings.Contains(text, "hidden") || !strings.Contains(text, "route=/api/sites") {
		t.Errorf("log:\n%s", text)
	}
}

func TestPanicIsOneFailedRequest(t *testing.T) {
	r := start(t, func(_ *edge.Config, deps *edge.Deps) { deps.Activity = nil })
	ana := r.signIn("ana@example.com")
	ana.do("GET", "/api/activity", "").wantProblem(http.StatusInternalServerError, "", "")
	ana.do("GET", "/api/sites", "").want(http.StatusOK)
}

func TestHeadersWithoutEndAreRefused(t *testing.T) {
	r := start(t)
	res := r.visitor().do("GET", "/", "", "X-Large: "+strings.Repeat("a", 20<<10))
	if res.StatusCode != http.StatusRequestHeaderFieldsTooLarge || res.Header.Get("Content-Type") != "application/problem+json" ||
		res.Header.Get("Content-Security-Policy") == "" {
		t.Errorf("%d %v %s", res.StatusCode, res.Header, res.text)
	}
}

func TestWhatIsNoHTTPIsAnsweredCalmly(t *testing.T) {
	r := start(t)
	conn, err := net.Dial("tcp", strings.TrimPrefix(r.url, "http://"))
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	if err := conn.SetDeadline(time.Now().Add(5 * time.Second)); err != nil {
		t.Fatal(err)
	}
	if _, err := conn.Write([]byte("\x16\x03\x01 this is no request\r\n\r\n")); err != nil {
		t.Fatal(err)
	}
	head := make([]byte, 4096)
	n, err := conn.Read(head)
	if err != nil || !strings.HasPrefix(string(head[:n]), "HTTP/1.1 400") || !strings.Contains(string(head[:n]), "Invalid request.") {
		t.Errorf("%v: %s", err, head[:n])
	}
}
