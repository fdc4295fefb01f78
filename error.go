package upslope

import (
	"errors"
	"fmt"
)

// Code says what kind of mistake an Error is; the edge maps it to an HTTP status.
type Code string

// The codes, each with the HTTP status the edge answers.
const (
	Invalid         Code = "invalid"          // 400
	Unauthenticated Code = "unauthenticated"  // 401
	PaymentRequired Code = "payment_required" // 402
	Forbidden       Code = "forbidden"        // 403
	NotFound        Code = "not_found"        // 404, also for what belongs to somebody else
	Conflict        Code = "conflict"         // 409
	TooLarge        Code = "too_large"        // 413
	Unsupported     Code = "unsupported"      // 415
	Unprocessable   Code = "unprocessable"    // 422
	TooMany         Code = "too_many"         // 429
	Unavailable     Code = "unavailable"      // 503
	Internal        Code = "internal"         // 500
)

// Error is an error for the person who made the request: Message is a sentence they can act on.
// Everything that is not an Error is ours to fix and shows them nothing but an apology.
type Error struct {
	Code    Code   `json:"code"`
	Message string `json:"message"`
	Field   string `json:"field,omitempty"` // the field of the request that is wrong, when one is
	Lines   []int  `json:"lines,omitempty"` // the lines of the file that are wrong, when some are

	Domain   string   `json:"domain,omitempty"`   // whose file it is, when that is the question
	UploadID string   `json:"uploadId,omitempty"` // the uploaded file that is wrong; it is kept
	Headers  []string `json:"headers,omitempty"`  // of a file whose columns are not known
}

// Errorf makes an Error whose Message is formatted.
func Errorf(code Code, format string, args ...any) *Error {
	return &Error{Code: code, Message: fmt.Sprintf(format, args...)}
}

// FieldErrorf makes an Invalid Error about one field of a request.
func FieldErrorf(field, format string, args ...any) *Error {
	return &Error{Code: Invalid, Field: field, Message: fmt.Sprintf(format, args...)}
}

// Error returns the message.
func (e *Error) Error() string { return e.Message }

// CodeOf returns the code of the Error inside err, or Internal.
func CodeOf(err error) Code {
	var e *Error
	if errors.As(err, &e) {
		return e.Code
	}
	return Internal
}
