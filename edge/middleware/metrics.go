package middleware

import (
	"fmt"
	"strconv"
	"time"

	"github.com/gofiber/fiber/v3"
	"github.com/prometheus/client_golang/prometheus"

	"upslope/edge/request"
)

// Observer measures requests by method, route and status.
type Observer func(method, route string, status int, took time.Duration)

// NewObserver registers the metric; a nil registry disables it.
func NewObserver(registry prometheus.Registerer) (Observer, error) {
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

// Measure measures the inner handlers of requests that somebody waits for.
func (o Observer) Measure(c fiber.Ctx) error {
	if request.ReaderOf(c) != nil {
		return c.Next()
	}
	start := time.Now()
	err := c.Next()
	o(c.Method(), c.Route().Path, c.Response().StatusCode(), time.Since(start))
	return err
}
