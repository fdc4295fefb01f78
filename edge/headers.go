package edge

import (
	"strings"

	"github.com/gofiber/fiber/v3"
	"github.com/valyala/fasthttp"
)

const openerPolicy = "Cross-Origin-Opener-Policy"

// secure tells the browser what this site never does, and that answers of the API are kept nowhere.
func (s *Server) secure(c fiber.Ctx) error {
	s.setSecurityHeaders(&c.Response().Header)
	if isAPI(c.Path()) {
		c.Set(fiber.HeaderCacheControl, "no-store")
	}
	return c.Next()
}

func (s *Server) setSecurityHeaders(header *fasthttp.ResponseHeader) {
	header.Set(fiber.HeaderContentSecurityPolicy, s.policy)
	header.Set(fiber.HeaderReferrerPolicy, "strict-origin-when-cross-origin")
	header.Set(fiber.HeaderXContentTypeOptions, "nosniff")
	header.Set(fiber.HeaderXFrameOptions, "DENY")
	header.Set(fiber.HeaderPermissionsPolicy, "camera=(), geolocation=(), microphone=(), usb=()")
	header.Set(openerPolicy, "same-origin")
	if s.companion != nil {
		header.Set(openerPolicy, "same-origin-allow-popups") // in one people sign in to Google or Dropbox
	}
	header.Set("Cross-Origin-Resource-Policy", "same-origin")
	if s.secureTransport() {
		header.Set(fiber.HeaderStrictTransportSecurity, "max-age=31536000; includeSubDomains")
	}
}

// contentSecurityPolicy allows scripts of this site only, and what Clerk and Stripe say that theirs need, where they are used. Large files may
// be sent to their storage.
func contentSecurityPolicy(clerkOrigin, storageOrigin string, stripe bool) string {
	sources := []struct{ directive, list string }{
		{"default-src", "'self'"},
		{"script-src", "'self'"},
		{"style-src", "'self' 'unsafe-inline'"}, // positions of tooltips and menus, widths of bars
		{"img-src", "'self' data: blob:"},
		{"connect-src", "'self'"},
		{"frame-src", "'self'"},
		{"worker-src", "'self' blob:"},
		{"object-src", "'none'"},
		{"base-uri", "'none'"},
		{"form-action", "'self'"},
		{"frame-ancestors", "'none'"},
	}
	more := map[string]string{}
	if clerkOrigin != "" {
		const bots = " https://challenges.cloudflare.com" // Clerk asks there whether somebody is one
		more["script-src"] += " " + clerkOrigin + bots
		more["connect-src"] += " " + clerkOrigin
		more["img-src"] += " https://img.clerk.com"
		more["frame-src"] += bots
	}
	if storageOrigin != "" {
		more["connect-src"] += " " + storageOrigin
	}
	if stripe {
		more["script-src"] += " https://js.stripe.com"
		more["connect-src"] += " https://api.stripe.com"
		more["frame-src"] += " https://js.stripe.com https://hooks.stripe.com"
	}
	policy := make([]string, len(sources))
	for i, source := range sources {
		policy[i] = source.directive + " " + source.list + more[source.directive]
	}
	return strings.Join(policy, "; ")
}

// isAPI says whether an address belongs to the calls, not to the web app.
func isAPI(path string) bool { return path == "/api" || strings.HasPrefix(path, "/api/") }
