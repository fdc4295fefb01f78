package edge

import (
	"fmt"
	"strconv"
	"time"

	"github.com/gofiber/fiber/v3"
	"github.com/prometheus/client_golang/prometheus"
)

// countRequests returns a middleware that measures requests by route and status, or does nothing without a registry.
func countRequests(registry prometheus.Registerer) (fiber.Handler, error) {
	if registry == nil {
		return func(c fiber.Ctx) error { return c.Next() }, nil
	}
	seconds := prometheus.NewHistogramVec(prometheus.HistogramOpts{
		Name:    "upslope_http_request_seconds",
		Help:    "Time from the headers of a request to the start of its answer.",
		Buckets: []float64{.001, .0025, .005, .01, .025, .05, .1, .25, .5, 1, 2.5, 5, 10, 30},
	}, []string{"method", "route", "status"})
	if err := registry.Register(seconds); err != nil {
		return nil, fmt.Errorf("register the metrics of the edge: %w", err)
	}
	return func(c fiber.Ctx) error {
		start := time.Now()
		err := c.Next()
		status := strconv.Itoa(c.Response().StatusCode())
		seconds.WithLabelValues(c.Method(), c.Route().Path, status).Observe(time.Since(start).Seconds())
		return err
	}, nil
}
