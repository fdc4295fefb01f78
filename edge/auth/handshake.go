package auth

import (
	"context"
	"crypto/rand"
	"net/http"
	"net/url"
	"strconv"
	"strings"

	"upslope/edge/request"

	"github.com/gofiber/fiber/v3"
)

// Handshake refreshes expired cookies at the identity provider when a page is opened, because the script that
// normally refreshes them is part of the page.
type Handshake interface {
	// Begin returns the address that issues new cookies for a page, "" when the present ones are valid.
	Begin(page *url.URL, cookie func(name string) string) (address string)
	// Finish returns the cookies in a response; Unauthenticated unless the provider signed it.
	Finish(ctx context.Context, answer string) ([]*http.Cookie, error)
}

const (
	// handshakeCookie counts recent handshakes and holds the state a response must return; without it, a link
	// could sign in its visitor as somebody else.
	handshakeCookie = "__upslope_handshake"
	handshakeState  = "__upslope_handshake"
	handshakeAge    = 60
	// maxHandshakes bounds the attempts before the page is sent without new cookies.
	maxHandshakes = 3
	// handshakeAnswer names the response: a parameter with a development instance, else a cookie.
	handshakeAnswer = "__clerk_handshake"
)

// handshakeParameters are removed from the page's address.
var handshakeParameters = []string{handshakeAnswer, handshakeState, "__clerk_db_jwt", "__clerk_help"}

// Refresh reports whether it redirected the browser, to get new cookies or back to the page.
func (a *Authenticator) Refresh(c fiber.Ctx) (redirected bool, err error) {
	if a.deps.Handshake == nil || !opensPage(c) || a.visitsDemo(c) {
		return false, nil
	}
	page := *a.config.PublicURL
	opened := request.Of(c.Context()).URL
	page.Path = opened.Path
	query := opened.Query()
	page.RawQuery = query.Encode()
	rounds, state := handshakesOf(c.Cookies(handshakeCookie))
	if query.Has(handshakeAnswer) || query.Has(handshakeState) {
		if state != "" && query.Get(handshakeState) == state {
			a.finishHandshake(c, query.Get(handshakeAnswer))
		}
		for _, name := range handshakeParameters {
			query.Del(name)
		}
		page.RawQuery = query.Encode()
		return true, redirect(c, page.String())
	}
	if rounds >= maxHandshakes {
		return false, nil
	}
	if state == "" {
		state = rand.Text()
	}
	query.Set(handshakeState, state)
	page.RawQuery = query.Encode()
	address := a.deps.Handshake.Begin(&page, func(name string) string { return c.Cookies(name) })
	if address == "" {
		return false, nil
	}
	c.Cookie(&fiber.Cookie{
		Name: handshakeCookie, Value: strconv.Itoa(rounds+1) + "." + state, Path: "/", MaxAge: handshakeAge,
		// Lax: sent on the redirect from the provider.
		HTTPOnly: true, Secure: a.Secure(), SameSite: fiber.CookieSameSiteLaxMode,
	})
	return true, redirect(c, address)
}

// finishHandshake sets the cookies of a response. A rejected response changes nothing.
func (a *Authenticator) finishHandshake(c fiber.Ctx, answer string) {
	if answer == "" {
		answer = c.Cookies(handshakeAnswer)
	}
	cookies, err := a.deps.Handshake.Finish(c.Context(), answer)
	if err != nil {
		a.deps.Log.WarnContext(c.Context(), "the answer to a handshake was refused", "error", err)
		return
	}
	for _, cookie := range cookies {
		c.Response().Header.Add(fiber.HeaderSetCookie, cookie.String())
	}
}

// opensPage reports whether a browser navigates to an address, as opposed to a script's request.
func opensPage(c fiber.Ctx) bool {
	if c.Method() != fiber.MethodGet {
		return false
	}
	destination := c.Get("Sec-Fetch-Dest")
	return destination == "document" || destination == "" && strings.HasPrefix(c.Get(fiber.HeaderAccept), "text/html")
}

// handshakesOf parses the cookie; a malformed one counts as none.
func handshakesOf(cookie string) (rounds int, state string) {
	count, state, _ := strings.Cut(cookie, ".")
	rounds, err := strconv.Atoi(count)
	if err != nil || rounds < 1 || state == "" {
		return 0, ""
	}
	return rounds, state
}

func redirect(c fiber.Ctx, address string) error {
	c.Set(fiber.HeaderCacheControl, "no-store")
	c.Set(fiber.HeaderReferrerPolicy, "no-referrer") // this address may contain a response
	return c.Redirect().Status(http.StatusTemporaryRedirect).To(address)
}
