package middleware

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"sync/atomic"
	"time"

	"github.com/gofiber/fiber/v3"
	"github.com/maypok86/otter/v2"
	"github.com/prometheus/client_golang/prometheus"

	"upslope"
	"upslope/edge/contract"
	"upslope/edge/feed"
	"upslope/edge/request"
)

// The edge's only response cache, of the operations that the contract marks with x-cache:
//
//	request ──┬─ the feed of changes proves that nothing has changed since: that response, or 304
//	          ├─ nothing is heard: the account's version is read, and decides for a minute
//	          ├─ else: handler ── cached, as of the moment before it read
//	          └─ the handler finds the origin unavailable: the last response, marked as stale
const (
	// MaxAnswers bounds the memory of all responses, in bytes.
	MaxAnswers = 64 << 20

	maxAnswerSize = 2 << 20
	answerCost    = 512 // bytes of a response besides its body and key
	// maxUnheardAge is how long a response is used while nothing is heard and the version stands: not every
	// change raises it.
	maxUnheardAge = time.Minute
	// maxStaleWait bounds the wait for the origin where there is a last response.
	maxStaleWait = 5 * time.Second
	// originPause is how long an unavailable origin is not asked, where there is a last response.
	originPause = 2 * time.Second
)

// Headers that say how old a response is.
const (
	VersionHeader = "X-Version"
	ageHeader     = "X-Age"
	staleHeader   = "X-Stale"
)

// Versions returns a text that changes with an account's data: version, a point, and how often facts came.
type Versions interface {
	FactsVersion(ctx context.Context, accountID string) (string, error)
}

// ResponseCache caches responses until it hears that what they are made of has changed.
type ResponseCache struct {
	feed     *feed.Feed
	versions Versions
	primary  *Primary // answers what is not remembered here; nil: the handler does
	away     func() bool
	now      func() time.Time
	answers  *otter.Cache[string, *answer]
	results  *prometheus.CounterVec
	rereads  *rereads     // nil where the handler is near
	paused   atomic.Int64 // until when the origin is not asked, in Unix nanoseconds
}

// CacheDeps are the dependencies of a ResponseCache.
type CacheDeps struct {
	Feed     *feed.Feed // of changes, which ends what is remembered
	Versions Versions
	Primary  *Primary    // nil in the region of the databases
	Away     func() bool // whether the origin cannot be asked, as far as is known
	Now      func() time.Time
	Metrics  prometheus.Registerer // nil: no metrics
}

// NewResponseCache makes an empty cache of that many bytes.
func NewResponseCache(deps CacheDeps, maxBytes uint64) (*ResponseCache, error) {
	answers, err := otter.New(&otter.Options[string, *answer]{
		MaximumWeight: maxBytes,
		Weigher:       func(key string, a *answer) uint32 { return uint32(len(key) + len(a.body) + answerCost) },
	})
	if err != nil {
		return nil, fmt.Errorf("make the cache of responses: %w", err)
	}
	k := &ResponseCache{feed: deps.Feed, versions: deps.Versions, primary: deps.Primary, away: deps.Away, now: deps.Now, answers: answers}
	if deps.Primary != nil {
		k.rereads = newRereads(deps.Feed, deps.Now)
	}
	k.results = prometheus.NewCounterVec(prometheus.CounterOpts{
		Name: "upslope_edge_answers_total",
		Help: "Reads that may be answered from memory: hit without asking anybody, checked against the version, miss, or stale without the origin; and those read again after a change, before anybody asks.",
	}, []string{"result"})
	if deps.Metrics == nil {
		return k, nil
	}
	size := prometheus.NewGaugeFunc(prometheus.GaugeOpts{Name: "upslope_edge_answers_bytes", Help: "Memory of the answers that an edge remembers."},
		func() float64 { return float64(answers.WeightedSize()) })
	alive := prometheus.NewGaugeFunc(prometheus.GaugeOpts{Name: "upslope_edge_changes_heard", Help: "1 while an edge hears of every change in time, else 0."},
		func() float64 {
			if deps.Feed.Alive() {
				return 1
			}
			return 0
		})
	if err := errors.Join(deps.Metrics.Register(k.results), deps.Metrics.Register(size), deps.Metrics.Register(alive)); err != nil {
		return nil, fmt.Errorf("register the metrics of the cache: %w", err)
	}
	return k, nil
}

// Handle returns the cache in front of an operation that the contract marks.
func (k *ResponseCache) Handle(op *contract.Operation) fiber.Handler {
	return func(c fiber.Ctx) error {
		r := request.Of(c.Context())
		if request.IsForwarded(c) {
			c.Set(audienceHeader, audienceOf(r))
		}
		read := reading{
			ResponseCache: k, op: op, account: r.User.AccountID, key: keyOf(c, op, r), changes: changesOf(op, r.User.AccountID), mark: r.Mark,
		}
		if request.ReaderOf(c) != nil {
			return read.refresh(c)
		}
		read.least, _ = strconv.ParseInt(c.Get(VersionHeader), 10, 64)
		if err := read.respond(c); err != nil {
			return err
		}
		if _, remembered := k.answers.GetIfPresent(read.key); remembered {
			k.rereads.note(c, op, read.key)
		}
		return nil
	}
}

// keyOf names a response: what is asked, and everything that decides what the caller may see. The Link header
// has the host's name.
func keyOf(c fiber.Ctx, op *contract.Operation, r *request.Request) string {
	person := ""
	if isPersonal(c, op) {
		person = r.User.ID
	}
	return strings.Join([]string{audienceOf(r), person, r.URL.Scheme, c.Host(), c.OriginalURL()}, " ")
}

// isPersonal reports whether a response depends on who of the audience asks.
func isPersonal(c fiber.Ctx, op *contract.Operation) bool {
	return op.Cache == contract.CacheUser || c.Query("assignee") == request.Me
}

func changesOf(op *contract.Operation, accountID string) []string {
	changes := []string{feed.Account(accountID)}
	if !op.Outlives {
		changes = append(changes, feed.Work(accountID))
	}
	if op.Cache == contract.CacheFacts {
		changes = append(changes, feed.Facts(accountID))
	}
	return changes
}

// reading is one request for a response that may be remembered.
type reading struct {
	*ResponseCache
	op      *contract.Operation
	account string
	key     string
	changes []string
	mark    feed.Mark
	least   int64 // the version that the caller has seen
	proven  int64 // the version as of which what is found is proven to be
}

func (r *reading) respond(c fiber.Ctx) error {
	found, known := r.answers.GetIfPresent(r.key)
	// Who forwards may have heard of a change that is still on its way to here.
	known = known && !request.IsForwarded(c)
	// What has not changed is as of every version of which everything is known.
	unchanged := known && r.feed.Unchanged(found.mark, r.changes...)
	if unchanged && r.feed.Knows(r.account, r.least) {
		r.proven = r.least
	}
	known = known && max(found.version, r.proven) >= r.least
	if known && unchanged {
		found.confirm(r.feed.ProvenAt(found.mark, r.changes...))
		return r.send(c, found, "hit")
	}
	if known && r.skipsOrigin() {
		return r.sendStale(c, found)
	}
	made, err := r.ask(c, found, known)
	switch {
	case err == nil && made != nil:
		result := "miss"
		if made == found {
			result = "checked"
		}
		return r.send(c, made, result)
	case known && unavailable(err):
		r.paused.Store(r.now().Add(originPause).UnixNano())
		return r.sendStale(c, found)
	}
	return err
}

// skipsOrigin reports whether the origin is known to be away, or has just not answered.
func (k *ResponseCache) skipsOrigin() bool { return k.away() || k.now().UnixNano() < k.paused.Load() }

// ask returns the response of the handler, or the one that is found if the version confirms it; nil when the
// handler has responded with something that is not remembered.
func (r *reading) ask(c fiber.Ctx, found *answer, known bool) (*answer, error) {
	if known {
		unbounded := c.Context()
		defer c.SetContext(unbounded)
		bounded, cancel := context.WithTimeout(unbounded, maxStaleWait)
		defer cancel()
		c.SetContext(bounded)
	}
	now := r.now()
	stamp, own := "", audienceOf(request.Of(c.Context()))
	audience := own
	if forwarded := r.primary.Read(c, r.op); forwarded != nil {
		audience = forwarded.header.Get(audienceHeader)
	} else {
		// Read before the data: a response may be newer than its version, never older.
		var err error
		if stamp, err = r.versions.FactsVersion(c.Context(), r.account); err != nil {
			return nil, err
		}
		if known && !r.feed.Alive() && found.stamp == stamp && now.Sub(found.made) < maxUnheardAge && !r.feed.Changed(found.mark, r.changes...) {
			found.confirm(now)
			return found, nil
		}
		if err := c.Next(); err != nil {
			return nil, err
		}
	}
	if c.Response().StatusCode() != http.StatusOK || c.GetRespHeader(staleHeader) != "" {
		return nil, nil
	}
	made := newAnswer(now, cmp.Or(stamp, c.GetRespHeader(VersionHeader)), r.mark, slices.Clone(c.Response().Body()))
	made.stamp = stamp
	made.describe(r.op, r.account, func(name string) string { return c.GetRespHeader(name) })
	// Another edge may know better who the caller is: that is for nobody else.
	if len(made.body) <= maxAnswerSize && audience == own {
		r.answers.Set(r.key, made)
	}
	return made, nil
}

// unavailable reports whether the origin is at fault, not the request.
func unavailable(err error) bool {
	return err != nil && (upslope.CodeOf(err) == upslope.Unavailable || errors.Is(err, context.DeadlineExceeded))
}

func (r *reading) sendStale(c fiber.Ctx, found *answer) error {
	found.confirm(r.feed.ProvenAt(found.mark, r.changes...))
	c.Set(staleHeader, "true")
	c.Set(fiber.HeaderWarning, `110 - "Response is Stale"`)
	return r.send(c, found, "stale")
}

// send responds with what is remembered, or 304 if the client has it.
func (r *reading) send(c fiber.Ctx, found *answer, result string) error {
	r.results.WithLabelValues(result).Inc()
	for name, text := range found.headers {
		c.Set(name, text)
	}
	c.Set(VersionHeader, strconv.FormatInt(max(found.version, r.proven), 10))
	age := r.now().Sub(time.Unix(0, found.confirmed.Load()))
	c.Set(ageHeader, strconv.Itoa(max(0, int(age/time.Second))))
	if c.Get(fiber.HeaderIfNoneMatch) == found.headers[fiber.HeaderETag] {
		c.Response().ResetBody()
		c.Status(http.StatusNotModified)
		return nil
	}
	c.Response().SetBodyRaw(found.body)
	return nil
}
