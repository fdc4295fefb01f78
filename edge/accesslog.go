package edge

import (
	"log/slog"
	"net/http"
	"time"

	"github.com/gofiber/fiber/v3"
)

// logAccess writes one line a request: its route, not its address, which may carry what only its owner should know.
// What is asked for all the time and says nothing is left out.
func (s *Server) logAccess(c fiber.Ctx) error {
	start := time.Now()
	err := c.Next()
	route, status := c.Route().Path, c.Response().StatusCode()
	if status < http.StatusBadRequest && (route == "/healthz" || route == "/readyz" || route == "/*") {
		return err
	}
	r := requestOf(c.Context())
	level := slog.LevelInfo
	if status >= http.StatusInternalServerError {
		level = slog.LevelWarn
	}
	s.deps.Log.Log(c.Context(), level, "request", "request", r.id, "method", c.Method(), "route", route, "status", status,
		"ms", time.Since(start).Milliseconds(), "account", r.user.AccountID)
	return err
}
