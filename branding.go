package upslope

import (
	"regexp"
	"strings"
	"unicode/utf8"
)

// Branding is the agency identity on an account's reports.
type Branding struct {
	Name  string // of the agency; "" none
	Color string // such as #3b5bdb; "" the product's own
	Logo  []byte // PNG; nil none
	// LinkDomain is the domain of its own that links of reports have; "" the product's.
	LinkDomain string
}

// BrandingEdit is a requested change; nil leaves a field as it is.
type BrandingEdit struct {
	Name, Color, LinkDomain *string
	Logo                    *[]byte // PNG; empty removes it
}

var hexColor = regexp.MustCompile(`^(#[0-9a-f]{6})?$`)

// Clean trims and validates the texts that are set. Its Error names the field.
func (e *BrandingEdit) Clean() error {
	if e.Name != nil {
		if *e.Name = strings.TrimSpace(*e.Name); utf8.RuneCountInString(*e.Name) > 100 {
			return FieldErrorf("name", "Use at most 100 characters for the name.")
		} else if !printable(*e.Name) {
			return FieldErrorf("name", "The name has characters that cannot be shown.")
		}
	}
	if e.Color != nil {
		if *e.Color = strings.ToLower(strings.TrimSpace(*e.Color)); !hexColor.MatchString(*e.Color) {
			return FieldErrorf("color", "Enter the color as six digits, such as #3b5bdb.")
		}
	}
	if e.LinkDomain != nil && strings.TrimSpace(*e.LinkDomain) == "" {
		*e.LinkDomain = ""
	} else if e.LinkDomain != nil {
		domain, err := CleanLinkDomain(*e.LinkDomain)
		if err != nil {
			return err
		}
		*e.LinkDomain = domain
	}
	return nil
}
