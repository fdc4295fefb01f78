package upslope

import (
	"maps"
	"net/url"
	"regexp"
	"slices"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"golang.org/x/net/idna"
	"golang.org/x/text/currency"
)

// Site is a website of an account.
type Site struct {
	ID            string    `json:"id"`
	AccountID     string    `json:"-"`
	Name          string    `json:"name"`
	Domain        string    `json:"domain"` // ASCII, lower case, no scheme, no www., at least two labels
	GA4PropertyID string    `json:"ga4PropertyId,omitempty"`
	Currency      string    `json:"currency"` // ISO 4217
	TimeZone      string    `json:"timeZone"` // IANA
	Demo          bool      `json:"demo"`     // filled by load-demo: what it has is not measured
	CreatedAt     time.Time `json:"createdAt"`
}

// SiteEdit is what a request wants to change; nil leaves a field as it is, an empty GA4PropertyID clears it.
type SiteEdit struct {
	Name          *string
	Domain        *string
	GA4PropertyID *string
	Currency      *string
	TimeZone      *string
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
	if e.TimeZone != nil {
		*e.TimeZone = strings.TrimSpace(*e.TimeZone)
		// What begins in lower case, such as posix/Europe/Berlin, is a file of zones on some systems, and to PostgreSQL nothing.
		if _, err := time.LoadLocation(*e.TimeZone); err != nil || *e.TimeZone == "" || *e.TimeZone == "Local" || (*e.TimeZone)[0] >= 'a' {
			return FieldErrorf("timeZone", "Time zone must be a name such as Europe/Berlin")
		}
	}
	return nil
}

// CleanDomain trims and lower-cases a domain, turns an internationalised name into ASCII and checks it:
// letters, digits and hyphens in at least two dot-separated labels of up to 63 characters. A leading www. is left
// out, or one site could be added twice.
func CleanDomain(domain string) (string, error) {
	domain = strings.ToLower(strings.TrimSpace(domain))
	if domain == "" {
		return "", FieldErrorf("domain", "Domain is required")
	}
	ascii, err := idna.Lookup.ToASCII(domain)
	if err != nil || len(ascii) > 253 || !domainName.MatchString(ascii) || digitsOnly.MatchString(ascii[strings.LastIndexByte(ascii, '.')+1:]) {
		return "", FieldErrorf("domain", "Invalid domain format")
	}
	if bare := strings.TrimPrefix(ascii, "www."); strings.Contains(bare, ".") {
		return bare, nil
	}
	return ascii, nil // such as www.com
}

// HostBelongsTo says whether host is the domain itself or one of its subdomains; a leading www. on either side does not count.
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

// isCurrency says whether code is one of ISO 4217.
func isCurrency(code string) bool {
	switch code {
	case "MRU", "SLE", "UYW", "VED", "VES", "XCG", "ZWG": // younger than the library's table
		return true
	}
	_, err := currency.ParseISO(code)
	return err == nil
}

// IsHidden says whether a character shows nothing, or turns those behind it round: controls, bidirectional marks, byte order marks.
func IsHidden(r rune) bool {
	return unicode.IsControl(r) || unicode.Is(unicode.Bidi_Control, r) || r == '\ufeff'
}

// printable refuses control characters, the bidirectional overrides that make a name show as another, and the
// replacement character, which is what decoding leaves of text that was none.
func printable(s string) bool {
	for _, r := range s {
		if r == utf8.RuneError || r < 0x20 || r == 0x7f || (r >= 0x80 && r < 0xa0) || (r >= 0x202a && r <= 0x202e) || (r >= 0x2066 && r <= 0x2069) {
			return false
		}
	}
	return true
}

// SiteRules is what a site's owner says to the detectors; what is empty is as they declare it.
type SiteRules struct {
	BrandTerms      []string                      `json:"brandTerms"`      // beside those of the name and the domain
	BrandPattern    string                        `json:"brandPattern"`    // a regular expression (RE2) of queries that name the brand, in any case; "" none
	NotBrand        []string                      `json:"notBrand"`        // queries that do not, though they look like it; in lower case
	SuspectedBrand  []string                      `json:"suspectedBrand"`  // queries that look like it; worked out, not said
	KnownBrand      []string                      `json:"knownBrand"`      // the terms of the name and the domain; worked out, not said
	ConversionValue *float64                      `json:"conversionValue"` // of one, in the site's currency; nil: unknown
	TargetCPA       *float64                      `json:"targetCpa"`       // what a conversion may cost, in the currency of the ads; nil: what it costs now
	ExcludedPaths   []string                      `json:"excludedPaths"`   // such as /careers/ or /tag/*: pages nobody wants to hear of
	Parameters      map[string]map[string]float64 `json:"parameters"`      // type of insight → constant → number
	HitRates        []HitRate                     `json:"hitRates"`        // measured, not said
	Searched        SearchedBrand                 `json:"-"`
}

// SearchedBrand is what search data say of a site's brand, worked out by its newest recompute.
type SearchedBrand struct {
	Suspected []string // queries that people click on the home page for
	Found     []string // words of the name or the domain that name the brand alone
	Doubted   []string // terms of the name or the domain that are words of the trade
}

// SiteRulesEdit is what a request wants to change; nil leaves a field as it is, a nil number clears it.
type SiteRulesEdit struct {
	BrandTerms      *[]string
	BrandPattern    *string
	NotBrand        *[]string
	ConversionValue **float64
	TargetCPA       **float64
	ExcludedPaths   *[]string
	// Parameters changes those that it names; a nil number brings back what the detector declares.
	Parameters map[string]map[string]*float64
}

// Clean trims the fields that are set, then validates them, except for Parameters, which the detectors know. Its Error names the field.
func (e *SiteRulesEdit) Clean() error {
	if err := cleanList("brandTerms", "brand term", e.BrandTerms, 100, func(term string) (string, string) {
		if !strings.ContainsFunc(term, func(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) }) {
			return term, "has no letter and no digit"
		}
		return term, ""
	}); err != nil {
		return err
	}
	if err := cleanList("notBrand", "search", e.NotBrand, 500, func(query string) (string, string) {
		return strings.Join(strings.Fields(strings.ToLower(query)), " "), ""
	}); err != nil {
		return err
	}
	if err := cleanList("excludedPaths", "path", e.ExcludedPaths, 500, func(path string) (string, string) {
		switch {
		case !strings.HasPrefix(path, "/"):
			return path, "does not begin with /. Leave out the domain"
		case strings.ContainsAny(path, "?#"):
			return path, "has a ? or a #. Leave out what follows the path"
		}
		return path, ""
	}); err != nil {
		return err
	}
	for name, number := range map[string]**float64{"conversionValue": e.ConversionValue, "targetCpa": e.TargetCPA} {
		if number != nil && *number != nil && !(**number > 0 && **number < 1e9) { // NaN is neither
			return FieldErrorf(name, "This must be above 0 and below 1,000,000,000.")
		}
	}
	return e.cleanPattern()
}

// cleanPattern also refuses what would take every search for the brand.
func (e *SiteRulesEdit) cleanPattern() error {
	if e.BrandPattern == nil {
		return nil
	}
	*e.BrandPattern = strings.TrimSpace(*e.BrandPattern)
	pattern := *e.BrandPattern
	if pattern == "" {
		return nil
	}
	if utf8.RuneCountInString(pattern) > 1000 {
		return FieldErrorf("brandPattern", "Use at most 1,000 characters.")
	}
	if !printable(pattern) {
		return FieldErrorf("brandPattern", "This has characters that cannot be shown.")
	}
	compiled, err := regexp.Compile(pattern)
	if err != nil {
		return FieldErrorf("brandPattern", "This is no regular expression (RE2): %s.", strings.TrimPrefix(err.Error(), "error parsing regexp: "))
	}
	if compiled.MatchString("") {
		return FieldErrorf("brandPattern", "This fits any search, also an empty one, so that every search would name the brand.")
	}
	return nil
}

// cleanList trims the texts of a list, lets clean tidy each or say what is wrong with it, and leaves out those that are empty or there twice.
func cleanList(field, noun string, list *[]string, longest int, clean func(string) (tidied, wrong string)) error {
	if list == nil {
		return nil
	}
	kept := []string{}
	for _, text := range *list {
		text = strings.TrimSpace(text)
		if text == "" {
			continue
		}
		switch {
		case utf8.RuneCountInString(text) > longest:
			return FieldErrorf(field, "The %s “%s…” has more than %d characters.", noun, string([]rune(text)[:30]), longest)
		case !printable(text):
			return FieldErrorf(field, "A %s has characters that cannot be shown.", noun)
		}
		tidied, wrong := clean(text)
		if wrong != "" {
			return FieldErrorf(field, "The %s “%s” %s.", noun, text, wrong)
		}
		if !slices.Contains(kept, tidied) {
			kept = append(kept, tidied)
		}
	}
	*list = kept
	return nil
}

// Apply changes what a clean edit names.
func (r *SiteRules) Apply(e SiteRulesEdit) {
	for list, edited := range map[*[]string]*[]string{&r.BrandTerms: e.BrandTerms, &r.NotBrand: e.NotBrand, &r.ExcludedPaths: e.ExcludedPaths} {
		if edited != nil {
			*list = *edited
		}
	}
	if e.BrandPattern != nil {
		r.BrandPattern = *e.BrandPattern
	}
	if e.ConversionValue != nil {
		r.ConversionValue = *e.ConversionValue
	}
	if e.TargetCPA != nil {
		r.TargetCPA = *e.TargetCPA
	}
	for kind, numbers := range e.Parameters {
		own := maps.Clone(r.Parameters[kind])
		if own == nil {
			own = map[string]float64{}
		}
		for name, number := range numbers {
			if number == nil {
				delete(own, name)
			} else {
				own[name] = *number
			}
		}
		r.Parameters = maps.Clone(r.Parameters)
		if r.Parameters == nil {
			r.Parameters = map[string]map[string]float64{}
		}
		if r.Parameters[kind] = own; len(own) == 0 {
			delete(r.Parameters, kind)
		}
	}
}

// excludedPath is an excluded path as a pattern of decoded paths.
func excludedPath(path string) string {
	if decoded, err := url.PathUnescape(path); err == nil {
		path = decoded
	}
	end := ""
	if below, ok := strings.CutSuffix(path, "/*"); ok && path != "/*" {
		path, end = below, "(/.*)?"
	} else if below, ok := strings.CutSuffix(path, "/"); ok && path != "/" {
		path, end = below, "(/.*)?"
	}
	parts := strings.Split(path, "*")
	for i, part := range parts {
		parts[i] = regexp.QuoteMeta(part)
	}
	return strings.Join(parts, ".*") + end
}

// ExcludedPattern is a regular expression (RE2) of the decoded paths of the pages that ExcludedPaths name; "" when it names none. A * stands
// for anything; a path that ends in / names what lies in it, too. The home page alone is /.
func (r SiteRules) ExcludedPattern() string {
	if len(r.ExcludedPaths) == 0 {
		return ""
	}
	patterns := make([]string, len(r.ExcludedPaths))
	for i, path := range r.ExcludedPaths {
		patterns[i] = excludedPath(path)
	}
	return "(?s)^(" + strings.Join(patterns, "|") + ")$"
}

// SiteChange is something that changed on a site and may show in its figures.
type SiteChange struct {
	ID        string    `json:"id"`
	SiteID    string    `json:"siteId"`
	Day       string    `json:"day"`  // such as 2026-11-18, in the site's time zone
	Kind      string    `json:"kind"` // note, status (of an insight) or crawl (what a new crawl found)
	Text      string    `json:"text"`
	InsightID string    `json:"insightId,omitempty"`
	CreatedAt time.Time `json:"createdAt"`
}

// CleanNote trims the text of a note and validates it with its day, such as 2026-11-18; now is in the site's time zone. Its Error names the
// field.
func CleanNote(day, text string, now time.Time) (string, error) {
	text = strings.TrimSpace(text)
	switch {
	case text == "":
		return "", FieldErrorf("text", "Say what was changed.")
	case utf8.RuneCountInString(text) > 1000:
		return "", FieldErrorf("text", "Use at most 1000 characters.")
	case !printable(strings.ReplaceAll(text, "\n", " ")):
		return "", FieldErrorf("text", "This has characters that cannot be shown.")
	}
	date, err := time.Parse(time.DateOnly, day)
	switch {
	case err != nil:
		return "", FieldErrorf("day", "Use a day such as 2026-11-18.")
	case date.Year() < 2015:
		return "", FieldErrorf("day", "Choose a day since 2015.")
	case day > now.AddDate(0, 0, 1).Format(time.DateOnly):
		return "", FieldErrorf("day", "Choose a day until tomorrow.")
	}
	return text, nil
}

// Location is where the site's days begin; UTC when its time zone is not known here.
func (s Site) Location() *time.Location {
	zone, err := time.LoadLocation(s.TimeZone)
	if err != nil {
		return time.UTC
	}
	return zone
}
