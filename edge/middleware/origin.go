package middleware

import (
	"strings"

	"github.com/gofiber/fiber/v3"

	"upslope"
	"upslope/edge/auth"
)

// SameOrigin refuses writes that another site makes in a signed-in person's browser. Browsers name their
// origin in Sec-Fetch-Site, older ones in Origin; a client that sends neither is no browser and sends no
// one's cookies by itself. API tokens are exempt, as cookies beside them do not count, and so are paths under
// exempt.
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

// ErrCrossOrigin refuses what another site's page asks for.
var ErrCrossOrigin = upslope.Errorf(upslope.Forbidden, "This request came from another site and was refused.")
