package edge

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

	"github.com/gofiber/fiber/v3"

	"upslope"
)

// Companion (infra/companion) fetches files from links, Google Drive and Dropbox. It knows no accounts: here signed-in
// people are let through to it, and nothing of their session is.

const (
	companionPaths = "/companion"
	// companionPolicy lets the pages by which Companion ends a sign-in say so to the window that opened them: a script
	// of their own does, and nothing else is theirs to do.
	companionPolicy = "default-src 'none'; script-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
	// companionTimeout is how long Companion may take to begin its answer: it asks a link or a provider meanwhile.
	companionTimeout = 25 * time.Second
	// companionAnswer is the most that it answers to one call: a list of files or a small picture.
	companionAnswer = 16 << 20
	// transferTime is how long a file may take from its source to here: 10 GB at 12 Mbit/s.
	transferTime = 2 * time.Hour
)

// What passes through in each direction; all else that browsers send, their cookies first, is none of Companion's.
var (
	companionAsks    = []string{"Accept", "Accept-Language", "Content-Type", "Uppy-Auth-Token", "Sec-Fetch-Site"}
	companionUpgrade = []string{"Connection", "Upgrade", "Sec-WebSocket-Key", "Sec-WebSocket-Version", "Sec-WebSocket-Extensions"}
	companionAnswers = []string{"Content-Type", "Location", "Cache-Control"}
	companionSwitch  = []string{"Connection", "Upgrade", "Sec-WebSocket-Accept", "Sec-WebSocket-Extensions"}
)

// companion is what is needed to reach Companion.
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
		DialContext: (&net.Dialer{Timeout: 5 * time.Second}).DialContext, // of a given address: no proxy
	}}, nil
}

// passToCompanion lets a signed-in person's browser talk to Companion.
func (s *Server) passToCompanion(c fiber.Ctx) error {
	if s.companion == nil {
		return fiber.ErrNotFound
	}
	if err := s.identify(c); err != nil {
		return err
	}
	upgrade := strings.EqualFold(c.Get(fiber.HeaderUpgrade), "websocket")
	if origin := c.Get(fiber.HeaderOrigin); upgrade && origin != "" && origin != s.config.PublicURL {
		return errOtherSite // a browser opens a socket for any page
	}
	ask, err := s.askCompanion(c, upgrade)
	if err != nil {
		return err
	}
	res, err := s.companion.transport.RoundTrip(ask)
	if err != nil {
		return upslope.Errorf(upslope.Unavailable, "Files cannot be fetched from elsewhere at the moment. Try again later, or upload the file.")
	}
	copyCompanionAnswer(c, res)
	if res.StatusCode == http.StatusSwitchingProtocols {
		return s.joinCompanion(c, res)
	}
	defer res.Body.Close()
	text, err := io.ReadAll(io.LimitReader(res.Body, companionAnswer+1))
	if err != nil {
		return fmt.Errorf("read an answer of Companion: %w", err)
	}
	if len(text) > companionAnswer {
		return fmt.Errorf("read an answer of Companion: more than %d bytes", companionAnswer)
	}
	return c.Status(res.StatusCode).Send(text)
}

// askCompanion makes the request that Companion sees.
func (s *Server) askCompanion(c fiber.Ctx, upgrade bool) (*http.Request, error) {
	r := requestOf(c.Context())
	var text []byte
	if r.body != nil {
		var err error
		if text, err = readSmall(r.body); err != nil {
			return nil, err
		}
	}
	ctx := c.Context()
	passed := companionAsks
	if upgrade {
		ctx = s.stopping // the socket outlives this handler
		passed = slices.Concat(companionAsks, companionUpgrade)
	}
	address := s.companion.url.String() + string(c.Request().URI().PathOriginal())
	if query := string(c.Request().URI().QueryString()); query != "" {
		address += "?" + query
	}
	ask, err := http.NewRequestWithContext(ctx, c.Method(), address, bytes.NewReader(text))
	if err != nil {
		return nil, upslope.Errorf(upslope.Invalid, "The address is not well formed.")
	}
	for _, name := range passed {
		if value := c.Get(name); value != "" {
			ask.Header.Set(name, value)
		}
	}
	ask.Header.Set("X-Forwarded-Proto", r.address.Scheme)
	for name, value := range c.Request().Header.Cookies() {
		if isCompanionCookie(string(name)) {
			ask.AddCookie(&http.Cookie{Name: string(name), Value: string(value)}) //nolint:gosec // one that goes out has no attributes
		}
	}
	return ask, nil
}

// isCompanionCookie tells the cookies of sign-ins to Google and Dropbox from all others.
func isCompanionCookie(name string) bool {
	return name == "companion" || strings.HasPrefix(name, "uppyAuthToken--")
}

// copyCompanionAnswer passes on what is known to be harmless. Its pages keep their tie to the window that opened them.
func copyCompanionAnswer(c fiber.Ctx, res *http.Response) {
	passed := companionAnswers
	if res.StatusCode == http.StatusSwitchingProtocols {
		passed = companionSwitch
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
	c.Response().Header.Del(openerPolicy)
}

// joinCompanion ties the browser's connection to Companion's, on which news of a file come, until either ends.
func (s *Server) joinCompanion(c fiber.Ctx, res *http.Response) error {
	behind, ok := res.Body.(io.ReadWriteCloser)
	if !ok {
		return fmt.Errorf("open a socket to Companion: its answer is read-only (%T)", res.Body)
	}
	release, err := s.streams.take(requestOf(c.Context()).user.AccountID)
	if err != nil {
		_ = behind.Close() // nothing was sent by it
		return err
	}
	c.Status(http.StatusSwitchingProtocols)
	c.RequestCtx().Hijack(func(browser net.Conn) {
		defer release()
		ctx, cancel := context.WithTimeout(s.stopping, transferTime)
		defer cancel()
		_ = browser.SetDeadline(time.Time{}) // the connection fails by itself if this does
		defer context.AfterFunc(ctx, func() {
			_ = behind.Close()
			_ = browser.SetDeadline(time.Now()) // closing it does nothing in here
		})()
		// The browser's connection is taken back when this returns: nobody may read it then.
		var reading sync.WaitGroup
		defer reading.Wait()
		defer cancel()
		reading.Go(func() {
			defer cancel()
			_, _ = io.Copy(behind, browser) // how it ends is the browser's to see
		})
		_, _ = io.Copy(browser, behind)
	})
	return nil
}

// listSources answers what Companion can fetch files from; while it is not there, that is nothing.
func (s *Server) listSources(c fiber.Ctx) error {
	sources := []string{}
	if s.companion != nil {
		ctx, cancel := context.WithTimeout(c.Context(), 2*time.Second)
		defer cancel()
		found, err := s.companion.sources(ctx)
		if err != nil {
			s.deps.Log.Warn("Companion does not answer", "error", err)
		} else {
			sources = found
		}
	}
	return c.JSON(fiber.Map{"sources": sources})
}

func (k *companion) sources(ctx context.Context) (sources []string, err error) {
	ask, err := http.NewRequestWithContext(ctx, http.MethodGet, k.url.String()+companionPaths+"/sources", nil)
	if err != nil {
		return nil, err
	}
	res, err := k.transport.RoundTrip(ask)
	if err != nil {
		return nil, err
	}
	defer res.Body.Close()
	if res.StatusCode != http.StatusOK {
		return nil, fmt.Errorf("it answers %d", res.StatusCode)
	}
	return sources, json.NewDecoder(io.LimitReader(res.Body, prefetched)).Decode(&sources)
}
