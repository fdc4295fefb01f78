package remote_test

import (
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"upslope/ingest/providers"
	"upslope/ingest/remote"
)

// get reads a URL of a provider; answer handles the n-th request, from 1.
func get(t *testing.T, limits providers.Limits, options func(*http.Request) *http.Request, decode func([]byte) error, answer func(n int, w http.ResponseWriter)) (int, error) {
	t.Helper()
	n := 0
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		n++
		answer(n, w)
	}))
	defer server.Close()
	request, err := http.NewRequestWithContext(t.Context(), http.MethodGet, server.URL, nil)
	if err != nil {
		t.Fatal(err)
	}
	err = remote.Read(remote.NewClient(remote.Options{Provider: "Example", Limits: limits}), options(request), decode)
	return n, err
}

func same(request *http.Request) *http.Request { return request }

func TestASourceThatTimesItsOwnTriesGetsAFailureAtOnceAndACutAnswerAsEver(t *testing.T) {
	final := func(request *http.Request) *http.Request {
		return request.WithContext(remote.FinalFailures(request.Context()))
	}
	whole := func(body []byte) error {
		if string(body) != "whole" {
			return errors.New("cut")
		}
		return nil
	}
	n, err := get(t, impatient, final, whole, func(_ int, w http.ResponseWriter) {
		w.WriteHeader(500)
		fmt.Fprint(w, `{"error": {"code": 500, "errors": [{"reason": "lighthouseError"}]}}`)
	})
	var answer *remote.Answer
	if n != 1 || !errors.As(err, &answer) || !answer.Has("lighthouseError") {
		t.Errorf("asked %d times: %v", n, err)
	}
	n, err = get(t, impatient, final, whole, func(n int, w http.ResponseWriter) { fmt.Fprint(w, "whole"[:min(n+2, 5)]) })
	if n != 3 || err != nil {
		t.Errorf("asked %d times for what came cut: %v", n, err)
	}
}

func TestAnAnswerThatMakesNoSenseIsToldFromOneThatDoesNotCome(t *testing.T) {
	senseless := func([]byte) error { return errors.New("NaN is no count") }
	if _, err := get(t, impatient, same, senseless, func(_ int, w http.ResponseWriter) { fmt.Fprint(w, "{}") }); !errors.Is(err, providers.ErrDamaged) {
		t.Errorf("got %v", err)
	}
	if _, err := get(t, impatient, same, senseless, func(_ int, w http.ResponseWriter) { w.WriteHeader(503) }); err == nil || errors.Is(err, providers.ErrDamaged) {
		t.Errorf("of a provider that is away: %v", err)
	}
}

func TestABodyThatSaysNoUnderAGoodStatusCountsAsItsOwn(t *testing.T) {
	no := func(body []byte) error {
		if strings.HasPrefix(string(body), "{") {
			return remote.Refusal(429, body)
		}
		return nil
	}
	n, err := get(t, impatient, same, no, func(n int, w http.ResponseWriter) {
		if n < 3 {
			fmt.Fprint(w, `{"error": {"code": 429, "status": "RESOURCE_EXHAUSTED"}}`)
		}
	})
	if n != 3 || err != nil {
		t.Errorf("asked %d times: %v", n, err)
	}
	n, err = get(t, impatient, same, no, func(_ int, w http.ResponseWriter) {
		fmt.Fprint(w, `{"error": {"code": 429, "status": "RESOURCE_EXHAUSTED", "details": [{"retryDelay": "3600s"}]}}`)
	})
	var providerError *providers.Error
	if n != 1 || !errors.As(err, &providerError) || providerError.Kind != providers.Quota || time.Until(providerError.Until) < 59*time.Minute {
		t.Errorf("asked %d times: %v", n, err)
	}
}

func TestAnAnswerThatIsTooLargeSaysSoToTheSource(t *testing.T) {
	small := impatient
	small.MaxBytes = 10
	n, err := get(t, small, same, func([]byte) error { return nil }, func(_ int, w http.ResponseWriter) { fmt.Fprint(w, strings.Repeat("x", 11)) })
	if n != 1 || !errors.Is(err, remote.ErrTooLarge) {
		t.Errorf("asked %d times: %v", n, err)
	}
}
