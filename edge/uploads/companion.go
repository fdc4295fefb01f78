package uploads

import (
	"bytes"
	"context"
	"crypto/hkdf"
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"sync"
	"time"

	"upslope/edge/middleware"
	"upslope/edge/request"

	"github.com/gofiber/fiber/v3"

	"upslope"
)

// Companion (infra/companion) fetches files from links, Google Drive and Dropbox. It knows no accounts:
// signed-in users are proxied to it, without their session.

const (
	// CompanionPath is the prefix of the paths proxied to Companion.
	CompanionPath = "/companion"
	// companionPolicy allows the inline script with which Companion's last sign-in page notifies its opener.
	companionPolicy = "default-src 'none'; script-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
	// companionTimeout bounds Companion's time to respond, as it calls a provider meanwhile.
	companionTimeout = 25 * time.Second
	// maxCompanionAnswer bounds one response: a list of files or a small picture.
	maxCompanionAnswer = 16 << 20
	// maxTransfer bounds the transfer of a file from its source: 10 GB at 12 Mbit/s.
	maxTransfer = 2 * time.Hour
)

// The headers forwarded in each direction, and no others, above all not the session's cookies.
var (
	requestHeaders  = []string{"Accept", "Accept-Language", "Content-Type", "Uppy-Auth-Token", "Sec-Fetch-Site"}
	upgradeHeaders  = []string{"Connection", "Upgrade", "Sec-WebSocket-Key", "Sec-WebSocket-Version", "Sec-WebSocket-Extensions"}
	responseHeaders = []string{"Content-Type", "Location", "Cache-Control"}
	switchHeaders   = []string{"Connection", "Upgrade", "Sec-WebSocket-Accept", "Sec-WebSocket-Extensions"}
)

// companion holds what is needed to reach Companion.
type companion struct {
	url       *url.URL
	key       []byte // signs tickets
	transport http.RoundTripper
}

func newCompanion(address, secret string) (*companion, error) {
	target, err := url.Parse(address)
	if err != nil || target.Host == "" || address != target.Scheme+"://"+target.Host {
		return nil, fmt.Errorf("make the edge: COMPANION_URL %q is not an origin such as http://127.0.0.1:3020", address)
	}
	key, err := hkdf.Key(sha256.New, []byte(secret), nil, "upslope upload ticket", sha256.Size)
	if err != nil {
		return nil, fmt.Errorf("make the key of upload tickets: %w", err)
	}
	return &companion{url: target, key: key, transport: &http.Transport{
		ResponseHeaderTimeout: companionTimeout, DisableCompression: true, MaxIdleConnsPerHost: 10,
		DialContext: (&net.Dialer{Timeout: 5 * time.Second}).DialContext, // to a configured address: no proxy
	}}, nil
}

// ProxyCompanion forwards a signed-in user's request to Companion.
func (h *Handlers) ProxyCompanion(c fiber.Ctx) error {
	if h.companion == nil {
		return fiber.ErrNotFound
	}
	if err := h.deps.Auth.Identify(c); err != nil {
		return err
	}
	upgrade := strings.EqualFold(c.Get(fiber.HeaderUpgrade), "websocket")
	if origin := c.Get(fiber.HeaderOrigin); upgrade && origin != "" && origin != h.config.PublicURL {
		return middleware.ErrCrossOrigin // browsers open sockets for any page
	}
	req, err := h.companionRequest(c, upgrade)
	if err != nil {
		return err
	}
	res, err := h.companion.transport.RoundTrip(req)
	if err != nil {
		return upslope.Errorf(upslope.Unavailable, "We can’t fetch files from other services right now. Try again later, or upload the file.")
	}
	copyCompanionAnswer(c, res)
	if res.StatusCode == http.StatusSwitchingProtocols {
		return h.joinSockets(c, res)
	}
	defer res.Body.Close()
	text, err := io.ReadAll(io.LimitReader(res.Body, maxCompanionAnswer+1))
	if err != nil {
		return fmt.Errorf("read an answer of Companion: %w", err)
	}
	if len(text) > maxCompanionAnswer {
		return fmt.Errorf("read an answer of Companion: more than %d bytes", maxCompanionAnswer)
	}
	return c.Status(res.StatusCode).Send(text)
}

// companionRequest makes the request for Companion.
func (h *Handlers) companionRequest(c fiber.Ctx, upgrade bool) (*http.Request, error) {
	r := request.Of(c.Context())
	var text []byte
	if r.Body != nil {
		var err error
		if text, err = request.ReadSmall(r.Body); err != nil {
			return nil, err
		}
	}
	ctx := c.Context()
	passed := requestHeaders
	if upgrade {
		ctx = h.deps.Stopping // the socket outlives this handler
		passed = slices.Concat(requestHeaders, upgradeHeaders)
	}
	address := h.companion.url.String() + string(c.Request().URI().PathOriginal())
	if query := string(c.Request().URI().QueryString()); query != "" {
		address += "?" + query
	}
	req, err := http.NewRequestWithContext(ctx, c.Method(), address, bytes.NewReader(text))
	if err != nil {
		return nil, upslope.Errorf(upslope.Invalid, "The URL is not valid.")
	}
	for _, name := range passed {
		if value := c.Get(name); value != "" {
			req.Header.Set(name, value)
		}
	}
	req.Header.Set("X-Forwarded-Proto", r.URL.Scheme)
	for name, value := range c.Request().Header.Cookies() {
		if isCompanionCookie(string(name)) {
			req.AddCookie(&http.Cookie{Name: string(name), Value: string(value)}) //nolint:gosec // one that goes out has no attributes
		}
	}
	return req, nil
}

// isCompanionCookie reports whether a cookie belongs to a sign-in to Google or Dropbox.
func isCompanionCookie(name string) bool {
	return name == "companion" || strings.HasPrefix(name, "uppyAuthToken--")
}

// copyCompanionAnswer copies the allowed headers. Companion's pages keep access to their opener window.
func copyCompanionAnswer(c fiber.Ctx, res *http.Response) {
	passed := responseHeaders
	if res.StatusCode == http.StatusSwitchingProtocols {
		passed = switchHeaders
	}
	for _, name := range passed {
		if value := res.Header.Get(name); value != "" {
			c.Set(name, value)
		}
	}
	for _, cookie := range res.Cookies() {
		if isCompanionCookie(cookie.Name) {
			c.Response().Header.Add(fiber.HeaderSetCookie, cookie.String())
		}
	}
	c.Set(fiber.HeaderContentSecurityPolicy, companionPolicy)
	c.Response().Header.Del(middleware.OpenerPolicy)
}

// joinSockets connects the browser's socket with Companion's, which reports a file's progress, until either
// ends.
func (h *Handlers) joinSockets(c fiber.Ctx, res *http.Response) error {
	backend, ok := res.Body.(io.ReadWriteCloser)
	if !ok {
		return fmt.Errorf("open a socket to Companion: its answer is read-only (%T)", res.Body)
	}
	release, err := h.deps.Streams.Take(request.Of(c.Context()).User.AccountID)
	if err != nil {
		_ = backend.Close() // nothing was sent on it
		return err
	}
	c.Status(http.StatusSwitchingProtocols)
	c.RequestCtx().Hijack(func(browser net.Conn) {
		defer release()
		ctx, cancel := context.WithTimeout(h.deps.Stopping, maxTransfer)
		defer cancel()
		_ = browser.SetDeadline(time.Time{}) // if this fails, so does the connection
		defer context.AfterFunc(ctx, func() {
			_ = backend.Close()
			_ = browser.SetDeadline(time.Now()) // closing it has no effect here
		})()
		// The browser's connection is reused after this returns: nothing may read it then.
		var copying sync.WaitGroup
		defer copying.Wait()
		defer cancel()
		copying.Go(func() {
			defer cancel()
			_, _ = io.Copy(backend, browser) // the browser sees how it ends
		})
		_, _ = io.Copy(browser, backend)
	})
	return nil
}

// ListSources lists Companion's sources; none while it does not respond.
func (h *Handlers) ListSources(c fiber.Ctx) error {
	sources := []string{}
	if h.companion != nil {
		ctx, cancel := context.WithTimeout(c.Context(), 2*time.Second)
		defer cancel()
		found, err := h.companion.sources(ctx)
		if err != nil {
			h.deps.Log.Warn("Companion does not answer", "error", err)
		} else {
			sources = found
		}
	}
	return c.JSON(fiber.Map{"sources": sources})
}

func (k *companion) sources(ctx context.Context) (sources []string, err error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, k.url.String()+CompanionPath+"/sources", nil)
	if err != nil {
		return nil, err
	}
	res, err := k.transport.RoundTrip(req)
	if err != nil {
		return nil, err
	}
	defer res.Body.Close()
	if res.StatusCode != http.StatusOK {
		return nil, fmt.Errorf("it answers %d", res.StatusCode)
	}
	return sources, json.NewDecoder(io.LimitReader(res.Body, request.Prefetched)).Decode(&sources)
}
