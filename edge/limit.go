package edge

import (
	"net/netip"
	"sync"
	"time"

	lru "github.com/hashicorp/golang-lru/v2"
	"github.com/valyala/fasthttp"
)

// Wrong addresses and passwords. What is right is not counted, however often an office opens it: the limit of addresses keeps a machine
// from being busy with nonsense, no number of tries finds one.
const (
	guessesAtOnce   = 30
	guessEvery      = 2 * time.Second
	passwordsAtOnce = 10
	passwordEvery   = 30 * time.Second
)

// limit is how often something may go wrong for somebody: so often at once, and once more after each while.
type limit struct {
	most  int
	every time.Duration

	mu    sync.Mutex
	known *lru.Cache[string, *tries]
}

type tries struct {
	left int
	at   time.Time // when left was true
}

// mostWatched bounds what a limit remembers; who did nothing for longest is forgotten.
const mostWatched = 20_000

func newLimit(most int, every time.Duration) (*limit, error) {
	known, err := lru.New[string, *tries](mostWatched)
	return &limit{most: most, every: every, known: known}, err
}

// wait answers how long somebody has to wait for another try; 0 not at all.
func (l *limit) wait(who string, now time.Time) time.Duration {
	l.mu.Lock()
	defer l.mu.Unlock()
	t := l.of(who, now)
	if t.left > 0 {
		return 0
	}
	return l.every - now.Sub(t.at)
}

// take counts a try that went wrong.
func (l *limit) take(who string, now time.Time) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if t := l.of(who, now); t.left > 0 {
		t.left--
	}
}

func (l *limit) of(who string, now time.Time) *tries {
	t, ok := l.known.Get(who)
	if !ok {
		t = &tries{left: l.most, at: now}
		l.known.Add(who, t)
	}
	if back := int(now.Sub(t.at) / l.every); back > 0 {
		t.left, t.at = min(l.most, t.left+back), t.at.Add(time.Duration(back)*l.every)
	}
	return t
}

// clientAddress is the address that a request came from. Only a proxy of ours may say that it is another.
func (s *Server) clientAddress(c *fasthttp.RequestCtx) string {
	if s.config.ClientAddressHeader != "" {
		if said := c.Request.Header.Peek(s.config.ClientAddressHeader); len(said) > 0 {
			return string(said)
		}
	}
	return c.RemoteIP().String()
}

// networkOf is what one customer of a provider has: an address, or of IPv6 the first 64 bits.
func networkOf(address string) string {
	ip, err := netip.ParseAddr(address)
	if err != nil || ip.Unmap().Is4() {
		return address
	}
	prefix, err := ip.Prefix(64)
	if err != nil {
		return address
	}
	return prefix.String()
}
