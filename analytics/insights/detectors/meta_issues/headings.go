package metaissues

import (
	"regexp"
	"slices"
	"strings"

	"upslope/analytics/facts"
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
		part := in.firstPart(p, own)
		if (own == "" || p.pagesWithTitle > 1) && !p.isHome() {
			part = in.headingOfAddress(p) // a title that others have too names none of them
		}
		// What follows a colon is for search results, where the words before it name the page as its address
		// does.
		if name, _, found := strings.Cut(part, ": "); found && len(keyWords(p.slug())) > 0 && hasAllWords(name, p.slug()) {
			part = name
		}
		letters := snippets.Letters(part)
		// A word alone in the home page's title is the brand, or too little to tell what the site offers.
		if p.isHome() && (!strings.Contains(part, " ") || slogan.MatchString(part)) || letters < minHeading || letters > maxHeading {
			return "", false
		}
		return undoubled(part), true
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

// addHeading proposes the H1 of an example, and says whether only its address names it: that is a suggestion.
func addHeading(example map[string]string, p page, issue string, in titleContext) {
	example["newHeading"], _ = proposeHeading(p, issue, in)
	example["isSuggested"] = ""
	if issue == "missing_h1" && p.pagesWithTitle > 1 && !p.isHome() && strings.Contains(example["newHeading"], " ") {
		example["isSuggested"] = "1"
	}
}

// slogan has words that praise or greet, and do not tell what a site offers.
var slogan = regexp.MustCompile(`(?i)\b(you|your|our|we|welcome|ultimate|best|destination|home ?page|official|willkommen|bienvenue|bienvenidos?|benvenuti)\b`)

// ofKind are folders whose name is all that the list in them has to say.
var ofKind = regexp.MustCompile(`(?i)^(about|about us|blog|careers|contact|contact us|documentation|docs|downloads?|events|faq|jobs|news|press|pricing|products|services|support|team)$`)

// headingOfAddress is the name of a page by its address, if no other page of the task has it: alone, one word
// tells the subject only where it is what the page is, as /blog.
func (in titleContext) headingOfAddress(p page) string {
	name := in.nameOf(p)
	if in.names[strings.ToLower(name)] > 1 || !strings.Contains(name, " ") && (p.folder() != "/" || !ofKind.MatchString(name)) {
		return ""
	}
	return name
}

// isAbout reports whether a heading is the page's own and has a word of its title, address or searches.
func (in titleContext) isAbout(p page, heading string, pages int) bool {
	about := strings.Join(p.queries, " ") + " " + p.slug()
	if p.pagesWithTitle <= 1 {
		about += " " + in.own(p.title)
	}
	return heading != "" && pages <= 1 && !sameText(heading, in.siteName()) && sharesWord(heading, about)
}

// maxMenuHeadings is how many headings of the layout a sentence quotes, and maxMenuHeading their longest.
const maxMenuHeadings, maxMenuHeading = 2, 30

// addMenuHeadings quotes the headings of the layout that stand where pages lack one of their own.
func addMenuHeadings(row map[string]any) {
	row["menu_headings"], row["has_one_menu_heading"], row["titles_tell"] = "", false, false
	if facts.Text(row, "issue") != "missing_h1" {
		return
	}
	examples, _ := row["examples"].([]map[string]string)
	own := slices.DeleteFunc(slices.Clone(examples), func(e map[string]string) bool { return e["newHeading"] == "" || e["pages_with_title"] != "1" })
	row["titles_tell"] = 2*len(own) >= len(examples)
	if slices.ContainsFunc(examples, func(e map[string]string) bool { return e["heading"] == "" && e["second_heading"] == "" }) {
		return // some pages have no heading at all: the layout's is not why
	}
	var headings []string
	for _, example := range examples {
		for _, heading := range []string{example["heading"], tidy(example["second_heading"])} {
			if heading != "" && !slices.Contains(headings, heading) && len([]rune(heading)) <= maxMenuHeading && len(headings) < maxMenuHeadings {
				headings = append(headings, heading)
			}
		}
	}
	row["menu_headings"], row["has_one_menu_heading"] = quoted(headings), len(headings) == 1
}
