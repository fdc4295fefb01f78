package middleware

import (
	"strings"

	"upslope/edge/request"

	"github.com/gofiber/fiber/v3"
	"github.com/valyala/fasthttp"
)

// OpenerPolicy is the header that isolates a page from its opener window.
const OpenerPolicy = "Cross-Origin-Opener-Policy"

// SecurityHeaders restrict what browsers allow this site to do.
type SecurityHeaders struct {
	Policy      string // Content-Security-Policy
	AllowPopups bool   // users sign in to Google or Dropbox in a popup
	Secure      bool   // the product is served over https
	Host        string // of the product: all its subdomains are https, too
}

// Add sets the headers; API responses are also kept out of caches.
func (h SecurityHeaders) Add(c fiber.Ctx) error {
	h.Set(&c.Response().Header, string(c.RequestCtx().Host()))
	if request.IsAPI(c.Path()) {
		c.Set(fiber.HeaderCacheControl, "no-store")
	}
	return c.Next()
}

// Set sets the headers of a response to a request for a host.
func (h SecurityHeaders) Set(header *fasthttp.ResponseHeader, host string) {
	header.Set(fiber.HeaderContentSecurityPolicy, h.Policy)
	header.Set(fiber.HeaderReferrerPolicy, "strict-origin-when-cross-origin")
	header.Set(fiber.HeaderXContentTypeOptions, "nosniff")
	header.Set(fiber.HeaderXFrameOptions, "DENY")
	header.Set(fiber.HeaderPermissionsPolicy, "camera=(), geolocation=(), microphone=(), usb=()")
	header.Set(OpenerPolicy, "same-origin")
	if h.AllowPopups {
		header.Set(OpenerPolicy, "same-origin-allow-popups")
	}
	header.Set("Cross-Origin-Resource-Policy", "same-origin")
	switch {
	case h.Secure && host == h.Host:
		header.Set(fiber.HeaderStrictTransportSecurity, "max-age=31536000; includeSubDomains")
	case h.Secure: // a domain of an agency
		header.Set(fiber.HeaderStrictTransportSecurity, "max-age=31536000")
	}
}

// ContentSecurityPolicy allows this site's scripts, those of Clerk and Stripe where used, and uploads of
// large files to their storage.
func ContentSecurityPolicy(clerkOrigin, storageOrigin string, stripe bool) string {
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
		const bots = " https://challenges.cloudflare.com" // Clerk's bot detection
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
