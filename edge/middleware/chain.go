// Package middleware processes every request before its handler: security headers, access log, metrics, the
// same-origin rule, rate limits, the response cache and the audit log. It knows operations from the contract
// only.
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

// Begin assigns a request id and closes connections with an unread body. The request's context derives from
// base, because handlers outlive Fiber's own; scheme is the product's.
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
			// The next request would start in the middle of this one's body.
			c.RequestCtx().SetConnectionClose()
			r.Client.Linger()
		}
		return err
	}
}

// LogAccess logs one line per request with its route, not its address, which may contain secrets. It skips
// successful health checks and pages, and what the edge reads by itself.
func LogAccess(log *slog.Logger) fiber.Handler {
	return func(c fiber.Ctx) error {
		if request.ReaderOf(c) != nil {
			return c.Next()
		}
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

// Recover turns a panic into the failure of one request.
func Recover(c fiber.Ctx) (err error) {
	defer func() {
		if cause := recover(); cause != nil {
			err = fmt.Errorf("panic: %v\n%s", cause, debug.Stack())
		}
	}()
	return c.Next()
}
