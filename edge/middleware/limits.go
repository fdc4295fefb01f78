package middleware

import (
	"net/http"
	"strconv"
	"time"

	"github.com/gofiber/fiber/v3"

	"upslope/edge/contract"
	"upslope/edge/problem"
	"upslope/edge/ratelimit"
	"upslope/edge/request"
)

// The rate limits, far above normal use of the app and of programs. Correct credentials never count against
// the limits of wrong ones.
const (
	readBurst         = 1000 // per token
	readInterval      = time.Second / 50
	writeBurst        = 2000 // per account: 500 sites can be added in one go
	writeInterval     = time.Second / 50
	costlyBurst       = 300 // per account
	costlyInterval    = time.Second / 5
	visitBurst        = 300 // by visitors of the demo, per network
	visitInterval     = time.Second / 10
	anonymousBurst    = 1000 // calls without a user that end in 401 or 404, per network
	anonymousInterval = time.Second / 20
)

// Limits limits the calls of accounts, tokens and networks.
type Limits struct {
	reads, writes, costly, visits, anonymous *ratelimit.Limiter

	header request.AddressHeader
	now    func() time.Time
	shared *sharedLimits
}

// NewLimits makes unused limits.
func NewLimits(header request.AddressHeader, now func() time.Time) (*Limits, error) {
	l := &Limits{header: header, now: now, shared: newSharedLimits()}
	for _, limiter := range []struct {
		into     **ratelimit.Limiter
		burst    int
		interval time.Duration
	}{
		{&l.reads, readBurst, readInterval}, {&l.writes, writeBurst, writeInterval},
		{&l.costly, costlyBurst, costlyInterval}, {&l.visits, visitBurst, visitInterval}, {&l.anonymous, anonymousBurst, anonymousInterval},
	} {
		var err error
		if *limiter.into, err = ratelimit.New(limiter.burst, limiter.interval); err != nil {
			return nil, err
		}
	}
	return l, nil
}

// Numbers returns the limits by their names in the API documentation.
func Numbers() map[string]int {
	return map[string]int{
		"reads": readBurst, "readsASecond": int(time.Second / readInterval),
		"writes": writeBurst, "writesASecond": int(time.Second / writeInterval),
		"costly": costlyBurst, "costlyASecond": int(time.Second / costlyInterval), "queries": maxQueries,
	}
}

// Take counts a valid request against the limit of its operation.
func (l *Limits) Take(c fiber.Ctx, op *contract.Operation) error {
	r, now := request.Of(c.Context()), l.now()
	limiter, key, message := l.writes, r.User.AccountID, "Your account changes too much at once. Wait a moment and try again."
	switch {
	case r.User.Demo || op.Limit == contract.LimitVisit:
		limiter, key, message = l.visits, l.header.Network(c.RequestCtx()), "The demo is opened too often from where you are. Wait a moment and try again."
	case op.Limit == contract.LimitWrite:
	case op.Limit == contract.LimitCostly:
		limiter, message = l.costly, "Your account asks for too much work at once. Wait a moment and try again."
	case op.Limit == contract.LimitNone || r.Token == nil:
		return nil
	default:
		limiter, key = l.reads, r.Token.ID
		message = "This API token reads too often: at most 50 times a second, and 1,000 times at once."
	}
	wait := limiter.Take(key, now)
	remaining := max(0, limiter.Remaining(key, now))
	c.Set("RateLimit-Limit", strconv.Itoa(limiter.Burst))
	c.Set("RateLimit-Remaining", strconv.Itoa(remaining))
	c.Set("RateLimit-Reset", strconv.Itoa(ratelimit.Seconds(time.Duration(limiter.Burst-remaining)*limiter.Interval)))
	if wait > 0 {
		return ratelimit.Exceeded(wait, message)
	}
	l.shared.count(l.nameOf(limiter), key)
	return nil
}

// nameOf names a limiter that all edges share.
func (l *Limits) nameOf(limiter *ratelimit.Limiter) string {
	switch limiter {
	case l.reads:
		return "reads"
	case l.costly:
		return "costly"
	case l.visits:
		return "visits"
	}
	return "writes"
}

// limiter is the reverse of nameOf, or nil.
func (l *Limits) limiter(name string) *ratelimit.Limiter {
	return map[string]*ratelimit.Limiter{"reads": l.reads, "writes": l.writes, "costly": l.costly, "visits": l.visits}[name]
}

// countAnonymous counts a failed call without a user; beyond the limit all of them get the same response.
func (l *Limits) countAnonymous(c fiber.Ctx, err error) error {
	if r := request.Of(c.Context()); r == nil || r.SignedIn || !request.IsAPI(c.Path()) {
		return err
	}
	if status := problem.Of(err).Status; status != http.StatusUnauthorized && status != http.StatusNotFound {
		return err
	}
	if wait := l.anonymous.Take(l.header.Network(c.RequestCtx()), l.now()); wait > 0 {
		return ratelimit.Exceeded(wait, "There were too many calls from where you are that lead nowhere. Wait a moment, and sign in or send an API token.")
	}
	return err
}
