package upslope

import (
	"errors"
	"fmt"
	"net/netip"
	"strings"

	"golang.org/x/net/idna"
)

// NormalizeURL returns the form of an absolute http(s) URL on which all sources are joined: crawls, Search
// Console, analytics, ads and what people type.
//
//   - scheme and host in lower case, an internationalized host in ASCII; no user, default port or final dot
//   - no fragment, no tracking parameters (utm_*, gclid, fbclid, …); the other parameters in their order
//   - dot segments resolved, the trailing slashes of the path folded ("/" stays)
//   - one percent-encoding: what may stand unencoded does, everything else is %XX in capitals
//
// Scheme, www. and letter case of the path stay: they can be different pages, and a redirect between two of
// them is a finding. So two crawled URLs may share a key when one redirects to the other with a slash: the
// one that answers 200 then stands for it. Normalizing twice changes nothing.
func NormalizeURL(raw string) (string, error) {
	scheme, rest, found := strings.Cut(strings.TrimSpace(raw), "://")
	if !found || !strings.EqualFold(scheme, "http") && !strings.EqualFold(scheme, "https") {
		return "", errNotAbsolute
	}
	scheme = strings.ToLower(scheme)
	rest, _, _ = strings.Cut(rest, "#")
	authority, tail := rest, ""
	if i := strings.IndexAny(rest, "/?"); i >= 0 {
		authority, tail = rest[:i], rest[i:]
	}
	host, err := normalizeHost(scheme, authority)
	if err != nil {
		return "", err
	}
	path, query, _ := strings.Cut(tail, "?")

	var b strings.Builder
	b.Grow(len(scheme) + len("://") + len(host) + len(tail) + 1)
	b.WriteString(scheme)
	b.WriteString("://")
	b.WriteString(host)
	path = strings.TrimRight(removeDotSegments(canonicalEncoding(path)), "/")
	if path == "" {
		path = "/"
	}
	b.WriteString(path)
	separator := byte('?')
	for parameter := range strings.SplitSeq(canonicalEncoding(query), "&") {
		if parameter == "" || tracking(parameter) {
			continue
		}
		b.WriteByte(separator)
		b.WriteString(parameter)
		separator = '&'
	}
	return b.String(), nil
}

// HostOf returns the host, with its port when it has one, of a URL that NormalizeURL returned.
func HostOf(key string) string {
	_, rest, _ := strings.Cut(key, "://")
	host, _, _ := strings.Cut(rest, "/")
	return host
}

var (
	errNotAbsolute = errors.New("not a full web address that begins with http:// or https://")

	// Lenient on underscores and hyphens, which real hosts have: NormalizeURL joins, it registers no names.
	lookupHost = idna.New(idna.MapForLookup(), idna.Transitional(false), idna.StrictDomainName(false), idna.CheckHyphens(false))
)

func normalizeHost(scheme, authority string) (string, error) {
	host := authority[strings.LastIndexByte(authority, '@')+1:] // a password has no place in a key
	port := ""
	if i := strings.LastIndexByte(host, ':'); i >= 0 && !strings.HasSuffix(host, "]") {
		host, port = host[:i], strings.TrimLeft(host[i+1:], "0")
		if len(port) > 5 || strings.Trim(port, "0123456789") != "" {
			return "", fmt.Errorf("%q is not a port", port)
		}
	}
	host = strings.ToLower(host)
	if !ascii(host) {
		mapped, err := lookupHost.ToASCII(host)
		if err != nil {
			return "", fmt.Errorf("%q is not a host name", host)
		}
		host = strings.ToLower(mapped)
	}
	host = strings.TrimSuffix(host, ".")
	if !validHost(host) {
		return "", fmt.Errorf("%q is not a host name", host)
	}
	if port != "" && !(scheme == "http" && port == "80") && !(scheme == "https" && port == "443") {
		host += ":" + port
	}
	return host, nil
}

func validHost(host string) bool {
	if strings.HasPrefix(host, "[") && strings.HasSuffix(host, "]") && len(host) > 2 {
		address, err := netip.ParseAddr(host[1 : len(host)-1])
		return err == nil && address.Is6() && address.Zone() == ""
	}
	if host == "" || len(host) > 253 || host[0] == '.' || host[len(host)-1] == '.' || strings.Contains(host, "..") {
		return false
	}
	for i := range len(host) {
		if c := host[i]; !letterOrDigit(c) && c != '-' && c != '.' && c != '_' {
			return false
		}
	}
	return true
}

func ascii(s string) bool {
	for i := range len(s) {
		if s[i] >= 0x80 {
			return false
		}
	}
	return true
}

func letterOrDigit(c byte) bool {
	return 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' || '0' <= c && c <= '9'
}

// canonicalEncoding writes a path or query in RFC 3986's one percent-encoding: unreserved characters plain,
// delimiters as they came, all else encoded, even brackets, on which browsers, crawlers and Google differ.
func canonicalEncoding(s string) string {
	plain := true
	for i := 0; i < len(s) && plain; i++ {
		plain = keptInURL(s[i])
	}
	if plain {
		return s
	}
	const hex = "0123456789ABCDEF"
	b := make([]byte, 0, len(s)+16)
	for i := 0; i < len(s); i++ {
		c := s[i]
		if c != '%' && keptInURL(c) {
			b = append(b, c)
			continue
		}
		if c == '%' && i+2 < len(s) && unhex(s[i+1]) >= 0 && unhex(s[i+2]) >= 0 {
			c = byte(unhex(s[i+1])<<4 | unhex(s[i+2]))
			i += 2
			if letterOrDigit(c) || c == '-' || c == '.' || c == '_' || c == '~' {
				b = append(b, c)
				continue
			}
		}
		b = append(b, '%', hex[c>>4], hex[c&15])
	}
	return string(b)
}

func keptInURL(c byte) bool {
	return letterOrDigit(c) || strings.IndexByte("-._~!$&'()*+,;=:@/?", c) >= 0
}

func unhex(c byte) int {
	switch {
	case '0' <= c && c <= '9':
		return int(c - '0')
	case 'a' <= c && c <= 'f':
		return int(c-'a') + 10
	case 'A' <= c && c <= 'F':
		return int(c-'A') + 10
	}
	return -1
}

// removeDotSegments resolves "." and ".." (RFC 3986, 5.2.4) in a path that is empty or begins with a slash.
func removeDotSegments(path string) string {
	if !strings.Contains(path, "/.") {
		return path
	}
	var kept []string
	segments := strings.Split(path, "/")[1:]
	for i, segment := range segments {
		last := i == len(segments)-1
		switch segment {
		case "..":
			kept = kept[:max(0, len(kept)-1)]
		case ".":
		default:
			kept = append(kept, segment)
			continue
		}
		if last {
			kept = append(kept, "")
		}
	}
	return "/" + strings.Join(kept, "/")
}

// tracking says whether a query parameter tells where a visitor came from rather than what the page shows.
func tracking(parameter string) bool {
	name, _, _ := strings.Cut(parameter, "=")
	name = strings.ToLower(name)
	switch name {
	case "gclid", "gclsrc", "dclid", "gbraid", "wbraid", "gad_source", "gad_campaignid", "srsltid", "_ga", "_gl",
		"fbclid", "igshid", "igsh", "msclkid", "yclid", "ymclid", "ysclid", "ttclid", "twclid", "li_fat_id", "epik", "rdt_cid", "scclid",
		"mc_cid", "mc_eid", "_hsenc", "_hsmi", "__hstc", "__hssc", "__hsfp", "hsctatracking", "mkt_tok", "vero_id", "_kx", "_ke",
		"oly_anon_id", "oly_enc_id", "s_kwcid", "ef_id", "wickedid", "_openstat":
		return true
	}
	return strings.HasPrefix(name, "utm_") || strings.HasPrefix(name, "hsa_") || strings.HasPrefix(name, "mtm_") || strings.HasPrefix(name, "pk_")
}
