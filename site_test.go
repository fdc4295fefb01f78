package upslope

import (
	"errors"
	"math"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"
)

func TestDomainIsASCIIWithoutWWW(t *testing.T) {
	label63 := strings.Repeat("a", 63)
	for _, c := range []struct{ rule, in, want string }{
		{"a domain", "example.com", "example.com"},
		{"trimmed and in lower case", "  Example.COM ", "example.com"},
		{"a subdomain", "shop.example.co.uk", "shop.example.co.uk"},
		{"www. is left out", "www.example.com", "example.com"},
		{"WWW. is left out", "WWW.Example.com", "example.com"},
		{"once", "www.www.example.com", "www.example.com"},
		{"www may be the domain", "www.com", "www.com"},
		{"www may begin a name", "www2.example.com", "www2.example.com"},
		{"digits and hyphens", "a-1.2b.example", "a-1.2b.example"},
		{"an internationalised name", "Bücher.de", "xn--bcher-kva.de"},
		{"already in ASCII", "xn--bcher-kva.de", "xn--bcher-kva.de"},
		{"Japanese", "例え.jp", "xn--r8jz45g.jp"},
		{"right to left", "عربي.com", "xn--ngbrx4e.com"},
		{"www. before an internationalised name", "www.bücher.de", "xn--bcher-kva.de"},
		{"an emoji, which some registries sell", "i❤.ws", "xn--i-7iq.ws"},
		{"63 characters in a label", label63 + ".com", label63 + ".com"},
		{"253 characters in all", long(253), long(253)},
	} {
		if got, err := CleanDomain(c.in); err != nil || got != c.want {
			t.Errorf("%s: %q is %q, %v; want %q", c.rule, c.in, got, err, c.want)
		}
	}
}

// long makes a domain of n characters.
func long(n int) string {
	domain := strings.Repeat(strings.Repeat("a", 59)+".", n/60)
	return domain + strings.Repeat("b", n-len(domain)-3) + ".de"
}

func TestWhatIsNoDomainIsRefused(t *testing.T) {
	for rule, in := range map[string]string{
		"one label": "localhost", "a scheme": "https://example.com", "a path": "example.com/a", "a port": "example.com:443",
		"a user": "ana@example.com", "a space": "exa mple.com", "an underscore": "a_b.com", "a star": "*.example.com",
		"a final dot": "example.com.", "a dot first": ".example.com", "an empty label": "a..com", "a hyphen first": "-a.com",
		"a hyphen last": "a-.com", "an IPv4 address": "192.168.0.1", "an IPv6 address": "[::1]", "64 characters in a label": strings.Repeat("a", 64) + ".com",
		"254 characters in all": long(254), "a bidirectional override": "\u202eexample.com", "a control character": "exam\x00ple.com",
		"broken punycode": "xn--zzzz.com", "no UTF-8": "\xff.com", "a line break": "a.com\nb.com", "only www.": "www.",
	} {
		if got, err := CleanDomain(in); CodeOf(err) != Invalid || err.Error() != "Invalid domain format" {
			t.Errorf("%s: %q is %q, %v", rule, in, got, err)
		}
	}
	if _, err := CleanDomain(" "); err == nil || err.Error() != "Domain is required" {
		t.Errorf("no domain: %v", err)
	}
}

func TestHostBelongsToItsDomainAndThoseAbove(t *testing.T) {
	for _, c := range []struct {
		host, domain string
		want         bool
	}{
		{"example.com", "example.com", true},
		{"www.example.com", "example.com", true},
		{"WWW.Example.com", "example.com", true},
		{"example.com", "www.example.com", true},
		{"shop.example.com", "example.com", true},
		{"example.com", "shop.example.com", false},
		{"notexample.com", "example.com", false},
		{"example.com.evil.org", "example.com", false},
		{"", "example.com", false},
	} {
		if got := HostBelongsTo(c.host, c.domain); got != c.want {
			t.Errorf("%q of %q: %v", c.host, c.domain, got)
		}
	}
}

func TestFieldsOfASiteAreCleanedOrNamed(t *testing.T) {
	for _, c := range []struct{ rule, field, in, want, problem string }{
		{"a name is trimmed", "name", "  My shop ", "My shop", ""},
		{"a name has up to 100 characters, whatever their bytes", "name", strings.Repeat("ä", 100), strings.Repeat("ä", 100), ""},
		{"a name is needed", "name", " \t ", "", "Site name is required"},
		{"not more than 100 characters", "name", strings.Repeat("n", 101), "", "Site name is too long"},
		{"no control characters", "name", "My\x00shop", "", "Site name has characters that cannot be shown"},
		{"no bidirectional override", "name", "a\u202etxt.exe", "", "Site name has characters that cannot be shown"},
		{"nothing that decoding could not read", "name", "\ufffd", "", "Site name has characters that cannot be shown"},
		{"no bytes that are not UTF-8", "name", "a\xff", "", "Site name has characters that cannot be shown"},
		{"a domain is cleaned", "domain", "WWW.Example.com", "example.com", ""},
		{"a domain is needed", "domain", "", "", "Domain is required"},
		{"a property is a number", "ga4PropertyId", " 123456 ", "123456", ""},
		{"no property clears it", "ga4PropertyId", " ", "", ""},
		{"a measurement is no property", "ga4PropertyId", "G-123", "", "GA4 Property ID must be numeric"},
		{"a currency in capitals", "currency", " eur ", "EUR", ""},
		{"a young currency", "currency", "XCG", "XCG", ""},
		{"a currency that there is not", "currency", "ZZZ", "", "Currency must be a code of ISO 4217, such as EUR"},
		{"a name is no currency", "currency", "Euro", "", "Currency must be a code of ISO 4217, such as EUR"},
		{"a currency is needed", "currency", "", "", "Currency must be a code of ISO 4217, such as EUR"},
		{"a time zone", "timeZone", " America/New_York ", "America/New_York", ""},
		{"a time zone that there is not", "timeZone", "Mars/Base", "", "Time zone must be a name such as Europe/Berlin"},
		{"the time zone of a machine is none", "timeZone", "Local", "", "Time zone must be a name such as Europe/Berlin"},
		{"a time zone of some systems is none", "timeZone", "posix/Europe/Berlin", "", "Time zone must be a name such as Europe/Berlin"},
		{"a time zone is needed", "timeZone", "", "", "Time zone must be a name such as Europe/Berlin"},
		{"a time zone is no file", "timeZone", "../../etc/passwd", "", "Time zone must be a name such as Europe/Berlin"},
	} {
		var edit SiteEdit
		text := c.in
		*map[string]**string{
			"name": &edit.Name, "domain": &edit.Domain, "ga4PropertyId": &edit.GA4PropertyID, "currency": &edit.Currency, "timeZone": &edit.TimeZone,
		}[c.field] = &text
		err := edit.Clean()
		problem, _ := errors.AsType[*Error](err)
		switch {
		case c.problem == "" && (err != nil || text != c.want):
			t.Errorf("%s: %q is %q, %v", c.rule, c.in, text, err)
		case c.problem != "" && (problem == nil || problem.Code != Invalid || problem.Field != c.field || problem.Message != c.problem):
			t.Errorf("%s: %q gives %+v", c.rule, c.in, err)
		}
	}
	if err := new(SiteEdit).Clean(); err != nil {
		t.Errorf("nothing to change: %v", err)
	}
}

func TestStatusesThatMayFollowOneAnother(t *testing.T) {
	all := []Status{Open, InProgress, Done, Dismissed}
	for _, from := range all {
		for _, to := range all {
			allowed := to != InProgress || from == Open || from == InProgress
			if err := from.CanBecome(to); (err == nil) != allowed || err != nil && CodeOf(err) != Conflict {
				t.Errorf("%s to %s: %v", from, to, err)
			}
		}
		if got, err := ParseStatus(string(from)); err != nil || got != from {
			t.Errorf("%s is read as %q, %v", from, got, err)
		}
	}
	if _, err := ParseStatus("opened"); CodeOf(err) != Invalid {
		t.Errorf("a status that there is not: %v", err)
	}
}

func TestTrialOrPlanEntitles(t *testing.T) {
	now := time.Date(2025, 3, 1, 12, 0, 0, 0, time.UTC)
	for _, c := range []struct {
		account Account
		want    Code
	}{
		{Account{TrialEndsAt: now.Add(time.Second)}, ""},
		{Account{TrialEndsAt: now}, PaymentRequired},
		{Account{TrialEndsAt: now.AddDate(0, 0, -1), Plan: "seo"}, ""},
	} {
		err := c.account.Entitled(now)
		if (err == nil) != (c.want == "") || err != nil && CodeOf(err) != c.want {
			t.Errorf("%+v: %v", c.account, err)
		}
	}
}

func TestWhatAnOwnerSaysIsTidiedOrRefusedByName(t *testing.T) {
	list := func(texts ...string) *[]string { return &texts }
	number := func(n float64) **float64 { p := &n; return &p }
	for rule, c := range map[string]struct {
		edit  SiteRulesEdit
		field string
	}{
		"a term of signs":                   {SiteRulesEdit{BrandTerms: list("acme", "!!")}, "brandTerms"},
		"a long term":                       {SiteRulesEdit{BrandTerms: list(strings.Repeat("é", 101))}, "brandTerms"},
		"a bidirectional override":          {SiteRulesEdit{NotBrand: list("ac\u202eme")}, "notBrand"},
		"no regular expression":             {SiteRulesEdit{BrandPattern: new("acme(")}, "brandPattern"},
		"a backreference, which RE2 lacks":  {SiteRulesEdit{BrandPattern: new(`(a)\1`)}, "brandPattern"},
		"a pattern of everything":           {SiteRulesEdit{BrandPattern: new("acme|")}, "brandPattern"},
		"a long pattern":                    {SiteRulesEdit{BrandPattern: new(strings.Repeat("a", 1001))}, "brandPattern"},
		"a path with a domain":              {SiteRulesEdit{ExcludedPaths: list("https://example.com/a")}, "excludedPaths"},
		"a path with parameters":            {SiteRulesEdit{ExcludedPaths: list("/a?b=c")}, "excludedPaths"},
		"a value of nothing":                {SiteRulesEdit{ConversionValue: number(0)}, "conversionValue"},
		"a negative target":                 {SiteRulesEdit{TargetCPA: number(-5)}, "targetCpa"},
		"a target that is no number":        {SiteRulesEdit{TargetCPA: number(math.NaN())}, "targetCpa"},
		"a value that nobody pays":          {SiteRulesEdit{ConversionValue: number(1e9)}, "conversionValue"},
		"a value that is more than numbers": {SiteRulesEdit{ConversionValue: number(math.Inf(1))}, "conversionValue"},
	} {
		err := c.edit.Clean()
		var problem *Error
		if !errors.As(err, &problem) || problem.Code != Invalid || problem.Field != c.field || !strings.HasSuffix(problem.Message, ".") {
			t.Errorf("%s: %v", rule, err)
		}
	}
	good := SiteRulesEdit{BrandTerms: list(" Acme ", "", "Acme", "L'Oréal"), NotBrand: list("Acme  Corner"), BrandPattern: new(" ^acme "), TargetCPA: number(.5)}
	if err := good.Clean(); err != nil || !slices.Equal(*good.BrandTerms, []string{"Acme", "L'Oréal"}) || (*good.NotBrand)[0] != "acme corner" || *good.BrandPattern != "^acme" {
		t.Errorf("%v, %v, %v", *good.BrandTerms, *good.NotBrand, err)
	}
}

func TestAnEditChangesWhatItNames(t *testing.T) {
	three, four := 3., 4.
	rules := SiteRules{BrandTerms: []string{"acme"}, TargetCPA: &three, Parameters: map[string]map[string]float64{"a": {"x": 1, "y": 2}, "b": {"z": 3}}}
	before := rules.Parameters
	rules.Apply(SiteRulesEdit{TargetCPA: new(*float64), ConversionValue: new(&four), Parameters: map[string]map[string]*float64{"a": {"x": nil, "w": &four}, "b": {"z": nil}}})
	if rules.TargetCPA != nil || *rules.ConversionValue != 4 || rules.BrandTerms[0] != "acme" || !reflect.DeepEqual(rules.Parameters, map[string]map[string]float64{"a": {"y": 2, "w": 4}}) {
		t.Errorf("%+v", rules)
	}
	if len(before["a"]) != 2 || len(before["b"]) != 1 {
		t.Errorf("the rules before changed: %v", before)
	}
}

func TestExcludedPathsNameWhatLiesInThem(t *testing.T) {
	rules := SiteRules{ExcludedPaths: []string{"/careers/", "/tag/*", "/", "/shop/*/reviews", "/über-uns", "/a.b"}}
	pattern := regexp.MustCompile(rules.ExcludedPattern())
	for path, want := range map[string]bool{
		"/careers": true, "/careers/": true, "/careers/a/b": true, "/careers-old": false, "/tag/red": true, "/tags": false, "/": true, "/other": false,
		"/shop/red/reviews": true, "/shop/red": false, "/über-uns": true, "/über-uns/team": false, "/a.b": true, "/axb": false, "/x/careers/": false,
	} {
		if pattern.MatchString(path) != want {
			t.Errorf("%s is excluded: %v", path, !want)
		}
	}
	if (SiteRules{}).ExcludedPattern() != "" {
		t.Error("nothing excludes something")
	}
}

func TestLinksToTheAppNameTheirAccountAndSite(t *testing.T) {
	for path, want := range map[string]string{
		"/technical":         "https://app.example.com/technical?account=a1&site=s1",
		"/opportunities?o=1": "https://app.example.com/opportunities?o=1&account=a1&site=s1",
	} {
		if got := AppLink("https://app.example.com", path, "a1", "s1"); got != want {
			t.Errorf("%s, want %s", got, want)
		}
	}
	if got := AppLink("", "/sites", "a1", ""); got != "/sites?account=a1" {
		t.Error(got)
	}
}
