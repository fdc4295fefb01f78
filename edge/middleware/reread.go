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
	"golang.org/x/sync/errgroup"
	"golang.org/x/sync/semaphore"

	"upslope/edge/contract"
	"upslope/edge/feed"
	"upslope/edge/request"
)

const (
	// rereadDelay gives whoever made a change time to read it first.
	rereadDelay = 200 * time.Millisecond
	// maxUnread and maxRereads bound how long and how often an answer nobody asks for is read again.
	maxUnread  = 30 * time.Minute
	maxRereads = 4
	// maxRereading is how many are read at once; of one account half of the queries that it may run.
	maxRereading, maxRereadingByAccount = 32, maxQueries / 2
	// maxNoted bounds the memory, in answers; maxNotedByAccount what one change costs.
	maxNoted, maxNotedByAccount = 10_000, 64
)

// rereads remembers what people of each account have read lately. Where the databases are far, that is read
// again once it has changed, so that whoever looks next does not wait for it.
type rereads struct {
	feed  *feed.Feed
	now   func() time.Time
	due   chan string // accounts that have changed
	slots *semaphore.Weighted

	mu       sync.Mutex
	noted    map[string]map[string]*noted // by account and key of the answer
	count    int
	awaiting map[string]bool // accounts that are being read again, and whether they have changed since
}

// noted is what somebody has read.
type noted struct {
	op            *contract.Operation
	key           string
	audience      string // who gets the same answer, if it is not personal
	personal      bool
	address, host string
	reader        request.Reader
	mark          feed.Mark // of the moment at which the reader was known
	readAt        time.Time
	rereads       int // since somebody read it
}

func newRereads(changes *feed.Feed, now func() time.Time) *rereads {
	n := &rereads{
		feed: changes, now: now, due: make(chan string, maxNoted), slots: semaphore.NewWeighted(maxRereading),
		noted: map[string]map[string]*noted{}, awaiting: map[string]bool{},
	}
	changes.Listen(n.onChange)
	return n
}

// note remembers that a signed-in person reads something.
func (n *rereads) note(c fiber.Ctx, op *contract.Operation, key string) {
	r := request.Of(c.Context())
	if n == nil || !r.SignedIn || r.Token != nil || request.IsForwarded(c) {
		return
	}
	n.mu.Lock()
	defer n.mu.Unlock()
	if n.count >= maxNoted {
		n.makeRoom()
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
		op: op, key: key, audience: audienceOf(r), personal: isPersonal(c, op), address: c.OriginalURL(), host: c.Host(),
		reader: request.Reader{User: r.User, Session: r.Session}, mark: r.Mark, readAt: n.now(),
	}
	if len(of) > maxNotedByAccount {
		n.forget(r.User.AccountID, slices.MinFunc(slices.Collect(maps.Keys(of)), func(a, b string) int { return of[a].readAt.Compare(of[b].readAt) }))
	}
}

// makeRoom forgets what nobody has read for long; if that is nothing, everything: who reads is noted again.
func (n *rereads) makeRoom() {
	for account, of := range n.noted {
		for key, one := range of {
			if n.now().Sub(one.readAt) > maxUnread {
				n.forget(account, key)
			}
		}
	}
	if n.count >= maxNoted {
		clear(n.noted)
		n.count = 0
	}
}

func (n *rereads) forget(account, key string) {
	n.count--
	delete(n.noted[account], key)
	if len(n.noted[account]) == 0 {
		delete(n.noted, account)
	}
}

// onChange has what an account reads read again.
func (n *rereads) onChange(keys []string) {
	n.mu.Lock()
	defer n.mu.Unlock()
	for _, key := range keys {
		class, account, _ := strings.Cut(key, ":")
		if !slices.Contains([]string{"account", "work", "facts"}, class) || len(n.noted[account]) == 0 {
			continue
		}
		if _, begun := n.awaiting[account]; begun {
			n.awaiting[account] = true
		} else {
			n.queue(account)
		}
	}
}

func (n *rereads) queue(account string) {
	select {
	case n.due <- account:
		n.awaiting[account] = false
	default: // it is read when somebody asks
		delete(n.awaiting, account)
	}
}

// finish ends a rereading, and queues the next one if the account has changed since it began.
func (n *rereads) finish(account string) {
	n.mu.Lock()
	defer n.mu.Unlock()
	if n.awaiting[account] {
		n.queue(account)
	} else {
		delete(n.awaiting, account)
	}
}

// dueReads returns what to read again of an account, what was read last first.
func (n *rereads) dueReads(account string) (all []*noted) {
	n.mu.Lock()
	defer n.mu.Unlock()
	n.awaiting[account] = false
	for key, one := range n.noted[account] {
		user := one.reader.User
		if n.now().Sub(one.readAt) > maxUnread || one.rereads >= maxRereads ||
			!n.feed.Unchanged(one.mark, feed.User(user.ID), feed.People(account), feed.Session(one.reader.Session.SessionID)) {
			n.forget(account, key)
			continue
		}
		all = append(all, one)
	}
	slices.SortFunc(all, func(a, b *noted) int { return b.readAt.Compare(a.readAt) })
	return all
}

// take counts one reread, unless there were enough.
func (n *rereads) take(account, key string) bool {
	n.mu.Lock()
	defer n.mu.Unlock()
	one := n.noted[account][key]
	if one == nil || one.rereads >= maxRereads {
		return false
	}
	one.rereads++
	return true
}

// Reread reads again, until ctx ends, what people have read and has since changed. Handle handles requests.
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
				var reading errgroup.Group
				reading.SetLimit(maxRereadingByAccount)
				for _, one := range k.rereads.dueReads(account) {
					reading.Go(func() error { return k.rereads.read(ctx, one, handle) })
				}
				_ = reading.Wait() // it only ends early with ctx
				k.rereads.finish(account)
			})
		}
	}
}

// refresh reads what has changed since, for whoever asks next.
func (r *reading) refresh(c fiber.Ctx) error {
	found, known := r.answers.GetIfPresent(r.key)
	if known && r.feed.Unchanged(found.mark, r.changes...) || r.skipsOrigin() {
		return nil
	}
	if !r.rereads.take(r.account, r.key) {
		return nil
	}
	made, err := r.ask(c, found, known)
	if made != nil {
		r.results.WithLabelValues("reread").Inc()
	}
	return err
}

// read reads something again, once there is a slot.
func (n *rereads) read(ctx context.Context, one *noted, handle fasthttp.RequestHandler) error {
	if err := n.slots.Acquire(ctx, 1); err != nil {
		return err //nolint:wrapcheck // the server stops
	}
	defer n.slots.Release(1)
	var asked fasthttp.Request
	asked.SetRequestURI(one.address)
	asked.Header.SetHost(one.host)
	var c fasthttp.RequestCtx
	c.Init(&asked, nil, nil)
	request.ReadFor(&c, &one.reader)
	handle(&c)
	return nil
}
