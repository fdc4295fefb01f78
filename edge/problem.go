package edge

import (
	"context"
	"encoding/json"
	"errors"
	"log/slog"
	"net/http"
	"strconv"

	"github.com/gofiber/fiber/v3"
	"github.com/valyala/fasthttp"

	"upslope"
	"upslope/edge/api"
)

const apology = "Something went wrong on our side. Try again in a moment."

// statusOf is the HTTP status of each code.
func statusOf(code upslope.Code) int {
	switch code {
	case upslope.Invalid:
		return http.StatusBadRequest
	case upslope.Unauthenticated:
		return http.StatusUnauthorized
	case upslope.PaymentRequired:
		return http.StatusPaymentRequired
	case upslope.Forbidden:
		return http.StatusForbidden
	case upslope.NotFound:
		return http.StatusNotFound
	case upslope.Conflict:
		return http.StatusConflict
	case upslope.TooLarge:
		return http.StatusRequestEntityTooLarge
	case upslope.Unsupported:
		return http.StatusUnsupportedMediaType
	case upslope.Unprocessable:
		return http.StatusUnprocessableEntity
	case upslope.TooMany:
		return http.StatusTooManyRequests
	case upslope.Unavailable:
		return http.StatusServiceUnavailable
	default:
		return http.StatusInternalServerError
	}
}

// problemOf puts an error into the words of the contract. Whatever is not made for the user becomes an apology.
func problemOf(err error) api.Problem {
	problem := api.Problem{Type: "about:blank", Status: http.StatusInternalServerError, Detail: apology}
	var ours *upslope.Error
	var protocol *fiber.Error
	switch {
	case errors.As(err, &ours) && ours.Code != upslope.Internal:
		problem.Status, problem.Detail = statusOf(ours.Code), ours.Message
		if ours.Field != "" {
			problem.Field = &ours.Field
		}
		if len(ours.Lines) > 0 {
			problem.Lines = &ours.Lines
		}
		if ours.UploadID != "" {
			problem.UploadId = &ours.UploadID
		}
		if ours.Headers != nil {
			problem.Headers = &ours.Headers
		}
	case errors.As(err, &protocol):
		problem.Status, problem.Detail = protocol.Code, sentenceOf(protocol.Code)
	}
	problem.Title = http.StatusText(problem.Status)
	return problem
}

// sentenceOf explains what the server below the handlers refuses; its own words are for programmers.
func sentenceOf(status int) string {
	switch status {
	case http.StatusNotFound:
		return "There is nothing at this address."
	case http.StatusMethodNotAllowed:
		return "This address does not take that method."
	case http.StatusRequestTimeout:
		return "The request took too long to arrive. Send it again."
	case http.StatusRequestEntityTooLarge:
		return "The request is too large."
	case http.StatusRequestHeaderFieldsTooLarge:
		return "The headers of the request are too large. Clear the cookies of this site and try again."
	case http.StatusInternalServerError:
		return apology
	default:
		return "The request could not be understood."
	}
}

// answerErrors turns the errors of everything below into answers, so that what is logged and counted is what is sent.
func (s *Server) answerErrors(c fiber.Ctx) error {
	if err := c.Next(); err != nil {
		return s.answerError(c, s.countStranger(c, err))
	}
	return nil
}

// answerError answers with the problem that err is, and logs it once when it is ours.
func (s *Server) answerError(c fiber.Ctx, err error) error {
	problem := problemOf(err)
	r := requestOf(c.Context())
	if r != nil {
		problem.RequestId = &r.id
	}
	s.logProblem(c.Context(), problem, err)
	body, err := json.Marshal(problem)
	if err != nil {
		return err
	}
	if problem.Status == http.StatusServiceUnavailable || problem.Status == http.StatusTooManyRequests {
		c.Set(fiber.HeaderRetryAfter, "5")
	}
	var soon early
	if errors.As(err, &soon) {
		c.Set(fiber.HeaderRetryAfter, strconv.Itoa(seconds(soon.wait)))
	}
	if problem.Status == http.StatusUnauthorized && isAPI(c.Path()) {
		c.Set(fiber.HeaderWWWAuthenticate, `Bearer realm="Upslope"`)
	}
	c.Set(fiber.HeaderContentType, "application/problem+json")
	c.Set(fiber.HeaderCacheControl, "no-store")
	return c.Status(problem.Status).Send(body)
}

func (s *Server) logProblem(ctx context.Context, problem api.Problem, err error) {
	level := slog.LevelError
	switch {
	case problem.Status < http.StatusInternalServerError, errors.Is(err, context.Canceled):
		return // theirs, or nobody is there to be answered
	case problem.Status == http.StatusServiceUnavailable:
		level = slog.LevelWarn
	}
	id := ""
	if problem.RequestId != nil {
		id = *problem.RequestId
	}
	s.deps.Log.Log(ctx, level, "request failed", "request", id, "status", problem.Status, "error", err)
}

// answerProtocolError answers what is no HTTP request that a handler could see.
func (s *Server) answerProtocolError(ctx *fasthttp.RequestCtx, err error) {
	status := http.StatusBadRequest
	var small *fasthttp.ErrSmallBuffer
	switch {
	case errors.As(err, &small):
		status = http.StatusRequestHeaderFieldsTooLarge
	case timedOut(err):
		status = http.StatusRequestTimeout
	}
	s.answerBelow(ctx, status)
}

// answerBelow answers what no handler sees.
func (s *Server) answerBelow(ctx *fasthttp.RequestCtx, status int) {
	problem := problemOf(fiber.NewError(status))
	body, err := json.Marshal(problem)
	if err != nil {
		body = nil
	}
	ctx.Response.Reset()
	ctx.SetStatusCode(status)
	ctx.SetContentType("application/problem+json")
	ctx.SetBody(body)
	s.setSecurityHeaders(&ctx.Response.Header)
}
