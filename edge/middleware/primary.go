package middleware

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"maps"
	"net"
	"net/http"
	"slices"
	"sync/atomic"
	"time"

	"github.com/gofiber/fiber/v3"

	"upslope"
	"upslope/edge/auth"
	"upslope/edge/contract"
	"upslope/edge/request"
)

const (
	// replayTarget has Fly's proxy resend a request to that region, or back here if nobody there takes it.
	replayTarget = "region=%s;timeout=5s;fallback=prefer_self"
	// maxReplayed is the largest request that Fly's proxy sends again.
	maxReplayed = 1 << 20

	forwardTimeout = 40 * time.Second // longer than what the other edge takes for one response
	dialTimeout    = 2 * time.Second
	// probeTimeout bounds the wait for a sign of life of the other edge, while nothing is heard of changes.
	probeTimeout = 2 * time.Second
	maxForwarded = 64 << 20
	idleForwards = 64          // connections that stay open
	maxIdle      = time.Minute // of a connection; edges close theirs later

	chunked = -1 // the length of a body that does not say it

	// maxIntroduction bounds the wait for who calls.
	maxIntroduction = 5 * time.Second
	// callerPath is read to learn who calls, where the request itself is not a read that edges remember.
	callerPath = "/api/auth/user"
)

// Primary sends requests of an edge in another region to the region of the databases: one trip instead of one
// for each statement. A nil Primary sends nothing.
type Primary struct {
	region string
	edge   string       // an edge there; "" has Fly's proxy resend writes, and answers reads here
	hears  func() bool  // whether changes are heard of in time: the other region can be reached
	silent atomic.Int64 // until when the other edge counts as unreachable, in Unix nanoseconds
	client *http.Client
}

// NewPrimary returns nil if nothing has to be sent: in the region of the databases, or if no region is set.
func NewPrimary(primary, own, edge string, hears func() bool) *Primary {
	if primary == "" || primary == own {
		return nil
	}
	return &Primary{region: primary, edge: edge, hears: hears, client: &http.Client{
		Timeout:       forwardTimeout,
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
		Transport: &http.Transport{
			DialContext: (&net.Dialer{Timeout: dialTimeout}).DialContext, MaxIdleConnsPerHost: idleForwards,
			IdleConnTimeout: maxIdle, DisableCompression: true,
		},
	}}
}

// Replays reports whether Fly's proxy should send this write again. Its body is not read here.
func (p *Primary) Replays(c fiber.Ctx, op *contract.Operation) bool {
	switch {
	case p == nil || !op.Small || c.Get("Fly-Replay-Src") != "" || c.Get("Fly-Replay-Failed") != "":
		return false
	case p.edge != "" && c.Get("Fly-Request-Id") == "":
		return false // it did not come through that proxy
	}
	length := c.Request().Header.ContentLength()
	return length != chunked && length < maxReplayed
}

// Replay answers with what Fly's proxy acts on.
func (p *Primary) Replay(c fiber.Ctx) error {
	c.Set("Fly-Replay", fmt.Sprintf(replayTarget, p.region))
	return c.SendStatus(http.StatusConflict)
}

// Forwards reports whether a request is forwarded to the other edge by this one.
func (p *Primary) Forwards(c fiber.Ctx, op *contract.Operation) bool {
	return p != nil && p.edge != "" && op.Small && !request.IsForwarded(c) && request.ReaderOf(c) == nil
}

// Write forwards a write with what to read after it (see ReadAfter), and returns that. Not done: the other
// edge has not seen the write, so that it can be done here.
func (p *Primary) Write(c fiber.Ctx, readAfter string) (after []*forwarded, done bool, err error) {
	var body []byte
	if r := request.Of(c.Context()); r.Body != nil {
		if body, err = request.ReadSmall(r.Body); err != nil {
			return nil, true, err
		}
		r.Body = r.Body.Again(body)
	}
	got, err := p.fetch(c, c.Method(), c.OriginalURL(), body, http.Header{readAfterHeader: {readAfter}})
	if err == nil {
		after, err = got.split()
	}
	switch {
	case err == nil:
		return after, true, got.send(c)
	case errors.Is(err, errUnreached):
		return nil, false, nil
	case c.Context().Err() == nil:
		return nil, true, errors.Join(errUnsure, err)
	}
	return nil, true, err
}

// Read forwards a read that this edge does not remember, and responds; nil when it has to be done here.
func (p *Primary) Read(c fiber.Ctx, op *contract.Operation) *forwarded {
	if !p.Forwards(c, op) {
		return nil
	}
	got, introduced := c.Locals(introduction{}).(*forwarded)
	if !introduced {
		var err error
		if got, err = p.fetch(c, fiber.MethodGet, c.OriginalURL(), nil, nil); err != nil {
			return nil
		}
	}
	if got.send(c) != nil {
		return nil
	}
	return got
}

// Introduce asks the other edge who calls, in the words of auth.CallerHeader; "" when that has to be found
// out here. A read that edges remember travels with it, and Read responds with what came back.
func (p *Primary) Introduce(c fiber.Ctx, op *contract.Operation) (caller string) {
	unbounded := c.Context()
	defer c.SetContext(unbounded)
	bounded, cancel := context.WithTimeout(unbounded, maxIntroduction)
	defer cancel()
	c.SetContext(bounded)
	address := callerPath
	if op.Cache != "" {
		address = c.OriginalURL()
	}
	got, err := p.fetch(c, fiber.MethodGet, address, nil, http.Header{auth.CallerHeader: {"?"}})
	if err != nil {
		return ""
	}
	if op.Cache != "" {
		c.Locals(introduction{}, got)
	}
	return got.header.Get(auth.CallerHeader)
}

// introduction names what Introduce leaves for Read.
type introduction struct{}

var (
	errUnreached = errors.New("the edge beside the databases cannot be reached")
	errUnsure    = upslope.Errorf(upslope.Unavailable, "The connection to our servers broke. Check whether your change was saved, and try again if not.")
)

// forwarded is a response of the other edge.
type forwarded struct {
	status int
	header http.Header
	body   []byte
}

// fetch sends a request to the other edge, with headers of this one's own.
func (p *Primary) fetch(c fiber.Ctx, method, address string, body []byte, own http.Header) (*forwarded, error) {
	ctx, cancel := context.WithTimeout(c.Context(), forwardTimeout)
	defer cancel()
	out, err := http.NewRequestWithContext(ctx, method, p.edge+address, bytes.NewReader(body))
	if err != nil {
		return nil, fmt.Errorf("forward a request: %w", err)
	}
	for name, value := range c.Request().Header.All() {
		if name := string(name); !slices.Contains(ownHeaders, http.CanonicalHeaderKey(name)) {
			out.Header.Add(name, string(value))
		}
	}
	maps.Copy(out.Header, own)
	out.Host = c.Host()
	out.Header.Set(fiber.HeaderVia, "1.1 "+request.ForwarderName)
	if !p.reachable(ctx) {
		return nil, errUnreached
	}
	go p.watch(ctx, cancel)
	in, err := p.client.Do(out) //nolint:gosec // to the address of the settings
	if err != nil {
		if failed := (*net.OpError)(nil); errors.As(err, &failed) && failed.Op == "dial" {
			return nil, fmt.Errorf("%w: %w", errUnreached, err)
		}
		return nil, fmt.Errorf("forward a request: %w", err)
	}
	defer in.Body.Close()
	if method == fiber.MethodGet && in.StatusCode >= http.StatusInternalServerError {
		return nil, errUnreached // it may be read here all the same
	}
	text, err := io.ReadAll(io.LimitReader(in.Body, maxForwarded+1))
	if err != nil || len(text) > maxForwarded {
		return nil, fmt.Errorf("read a forwarded response of %d bytes: %w", len(text), err)
	}
	return &forwarded{status: in.StatusCode, header: in.Header, body: text}, nil
}

// watch cancels a request once the other edge cannot be reached: a connection that was cut says nothing.
func (p *Primary) watch(ctx context.Context, cancel context.CancelFunc) {
	ticks := time.NewTicker(time.Second)
	defer ticks.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-ticks.C:
			if !p.reachable(ctx) {
				cancel()
			}
		}
	}
}

// reachable reports whether the other edge can be reached. Nobody is asked while changes are heard of.
func (p *Primary) reachable(ctx context.Context) bool {
	if p.hears() {
		return true
	}
	if time.Now().UnixNano() < p.silent.Load() {
		return false
	}
	bounded, cancel := context.WithTimeout(ctx, probeTimeout)
	defer cancel()
	probe, err := http.NewRequestWithContext(bounded, http.MethodGet, p.edge+"/healthz", nil)
	if err != nil {
		return false
	}
	got, err := p.client.Do(probe) //nolint:gosec // to the address of the settings
	if err != nil {
		if ctx.Err() == nil {
			p.silent.Store(time.Now().Add(originPause).UnixNano())
		}
		return ctx.Err() != nil
	}
	return got.Body.Close() == nil
}

// send responds with the response of the other edge.
func (f *forwarded) send(c fiber.Ctx) error {
	for name, values := range f.header {
		if slices.Contains(ownHeaders, name) {
			continue
		}
		c.Response().Header.Del(name)
		for _, value := range values {
			c.Response().Header.Add(name, value)
		}
	}
	return c.Status(f.status).Send(f.body)
}

// ownHeaders belong to one connection or one edge, and are not passed on. A response is compressed, and
// confirmed by its tag, where the caller is.
var ownHeaders = []string{
	"Connection", "Keep-Alive", "Te", "Trailer", "Transfer-Encoding", "Upgrade", "Host", "Content-Length", "Via", "Date", "Server",
	"Accept-Encoding", "If-None-Match", auth.CallerHeader, readAfterHeader, audienceHeader,
}
