package upslope

import (
	"time"
	"unicode/utf8"
)

// SharedReport is a link to a report as it was when the link was made.
type SharedReport struct {
	ID           string     `json:"id"`
	SiteID       string     `json:"siteId,omitempty"`   // "" = every site of the account, or of the client
	ClientID     string     `json:"clientId,omitempty"` // whose sites it is about; "" the account's
	Title        string     `json:"title"`
	DateRange    string     `json:"dateRange"`
	CreatedAt    time.Time  `json:"createdAt"`
	ExpiresAt    time.Time  `json:"expiresAt"`
	RevokedAt    *time.Time `json:"revokedAt"`
	Status       string     `json:"status"`       // active, expired or revoked
	ShareableURL string     `json:"shareableUrl"` // "" when its encryption key is gone
	URL          string     `json:"url"`          // the same
	HasPassword  bool       `json:"hasPassword"`
	Views        int64      `json:"views"` // complete responses, to people and programs alike
	LastViewedAt *time.Time `json:"lastViewedAt"`
}

// StatusAt is active when the link opens at that moment, else expired or revoked.
func (r SharedReport) StatusAt(now time.Time) string {
	switch {
	case r.RevokedAt != nil:
		return "revoked"
	case !now.Before(r.ExpiresAt):
		return "expired"
	}
	return "active"
}

// ReportViews counts how often a link was opened.
type ReportViews struct {
	TokenHash []byte    `json:"hash"`
	Views     int64     `json:"views"`
	LastAt    time.Time `json:"lastAt"`
}

// ReportPage is the page that a link opens.
type ReportPage struct {
	TokenHash [32]byte
	Gzip      []byte // HTML
	Tag       string // of its content
}

// LinkTerms limit how long a link opens, and for whom.
type LinkTerms struct {
	Days     int    // from now
	Password string // "" none
}

// Clean validates the terms. Its Error names the field.
func (t LinkTerms) Clean() error {
	length := utf8.RuneCountInString(t.Password)
	switch {
	case t.Days < 1 || t.Days > 365:
		return FieldErrorf("expirationDays", "A link lasts 1 to 365 days.")
	case t.Password != "" && (length < 8 || length > 200):
		return FieldErrorf("password", "Use 8 to 200 characters for the password.")
	}
	return nil
}
