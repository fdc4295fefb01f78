package metaissues

import (
	"strings"

	"upslope/analytics/insights/snippets"
)

// Widths of a heading that is made of a title, in letters.
const minHeading, maxHeading = 3, 70

// proposeHeading returns the H1 of a page: the first part of its title if it has none, or the one of two that
// names the page. It is not ok if others share the title, or no heading says what the page is about.
func proposeHeading(p page, issue string, in titleContext) (proposal string, ok bool) {
	switch issue {
	case "missing_h1":
		own := in.own(p.title)
		part := splitTitle(own)[0].text
		letters := snippets.Letters(part)
		if p.pagesWithTitle > 1 || sameText(part, in.siteName()) || letters < minHeading || letters > maxHeading {
			return "", false
		}
		return part, true
	case "several_h1":
		first, second := in.isAbout(p, p.heading, p.pagesWithHeading), in.isAbout(p, p.secondHeading, p.pagesWithSecond)
		switch {
		case first && !second:
			return p.heading, true
		case second && !first:
			return p.secondHeading, true
		}
	}
	return "", false
}

// isAbout reports whether a heading is the page's own and has a word of its title, address or searches.
func (in titleContext) isAbout(p page, heading string, pages int) bool {
	about := strings.Join(p.queries, " ") + " " + p.slug()
	if p.pagesWithTitle <= 1 {
		about += " " + in.own(p.title)
	}
	return heading != "" && pages <= 1 && !sameText(heading, in.siteName()) && sharesWord(heading, about)
}
