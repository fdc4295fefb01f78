package upslope

import (
	"crypto/sha256"
	"strings"
	"time"
)

// Identity is the person behind a verified session.
type Identity struct {
	Subject   string // Clerk's user id, user_…
	SessionID string // sess_…
	Email     string
	FirstName string
	LastName  string
	ImageURL  string
	IssuedAt  time.Time // when its token was issued
}

// Fingerprints are hashes of the subject and, when known, of the email address. They outlive the account, so
// that nobody gets a second trial.
func (i Identity) Fingerprints() [][]byte {
	hash := func(kind, text string) []byte {
		sum := sha256.Sum256([]byte(kind + "\x00" + text))
		return sum[:]
	}
	persons := [][]byte{hash("subject", i.Subject)}
	if i.Email != "" {
		persons = append(persons, hash("email", mailbox(i.Email)))
	}
	return persons
}

// mailbox normalizes an address to the mailbox it delivers to, ignoring plus suffixes and Gmail's dots.
func mailbox(address string) string {
	name, domain, found := strings.Cut(strings.ToLower(strings.TrimSpace(address)), "@")
	if !found {
		return name
	}
	name, _, _ = strings.Cut(name, "+")
	if domain == "gmail.com" || domain == "googlemail.com" {
		name, domain = strings.ReplaceAll(name, ".", ""), "gmail.com"
	}
	return name + "@" + domain
}

// User is a person who signs in, as a member of one of their accounts.
type User struct {
	ID              string    `json:"id"`
	AccountID       string    `json:"-"`
	Email           string    `json:"email"`
	FirstName       string    `json:"firstName"`
	LastName        string    `json:"lastName"`
	ProfileImageURL string    `json:"profileImageUrl"`
	Role            Role      `json:"role"`
	SiteIDs         []string  `json:"-"` // of a client: the sites they see
	Plan            string    `json:"plan"`
	TrialEndsAt     time.Time `json:"trialEndsAt"`

	Demo        bool         `json:"-" db:"-"` // a visitor of the public demo, without an id
	Memberships []Membership `json:"-" db:"-"` // all of theirs, their own account first
}
