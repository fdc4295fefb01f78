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

// SiteRules are a site owner's settings for detectors; what is empty keeps their defaults.
type SiteRules struct {
	// BrandTerms come in addition to those of the name and domain.
	BrandTerms []string `json:"brandTerms"`
	// BrandPattern is RE2, case-insensitive, for queries that name the brand; "" none.
	BrandPattern string `json:"brandPattern"`
	// NotBrand are lower-case queries that look like the brand and are not.
	NotBrand []string `json:"notBrand"`
	// SuspectedBrand are queries that look like the brand, KnownBrand terms of the name and domain; computed.
	SuspectedBrand []string `json:"suspectedBrand"`
	KnownBrand     []string `json:"knownBrand"`
	// ConversionValue is that of one, in the site's currency; nil: unknown.
	ConversionValue *float64 `json:"conversionValue"`
	// TargetCPA is in the currency of the ads; nil: derived from current costs.
	TargetCPA     *float64 `json:"targetCpa"`
	ExcludedPaths []string `json:"excludedPaths"` // such as /careers/ or /tag/*
	// Parameters are numbers by type of insight and constant.
	Parameters map[string]map[string]float64 `json:"parameters"`
	HitRates   []HitRate                     `json:"hitRates"` // measured
	Searched   SearchedBrand                 `json:"-"`
}

// SearchedBrand is what search data say about a site's brand, from its newest recompute.
type SearchedBrand struct {
	Suspected []string // queries that people click on the home page for
	Found     []string // words of the name or domain that are a brand by themselves
	Doubted   []string // terms of the name or domain that are generic
}

// SiteRulesEdit is a requested change; nil leaves a field as it is, a nil number clears it.
type SiteRulesEdit struct {
	BrandTerms      *[]string
	BrandPattern    *string
	NotBrand        *[]string
	ConversionValue **float64
	TargetCPA       **float64
	ExcludedPaths   *[]string
	// Parameters changes those it names; a nil number restores the detector's default.
	Parameters map[string]map[string]*float64
}

// Clean trims and validates the fields that are set, except Parameters, which detectors validate. Its Error
// names the field.
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

// cleanPattern also rejects patterns that match every query.
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
		return FieldErrorf("brandPattern", "This is not a valid regular expression: %s.", strings.TrimPrefix(err.Error(), "error parsing regexp: "))
	}
	if compiled.MatchString("") {
		return FieldErrorf("brandPattern", "This matches every search, so all searches would count as brand.")
	}
	return nil
}

// cleanList trims a list's texts, drops empty ones and duplicates, and lets clean normalize or reject each.
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

// Apply makes the changes of a validated edit.
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

// excludedPath converts an excluded path to a pattern of decoded paths.
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

// ExcludedPattern matches (RE2) the decoded paths of ExcludedPaths; "" when there are none. A * stands for
// anything; a path ending in / includes everything below it, except / itself, the home page.
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
