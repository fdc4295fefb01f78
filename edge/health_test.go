package edge_test

import (
	"net/http"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"upslope"
	"upslope/edge"
)

func TestStoppingServerIsUnreadyBeforeItStopsListening(t *testing.T) {
	r := start(t, func(config *edge.Config, _ *edge.Deps) { config.Drain = 3 * time.Second })
	visitor := r.visitor()
	visitor.do("GET", "/readyz", "").want(http.StatusOK)
	stopped := make(chan struct{})
	go func() { r.stop(); close(stopped) }()
	ready := answer{}
	for deadline := time.Now().Add(2 * time.Second); time.Now().Before(deadline); time.Sleep(10 * time.Millisecond) {
		if ready = visitor.do("GET", "/readyz", ""); ready.StatusCode == http.StatusServiceUnavailable {
			break
		}
	}
	if !strings.Contains(ready.text, `"status":"stopping"`) {
		t.Errorf("/readyz: %s", ready.text)
	}
	visitor.do("GET", "/overview", "").want(http.StatusOK)
	<-stopped
	if response, err := http.Get(r.url + "/healthz"); err == nil {
		_ = response.Body.Close()
		t.Error("it still listens")
	}
}

func TestAPIAnswers503UntilTheDatabasesHaveTheirSchema(t *testing.T) {
	started := make(chan struct{})
	r := start(t, func(_ *edge.Config, deps *edge.Deps) {
		deps.Started = func() bool {
			select {
			case <-started:
				return true
			default:
				return false
			}
		}
	})
	visitor := r.visitor()
	for _, call := range [][2]string{{"GET", "/api/auth/user"}, {"POST", "/api/sites"}, {"POST", "/api/webhooks/stripe"}} {
		answered := visitor.do(call[0], call[1], "{}").want(http.StatusServiceUnavailable)
		if answered.Header.Get("Retry-After") == "" || !strings.Contains(answered.text, "Upslope is starting.") {
			t.Errorf("%v: %s %v", call, answered.text, answered.Header)
		}
	}
	visitor.do("GET", "/overview", "").want(http.StatusOK)
	visitor.do("GET", "/healthz", "").want(http.StatusOK)
	close(started)
	visitor.do("GET", "/api/auth/user", "").want(http.StatusUnauthorized)
}

func TestFullDiskRefusesWritesAndNothingElse(t *testing.T) {
	var full atomic.Bool
	r := start(t, func(_ *edge.Config, deps *edge.Deps) {
		deps.Writable = func() error {
			if full.Load() {
				return upslope.Errorf(upslope.Unavailable, "The disk is almost full.")
			}
			return nil
		}
	})
	ana := r.signIn("ana@example.com")
	site := ana.addSite("shop.example")
	full.Store(true)
	refused := ana.do("POST", "/api/sites", `{"name":"Other","domain":"other.example"}`).want(http.StatusServiceUnavailable)
	if !strings.Contains(refused.text, "The disk is almost full.") || refused.Header.Get("Retry-After") == "" {
		t.Errorf("%s %v", refused.text, refused.Header)
	}
	ana.do("PUT", "/api/upload/sf-csv", "Address\n").want(http.StatusServiceUnavailable)
	ana.do("GET", "/api/sites", "").want(http.StatusOK)
	ana.do("DELETE", "/api/sites/"+site.ID, "").want(http.StatusNoContent)
	ana.do("POST", "/api/logout", "").want(http.StatusNoContent)
}
