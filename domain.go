package upslope

import (
	"regexp"
	"strings"

	"golang.org/x/net/idna"
)

// CleanDomain lower-cases a domain, converts an internationalized name to ASCII and validates it: letters,
// digits and hyphens in at least two labels. A leading www. is dropped, so that no site is added twice.
func CleanDomain(domain string) (string, error) {
	host, err := cleanHost(domain)
	if bare := strings.TrimPrefix(host, "www."); strings.Contains(bare, ".") {
		return bare, err
	}
	return host, err // such as www.com
}

// cleanHost is CleanDomain with any www.
func cleanHost(domain string) (string, error) {
	domain = strings.ToLower(strings.TrimSpace(domain))
	if domain == "" {
		return "", FieldErrorf("domain", "Domain is required")
	}
	ascii, err := idna.Lookup.ToASCII(domain)
	if err != nil || len(ascii) > 253 || !domainName.MatchString(ascii) || digitsOnly.MatchString(ascii[strings.LastIndexByte(ascii, '.')+1:]) {
		return "", FieldErrorf("domain", "Invalid domain format")
	}
	return ascii, nil
}

// HostBelongsTo reports whether host is the domain or one of its subdomains, ignoring a leading www.
func HostBelongsTo(host, domain string) bool {
	host, domain = strings.TrimPrefix(strings.ToLower(host), "www."), strings.TrimPrefix(domain, "www.")
	return host == domain || strings.HasSuffix(host, "."+domain)
}

var (
	label       = `[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?`
	domainName  = regexp.MustCompile(`^` + label + `(\.` + label + `)+$`)
	digitsOnly  = regexp.MustCompile(`^[0-9]+$`) // a last label of digits is an IP address, not a domain
	ga4Property = regexp.MustCompile(`^[0-9]{1,20}$`)
)
