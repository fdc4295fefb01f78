// Package problem converts errors to HTTP statuses and application/problem+json. No other package does.
package problem

import (
	"errors"
	"net/http"

	"github.com/gofiber/fiber/v3"

	"upslope"
	"upslope/edge/api"
)

// Apology is the message of internal errors.
const Apology = "Something went wrong on our side. Try again in a moment."

// statusOf returns the HTTP status of a code.
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

// Of returns the problem of an error. An internal error becomes an apology.
func Of(err error) api.Problem {
	p := api.Problem{Type: "about:blank", Status: http.StatusInternalServerError, Detail: Apology}
	var ours *upslope.Error
	var protocol *fiber.Error
	switch {
	case errors.As(err, &ours) && ours.Code != upslope.Internal:
		p.Status, p.Detail = statusOf(ours.Code), ours.Message
		if ours.Field != "" {
			p.Field = &ours.Field
		}
		if len(ours.Lines) > 0 {
			p.Lines = &ours.Lines
		}
		if ours.UploadID != "" {
			p.UploadId = &ours.UploadID
		}
		if ours.Domain != "" {
			p.Domain = &ours.Domain
		}
		if ours.Headers != nil {
			p.Headers = &ours.Headers
		}
	case errors.As(err, &protocol):
		p.Status, p.Detail = protocol.Code, messageOf(protocol.Code)
	}
	p.Title = http.StatusText(p.Status)
	return p
}

// messageOf explains a rejection by the HTTP server, whose own messages are for programmers.
func messageOf(status int) string {
	switch status {
	case http.StatusNotFound:
		return "Not found."
	case http.StatusMethodNotAllowed:
		return "Method not allowed."
	case http.StatusRequestTimeout:
		return "The request took too long to arrive. Send it again."
	case http.StatusRequestEntityTooLarge:
		return "The request is too large."
	case http.StatusRequestHeaderFieldsTooLarge:
		return "The headers of the request are too large. Clear the cookies of this site and try again."
	case http.StatusInternalServerError:
		return Apology
	default:
		return "Invalid request."
	}
}
