package providers

import (
	"errors"
	"fmt"
	"time"
)

// Kind classifies an Error by its remedy.
type Kind string

// The kinds of Error.
const (
	Temporary Kind = "temporary" // provider unavailable or rate limited: retry later
	Quota     Kind = "quota"     // quota used up until Error.Until
	Reconnect Kind = "reconnect" // credentials no longer valid: the owner must reconnect
	Denied    Kind = "denied"    // valid credentials without access to this property
	Refused   Kind = "refused"   // request invalid or its object unknown to the provider
)

// Error is a provider's error. Message tells the site's owner what to do, in one sentence without secrets,
// including those in addresses.
type Error struct {
	Kind    Kind
	Message string
	Until   time.Time // Quota: time of the next attempt
	cause   error
}

// ErrDamaged is the cause of a Temporary error whose response is invalid on every attempt; other days may
// still work.
var ErrDamaged = errors.New("the answer makes no sense")

// Errorf returns an Error of the given kind.
func Errorf(kind Kind, format string, args ...any) *Error {
	return &Error{Kind: kind, Message: fmt.Sprintf(format, args...)}
}

// Because sets the cause, which is for logs and never shown to users.
func (e *Error) Because(cause error) *Error { e.cause = cause; return e }

// Error returns the message.
func (e *Error) Error() string { return e.Message }

// Unwrap returns the cause.
func (e *Error) Unwrap() error { return e.cause }
