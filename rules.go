package upslope

import (
	"maps"
	"net/url"
	"regexp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

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
