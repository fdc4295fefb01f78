package secrets

import (
	"fmt"
	"io"
	"log/slog"
)

const redacted = "[redacted]"

// Secret is text that no log, error or answer shows, however it gets there. Its zero value is no secret.
type Secret struct {
	text *string // a pointer, because package fmt asks no methods of an unexported field that has a Secret
}

// Of makes a secret of a text.
func Of(text string) Secret { return Secret{&text} }

// Reveal returns the text, for the one place that sends it to whom it belongs.
func (s Secret) Reveal() string {
	if s.text == nil {
		return ""
	}
	return *s.text
}

// Empty says whether there is no secret.
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
