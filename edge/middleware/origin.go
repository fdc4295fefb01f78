package middleware

import (
	"strings"

	"github.com/gofiber/fiber/v3"

	"upslope"
	"upslope/edge/auth"
)

// SameOrigin rejects cross-site writes from a signed-in user's browser, by Sec-Fetch-Site or, in older
// browsers, Origin; a client without both is not a browser. API tokens are exempt, as cookies next to them do
// not count, and so are paths under exempt.
func SameOrigin(publicURL, exempt string) fiber.Handler {
	return func(c fiber.Ctx) error {
		if strings.HasPrefix(c.Path(), exempt) {
			return c.Next()
		}
		if _, found := auth.BearerToken(c); found {
			return c.Next()
		}
		switch c.Method() {
		case fiber.MethodGet, fiber.MethodHead, fiber.MethodOptions:
			return c.Next()
		}
		site, origin := c.Get("Sec-Fetch-Site"), c.Get(fiber.HeaderOrigin)
		allowed := origin == "" || origin == publicURL
		if site != "" {
			allowed = site == "same-origin" || site == "none"
		}
		if !allowed {
			return ErrCrossOrigin
		}
		return c.Next()
	}
}

// ErrCrossOrigin rejects a request from another site's page.
var ErrCrossOrigin = upslope.Errorf(upslope.Forbidden, "This request came from another site and was refused.")
