package edge

import (
	"context"
	"net/http"
	"sync"
	"time"

	"upslope/edge/pages"

	"github.com/gofiber/fiber/v3"
)

const (
	checkTimeout = 2 * time.Second
	// checkInterval bounds the checks caused by anonymous calls of /readyz.
	checkInterval = time.Second
)

// health checks the edge's dependencies, and remembers whether all were available once.
type health struct {
	checks map[string]func(context.Context) error
	pages  pages.ReportStore
	alone  bool // pages alone make it ready
	now    func() time.Time

	mu      sync.Mutex
	ready   bool
	checked time.Time
	report  readiness
}

// readiness is the body of /readyz: starting, ok, or degraded when a dependency was lost.
type readiness struct {
	Status string            `json:"status"`
	Checks map[string]string `json:"checks"` // ok or unavailable

	Reports replicaState `json:"reports"`
}

// replicaState is the freshness of this machine's copy of published reports.
type replicaState struct {
	Position   uint64 `json:"position"`
	AgeSeconds *int64 `json:"ageSeconds"` // time since the copy was known to be current; null: never
}

func newHealth(checks map[string]func(context.Context) error, pages pages.ReportStore, alone bool, now func() time.Time) *health {
	return &health{checks: checks, pages: pages, alone: alone, now: now}
}

func (h *health) current(ctx context.Context) (readiness, bool) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if now := h.now(); h.report.Status == "" || now.Sub(h.checked) >= checkInterval {
		h.report, h.checked = h.check(ctx), now
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
	opens := h.checkPages(ctx, &report)
	h.ready = h.ready || report.Status == "ok" || h.alone && opens
	switch {
	case !h.ready:
		report.Status = "starting"
	case !opens:
		report.Status = "degraded" // without affecting readiness: there may be no report yet
	}
	return report
}

// checkPages adds whether reports can be opened.
func (h *health) checkPages(ctx context.Context, report *readiness) bool {
	opens := h.pages.Ready(ctx) == nil
	report.Checks["reports"] = "ok"
	if !opens {
		report.Checks["reports"] = "unavailable"
	}
	position, newest := h.pages.Position()
	report.Reports.Position = position
	if !newest.IsZero() {
		age := max(0, int64(h.now().Sub(newest)/time.Second))
		report.Reports.AgeSeconds = &age
	}
	return opens
}

// readyz returns 503 until everything was available once. A later outage must not take every edge out of
// service.
func (h *handlers) readyz(c fiber.Ctx) error {
	report, ready := h.health.current(c.Context())
	if !ready {
		c.Status(http.StatusServiceUnavailable)
	}
	c.Set(fiber.HeaderCacheControl, "no-store")
	return c.JSON(report)
}

// healthz responds while the process is alive.
func healthz(c fiber.Ctx) error { return c.SendString("ok\n") }
