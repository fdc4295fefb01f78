package metaissues

import (
	"regexp"
	"slices"
	"strings"

	"upslope/analytics/features/intent"
)

// notToCover are words of searches that need a page of their own: places, and what the shop may not be.
var notToCover = regexp.MustCompile(`\b(near me|nearby|in der nähe|près de|cerca de|vicino a|login|free|gratis|kostenlos|cheap|used|reddit|amazon|ebay)\b|рядом|бесплатно`)

// maxCover is the longest search that a step names, in characters.
const maxCover = 36

// searches returns those that the text which is missing or wrong is written for.
func (in titleContext) searches(p page) []string {
	if strings.HasSuffix(in.issue, "_description") {
		return in.toMention(p)
	}
	return in.toCover(p)
}

// toCover returns what people search the page for and its title does not say: up to two searches, neither
// within the other, that share a word with the page and that a page of its kind can answer.
func (in titleContext) toCover(p page) []string {
	var queries []string
	for _, query := range p.queries {
		isSaid := slices.ContainsFunc(queries, func(said string) bool { return hasAllWords(query, said) || hasAllWords(said, query) })
		if len(queries) < 2 && !isSaid && len([]rune(query)) <= maxCover && len(keyWords(query)) > 0 && !hasAllWords(in.own(p.title), query) && !notToCover.MatchString(query) && !intent.IsForTool(query) &&
			sharesWord(query, in.own(p.title)+" "+p.heading+" "+p.slug()) && !in.isOfSharedTitle(p, query) &&
			intent.PathKind(p.url).CanAnswer(intent.Of(query)) {
			queries = append(queries, query)
		}
	}
	return queries
}

// toMention returns the most shown search that the page answers by its title, heading and address, and that
// its description does not say: one that promises what is still to be written disappoints.
func (in titleContext) toMention(p page) []string {
	for _, query := range p.queries {
		if len([]rune(query)) <= maxCover && len(keyWords(query)) > 0 && !notToCover.MatchString(query) && !hasAllWords(p.description, query) &&
			hasAllWords(in.own(p.title)+" "+p.heading+" "+p.slug(), query) {
			return []string{query}
		}
	}
	return nil
}

// isOfSharedTitle reports whether search shows a page for words that only the title has which it is to lose.
func (in titleContext) isOfSharedTitle(p page, query string) bool {
	own := keyWords(p.heading + " " + p.slug())
	return in.issue == "duplicate_title" && len(own) > 0 && slices.ContainsFunc(keyWords(query), func(word string) bool {
		return hasWord(keyWords(in.own(p.title)), word) && !hasWord(own, word)
	})
}

// mainQuery is the page's most shown search, if its title has the words: a shorter title keeps them.
func (in titleContext) mainQuery(p page) string {
	if len(p.queries) == 0 || !hasAllWords(p.title, p.queries[0]) {
		return ""
	}
	return p.queries[0]
}

// subject is what a page is about: its heading, else its own title; "" if other pages have these too.
func (in titleContext) subject(p page) string {
	switch {
	case in.namesPage(p):
		return p.heading
	case p.pagesWithTitle <= 1:
		return in.firstPart(p, in.own(p.title))
	}
	return ""
}
