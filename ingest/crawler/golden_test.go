package crawler_test

import (
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"

	"upslope/ingest/crawler"
)

// facts are what both parsers must agree on.
type facts struct {
	title, description, canonical string
	headings, links               []string
	withoutAlt                    int
}

// treeFacts reads a page by building the tree that browsers build.
func treeFacts(t *testing.T, base *url.URL, text string) (f facts) {
	t.Helper()
	root, err := html.Parse(strings.NewReader(text))
	if err != nil {
		t.Fatal(err)
	}
	attribute := func(node *html.Node, name string) (string, bool) {
		for _, one := range node.Attr {
			if one.Key == name {
				return one.Val, true
			}
		}
		return "", false
	}
	var textOf func(node *html.Node) string
	textOf = func(node *html.Node) (text string) {
		if node.Type == html.TextNode {
			return node.Data
		}
		for child := range node.ChildNodes() {
			text += textOf(child)
		}
		return text
	}
	tidy := func(text string) string { return strings.Join(strings.Fields(text), " ") }
	for node := range root.Descendants() {
		name, _ := attribute(node, "name")
		rel, _ := attribute(node, "rel")
		href, hasHref := attribute(node, "href")
		resolved, err := base.Parse(href)
		switch {
		case node.Namespace != "" || node.Type != html.ElementNode || inside(node, atom.Noscript, atom.Template):
		case node.DataAtom == atom.Title && f.title == "":
			f.title = tidy(textOf(node))
		case node.DataAtom == atom.Meta && strings.EqualFold(name, "description") && f.description == "":
			content, _ := attribute(node, "content")
			f.description = tidy(content)
		case node.DataAtom == atom.Link && rel == "canonical" && err == nil && inside(node, atom.Head):
			f.canonical = resolved.String()
		case node.DataAtom == atom.H1:
			f.headings = append(f.headings, tidy(textOf(node)))
		case node.DataAtom == atom.A && hasHref && err == nil && strings.HasPrefix(resolved.Scheme, "http") && !strings.HasPrefix(href, "#"):
			resolved.Fragment = ""
			f.links = append(f.links, resolved.String())
		case node.DataAtom == atom.Img:
			if _, has := attribute(node, "alt"); !has {
				f.withoutAlt++
			}
		}
	}
	return f
}

func inside(node *html.Node, tags ...atom.Atom) bool {
	for parent := range node.Ancestors() {
		if slices.Contains(tags, parent.DataAtom) {
			return true
		}
	}
	return false
}

func TestExtractionEqualsThatOfATreeParser(t *testing.T) {
	files, err := filepath.Glob("testdata/pages/*.html")
	if err != nil || len(files) < 4 {
		t.Fatalf("%d pages, %v", len(files), err)
	}
	base := &url.URL{Scheme: "https", Host: "www.example.com", Path: "/shop/page"}
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		want, page := treeFacts(t, base, string(text)), crawler.Extract(base, strings.NewReader(string(text)))
		got := facts{title: page.Title, description: page.Description, canonical: page.Canonical, headings: page.H1s, withoutAlt: page.ImagesWithoutAlt}
		for _, link := range page.Links {
			if !link.Image {
				got.links = append(got.links, link.To)
			}
		}
		if got.title != want.title || got.description != want.description || got.canonical != want.canonical || got.withoutAlt != want.withoutAlt {
			t.Errorf("%s: got %+v, want %+v", file, got, want)
		}
		if !slices.Equal(got.headings, want.headings) || !slices.Equal(got.links, want.links) {
			t.Errorf("%s: headings %q and links %q, want %q and %q", file, got.headings, got.links, want.headings, want.links)
		}
	}
}

func FuzzAnyRobotsIsRead(f *testing.F) {
	f.Add("User-agent: *\nDisallow: /a*b$\nCrawl-delay: 1e9\n", "/axb")
	f.Add("\xef\xbb\xbfuser-agent:upslopebot\r\nallow:\x00/", "/")
	f.Fuzz(func(_ *testing.T, text, path string) {
		crawler.Allows(text, &url.URL{Scheme: "https", Host: "example.com", Path: path})
	})
}

func FuzzAnySitemapIsRead(f *testing.F) {
	f.Add(`<urlset><url><loc>https://example.com/a</loc></url></urlset>`)
	f.Add(`<sitemapindex><sitemap><loc>/b.xml</loc></sitemap><sitemap><loc><![CDATA[ /c.xml ]]></loc>`)
	f.Add("https://example.com/a\nftp://b\n\x00")
	f.Add(`<?xml encoding="utf-7"?><!DOCTYPE a [<!ENTITY b "&b;&b;">]><url><loc>&b;</loc>`)
	f.Fuzz(func(t *testing.T, text string) {
		pages, sitemaps := crawler.Listed(&url.URL{Scheme: "https", Host: "example.com", Path: "/sitemap.xml"}, text)
		for _, address := range append(pages, sitemaps...) {
			if parsed, err := url.Parse(address); err != nil || parsed.Scheme != "http" && parsed.Scheme != "https" {
				t.Errorf("%q is listed", address)
			}
		}
	})
}

func TestHeadingsKeepTheTextOfButtonsOnlyWhereTheyHaveNoOther(t *testing.T) {
	t.Parallel()
	address := &url.URL{Scheme: "https", Host: "example.com", Path: "/"}
	for page, want := range map[string][]string{
		`<h2><button aria-expanded=false>How long does it take?</button></h2>`:           {"How long does it take?"},
		`<h2>How long does it take? <button>Copy</button></h2>`:                          {"How long does it take?"},
		`<h2>First <button>Copy</h2><h2>Second</h2>`:                                     {"First", "Second"},
		`<button>Menu<h2>First <button>Copy</button></h2>`:                               {"First"},
		`<h2><button>First</button></h2><p>Text</p><h2><button>Second</button><br></h2>`: {"First", "Second"},
	} {
		if got := crawler.Extract(address, strings.NewReader(page)).H2s; !slices.Equal(got, want) {
			t.Errorf("%s: H2s %q, want %q", page, got, want)
		}
		ones := strings.ReplaceAll(page, "h2>", "h1>")
		if got := crawler.Extract(address, strings.NewReader(ones)).H1s; !slices.Equal(got, want) {
			t.Errorf("%s: H1s %q, want %q", ones, got, want)
		}
	}
}
