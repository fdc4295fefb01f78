// Package middleware is what every request passes before its handler: security headers, the access log,
// metrics, the same-origin rule, rate limits, the response cache and the audit log. It knows operations by
// the contract only.
package middleware

import (
	"context"
	"crypto/rand"
	"fmt"
	"log/slog"
	"net/http"
	"runtime/debug"
	"time"

	"github.com/gofiber/fiber/v3"

	"upslope/edge/request"
)

// Begin gives a request its id and closes connections whose body was not read. Its context derives from base,
// as handlers outlive Fiber's own; scheme is that of the product.
func Begin(base context.Context, scheme string) fiber.Handler {
	return func(c fiber.Ctx) error {
		client := request.NewClient(c.RequestCtx().Conn())
		r := &request.Request{ID: rand.Text(), URL: request.URL(c, scheme), Client: client, Body: request.NewBody(c, client)}
		ctx, cancel := context.WithCancel(request.With(base, r))
		defer cancel()
		c.SetContext(ctx)
		c.Set(fiber.HeaderXRequestID, r.ID)
		err := c.Next()
		if r.Body != nil && !r.Body.Finish() {
			// The next request would be read from the middle of this one's body.
			c.RequestCtx().SetConnectionClose()
			r.Client.Linger()
		}
		return err
	}
}

// LogAccess writes one line a request: its route, not its address, which may carry secrets. Health checks and
// pages that succeed are left out.
func LogAccess(log *slog.Logger) fiber.Handler {
	return func(c fiber.Ctx) error {
		start := time.Now()
		err := c.Next()
		route, status := c.Route().Path, c.Response().StatusCode()
		if status < http.StatusBadRequest && (route == "/healthz" || route == "/readyz" || route == "/*") {
			return err
		}
		r := request.Of(c.Context())
		level := slog.LevelInfo
		if status >= http.StatusInternalServerError {
			level = slog.LevelWarn
		}
		log.Log(c.Context(), level, "request", "request", r.ID, "method", c.Method(), "route", route, "status", status,
			"ms", time.Since(start).Milliseconds(), "account", r.User.AccountID)
		return err
	}
}

// Recover makes a panic the failure of one request.
func Recover(c fiber.Ctx) (err error) {
	defer func() {
		if cause := recover(); cause != nil {
			err = fmt.Errorf("panic: %v\n%s", cause, debug.Stack())
		}
	}()
	return c.Next()
}
