package edge

import (
	"fmt"
	"strconv"
	"time"

	"github.com/gofiber/fiber/v3"
	"github.com/prometheus/client_golang/prometheus"
)

// observer measures requests by method, route and status.
type observer func(method, route string, status int, took time.Duration)

// newObserver answers one that does nothing without a registry.
func newObserver(registry prometheus.Registerer) (observer, error) {
	if registry == nil {
		return func(string, string, int, time.Duration) {}, nil
	}
	seconds := prometheus.NewHistogramVec(prometheus.HistogramOpts{
		Name:    "upslope_http_request_seconds",
		Help:    "Time from the headers of a request to the start of its answer.",
		Buckets: []float64{.001, .0025, .005, .01, .025, .05, .1, .25, .5, 1, 2.5, 5, 10, 30},
	}, []string{"method", "route", "status"})
	if err := registry.Register(seconds); err != nil {
		return nil, fmt.Errorf("register the metrics of the edge: %w", err)
	}
	return func(method, route string, status int, took time.Duration) {
		seconds.WithLabelValues(method, route, strconv.Itoa(status)).Observe(took.Seconds())
	}, nil
}

// countRequests measures what comes after it.
func (s *Server) countRequests(c fiber.Ctx) error {
	start := time.Now()
	err := c.Next()
	s.observe(c.Method(), c.Route().Path, c.Response().StatusCode(), time.Since(start))
	return err
}
