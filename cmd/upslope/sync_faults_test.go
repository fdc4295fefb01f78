package main

import (
	"fmt"
	"sync"
	"testing"
	"time"

	"upslope/simulator"
	"upslope/simulator/world"
)

// Whatever is killed during a backfill, the result equals that of an undisturbed one.
func TestBackfillIsCompleteAfterAnyKill(t *testing.T) {
	t.Parallel()
	const days = 100 // 90 days are read first, the others in the background
	google := startSimulator(t, simulator.Config{Worlds: []string{world.Agency}, Unlimited: true})
	client := google.World(world.Agency + "/0")
	var mu sync.Mutex
	read := map[string]map[string]string{}
	// Two programs keep both cores busy; one for each kill would start engines for most of the time.
	t.Run("", func(t *testing.T) {
		for name, kills := range map[string][]backfillKill{
			"its own NATS": {
				{"nothing", nil},
				{"ClickHouse", func(p *program, _ *natsServer) { p.killChild("clickhouse-child") }},
				{"the program", func(p *program, _ *natsServer) { p.kill() }},
			},
			"a NATS beside it": {
				{"NATS", func(_ *program, nats *natsServer) { nats.kill(); nats.run() }},
				{"PostgreSQL", func(p *program, _ *natsServer) { p.killChild("postgres") }},
			},
		} {
			t.Run(name, func(t *testing.T) {
				t.Parallel()
				settings := google.settings(days)
				var nats *natsServer
				if name == "a NATS beside it" {
					nats = startNATS(t)
					settings = append(settings, "NATS_URL="+nats.url())
				}
				p := start(t, t.TempDir(), settings...)
				sites := map[string]string{}
				for i, kill := range kills {
					p, sites[kill.of] = google.backfill(p, settings, client, i, kill, nats)
				}
				p.stop()
				db, _ := openClickHouse(t, p.data)
				mu.Lock()
				defer mu.Unlock()
				for killed, site := range sites {
					google.holds(t, killed, db, site, client)
					read[killed] = contents(t, db, site)
				}
			})
		}
	})
	for name, got := range read {
		same(t, name, got, read["nothing"])
	}
}

// backfillKill is what is killed while the first and the later days are read.
type backfillKill struct {
	of   string
	kill func(p *program, nats *natsServer)
}

// backfill reads a world for a new user in spite of a kill; returns the program, which may have been started
// again, and the site.
func (s *simulated) backfill(p *program, settings []string, of *world.World, user int, killed backfillKill, nats *natsServer) (*program, string) {
	p.t.Helper()
	email := fmt.Sprintf("ana%d@example.com", user)
	ana := p.signIn(email)
	site := ana.addWorld(of, s.providers()...)
	for _, kind := range []string{"recent", "backfill"} {
		if killed.kill == nil {
			break
		}
		ana.awaitRun(site, kind)
		killed.kill(p, nats)
		if p.command.ProcessState != nil {
			p = start(p.t, p.data, settings...)
			ana = p.signIn(email)
		}
	}
	for _, provider := range s.providers() {
		ana.awaitHistory(provider, site, 4*time.Minute)
	}
	return p, site
}

// awaitRun waits until a run of a kind has read something.
func (v *visitor) awaitRun(site, kind string) {
	v.t.Helper()
	for deadline := time.Now().Add(3 * time.Minute); time.Now().Before(deadline); time.Sleep(20 * time.Millisecond) {
		for _, run := range v.runs(site) {
			if run.Kind == kind && run.Status == "running" && run.Rows > 0 {
				return
			}
		}
	}
	v.t.Fatalf("no %s run has read anything: %+v", kind, v.runs(site))
}

// After any provider fault the data is complete: each fault hits the first attempts of each page, then every
// fifth request.
func TestProviderFaultsLoseAndDuplicateNothing(t *testing.T) {
	t.Parallel()
	google := startSimulator(t, simulator.Config{Worlds: []string{world.Agency}, Unlimited: true})
	p := start(t, t.TempDir(), google.settings(6)...)
	kinds := []string{simulator.TooMany, simulator.QuotaUsedUp, simulator.ServerError, simulator.Slow, simulator.Truncated, simulator.ExpiredPage}
	if testing.Short() {
		kinds = kinds[4:]
	}
	client := func(i int) *world.World { return google.World(fmt.Sprintf("%s/%d", world.Agency, i)) }
	var rules []simulator.Fault
	for i, kind := range kinds {
		for provider, property := range properties(client(i)) {
			rule := simulator.Fault{Source: provider, Property: property, Kind: kind, Seconds: .2}
			for rule.Page = 1; rule.Page <= 3; rule.Page++ {
				rule.Times = 2
				rules = append(rules, rule)
			}
			rule.Page, rule.Times, rule.Every = 0, 0, 5
			rules = append(rules, rule)
		}
	}
	google.faults(t, rules...)
	hit, whole := make([]string, len(kinds)), make([]string, len(kinds)) // site ids
	unlucky, lucky := make([]*visitor, len(kinds)), make([]*visitor, len(kinds))
	for i := range kinds {
		unlucky[i] = p.signIn(fmt.Sprintf("unlucky%d@example.com", i))
		hit[i] = unlucky[i].addWorld(client(i), google.providers()...)
	}
	for i := range kinds {
		unlucky[i].awaitRuns(hit[i], google.providers())
	}
	google.faults(t)
	for i := range kinds {
		lucky[i] = p.signIn(fmt.Sprintf("lucky%d@example.com", i))
		whole[i] = lucky[i].addWorld(client(i), google.providers()...)
		unlucky[i].recompute(hit[i])
	}
	for i := range kinds {
		for _, provider := range google.providers() {
			unlucky[i].awaitHistory(provider, hit[i], time.Minute)
			lucky[i].awaitHistory(provider, whole[i], time.Minute)
		}
	}
	p.stop()
	db, _ := openClickHouse(t, p.data)
	for i, kind := range kinds {
		same(t, kind, contents(t, db, hit[i]), contents(t, db, whole[i]))
		google.holds(t, kind, db, whole[i], client(i))
	}
}

// awaitRuns waits for a run of each provider, whatever its result.
func (v *visitor) awaitRuns(site string, providers []string) {
	v.t.Helper()
	for deadline := time.Now().Add(2 * time.Minute); time.Now().Before(deadline); time.Sleep(100 * time.Millisecond) {
		ended, runs := map[string]bool{}, v.runs(site)
		for _, run := range runs {
			ended[run.Provider] = true
		}
		for _, run := range runs {
			if run.Status == "running" {
				delete(ended, run.Provider)
			}
		}
		if len(ended) == len(providers) {
			return
		}
	}
	v.t.Fatalf("not each of %v was read: %+v", providers, v.runs(site))
}
