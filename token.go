package upslope

import (
	"strings"
	"time"
	"unicode/utf8"
)

// APIToken lets a program call the API for an account. The token is shown once; only its hash is stored.
type APIToken struct {
	ID         string     `json:"id"`
	AccountID  string     `json:"-"`
	UserID     string     `json:"-"` // who made it
	Name       string     `json:"name"`
	Scope      string     `json:"scope"`  // TokenReads or TokenWrites
	Prefix     string     `json:"prefix"` // the first characters, to recognize it by
	CreatedAt  time.Time  `json:"createdAt"`
	LastUsedAt *time.Time `json:"lastUsedAt"` // to the minute
	ExpiresAt  *time.Time `json:"expiresAt"`  // nil never
}

// The scopes of tokens.
const (
	TokenReads  = "read"
	TokenWrites = "write" // and reads
)

// MaxTokens is the number of unexpired tokens an account may have.
const MaxTokens = 50

// Clean trims and validates the name and scope. Its Error names the field.
func (t *APIToken) Clean() error {
	t.Name = strings.TrimSpace(t.Name)
	switch {
	case t.Name == "":
		return FieldErrorf("name", "Enter a name, such as the program that will use the token.")
	case utf8.RuneCountInString(t.Name) > 100:
		return FieldErrorf("name", "Use at most 100 characters.")
	case !printable(t.Name):
		return FieldErrorf("name", "This has characters that cannot be shown.")
	case t.Scope != TokenReads && t.Scope != TokenWrites:
		return FieldErrorf("scope", "Choose read or write.")
	}
	return nil
}
