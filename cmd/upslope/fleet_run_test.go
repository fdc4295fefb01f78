package main

import (
	"encoding/json"
	"fmt"
	"net/http"
	"os"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"
)

// fleetRun is what people do on a fleet while it loses its parts.
type fleetRun struct {
	*fleet
	ana    *visitor   // at the near edge
	people []*visitor // one at each far edge
	site   string
	writes int // number of names that the site has had
}

// The whole of `make fleet`: near every user, and none of them notices what is lost.
func TestFleet(t *testing.T) {
	if os.Getenv("FLEET") == "" {
		t.Skip("make fleet runs it: it takes minutes")
	}
	f := &fleetRun{fleet: startFleet(t, 3, 2)}
	for _, trip := range []time.Duration{50 * time.Millisecond, 100 * time.Millisecond, 250 * time.Millisecond} {
		f.addEdge(trip, true)
	}
	f.ana = f.enter(f.near, "ana", "near")
	f.site = f.ana.loadDemo().SiteID
	for _, e := range f.far {
		f.people = append(f.people, f.enter(e.program, "ana", "far-"+e.trip.String()))
	}
	f.readTheDay()
	f.seeWrites(40)
	f.cutOrigin(f.far[1], f.people[1])
	f.loseNATS()
	f.restartEdges()
	f.ana.checkOutliving(f.site)
}

// report prints how long something took.
func (f *fleetRun) report(what string, took []float64) {
	f.t.Logf("%-40s %5d times, ms: p50 %7.1f, p95 %7.1f, p99 %7.1f", what, len(took), quantile(took, .5), quantile(took, .95), quantile(took, .99))
}

// timed calls the API, and returns how many milliseconds that took.
func (v *visitor) timed(method, path string, in any) (status int, answer string, took float64) {
	v.t.Helper()
	began := time.Now()
	status, answer = v.call(method, path, in, nil)
	return status, answer, time.Since(began).Seconds() * 1000
}

// readTheDay reads what a working day reads at every edge, and again.
func (f *fleetRun) readTheDay() {
	f.t.Helper()
	for i, v := range f.people {
		name := f.far[i].trip.String()
		parts := f.openOverview(v)
		f.t.Logf("sign-in %s away: %.0f ms, the whole Overview %.0f ms", name, parts[0], parts[1])
		time.Sleep(3 * time.Second) // until it hears of changes
		var first, again []float64
		for round := range 20 {
			for _, pattern := range fleetReads {
				status, answer, took := v.timed("GET", strings.Replace(pattern, "%s", f.site, 1), nil)
				if status != http.StatusOK {
					f.t.Fatalf("%s at %s: %d %s", pattern, name, status, answer)
				}
				if round == 0 {
					first = append(first, took)
				} else {
					again = append(again, took)
				}
			}
		}
		f.report("a first read, "+name, first)
		f.report("the same read again, "+name, again)
		if p95 := quantile(again, .95); p95 > float64(f.far[i].trip.Milliseconds()) {
			f.t.Errorf("what an edge %s away remembers takes %.0f ms", name, p95)
		}
	}
}

// rename writes the site's name at an edge; unsure when it may have been written.
func (f *fleetRun) rename(v *visitor) (name string, status int, answer string, took float64) {
	f.writes++
	name = fmt.Sprintf("Shop %04d", f.writes)
	status, answer, took = v.timed("PATCH", "/api/sites/"+f.site, map[string]string{"name": name})
	return name, status, answer, took
}

// nameAt is the site's name as an edge shows it.
func (f *fleetRun) nameAt(v *visitor) string {
	var sites []struct{ ID, Name string }
	if status, answer, err := v.try("GET", "/api/sites", "", nil); err != nil || status != http.StatusOK || json.Unmarshal([]byte(answer), &sites) != nil {
		return ""
	}
	for _, site := range sites {
		if site.ID == f.site {
			return site.Name
		}
	}
	return ""
}

// seeWrites writes at the edges in turn: the writer sees it at once, everybody else within a second.
func (f *fleetRun) seeWrites(times int) {
	f.t.Helper()
	var mu sync.Mutex
	var wrote, seen []float64
	for i := range times {
		writer := f.people[i%len(f.people)]
		name, status, answer, took := f.rename(writer)
		if status != http.StatusOK {
			f.t.Fatalf("write: %d %s", status, answer)
		}
		done := time.Now()
		wrote = append(wrote, took)
		if got := f.nameAt(writer); got != name {
			f.t.Errorf("the writer reads %q after writing %q", got, name)
		}
		var reading sync.WaitGroup
		for _, v := range f.people {
			if v == writer {
				continue
			}
			reading.Go(func() {
				for f.nameAt(v) != name && time.Since(done) < maxWait {
					time.Sleep(5 * time.Millisecond)
				}
				mu.Lock()
				defer mu.Unlock()
				seen = append(seen, time.Since(done).Seconds()*1000)
			})
		}
		reading.Wait()
	}
	f.report("a write", wrote)
	f.report("until the other edges show it", seen)
	if p99 := quantile(seen, .99); p99 > 1000 {
		f.t.Errorf("the other edges show a write after %.0f ms", p99)
	}
}

// cutOrigin separates an edge from the databases: it shows what it remembers and says so, and writes nothing.
func (f *fleetRun) cutOrigin(e *farEdge, v *visitor) {
	f.t.Helper()
	f.nameAt(v)
	e.cut(true)
	var reads []float64
	stale := 0
	for began := time.Now(); time.Since(began) < 12*time.Second; time.Sleep(50 * time.Millisecond) {
		at := time.Now()
		response, err := v.client.Get(v.url + "/api/sites")
		if err != nil {
			f.t.Fatal(err)
		}
		_ = response.Body.Close()
		reads = append(reads, time.Since(at).Seconds()*1000)
		if response.StatusCode != http.StatusOK {
			f.t.Errorf("without the origin a read answers %s", response.Status)
		}
		if response.Header.Get("X-Stale") == "true" {
			stale++
		}
	}
	f.report("a read without the origin", reads)
	if stale == 0 {
		f.t.Error("no read says that the origin is away")
	}
	_, status, answer, took := f.rename(v)
	f.report("a write without the origin", []float64{took})
	if took > 15_000 {
		f.t.Errorf("people wait %.0f ms to hear that nothing was saved", took)
	}
	if status != http.StatusServiceUnavailable || !strings.Contains(strings.ToLower(answer), "try again") {
		f.t.Errorf("without the origin a write answers %d %s", status, answer)
	}
	elsewhere, status, answer, _ := f.rename(f.ana)
	if status != http.StatusOK {
		f.t.Fatalf("at the near edge meanwhile: %d %s", status, answer)
	}
	e.cut(false)
	healed := time.Now()
	eventually(f.t, "the edge shows what was written meanwhile", func() bool { return f.nameAt(v) == elsewhere })
	f.report("until it shows what it missed", []float64{time.Since(healed).Seconds() * 1000})
	if name, status, answer, _ := f.rename(v); status != http.StatusOK || f.nameAt(v) != name || f.nameAt(f.ana) != name {
		f.t.Errorf("afterwards a write answers %d %s", status, answer)
	}
}

// loseNATS kills a server of the cluster: jobs still run, writes are heard of, and all say what is missing.
func (f *fleetRun) loseNATS() {
	f.t.Helper()
	copies := func(of int) func() bool {
		return func() bool {
			says, ready := f.near.readiness()
			return ready && says.Jobs.Current == of && says.Jobs.Wanted == 3 && says.Jobs.Stored == 3
		}
	}
	eventually(f.t, "each job is stored three times", copies(3))
	recompute := func(what string) {
		began := time.Now()
		f.ana.recompute(f.site)
		f.t.Logf("a recompute with %s: %.1f s", what, time.Since(began).Seconds())
	}
	recompute("three NATS servers")
	doctor := func() string {
		printed, _ := command(f.t, append(slices.Clone(f.settings), "DATA_DIR="+f.t.TempDir(), "ADDR="+freeAddress(f.t)), "doctor")
		return printed
	}
	if said := doctor(); !strings.Contains(said, "each job is stored on 3 of 3 servers") {
		f.t.Errorf("doctor says\n%s", said)
	}
	lost := f.bus[f.writes%len(f.bus)]
	lost.kill()
	recompute("two of three NATS servers")
	f.seeWrites(20)
	eventually(f.t, "each job is stored twice", copies(2))
	if said := doctor(); !strings.Contains(said, "each job is stored on 2 servers of 3") {
		f.t.Errorf("doctor says\n%s", said)
	}
	lost.run()
	eventually(f.t, "each job is stored three times again", copies(3))
}

// restartEdges restarts the far edges in turn under load, behind a balancer that asks /readyz as Fly's does.
func (f *fleetRun) restartEdges() {
	f.t.Helper()
	var over atomic.Bool
	var failed atomic.Int64
	var mu sync.Mutex
	var took []float64
	healthy := make([]atomic.Bool, len(f.far))
	var working sync.WaitGroup
	for i, e := range f.far {
		address := program{url: e.url}
		working.Go(func() {
			for ; !over.Load(); time.Sleep(500 * time.Millisecond) {
				_, ready := address.readiness()
				healthy[i].Store(ready)
			}
		})
	}
	eventually(f.t, "the balancer knows every edge", func() bool { return healthy[0].Load() && healthy[1].Load() && healthy[2].Load() })
	for first := range f.far {
		var seats []*visitor
		for i, e := range f.far {
			seats = append(seats, f.enter(&program{t: f.t, url: e.url}, "ana", fmt.Sprintf("load-%d-%d", first, i)))
		}
		working.Go(func() {
			for round := 0; !over.Load(); round++ {
				at := first
				for !healthy[at].Load() {
					at = (at + 1) % len(seats)
				}
				path := strings.Replace(fleetReads[round%len(fleetReads)], "%s", f.site, 1)
				began := time.Now()
				status, answer, err := seats[at].try("GET", path, "", nil)
				if err != nil || status != http.StatusOK {
					failed.Add(1)
					f.t.Errorf("%s at %s: %v %d %s", path, f.far[at].trip, err, status, answer)
				}
				mu.Lock()
				took = append(took, time.Since(began).Seconds()*1000)
				mu.Unlock()
				time.Sleep(20 * time.Millisecond)
			}
		})
	}
	for _, e := range f.far {
		time.Sleep(2 * time.Second)
		e.restart()
	}
	time.Sleep(2 * time.Second)
	over.Store(true)
	working.Wait()
	f.report(fmt.Sprintf("a read while edges restart, %d failed", failed.Load()), took)
}
