package upslope

import (
	"net/url"
	"strings"
	"testing"
)

func TestNormalizeURL(t *testing.T) {
	for _, c := range []struct{ rule, in, want string }{
		{"root gets its slash", "https://example.com", "https://example.com/"},
		{"root keeps its slash", "https://example.com/", "https://example.com/"},
		{"trailing slash is folded", "https://example.com/a/", "https://example.com/a"},
		{"all trailing slashes are folded", "https://example.com/a//", "https://example.com/a"},
		{"trailing slash before a query is folded", "https://example.com/a/?q=1", "https://example.com/a?q=1"},
		{"slashes inside stay", "https://example.com/a//b", "https://example.com/a//b"},
		{"host and scheme in lower case, path as it is", "HTTPS://Example.COM/Path", "https://example.com/Path"},
		{"http stays http", "http://example.com/a", "http://example.com/a"},
		{"www stays", "https://www.example.com/", "https://www.example.com/"},
		{"default port is dropped", "https://example.com:443/a", "https://example.com/a"},
		{"default http port is dropped", "http://example.com:80", "http://example.com/"},
		{"other port stays", "https://example.com:8443/a", "https://example.com:8443/a"},
		{"empty port is dropped", "https://example.com:/a", "https://example.com/a"},
		{"final dot of the host is dropped", "https://example.com./a", "https://example.com/a"},
		{"user and password are dropped", "https://ana:secret@example.com/a", "https://example.com/a"},
		{"fragment is dropped", "https://example.com/a#top", "https://example.com/a"},
		{"fragment after a query is dropped", "https://example.com/a?b=1#top", "https://example.com/a?b=1"},
		{"tracking parameters are dropped", "https://example.com/?utm_source=x&gclid=1&fbclid=2&msclkid=3", "https://example.com/"},
		{"tracking parameters in capitals are dropped", "https://example.com/?UTM_Source=x", "https://example.com/"},
		{"encoded tracking parameters are dropped", "https://example.com/?utm%5Fsource=x", "https://example.com/"},
		{"the other parameters keep their order", "https://example.com/?b=2&utm_medium=x&a=1", "https://example.com/?b=2&a=1"},
		{"a parameter without value stays", "https://example.com/?print", "https://example.com/?print"},
		{"an empty query is dropped", "https://example.com/a?", "https://example.com/a"},
		{"unreserved characters are decoded", "https://example.com/%7Eana/%41", "https://example.com/~ana/A"},
		{"hex in capitals", "https://example.com/%e4%bd%a0", "https://example.com/%E4%BD%A0"},
		{"letters outside ASCII are encoded", "https://example.com/größe", "https://example.com/gr%C3%B6%C3%9Fe"},
		{"an encoded slash stays encoded", "https://example.com/a%2Fb", "https://example.com/a%2Fb"},
		{"a lone percent is encoded", "https://example.com/100%", "https://example.com/100%25"},
		{"spaces are encoded", "https://example.com/a b", "https://example.com/a%20b"},
		{"brackets have one form", "https://example.com/?f[a]=1", "https://example.com/?f%5Ba%5D=1"},
		{"plus stays plus", "https://example.com/?q=a+b", "https://example.com/?q=a+b"},
		{"dot segments are resolved", "https://example.com/a/./b/../c", "https://example.com/a/c"},
		{"encoded dot segments are resolved", "https://example.com/a/%2E%2E/c", "https://example.com/c"},
		{"too many dots stop at the root", "https://example.com/../../a", "https://example.com/a"},
		{"internationalised host in ASCII", "https://Bücher.example/", "https://xn--bcher-kva.example/"},
		{"space around is trimmed", " https://example.com/a ", "https://example.com/a"},
		{"underscore in a host", "https://my_shop.example.com/", "https://my_shop.example.com/"},
		{"IPv6 host", "http://[2001:DB8::1]:8080/", "http://[2001:db8::1]:8080/"},
	} {
		got, err := NormalizeURL(c.in)
		if err != nil || got != c.want {
			t.Errorf("%s: NormalizeURL(%q) = %q, %v; want %q", c.rule, c.in, got, err, c.want)
		}
	}
}

func TestNormalizeURLRefuses(t *testing.T) {
	for _, in := range []string{
		"", "Total", "/relative", "//example.com/", "example.com/a", "mailto:ana@example.com", "ftp://example.com/",
		"https://", "https:///a", "https://exa mple.com/", "https://example..com/", "https://example.com:http/", "https://.com/",
		"https://example.com:123456/", "https://" + strings.Repeat("a", 254) + "/", `https://"quoted".com/`, "https://[::1/",
	} {
		if got, err := NormalizeURL(in); err == nil {
			t.Errorf("NormalizeURL(%q) = %q, want an error", in, got)
		}
	}
}

func FuzzNormalizeURL(f *testing.F) {
	for _, seed := range []string{
		"https://example.com", "HTTP://EXAMPLE.com:80/%7e/../a//?utm_source=x&b=%5b#f", "https://bücher.example/größe?q=ä",
		"https://a@b@c.example:0443/%%41%2", "http://[::1]:8080/", "https://xn--a.example/", "https://example.com/?&&=&utm_x", "https://ß.example/.",
	} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, raw string) {
		once, err := NormalizeURL(raw)
		if err != nil {
			return
		}
		twice, err := NormalizeURL(once)
		if err != nil || twice != once {
			t.Fatalf("NormalizeURL(%q) = %q, again %q, %v", raw, once, twice, err)
		}
		parsed, err := url.Parse(once)
		if err != nil || parsed.Host == "" || parsed.Fragment != "" || parsed.User != nil {
			t.Fatalf("NormalizeURL(%q) = %q, which parses as %+v, %v", raw, once, parsed, err)
		}
		if HostOf(once) != parsed.Host {
			t.Fatalf("HostOf(%q) = %q, want %q", once, HostOf(once), parsed.Host)
		}
	})
}

func BenchmarkNormalizeURL(b *testing.B) {
	for b.Loop() {
		if _, err := NormalizeURL("https://www.example.com/category/product-name?color=red"); err != nil {
			b.Fatal(err)
		}
	}
}
