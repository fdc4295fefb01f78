package providers

import (
	"errors"
	"fmt"
	"time"
)

// Kind says what can be done about an Error.
type Kind string

// The kinds of Error.
const (
	Temporary Kind = "temporary" // the provider is away, or was tried too often: later it may work
	Quota     Kind = "quota"     // the quota is used up until Error.Until
	Reconnect Kind = "reconnect" // the credentials are no longer good: their owner must connect again
	Denied    Kind = "denied"    // the credentials are good, but do not open this property
	Refused   Kind = "refused"   // the provider does not understand or know what was asked for
)

// Error is what a provider answered instead of data. Message is a sentence for the owner of the site, which says what to do, without
// secrets and without addresses that hold some.
type Error struct {
	Kind    Kind
	Message string
	Until   time.Time // Quota: when to try again
	cause   error
}

// ErrDamaged is what a Temporary Error came from when the answer itself makes no sense, however often it is asked for: that says
// nothing about other days.
var ErrDamaged = errors.New("the answer makes no sense")

// Errorf makes an Error of a kind.
func Errorf(kind Kind, format string, args ...any) *Error {
	return &Error{Kind: kind, Message: fmt.Sprintf(format, args...)}
}

// Because keeps what the error came from, for us and not for people.
func (e *Error) Because(cause error) *Error { e.cause = cause; return e }

// Error returns the message.
func (e *Error) Error() string { return e.Message }

// Unwrap returns what the error came from.
func (e *Error) Unwrap() error { return e.cause }
