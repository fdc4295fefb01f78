package facts

import (
	"net/url"
	"regexp"
	"strings"
)

// TemplatePattern returns a regular expression for the host and path of a template's pages: /products/*
// matches every host, docs.example.com/guides/* only its own.
func TemplatePattern(template string) string {
	if template == "" {
		return ""
	}
	host := "^[^/]*"
	if !strings.HasPrefix(template, "/") {
		host = "^"
	}
	pattern := host + strings.ReplaceAll(regexp.QuoteMeta(template), `\*`, ".*") + "$"
	// The folder itself belongs to the template: /products to /products/*.
	return strings.Replace(pattern, "/.*$", "(/.*)?$", 1)
}

// MatchesTemplate reports whether a page belongs to a template.
func MatchesTemplate(template, page string) bool {
	place := HostAndPath(page)
	return place != "" && regexp.MustCompile(TemplatePattern(template)).MatchString(place)
}

// HostAndPath returns the host and path of a page for TemplatePattern; "" if it has none.
func HostAndPath(page string) string {
	address, err := url.Parse(page)
	if err != nil {
		return ""
	}
	return strings.TrimPrefix(address.Host, "www.") + address.EscapedPath()
}
