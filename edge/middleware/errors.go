package middleware

import (
	"context"
	"encoding/json"
	"errors"
	"log/slog"
	"net/http"
	"strconv"

	"github.com/gofiber/fiber/v3"
	"github.com/valyala/fasthttp"

	"upslope/edge/api"
	"upslope/edge/problem"
	"upslope/edge/ratelimit"
	"upslope/edge/request"
)

// Errors turns errors into problem responses.
type Errors struct {
	Log     *slog.Logger
	Headers SecurityHeaders
	Limits  *Limits
}

// Handle responds to the errors of all inner handlers, so that logs and metrics see the response sent.
func (e *Errors) Handle(c fiber.Ctx) error {
	if err := c.Next(); err != nil {
		return e.Answer(c, e.Limits.countAnonymous(c, err))
	}
	return nil
}

// Answer responds with an error's problem, and logs internal errors. It is also Fiber's error handler.
func (e *Errors) Answer(c fiber.Ctx, err error) error {
	p := problem.Of(err)
	r := request.Of(c.Context())
	if r != nil {
		p.RequestId = &r.ID
	}
	e.log(c.Context(), p, err)
	body, marshal := json.Marshal(p)
	if marshal != nil {
		return marshal
	}
	if p.Status == http.StatusServiceUnavailable || p.Status == http.StatusTooManyRequests {
		c.Set(fiber.HeaderRetryAfter, "5")
	}
	if wait, found := ratelimit.RetryAfter(err); found {
		c.Set(fiber.HeaderRetryAfter, strconv.Itoa(wait))
	}
	if p.Status == http.StatusUnauthorized && request.IsAPI(c.Path()) {
		c.Set(fiber.HeaderWWWAuthenticate, `Bearer realm="Upslope"`)
	}
	c.Set(fiber.HeaderContentType, "application/problem+json")
	c.Set(fiber.HeaderCacheControl, "no-store")
	return c.Status(p.Status).Send(body)
}

func (e *Errors) log(ctx context.Context, p api.Problem, err error) {
	level := slog.LevelError
	switch {
	case p.Status < http.StatusInternalServerError, errors.Is(err, context.Canceled):
		return // the client's fault, or the client has disconnected
	case p.Status == http.StatusServiceUnavailable:
		level = slog.LevelWarn
	}
	id := ""
	if p.RequestId != nil {
		id = *p.RequestId
	}
	e.Log.Log(ctx, level, "request failed", "request", id, "status", p.Status, "error", err)
}

// AnswerProtocol responds to malformed HTTP, which reaches no handler. It is fasthttp's error handler.
func (e *Errors) AnswerProtocol(ctx *fasthttp.RequestCtx, err error) {
	status := http.StatusBadRequest
	var small *fasthttp.ErrSmallBuffer
	switch {
	case errors.As(err, &small):
		status = http.StatusRequestHeaderFieldsTooLarge
	case request.TimedOut(err):
		status = http.StatusRequestTimeout
	}
	e.AnswerStatus(ctx, status)
}

// AnswerStatus responds with a status before Fiber sees the request.
func (e *Errors) AnswerStatus(ctx *fasthttp.RequestCtx, status int) {
	body, err := json.Marshal(problem.Of(fiber.NewError(status)))
	if err != nil {
		body = nil
	}
	ctx.Response.Reset()
	ctx.SetStatusCode(status)
	ctx.SetContentType("application/problem+json")
	ctx.SetBody(body)
	e.Headers.Set(&ctx.Response.Header, string(ctx.Host()))
}
