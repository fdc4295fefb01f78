package main

import (
	"bufio"
	"fmt"
	"math"
	"net/http"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"upslope/infra/mail/mailtest"
)

const (
	// malformedRequests is the number of requests in `make test`; `make chaos` sets MALFORMED_REQUESTS.
	malformedRequests = 10_000
	// malformedSeed sets the seed of the requests: UPSLOPE_TEST_SEED=7 go test ./cmd/upslope -run
	// TestMalformed…
	malformedSeed = "UPSLOPE_TEST_SEED"
	// malformedPatience is longer than the 25 seconds that some responses wait for their job.
	malformedPatience = 40 * time.Second
)

// Every malformed request gets an error message, never a 500; nothing hangs or leaks.
func TestMalformedRequestsGetAnErrorMessage(t *testing.T) {
	t.Parallel()
	seed, requests := numberFrom(t, malformedSeed, 20261122), numberFrom(t, "MALFORMED_REQUESTS", malformedRequests)
	t.Logf("%s=%d makes these %d requests", malformedSeed, seed, requests)
	metrics := freeAddress(t)
	p := start(t, t.TempDir(), "METRICS_ADDR="+metrics, "CLIENT_ADDRESS_HEADER="+testAddress, "SMTP_URL="+mailtest.Start(t).URL+"?from=reports@example.com")
	var ids []string
	for _, email := range []string{"bo@example.com", "ana@example.com"} {
		someone := p.signIn(email)
		site := someone.addSite("shop.example")
		if status, answer := someone.put(crawlOf("shop.example", 50)); status != http.StatusOK {
			t.Fatalf("%d %s", status, answer)
		}
		someone.insights(1)
		if email == "bo@example.com" {
			ids = append(ids, site) // ana's own would be deleted
		}
		for _, list := range []string{"/api/technical/sf-issues", "/api/insights", "/api/technical/crawls"} {
			var found []struct{ ID string }
			someone.call("GET", list+"?limit=1", nil, &found)
			ids = append(ids, found[0].ID)
		}
	}
	session := p.session(t, "ana@example.com")
	calls := contractCalls(t)
	address := strings.TrimPrefix(p.url, "http://")

	var mu sync.Mutex
	answers, faults := map[int]int{}, 0
	send := func(from, to uint64) {
		numbers := make(chan uint64)
		var senders sync.WaitGroup
		for range 8 {
			senders.Go(func() {
				for n := range numbers {
					request := malformed(seed, n, calls, session, ids)
					status, fault := request.send(address)
					mu.Lock()
					answers[status]++
					if fault != "" {
						if faults++; faults <= 20 {
							t.Errorf("request %d, %s: %s\n%.600q", n, request.operation, fault, request.bytes)
						}
					}
					mu.Unlock()
				}
			})
		}
		for n := from; n < to; n++ {
			numbers <- n
		}
		close(numbers)
		senders.Wait()
	}
	warmUp := requests / 5 // shared caches are filled by then
	send(0, warmUp)
	goroutines := gauge(t, metrics, "go_goroutines")
	eventually(t, "the work that the requests began is done", func() bool { return len(p.sql(underWay)) == 0 })
	live := awaitHeap(t, metrics, "the heap shrinks no more", func(now, before float64) bool { return now >= before*0.99 })
	send(warmUp, requests)
	t.Logf("answers by status: %v", answers)
	if most := int(requests); answers[0] > most/5 || answers[http.StatusUnauthorized] > most/2 || answers[http.StatusTooManyRequests] > most/2 {
		t.Errorf("too few requests reached what they were for: %v", answers)
	}
	eventually(t, "what the requests began has ended", func() bool { return gauge(t, metrics, "go_goroutines") <= goroutines+20 })
	after := awaitHeap(t, metrics, fmt.Sprintf("the heap is within a tenth of %.1f MB", live/(1<<20)), func(now, _ float64) bool { return now <= live*1.1 })
	t.Logf("heap after a collection: %.1f MB before, %.1f MB after", live/(1<<20), after/(1<<20))
	if faults > 0 {
		t.Errorf("%d faults; the log:\n%.6000s", faults, failures(p.stderr.String()))
	}
}

// awaitHeap waits until the collected heap is as wanted, given the one before, and returns its bytes.
func awaitHeap(t *testing.T, metrics, what string, wanted func(now, before float64) bool) (live float64) {
	t.Helper()
	before := math.Inf(1)
	eventually(t, what, func() bool {
		for range 3 { // what a pool keeps goes with the second collection
			response, err := http.Get("http://" + metrics + "/debug/pprof/heap?gc=1")
			if err != nil {
				t.Fatal(err)
			}
			_ = response.Body.Close()
		}
		live = gauge(t, metrics, "go_memstats_heap_alloc_bytes")
		done := wanted(live, before)
		before = live
		return done
	})
	return live
}

// failures returns the error lines of a log.
func failures(log string) string {
	var found []string
	for line := range strings.Lines(log) {
		if strings.Contains(line, "request failed") || strings.Contains(line, "panic") {
			found = append(found, line)
		}
	}
	return strings.Join(found, "")
}

// gauge reads one value from /metrics.
func gauge(t *testing.T, address, name string) float64 {
	t.Helper()
	response, err := http.Get("http://" + address + "/metrics")
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = response.Body.Close() }()
	for lines := bufio.NewScanner(response.Body); lines.Scan(); {
		if text, found := strings.CutPrefix(lines.Text(), name+" "); found {
			value, err := strconv.ParseFloat(text, 64)
			if err != nil {
				t.Fatal(err)
			}
			return value
		}
	}
	t.Fatalf("/metrics has no %s", name)
	return 0
}
