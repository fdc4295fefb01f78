package facts

import (
	"net/url"
	"regexp"
	"strings"
)

// TemplatePattern is the pattern of the hosts and paths of a template's pages: /products/* of any host, docs.example.com/guides/* of that one.
func TemplatePattern(template string) string {
	if template == "" {
		return ""
	}
	host := "^[^/]*"
	if !strings.HasPrefix(template, "/") {
		host = "^"
	}
	pattern := host + strings.ReplaceAll(regexp.QuoteMeta(template), `\*`, ".*") + "$"
	// The folder itself is one of its pages: /products of /products/*.
	return strings.Replace(pattern, "/.*$", "(/.*)?$", 1)
}

// MatchesTemplate says whether a page is one of a template's, as placePattern has it.
func MatchesTemplate(template, page string) bool {
	place := HostAndPath(page)
	return place != "" && regexp.MustCompile(TemplatePattern(template)).MatchString(place)
}

// HostAndPath is the host and path of a page, for placePattern; "" where there is none.
func HostAndPath(page string) string {
	address, err := url.Parse(page)
	if err != nil {
		return ""
	}
	return strings.TrimPrefix(address.Host, "www.") + address.EscapedPath()
}
