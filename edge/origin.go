package edge

import (
	"strings"

	"github.com/gofiber/fiber/v3"

	"upslope"
)

// sameOrigin refuses writes that another site makes in a signed-in person's browser. Browsers say where a request
// comes from in Sec-Fetch-Site, older ones in Origin; what sends neither is no browser and carries no one's cookies
// by itself. Nor does who sends an API token: cookies beside it do not count, and no other site can make a browser send one.
func (s *Server) sameOrigin(c fiber.Ctx) error {
	if strings.HasPrefix(c.Path(), unsubscribePath) {
		return c.Next()
	}
	if _, bears := bearer(c); bears {
		return c.Next()
	}
	switch c.Method() {
	case fiber.MethodGet, fiber.MethodHead, fiber.MethodOptions:
		return c.Next()
	}
	site, origin := c.Get("Sec-Fetch-Site"), c.Get(fiber.HeaderOrigin)
	allowed := origin == "" || origin == s.config.PublicURL
	if site != "" {
		allowed = site == "same-origin" || site == "none"
	}
	if !allowed {
		return errOtherSite
	}
	return c.Next()
}

var errOtherSite = upslope.Errorf(upslope.Forbidden, "This request came from another site and was refused.")
