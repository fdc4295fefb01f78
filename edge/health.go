package edge

import (
	"context"
	"net/http"
	"sync"
	"time"

	"github.com/gofiber/fiber/v3"
)

const (
	checkTimeout = 2 * time.Second
	// checkEvery bounds the questions that anybody who asks /readyz can cause.
	checkEvery = time.Second
)

// health asks what the edge depends on, and remembers whether all of it was ever there.
type health struct {
	checks map[string]func(context.Context) error
	now    func() time.Time

	mu     sync.Mutex
	ready  bool
	asked  time.Time
	report readiness
}

// readiness is the answer of /readyz: starting, ok, or degraded when something that was there is not any more.
type readiness struct {
	Status string            `json:"status"`
	Checks map[string]string `json:"checks"` // ok or unavailable
}

func newHealth(checks map[string]func(context.Context) error, now func() time.Time) *health {
	return &health{checks: checks, now: now}
}

func (h *health) ask(ctx context.Context) (readiness, bool) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if now := h.now(); h.report.Status == "" || now.Sub(h.asked) >= checkEvery {
		h.report, h.asked = h.check(ctx), now
	}
	return h.report, h.ready
}

func (h *health) check(ctx context.Context) readiness {
	ctx, cancel := context.WithTimeout(ctx, checkTimeout)
	defer cancel()
	var mu sync.Mutex
	var all sync.WaitGroup
	report := readiness{Status: "ok", Checks: map[string]string{}}
	for name, check := range h.checks {
		all.Go(func() {
			err := check(ctx)
			mu.Lock()
			defer mu.Unlock()
			report.Checks[name] = "ok"
			if err != nil {
				report.Checks[name], report.Status = "unavailable", "degraded"
			}
		})
	}
	all.Wait()
	h.ready = h.ready || report.Status == "ok"
	if !h.ready {
		report.Status = "starting"
	}
	return report
}

// readyz answers 503 until everything was there once. An outage later must not take every edge out of service.
func (s *Server) readyz(c fiber.Ctx) error {
	report, ready := s.health.ask(c.Context())
	if !ready {
		c.Status(http.StatusServiceUnavailable)
	}
	c.Set(fiber.HeaderCacheControl, "no-store")
	return c.JSON(report)
}

// healthz answers as long as the process can.
func healthz(c fiber.Ctx) error { return c.SendString("ok\n") }
