package crawler

import (
	"net/url"
	"regexp"
	"slices"
	"strings"
)

// Bounds of an address; beyond them a site makes up addresses without end.
const (
	maxAddress  = 2000 // characters
	maxSegments = 25
	maxRepeats  = 2 // of a segment within a path, besides its first
)

// sessionParameters name sessions, so that each visit would see addresses of its own.
var sessionParameters = []string{"phpsessid", "jsessionid", "sessionid", "session_id", "sid", "aspsessionid", "cfid", "cftoken", "zenid", "oscsid"}

var pathSession = regexp.MustCompile(`(?i);jsessionid=[^/?]*`)

// resolve returns the address that a page means by a reference: absolute, without fragment, credentials and
// session. It is "" for what is no web address.
func resolve(base *url.URL, reference string) string {
	reference = strings.Map(dropBreaks, strings.TrimSpace(reference))
	if len(reference) > maxAddress {
		return ""
	}
	u, err := base.Parse(reference)
	if err != nil || u.Scheme != "http" && u.Scheme != "https" || u.Hostname() == "" {
		return ""
	}
	return clean(u)
}

// dropBreaks removes what browsers remove inside of addresses.
func dropBreaks(r rune) rune {
	if r == '\n' || r == '\r' || r == '\t' {
		return -1
	}
	return r
}

// clean writes an address in one way: scheme and host in lower case, no default port, at least "/" as path.
func clean(u *url.URL) string {
	c := *u
	c.Fragment, c.RawFragment, c.User = "", "", nil
	c.Scheme, c.Host = strings.ToLower(c.Scheme), strings.ToLower(c.Host)
	if port := c.Port(); port == "80" && c.Scheme == "http" || port == "443" && c.Scheme == "https" {
		c.Host = strings.TrimSuffix(c.Host, ":"+port)
	}
	if c.Path == "" {
		c.Path = "/"
	}
	if strings.Contains(c.Path, ";") {
		c.Path, c.RawPath = pathSession.ReplaceAllString(c.Path, ""), pathSession.ReplaceAllString(c.RawPath, "")
	}
	if c.RawQuery != "" {
		kept := slices.DeleteFunc(strings.Split(c.RawQuery, "&"), func(parameter string) bool {
			name, _, _ := strings.Cut(parameter, "=")
			return parameter == "" || slices.Contains(sessionParameters, strings.ToLower(name))
		})
		c.RawQuery = strings.Join(kept, "&")
	}
	c.ForceQuery = false
	return c.String()
}

// carriesSession reports whether a reference has a session that clean removes.
func carriesSession(reference string) bool {
	_, query, _ := strings.Cut(reference, "?")
	for parameter := range strings.SplitSeq(query, "&") {
		name, _, has := strings.Cut(parameter, "=")
		if has && slices.Contains(sessionParameters, strings.ToLower(name)) {
			return true
		}
	}
	return strings.Contains(reference, ";") && pathSession.MatchString(reference)
}

// endless reports whether an address looks made up by a mistake, such as /a/b/a/b/a/b.
func endless(u *url.URL) bool {
	segments := strings.Split(strings.Trim(u.EscapedPath(), "/"), "/")
	if len(segments) > maxSegments {
		return true
	}
	times := map[string]int{}
	for _, segment := range segments {
		if times[segment]++; times[segment] > maxRepeats+1 {
			return true
		}
	}
	return false
}

var digits = regexp.MustCompile(`[0-9]+`)

// family groups addresses that a site makes from parameters: the path with the parameters' names, or without
// its numbers if it has two, as calendars do. At most so many of them are asked for; 0 is no family.
func family(u *url.URL) (name string, most int) {
	if u.RawQuery != "" {
		var names []string
		for parameter := range strings.SplitSeq(u.RawQuery, "&") {
			name, _, _ := strings.Cut(parameter, "=")
			names = append(names, name)
		}
		slices.Sort(names)
		most = []int{0, 400, 100}[min(len(names), 2)]
		if len(names) > 2 {
			most = 25
		}
		return u.Host + u.Path + "?" + strings.Join(slices.Compact(names), "&"), most
	}
	numbers := 0
	segments := strings.Split(u.Path, "/")
	for i, segment := range segments {
		if bare := digits.ReplaceAllString(segment, ""); bare != segment && len(bare) < 4 {
			numbers++
			segments[i] = "#"
		}
	}
	if numbers < 2 {
		return "", 0
	}
	return u.Host + strings.Join(segments, "/"), 100
}
