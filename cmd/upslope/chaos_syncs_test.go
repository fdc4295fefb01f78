package main

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"net/http"
	"strings"
	"sync"
	"testing"

	"upslope/simulator/world"
)

const (
	// chaosHistory is how many days of history are read of each provider.
	chaosHistory = 6
	// killsPerWorld is the number of kills after which another site's history begins to be read.
	killsPerWorld = 3
)

// syncWork connects sites to providers, and has their data read and scored again.
type syncWork struct {
	google *simulated
	steady string // a site with a crawl that does not change
	worlds []*world.World
	sites  []string // of the worlds

	mu   sync.Mutex
	jobs []string // of acknowledged recomputes
	done int      // recomputes answered when they were done
}

func newSyncWork(v *visitor, google *simulated) *syncWork {
	w := &syncWork{google: google, steady: v.addSite("steady.example")}
	job, err := v.sendCrawl(w.steady, "steady.example", 200)
	if err != nil {
		v.t.Fatal(err)
	}
	if job != "" {
		v.job(job)
	}
	v.insights(1)
	return w
}

func (w *syncWork) prepare(v *visitor, kill int, _ *rand.Rand) {
	if kill%killsPerWorld == 0 {
		of := w.google.World(fmt.Sprintf("%s/%d", world.Agency, len(w.worlds)))
		w.worlds, w.sites = append(w.worlds, of), append(w.sites, v.addWorld(of, w.google.providers()...))
	}
}

func (w *syncWork) act(v *visitor, random *rand.Rand, _ func() bool) {
	var asked sync.WaitGroup
	for _, site := range []string{w.steady, w.sites[random.IntN(len(w.sites))]} {
		asked.Go(func() {
			status, answer, err := v.try("POST", "/api/insights/recompute?siteId="+site, "application/json", strings.NewReader("{}"))
			var job struct{ ID string }
			w.mu.Lock()
			defer w.mu.Unlock()
			switch {
			case err == nil && status == http.StatusOK:
				w.done++
			case err == nil && status == http.StatusAccepted && json.Unmarshal([]byte(answer), &job) == nil:
				w.jobs = append(w.jobs, job.ID)
			default:
				v.expectOutage("recompute", status, answer, err)
			}
		})
	}
	asked.Wait()
}

func (w *syncWork) check(v *visitor) {
	v.t.Logf("%d recomputes done when answered, %d acknowledged as jobs; %d sites with providers", w.done, len(w.jobs), len(w.sites))
	for _, job := range w.jobs {
		if status, message := v.job(job); status != "done" {
			v.t.Errorf("recompute %s: %s: %s", job, status, message)
		}
	}
	for i, site := range w.sites {
		for _, provider := range w.google.providers() {
			v.awaitHistory(provider, site, maxWait)
			if found := v.integration(provider, site); found.LastError != nil {
				v.t.Errorf("%s of %s: %s", provider, w.worlds[i].Domain, *found.LastError)
			}
		}
	}
}

func (w *syncWork) checkStopped(t *testing.T, data string) {
	t.Helper()
	db, _ := openClickHouse(t, data)
	for i, site := range w.sites {
		w.google.holds(t, w.worlds[i].Domain, db, site, w.worlds[i])
	}
}

// expectOutage reports an answer that is neither a success nor what an outage is answered with.
func (v *visitor) expectOutage(what string, status int, answer string, err error) {
	v.t.Helper()
	if err == nil && status != http.StatusServiceUnavailable {
		v.t.Errorf("%s: %d %.300s", what, status, answer)
	}
}
