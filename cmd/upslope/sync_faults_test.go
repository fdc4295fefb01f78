package main

import (
	"fmt"
	"testing"
	"time"

	"upslope/simulator"
	"upslope/simulator/world"
)

// Whatever is killed during a backfill, the result equals that of an undisturbed one.
func TestBackfillIsCompleteAfterAnyKill(t *testing.T) {
	t.Parallel()
	const days = 120 // 90 days are read first, the others in the background
	google := startSimulator(t, simulator.Config{Worlds: []string{world.Agency}, Unlimited: true})
	client := google.World(world.Agency + "/0")
	read := map[string]map[string]string{}
	look := func(data string, sites map[string]string) {
		t.Helper()
		db, _ := openClickHouse(t, data)
		for disturbed, site := range sites {
			google.holds(t, disturbed, db, site, client)
			read[disturbed] = contents(t, db, site)
		}
	}

	settings := google.settings(days)
	p, sites := start(t, t.TempDir(), settings...), map[string]string{}
	p, sites["nothing"] = google.backfill(p, settings, client, "ana@example.com")
	p, sites["ClickHouse and the program"] = google.backfill(p, settings, client, "ben@example.com",
		func(p *program) { p.killChild("clickhouse-child") },
		func(p *program) { p.kill() },
	)
	p.stop()
	look(p.data, sites)

	nats := startNATS(t)
	settings = append(settings, "NATS_URL="+nats.url())
	p, sites = start(t, t.TempDir(), settings...), map[string]string{}
	p, sites["NATS and PostgreSQL"] = google.backfill(p, settings, client, "ana@example.com",
		func(*program) { nats.kill(); nats.run() },
		func(p *program) { p.killChild("postgres") },
	)
	p.stop()
	look(p.data, sites)

	for name, got := range read {
		same(t, name, got, read["nothing"])
	}
}

// backfill reads a world for a new user in spite of the kills: each hits the first days and the later ones,
// once more of them is read. Returns the program, which may have been started again, and the site.
func (s *simulated) backfill(p *program, settings []string, of *world.World, email string, kills ...func(*program)) (*program, string) {
	p.t.Helper()
	ana := p.signIn(email)
	site := ana.addWorld(of, s.providers()...)
	for _, kind := range []string{"recent", "backfill"} {
		rows := int64(0)
		for _, kill := range kills {
			rows = ana.awaitRows(site, kind, rows)
			kill(p)
			if p.command.ProcessState != nil {
				p = start(p.t, p.data, settings...)
				ana = p.signIn(email)
			}
		}
	}
	for _, provider := range s.providers() {
		ana.awaitHistory(provider, site, 4*time.Minute)
	}
	return p, site
}

// awaitRows waits until the runs of a kind have read more rows than so many and go on, and returns how many.
func (v *visitor) awaitRows(site, kind string, than int64) (rows int64) {
	v.t.Helper()
	for deadline := time.Now().Add(3 * time.Minute); time.Now().Before(deadline); time.Sleep(20 * time.Millisecond) {
		running := false
		rows = 0
		for _, run := range v.runs(site) {
			if run.Kind == kind {
				rows, running = rows+run.Rows, running || run.Status == "running"
			}
		}
		if running && rows > than {
			return rows
		}
	}
	v.t.Fatalf("the %s runs have not read more than %d rows: %+v", kind, than, v.runs(site))
	return 0
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
