package edge

import (
	"context"
	"crypto/rand"
	"net/http"
	"net/url"
	"strconv"
	"strings"

	"github.com/gofiber/fiber/v3"
)

// Handshake brings a browser's cookies up to date at the identity provider, when a page is asked for and they have run out: what keeps them
// fresh is part of the page.
type Handshake interface {
	// Begin answers where the browser that asks for a page fetches new cookies, "" when those it has will do.
	Begin(page *url.URL, cookie func(name string) string) (address string)
	// Finish answers the cookies that an answer sets. One that the provider did not give is an Unauthenticated Error.
	Finish(ctx context.Context, answer string) ([]*http.Cookie, error)
}

const (
	// handshakeCookie has how many handshakes the browser made of late, and what its answers must come back with: else a link could sign
	// whoever opens it in as somebody else.
	handshakeCookie = "__upslope_handshake"
	handshakeState  = "__upslope_handshake"
	handshakeAge    = 60
	// mostHandshakes is how often one is tried before the page comes without.
	mostHandshakes = 3
	// handshakeAnswer is where the answer is: a parameter with an instance for development, else a cookie.
	handshakeAnswer = "__clerk_handshake"
)

// handshakeParameters are those of the address that the page is not to keep.
var handshakeParameters = []string{handshakeAnswer, handshakeState, "__clerk_db_jwt", "__clerk_help"}

// handshake says whether the browser was sent elsewhere for new cookies, or back from there.
func (s *Server) handshake(c fiber.Ctx) (sent bool, err error) {
	if s.deps.Handshake == nil || !opensPage(c) {
		return false, nil
	}
	page := *s.public
	asked := requestOf(c.Context()).address
	page.Path = asked.Path
	query := asked.Query()
	page.RawQuery = query.Encode()
	rounds, state := handshakesOf(c.Cookies(handshakeCookie))
	if query.Has(handshakeAnswer) || query.Has(handshakeState) {
		if state != "" && query.Get(handshakeState) == state {
			s.finishHandshake(c, query.Get(handshakeAnswer))
		}
		for _, name := range handshakeParameters {
			query.Del(name)
		}
		page.RawQuery = query.Encode()
		return true, sendOn(c, page.String())
	}
	if rounds >= mostHandshakes {
		return false, nil
	}
	if state == "" {
		state = rand.Text()
	}
	query.Set(handshakeState, state)
	page.RawQuery = query.Encode()
	address := s.deps.Handshake.Begin(&page, func(name string) string { return c.Cookies(name) })
	if address == "" {
		return false, nil
	}
	c.Cookie(&fiber.Cookie{
		Name: handshakeCookie, Value: strconv.Itoa(rounds+1) + "." + state, Path: "/", MaxAge: handshakeAge,
		HTTPOnly: true, Secure: s.secureTransport(), SameSite: fiber.CookieSameSiteLaxMode, // Lax comes along from the provider
	})
	return true, sendOn(c, address)
}

// finishHandshake sets the cookies of an answer. One that is refused changes nothing: the page comes as if there had been none.
func (s *Server) finishHandshake(c fiber.Ctx, answer string) {
	if answer == "" {
		answer = c.Cookies(handshakeAnswer)
	}
	cookies, err := s.deps.Handshake.Finish(c.Context(), answer)
	if err != nil {
		s.deps.Log.WarnContext(c.Context(), "the answer to a handshake was refused", "error", err)
		return
	}
	for _, cookie := range cookies {
		c.Response().Header.Add(fiber.HeaderSetCookie, cookie.String())
	}
}

// opensPage says whether a person opens an address in a browser: programs and scripts get an answer, whatever it is.
func opensPage(c fiber.Ctx) bool {
	if c.Method() != fiber.MethodGet {
		return false
	}
	destination := c.Get("Sec-Fetch-Dest")
	return destination == "document" || destination == "" && strings.HasPrefix(c.Get(fiber.HeaderAccept), "text/html")
}

// handshakesOf reads the cookie; one that is not ours is none.
func handshakesOf(cookie string) (rounds int, state string) {
	count, state, _ := strings.Cut(cookie, ".")
	rounds, err := strconv.Atoi(count)
	if err != nil || rounds < 1 || state == "" {
		return 0, ""
	}
	return rounds, state
}

func sendOn(c fiber.Ctx, address string) error {
	c.Set(fiber.HeaderCacheControl, "no-store")
	c.Set(fiber.HeaderReferrerPolicy, "no-referrer") // this address may have an answer
	return c.Redirect().Status(http.StatusTemporaryRedirect).To(address)
}
