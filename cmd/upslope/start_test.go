package main

import (
	"net/http"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// With databases that it creates itself, the program takes seconds to start.
func TestEveryRequestDuringTheStartIsAnsweredWith503(t *testing.T) {
	t.Parallel()
	p := launch(t, "dev", filepath.Join(t.TempDir(), "fresh"))
	client := &http.Client{Timeout: 5 * time.Second, CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}
	seen := map[int]int{}
	for ready := false; !ready; time.Sleep(20 * time.Millisecond) {
		select {
		case <-p.exited:
			t.Fatal(p.stderr)
		case <-p.ready:
			ready = true
		default:
		}
		for _, call := range [][2]string{{"GET", "/api/auth/user"}, {"POST", "/api/webhooks/stripe"}, {"GET", "/api/login"}} {
			request, err := http.NewRequestWithContext(t.Context(), call[0], p.url+call[1], strings.NewReader("{}"))
			if err != nil {
				t.Fatal(err)
			}
			response, err := client.Do(request)
			if err != nil {
				if len(seen) > 0 {
					t.Errorf("%v is refused after others were answered: %v", call, err)
				}
				continue // the process has just begun
			}
			_ = response.Body.Close()
			seen[response.StatusCode]++
			if response.StatusCode == http.StatusServiceUnavailable && response.Header.Get("Retry-After") == "" {
				t.Errorf("%v: 503 without a time to come back", call)
			}
			if response.StatusCode == http.StatusInternalServerError {
				t.Errorf("%v: 500 during the start", call)
			}
		}
	}
	if seen[http.StatusServiceUnavailable] == 0 {
		t.Errorf("the start was not seen: %v", seen)
	}
}
