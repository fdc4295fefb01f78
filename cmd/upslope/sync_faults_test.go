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
	days := 100 // 90 days are read first, the others in the background
	if testing.Short() {
		days = 93
	}
	google := startSimulator(t, simulator.Config{Worlds: []string{world.Agency}, Unlimited: true})
	client := google.World(world.Agency + "/0")
	var mu sync.Mutex
	read := map[string]map[string]string{}
	t.Run("", func(t *testing.T) {
		for _, c := range []struct {
			name  string
			kill  func(p *program, nats *natsServer)
			short bool
		}{
			{"nothing", nil, true},
			{"the program", func(p *program, _ *natsServer) { p.kill() }, true},
			{"ClickHouse", func(p *program, _ *natsServer) { p.killChild("clickhouse-child") }, false},
			{"PostgreSQL", func(p *program, _ *natsServer) { p.killChild("postgres") }, false},
			{"NATS", func(_ *program, nats *natsServer) { nats.kill(); nats.run() }, false},
		} {
			if testing.Short() && !c.short {
				continue
			}
			t.Run(c.name, func(t *testing.T) {
				t.Parallel()
				settings := google.settings(days)
				var nats *natsServer
				if c.name == "NATS" {
					nats = startNATS(t)
					settings = append(settings, "NATS_URL="+nats.url())
				}
				p := start(t, t.TempDir(), settings...)
				ana := p.signIn("ana@example.com")
				site := ana.addWorld(client, google.providers()...)
				for _, kind := range []string{"recent", "backfill"} {
					if c.kill == nil {
						break
					}
					ana.awaitRun(site, kind)
					c.kill(p, nats)
					if p.command.ProcessState != nil {
						p = start(t, p.data, settings...)
						ana = p.signIn("ana@example.com")
					}
				}
				for _, provider := range google.providers() {
					ana.awaitHistory(provider, site, 4*time.Minute)
				}
				p.stop()
				mu.Lock()
				defer mu.Unlock()
				db, _ := openClickHouse(t, p.data)
				google.holds(t, c.name, db, site, client)
				read[c.name] = contents(t, db, site)
			})
		}
	})
	for name, got := range read {
		same(t, name, got, read["nothing"])
	}
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
