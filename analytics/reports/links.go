package reports

import (
	"html"
	"html/template"
	"net/url"
	"regexp"
	"strings"
)

// plainHost is a host that needs no escaping in an address.
var plainHost = regexp.MustCompile(`^[a-z0-9-]+(\.[a-z0-9-]+)+$`)

// homeOf returns the address of a site's home page; "" for a domain that is none.
func homeOf(domain string) string {
	if !plainHost.MatchString(domain) {
		return ""
	}
	return "https://" + domain
}

// address matches a whole address or a path that stands alone in a text.
var address = regexp.MustCompile(`(^|[\s(“])(https?://[^\s”“"<>]+|/[\p{L}\p{N}_~%-][^\s”“"<>*]*)`)

// linked escapes a text and links the pages of the site in it. Addresses of other hosts stay text.
func linked(home, text string) template.HTML {
	var b strings.Builder
	end := 0
	for _, at := range address.FindAllStringSubmatchIndex(text, -1) {
		found := strings.TrimRight(text[at[4]:at[5]], ".,:;!?)")
		target := pageOf(home, found)
		if target == "" || strings.HasPrefix(text[at[5]:], "*") { // a pattern is no page
			continue
		}
		b.WriteString(html.EscapeString(text[end:at[4]]))
		b.WriteString(`<a href="` + html.EscapeString(target) + `" rel="nofollow noopener noreferrer">` + html.EscapeString(found) + `</a>`)
		end = at[4] + len(found)
	}
	b.WriteString(html.EscapeString(text[end:]))
	return template.HTML(b.String()) //nolint:gosec // every part is escaped
}

// pageOf returns the address of a page of the site; "" for another host.
func pageOf(home, found string) string {
	if home == "" {
		return ""
	}
	if strings.HasPrefix(found, "/") {
		found = home + found
	}
	page, err := url.Parse(found)
	if err != nil {
		return ""
	}
	domain := strings.TrimPrefix(home, "https://")
	if host := page.Hostname(); host != domain && !strings.HasSuffix(host, "."+domain) {
		return ""
	}
	return page.String()
}
