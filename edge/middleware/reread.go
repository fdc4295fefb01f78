package middleware

import (
	"context"
	"maps"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/gofiber/fiber/v3"
	"github.com/valyala/fasthttp"
	"golang.org/x/sync/semaphore"

	"upslope/edge/feed"
	"upslope/edge/request"
)

const (
	// rereadDelay leaves time for who made a change to read it first.
	rereadDelay = 200 * time.Millisecond
	// maxUnread is how long something is read again although nobody asks for it, and maxRereads how often.
	maxUnread  = 30 * time.Minute
	maxRereads = 4
	// maxRereading is how many are read at once: half of the queries that an account may run.
	maxRereading = maxQueries / 2
	// maxNoted bounds the memory, in answers; maxNotedByAccount what one change costs.
	maxNoted, maxNotedByAccount = 10_000, 64
)

// rereads remembers what people of each account have read lately. Where the databases are far, that is read again once it
// has changed, so that whoever looks next does not wait for it.
type rereads struct {
	feed  *feed.Feed
	now   func() time.Time
	due   chan string // accounts that have changed
	slots *semaphore.Weighted

	mu       sync.Mutex
	noted    map[string]map[string]*noted // by account and key of the answer
	count    int
	awaiting map[string]bool // accounts whose rereading is about to begin
}

// noted is what somebody has read.
type noted struct {
	address, host string
	reader        request.Reader
	mark          feed.Mark // of the moment at which the reader was known
	asked         time.Time
	rereads       int // since it was asked for
}

func newRereads(changes *feed.Feed, now func() time.Time) *rereads {
	n := &rereads{
		feed: changes, now: now, due: make(chan string, maxNoted), slots: semaphore.NewWeighted(maxRereading),
		noted: map[string]map[string]*noted{}, awaiting: map[string]bool{},
	}
	changes.Listen(n.hear)
	return n
}

// note remembers that a signed-in person reads something.
func (n *rereads) note(c fiber.Ctx, key string) {
	r := request.Of(c.Context())
	if n == nil || !r.SignedIn || r.Token != nil || request.IsForwarded(c) {
		return
	}
	n.mu.Lock()
	defer n.mu.Unlock()
	if n.count >= maxNoted {
		clear(n.noted) // who reads again is noted again
		n.count = 0
	}
	of := n.noted[r.User.AccountID]
	if of == nil {
		of = map[string]*noted{}
		n.noted[r.User.AccountID] = of
	}
	if of[key] == nil {
		n.count++
	}
	of[key] = &noted{
		address: c.OriginalURL(), host: c.Host(), reader: request.Reader{User: r.User, Session: r.Session}, mark: r.Mark, asked: n.now(),
	}
	if len(of) > maxNotedByAccount {
		n.forget(r.User.AccountID, slices.MinFunc(slices.Collect(maps.Keys(of)), func(a, b string) int { return of[a].asked.Compare(of[b].asked) }))
	}
}

func (n *rereads) forget(account, key string) {
	n.count--
	delete(n.noted[account], key)
	if len(n.noted[account]) == 0 {
		delete(n.noted, account)
	}
}

// hear has what an account reads read again.
func (n *rereads) hear(keys []string) {
	n.mu.Lock()
	defer n.mu.Unlock()
	for _, key := range keys {
		class, account, _ := strings.Cut(key, ":")
		if !slices.Contains([]string{"account", "work", "facts"}, class) || len(n.noted[account]) == 0 || n.awaiting[account] {
			continue
		}
		select {
		case n.due <- account:
			n.awaiting[account] = true
		default: // it is read when somebody asks
		}
	}
}

// begin returns what to read again of an account, what was asked for last first.
func (n *rereads) begin(account string) (all []*noted) {
	n.mu.Lock()
	defer n.mu.Unlock()
	delete(n.awaiting, account)
	for key, one := range n.noted[account] {
		user := one.reader.User
		if n.now().Sub(one.asked) > maxUnread || one.rereads >= maxRereads ||
			!n.feed.Unchanged(one.mark, feed.User(user.ID), feed.People(account), feed.Session(one.reader.Session.SessionID)) {
			n.forget(account, key)
			continue
		}
		all = append(all, one)
	}
	slices.SortFunc(all, func(a, b *noted) int { return b.asked.Compare(a.asked) })
	return all
}

func (n *rereads) countReread(account, key string) {
	n.mu.Lock()
	defer n.mu.Unlock()
	if one := n.noted[account][key]; one != nil {
		one.rereads++
	}
}

// Reread reads again, until ctx ends, what people have read and what has changed since. Handle handles requests.
func (k *ResponseCache) Reread(ctx context.Context, handle fasthttp.RequestHandler) {
	if k.rereads == nil {
		return
	}
	for {
		select {
		case <-ctx.Done():
			return
		case account := <-k.rereads.due:
			time.AfterFunc(rereadDelay, func() {
				for _, one := range k.rereads.begin(account) {
					k.rereads.read(ctx, one, handle)
				}
			})
		}
	}
}

// again reads what has changed since, for whoever asks next.
func (r *reading) again(c fiber.Ctx) error {
	found, known := r.answers.GetIfPresent(r.key)
	if known && r.feed.Unchanged(found.mark, r.changes...) || r.now().UnixNano() < r.paused.Load() {
		return nil
	}
	made, err := r.ask(c, found, known)
	if made != nil {
		r.results.WithLabelValues("reread").Inc()
		r.rereads.countReread(r.account, r.key)
	}
	return err
}

// read begins to read something again, once there is a slot.
func (n *rereads) read(ctx context.Context, one *noted, handle fasthttp.RequestHandler) {
	if n.slots.Acquire(ctx, 1) != nil {
		return
	}
	go func() {
		defer n.slots.Release(1)
		var asked fasthttp.Request
		asked.SetRequestURI(one.address)
		asked.Header.SetHost(one.host)
		var c fasthttp.RequestCtx
		c.Init(&asked, nil, nil)
		request.ReadFor(&c, &one.reader)
		handle(&c)
	}()
}
