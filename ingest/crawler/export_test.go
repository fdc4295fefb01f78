package crawler

import (
	"net/url"
	"strings"
)

// Extract is for tests.
var Extract = extract

// Allows reports whether a robots.txt lets an address be read.
func Allows(text string, address *url.URL) bool { return parseRobots([]byte(text)).allows(address) }

// Listed returns what a sitemap lists: pages and other sitemaps.
func Listed(base *url.URL, text string) (pages, sitemaps []string) {
	sitemaps, _ = parseSitemap(base, strings.NewReader(text), func(address string) bool {
		pages = append(pages, address)
		return true
	})
	return pages, sitemaps
}
