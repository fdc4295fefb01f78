package edge_test

import (
	"encoding/json"
	"sync"
	"sync/atomic"
	"time"

	"upslope"
	"upslope/edge/feed"
)

// memory replaces the storage of the other parts, which have their own tests.
type memory struct {
	printed   int // shared reports
	mu        sync.Mutex
	later     atomic.Int64 // offset of its clock
	users     map[string]upslope.User
	ended     map[string]time.Time
	sites     map[string][]upslope.Site // by account
	insights  map[string][]upslope.Insight
	issues    map[string][]upslope.TechnicalIssue
	jobs      map[string]upslope.Job
	order     []string // job ids in order
	uploads   []upslope.Upload
	objects   map[string][]byte
	listen    map[int]func(string, upslope.Event)
	filter    any // of the last list
	table     upslope.Table
	drilldown upslope.Drilldown
	signIns   int
	down      error          // returned by everything while set
	finish    bool           // started jobs finish immediately
	problem   *upslope.Error // of the jobs that are finished
	plan      string
	saved     map[string][]upslope.View // by user
	version   int64
	steady    bool // the version stays the same between requests; else it changes each time
	trips     int  // look-ups of versions, users and sessions
	feed      *feed.Feed
	silent    bool   // nothing is heard of changes
	heard     uint64 // messages of the feed

	tokens       *heldTokens
	branding     map[string]upslope.Branding
	clients      map[string][]upslope.ClientProfile
	links        map[string][]upslope.SharedReport // by account
	pages        *pages
	schedules    map[string][]upslope.ReportSchedule // by account
	unsubscribes map[string]upslope.Unsubscribe      // by the hash of their tokens
	crawls       []upslope.Crawl
	activity     []upslope.Activity
	syncs        map[string][]upslope.SyncRun // by site
	tried        []string                     // recorded calls of the integrations
	hung         bool                         // session lookups never return
	refusal      error                        // returned by every import
	edits        int                          // of sites

	endless       bool // the exported issues never end
	exportEnded   atomic.Bool
	mapping       map[string]string // of the last repeated import
	crawling      upslope.SiteCrawl
	crawlSettings upslope.CrawlSettings
	audit         map[string][]upslope.AuditEntry // by account
	rows          int                             // rows of an exported report
	broken        error                           // error that ends an export of facts

	lists          int    // how often insights were listed
	duringInsights func() // called while a list of insights is read
}

func newMemory() *memory {
	m := &memory{
		users: map[string]upslope.User{}, ended: map[string]time.Time{}, sites: map[string][]upslope.Site{},
		insights: map[string][]upslope.Insight{}, issues: map[string][]upslope.TechnicalIssue{}, jobs: map[string]upslope.Job{},
		branding: map[string]upslope.Branding{}, clients: map[string][]upslope.ClientProfile{}, links: map[string][]upslope.SharedReport{}, pages: &pages{}, schedules: map[string][]upslope.ReportSchedule{}, unsubscribes: map[string]upslope.Unsubscribe{}, objects: map[string][]byte{}, listen: map[int]func(string, upslope.Event){}, finish: true,
	}
	m.feed = feed.New(m.now)
	m.tokens = &heldTokens{held: map[string]upslope.APIToken{}, memory: m}
	return m
}

func (m *memory) now() time.Time { return time.Now().Add(time.Duration(m.later.Load())) }

// goTo sets the clock to that long after now.
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

// fail makes everything return err.
func (m *memory) fail(err error) { defer m.lock()(); m.down = err }

// hear says that only these keys have changed; without steadiness, that anything may have.
func (m *memory) hear(keys ...string) { m.tell(feed.Message{Keys: keys}) }

// tell says so of a message of the relay.
func (m *memory) tell(message feed.Message) {
	defer m.lock()()
	if m.silent {
		return
	}
	if m.heard++; !m.steady {
		m.heard++ // a message was missed
	}
	message.Series, message.Number, message.Whole = "test", m.heard, true
	data, err := json.Marshal(message)
	if err != nil {
		panic(err)
	}
	m.feed.Receive(data)
}
