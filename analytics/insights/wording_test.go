package insights

import (
	"strings"
	"testing"
)

func TestATextSaysWordsInAnyOrderNumberAndScript(t *testing.T) {
	t.Parallel()
	for _, one := range []struct {
		text, words string
		want        bool
	}{
		{"Hiking Boots for Winter | Larkspur", "winter hiking boot", true},
		{"Tents: Compare and Buy | Larkspur", "4 season tent", false},
		{"登山靴のおすすめ15選", "登山靴 おすすめ", true},
		{"أفضل الأحذية للمشي", "أحذية", true},
		{"Wanderschuhe für Damen", "wanderschuhe herren", false},
		{"", "tents", false},
	} {
		if got := hasWords(one.text, one.words); got != one.want {
			t.Errorf("%q says %q: %v", one.text, one.words, got)
		}
	}
}

func TestTextsHaveNothingInThemThatCannotBeSeen(t *testing.T) {
	t.Parallel()
	var said texts
	if err := said.Title.UnmarshalText([]byte(`Bring “{{.query}}” up on {{path .page}}: {{quoted 2 .others}}`)); err != nil {
		t.Fatal(err)
	}
	title, _, _, err := said.render(map[string]any{
		"query": "\ufeffnew\nline \u202eabc", "page": "https://example.com/a", "others": []string{"one\ttwo", "right\u2067left"},
	})
	if want := "Bring “new line abc” up on /a: “one two” and “rightleft”"; err != nil || title != want {
		t.Errorf("%q, %v, want %q", title, err, want)
	}
}

func TestAddressesAreReadInTheirOwnScript(t *testing.T) {
	for address, want := range map[string]string{
		"https://example.com/%D0%B1%D0%BB%D0%BE%D0%B3/%E7%99%BB%E5%B1%B1%E9%9D%B4?id=1": "/блог/登山靴?id=1",
		// Invalid or invisible characters
		"https://example.com/a%20b/%FC/%E2%80%AEx": "/a%20b/%FC/%E2%80%AEx",
		"/%D0%B1%D0%BB%D0%BE%D0%B3/*":              "/блог/*",
		"https://www.xn--mnchen-3ya.de/":           "www.münchen.de",
	} {
		if got := (naming{}).path(address); got != want {
			t.Errorf("%s reads %s, want %s", address, got, want)
		}
	}
}

func TestTextsNameAnEncodedDomainInItsLetters(t *testing.T) {
	t.Parallel()
	var said texts
	if err := said.Instructions.UnmarshalText([]byte("Point the link to {{.url}} at {{.successor}}.")); err != nil {
		t.Fatal(err)
	}
	_, _, steps, err := said.render(map[string]any{"url": "https://münchen.de/a", "successor": "https://www.xn--mnchen-3ya.de"})
	if want := "Point the link to https://münchen.de/a at https://www.münchen.de."; err != nil || steps != want {
		t.Errorf("%q, %v, want %q", steps, err, want)
	}
}

func TestTheLastOfQuotedTextsStandsBehindAnAnd(t *testing.T) {
	for want, list := range map[string][]string{
		"“a”": {"a"}, "“a” and “b”": {"a", "b"}, "“a”, “b” and “c”": {"a", "b", "c"}, "“a”, “b”, “c” and 2 more": {"a", "b", "c", "d", "e"},
	} {
		if got := quoted(3, list); got != want {
			t.Errorf("got %s, want %s", got, want)
		}
	}
}

func TestFilesAreNamedByTheirPathsAndThoseOfOtherHostsWithThese(t *testing.T) {
	for addresses, want := range map[string]string{
		"":                                  "",
		"https://shop.example/img/hero.jpg": "/img/hero.jpg",
		"https://shop.example/a.css https://cdn.example.net/b.js?v=2 https://xn--mnchen-3ya.de/": "/a.css, cdn.example.net/b.js?v=2 and münchen.de",
		"https://shop.example:8443/a.css": "shop.example/a.css",
	} {
		if got := (naming{}).files(addresses, "https://shop.example/page"); got != want {
			t.Errorf("%q: %q, want %q", addresses, got, want)
		}
	}
}

func TestAPathStandsAloneOnTheMainHostOnly(t *testing.T) {
	t.Parallel()
	said := map[string]wording{}
	for name, text := range map[string]string{"short": "{{short 34 .page}}", "path": "{{path .page}}", "files": "{{files .page .page}}", "names": "{{names .pages 2 ``}}"} {
		var one wording
		if err := one.UnmarshalText([]byte(text)); err != nil {
			t.Fatal(err)
		}
		said[name] = one
	}
	const docs, home = "https://docs.cilium.io/en/latest/observability/hubble/", "https://www.cilium.io/blog/hubble"
	for _, c := range []struct{ form, page, host, want string }{
		{"path", home, "cilium.io", "/blog/hubble"},
		{"path", docs, "cilium.io", "docs.cilium.io/en/latest/observability/hubble/"},
		{"path", docs, "docs.cilium.io", "/en/latest/observability/hubble/"},
		{"path", docs, "", "/en/latest/observability/hubble/"},
		{"short", docs, "cilium.io", "docs.cilium.io/…/hubble/"},
		{"short", "https://cilium.io/guides/how-to-choose-a-rain-jacket", "cilium.io", "/…/how-to-choose-a-rain-jacket"},
		{"short", "https://cilium.io/guides/howtochoosearainjacketforwinter", "cilium.io", "/…/howtochoosearainjacketforwinter"},
		{"short", "https://cilium.io/guides/how-to-choose-the-right-rain-jacket-for-winter", "cilium.io", "/guides/how-to-choose-…-for-winter"},
		{"short", "https://cilium.io/treatments/residential-masonry-and-plastering?variant=2", "cilium.io", "/treatments/residentia…?variant=2"},
		{"files", docs, "cilium.io", "docs.cilium.io/en/latest/observability/hubble/"},
		{"names", "https://docs.cilium.io/a", "cilium.io", "docs.cilium.io/a and /b"},
	} {
		pages := []map[string]string{{"url": c.page}, {"url": "https://cilium.io/b"}}
		got, err := said[c.form].render(map[string]any{"page": c.page, "pages": pages, "main_host": c.host})
		if err != nil || got != c.want {
			t.Errorf("%s on %q: %q, %v, want %q", c.form, c.host, got, err, c.want)
		}
	}
}

// A title names its page as wholly as it has room for, and what tells it from others longest.
func TestATitleGivesItsPageTheRoomItHas(t *testing.T) {
	t.Parallel()
	for page, want := range map[string]string{
		"https://a.example/guides/how-to-choose-a-rain-jacket":             "Update /guides/how-to-choose-a-rain-jacket: clicks fell 68% in a year",
		"https://a.example/guides/outdoor/how-to-choose-a-rain-jacket":     "Update /…/how-to-choose-a-rain-jacket: clicks fell 68% in a year",
		"https://a.example/guides/how-to-choose-the-best-rain-jacket-ever": "Update /guides/how-to-choose-…-ever: clicks fell 68% in a year",
	} {
		var title wording
		if err := title.UnmarshalText([]byte("Update {{short 24 .page}}: clicks fell 68% in a year")); err != nil {
			t.Fatal(err)
		}
		if got, err := title.renderTitle(map[string]any{"page": page, "main_host": "a.example"}); err != nil || got != want || len([]rune(got)) > wholeTitle {
			t.Errorf("%q, %v, want %q", got, err, want)
		}
	}
}

func TestOnlyCategoriesAreCalledSo(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		pages []string
		want  bool
	}{{[]string{"https://example.com/browse/blenders"}, true}, {[]string{"https://example.com/browse/blenders", "https://example.com/guides/blenders"}, false}} {
		if got := areCategories(c.pages); got != c.want {
			t.Errorf("%v: %v", c.pages, got)
		}
	}
}

func TestHugeCountsAreRounded(t *testing.T) {
	t.Parallel()
	for n, want := range map[float64]string{1: "1 time", 999_999: "999,999 times", 1_066_007: "about 1.07 million times", 25_340_000: "about 25.3 million times", 4_321_000_000: "about 4,321 million times"} {
		if got, err := about(n, "time"); err != nil || got != want {
			t.Errorf("%v: got %q, want %q (%v)", n, got, want, err)
		}
	}
}

func TestARangeOfClicksHasBothEnds(t *testing.T) {
	t.Parallel()
	for want, ends := range map[string][2]float64{"12 to 1,200": {12, 1200}, "3 to 265": {3, 265}, "0 to 40": {0, 40}} {
		if got, err := span(ends[0], ends[1]); err != nil || got != want {
			t.Errorf("%v: %q, %v, want %q", ends, got, err, want)
		}
	}
}

// Who follows a step needs the whole address; only what would be too long is shortened.
func TestStepsNamePagesInFull(t *testing.T) {
	t.Parallel()
	var steps wording
	if err := steps.UnmarshalText([]byte("{{range .pages}}Redirect {{short 20 .url}}{{.and}} to the address without the slash.\n{{end}}")); err != nil {
		t.Fatal(err)
	}
	long := "https://a.example/" + strings.Repeat("guides/", 12) + "tents/"
	got, err := steps.renderSteps(map[string]any{"pages": []map[string]string{
		{"url": "https://a.example/product/ergonomic-magnetic-mirror/", "and": ""}, {"url": long, "and": strings.Repeat(" and more", 10)},
	}, "main_host": "a.example"})
	want := "Redirect /product/ergonomic-magnetic-mirror/ to the address without the slash.\nRedirect /guides/…/tents/" + strings.Repeat(" and more", 10) + " to the address without the slash."
	if err != nil || got != want {
		t.Errorf("%q, %v, want %q", got, err, want)
	}
}
