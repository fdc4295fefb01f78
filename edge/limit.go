package edge

import (
	"net/netip"
	"time"

	lru "github.com/hashicorp/golang-lru/v2"
	"github.com/valyala/fasthttp"
	"golang.org/x/time/rate"
)

// limit is how often somebody may do something: so often at once, and once more after each while.
type limit struct {
	most  int
	every time.Duration
	known *lru.Cache[string, *rate.Limiter]
}

// mostWatched bounds what a limit remembers; who did nothing for longest is forgotten.
const mostWatched = 20_000

func newLimit(most int, every time.Duration) (*limit, error) {
	known, err := lru.New[string, *rate.Limiter](mostWatched)
	return &limit{most: most, every: every, known: known}, err
}

// wait answers how long somebody has to wait until they may; 0 not at all.
func (l *limit) wait(who string, now time.Time) time.Duration {
	return max(0, time.Duration((1-l.of(who).TokensAt(now))*float64(l.every)))
}

// take counts that somebody does it, or answers how long they have to wait.
func (l *limit) take(who string, now time.Time) time.Duration {
	if l.of(who).AllowN(now, 1) {
		return 0
	}
	return max(l.wait(who, now), 1)
}

// left answers how often somebody may still do it at once.
func (l *limit) left(who string, now time.Time) int { return int(l.of(who).TokensAt(now)) }

func (l *limit) of(who string) *rate.Limiter {
	if found, ok := l.known.Get(who); ok {
		return found
	}
	made := rate.NewLimiter(rate.Every(l.every), l.most)
	if found, ok, _ := l.known.PeekOrAdd(who, made); ok {
		return found
	}
	return made
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
