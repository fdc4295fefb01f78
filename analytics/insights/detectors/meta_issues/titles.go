package metaissues

import (
	"net/url"
	"regexp"
	"strings"

	"upslope"
	"upslope/analytics/insights/snippets"
)

// Widths of titles in average Latin letters.
const (
	minTitle   = 30 // below it a title counts as short
	maxTitle   = 60 // above it search results cut it off
	minHeading = 10 // of a heading that makes a title
	minStart   = 15 // of the start of a long title
)

// page is what a crawl knows of a page whose title or description has an issue.
type page struct {
	url, title, description, heading string
	isSectionHead                    bool // the page whose folder names the task, such as /tents of /tents/*
}

// titleContext is what the pages of one issue have in common.
type titleContext struct {
	issue   string         // such as missing_title
	suffix  string         // the site's name at the end of most titles, such as " | Example"
	drafts  map[string]int // pages by draft title
	clauses map[string]int // pages by first clause of their description
}

// newTitleContext counts the drafts of all pages of an issue that are shown.
func newTitleContext(issue, suffix string, pages []page) titleContext {
	in := titleContext{issue: issue, suffix: suffix, drafts: map[string]int{}, clauses: map[string]int{}}
	for _, p := range pages {
		in.clauses[snippets.FirstClause(p.description)]++
	}
	for _, p := range pages {
		counted := map[string]bool{}
		for _, draft := range []string{in.fromHeading(p), in.longer(p), in.fromAddress(p), in.fromStart(p)} {
			if !counted[draft] {
				counted[draft] = true
				in.drafts[draft]++
			}
		}
	}
	return in
}

// proposeTitle returns a better title made of what the page says, or its own title if the page should keep
// it. It is not ok without a good one: none that is too long, that the page has already, or that another page
// would get too.
func proposeTitle(p page, in titleContext) (proposal string, ok bool) {
	switch in.issue {
	case "missing_title":
		return in.firstUsable(p, in.longer(p), in.fromHeading(p))
	case "short_title":
		return in.firstUsable(p, in.longer(p))
	case "duplicate_title":
		heading := in.fromHeading(p)
		if p.isSectionHead || pathOf(p.url) == "/" || heading == p.title {
			return p.title, true // the page that the shared title is right for
		}
		if proposal, ok := in.firstUsable(p, heading); ok {
			return proposal, true
		}
		return in.firstFitting(p, in.fromAddress(p))
	case "long_title":
		if proposal, ok := in.firstUsable(p, in.fromStart(p)); ok {
			return proposal, true
		}
		own := in.withoutSuffix(p.title)
		return own, own != p.title && isBetween(own, minTitle, maxTitle)
	}
	return "", false
}

// firstUsable returns the first draft that only this page has.
func (in titleContext) firstUsable(p page, drafts ...string) (string, bool) {
	for _, draft := range drafts {
		if draft != "" && draft != p.title && in.drafts[draft] == 1 {
			return draft, true
		}
	}
	return "", false
}

// firstFitting returns a draft that only this page has, with the suffix if there is room.
func (in titleContext) firstFitting(p page, draft string) (string, bool) {
	if _, ok := in.firstUsable(p, draft); !ok {
		return "", false
	}
	for _, title := range []string{draft + in.suffix, draft} {
		if snippets.Width(title) <= maxTitle {
			return title, true
		}
	}
	return "", false
}

// fromHeading makes a title of the main heading, with the suffix if there is room and the heading does not
// name the site.
func (in titleContext) fromHeading(p page) string {
	if !isBetween(p.heading, minHeading, maxTitle) {
		return ""
	}
	name := strings.Trim(in.suffix, " |–—·•-")
	namesSite := name != "" && strings.Contains(strings.ToLower(p.heading), strings.ToLower(name))
	if !namesSite && snippets.Width(p.heading+in.suffix) <= maxTitle {
		return p.heading + in.suffix
	}
	return p.heading
}

// longer makes a title that is not short: of the heading, else of the heading and what only this page's
// description begins with.
func (in titleContext) longer(p page) string {
	if heading := in.fromHeading(p); snippets.Width(heading) >= minTitle {
		return heading
	}
	clause := snippets.FirstClause(p.description)
	if draft := snippets.WithClause(p.heading, clause); in.clauses[clause] == 1 && isBetween(draft, minTitle, maxTitle) {
		return draft
	}
	return ""
}

var readableSlug = regexp.MustCompile(`^[a-z]{3,}(-[a-z]+)*$`)

// fromAddress puts the words of the URL's last segment before the title.
func (in titleContext) fromAddress(p page) string {
	path, own := pathOf(p.url), in.withoutSuffix(p.title)
	slug := path[strings.LastIndexByte(path, '/')+1:]
	if !readableSlug.MatchString(slug) {
		return ""
	}
	words := strings.Split(slug, "-")
	for i, word := range words {
		words[i] = snippets.Sentence(word)
	}
	name := strings.Join(words, " ")
	if strings.Contains(strings.ToLower(own), strings.ToLower(name)) {
		return ""
	}
	return name + ": " + own
}

var titleStart = regexp.MustCompile(`^(.+?) [|–—·•-] `)

// fromStart keeps what stands before the first dash or bar, and the suffix.
func (in titleContext) fromStart(p page) string {
	start := titleStart.FindStringSubmatch(in.withoutSuffix(p.title))
	if start == nil {
		return ""
	}
	if title := strings.Trim(start[1], " ") + in.suffix; isBetween(title, minStart, maxTitle) {
		return title
	}
	return ""
}

func (in titleContext) withoutSuffix(title string) string {
	return strings.TrimSuffix(title, in.suffix)
}

func isBetween(text string, minWidth, maxWidth float64) bool {
	width := snippets.Width(text)
	return width >= minWidth && width <= maxWidth
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
