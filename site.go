package upslope

import (
	"strings"
	"time"
	"unicode/utf8"

	"golang.org/x/text/currency"
)

// Site is a website of an account.
type Site struct {
	ID            string `json:"id"`
	AccountID     string `json:"-"`
	Name          string `json:"name"`
	Domain        string `json:"domain"` // ASCII, lower case, no scheme, no www., at least two labels
	GA4PropertyID string `json:"ga4PropertyId,omitempty"`
	Currency      string `json:"currency"` // ISO 4217
	TimeZone      string `json:"timeZone"` // IANA
	// IncludeSubdomains makes subdomains of the domain part of the site; else their pages are other sites'.
	IncludeSubdomains bool      `json:"includeSubdomains"`
	ClientID          string    `json:"clientId,omitempty"` // whose site it is; "" nobody's in particular
	Tags              []string  `json:"tags"`
	Demo              bool      `json:"demo"` // filled by load-demo: what it has is not measured
	CreatedAt         time.Time `json:"createdAt"`
}

// SiteEdit is what a request wants to change; nil leaves a field as it is, an empty GA4PropertyID clears it.
type SiteEdit struct {
	Name          *string
	Domain        *string
	GA4PropertyID *string
	Currency      *string
	TimeZone      *string

	IncludeSubdomains *bool

	ClientID *string // "" clears it
	Tags     *[]string
}

// Owns reports whether a host belongs to the site.
func (s Site) Owns(host string) bool {
	if s.IncludeSubdomains {
		return HostBelongsTo(host, s.Domain)
	}
	return strings.TrimPrefix(strings.ToLower(host), "www.") == strings.TrimPrefix(s.Domain, "www.")
}

// Clean trims and lower-cases the fields that are set, then validates them. Its Error names the field.
func (e *SiteEdit) Clean() error {
	if e.Name != nil {
		*e.Name = strings.TrimSpace(*e.Name)
		switch {
		case *e.Name == "":
			return FieldErrorf("name", "Site name is required")
		case utf8.RuneCountInString(*e.Name) > 100:
			return FieldErrorf("name", "Site name is too long")
		case !printable(*e.Name):
			return FieldErrorf("name", "Site name has characters that cannot be shown")
		}
	}
	if e.Domain != nil {
		domain, err := CleanDomain(*e.Domain)
		if err != nil {
			return err
		}
		*e.Domain = domain
	}
	if e.GA4PropertyID != nil {
		*e.GA4PropertyID = strings.TrimSpace(*e.GA4PropertyID)
		if *e.GA4PropertyID != "" && !ga4Property.MatchString(*e.GA4PropertyID) {
			return FieldErrorf("ga4PropertyId", "GA4 Property ID must be numeric")
		}
	}
	if e.Currency != nil {
		*e.Currency = strings.ToUpper(strings.TrimSpace(*e.Currency))
		if !isCurrency(*e.Currency) {
			return FieldErrorf("currency", "Currency must be a code of ISO 4217, such as EUR")
		}
	}
	if e.Tags != nil {
		tags, err := CleanTags(*e.Tags)
		if err != nil {
			return err
		}
		*e.Tags = tags
	}
	if e.TimeZone != nil {
		*e.TimeZone = strings.TrimSpace(*e.TimeZone)
		// Lower case, such as posix/Europe/Berlin, is a zone file on some systems, and nothing to PostgreSQL.
		if _, err := time.LoadLocation(*e.TimeZone); err != nil || *e.TimeZone == "" || *e.TimeZone == "Local" || (*e.TimeZone)[0] >= 'a' {
			return FieldErrorf("timeZone", "Time zone must be a name such as Europe/Berlin")
		}
	}
	return nil
}

// isCurrency says whether code is one of ISO 4217.
func isCurrency(code string) bool {
	switch code {
	case "MRU", "SLE", "UYW", "VED", "VES", "XCG", "ZWG": // younger than the library's table
		return true
	}
	_, err := currency.ParseISO(code)
	return err == nil
}

// Location is where the site's days begin; UTC when its time zone is not known here.
func (s Site) Location() *time.Location {
	zone, err := time.LoadLocation(s.TimeZone)
	if err != nil {
		return time.UTC
	}
	return zone
}
