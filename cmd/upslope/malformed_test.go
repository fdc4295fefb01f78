package main

import (
	"bufio"
	"net/http"
	"os"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"upslope/infra/mail/mailtest"
)

const (
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
	seed := uint64(20261122)
	if set := os.Getenv(malformedSeed); set != "" {
		var err error
		if seed, err = strconv.ParseUint(set, 10, 64); err != nil {
			t.Fatalf("%s: %v", malformedSeed, err)
		}
	}
	t.Logf("%s=%d makes these %d requests", malformedSeed, seed, malformedRequests)
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
	const warmUp = malformedRequests / 5 // shared caches are filled by then
	send(0, warmUp)
	settled := func() (goroutines, live float64) {
		return gauge(t, metrics, "go_goroutines"), gauge(t, metrics, "go_memstats_next_gc_bytes") / 2
	}
	goroutines, live := settled()
	send(warmUp, malformedRequests)
	t.Logf("answers by status: %v", answers)
	if unanswered := answers[0]; unanswered > malformedRequests/5 || answers[http.StatusUnauthorized] > malformedRequests/2 || answers[http.StatusTooManyRequests] > malformedRequests/2 {
		t.Errorf("too few requests reached what they were for: %v", answers)
	}
	eventually(t, "what the requests began has ended", func() bool { now, _ := settled(); return now <= goroutines+20 })
	if _, after := settled(); after > live+32<<20 {
		t.Errorf("%.0f MB were in use, now it is %.0f MB", live/(1<<20), after/(1<<20))
	}
	if faults > 0 {
		t.Errorf("%d faults; the log:\n%.6000s", faults, failures(p.stderr.String()))
	}
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
