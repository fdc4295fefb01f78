package edge

import (
	"context"
	"net/http"
	"strconv"
	"sync"
	"time"

	"github.com/gofiber/fiber/v3"
	"golang.org/x/sync/semaphore"

	"upslope"
)

// How often things may be done, by whom. What people do in the app, and programs that read now and then, is far below; what is right is never
// counted where the limit is of what is wrong.
const (
	guessesAtOnce   = 30 // wrong addresses of reports, tokens and sessions, of a network
	guessEvery      = 2 * time.Second
	passwordsAtOnce = 10 // wrong ones of a report, of a network
	passwordEvery   = 30 * time.Second
	strangersAtOnce = 1000 // calls that end in 401 or 404 with nobody signed in, of a network
	strangerEvery   = time.Second / 20
	readsAtOnce     = 1000 // of a token
	readEvery       = time.Second / 50
	writesAtOnce    = 2000 // of an account: 500 sites can be added in one go
	writeEvery      = time.Second / 50
	costlyAtOnce    = 300 // of an account
	costlyEvery     = time.Second / 5
	queriesAtOnce   = 8 // of an account, running
	queriesWaiting  = 256
	queryWait       = 5 * time.Second
)

// The values of x-limit in the contract.
const (
	limitNone   = "none"   // no account asks
	limitRead   = "read"   // from memory or PostgreSQL: people are not limited
	limitQuery  = "query"  // reads many rows of ClickHouse
	limitWrite  = "write"  // changes something
	limitCostly = "costly" // asks a provider, prints, or starts work
)

// limits are those of whoever is signed in.
type limits struct{ reads, writes, costly *limit }

func newLimits() (l limits, err error) {
	for _, one := range []struct {
		into  **limit
		most  int
		every time.Duration
	}{{&l.reads, readsAtOnce, readEvery}, {&l.writes, writesAtOnce, writeEvery}, {&l.costly, costlyAtOnce, costlyEvery}} {
		if *one.into, err = newLimit(one.most, one.every); err != nil {
			return l, err
		}
	}
	return l, nil
}

// spend counts a request that the contract has nothing against.
func (s *Server) spend(c fiber.Ctx, op *operation) error {
	r, now := requestOf(c.Context()), s.deps.Now()
	of, who, what := s.limits.writes, r.user.AccountID, "Your account changes too much at once. Wait a moment and try again."
	switch {
	case op.limit == limitWrite:
	case op.limit == limitCostly:
		of, what = s.limits.costly, "Your account asks for too much work at once. Wait a moment and try again."
	case op.limit == limitNone || r.token == nil:
		return nil
	default:
		of, who, what = s.limits.reads, r.token.ID, "This API token reads too often: at most 50 times a second, and 1,000 times at once."
	}
	wait := of.take(who, now)
	if r.token != nil {
		left := of.left(who, now)
		c.Set("RateLimit-Limit", strconv.Itoa(of.most))
		c.Set("RateLimit-Remaining", strconv.Itoa(left))
		c.Set("RateLimit-Reset", strconv.Itoa(seconds(time.Duration(of.most-left)*of.every)))
	}
	if wait > 0 {
		return tooSoon(wait, what)
	}
	return nil
}

// countStranger counts a call that leads nowhere and that nobody signed in for; too many of them are all answered the same.
func (s *Server) countStranger(c fiber.Ctx, err error) error {
	if r := requestOf(c.Context()); r == nil || r.signedIn || !isAPI(c.Path()) {
		return err
	}
	if status := problemOf(err).Status; status != http.StatusUnauthorized && status != http.StatusNotFound {
		return err
	}
	if wait := s.strangers.take(networkOf(s.clientAddress(c.RequestCtx())), s.deps.Now()); wait > 0 {
		return tooSoon(wait, "There were too many calls from where you are that lead nowhere. Wait a moment, and sign in or send an API token.")
	}
	return err
}

// early is a TooMany Error that knows when it is not too soon any more.
type early struct {
	error
	wait time.Duration
}

// Unwrap is for errors.As.
func (e early) Unwrap() error { return e.error }

func tooSoon(wait time.Duration, sentence string) error {
	return early{upslope.Errorf(upslope.TooMany, "%s", sentence), wait}
}

// seconds rounds up: who waits that long has waited long enough.
func seconds(d time.Duration) int { return int((d + time.Second - 1) / time.Second) }

// queries are those that run for each account, so that one account cannot keep the database from the others.
type queries struct {
	mu sync.Mutex
	of map[string]*turns
}

// turns are the places of one account, and how many have one or wait for one.
type turns struct {
	*semaphore.Weighted
	here int
}

// take waits for a place; release gives it back.
func (q *queries) take(ctx context.Context, accountID string) (release func(), err error) {
	q.mu.Lock()
	if q.of == nil {
		q.of = map[string]*turns{}
	}
	t := q.of[accountID]
	if t == nil {
		t = &turns{Weighted: semaphore.NewWeighted(queriesAtOnce)}
		q.of[accountID] = t
	}
	full := t.here >= queriesAtOnce+queriesWaiting
	if !full {
		t.here++
	}
	q.mu.Unlock()
	if full {
		return nil, errManyQueries
	}
	leave := func() {
		q.mu.Lock()
		defer q.mu.Unlock()
		if t.here--; t.here == 0 {
			delete(q.of, accountID)
		}
	}
	bounded, cancel := context.WithTimeout(ctx, queryWait)
	defer cancel()
	if t.Acquire(bounded, 1) != nil {
		leave()
		return nil, errManyQueries
	}
	return sync.OnceFunc(func() { t.Release(1); leave() }), nil
}

var errManyQueries = tooSoon(queryWait, "Too many tables and files of your account are being read at once. Wait until some of them are there.")

// takeTurn lets only so many queries of an account run at once. A file that is sent after its handler keeps its place until then.
func (s *Server) takeTurn(c fiber.Ctx) error {
	r := requestOf(c.Context())
	release, err := s.queries.take(c.Context(), r.user.AccountID)
	if err != nil {
		return err
	}
	r.endQuery = release
	defer func() { r.endQuery() }()
	return c.Next()
}

// keepTurn leaves giving back the place to whom it answers it to.
func (r *request) keepTurn() (release func()) {
	release, r.endQuery = r.endQuery, nothing
	return release
}

func nothing() {}
