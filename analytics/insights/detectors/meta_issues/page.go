package metaissues

import (
	"iter"
	"net/url"
	"path"
	"slices"
	"strconv"
	"strings"

	"upslope"
	"upslope/analytics/facts"
)

// page is what a crawl and search know of a page that a task names.
type page struct {
	url, title, description string
	heading, secondHeading  string
	queries                 []string // with most impressions, without the brand
	isSectionHead           bool     // the page whose folder names the task, such as /tents of /tents/*
	isMeasured              bool     // the crawler wrote the width of the title in pixels

	pagesWithHeading, pagesWithSecond int // pages of the site with that heading; 0 without one
	pagesWithTitle                    int
	titlesLikeHeading                 int // other pages whose title is this heading
	words                             int // of the whole page; 0: unknown
}

// pageOf reads a page from a row that shown.sql made, by the names of its columns.
func pageOf(text func(name string) string, template string) page {
	count := func(name string) int {
		n, err := strconv.Atoi(text(name))
		if err != nil {
			return 0
		}
		return n
	}
	p := page{
		url: text("url"), title: tidy(text("title")), description: tidy(text("description")), heading: tidy(text("heading")), secondHeading: tidy(text("second_heading")),
		isMeasured: text("measured") != "", pagesWithHeading: count("pages_with_heading"), pagesWithSecond: count("pages_with_second"),
		pagesWithTitle: count("pages_with_title"), titlesLikeHeading: count("titles_like_heading"), words: count("words"),
	}
	p.isSectionHead = template == pathOf(p.url)+"/*"
	for query := range strings.SplitSeq(text("queries"), "\n") {
		if query != "" {
			p.queries = append(p.queries, query)
		}
	}
	return p
}

// tidy removes what templates of sites leave in texts: line breaks and runs of blanks.
func tidy(text string) string { return strings.Join(strings.Fields(text), " ") }

// isHome reports whether the page is the home page of its host.
func (p page) isHome() bool { return pathOf(p.url) == "/" }

// isNamedBy reports whether a title has most words of the page's address.
func (p page) isNamedBy(title string) bool {
	words, has := keyWords(p.slug()), 0
	words = slices.DeleteFunc(words, func(word string) bool { return len([]rune(word)) < minStem })
	for _, word := range words {
		if hasWord(keyWords(title), word) {
			has++
		}
	}
	return 2*has > len(words)
}

// folder is the path of the page without its last segment.
func (p page) folder() string { return path.Dir(strings.TrimSuffix(pathOf(p.url), "/")) }

// slug returns the last segment of the page's path without its extension, with blanks between words; "" for
// the home page.
func (p page) slug() string {
	address := strings.TrimSuffix(pathOf(p.url), "/")
	if decoded, err := url.PathUnescape(address); err == nil {
		address = decoded
	}
	name := address[strings.LastIndexByte(address, '/')+1:]
	if dot := strings.LastIndexByte(name, '.'); dot > 0 && len(name)-dot <= 6 {
		name = name[:dot]
	}
	return strings.Join(strings.FieldsFunc(name, func(r rune) bool { return strings.ContainsRune("-_+.~ ", r) }), " ")
}

// pathOf returns the path of a page's normalized URL: "/" for the home page.
func pathOf(address string) string {
	if normal, err := upslope.NormalizeURL(address); err == nil {
		address = normal
	}
	u, err := url.Parse(address)
	if err != nil {
		return ""
	}
	return u.EscapedPath()
}

// isSamePage reports whether two addresses are one page, with its query.
func isSamePage(one, other string) bool {
	a, errA := upslope.NormalizeURL(one)
	b, errB := upslope.NormalizeURL(other)
	return errA == nil && errB == nil && a == b
}

// pagesWithSharedTitles yields the pages of the rows about titles that several pages have.
func pagesWithSharedTitles(rows []map[string]any) iter.Seq[page] {
	return func(yield func(page) bool) {
		for _, row := range rows {
			examples, _ := row["examples"].([]map[string]string)
			for _, example := range examples {
				if facts.Text(row, "issue") == "duplicate_title" && !yield(pageOf(func(name string) string { return example[name] }, facts.Text(row, "template"))) {
					return
				}
			}
		}
	}
}
