package secrets

import (
	"fmt"
	"io"
	"log/slog"
)

const redacted = "[redacted]"

// Secret is text that logs, errors and responses never show. Its zero value is empty.
type Secret struct {
	text *string // a pointer: fmt calls no methods on unexported fields that hold a Secret
}

// Of makes a secret of a string.
func Of(text string) Secret { return Secret{&text} }

// Reveal returns the text. Call it only where the text is sent to its recipient.
func (s Secret) Reveal() string {
	if s.text == nil {
		return ""
	}
	return *s.text
}

// Empty reports whether there is no secret.
func (s Secret) Empty() bool { return s.Reveal() == "" }

// String hides the text.
func (Secret) String() string { return redacted }

// GoString hides the text.
func (Secret) GoString() string { return redacted }

// Format hides the text from every verb of package fmt.
func (Secret) Format(to fmt.State, _ rune) { _, _ = io.WriteString(to, redacted) }

// MarshalText hides the text from encodings of text, JSON among them.
func (Secret) MarshalText() ([]byte, error) { return []byte(redacted), nil }

// LogValue hides the text from package slog.
func (Secret) LogValue() slog.Value { return slog.StringValue(redacted) }
