package remote_test

import (
	"context"
	"net/http"
	"net/http/httptest"
	"sync"
	"testing"
	"time"

	"upslope/ingest/providers"
	"upslope/ingest/remote"
)

func TestWhatSomebodyWaitsForGoesBeforeWhatIsInTheBackground(t *testing.T) {
	const workers, wanted = 4, 24
	var mu sync.Mutex
	var answered []string
	server := httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
		mu.Lock()
		defer mu.Unlock()
		answered = append(answered, r.URL.Path)
	}))
	defer server.Close()
	shared := remote.NewLimiter(providers.Limits{PerSecond: 100, Concurrency: 2})
	ask := func(ctx context.Context, path string) error {
		client := remote.NewClient(remote.Options{Provider: "Example", Limits: impatient, Limiters: []*remote.Limiter{shared}})
		request, err := http.NewRequestWithContext(ctx, http.MethodGet, server.URL+path, nil)
		if err != nil {
			return err
		}
		return remote.Read(client, request, func([]byte) error { return nil })
	}
	background, stop := context.WithCancel(providers.InBackground(t.Context()))
	var group sync.WaitGroup
	for range workers {
		group.Go(func() {
			for background.Err() == nil {
				_ = ask(background, "/background")
			}
		})
	}
	count := func(path string) (n int) {
		mu.Lock()
		defer mu.Unlock()
		for _, one := range answered {
			if one == path {
				n++
			}
		}
		return n
	}
	for count("/background") < workers {
		time.Sleep(time.Millisecond)
	}
	before := count("/background")
	var waited sync.WaitGroup
	for range workers {
		waited.Go(func() {
			for range wanted / workers {
				if err := ask(t.Context(), "/waited"); err != nil {
					t.Error(err)
				}
			}
		})
	}
	waited.Wait()
	// Requests already past the limiter are not called back.
	if n := count("/background") - before; n > 2*workers {
		t.Errorf("%d requests in the background went before %d that somebody waited for", n, wanted)
	}
	for after := count("/background"); count("/background") == after; {
		time.Sleep(time.Millisecond) // background requests resume
	}
	stop()
	group.Wait()
}
