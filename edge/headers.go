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

// contentSecurityPolicy allows scripts of this site only, and those of Clerk where Clerk signs people in. Large files
// may be sent to their storage.
func contentSecurityPolicy(clerkOrigin, storageOrigin string, stripe bool) string {
	clerk, storage, stripeScript, stripeFrames, stripeAPI := "", "", "", "", ""
	if stripe {
		stripeScript, stripeFrames, stripeAPI = " https://js.stripe.com", "frame-src 'self' https://js.stripe.com https://hooks.stripe.com", " https://api.stripe.com"
	}
	if clerkOrigin != "" {
		clerk = " " + clerkOrigin
	}
	if storageOrigin != "" {
		storage = " " + storageOrigin
	}
	policy := []string{
		"default-src 'self'",
		"script-src 'self'" + clerk + stripeScript,
		"style-src 'self' 'unsafe-inline'", // positions of tooltips and menus, widths of bars
		"img-src 'self' data: blob: https://img.clerk.com",
		"connect-src 'self'" + clerk + storage + stripeAPI,
		"worker-src 'self' blob:",
		"object-src 'none'",
		"base-uri 'none'",
		"form-action 'self'",
		"frame-ancestors 'none'",
	}
	if stripeFrames != "" {
		policy = append(policy, stripeFrames)
	}
	return strings.Join(policy, "; ")
}

// isAPI says whether an address belongs to the calls, not to the web app.
func isAPI(path string) bool { return path == "/api" || strings.HasPrefix(path, "/api/") }
