package edge

import (
	"net/http"

	"github.com/gofiber/fiber/v3"

	"upslope"
	"upslope/edge/pages"
	"upslope/edge/request"
)

// readyz returns 503 until everything was available once. A later outage must not take every edge out of
// service.
func (h *handlers) readyz(c fiber.Ctx) error {
	report, ready := h.health.Current(c.Context())
	if !ready {
		c.Status(http.StatusServiceUnavailable)
		c.Set(fiber.HeaderRetryAfter, "2")
	}
	c.Set(fiber.HeaderCacheControl, "no-store")
	return c.JSON(report)
}

// healthz responds while the process is alive.
func healthz(c fiber.Ctx) error { return c.SendString("ok\n") }

// errStarting answers what comes before the databases have their schema.
var errStarting = upslope.Errorf(upslope.Unavailable, "Upslope is starting. Try again in a moment.")

// awaitSchema answers 503 to what needs the databases until they have their schema.
func (h *handlers) awaitSchema(c fiber.Ctx) error {
	needs := request.IsAPI(c.Path()) || c.Path() == pages.UnsubscribePath
	if needs && h.deps.Started != nil && !h.deps.Started() {
		return errStarting
	}
	return c.Next()
}

// awaitSpace answers 503 to what stores something while nothing can be stored. Deleting makes room.
func (h *handlers) awaitSpace(c fiber.Ctx) error {
	switch c.Method() {
	case fiber.MethodPost, fiber.MethodPut, fiber.MethodPatch:
		if h.deps.Writable == nil || !request.IsAPI(c.Path()) || c.Path() == logoutPath {
			break
		}
		if err := h.deps.Writable(); err != nil {
			return err
		}
	}
	return c.Next()
}

const logoutPath = "/api/logout"
