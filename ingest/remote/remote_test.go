package remote_test

import (
	"bytes"
	"compress/gzip"
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"golang.org/x/oauth2"

	"upslope/ingest/providers"
	"upslope/ingest/remote"
)

// impatient limits keep tests short.
var impatient = providers.Limits{Timeout: 10 * time.Second, Backoff: time.Millisecond, Patience: 1500 * time.Millisecond, MaxBytes: 1 << 20}

// ask sends one request to a provider; answer handles the n-th request, from 1.
func ask(t *testing.T, options remote.Options, answer func(n int, w http.ResponseWriter, r *http.Request)) (string, int, error) {
	t.Helper()
	var requests atomic.Int64
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		if string(body) != "the question" {
			t.Errorf("the provider got the body %q", body)
		}
		answer(int(requests.Add(1)), w, r)
	}))
	defer server.Close()
	options.Provider = "Example"
	if options.Limits == (providers.Limits{}) {
		options.Limits = impatient
	}
	request, err := http.NewRequestWithContext(t.Context(), http.MethodPost, server.URL+"/report?key=AIzaSecretSecretSecret", strings.NewReader("the question"))
	if err != nil {
		t.Fatal(err)
	}
	var providerError struct{ Rows string }
	err = remote.JSON(remote.NewClient(options), request, &providerError)
	return providerError.Rows, int(requests.Load()), err
}

func good(w http.ResponseWriter) {
	w.Header().Set("Content-Type", "application/json")
	fmt.Fprint(w, `{"rows": "all of them"}`)
}

func TestWhatMayPassIsAskedAgain(t *testing.T) {
	status := func(code int, body string) func(http.ResponseWriter) {
		return func(w http.ResponseWriter) {
			w.WriteHeader(code)
			fmt.Fprint(w, body)
		}
	}
	for name, fault := range map[string]func(http.ResponseWriter){
		"500":              status(500, "<html>oops</html>"),
		"503 in an array":  status(503, `[{"error": {"code": 503, "status": "UNAVAILABLE"}}]`),
		"429":              status(429, `{"error": {"code": 429, "status": "RESOURCE_EXHAUSTED"}}`),
		"403 rate":         status(403, `{"error": {"code": 403, "errors": [{"reason": "rateLimitExceeded"}]}}`),
		"403 load quota":   status(403, `{"error": {"code": 403, "message": "Search Analytics load quota exceeded.", "errors": [{"reason": "quotaExceeded"}]}}`),
		"403 in words":     status(403, `{"error": {"code": 403, "message": "Quota exceeded."}}`),
		"expired page":     status(400, `{"error": {"code": 400, "status": "INVALID_ARGUMENT", "message": "The page token has expired."}}`),
		"slow":             func(http.ResponseWriter) { time.Sleep(400 * time.Millisecond) },
		"broken off":       func(http.ResponseWriter) { panic(http.ErrAbortHandler) },
		"length mismatch":  func(w http.ResponseWriter) { w.Header().Set("Content-Length", "1000"); fmt.Fprint(w, `{"rows": "al`) },
		"cut without sign": func(w http.ResponseWriter) { fmt.Fprint(w, `{"rows": "all of`) },
		"nothing":          func(http.ResponseWriter) {},
		"broken gzip": func(w http.ResponseWriter) {
			var packed bytes.Buffer
			writer := gzip.NewWriter(&packed)
			fmt.Fprint(writer, `{"rows": "all of them"}`)
			writer.Close()
			w.Header().Set("Content-Encoding", "gzip")
			_, _ = w.Write(packed.Bytes()[:packed.Len()-6])
		},
	} {
		options := remote.Options{Limits: impatient}
		if name == "slow" {
			options.Limits.Timeout = 200 * time.Millisecond
		}
		t.Run(name, func(t *testing.T) {
			rows, requests, err := ask(t, options, func(n int, w http.ResponseWriter, _ *http.Request) {
				if n <= 2 {
					fault(w)
					return
				}
				good(w)
			})
			if err != nil || rows != "all of them" || requests != 3 {
				t.Errorf("got %q after %d requests: %v", rows, requests, err)
			}
		})
		t.Run(name+" for good", func(t *testing.T) {
			rows, requests, err := ask(t, options, func(_ int, w http.ResponseWriter, _ *http.Request) { fault(w) })
			var providerError *providers.Error
			if !errors.As(err, &providerError) || providerError.Kind != providers.Temporary && providerError.Kind != providers.Quota || rows != "" || requests != 5 {
				t.Errorf("got %q after %d requests: %v", rows, requests, err)
			}
		})
	}
}

func TestWhatStaysAsItIsIsAskedOnce(t *testing.T) {
	now := time.Date(2026, 11, 1, 7, 30, 0, 0, time.UTC) // 00:30 Pacific on the day the clocks go back
	for _, test := range []struct {
		name   string
		code   int
		header string
		body   string
		kind   providers.Kind
		until  time.Time
	}{
		{name: "permission", code: 403, body: `{"error": {"code": 403, "message": "User does not have sufficient permission", "errors": [{"reason": "forbidden"}]}}`, kind: providers.Denied},
		{name: "daily quota", code: 403, body: `{"error": {"code": 403, "errors": [{"reason": "dailyLimitExceeded"}]}}`, kind: providers.Quota, until: time.Date(2026, 11, 2, 8, 0, 0, 0, time.UTC)},
		{name: "daily quota in words", code: 429, body: `{"error": {"code": 429, "status": "RESOURCE_EXHAUSTED", "message": "Quota exceeded for quota metric 'Queries' and limit 'Queries per day'"}}`, kind: providers.Quota, until: time.Date(2026, 11, 2, 8, 0, 0, 0, time.UTC)},
		{name: "hourly quota in words", code: 429, body: `{"error": {"code": 429, "status": "RESOURCE_EXHAUSTED", "message": "Exhausted property tokens for a project per hour. These quota tokens will return in under 1 hour."}}`, kind: providers.Quota, until: time.Date(2026, 11, 1, 8, 0, 0, 0, time.UTC)},
		{name: "told to wait long", code: 429, header: "7200", body: `{}`, kind: providers.Quota, until: now.Add(2 * time.Hour)},
		{name: "told by RetryInfo", code: 429, body: `{"error": {"code": 429, "details": [{"@type": "type.googleapis.com/google.rpc.RetryInfo", "retryDelay": "3600s"}]}}`, kind: providers.Quota, until: now.Add(time.Hour)},
		{name: "bad request", code: 400, body: `[{"error": {"code": 400, "status": "INVALID_ARGUMENT", "message": "Field keyEvents is not a valid metric."}}]`, kind: providers.Refused},
		{name: "unknown", code: 404, body: `<!DOCTYPE html><title>Error 404</title>`, kind: providers.Refused},
		{name: "invalid grant", code: 400, body: `{"error": "invalid_grant", "error_description": "Token has been expired or revoked."}`, kind: providers.Reconnect},
		{name: "bad key", code: 400, body: `{"error": {"code": 400, "details": [{"reason": "API_KEY_INVALID"}]}}`, kind: providers.Reconnect},
		{name: "signed out", code: 401, body: "Unauthorized", kind: providers.Reconnect},
		{name: "redirect", code: 302, body: "", kind: providers.Refused},
		{name: "too large", code: 200, body: `{"rows": "` + strings.Repeat("x", 1<<20) + `"}`, kind: providers.Refused},
	} {
		t.Run(test.name, func(t *testing.T) {
			_, requests, err := ask(t, remote.Options{Now: func() time.Time { return now }}, func(_ int, w http.ResponseWriter, r *http.Request) {
				w.Header().Set("Location", "http://"+r.Host+"/elsewhere")
				if test.header != "" {
					w.Header().Set("Retry-After", test.header)
				}
				w.WriteHeader(test.code)
				fmt.Fprint(w, test.body)
			})
			var providerError *providers.Error
			if !errors.As(err, &providerError) || providerError.Kind != test.kind || !providerError.Until.Equal(test.until) || requests != 1 {
				t.Fatalf("after %d requests: %#v", requests, err)
			}
			if !strings.HasSuffix(providerError.Message, ".") || strings.Contains(providerError.Message, "\n") {
				t.Errorf("%q is no sentence", providerError.Message)
			}
			var answer *remote.Answer
			if test.code != 200 && (!errors.As(err, &answer) || answer.Code != test.code) {
				t.Errorf("the cause is %v", errors.Unwrap(providerError))
			}
		})
	}
}

func TestAToldWaitIsKept(t *testing.T) {
	for name, refuse := range map[string]func(http.ResponseWriter){
		"Retry-After": func(w http.ResponseWriter) { w.Header().Set("Retry-After", "1"); w.WriteHeader(429) },
		"RetryInfo": func(w http.ResponseWriter) {
			w.WriteHeader(503)
			fmt.Fprint(w, `{"error": {"code": 503, "details": [{"retryDelay": "0.9s"}]}}`)
		},
	} {
		t.Run(name, func(t *testing.T) {
			began := time.Now()
			_, requests, err := ask(t, remote.Options{}, func(n int, w http.ResponseWriter, _ *http.Request) {
				if n == 1 {
					refuse(w)
					return
				}
				good(w)
			})
			if waited := time.Since(began); err != nil || requests != 2 || waited < 900*time.Millisecond {
				t.Errorf("%d requests in %v: %v", requests, waited, err)
			}
		})
	}
}

func TestAnEndedContextEndsTheWaiting(t *testing.T) {
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(500) }))
	defer server.Close()
	ctx, cancel := context.WithTimeout(t.Context(), 50*time.Millisecond)
	defer cancel()
	request, _ := http.NewRequestWithContext(ctx, http.MethodGet, server.URL, nil)
	began := time.Now()
	err := remote.JSON(remote.NewClient(remote.Options{Limits: providers.Limits{Pause: time.Minute}}), request, new(any))
	if !errors.Is(err, context.DeadlineExceeded) || time.Since(began) > 5*time.Second {
		t.Errorf("after %v: %v", time.Since(began), err)
	}
}

func TestADecoderDecidesWhatAnAnswerIs(t *testing.T) {
	requests := 0
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		requests++
		fmt.Fprintf(w, "ERROR 132 :: API UNITS BALANCE IS ZERO %d", requests)
	}))
	defer server.Close()
	client := remote.NewClient(remote.Options{Provider: "Example", Limits: impatient})
	for kind, want := range map[providers.Kind]int{providers.Quota: 1, providers.Refused: 1, providers.Temporary: 5} {
		requests = 0
		request, _ := http.NewRequestWithContext(t.Context(), http.MethodGet, server.URL, nil)
		err := remote.Read(client, request, func([]byte) error { return providers.Errorf(kind, "Out of units.") })
		var providerError *providers.Error
		if !errors.As(err, &providerError) || providerError.Message != "Out of units." || requests != want {
			t.Errorf("%s: %d requests: %v", kind, requests, err)
		}
	}
}

func TestLimitersAreShared(t *testing.T) {
	var now, most atomic.Int64
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		most.Store(max(most.Load(), now.Add(1)))
		time.Sleep(20 * time.Millisecond)
		now.Add(-1)
		good(w)
	}))
	defer server.Close()
	shared := remote.NewLimiter(providers.Limits{Concurrency: 2, PerSecond: 40, Burst: 1})
	began, done := time.Now(), make(chan error)
	for range 10 {
		client := remote.NewClient(remote.Options{Limiters: []*remote.Limiter{shared}})
		go func() {
			request, _ := http.NewRequestWithContext(t.Context(), http.MethodGet, server.URL, nil)
			done <- remote.JSON(client, request, new(any))
		}()
	}
	for range 10 {
		if err := <-done; err != nil {
			t.Error(err)
		}
	}
	if took := time.Since(began); most.Load() > 2 || took < 9*25*time.Millisecond {
		t.Errorf("%d at a time, in %v", most.Load(), took)
	}
}

func TestSecretsAreInNoError(t *testing.T) {
	const secret = "ya29.very-secret"
	tokens := remote.NewTokens(func(context.Context) (*oauth2.Token, error) { return &oauth2.Token{AccessToken: secret}, nil })
	for name, answer := range map[string]func(w http.ResponseWriter, r *http.Request){
		"quoted": func(w http.ResponseWriter, r *http.Request) {
			w.WriteHeader(400)
			fmt.Fprintf(w, "cannot %s %s with %s and refresh_token=1//0secretsecret", r.Method, r.URL, r.Header.Get("Authorization"))
		},
		"broken off": func(http.ResponseWriter, *http.Request) { panic(http.ErrAbortHandler) },
	} {
		_, _, err := ask(t, remote.Options{Tokens: tokens}, func(_ int, w http.ResponseWriter, r *http.Request) { answer(w, r) })
		for retryDelay := err; retryDelay != nil; retryDelay = errors.Unwrap(retryDelay) {
			for _, hidden := range []string{secret, "AIza", "0secretsecret"} {
				if strings.Contains(retryDelay.Error(), hidden) {
					t.Errorf("%s: %v", name, retryDelay)
				}
			}
		}
	}
}
