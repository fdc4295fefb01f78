package upslope

import (
	"errors"
	"slices"
	"strings"
	"time"
	"unicode/utf8"
)

// ClientProfile is a client of an agency: whose sites they are, and whose name their reports bear.
type ClientProfile struct {
	ID           string
	Name         string
	Branding     Branding // what it leaves out is the account's
	SenderName   string   // of its mails; "" is the branding's name
	Currency     string   // ISO 4217, of sites added to it; "" none
	ContactEmail string   // whom recipients of its reports answer; "" is the account's owner
	SiteIDs      []string
	CreatedAt    time.Time
}

// ClientEdit is a requested change; nil leaves a field as it is.
type ClientEdit struct {
	Name, SenderName, Currency, ContactEmail *string
	Branding                                 BrandingEdit
	SiteIDs                                  *[]string // all of its sites from now on
}

// ReportSender is whose name a report and its mails bear.
type ReportSender struct {
	Branding Branding
	Client   string // the client's name; "" none
	Name     string // of the sender of mails
	Contact  string // the email address to answer; "" unknown
}

// Scope is which sites of an account a list is about; the zero value is all of them.
type Scope struct{ SiteID, ClientID, Tag string }

// Limits of clients and tags.
const (
	MaxClients = 1000 // of an account
	maxTags    = 20   // of a site
	maxTag     = 40   // characters
)

// Clean trims and validates the fields that are set. Its Error names the field.
func (e *ClientEdit) Clean() error {
	if e.Name != nil && strings.TrimSpace(*e.Name) == "" {
		return FieldErrorf("name", "Enter the client's name.")
	}
	for _, text := range []struct {
		field string
		value *string
	}{{"name", e.Name}, {"senderName", e.SenderName}} {
		if text.value == nil {
			continue
		}
		if *text.value = strings.TrimSpace(*text.value); utf8.RuneCountInString(*text.value) > 100 {
			return FieldErrorf(text.field, "Use at most 100 characters.")
		} else if !printable(*text.value) {
			return FieldErrorf(text.field, "This has characters that cannot be shown.")
		}
	}
	if e.Currency != nil {
		if *e.Currency = strings.ToUpper(strings.TrimSpace(*e.Currency)); *e.Currency != "" && !isCurrency(*e.Currency) {
			return FieldErrorf("currency", "Currency must be a code of ISO 4217, such as EUR")
		}
	}
	if e.ContactEmail != nil && strings.TrimSpace(*e.ContactEmail) != "" {
		email, err := CleanEmail(*e.ContactEmail)
		if err != nil {
			return FieldErrorf("contactEmail", "Enter an email address, such as sam@example.com.")
		}
		*e.ContactEmail = email
	} else if e.ContactEmail != nil {
		*e.ContactEmail = ""
	}
	if e.SiteIDs != nil {
		slices.Sort(*e.SiteIDs)
		*e.SiteIDs = slices.Compact(*e.SiteIDs)
	}
	var wrong *Error
	if err := e.Branding.Clean(); errors.As(err, &wrong) && wrong.Field == "linkDomain" {
		return err
	} else if err != nil {
		return FieldErrorf("branding", "%s", err)
	}
	return nil
}

// CleanTags trims tags and drops those that repeat an earlier one in another case. Its Error names the field.
func CleanTags(tags []string) ([]string, error) {
	cleaned, seen := []string{}, map[string]bool{}
	for _, tag := range tags {
		tag = strings.Join(strings.Fields(tag), " ")
		switch key := strings.ToLower(tag); {
		case tag == "":
			return nil, FieldErrorf("tags", "A tag needs a text.")
		case utf8.RuneCountInString(tag) > maxTag:
			return nil, FieldErrorf("tags", "Use at most %d characters for a tag.", maxTag)
		case !printable(tag):
			return nil, FieldErrorf("tags", "A tag has characters that cannot be shown.")
		case !seen[key]:
			seen[key] = true
			cleaned = append(cleaned, tag)
		}
	}
	if len(cleaned) > maxTags {
		return nil, FieldErrorf("tags", "A site has at most %d tags.", maxTags)
	}
	return cleaned, nil
}
