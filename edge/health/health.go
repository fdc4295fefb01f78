// Package health checks what the edge depends on, and says what it can serve. It owns the checks' schedule;
// the checks belong to those who register them.
package health

import (
	"context"
	"errors"
	"slices"
	"sync"
	"time"
)

const (
	// Interval is how often the checks run by themselves.
	Interval = time.Second
	// checkTimeout bounds one run of a check.
	checkTimeout = 2 * time.Second
	// answerTimeout bounds an answer, whatever hangs. Proxies allow two seconds, and take a silent edge out
	// of service.
	answerTimeout = 300 * time.Millisecond
	// hangingAfter is how long a check may run before what it checks counts as away.
	hangingAfter = time.Second
	// trustedFor is how long a result counts while the next one is awaited.
	trustedFor = 3 * time.Second
)

// Check returns nil while something is available.
type Check func(context.Context) error

// Links says whether this machine's copy of published reports can be served, and how current it is.
type Links interface {
	Ready(context.Context) error
	Position() (position uint64, newest time.Time)
}

// Report is the body of /readyz: starting, ok, degraded when a dependency was lost, or stopping.
type Report struct {
	Status string            `json:"status"`
	Checks map[string]string `json:"checks"` // ok or unavailable

	Reports Replica `json:"reports"`
	Serves  Serves  `json:"serves"`
	Jobs    any     `json:"jobs,omitempty"` // how safely jobs are stored
}

// Replica is the freshness of this machine's copy of published reports.
type Replica struct {
	Position   uint64 `json:"position"`
	AgeSeconds *int64 `json:"ageSeconds"` // time since the copy was known to be current; null: never
}

// Serves says what this process can serve now.
type Serves struct {
	Links bool `json:"links"` // links to reports, and static files
	All   bool `json:"all"`
}

// linksCheck is the check of links to reports, and diskCheck that of free space. A process is ready without
// them: there may be no report yet, and reading needs no space.
const linksCheck, diskCheck = "reports", "disk"

// schemaCheck fails until the databases have their schema, which takes a moment where they are far away.
const schemaCheck = "schema"

// Postgres is the check of the database that says who calls, and what has changed.
const Postgres = "postgres"

// databases are the checks of what has a schema.
var databases = []string{Postgres, "clickhouse"}

// Monitor runs checks, and remembers whether all were available once.
type Monitor struct {
	links Links
	alone bool // links alone make it ready, once it is known that a database is away
	jobs  func(context.Context) (any, error)
	now   func() time.Time

	probes map[string]*probe

	mu       sync.Mutex
	ready    bool
	stopping bool
	stored   any
}

// New makes a monitor. Jobs returns how safely jobs are stored; it may be nil.
func New(checks map[string]func(context.Context) error, links Links, jobs func(context.Context) (any, error), alone bool, now func() time.Time) *Monitor {
	m := &Monitor{links: links, alone: alone, jobs: jobs, now: now, probes: map[string]*probe{linksCheck: {check: links.Ready}}}
	for name, check := range checks {
		m.probes[name] = &probe{check: check}
	}
	if jobs != nil {
		m.probes["jobs"] = &probe{check: m.checkJobs}
	}
	return m
}

// Run checks at intervals until ctx ends, so that readiness does not depend on anybody's asking.
func (m *Monitor) Run(ctx context.Context) {
	ticks := time.NewTicker(Interval)
	defer ticks.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-ticks.C:
			m.Current(ctx)
		}
	}
}

// Stop makes the process unready, so that proxies send requests elsewhere.
func (m *Monitor) Stop() {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.stopping = true
}

// Current returns the report, and whether the process is ready. It takes at most answerTimeout.
func (m *Monitor) Current(ctx context.Context) (Report, bool) {
	ctx, cancel := context.WithTimeout(ctx, answerTimeout)
	defer cancel()
	now := m.now()
	for _, probe := range m.probes {
		probe.begin(now)
	}
	report := Report{Status: "ok", Checks: map[string]string{}}
	away := false
	for name, probe := range m.probes {
		report.Checks[name] = "ok"
		if err := probe.result(ctx, now); err != nil {
			report.Checks[name], report.Status = "unavailable", "degraded"
			away = away || slices.Contains(databases, name) && !errors.Is(err, errUnknown)
		}
	}
	awaitsSchema := report.Checks[schemaCheck] == "unavailable" && !away // soon it can serve everything
	links := report.Checks[linksCheck] == "ok"
	report.Serves = Serves{Links: links, All: report.Status == "ok"}
	m.addReplica(&report)

	m.mu.Lock()
	defer m.mu.Unlock()
	report.Jobs = m.stored
	m.ready = m.ready || m.othersAvailable(report) || m.alone && links && !awaitsSchema
	switch {
	case m.stopping:
		report.Status = "stopping"
	case !m.ready:
		report.Status = "starting"
	}
	return report, m.ready && !m.stopping
}

// othersAvailable reports whether everything is available that a process needs to be ready.
func (m *Monitor) othersAvailable(report Report) bool {
	for name, state := range report.Checks {
		if name != linksCheck && name != diskCheck && state != "ok" {
			return false
		}
	}
	return true
}

// Away reports, without waiting, whether a check fails or hangs. An unchecked dependency is never away.
func (m *Monitor) Away(name string) bool {
	checked, found := m.probes[name]
	return found && checked.away(m.now())
}

func (m *Monitor) addReplica(report *Report) {
	position, newest := m.links.Position()
	report.Reports.Position = position
	if !newest.IsZero() {
		age := max(0, int64(m.now().Sub(newest)/time.Second))
		report.Reports.AgeSeconds = &age
	}
}

// checkJobs remembers how safely jobs are stored, also when that is not safe enough.
func (m *Monitor) checkJobs(ctx context.Context) error {
	stored, err := m.jobs(ctx)
	m.mu.Lock()
	defer m.mu.Unlock()
	m.stored = stored
	return err
}

// probe runs one check, at most once at a time.
type probe struct {
	check Check

	mu       sync.Mutex
	running  chan struct{} // closed when the run ends; nil: none runs
	began    time.Time     // of the last run
	finished time.Time     // of the last finished run
	err      error         // its result
}

var (
	errUnknown = errors.New("the check has not answered yet")
	errSilent  = errors.New("the check does not answer")
)

// begin starts a run unless one is running or recent.
func (p *probe) begin(now time.Time) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.running != nil || !p.began.IsZero() && now.Sub(p.began) < Interval {
		return
	}
	p.running, p.began = make(chan struct{}), now
	go func(done chan struct{}) {
		ctx, cancel := context.WithTimeout(context.Background(), checkTimeout)
		defer cancel()
		err := p.check(ctx)
		p.mu.Lock()
		defer p.mu.Unlock()
		p.err, p.finished, p.running = err, p.began, nil
		close(done)
	}(p.running)
}

// away reports whether the last run failed, or the current one hangs.
func (p *probe) away(now time.Time) bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.err != nil || p.running != nil && now.Sub(p.began) > hangingAfter
}

// result returns the result of the current run, or of an earlier one that is recent enough.
func (p *probe) result(ctx context.Context, now time.Time) error {
	p.mu.Lock()
	running := p.running
	p.mu.Unlock()
	if running != nil {
		select {
		case <-running:
		case <-ctx.Done():
		}
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.running != nil && (p.finished.IsZero() || now.Sub(p.finished) > trustedFor) {
		if now.Sub(p.began) > checkTimeout {
			return errSilent
		}
		return errUnknown
	}
	return p.err
}
