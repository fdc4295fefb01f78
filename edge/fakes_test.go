package edge_test

import (
	"sync"
	"sync/atomic"
	"time"

	"upslope"
)

// memory keeps in memory what the other parts keep in engines; whether they keep it well is their own tests'
// to say.
type memory struct {
	mu       sync.Mutex
	later    atomic.Int64 // how far its clock is ahead
	users    map[string]upslope.User
	ended    map[string]time.Time
	sites    map[string][]upslope.Site // by account
	insights map[string][]upslope.Insight
	issues   map[string][]upslope.TechnicalIssue
	jobs     map[string]upslope.Job
	order    []string // of the jobs' ids
	uploads  []upslope.Upload
	objects  map[string][]byte
	listen   map[int]func(string, upslope.Event)
	filter   any // of the last list
	table    upslope.Table
	signIns  int
	down     error          // what everything answers while an engine is away
	finish   bool           // whether a started job is done at once
	problem  *upslope.Error // of the jobs that are finished
	plan     string
	version  int64
	steady   bool // whether the version stays when it is asked for; else everything may have changed

	tokens       *heldTokens
	branding     map[string]upslope.Branding
	links        map[string][]upslope.SharedReport // by account
	pages        *pages
	schedules    map[string][]upslope.ReportSchedule // by account
	unsubscribes map[string]upslope.Unsubscribe      // by the hash of their tokens
	crawls       []upslope.Crawl
	activity     []upslope.Activity
	syncs        map[string][]upslope.SyncRun // by site
	tried        []string                     // what was asked of the integrations
	hung         bool                         // whether asking for a session waits for ever
	refusal      error                        // of every import
	edits        int                          // of sites

	endless     bool // whether the issues to export have no end
	exportEnded atomic.Bool
	mapping     map[string]string               // of the last import that was asked for again
	audit       map[string][]upslope.AuditEntry // by account
	rows        int                             // of a report that is exported
	broken      error                           // what ends an export of facts
}

func newMemory() *memory {
	m := &memory{
		users: map[string]upslope.User{}, ended: map[string]time.Time{}, sites: map[string][]upslope.Site{},
		insights: map[string][]upslope.Insight{}, issues: map[string][]upslope.TechnicalIssue{}, jobs: map[string]upslope.Job{},
		branding: map[string]upslope.Branding{}, links: map[string][]upslope.SharedReport{}, pages: &pages{}, schedules: map[string][]upslope.ReportSchedule{}, unsubscribes: map[string]upslope.Unsubscribe{}, objects: map[string][]byte{}, listen: map[int]func(string, upslope.Event){}, finish: true,
	}
	m.tokens = &heldTokens{held: map[string]upslope.APIToken{}, memory: m}
	return m
}

func (m *memory) now() time.Time { return time.Now().Add(time.Duration(m.later.Load())) }

// goTo sets the clock to so long after now.
func (m *memory) goTo(later time.Duration) { m.later.Store(int64(later)) }

func (m *memory) lock() func() { m.mu.Lock(); return m.mu.Unlock }

func missing(noun string) error {
	return upslope.Errorf(upslope.NotFound, "This %s does not exist.", noun)
}

// slice is one page of a list.
func slice[T any](all []T, limit, offset int) []T {
	from := min(offset, len(all))
	return all[from:min(from+limit, len(all))]
}

// fail makes everything answer err.
func (m *memory) fail(err error) { defer m.lock()(); m.down = err }
